import CueOptions

/// The action of `credentials`.
enum CredentialsAction: Equatable {
  case set(plugin: String, name: String)
  case list
  case remove(plugin: String, name: String)
}

extension CommandTable {
  static var credentials: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "credentials", "Keep the keys of plugins in a file that only you can read.")
    let plugin = Completion.plugin(kind: "")
    description.verbs = [
      VerbDescription(
        "set",
        WordsDescription(
          "PLUGIN [NAME]", 1...2, completing: [plugin, .nothing],
          "'\(Program.name) credentials set' needs a plugin: set PLUGIN [NAME].",
          surplus: { _ in
            "A key is never given on the command line, where others can read it: it is asked for, "
              + "or read from standard input."
          }), "ask for a key, or read it from standard input; NAME is 'key' by default"),
      VerbDescription(
        "list", .none("The list of credentials takes no words."), "list the keys, masked"),
      VerbDescription(
        "remove",
        WordsDescription(
          "PLUGIN [NAME]", 1...2, completing: [plugin, .nothing],
          "Removing a key needs a plugin: remove PLUGIN [NAME]."), "remove a key"),
    ]
    description.notes = [
      "A key is looked for on a descriptor (--key-fd), in the environment (CUE_PLUGIN_NAME, as in CUE_ELEVENLABS_KEY), "
        + "in $CREDENTIALS_DIRECTORY/cue-PLUGIN-NAME, from a command in cue.conf (elevenlabs.key.command = pass show "
        + "elevenlabs), and in this file, in that order."
    ]
    return CommandDefinition(
      description, ListValues(),
      [OptionGroup("", [.json("print an object for each key"), .quiet, .verbose, .showsHelp])]
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
