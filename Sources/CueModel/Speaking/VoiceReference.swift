/// Names a voice, and how it is moved from its own way of speaking, in one line of text.
///
/// Written as a URI: `flite://slt?lang=en&pitch=-2&speed=1.05&set.NAME=VALUE`. What comes before `://` is a plugin's id, or
/// the path of its file (`plugins/libflite.so://slt`); what follows is the voice, empty for the plugin's choice. A
/// plus is a plus and slashes are slashes, as in `espeak://gmw/en+f3`; blanks, `%`, `?`, `#`, `&` and all that is not ASCII
/// are percent-encoded UTF-8 (RFC 3986). ``init(typed:)`` also takes what users type after `--voice`: `flite:slt`.
public struct VoiceReference: Hashable, Sendable {
  /// Something that is set on the plugin.
  public struct Setting: Hashable, Sendable {
    /// The parameter, as the plugin calls it.
    public var name: String
    /// What it is set to.
    public var value: String

    /// `name` set to `value`.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What a voice can be moved by, in semitones.
  public static let pitchRange = -24.0...24.0
  /// What a voice's formants can be moved by, in semitones.
  public static let formantRange = -12.0...12.0
  /// What a voice can be sped up by, as a factor.
  public static let speedRange = 0.1...10.0

  /// A plugin's id, or the path of its file, which has a slash; never empty.
  public var provider: String
  /// The voice's id; empty for the plugin's choice.
  public var voice: String
  /// A BCP 47 tag; empty for the voice's own language.
  public var language = ""
  /// How far it is moved from its own pitch.
  public var pitchSemitones = 0.0
  /// How far its formants are moved, which makes another person of it; only an effect after the voice can.
  public var formantSemitones = 0.0
  /// A factor; 1 is the voice's own speed.
  public var speed = 1.0
  /// What is set on the plugin, each name once.
  public var settings: [Setting] = []

  /// The voice of `provider`, unchanged.
  public init(provider: String, voice: String = "") {
    precondition(!provider.isEmpty, "a voice has a provider")
    self.provider = provider
    self.voice = voice
  }
}

/// Why a text names no voice.
public struct VoiceReferenceError: Error, Equatable, Sendable {
  /// What is wrong with it.
  public enum Reason: Equatable, Sendable {
    /// It is not as in `flite://slt`.
    case noScheme
    /// It does not say which plugin speaks.
    case noProvider
    /// It has a `#`.
    case fragment
    /// This option is not `NAME=VALUE`.
    case notAnOption(String)
    /// The option of this name stands twice.
    case twice(String)
    /// This is not a language tag.
    case notALanguage(String)
    /// The value of `pitch` is not a number in ``VoiceReference/pitchRange``.
    case pitch(String)
    /// The value of `formants` is not a number in ``VoiceReference/formantRange``.
    case formants(String)
    /// The value of `speed` is not a number in ``VoiceReference/speedRange``.
    case speed(String)
    /// There is no option of this name.
    case unknownOption(String)
    /// No two digits follow a `%`.
    case badPercent
    /// What is percent-encoded is not UTF-8.
    case notUTF8
  }

  /// The whole text.
  public let text: String
  /// What is wrong with it.
  public let reason: Reason

  init(_ text: some StringProtocol, _ reason: Reason) {
    self.text = String(text)
    self.reason = reason
  }
}

// MARK: - Written

extension VoiceReference: CustomStringConvertible {
  /// The URI; ``init(_:)`` reads the same reference from it.
  public var description: String {
    var options: [String] = []
    if !language.isEmpty { options.append("lang=" + Self.encoded(language, in: .option)) }
    if pitchSemitones != 0 { options.append("pitch=" + Self.short(pitchSemitones)) }
    if formantSemitones != 0 { options.append("formants=" + Self.short(formantSemitones)) }
    if speed != 1 { options.append("speed=" + Self.short(speed)) }
    for setting in settings {
      options.append(
        "set." + Self.encoded(setting.name, in: .option) + "="
          + Self.encoded(setting.value, in: .option))
    }
    return Self.encoded(provider, in: .provider) + "://" + Self.encoded(voice, in: .voice)
      + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
  }

  /// As people say it: `flite:slt`, `flite:slt +2 semitones`.
  public var spoken: String {
    var spoken = voice.isEmpty ? provider : "\(provider):\(voice)"
    if pitchSemitones != 0 {
      spoken += " " + (pitchSemitones > 0 ? "+" : "−") + Self.short(abs(pitchSemitones))
      spoken += abs(pitchSemitones) == 1 ? " semitone" : " semitones"
    }
    if formantSemitones != 0 {
      spoken += (pitchSemitones != 0 ? ", formants " : " formants ")
      spoken += (formantSemitones > 0 ? "+" : "−") + Self.short(abs(formantSemitones))
    }
    if speed != 1 { spoken += " ×" + Self.short(speed) }
    return spoken
  }

  private enum Part { case provider, voice, option }

  /// Bytes that stand for themselves in `part`; all others are percent-encoded.
  private static func encoded(_ text: String, in part: Part) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isPlain =
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"),
          UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        case UInt8(ascii: ":"), UInt8(ascii: "@"): part != .provider
        default: false
        }
      if isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}

// MARK: - Read

extension VoiceReference {
  /// Reads a URI.
  public init(_ text: some StringProtocol) throws(VoiceReferenceError) {
    guard let (provider, rest) = Self.halves(text[...], at: "://") else {
      throw VoiceReferenceError(text, .noScheme)
    }
    try self.init(text, provider, rest) { (part) throws(VoiceReferenceError) in
      try Self.decoded(part, in: text)
    }
  }

  /// Reads a URI, or what users type: `PLUGIN[:VOICE][?OPTIONS]`.
  ///
  /// What is typed stands for itself up to the `?`; only options are percent-encoded.
  public init(typed text: some StringProtocol) throws(VoiceReferenceError) {
    guard Self.halves(text[...], at: "://") == nil else {
      try self.init(text)
      return
    }
    let (name, _) = Self.halves(text[...], at: "?") ?? (text[...], text[text.endIndex...])
    let options = text[name.endIndex...]
    let (provider, voice) = Self.halves(name, at: ":") ?? (name, name[name.endIndex...])
    try self.init(text, provider, text[voice.startIndex..<options.endIndex]) { String($0) }
  }

  /// `rest` is the voice with its options; `read` reads provider and voice as they are written.
  private init<Text: StringProtocol>(
    _ text: Text, _ provider: Text.SubSequence, _ rest: Text.SubSequence,
    read: (Text.SubSequence) throws(VoiceReferenceError) -> String
  ) throws(VoiceReferenceError) {
    let (voice, options) = Self.halves(rest, at: "?") ?? (rest, rest[rest.endIndex...])
    guard !provider.isEmpty else {
      throw VoiceReferenceError(text, .noProvider)
    }
    guard !options.contains("#"), !voice.contains("#") else {
      throw VoiceReferenceError(text, .fragment)
    }
    self.init(provider: try read(provider), voice: try read(voice))
    var seen: Set<String> = []
    for option in options.split(separator: "&") {
      guard let (written, value) = Self.halves(option, at: "=") else {
        throw VoiceReferenceError(text, .notAnOption(String(option)))
      }
      let name = try Self.decoded(written, in: text)
      guard seen.insert(name).inserted else {
        throw VoiceReferenceError(text, .twice(name))
      }
      try take(name, try Self.decoded(value, in: text), text)
    }
  }

  private mutating func take(
    _ name: String, _ value: String, _ text: some StringProtocol
  ) throws(VoiceReferenceError) {
    switch name {
    case "lang":
      let isTag = value.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
      }
      guard isTag, !value.isEmpty else {
        throw VoiceReferenceError(text, .notALanguage(value))
      }
      language = value
    case "pitch":
      pitchSemitones = try Self.number(value, Self.pitchRange, text, .pitch(value))
    case "formants":
      formantSemitones = try Self.number(value, Self.formantRange, text, .formants(value))
    case "speed": speed = try Self.number(value, Self.speedRange, text, .speed(value))
    case _ where name.hasPrefix("set.") && name.utf8.count > 4:
      settings.append(Setting(String(name.dropFirst(4)), value))
    default:
      throw VoiceReferenceError(text, .unknownOption(name))
    }
  }

  private static func number(
    _ value: String, _ range: ClosedRange<Double>, _ text: some StringProtocol,
    _ reason: VoiceReferenceError.Reason
  ) throws(VoiceReferenceError) -> Double {
    guard let number = Double(value), range.contains(number) else {
      throw VoiceReferenceError(text, reason)
    }
    return number
  }

  /// What comes before the first `mark` and after it; nil if there is none.
  private static func halves<Text: StringProtocol>(
    _ text: Text, at mark: String
  ) -> (Text.SubSequence, Text.SubSequence)? {
    var at = text.startIndex
    while at < text.endIndex {
      let rest = text[at...]
      if rest.hasPrefix(mark) {
        return (text[..<at], text[text.index(at, offsetBy: mark.count)...])
      }
      at = text.index(after: at)
    }
    return nil
  }

  private static func decoded(
    _ part: some StringProtocol, in text: some StringProtocol
  ) throws(VoiceReferenceError) -> String {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value != 0
      else {
        throw VoiceReferenceError(text, .badPercent)
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw VoiceReferenceError(text, .notUTF8)
    }
    return decoded
  }
}
