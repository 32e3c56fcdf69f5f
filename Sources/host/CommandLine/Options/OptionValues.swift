import CueAudio
import CueModel
import CueOptions
import CuePlugins
import CuePractice
import CueSystem
import CueText

/// The values of options: from text to numbers, formats, tones; each mistake is explained.
enum OptionValues {
  /// `--output` of `-o, --output FILE`.
  static func name(inLabel label: String) -> String {
    label.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init) ?? label
  }

  /// As in “a, b or c”.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The number that was given for `option`.
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

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  /// `text` unless it is empty; `what` says what is missing, as in “a file, or - for standard output”.
  static func present(_ option: String, _ text: String, _ what: String) throws(UserError) -> String
  {
    guard !text.isEmpty else { throw .usage("\(option) needs \(what).") }
    return text
  }

  /// Reads a value that may not be empty; see ``present(_:_:_:)``.
  static func present(_ what: String) -> (String, String) throws(UserError) -> String {
    { (option, text) throws(UserError) in try present(option, text, what) }
  }

  /// `NAME=VALUE`, split at the first `=`; `form` says what it is, as in `NAME=VOICE, as in --role ALEX=flite:rms`.
  static func pair(
    _ option: String, _ text: String, _ form: String
  ) throws(UserError) -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw .usage("\(option) takes \(form).")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// `RATE[,CHANNELS[,ENCODING]]`: the format of sound without a header.
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

  /// `ID:NEED`: what a plugin gets beyond what it declares.
  static func allowed(_ text: String) throws(UserError) -> AllowedNeed {
    let environment = UserEnvironment.current()
    do throws(AllowedNeed.Fault) {
      return try AllowedNeed(
        parsing: text, workingFolder: SystemPath.absolute("."), home: environment.variable("HOME"))
    } catch {
      let why =
        switch error {
        case .form: "it has the form ID:NEED, as in voice:read=/srv/texts or voice:network"
        case .need(let reason): reason.clause
        }
      throw UserError("--allow \(Signs.quoted(text)): \(why).", .usage)
    }
  }

  /// `[NAME=]LABEL[,LABEL…]`: tones and manners of a delivery, of all characters or of one.
  static func tones(_ text: String, for wishes: inout ToneWishes) throws(UserError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var expression = Expression()
    for label in halves[halves.count - 1].split(separator: ",").map(String.init) {
      if let tone = Tone(label: label) {
        expression.tones.append(tone)
      } else if let manner = Manner(label: label) {
        expression.manners.append(manner)
      } else {
        let tones = Tone.allCases.map(\.rawValue)
        let manners = Manner.allCases.map(\.rawValue)
        throw .unknown(
          label, in: tones + manners,
          "There is no tone “\(label)”; there are " + tones.joined(separator: ", ")
            + ", and the manners " + manners.joined(separator: ", ") + ".")
      }
    }
    guard halves.count == 2 else {
      wishes.all.tones += expression.tones
      wishes.all.manners += expression.manners
      return
    }
    guard !halves[0].isEmpty else {
      throw .usage("--tone NAME=LABEL needs a name; “\(text)” has none.")
    }
    wishes.parts.append(.init(name: String(halves[0]), expression: expression))
  }

  /// `[PLUGIN:]NUMBER`: the descriptor from which a plugin's key is read.
  static func keyDescriptor(
    _ text: String
  ) throws(UserError) -> (plugin: String, descriptor: Int32) {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let descriptor = Int32(digits), descriptor >= 0 else {
      throw .usage("--key-fd takes a descriptor's number, or PLUGIN:NUMBER.")
    }
    return (colon.map { String(text[..<$0]) } ?? "", descriptor)
  }

  /// `3-7,9`: ranges of numbers, counted from 1.
  static func ranges(_ option: String, _ text: String) throws(UserError) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first >= 1, first <= last
      else {
        throw .usage("\(option) takes numbers, as in 3-7,9; not “\(text)”.")
      }
      ranges.append(first...last)
    }
    return ranges
  }

  /// `A-B`: what is repeated, counted from 1.
  static func loop(_ option: String, _ text: String) throws(UserError) -> ClosedRange<Int> {
    do throws(PracticeWordsError) { return try PracticeWords.range(text) } catch {
      throw .usage("\(option): \(Messages(language: .english).why(error)).")
    }
  }

  /// The number of something that is stored; `complaint` says what it is.
  static func stored(_ text: String, _ complaint: String) throws(UserError) -> Int64 {
    guard let number = Int64(text), number > 0 else { throw .usage(complaint) }
    return number
  }

  /// Bytes, as in 500M: K, M, G and T are powers of 1000.
  static func size(_ option: String, _ text: String) throws(UserError) -> Int {
    var digits = text.uppercased()
    if digits.hasSuffix("B") { digits.removeLast() }
    let factors = ["K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
    let factor = digits.last.flatMap { factors[String($0)] }
    if factor != nil { digits.removeLast() }
    guard let number = Double(digits), number >= 0, number * (factor ?? 1) < 1e18 else {
      throw .usage("\(option) takes a size, as in 500M or 2G, not “\(text)”.")
    }
    return Int(number * (factor ?? 1))
  }

  static let mostTitleCharacters = 200

  /// `text` as the title of a speech: one line, without blanks around it.
  static func title(_ text: String) throws(UserError) -> String {
    let title = text.trimmed
    guard !title.isEmpty else { throw .usage("A title needs words.", "speech") }
    guard !title.contains(where: \.isNewline) else {
      throw .usage("A title is one line.", "speech")
    }
    guard title.count <= mostTitleCharacters else {
      throw .usage(
        "A title has at most \(mostTitleCharacters) characters; this one has \(title.count).",
        "speech")
    }
    return title
  }

  /// `text` as a tag of BCP 47, checked for its form only.
  static func language(_ text: String) throws(UserError) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      (2...8).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(isASCIILetter)
      && parts.dropFirst().allSatisfy {
        (1...8).contains($0.utf8.count)
          && $0.utf8.allSatisfy { isASCIILetter($0) || (0x30...0x39).contains($0) }
      }
    guard isTag else {
      throw .usage("--language takes a tag such as en-US or et, not “\(text)”.")
    }
    return text
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}

extension UserError {
  /// A mistake on the command line; `topic` is the command whose help says more.
  ///
  /// A parser adds the topic itself.
  static func usage(_ sentence: String, _ topic: String? = nil) -> UserError {
    UserError(sentence, hint: topic.map { seeHelp($0) } ?? "", .usage)
  }

  /// A word that is none of `candidates`; the nearest one is the hint.
  static func unknown(
    _ word: String, in candidates: [String], _ sentence: String
  ) -> UserError {
    UserError(sentence, hint: Suggestions.hint(for: word, in: candidates), .usage)
  }

  /// Where to read more: the help of `topic`, or of the program.
  static func seeHelp(_ topic: String?) -> String {
    "Try '\(Program.name) \(topic.map { "\($0) " } ?? "")--help'."
  }
}

/// The commands of Cue: what their words become, and how mistakes in them are explained.
enum CueGrammar: CommandGrammar {
  typealias Failure = UserError

  static var manner: OutputManner { OutputManner() }

  static func texts(of command: String) -> CommandTexts { HelpTexts.of(command) }

  static func command(_ page: CommandPage) -> Command {
    switch page {
    case .help(let topic): .help(topic: topic)
    case .version: .version
    case .missingVerb(let topic): .missingVerb(topic: topic)
    }
  }

  static func failure(_ mistake: CommandMistake) -> UserError {
    switch mistake {
    case .takesNoValue(let option): return .usage("\(option) takes no value.")
    case .needsValue(let option): return .usage("\(option) needs a value.")
    case .needsPlugin(let option): return .usage("\(option) needs a plugin.")
    case .noOption(let name, let nearest):
      var error = UserError.usage("There is no option \(name).")
      if let nearest { error.hint = "Did you mean \(nearest)?" }
      return error
    case .otherVerb(let option, let command, let verbs):
      let names = verbs.map { "'\(Program.name) \(command) \($0)'" }
      return .usage("\(option) is for \(OptionValues.alternatives(names)).")
    case .noVerb(let word, let command, let verbs, let nearest):
      var error = UserError.usage(
        "There is no '\(Program.name) \(command) \(word)'; there is "
          + verbs.joined(separator: ", ") + ".")
      if let nearest { error.hint = "Did you mean '\(Program.name) \(command) \(nearest)'?" }
      return error
    case .words(let sentence): return .usage(sentence)
    case .noSetting: return .usage("--set takes NAME=VALUE or PLUGIN:NAME=VALUE.")
    case .settingBeforePlugin(let text, let options, let example):
      return .usage(
        "--set \(text) comes before any plugin; put it after \(OptionValues.alternatives(options)), "
          + "or name the plugin as in --set \(example.isEmpty ? "flite" : example):\(text).")
    case .settingOfNone(let name, let value):
      return .usage("--set \(name)=\(value) needs a plugin that it is set on.")
    case .settingOfUnused(let plugin, let name):
      return .usage("--set \(plugin):\(name) names a plugin that is not in use.")
    }
  }

  static func pointing(_ failure: UserError, toHelpOf command: String?) -> UserError {
    let help = UserError.seeHelp(command)
    guard failure.status == .usage, !failure.hint.contains(help) else { return failure }
    var pointing = failure
    pointing.hint = failure.hint.isEmpty ? help : failure.hint + "\n" + help
    return pointing
  }
}

// The parts of a table, of Cue's commands.
typealias CommandOption<Values> = CueOptions.CommandOption<Values, CueGrammar>
typealias CommandDefinition<Values> = CueOptions.CommandDefinition<Values, CueGrammar>
typealias OptionGroup<Values> = CueOptions.OptionGroup<Values, CueGrammar>
typealias Given<Values> = CueOptions.Given<Values, CueGrammar>
/// A command, the manner of its output, and the options that were given.
typealias Invocation = CommandInvocation<CueGrammar>
