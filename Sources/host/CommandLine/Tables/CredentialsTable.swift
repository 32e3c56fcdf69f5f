import CueOptions

/// The action of `credentials`.
enum CredentialsAction: Equatable {
  case set(plugin: String, name: String)
  case list
  case remove(plugin: String, name: String)
}

extension CommandTable {
  static var credentials: CommandDefinition<ListValues> {
    CommandDefinition(
      .init(
        "credentials",
        verbs: [
          .init("set", "PLUGIN [NAME]", completing: [.plugin(kind: ""), .nothing]), .init("list"),
          .init("remove", "PLUGIN [NAME]", completing: [.plugin(kind: ""), .nothing]),
        ]), ListValues(),
      [OptionGroup(CommandOption.talking)]
    ) { given throws(UserError) in
      let name = given.words.count > 1 ? given.words[1] : "key"
      return switch given.verb {
      case "set": .credentials(.set(plugin: given.words[0], name: name))
      case "remove": .credentials(.remove(plugin: given.words[0], name: name))
      default: .credentials(.list)
      }
    }
  }
}
