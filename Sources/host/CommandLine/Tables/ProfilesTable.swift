import CueOptions

extension CommandTable {
  static var profiles: CommandDefinition<ListValues> {
    CommandDefinition(
      .init(
        "profiles",
        verbs: [
          .init("list", "[LANGUAGE]"), .init("show", "NAME"),
          .init("set", "NAME KEY=VALUE…", 2...20), .init("remove", "NAME"),
          .init("default", "NAME|none [LANGUAGE]"), .init("hide", "VOICE", completing: [.voice]),
          .init("unhide", "VOICE", completing: [.voice]),
        ]), ListValues(),
      options: [.json, .quiet, .showsHelp]
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
