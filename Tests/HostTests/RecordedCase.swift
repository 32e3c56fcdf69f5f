import Foundation
import TestSupport
import Testing

/// One recorded case: files, and invocations of the program that follow each other in one home.
///
/// `Tests/Recorded/invocations.txt` holds the cases, `Tests/Recorded/expected.txt` what they printed and wrote.
struct RecordedCase: CustomTestStringConvertible, Sendable {
  /// One start of the program.
  struct Invocation: Sendable {
    var words: [String] = []
    /// The words as they stand in the file.
    var line = ""
    var input = ""
    var environment: [String: String] = [:]
    /// Help texts change with the options: only their status counts, and that there is a text.
    var isHelp = false
  }

  var name = ""
  /// Why this case differs from the first edition of the program; only such a case is recorded again.
  var changed = ""
  /// Libraries of the system whose bytes decide about the sound.
  var libraries: [String] = []
  var files: [(name: String, text: String)] = []
  /// Files of the package that are copied: from where, and their name.
  var copies: [(source: String, name: String)] = []
  var invocations: [Invocation] = []

  var testDescription: String { name }

  private static let folder = Places.source("Tests/Recorded/")
  static let expectedPath = folder + "expected.txt"

  /// All cases, in the order of the file.
  static let all: [RecordedCase] = {
    do {
      return parse(try String(contentsOfFile: folder + "invocations.txt", encoding: .utf8))
    } catch { fatalError("Tests/Recorded/invocations.txt cannot be read: \(error)") }
  }()

  /// Reads cases: lines `KEY: VALUE`, and lines `| TEXT` that continue a file or an input.
  static func parse(_ text: String) -> [RecordedCase] {
    var cases: [RecordedCase] = []
    var invocation = Invocation()
    var isInput = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("|") {
        let text = line.dropFirst(line.hasPrefix("| ") ? 2 : 1) + "\n"
        let last = cases.count - 1
        if isInput {
          invocation.input += text
        } else {
          cases[last].files[cases[last].files.count - 1].text += text
        }
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { fatalError("no colon: \(line)") }
      let value = line[line.index(after: colon)...].trimmingPrefix(" ")
      let key = line[..<colon]
      if key == "case" {
        cases.append(RecordedCase(name: String(value)))
        continue
      }
      let last = cases.count - 1
      switch key {
      case "changed": cases[last].changed = String(value)
      case "needs": cases[last].libraries = value.split(separator: " ").map(String.init)
      case "file":
        cases[last].files.append((String(value), ""))
        isInput = false
      case "copy":
        let words = value.split(separator: " ").map(String.init)
        cases[last].copies.append((words[0], words[1]))
      case "input":
        isInput = true
        if !value.isEmpty { invocation.input = value + "\n" }
      case "env":
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        invocation.environment[String(parts[0])] = String(parts[1])
      case "run", "help":
        invocation.words = words(String(value))
        invocation.line = String(value)
        invocation.isHelp = key == "help"
        cases[last].invocations.append(invocation)
        invocation = Invocation()
      default: fatalError("unknown key: \(line)")
      }
    }
    return cases
  }

  /// Splits at blanks as a shell does, with `"…"` and `'…'` around words that have some.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let whole = word { words.append(whole) }
    return words
  }

  /// What was recorded, by the names of cases; and the digests of the system's libraries then.
  static func expectations() -> (libraries: [String: String], cases: [String: String]) {
    guard let text = try? String(contentsOfFile: expectedPath, encoding: .utf8) else {
      return ([:], [:])
    }
    var libraries: [String: String] = [:]
    var cases: [String: String] = [:]
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("case: ") {
        name = String(line.dropFirst(6))
        cases[name] = ""
      } else if line.hasPrefix("library: ") {
        let words = line.split(separator: " ").map(String.init)
        libraries[words[1]] = words[2]
      } else if !name.isEmpty {
        cases[name]? += line + "\n"
      }
    }
    return (libraries, cases.mapValues { $0.trimmingCharacters(in: .newlines) })
  }
}
