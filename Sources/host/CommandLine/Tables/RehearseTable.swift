/// What `rehearse` was asked for.
struct RehearseOptions: Equatable {
  var script: String
  var roles: [String]
  /// Who plays whom.
  var wishes = CastWishes()
  var actorScript: String?
  var startLine = 1
  var pauseMilliseconds: Int?
  var showsEmoji = true
}

struct RehearseValues {
  var options = RehearseOptions(script: "", roles: [])
  var sound = SoundOptions()
}

extension CommandTable {
  static var rehearse: CommandDefinition<RehearseValues> {
    var description = CommandDescription(
      "rehearse", "Rehearse a scene: voices speak the other parts and wait for yours.")
    description.forms = [.init("rehearse SCRIPT --as NAME [OPTION]…")]
    description.terms = [("SCRIPT", "Fountain, Final Draft (FDX) or plain text")]
    description.words = WordsDescription(
      "SCRIPT", 1...1, completing: [.file], "A rehearsal needs a script.",
      surplus: { _ in "A rehearsal has one script." })
    description.notes = [
      "Keys: Enter goes on, p pauses and resumes, b goes back, r repeats, g LINE goes to a line, s SCENE to a scene, "
        + "q ends.",
      "A file for --scripted has an action on each line; # begins a comment. 'next' says your line in no time, 'line' "
        + "in about the time that it takes to say, a number in so many seconds; pause, resume, back, repeat, goto "
        + "LINE, scene NUMBER and stop do what the keys do; 'at SECONDS ACTION' does it so far into the next line of "
        + "another part. After the end of the file, each further line of yours is 'line'.",
    ]
    description.examples = [
      .init("rehearse Examples/the-last-train.fountain --as NORA"),
      .init("rehearse scene.fountain --as NORA --cast OSKAR=flite:rms -o session.wav"),
    ]
    return CommandDefinition(
      description, RehearseValues(),
      [
        OptionGroup("", rehearseParts),
        OptionGroup(
          "Sound", CommandOption.sound(\.sound)),
        OptionGroup(
          "", [.json("print each event as a line of JSON"), .quiet, .verbose, .showsHelp]),
      ]
    ) { given throws(UserError) in
      var options = given.values.options
      options.script = given.words[0]
      options.wishes.voices = given.values.sound.voices
      options.wishes.language = given.values.sound.language
      try given.values.sound.check(given.manner)
      return .rehearse(options, given.values.sound)
    }
  }

  private static var rehearseParts: [CommandOption<RehearseValues>] {
    let own: [CommandOption<RehearseValues>] = [
      .value("--as NAME", "your part; may be repeated", isRepeatable: true) {
        $0.options.roles.append($1)
      }
    ]
    let others: [CommandOption<RehearseValues>] = [
      .alias(\.options.wishes),
      .value(
        "--lexicon FILE",
        "how words are spoken, a line each: Aoife = EE-fa; 'Lexicon:' on the title page does the same",
        completion: .file
      ) { $0.options.wishes.lexicon = $1 },
      .number("--from LINE", in: 1...1_000_000, "begin at that line") {
        $0.options.startLine = Int($1)
      },
      .number(
        "--gap MILLISECONDS", in: 0...60_000,
        "the silence after a line, unless a tone says otherwise; 150 by default",
        formerly: ["--pause-ms"]
      ) { $0.options.pauseMilliseconds = Int($1) },
      .scripted(
        "your side comes from a file, and the rehearsal does not wait for you",
        formerly: ["--script-actor"]
      ) { $0.options.actorScript = $1 },
      .noEmoji { $0.options.showsEmoji = false },
    ]
    return own + CommandOption.cast(\.options.wishes, keeps: "for this run") + others
  }
}
