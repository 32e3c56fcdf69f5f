import CueOptions

/// The values for `speak`.
struct SpeakValues {
  var sound = SoundOptions()
  var file: String?
  var byLine = false
}

extension CommandTable {
  static var speak: CommandDefinition<SpeakValues> {
    var description = CommandDescription("speak", "Say a text.")
    description.forms = [
      .init("[OPTION]… TEXT…", "say words; the first word is not a command"),
      .init("speak [OPTION]… [TEXT…]", "say words, or standard input"),
      .init("speak [OPTION]… -f FILE", "say the paragraphs of a file"),
    ]
    description.words = WordsDescription("[TEXT…]", 0...Int.max, "")
    description.notes = [
      "Without -o the sound is heard. With -o it is written, and heard too if --device is given."
    ]
    description.manual = [
      "A text is said paragraph by paragraph. Without text and with a terminal on standard input, help is shown. "
        + "A first word that is a command is a command; a first word in lower case that is none is refused: "
        + "'\(Program.name) speak WORD' and '\(Program.name) -- WORD' say it.",
      "With --json every event is a line on standard output: line, word, sentence, mark, shortfall, stand-in, "
        + "end, cancelled, failed, done. Times are seconds of the session, offsets are bytes of the input. "
        + "A file appears under its name only when it is whole.",
    ]
    description.examples = [
      .init("--voice=plugins/libflite.so \"Good evening\""),
      .init("--voice=espeak:en-us+f3 --tone playful -o hello.wav \"There you are.\""),
      .init("speak -f chapter.txt --rate 1.2 -o chapter.opus"),
    ]
    return CommandDefinition(
      description, SpeakValues(),
      [
        OptionGroup(
          "",
          [
            .value(
              "-f, --file FILE", "say a file instead of words; - is standard input",
              completion: .file
            ) { $0.file = $1 },
            .flag("--lines", "each line is a line of speech, instead of each paragraph") {
              $0.byLine = true
            },
            .flag("--ssml", "the text is SSML") { $0.sound.isSSML = true },
          ]), OptionGroup("", CommandOption.sound({ $1(&$0.sound) })),
        OptionGroup(
          "",
          [
            .json("print each event as a line of JSON on standard output"), .localOnly, .allow,
            .noSandbox, .quiet,
            .verbose,
            .showsHelp, CommandOption("-V, --version", "show the version", .version),
          ]),
      ]
    ) { given throws(UserError) in
      let values = given.values
      let words = given.words.joined(separator: " ")
      if values.file != nil, !given.words.isEmpty {
        throw .usage("Words and --file were both given; there is one text.")
      }
      if values.file == nil, given.words.isEmpty, !given.hasInput {
        return .help(topic: given.isImplied ? nil : "speak")
      }
      try values.sound.check(given.manner)
      let source: Command.Source =
        switch values.file {
        case "-"?: .standardInput
        case let file?: .file(file)
        case nil: given.words.isEmpty ? .standardInput : .words(words)
        }
      return .speak(source, byLine: values.byLine, values.sound)
    }
  }
}
