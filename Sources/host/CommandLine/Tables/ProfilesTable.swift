import CueOptions

extension CommandTable {
  static var profiles: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "profiles", "Keep voices under names of your own: how they speak, and how much that varies.")
    func name(_ form: String, _ count: ClosedRange<Int>) -> WordsDescription {
      WordsDescription(form, count, "Which profile? '\(Program.name) profiles list' lists them.")
    }
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("[LANGUAGE]", 0...1, "One language, or all."),
        "list profiles and hidden voices"),
      VerbDescription("show", name("NAME", 1...1), "show a profile"),
      VerbDescription(
        "set", name("NAME KEY=VALUE…", 2...20), "make a profile, or change it"),
      VerbDescription("remove", name("NAME", 1...1), "forget a profile"),
      VerbDescription(
        "default", name("NAME|none [LANGUAGE]", 1...2),
        "who speaks where no voice is named, in a language or in all"),
      VerbDescription(
        "hide",
        WordsDescription(
          "VOICE", 1...1, completing: [.voice], "Which voice is to be hidden?"),
        "leave a voice out of lists and casts"),
      VerbDescription(
        "unhide",
        WordsDescription("VOICE", 1...1, completing: [.voice], "Which voice is to be seen?"),
        "show a hidden voice again"),
    ]
    description.terms = [
      (
        "KEY=VALUE",
        "voice=PLUGIN:VOICE; language=TAG; rate=0…1 (0.5 is the voice's own); pitch=0.5…2; volume=0…1; rate-variation=0…1 and "
          + "pitch-variation=0…1, by chance for each line; tuning-volume=0…1; seed=NUMBER; chorus=on|off"
      )
    ]
    description.notes = [
      "A profile is a voice: --voice=profile:NAME, in every command, cast and queue. The same seed and line give the same sound."
    ]
    description.examples = [
      .init("profiles set anna voice=flite:slt rate=0.55 rate-variation=0.05"),
      .init("profiles default anna en"), .init("speak --voice=profile:anna \"Good evening.\""),
    ]
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "", [.json("list, show: print an object for each profile"), .quiet, .showsHelp])
      ]
    ) { given throws(UserError) in
      let words = given.words
      switch given.verb {
      case "show": return .profiles(.show(words[0]))
      case "set":
        return .profiles(
          .set(
            words[0],
            try words.dropFirst().map { (word) throws(UserError) in
              let (key, value) = try OptionValues.pair("A value", word, "KEY=VALUE, as in rate=0.6")
              return .init(key: key, value: value)
            }))
      case "remove": return .profiles(.remove(words[0]))
      case "default":
        return .profiles(
          .setDefault(
            words[0] == "none" ? nil : words[0],
            language: words.count > 1 ? try OptionValues.language(words[1]) : ""))
      case "hide": return .profiles(.hide(words[0], true))
      case "unhide": return .profiles(.hide(words[0], false))
      default: return .profiles(.list(language: words.first ?? ""))
      }
    }
  }
}
