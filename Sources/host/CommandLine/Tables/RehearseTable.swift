import CueKeys
import CueOptions
import CueRehearsal

struct RehearseValues {
  var options = RehearseOptions(script: "", roles: [])
  var sound = SoundOptions()
}

extension CommandTable {
  static var rehearse: CommandDefinition<RehearseValues> {
    var description = CommandDescription(
      "rehearse", "Rehearse a scene: voices speak the other parts and wait for yours.")
    description.forms = [
      .init("rehearse SCRIPT [--as NAME] [OPTION]…"),
      .init("rehearse", "choose script, part and scene at the terminal"),
      .init("rehearse SCRIPT --history [--as NAME]", "what is known of your lines"),
    ]
    description.terms = [
      (
        "SCRIPT",
        CommandTable.scriptFormats
          + "; - is standard input, and keys come from the terminal, if there is one"
      )
    ]
    description.words = WordsDescription(
      "[SCRIPT]", 0...1, completing: [.file], "A rehearsal needs a script.",
      surplus: { _ in "A rehearsal has one script." })
    description.notes = [
      RehearsalKey.sentence,
      "At a terminal, the script is on a prompter: the current line in the middle, words lit as they are spoken, your lines "
        + "with a bar. --plain prints it line by line. Keys direct the partner's line that is spoken or comes next, "
        + "and SCRIPT.direction keeps it.",
      "Without --as, the parts are listed at a terminal, and you choose yours. A speech of 'ANNA AND TOM', 'BOTH' or 'ALL' "
        + "is yours if you play one of them.",
      "A rehearsal goes on where the last one of the same part stopped; --from 1 begins again. With --scene, --to, --loop, "
        + "--repeat, --times, --trouble, --due, --cues-only, --shuffle, -o, --json or --scripted it begins at its first line, and keeps nothing.",
      "With --scripted or a pipe, --loop and --repeat stop after the last action.",
      "Standard input that is a pipe has an action on each line, as the file of --scripted, and each is waited for when it is "
        + "your turn. An empty line is 'next'; other words are what you say, and your line is done.",
      "With --microphone, the rehearsal hears you: it goes on when your line was said, waits while you think within it, and "
        + "tells you what was left out. Say “line please” for the next words, also in the middle of your line; “go back”, "
        + "“again” and “next line” do what the keys do, and “stop rehearsal”, said twice, ends it.",
      "A file for --scripted has an action on each line; # begins a comment. 'next' says your line in no time, 'line' "
        + "in about the time that it takes to say, a number in that many seconds; pause, resume, back, repeat, goto "
        + "LINE, scene NUMBER and stop do what the keys do; 'prompt' asks for the next words, 'give' for all "
        + "of the line; 'at SECONDS ACTION' does it so far into the next line of "
        + "another part. After the end of the file, each further line of yours is 'line'.",
    ]
    description.examples = [
      .init("rehearse Examples/the-last-train.fountain --as NORA"),
      .init("rehearse scene.fountain --as NORA --cast OSKAR=flite:rms -o session.wav"),
      .init("rehearse scene.fountain --as NORA --scene 2 --repeat"),
      .init("rehearse scene.fountain --as NORA --microphone"),
    ]
    return CommandDefinition(
      description, RehearseValues(),
      [
        OptionGroup("", rehearseParts),
        OptionGroup("Your voice", rehearseVoice),
        OptionGroup("Learning", rehearseLearning),
        OptionGroup(
          "Sound", CommandOption.sound({ $1(&$0.sound) }, ofScript: true)),
        OptionGroup("The prompter", prompterOptions),
        OptionGroup(
          "",
          [
            .json("print each event as a line of JSON"), .localOnly, .allow, .noSandbox, .quiet,
            .verbose, .showsHelp,
          ]),
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
      try check(options)
      return .rehearse(options, given.values.sound)
    }
  }

  private static func check(_ options: RehearseOptions) throws(UserError) {
    if options.scene != nil, options.startLine != nil || options.lastLine != nil {
      throw .usage("--scene is a whole scene; --from and --to are lines of the script.")
    }
    if options.loop != nil,
      options.scene != nil || options.startLine != nil || options.lastLine != nil
    {
      throw .usage("--loop says which lines; --scene, --from and --to say others.")
    }
    if options.repeats, options.times != nil {
      throw .usage("--repeat goes on until you stop, and --times ends after a number of times.")
    }
    if let last = options.lastLine, let first = options.startLine, last < first {
      throw .usage("--to \(last) is before --from \(first).")
    }
    if options.trouble, options.due {
      throw .usage("--trouble and --due both say which lines.")
    }
    if options.records, !options.isHeard {
      throw .usage("--record records you, and no --microphone says where you are heard.")
    }
    if options.seed != nil, !options.shuffles {
      throw .usage("--seed is for the order of --shuffle.")
    }
    if !options.isHeard, !options.recognizers.isEmpty {
      throw .usage("--recognizer says who hears you, and no --microphone where.")
    }
    if !options.isHeard, !options.secondOpinions.isEmpty {
      throw .usage("--second-opinion judges what is heard, and no --microphone says where.")
    }
    if options.robot != nil, options.microphone != nil {
      throw .usage("--robot speaks in your place; --microphone hears you.")
    }
    if options.microphone == "-", options.script == "-" || options.actorScript == "-" {
      throw .usage("Standard input cannot be the microphone and something else.")
    }
    if options.script == "-", options.actorScript == "-" {
      throw .usage("The script and the actor's side cannot both be standard input.")
    }
  }
}
