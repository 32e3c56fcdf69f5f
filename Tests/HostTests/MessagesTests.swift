import struct CuePlugins.UserEnvironment
import Foundation
import TestSupport
import Testing

@testable import CuePractice
@testable import host

@Suite struct `What the program says` {
  @Test(arguments: Message.allCases)
  func `is said in every language, with the same places`(message: Message) {
    let places = TalkLanguage.allCases.map { language in
      Messages(language: language).forms(message).map { Set(Messages.places(in: $0)) }
    }
    for forms in places {
      #expect(!forms.isEmpty)
      #expect(forms.count == places[0].count, "it has a form for 1 in one language only")
      // Only the form for 1 may do without the number itself.
      for form in forms { #expect(form.union(["count"]) == places[0][0].union(["count"])) }
      if forms.count > 1 { #expect(forms.count == 2 && forms[1].contains("count")) }
      #expect(forms.last == places[0].last)
    }
  }

  @Test(arguments: TalkLanguage.allCases)
  func `has no text that is empty, untrimmed or has a bracket too many`(language: TalkLanguage) {
    for message in Message.allCases {
      for form in Messages(language: language).forms(message) {
        #expect(!form.isEmpty && form.first != " " && form.last != " ", "\(message)")
        #expect(form.filter { $0 == "{" }.count == form.filter { $0 == "}" }.count, "\(message)")
        #expect(Messages.places(in: form).count == form.filter { $0 == "{" }.count, "\(message)")
      }
    }
  }

  /// A message without a text in a language does not compile.
  @Test func `is said in every language in the tables of modes, too`() throws {
    let tables: [[any MessageTable]] = [
      ListenMessage.allCases, RecordingMessage.allCases, TroubleMessage.allCases,
    ]
    let inWords = try Self.tablesInWords()
    #expect(tables.count == inWords)
    for message in tables.joined() {
      let forms = TalkLanguage.allCases.map { Messages(language: $0).forms(of: message) }
      let places = forms.map { $0.map { Set(Messages.places(in: $0)) } }
      for (index, language) in forms.enumerated() {
        #expect(language.count == forms[0].count, "\(message)")
        #expect(places[index].last == places[0].last, "\(message)")
        for form in language {
          #expect(!form.isEmpty && form.first != " " && form.last != " ", "\(message)")
          #expect(form.filter { $0 == "{" }.count == form.filter { $0 == "}" }.count, "\(message)")
        }
        // Words of a language are not those of another one.
        let isWords = forms[0][0].contains(#/[a-z]{4}/#)
        #expect(index == 0 || !isWords || language != forms[0], "\(message)")
      }
    }
  }

  /// How many tables of messages the program has.
  private static func tablesInWords() throws -> Int {
    let folder = Places.source("Sources/host/Words")
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { file in
      try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        .split(separator: "\n").count { $0.hasPrefix("enum ") && $0.hasSuffix(": MessageTable {") }
    }.reduce(0, +)
  }

  @Test(arguments: [
    (["LANG": "et_EE.UTF-8"], TalkLanguage.estonian), (["LANG": "et"], .estonian),
    (["LANG": "et_EE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], .english),
    (["LC_ALL": "et_EE", "LC_MESSAGES": "en_GB.UTF-8"], .estonian),
    (["LC_ALL": "", "LANG": "et_EE"], .estonian), (["LC_ALL": "C", "LANG": "et_EE"], .english),
    (["LANG": "eto_CM"], .english), (["LANG": "fi_FI.UTF-8"], .english), ([:], .english),
  ])
  func `is said in the language of the user's locale`(
    environment: [String: String], language: TalkLanguage
  ) {
    let user = UserEnvironment(variables: environment, programFolder: "/")
    #expect(TalkLanguage(user) == language)
  }

  @Test func `has its places filled, and numbers as the language writes them`() {
    let english = Messages(language: .english)
    let estonian = Messages(language: .estonian)
    #expect(english(.yourTurn, ["seconds": "3.2"]) == "Your turn: 3.2 s")
    #expect(english(.rateOfSeveral, ["rate": "1", "number": "2", "count": "3"]) == "rate 1 (2/3)")
    #expect(estonian.number(0.5, decimals: 2) == "0,5")
    #expect(english.number(0.55, decimals: 2, least: 1) == "0.55")
    #expect(english.number(1, decimals: 2) == "1")
    #expect(english.number(1, decimals: 2, least: 1) == "1.0")
    #expect(english.number(0.04, decimals: 2) == "0.04")
    #expect(english.number(-1.25, decimals: 1, least: 1) == "−1.3")
    #expect(english.number(0.999, decimals: 1, least: 1) == "1.0")
    #expect(Messages.time(0) == "0:00" && Messages.time(125) == "2:05")
    #expect(Messages.time(3725) == "1:02:05")
  }
}

@Suite struct `Commands in messages of the program` {
  /// A name that is written out is wrong where the program is called by another: `Program.name` is right everywhere.
  @Test func `begin with the name that the user called`() throws {
    let folder = Places.source("Sources/host")
    let files = try #require(FileManager.default.enumerator(atPath: folder))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(files.count > 20)
    for file in files {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      #expect(Self.quoted(in: text) == [], "\(file)")
    }
  }

  private static func quoted(in text: String) -> [String] {
    let verbs = CommandTable.lines.map(\.name).joined(separator: "|")
    let named = try? Regex("\".*\\b(host|cue) (\(verbs))\\b")
    return text.split(separator: "\n").filter {
      !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
    }.filter { line in named.map { line.contains($0) } ?? true }.map(String.init)
  }

  @Test func `are found where they are written out`() {
    let code = """
      hint: "'\\(Program.name) voices' lists them."
      // "host voices"
      hint: "See host voices."
      """
    #expect(Self.quoted(in: code) == ["hint: \"See host voices.\""])
  }
}

@Suite struct `The screens` {
  /// What a screen says is in Words, where it has to be said in every language.
  @Test func `The screens have no words of their own`() throws {
    let folder = Places.source("Sources/host/Screens")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 20)
    for file in files {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      #expect(Self.words(in: text) == [], "\(file)")
    }
  }

  /// The files that run the modes beside their screens.
  @Test(arguments: [
    "PracticeMode", "RehearseCommand", "RehearsalParts", "RehearsalActing", "GenerateCommand",
    "ListenCommand", "StoryLive",
  ])
  func `The modes have no words of their own`(file: String) throws {
    let path = Places.source("Sources/host/Commands/\(file).swift")
    #expect(Self.words(in: try String(contentsOfFile: path, encoding: .utf8)) == [])
  }

  /// String literals with a blank between letters, outside comments and what is for developers; commands are no words.
  private static func words(in text: String) -> [String] {
    text.split(separator: "\n").filter {
      !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") && !$0.contains("precondition")
    }.flatMap(literals).filter { $0.contains(#/[\p{L},.] [\p{L}(]/#) && !$0.hasPrefix("$ ") }
  }

  /// The string literals of a line, `#` for what is interpolated, `$` for the program's name.
  private static func literals(_ line: Substring) -> [String] {
    var literals: [String] = []
    var rest = line[...]
    while let quote = rest.firstIndex(of: "\"") {
      rest = rest[rest.index(after: quote)...]
      var literal = ""
      while let next = rest.popFirst(), next != "\"" {
        guard next == "\\" else {
          literal.append(next)
          continue
        }
        guard rest.popFirst() == "(" else { continue }
        literal.append(rest.hasPrefix("Program.name)") ? "$" : "#")
        var depth = 1
        while depth > 0, let inside = rest.popFirst() {
          depth += inside == "(" ? 1 : inside == ")" ? -1 : 0
        }
      }
      literals.append(literal)
    }
    return literals
  }

  @Test func `The screens are found where they have some`() {
    let code = #"""
      put("Nobody speaks" + "one" + "\(words(.of, "a, b")) \(line) here, in \(path).")
      hint: "\(Program.name) jobs resume"
      // "Two words"
      """#
    #expect(Self.words(in: code) == ["Nobody speaks", "# # here, in #."])
  }
}

@Suite struct `A report of practice` {
  private static let content = "Tere, mu head sõbrad."
  private let text = PracticeText(title: "T", content: content, language: "et")

  private func outcome(
    _ repetitions: Int, took: Duration, missing: [Range<Int>] = [], silences: Int = 0
  ) -> PracticeOutcome {
    var outcome = PracticeOutcome()
    for _ in 0..<repetitions {
      var repetition = Repetition(model: .seconds(2), words: 4)
      repetition.took = took
      repetition.missing = missing
      repetition.silences = silences
      repetition.longestSilence = .milliseconds(1240)
      outcome.repetitions.append(.init(range: 0..<Self.content.utf8.count, repetition: repetition))
    }
    return outcome
  }

  private func lines(_ outcome: PracticeOutcome, _ language: TalkLanguage) -> [String] {
    PracticeSummary(outcome).lines(of: text, Messages(language: language))
  }

  @Test func `a report without a recognizer is empty`() {
    #expect(lines(PracticeOutcome(), .english).isEmpty)
  }

  @Test func `a report lists mistakes and pace, in the user's language`() {
    let outcome = outcome(1, took: .seconds(3), missing: [6..<8], silences: 1)
    #expect(
      lines(outcome, .english) == [
        "You repeated 1 of 1. "
          + "3 of 4 words were right, and 0 of 1 repetitions without a mistake (38 %).",
        "Missing or changed: “mu”.",
        "You took 50 % longer than the voice; 1 silence within, the longest 1.2 s.",
      ])
    #expect(
      lines(outcome, .estonian) == [
        "Kordasid 1 / 1. Õigeid sõnu oli 3 / 4, veatuid kordusi 0 / 1 (38 %).",
        "Puudu või muudetud: „mu“.",
        "Sul kulus 50 % rohkem aega kui häälel; vahepeal 1 vaikus, pikim 1,2 s.",
      ])
  }

  @Test func `has forms for one and for more, and does not name every word`() {
    #expect(lines(outcome(1, took: .zero), .english) == ["You were not heard in the pause."])
    #expect(
      lines(outcome(3, took: .zero), .estonian) == ["Sind ei olnud kuulda üheski 3 pausist."])
    let many = lines(outcome(15, took: .seconds(2), missing: [0..<4], silences: 2), .english)
    #expect(many[1].hasSuffix("“Tere” and 3 more."))
    #expect(many[2] == "You were as fast as the voice; 30 silences within, the longest 1.2 s.")
  }
}
