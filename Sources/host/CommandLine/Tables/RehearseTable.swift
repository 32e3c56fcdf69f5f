import CueOptions
import CueRehearsal

struct RehearseValues {
  var options = RehearseOptions(script: "", roles: [])
  var sound = SoundOptions()
}

extension CommandTable {
  static var rehearse: CommandDefinition<RehearseValues> {
    CommandDefinition(
      .init("rehearse", words: .init("[SCRIPT]", completing: [.file])), RehearseValues(),
      [
        OptionGroup(rehearseParts),
        OptionGroup("Your voice", rehearseVoice),
        OptionGroup("Learning", rehearseLearning),
        OptionGroup(
          "Sound", CommandOption.sound({ $1(&$0.sound) }, ofScript: true)),
        OptionGroup("The prompter", prompterOptions),
        OptionGroup(CommandOption.running),
      ]
    ) { given throws(UserError) in
      var options = given.values.options
      options.prompter.language = given.values.sound.language
      options.script = given.words.first ?? ""
      // At a terminal, the user chooses the script.
      if given.words.isEmpty, given.hasInput || options.showsHistory || options.forgetsHistory {
        throw .usage("A rehearsal needs a script.")
      }
      options.wishes.voices = given.values.sound.voices
      options.wishes.language = given.values.sound.language
      try given.values.sound.check(given.manner)
      try options.check()
      return .rehearse(options, given.values.sound)
    }
  }
}
