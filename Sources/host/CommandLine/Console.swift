import CSystem
import CueSystem
import Glibc
import Synchronization

/// Messages go to standard error, results to standard output.
enum Console {
  /// Says something to the user: the sentence after the program's name, hints below it.
  static func say(_ sentence: String, hint: String = "") {
    let (name, sentence, hint) = (Program.name, Signs.fitted(sentence), Signs.fitted(hint))
    var text = name + ": " + sentence + "\n"
    let margin = String(repeating: " ", count: name.count + 2)
    for line in hint.split(separator: "\n") { text += margin + line + "\n" }
    talk(text)
  }

  private struct Talk {
    /// Takes what is said, instead of standard error.
    var listener: (@Sendable (String) -> Void)?
    var last = ""
  }

  private static let talk = Mutex(Talk())

  /// From now on `listener` takes what is said to the user, or standard error again; returns what was said last.
  @discardableResult
  static func redirect(_ listener: (@Sendable (String) -> Void)?) -> String {
    talk.withLock { talk in
      talk.listener = listener
      return talk.last
    }
  }

  /// Writes to standard error; see ``TerminalText``.
  static func talk(_ text: String) { talk(TerminalText(text)) }

  /// Writes to standard error, with commands for the terminal.
  static func talk(_ text: TerminalText) {
    let text = text.written
    let listener = talk.withLock { talk in
      talk.last = text
      return talk.listener
    }
    if let listener { return listener(text) }
    _ = Descriptor.write(text.utf8, to: STDERR_FILENO)
  }

  /// Whether the reader of standard output has stopped: `cue voices | head -1` prints no error about that.
  static var isReaderGone: Bool { readerIsGone.withLock { $0 } }
  private static let readerIsGone = Mutex(false)

  /// Notes that standard output has no reader any more, if `errno` says so.
  static func look(_ errno: Int32) {
    if errno == EPIPE { readerIsGone.withLock { $0 = true } }
  }

  /// Writes a result to standard output; see ``TerminalText``.
  static func result(_ text: String) throws(UserError) { try result(TerminalText(text)) }

  /// Writes a result to standard output, with commands for the terminal.
  static func result(_ text: TerminalText) throws(UserError) { try write(text.written) }

  /// Writes the content of a file to standard output: unchanged, unless standard output is a terminal.
  static func content(_ text: String) throws(UserError) {
    try isatty(STDOUT_FILENO) == 1 ? result(text) : write(text)
  }

  private static func write(_ text: String) throws(UserError) {
    let failure = Descriptor.write(text.utf8, to: STDOUT_FILENO)
    look(failure)
    guard failure == 0 else {
      throw UserError(
        "Writing to standard output failed: \(describe(errno: failure)).", .inputOutput)
    }
  }

  static func describe(errno: Int32) -> String { SystemError.words(errno) }

  /// Runs `body` on a thread called `name`, which is needed to do `what`.
  static func thread(
    _ name: String, to what: TroubleMessage, _ words: Messages,
    _ body: @escaping @Sendable () -> Void
  ) throws(UserError) {
    do throws(ThreadError) { try Threads.start(name, body) } catch {
      throw UserError(error, to: what, words)
    }
  }
}

/// Characters beyond ASCII in the program's own words: quotation marks, arrows, bars.
///
/// For a locale with another character set than UTF-8 (LANG=C), they are replaced. The words of scripts do not change.
enum Signs {
  private static let plain = Mutex<Bool?>(false)

  /// Whether only ASCII is shown; false until ``followLocale()``.
  static var arePlain: Bool {
    plain.withLock { plain in
      if let plain { return plain }
      let isPlain = cue_locale_is_unicode() == 0
      plain = isPlain
      return isPlain
    }
  }

  /// From now on the user's locale decides; it is read on first use.
  static func followLocale() { plain.withLock { $0 = nil } }

  /// `text`, which is the program's own, with characters that may be shown.
  static func fitted(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } || !arePlain ? text : ascii(text)
  }

  /// `text` between quotation marks.
  static func quoted(_ text: String) -> String { arePlain ? "\"\(text)\"" : "“\(text)”" }

  private static let substitutes: [Character: String] = [
    "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "…": "...", "–": "-",
    "—": "-", "−": "-", "×": "x", "·": "-", "•": "*", "■": "=", "◆": "+", "►": ">", "▶": ">",
    "█": "#", "░": ".", "▌": "|", "✎": "*", "←": "<-", "→": "->", "↑": "^", "↓": "v",
    "▼": "v", "◉": "@", "○": "o", "│": "|", "┃": "|", "┇": "!", "┊": ":", "├": "|", "─": "-",
    "●": "*", "▁": "_", "▂": "_", "▃": ".", "▄": "-", "▅": "=", "▆": "+", "▇": "*",
  ]

  /// `text` with ASCII in place of other punctuation and symbols; letters do not change.
  static func ascii(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var fitted = ""
    for character in text {
      if let substitute = substitutes[character] {
        fitted += substitute
      } else {
        fitted.append(character)
      }
    }
    return fitted
  }
}

extension UserError {
  /// A thread that is needed to do `what` could not be started.
  init(_ error: ThreadError, to what: String, _ words: Messages = .forPrograms) {
    let why = SystemError.words(error.errno)
    self.init(
      words.trouble(.noThread, ["what": what, "why": why]), hint: words.trouble(.closePrograms),
      .temporary)
  }

  /// The same in the language of `words`.
  init(_ error: ThreadError, to what: TroubleMessage, _ words: Messages) {
    self.init(error, to: words.trouble(what), words)
  }
}

/// How the program ends; the numbers of sysexits.h, if there is one.
enum ExitStatus: Int32 {
  case done = 0
  case answerIsNo = 1
  case usage = 2
  case badInput = 65
  case noInput = 66
  case unavailable = 69
  case `internal` = 70
  case cannotCreate = 73
  case inputOutput = 74
  case temporary = 75
  case permission = 77
  case configuration = 78
  case interrupted = 130
  /// The status that a shell reports for a program that SIGPIPE ended.
  case readerIsGone = 141
}

/// An error message for the user, and how the program ends because of it.
struct UserError: Error, Equatable {
  /// What Cue did, expected and saw, as sentences.
  var sentence: String
  /// What to try.
  var hint: String
  var status: ExitStatus

  init(_ sentence: String, hint: String = "", _ status: ExitStatus) {
    self.sentence = sentence
    self.hint = hint
    self.status = status
  }
}
