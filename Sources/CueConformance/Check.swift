/// What a check tests.
public enum Subject: String, Sendable, CaseIterable {
  /// The file itself, before and while it is loaded.
  case library
  /// A plugin of any kind.
  case plugin
  /// A voice.
  case voice
  /// A recognizer.
  case recognizer
  /// An effect.
  case effect
  /// A sound device.
  case device
}

/// One test of a plugin.
public struct Check: Sendable {
  /// Kebab-case, beginning with its subject: `voice-guard-page`.
  public let id: String
  /// 1 … 10; a plugin that passes all up to 5 is called compatible.
  public let level: Int
  /// Why it is tested: one sentence.
  public let purpose: String
  /// What is done and what result is required.
  public let method: String
  /// If it fails, later checks make no sense.
  public let isGate: Bool
  /// It needs the instruments of the worker, so it does not apply to programs.
  public let needsWorker: Bool
  /// It is about the protocol that programs speak themselves, so it does not apply to libraries.
  public let needsProgram: Bool
  /// It watches the plugin for a while, which does not count as its time.
  let watches: Bool
  let body: @Sendable (Bench) throws -> Void

  init(
    _ id: String, level: Int, isGate: Bool = false, needsWorker: Bool = false,
    needsProgram: Bool = false, watches: Bool = false, _ purpose: String,
    _ method: String, body: @escaping @Sendable (Bench) throws -> Void
  ) {
    self.id = id
    self.level = level
    self.isGate = isGate
    self.needsWorker = needsWorker
    self.needsProgram = needsProgram
    self.watches = watches
    self.purpose = purpose
    self.method = method
    self.body = body
  }

  /// What it tests.
  public var subject: Subject {
    guard let subject = Subject(rawValue: String(id.prefix { $0 != "-" })) else {
      preconditionFailure("\(id) does not begin with its subject")
    }
    return subject
  }

  /// Whether it matches `pattern`: an id in which `*` stands for any characters.
  public func matches(_ pattern: some StringProtocol) -> Bool {
    Check.matches(Array(id.utf8)[...], Array(pattern.utf8)[...])
  }

  private static func matches(_ id: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return id.isEmpty }
    if first == UInt8(ascii: "*") {
      return (id.startIndex...id.endIndex).contains { matches(id[$0...], pattern.dropFirst()) }
    }
    return id.first == first && matches(id.dropFirst(), pattern.dropFirst())
  }
}
