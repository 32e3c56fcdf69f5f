import CueOptions
import CuePlugins
import Foundation
import TestSupport
import Testing

@testable import host

@Suite struct `The table of commands` {
  private static var descriptions: [CommandDescription] {
    CommandTable.lines.map { $0.entry().description }
  }

  /// A word that is long enough for any option, and a value for most.
  private func sentence(_ words: [String]) -> String? {
    do throws(UserError) {
      _ = try Arguments.parse(words, hasInput: true)
      return nil
    } catch { return error.sentence }
  }

  @Test func `has every option in help, the man page and all completions`() throws {
    let pages = [HelpFormat.bash, .zsh, .fish].map { ($0, $0.text) }
    let manual = HelpFormat.man.text.replacing("\\-", with: "-")
    for command in Self.descriptions {
      let help = HelpPage.text(command.name)
      let parts = manual.components(separatedBy: "\n.SS cue \(command.name)\n")
      let section = try #require(parts.dropFirst().first).components(separatedBy: "\n.S")[0]
      for option in command.options {
        for name in option.names {
          let place = "\(command.name) \(name)"
          #expect(help.contains(" \(name)"), "help: \(place)")
          #expect(section.contains("\\fB\(name)\\fR"), "man: \(place)")
        }
        let bash = pages[0].1.split(separator: "\n").filter { $0.contains("'\(command.name) ") }
        let zsh = try #require(
          pages[1].1.components(separatedBy: "\n_cue_command_\(command.name)() {").dropFirst()
            .first
        ).components(separatedBy: "\n}\n")[0]
        let fish = pages[2].1.split(separator: "\n").filter {
          $0.contains("__cue_is \(command.name)")
        }
        #expect(bash.contains { $0.contains("\(option.name) ") || $0.contains("\(option.name)'") })
        #expect(zsh.contains(option.name), "zsh: \(command.name) \(option.name)")
        #expect(fish.contains { $0.contains(" -l \(option.name.dropFirst(2)) ") })
      }
    }
  }

  /// The texts that a page asked for.
  private final class Asked {
    var texts: [String] = []
  }

  @Test func `has all help of the modes in Estonian, and no more than there is`() {
    var shown: Set<String> = []
    let estonian = HelpInEstonian.all
    for command in HelpInEstonian.commands {
      let asked = Asked()
      let page = HelpPage(
        program: CommandTable.program,
        said: { text in
          asked.texts.append(text)
          return text
        })
      #expect(page.text(command) == HelpPage.text(command))
      #expect(asked.texts.filter { estonian[$0] == nil } == [], "\(command)")
      shown.formUnion(asked.texts)
      let words = Messages(language: .estonian)
      #expect(HelpPage.text(command, words) != HelpPage.text(command))
    }
    #expect(estonian.keys.filter { !shown.contains($0) } == [])
    #expect(HelpPage.text("doctor", Messages(language: .estonian)) == HelpPage.text("doctor"))
  }

  /// It had up to 99 columns.
  @Test func `has help that fits into 80 columns`() {
    for topic in [nil] + Self.descriptions.map({ Optional($0.name) }) {
      for language in TalkLanguage.allCases {
        // The program is called otherwise here, and a command is not wrapped.
        for row in HelpPage.text(topic, Messages(language: language)).split(separator: "\n")
        where !row.contains(Program.name) {
          #expect(row.count < 80, "\(topic ?? "overview"): \(row)")
        }
      }
    }
  }

  @Test func `takes no option that is not in it, and every one that is`() {
    let all = Set(Self.descriptions.flatMap(\.options).flatMap(\.names))
      .union(["--nothing", "-Z"]).subtracting(["-V", "--version"])
    for command in Self.descriptions {
      for name in all {
        let isThere = command.options.contains { $0.isCalled(name) }
        let refusal = sentence([command.name, name, "1"])
        #expect((refusal == "There is no option \(name).") == !isThere, "\(command.name) \(name)")
      }
    }
  }

  @Test func `The table of commands has no name twice in a command`() {
    for command in Self.descriptions {
      let names = command.options.flatMap(\.names)
      #expect(Set(names).count == names.count, "\(command.name)")
      for option in command.options {
        #expect(Set(option.verbs).isSubset(of: command.verbs.map(\.name)), "\(option.name)")
        #expect(!option.help.isEmpty && !option.help.hasSuffix("."), "\(option.help)")
      }
    }
  }

  /// A scripted user, sound without a header and line mode had two names each, and one name had two meanings.
  @Test func `gives a thing the same name in every command, and a name one kind of value`() {
    var kinds: [String: Set<String>] = [:]
    for option in Self.descriptions.flatMap(\.options) {
      kinds[option.name, default: []].insert(option.placeholder.map { _ in "value" } ?? "flag")
      if let short = option.short { kinds[short, default: []].insert(option.name) }
    }
    // `rehearse --record` keeps takes, and `conform --record FOLDER` the sound that `--against` compares; `practice --listen` hears the
    // speaker, and `serve --listen ADDRESS` is the usual word of servers.
    for (name, kinds) in kinds where !["--record", "--listen"].contains(name) {
      #expect(kinds.count == 1, "\(name): \(kinds)")
    }
    #expect(kinds["--scripted"] != nil && kinds["--raw-in"] != nil)
    let lineMode = Self.descriptions.filter { $0.options.contains { $0.name == "--plain" } }
    #expect(lineMode.map(\.name) == ["rehearse", "practice", "story"])
  }
}

@Suite struct `A mistyped command` {
  private func refusal(_ words: String...) -> UserError? {
    do throws(UserError) {
      _ = try Arguments.parse(words, hasInput: true)
      return nil
    } catch { return error }
  }

  @Test(arguments: [
    ("reherse", "rehearse"), ("practise", "practice"), ("voice", "voices"), ("genrate", "generate"),
    ("hlep", "help"), ("confo", "conform"), ("lisetn", "listen"),
  ])
  func `is refused with the command that was meant`(word: String, meant: String) {
    let error = refusal(word, "a.fountain")
    #expect(error?.status == .usage)
    #expect(error?.hint.contains("'\(Program.name) \(meant)'") == true, "\(error?.hint ?? "")")
    #expect(error?.hint.contains("\(Program.name) speak \(word)") == true)
  }

  @Test func `a word that is like no command is refused, with the command that says it`() {
    #expect(refusal("hello")?.status == .usage)
    #expect(refusal("õhtust")?.status == .usage)
    #expect(refusal("hello")?.hint.contains("speak hello") == true)
    for words in [
      ["Good evening"], ["good evening"], ["Hello"], ["--", "hello"], ["-v", "x", "hello"],
    ] {
      #expect(throws: Never.self) { try Arguments.parse(words, hasInput: false) }
    }
  }

  @Test(arguments: [
    (["speech", "lst"], "speech list'"), (["audio", "activat", "3"], "audio activate'"),
    (["speak", "--voise", "flite", "x"], "--voice?"),
    (["practice", "a", "--microphon", "b"], "--microphone?"),
    (["jobs", "canel", "3"], "jobs cancel'"), (["help", "rehears"], "help rehearse'"),
    (["listen", "--expct=number"], "--expect?"),
  ])
  func `has its verbs and options corrected, too`(words: [String], meant: String) {
    let error = #expect(throws: UserError.self) { try Arguments.parse(words, hasInput: true) }
    #expect(error?.status == .usage)
    #expect(error?.hint.contains(meant) == true, "\(error?.hint ?? "")")
  }

  @Test(arguments: [
    ["tones", "x"], ["doctor", "x"], ["credentials", "list", "x"], ["jobs", "clear", "x"],
    ["help", "speak", "listen"], ["library", "info", "x"], ["rehearse", "a", "b"],
    ["conform", "a", "b"], ["conform", "--list", "a"],
  ])
  func `a mistyped command gets the same answer as a surplus word`(words: [String]) {
    #expect(throws: UserError.self) { try Arguments.parse(words, hasInput: true) }
  }

  @Test func `a mistyped verb of any command gets the same answer as a surplus word`() throws {
    var endless: [String] = []
    for line in CommandTable.lines {
      let description = line.entry().description
      var calls = description.verbs.map { ([line.name, $0.name], $0.words.count.upperBound) }
      if let words = description.words { calls.append(([line.name], words.count.upperBound)) }
      for (call, most) in calls {
        guard most < 1000 else {
          endless.append(call.joined(separator: " "))
          continue
        }
        let words = (0...most).map { "word\($0)" }
        let error = #expect(throws: UserError.self, "\(call)") {
          try Arguments.parse(call + words, hasInput: true)
        }
        #expect(error?.status == .usage, "\(call)")
      }
    }
    #expect(
      Set(endless) == [
        "speak", "voices", "devices", "models check", "models remove", "plugins", "plugins rescan",
        "speech search",
        "speech remove", "audio note", "conform", "chorus", "fit", "story say", "story receive",
        "story remove",
      ])
  }

  /// Every value that is one of a few words, with a letter too few.
  @Test func `has the values of options corrected, too`() throws {
    var count = 0
    for line in CommandTable.lines where line.name != "help" {
      for option in line.entry().description.options {
        guard case .word(let words, _) = option.completion else { continue }
        for word in words where word.count > 4 && !word.hasSuffix(":") {
          var wrong = word
          wrong.remove(at: wrong.index(wrong.startIndex, offsetBy: 2))
          guard !words.contains(wrong) else { continue }
          let error = #expect(throws: UserError.self, "\(line.name) \(option.name) \(wrong)") {
            try Arguments.parse(
              [line.name] + option.verbs.prefix(1) + [option.name, wrong], hasInput: true)
          }
          #expect(error?.status == .usage)
          #expect(
            error?.hint.contains("Did you mean \(word)?") == true,
            "\(line.name) \(option.name) \(wrong): \(error?.hint ?? "")")
          count += 1
        }
      }
    }
    #expect(count > 40)
  }

  @Test(
    .startsProcesses,
    arguments: ["speech", "script", "credentials", "plugin", "audio", "library"])
  func `a command without its verb shows its help, and fails`(
    name: String
  ) throws {
    #expect(try Arguments.parse([name], hasInput: true).command == .missingVerb(topic: name))
    let run = try Stagehand().host([name])
    #expect(run.status == 2 && run.text.isEmpty)
    #expect(run.talk == Program.called("host") { HelpPage.text(name) })
  }
}

@Suite struct `The parser of options` {
  private func sound(_ words: String...) throws -> SoundOptions {
    guard case .speak(_, _, let sound) = try Arguments.parse(words, hasInput: false).command else {
      Issue.record("no speech was asked for")
      return SoundOptions()
    }
    return sound
  }

  @Test func `several flags after one dash are read, the last one with a value`() throws {
    #expect(try Arguments.parse(["-qvflite", "Hi"], hasInput: false).manner.isQuiet)
    #expect(try sound("-qvflite", "Hi").voices.map(\.reference.plugin) == ["flite"])
    #expect(try sound("-ql", "et", "Hi").language == "et")
    #expect(throws: UserError.self) { try Arguments.parse(["-qZ", "Hi"], hasInput: false) }
  }

  @Test func `The parser of options shows the version and the help`() throws {
    #expect(try Arguments.parse(["-V"], hasInput: false).command == .version)
    for line in CommandTable.lines {
      for option in ["-V", "--version"] {
        #expect(
          try Arguments.parse([line.name, option], hasInput: false).command == .version,
          "\(line.name) \(option)")
      }
    }
    #expect(try Arguments.parse(["-h"], hasInput: false).command == .help(topic: nil))
    #expect(try Arguments.parse(["cast", "-h"], hasInput: false).command == .help(topic: "cast"))
    #expect(try Arguments.parse(["help", "cast"], hasInput: false).command == .help(topic: "cast"))
  }

  @Test(.startsProcesses) func `names the program as it was called`() throws {
    let stage = try Stagehand()
    let cue = stage.folder.path("cue")
    try FileManager.default.createSymbolicLink(
      atPath: cue, withDestinationPath: Places.product("host"))
    let run = try stage.run(cue, ["speech", "shw"])
    #expect(run.talk.hasPrefix("cue: There is no 'cue speech shw'"), "\(run.talk)")
    #expect(
      try stage.host(["speech", "shw"]).talk.hasPrefix("host: There is no 'host speech shw'"))
    #expect(try stage.host(["help", "--format", "man"]).text.contains("\n.SS cue speak\n"))
  }

  @Test(arguments: [
    ("voice", "voices", 1), ("ab", "ba", 1), ("", "abc", 3), ("kitten", "sitting", 3),
    ("rehearse", "rehearse", 0), ("ca", "abc", 3),
  ])
  func `counts letters that differ or are swapped`(first: String, second: String, count: Int) {
    #expect(Suggestions.distance(Array(first), Array(second)) == count)
    #expect(Suggestions.distance(Array(second), Array(first)) == count)
  }
}
