import CueABI
import CuePlugins

/// What the worker sees in its own process.
struct Inspection {
  let threads: Int
  let descriptors: [String]
  let residentBytes: Int
  let heapBytes: Int
  let folder: String
  let locale: String
  let handlers: [UInt8]
  let floatMode: UInt32
  let mask: UInt32
  let environment: [String]
  let printedBytes: Int
  let lateCalls: Int
  let overruns: Int
  /// Pieces of memory that are mapped.
  let mappings: Int
  /// What else a plugin must leave as it was: what it is, for people, and its value.
  let states: [String: String]
  private let message: WorkerMessage

  init(_ message: WorkerMessage) throws {
    self.message = message
    threads = Int(try message.u32(CUE_TAG_THREADS) ?? 0)
    // The pidfds of processes that the worker forks come and go.
    descriptors = try message.texts(CUE_TAG_DESCRIPTOR).filter { !$0.contains("[pidfd]") }
    residentBytes = Int(try message.u64(CUE_TAG_RESIDENT) ?? 0)
    heapBytes = Int(try message.u64(CUE_TAG_HEAP) ?? 0)
    folder = try message.text(CUE_TAG_FOLDER)
    locale = try message.text(CUE_TAG_LOCALE)
    handlers = message.sound(CUE_TAG_HANDLERS)
    floatMode = try message.u32(CUE_TAG_FLOAT_MODE) ?? 0
    mask = try message.u32(CUE_TAG_MASK) ?? 0
    environment = try message.texts(CUE_TAG_ENVIRONMENT)
    printedBytes = Int(try message.u64(CUE_TAG_PRINTED) ?? 0)
    lateCalls = Int(try message.u32(CUE_TAG_LATE_CALLS) ?? 0)
    overruns = Int(try message.u32(CUE_TAG_OVERRUNS) ?? 0)
    mappings = Int(try message.u32(CUE_TAG_MAPPINGS) ?? 0)
    states = Dictionary(
      try message.texts(CUE_TAG_STATE).map { text in
        let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The state before the plugin was loaded.
  func before() throws -> Inspection {
    guard let before = try message.groups(CUE_TAG_BEFORE).first else {
      throw Misbehaviour(.noEarlierInspection)
    }
    return try Inspection(before)
  }

  /// The categories in which two answers of `setlocale(LC_ALL, NULL)` differ.
  static func categories(changedFrom before: String, to now: String) -> [String] {
    func parts(_ locale: String) -> [Substring: Substring] {
      Dictionary(
        locale.split(separator: ";").map { part in
          let equals = part.firstIndex(of: "=")
          return (
            part[..<(equals ?? part.startIndex)],
            equals.map { part[part.index(after: $0)...] } ?? part
          )
        }, uniquingKeysWith: { first, _ in first })
    }
    let one = parts(before)
    return parts(now).filter { name, value in value != (one[name] ?? one[""] ?? value) }
      .keys.map { $0.isEmpty ? "LC_ALL" : String($0) }.sorted()
  }

  /// What differs from an earlier state of the same process, as a sentence; nil if nothing does.
  func change(from before: Inspection) -> String? {
    if folder != before.folder { return "The working folder was changed to \(folder)." }
    if mask != before.mask { return "The umask was changed." }
    // espeak's characters: this does not change decimal points.
    let categories = Inspection.categories(changedFrom: before.locale, to: locale)
    if !categories.isEmpty, categories != ["LC_CTYPE"] {
      return "The locale was changed to \(locale)."
    }
    let variables = Set(environment).symmetricDifference(before.environment)
    if let variable = variables.sorted().first {
      return "The variable \(variable.prefix { $0 != "=" }) of the environment was changed."
    }
    if let signal = changedSignal(from: before) {
      return "The handler of signal \(signal) was changed."
    }
    if floatMode != before.floatMode { return "The floating-point mode was changed." }
    if printedBytes != before.printedBytes { return "It wrote to standard output." }
    for name in Set(states.keys).union(before.states.keys).sorted()
    where states[name] != before.states[name] {
      return
        "This was changed: \(name). It was “\(before.states[name] ?? "")” and is “\(states[name] ?? "")”."
    }
    return nil
  }

  /// The first signal whose handler differs.
  func changedSignal(from other: Inspection) -> Int? {
    (0..<min(handlers.count, other.handlers.count)).first { handlers[$0] != other.handlers[$0] }
      .map { $0 / 8 + 1 }
  }
}
