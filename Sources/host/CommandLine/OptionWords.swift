import CueAudio
import CueModel
import CuePlugins

/// The words behind a command, cut into options and plain words.
///
/// `--name=value`, `--name value`, `-nvalue` and `-n value` are the same; behind `--` all is plain.
struct OptionWords {
  enum Word: Equatable {
    case plain(String)
    case option(String, attached: String?)
  }

  /// What is still to be read.
  private(set) var rest: [String]
  private var allIsPlain = false

  init(_ words: [String]) { rest = words }

  /// The next word; nothing behind the last.
  mutating func next() -> Word? {
    guard !rest.isEmpty else { return nil }
    let word = rest.removeFirst()
    if allIsPlain { return .plain(word) }
    if word == "--" {
      allIsPlain = true
      return next()
    }
    guard word.hasPrefix("-"), word != "-" else { return .plain(word) }
    if word.hasPrefix("--") {
      guard let equals = word.firstIndex(of: "=") else { return .option(word, attached: nil) }
      return .option(
        String(word[..<equals]), attached: String(word[word.index(after: equals)...]))
    }
    guard word.utf8.count > 2 else { return .option(word, attached: nil) }
    return .option(String(word.prefix(2)), attached: String(word.dropFirst(2)))
  }

  /// What `option` was given: what is attached to it, or the word behind it.
  mutating func value(of option: String, _ attached: String?) throws(UserError) -> String {
    if let attached { return attached }
    guard !rest.isEmpty else { throw UserError.usage("\(option) needs a value.") }
    return rest.removeFirst()
  }

  /// `option` is a flag, so nothing may be attached to it.
  static func noValue(_ option: String, _ attached: String?) throws(UserError) {
    if attached != nil { throw UserError.usage("\(option) takes no value.") }
  }

  /// The number that `option` was given.
  static func number(
    _ option: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(UserError) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw UserError.usage(
        "\(option) takes a number from \(short(range.lowerBound)) to \(short(range.upperBound)), "
          + "not “\(text)”.")
    }
    return number
  }

  /// `RATE[,CHANNELS[,ENCODING]]`: what sound without a header is.
  static func rawSound(_ option: String, _ text: String) throws(UserError) -> RawSound {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let channels = parts.count > 1 ? Int(parts[1]) : 1
    let encoding = parts.count > 2 ? SampleEncoding(rawValue: parts[2]) : .int16
    guard (1...3).contains(parts.count), let rate = Int(parts[0]),
      (8000...192_000).contains(rate), let channels, (1...64).contains(channels), let encoding
    else {
      throw .usage(
        "\(option) takes RATE[,CHANNELS[,ENCODING]], 8000 to 192000 Hz, 1 to 64 channels, and "
          + SampleEncoding.allCases.map(\.rawValue).joined(separator: ", ")
          + ", as in 22050,1,s16; not “\(text)”.")
    }
    return RawSound(encoding: encoding, rateHertz: rate, channels: channels)
  }

  /// `LABEL[,LABEL…]`: tones of a delivery.
  static func tones(_ text: String) throws(UserError) -> [Tone] {
    var tones: [Tone] = []
    for label in text.split(separator: ",") {
      guard let tone = Tone(label: String(label)) else {
        throw .usage(
          "There is no tone “\(label)”; there are "
            + Tone.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      }
      tones.append(tone)
    }
    return tones
  }

  /// `[PLUGIN:]NUMBER`: the descriptor that a plugin's key is read from.
  static func keyDescriptor(
    _ text: String, in descriptors: inout [String: Int32]
  ) throws(UserError) {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let descriptor = Int32(digits), descriptor >= 0 else {
      throw .usage("--key-fd takes a descriptor's number, or PLUGIN:NUMBER.")
    }
    descriptors[colon.map { String(text[..<$0]) } ?? ""] = descriptor
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}

extension UserError {
  /// A mistake on the command line, with where to read more.
  static func usage(_ sentence: String, _ topic: String? = nil) -> UserError {
    UserError(sentence, hint: "Try 'host \(topic.map { "\($0) " } ?? "")--help'.", .usage)
  }
}

extension PluginChoice.Setting {
  /// `NAME=VALUE`, or `PLUGIN:NAME=VALUE` for a plugin by its name.
  static func parse(_ text: String) throws(UserError) -> (plugin: String?, setting: Self) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw .usage("--set takes NAME=VALUE or PLUGIN:NAME=VALUE.")
    }
    let name = text[..<equals]
    let value = String(text[text.index(after: equals)...])
    guard let colon = name.lastIndex(of: ":") else {
      return (nil, Self(name: String(name), value: value))
    }
    return (
      String(name[..<colon]), Self(name: String(name[name.index(after: colon)...]), value: value)
    )
  }
}
