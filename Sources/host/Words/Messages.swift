import CueKeys
import CuePlugins
import CueTerminal
import CueText
import Glibc

/// A language of the program's messages.
///
/// To add one: a case here, its tags, and a table beside ``Messages/english(_:)``.
enum TalkLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case estonian = "et"

  /// The user's, by the first of LC_ALL, LC_MESSAGES and LANG that is set; English if that is unknown.
  init(_ environment: UserEnvironment) {
    let locale = environment.localeName ?? ""
    let tag = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
    self = TalkLanguage(rawValue: tag) ?? .english
  }

  var decimalSign: String { self == .estonian ? "," : "." }

  /// Which of the forms of a message belongs to `count`: both languages have one for 1 and one for the others.
  func form(of count: Int) -> Int { count == 1 ? 0 : 1 }
}

/// The messages of the modes, of kept speeches and of models, in the language of their user.
///
/// The messages that all commands share, about files, settings and options, are in English.
///
/// A message may hold `{places}` for values, and two forms, for 1 and for other numbers, separated by `|`.
struct Messages: Sendable {
  let language: TalkLanguage

  /// The message with `values` in its places; all of them must be given.
  func callAsFunction(_ message: Message, _ values: [String: String] = [:]) -> String {
    fill(forms(message)[0], values)
  }

  /// The message in the form for `count`, which is the value of `{count}`.
  func callAsFunction(
    _ message: Message, count: Int, _ values: [String: String] = [:]
  ) -> String {
    let forms = forms(message)
    precondition(forms.count == 2, "\(message) has no form for a number")
    return fill(forms[language.form(of: count)], values.merging(["count": grouped(count)]) { $1 })
  }

  /// `value` with this many decimals, without zeros at its end beyond `least`.
  func number(_ value: Double, decimals: Int, least: Int = 0) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((abs(value) * scale).rounded())
    var digits = String(scaled)
    while digits.count <= decimals { digits = "0" + digits }
    let whole = String(digits.dropLast(decimals))
    var rest = String(digits.suffix(decimals))
    while rest.count > least, rest.last == "0" { rest.removeLast() }
    return (value < 0 && scaled > 0 ? Signs.fitted("−") : "") + whole
      + (rest.isEmpty ? "" : language.decimalSign + rest)
  }

  /// `text` between the language's quotation marks.
  func quoted(_ text: String) -> String {
    language == .estonian && !Signs.arePlain ? "„\(text)“" : Signs.quoted(text)
  }

  /// A number in groups of three digits: 10,001.
  func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) {
        text += language == .estonian ? "\u{a0}" : ","
      }
      text.append(digit)
    }
    return text
  }

  /// The source of a language; nil if it is obvious, as for English words.
  func text(_ language: LanguageChoice) -> String? {
    let values = ["language": language.tag]
    switch language.source {
    case .text:
      return language.tag == LanguageChoice.usual ? nil : self(.languageGuessed, values)
    case .script: return nil
    case .locale: return self(.languageOfLocale, values)
    case .usual: return self(.languageUnclear, values)
    }
  }

  /// How long a text takes to say, as in "2 min 30 sec".
  func text(_ time: ReadingTime) -> String {
    guard time.words > 0 else { return self(.empty) }
    let seconds = time.seconds
    var parts: [(Int, Message)] = [(seconds / 3600, .hours), (seconds / 60 % 60, .minutes)]
    if seconds < 3600 { parts.append((seconds % 60, .seconds)) }
    return parts.filter { $0.0 > 0 }.map { self($0.1, ["number": "\($0.0)"]) }
      .joined(separator: " ")
  }

  /// Minutes and seconds, as in 2:05; preceded by hours if there are any.
  static func time(_ seconds: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = ":" + two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes))\(end)" : "\(minutes)\(end)"
  }

  /// The forms of a message, with their places.
  func forms(_ message: Message) -> [String] {
    let text =
      switch language {
      case .english: Messages.english(message)
      case .estonian: Messages.estonian(message)
      }
    return Signs.fitted(text).split(separator: "|").map(String.init)
  }

  /// The names of the places in a form.
  static func places(in form: String) -> [String] {
    form.split(separator: "{").dropFirst(form.hasPrefix("{") ? 0 : 1).map {
      String($0.prefix { $0 != "}" })
    }
  }

  func fill(_ form: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = form[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let place = String(rest[rest.index(after: open)..<close])
      guard let value = values[place] else {
        preconditionFailure("“\(form)” has a place {\(place)} that nothing was given for")
      }
      text += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

extension Studio {
  /// The messages, in the user's language.
  var words: Messages { Messages(language: TalkLanguage(environment)) }
}

/// Counts, sizes and times in words.
enum Counted {
  static func clips(_ count: Int) -> String { of(count, "clip") }
  static func items(_ count: Int) -> String { of(count, "item") }

  /// As in "3 scenes"; `noun` is an English one whose plural ends with an s.
  static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// As in 1.5 GB, by powers of 1000.
  static func bytes(_ count: Int) -> String {
    var value = Double(count)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if value < 1000 { return unit == "bytes" ? "\(count) bytes" : "\(short(value)) \(unit)" }
      value /= 1000
    }
    return "\(short(value)) TB"
  }

  /// At least two digits, at most three.
  private static func short(_ value: Double) -> String {
    value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }

  /// As in 1:02:03 or 2:03.
  static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole / 60
    return minutes < 60
      ? "\(minutes):\(padded(whole % 60))"
      : "\(minutes / 60):\(padded(minutes % 60)):\(padded(whole % 60))"
  }

  /// A date in the user's time zone, given in milliseconds since 1970.
  static func date(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = unsafe tm()
    var text = [CChar](repeating: 0, count: 64)
    unsafe localtime_r(&seconds, &parts)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

// The keys of a rehearsal in words.
extension RehearsalKey {
  /// The help text for a key, and the names of its keys; keys that are typed one after another are one.
  func told(_ words: Messages) -> (names: [String], help: Message) {
    switch meaning {
    case .goOn: (["Enter", words(.keySpace), "→", "PageDown", "F13"], .helpGoOn)
    case .lineBefore: (["b", "←", "PageUp", "F14"], .helpLineBefore)
    case .lineAgain: (["r", "F15"], .helpLineAgain)
    case .pause: (["p", "F16"], .helpPause)
    case .prompt: (["Tab", "w", "F17"], .helpPrompt)
    case .hideMore: (["h", "F18"], .helpHideMore)
    case .hideLess: (["H", "F19"], .helpHideLess)
    case .hideLineMore: (["k"], .helpHideLineMore)
    case .hideLineLess: (["K"], .helpHideLineLess)
    case .onlyMine: (["o", "F20"], .helpOnlyMine)
    case .mirror: (["m", "F21"], .helpMirror)
    case .larger: (["+"], .helpLarger)
    case .smaller: (["-"], .helpSmaller)
    case .strictness: (["x", "F22"], .helpStrictness)
    case .listening: (["l", "F23"], .helpListening)
    case .tones: (["t … Enter"], .helpTones)
    case .nextTone: (["T"], .helpNextTone)
    case .later: ([">"], .helpLater)
    case .sooner: (["<"], .helpSooner)
    case .note: (["n … Enter"], .helpNote)
    case .lineStrictness: (["X"], .helpLineStrictness)
    case .undo: (["u"], .helpUndo)
    case .goLine: (["g 12 Enter"], .helpGoLine)
    case .goScene: (["s 2 Enter"], .helpGoScene)
    case .redraw: (["Ctrl-L"], .helpRedraw)
    case .help: (["?", "F1"], .helpHelp)
    case .stop: (["q", "Esc", "F24"], .helpStop)
    }
  }

  /// The list of keys, in rows of at most `columns`.
  static func list(_ words: Messages, columns: Int?) -> [String] {
    let width = 26
    return [words(.helpTitle)]
      + table.flatMap { key -> [String] in
        let name = Signs.fitted(key.told(words).names.joined(separator: " "))
        guard let columns, columns < 2 * width else {
          let rows = TextLayout.rows(
            of: [words(key.told(words).help)], indent: 0, columns: columns.map { $0 - width })
          return rows.enumerated().map { number, row in
            let left = number == 0 ? "  " + name : ""
            let gap = max(1, width - left.unicodeScalars.count)
            return left + String(repeating: " ", count: gap) + row
          }
        }
        return TextLayout.rows(
          of: ["\(name): \(words(key.told(words).help))"], indent: 2, columns: columns)
      }
  }

  /// The list in a sentence, for help and the man page: `b, ← or PageUp: back a line; r: …`.
  static var sentence: String { sentence(.forPrograms) }

  static func sentence(_ words: Messages) -> String {
    let entries = table.map { key in
      let (names, help) = key.told(words)
      let list = names.dropLast().joined(separator: ", ")
      let last = names[names.count - 1]
      let name = list.isEmpty ? last : words(.keyOr, ["names": list, "last": last])
      return "\(name): \(words(help))"
    }
    return words(.helpTitle) + ": " + entries.joined(separator: "; ") + "."
  }
}

extension Key {
  /// The key as people call it; what is printed on keys is the same in all languages.
  func name(_ words: Messages) -> String {
    self == .character(" ") ? words(.keySpace) : Signs.fitted(printed)
  }

  private var printed: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): "'\(character)'"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .insert: "Insert"
    case .delete: "Delete"
    }
  }
}
