import CueOptions
import CuePlugins

/// The values for the commands that list something.
struct ListValues {
  var plugins: [PluginChoice] = []
  var language = ""
  var showsEmoji = true
  /// Whether hidden voices are listed, too.
  var showsHidden = false
  /// The microphone whose level is shown; the last one counts.
  var meters: [PluginChoice] = []
  var page: HelpFormat?
}

// Commands that show what is installed.
extension CommandTable {
  static var voices: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("voices", words: .init("[PLUGIN…]", completing: [.plugin(kind: "voice")])),
      ListValues(),
      options: [
        .language { $0.language = $1 },
        .voices({ $1(&$0.plugins) }),
        .settings,
        .flag("--all") { $0.showsHidden = true },
      ], CommandOption.running
    ) { given throws(UserError) in
      .voices(
        given.values.plugins + given.plugins, language: given.values.language,
        showsHidden: given.values.showsHidden)
    }
  }

  static var plugins: CommandDefinition<ListValues> {
    CommandDefinition(
      .init(
        "plugins", words: .init("[PLUGIN…]", completing: [.plugin(kind: "")]),
        verbs: [
          .init("rescan", "[PLUGIN…]", completing: [.plugin(kind: "")])
        ]), ListValues(),
      [OptionGroup(CommandOption.talking)]
    ) { .plugins($0.words, rescans: $0.verb == "rescan") }
  }

  static var tones: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("tones", words: .nothing), ListValues(),
      options: [
        .noEmoji { $0.showsEmoji = false }
      ], CommandOption.talking
    ) { .tones(showsEmoji: $0.values.showsEmoji) }
  }

  static var doctor: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("doctor", words: .nothing), ListValues(),
      options: CommandOption.running
    ) { _ in .doctor }
  }
}
