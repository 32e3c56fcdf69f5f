import CueOptions
import CueRehearsal
import CueScreenplay

struct DirectValues {
  /// `--layout`.
  var layout: ScriptLayout?
}

extension CommandTable {
  static var direct: CommandDefinition<DirectValues> {
    var description = CommandDescription(
      "direct", "Direct a script: how characters, scenes and lines are played, in a file beside it."
    )
    description.forms = [.init("direct SCRIPT [WHO [KEY=VALUE…]]")]
    description.terms = [
      ("WHO", "a character, \"scene 2\" or \"line 12\""),
      (
        "KEY=VALUE",
        "of a character: tones, state, objective, notes, delay; of a scene: context; of a line: tones, notes, delay, strictness, "
          + "cut, recording, reading; "
          + "nothing after = removes it"
      ),
    ]
    description.words = WordsDescription(
      "SCRIPT [WHO [KEY=VALUE…]]", 1...40, completing: [.file], "Which script is to be directed?",
      surplus: { _ in "There are more values than can be set at once." })
    description.notes = [
      "The file is SCRIPT.direction, and 'rehearse' reads it. Without WHO it is shown; you can edit it, too: [OSKAR] begins "
        + "what is said of Oskar.",
      "tones are played by every voice. state, objective, notes and context are given to voices that act by themselves. delay "
        + "is the silence before a line, in seconds. strictness says when your own line counts as said, and cut names the word "
        + "on which the next speaker interrupts the line.",
      "recording is a sound file that is heard in place of the line; without it, or if it has no more than 1000 bytes, the voice "
        + "says the line. reading is a sound file with the line as you want it: it sets the voice's pace (half to double) and pitch "
        + "(8 semitones at most). Both are named from the script's folder.",
    ]
    description.examples = [
      .init("direct scene.fountain OSKAR tones=tense delay=0.4"),
      .init("direct scene.fountain \"line 12\" tones=softly"),
    ]
    return CommandDefinition(
      description, DirectValues(),
      [
        OptionGroup(
          "",
          [
            .layout { $0.layout = $1 }, .json("print an object for each subject"), .quiet,
            .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      var options = DirectOptions(script: given.words[0])
      options.layout = given.values.layout
      guard given.words.count > 1 else { return .direct(options) }
      guard let subject = DirectionFile.subject(given.words[1]) else {
        throw .usage("WHO is a character, a scene or a line, not “\(given.words[1])”.")
      }
      options.subject = subject
      for word in given.words.dropFirst(2) {
        let (name, value) = try OptionValues.pair("A value", word, "KEY=VALUE, as in tones=angry")
        let keys = DirectionFile.Key.of(subject)
        guard let key = keys.first(where: { $0.rawValue == name.lowercased() }) else {
          let known = keys.map(\.rawValue)
          throw .unknown(
            name, in: known,
            "\(given.words[1]) has \(OptionValues.alternatives(known)), not “\(name)”.")
        }
        options.values.append(.init(key: key, text: value))
      }
      return .direct(options)
    }
  }
}
