import CueOptions
import Testing

@testable import host

@Suite struct `The texts of commands` {
  /// Commands as the program describes them, without the way through its whole table.
  private enum Grammar: CommandGrammar {
    typealias Command = String
    typealias Manner = Bool
    struct Failure: Error, Equatable { let sentence: String }
    static let manner = false
    static func texts(of command: String) -> CommandTexts {
      CommandTexts(
        """
        Lists things.
        overview: list [THING] = list things
        form: list --all = each of them
        verb: one = a thing
        missing: Which thing?
        surplus one: One thing, not {count}.
        term: THING = a = b
        --all: all of them
        manual --all: Also those that are hidden.
        note: First: this.
        man: Second.
        example: list --all
        """,
        below: CommandTexts("--all: all\n--quiet: print errors only\nmanual --quiet: Not a word."))
    }
    static func command(_ page: CommandPage) -> String { "\(page)" }
    static func failure(_ mistake: CommandMistake) -> Failure { Failure(sentence: "\(mistake)") }
    static func pointing(_ failure: Failure, toHelpOf command: String?) -> Failure { failure }
  }

  private let definition = CueOptions.CommandDefinition<[String], Grammar>(
    .init("list", verbs: [.init("one", "THING")]), [],
    [
      .init([
        .init("--all", .flag { $0.append("all") }), .init("--quiet", .flag { $0.append("quiet") }),
      ])
    ]
  ) { $0.verb }

  @Test func `explain a command, its verbs and its options, also with what all share`() throws {
    let description = definition.description
    #expect(description.purpose == "Lists things.")
    #expect(description.synopsis.map(\.words) == ["list --all", "list one THING"])
    #expect(description.synopsis.map(\.help) == ["each of them", "a thing"])
    #expect(description.terms.map(\.meaning) == ["a = b"])
    #expect(description.options.map(\.help) == ["all of them", "print errors only"])
    #expect(description.options.map(\.manual) == ["Also those that are hidden.", "Not a word."])
    #expect(description.notes == ["First: this."] && description.manual == ["Second."])
    #expect(description.examples.map(\.command) == ["list --all"])
    #expect(Grammar.texts(of: "list").overview.help == "list things")
  }

  @Test(arguments: [
    ([], "words(\"Which thing?\")"), (["a", "b"], "words(\"One thing, not 2.\")"),
  ])
  func `explain a wrong number of words`(words: [String], sentence: String) {
    #expect(throws: Grammar.Failure(sentence: sentence)) {
      try definition.parse(["one"] + words, hasInput: false, isImplied: false)
    }
  }

  @Test(arguments: [
    ("", 0...0), ("FILE", 1...1), ("SCRIPT [ITEM]", 1...2), ("[TEXT…]", 0...Int.max),
    ("STORY [TAKE…]", 1...Int.max), ("SCRIPT [WHO [KEY=VALUE]]", 1...3), ("NAME 1…5", 2...2),
  ])
  func `A form of words says how many there may be`(form: String, count: ClosedRange<Int>) {
    #expect(WordsDescription(form).count == count)
    #expect(WordsDescription(form, 7...9).count == 7...9)
  }

  @Test func `are of verbs and options that are there, and of all of them`() {
    for line in CommandTable.lines {
      let description = line.entry().description
      let (verbs, options) = (description.verbs.map(\.name), description.options.map(\.name))
      let texts = HelpTexts.of(line.name)
      let known =
        verbs.flatMap { ["verb \($0)", "missing \($0)", "surplus \($0)"] } + options
        + options.map { "manual \($0)" } + ["missing", "surplus"]
      #expect(texts.subjects.filter { !known.contains($0) } == [], "\(line.name)")
      #expect(Set(texts.subjects).count == texts.subjects.count, "\(line.name)")
      #expect(!description.purpose.isEmpty && !texts.overview.help.isEmpty, "\(line.name)")
      #expect(description.verbs.allSatisfy { !$0.help.isEmpty }, "\(line.name)")
      let calls = description.verbs.map { ($0.name, $0.words) } + [("", description.words)]
      for case (let verb, let words?) in calls where words.count.upperBound < Int.max {
        #expect(
          verb.isEmpty && !verbs.isEmpty
            || !texts.complaint(9, isSurplus: true, verb: verb).isEmpty, "\(line.name) \(verb)")
      }
    }
  }
}
