import CueABI

/// A parameter of a plugin, as the plugin describes it.
public struct ParameterDescription: Equatable, Sendable {
  /// The plugin's own number.
  public let id: UInt32
  /// What users type.
  public let name: String
  /// "number", "integer", "switch", "choice", "text".
  public let type: String
  /// "Hz", "dB", …, or nothing.
  public let unit: String
  /// One sentence.
  public let summary: String
  /// Numbers: the smallest and the largest.
  public let range: ClosedRange<Double>?
  /// The value until one is set.
  public let initial: String
  /// The names of a choice.
  public let choices: [String]
  /// A key: never shown, and not accepted on a command line.
  public let isSecret: Bool
  /// Effects: it may change at a frame.
  public let isLive: Bool
  /// It changes how the plugin sounds.
  public let changesSound: Bool
  /// A meter: the plugin reports its value, which cannot be set.
  public let isOutput: Bool
}

extension ParameterDescription {
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    let types = ["", "number", "integer", "switch", "choice", "text"]
    let type = Int(try message.u32(CUE_TAG_TYPE) ?? 0)
    guard types.indices.contains(type), type > 0 else {
      throw Misbehaviour(.unknownParameterType(type))
    }
    self.type = types[type]
    id = try message.u32(CUE_TAG_FIELD) ?? 0
    name = printable(try message.text(CUE_TAG_NAME))
    unit = printable(try message.text(CUE_TAG_UNIT))
    summary = printable(try message.text(CUE_TAG_DESCRIPTION))
    let listed = try message.groups(CUE_TAG_CHOICE)
    let names = try listed.map { (each) throws(Misbehaviour) in
      printable(try each.text(CUE_TAG_NAME))
    }
    choices = names
    let minimum = try message.f64(CUE_TAG_MINIMUM) ?? 0
    let maximum = try message.f64(CUE_TAG_MAXIMUM) ?? 0
    let flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    let isOpen = flags & CUE_PARAM_OPEN_ENDED != 0
    range = type <= 2 && minimum <= maximum && !isOpen ? minimum...maximum : nil
    let number = try message.f64(CUE_TAG_INITIAL) ?? 0
    switch self.type {
    case "text": initial = printable(try message.text(CUE_TAG_INITIAL_TEXT))
    case "choice":
      let ids = try listed.map { (each) throws(Misbehaviour) in
        try each.u32(CUE_TAG_NUMBER) ?? 0
      }
      initial = ids.firstIndex { Double($0) == number }.map { names[$0] } ?? ""
    case "switch": initial = number == 0 ? "off" : "on"
    default: initial = Int(exactly: number).map { String($0) } ?? String(number)
    }
    isSecret = flags & CUE_PARAM_SECRET != 0
    isLive = flags & CUE_PARAM_LIVE != 0
    changesSound = flags & CUE_PARAM_SOUND != 0
    isOutput = flags & CUE_PARAM_OUTPUT != 0
  }
}
