import CueABI
import CuePlugins

/// A parameter as the plugin describes it.
struct ParameterInfo {
  let number: UInt32
  let type: UInt32
  let flags: UInt32
  let name: String
  let unit: String
  let minimum: Double
  let maximum: Double
  let initial: Double
  let step: Double
  let initialText: String
  /// The numbers and names of a choice's values.
  let choices: [(id: UInt32, name: String)]

  init(_ message: WorkerMessage) throws {
    number = try message.u32(CUE_TAG_FIELD) ?? 0
    type = try message.u32(CUE_TAG_TYPE) ?? 0
    flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    name = try message.text(CUE_TAG_NAME)
    unit = try message.text(CUE_TAG_UNIT)
    minimum = try message.f64(CUE_TAG_MINIMUM) ?? 0
    maximum = try message.f64(CUE_TAG_MAXIMUM) ?? 0
    initial = try message.f64(CUE_TAG_INITIAL) ?? 0
    step = try message.f64(CUE_TAG_STEP) ?? 0
    initialText = try message.text(CUE_TAG_INITIAL_TEXT)
    choices = try message.groups(CUE_TAG_CHOICE).map {
      (try $0.u32(CUE_TAG_NUMBER) ?? 0, try $0.text(CUE_TAG_NAME))
    }
  }

  var isSecret: Bool { flags & CUE_PARAM_SECRET != 0 }
  /// A meter, which the plugin alone sets.
  var isOutput: Bool { flags & CUE_PARAM_OUTPUT != 0 }
  /// Any finite number is taken.
  var isOpenEnded: Bool { flags & CUE_PARAM_OPEN_ENDED != 0 }
  var isNumber: Bool { type == CUE_PARAM_NUMBER || type == CUE_PARAM_INTEGER }

  /// Values at the limits of the range; empty for texts.
  var bounds: [Double] {
    guard !isOutput else { return [] }
    return switch type {
    case CUE_PARAM_NUMBER, CUE_PARAM_INTEGER: [minimum, maximum]
    case CUE_PARAM_SWITCH: [0, 1]
    case CUE_PARAM_CHOICE: [choices.first, choices.last].compactMap { $0.map { Double($0.id) } }
    default: []
    }
  }

  /// How much of its unit a second is, if it is a time: then the parameter may make a plugin wait.
  private var perSecond: Double? {
    switch unit {
    case "s": 1
    case "ms": 1000
    case "us", "µs": 1_000_000
    case "min": 1.0 / 60
    default: nil
    }
  }

  /// `value`, or, for a time, at most half a second if its range has that: a plugin that is set to wait a minute may do so, and
  /// waiting shows nothing more about it.
  func soon(_ value: Double) -> Double {
    guard let perSecond else { return value }
    return min(value, max(minimum, (perSecond / 2).rounded(.down)))
  }

  /// Values just outside the range.
  var forbidden: [Double] {
    guard !isOutput else { return [initial] }
    return switch type {
    case CUE_PARAM_NUMBER, CUE_PARAM_INTEGER:
      (isOpenEnded ? [] : [minimum - 1, maximum + 1]) + [.nan, .infinity]
    case CUE_PARAM_CHOICE: [-1, Double(choices.map(\.id).max() ?? 0) + 1]
    default: []
    }
  }

  func chosen(by chance: inout Chance) -> Double {
    switch type {
    case CUE_PARAM_NUMBER: Double.random(in: minimum...max(minimum, maximum), using: &chance)
    case CUE_PARAM_INTEGER:
      Double.random(in: minimum...max(minimum, maximum), using: &chance).rounded(.down)
    case CUE_PARAM_SWITCH: Double(Int.random(in: 0...1, using: &chance))
    default:
      Double(choices.isEmpty ? 0 : choices[Int.random(in: choices.indices, using: &chance)].id)
    }
  }

  /// `value` as text for the message: without an exponent, and never above `value`.
  func text(_ value: Double) -> String {
    switch type {
    case CUE_PARAM_CHOICE: choices.first { Double($0.id) == value }?.name ?? ""
    case CUE_PARAM_SWITCH: value == 0 ? "off" : "on"
    case CUE_PARAM_INTEGER: String(Int(clamping: Int64(value)))
    default: ParameterInfo.decimal(value)
    }
  }

  private static func decimal(_ value: Double) -> String {
    // 0.000251 × 10⁶ is a little less than 251.
    let nearest = (abs(value) * 1e6).rounded()
    let millionths = nearest / 1e6 == abs(value) ? nearest : (abs(value) * 1e6).rounded(.down)
    guard millionths < 9e15 else { return String(Int64(value)) }
    let whole = Int64(millionths) / 1_000_000
    let rest = String(Int64(millionths) % 1_000_000)
    return (value < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - rest.count)
      + rest
  }
}

extension Session {
  func parameters(instance: UInt32 = 1) throws -> [ParameterInfo] {
    try ask(CUE_MSG_PARAMS, instance: instance).messages.filter { $0.type == CUE_MSG_PARAM }
      .map { try ParameterInfo($0) }
  }

  func set(_ parameter: ParameterInfo, _ value: Double, instance: UInt32 = 1) throws -> Int32 {
    try ask(CUE_MSG_SET, instance: instance) {
      $0.text(CUE_TAG_NAME, parameter.name)
      $0.text(CUE_TAG_TEXT, parameter.text(value))
    }.status
  }

  /// Calls params.set itself, without the worker's check of the range.
  func trySet(_ number: UInt32, _ value: Double = 0) throws -> Int32 {
    try attempt(CUE_TRY_SET) {
      $0.u32(CUE_TAG_FIELD, number)
      $0.f64(CUE_TAG_VALUE, value)
    }.status
  }

  /// Asks the plugin itself for the value of a parameter.
  func value(of number: UInt32) throws -> (status: Int32, number: Double, text: String) {
    let answer = try attempt(CUE_TRY_GET) { $0.u32(CUE_TAG_FIELD, number) }
    return (
      answer.status, try answer.done.f64(CUE_TAG_VALUE) ?? 0, try answer.done.text(CUE_TAG_TEXT)
    )
  }
}
