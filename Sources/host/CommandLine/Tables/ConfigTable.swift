import CueOptions
import CuePlugins

extension CommandTable {
  static var config: CommandDefinition<ListValues> {
    CommandDefinition(
      .init(
        "config",
        verbs: [
          .init("show", "[NAME]", completing: [.word(Preference.allCases.map(\.rawValue))]),
          .init(
            "set", "NAME VALUE", completing: [.word(Preference.allCases.map(\.rawValue)), .nothing]),
          .init("unset", "NAME", completing: [.word(Preference.allCases.map(\.rawValue))]),
        ]), ListValues(),
      [OptionGroup([.json, .quiet, .showsHelp])]
    ) { given throws(UserError) in
      switch given.verb {
      case "set": .config(.set(given.words[0], to: given.words[1]))
      case "unset": .config(.unset(given.words[0]))
      default: .config(.show(given.words.first))
      }
    }
  }
}
