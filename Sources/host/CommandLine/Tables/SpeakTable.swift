import CueOptions

/// The values for `speak`.
struct SpeakValues {
  var sound = SoundOptions()
  var file: String?
  var byLine = false
  var asItComes = false
}

extension CommandTable {
  static var speak: CommandDefinition<SpeakValues> {
    CommandDefinition(
      .init("speak", words: .init("[TEXT…]")), SpeakValues(),
      [
        OptionGroup([
          .value("-f, --file FILE", completion: .file) { $0.file = $1 },
          .flag("--lines") { $0.byLine = true },
          .flag("--ssml") { $0.sound.isSSML = true },
          .flag("--stream") { $0.asItComes = true },
        ]), OptionGroup(CommandOption.sound({ $1(&$0.sound) })),
        OptionGroup([
          .json, .localOnly, .allow,
          .noSandbox, .quiet,
          .verbose,
          .showsHelp, CommandOption("-V, --version", .version),
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
      if values.asItComes {
        guard given.words.isEmpty, values.file ?? "-" == "-" else {
          throw .usage("--stream says standard input, and no other text.")
        }
        guard !values.sound.isSSML else {
          throw .usage("--stream says plain text: SSML is one document, which must be whole.")
        }
      }
      try values.sound.check(given.manner)
      let source: Command.Source =
        switch values.file {
        case _ where values.asItComes: .arriving
        case "-"?: .standardInput
        case let file?: .file(file)
        case nil: given.words.isEmpty ? .standardInput : .words(words)
        }
      return .speak(source, byLine: values.byLine, values.sound)
    }
  }
}
