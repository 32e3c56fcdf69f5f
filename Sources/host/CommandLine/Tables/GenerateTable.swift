import CueCasting
import CueOptions
import CueScreenplay

struct GenerateValues {
  var options = GenerateOptions()
  var script = ScriptValues()
}

extension CommandTable {
  static var generate: CommandDefinition<GenerateValues> {
    var description = CommandDescription("generate", "Make a cast recording of a screenplay.")
    description.forms = [.init("generate SCRIPT -o OUT [OPTION]…")]
    description.terms = [("SCRIPT", CommandTable.scriptFormats)]
    description.words = WordsDescription(
      "SCRIPT", 1...1, completing: [.file],
      "A recording needs a script, as in: \(Program.name) generate play.fountain -o play.wav",
      surplus: { "A recording is made of one script, not \($0)." })
    description.notes = [
      "Voices come from --cast, --voice or '\(Program.name) cast'; a part without a voice gets a proposal.",
      "Each clip is stored at once, keyed by text, voice, version and settings. Ctrl-C keeps what is done (exit status "
        + "130), and the same command goes on there, whatever ended it; a second Ctrl-C ends at once. Clips that fail "
        + "are listed at the end with the reason: exit status 1, or 75 if trying again may help.",
      "With --proof, exit status 1 also means that words of some clips differ, and 75 that some could not be read.",
    ]
    description.examples = [
      .init("generate film.fountain -o film.m4b --chapters scenes --cover poster.jpg"),
      .init("generate film.fountain -o stems/ --per character"),
    ]
    return CommandDefinition(
      description, GenerateValues(),
      [
        OptionGroup("Voices", generateVoices),
        OptionGroup("What is said", CommandOption.speaking(\.script) + generateParts),
        OptionGroup("The files", generateFiles), OptionGroup("The work", generateWork),
      ]
    ) { given throws(UserError) in
      var options = given.values.options
      options.script = given.words[0]
      options.rules = given.values.script.rules
      options.speaking = given.values.script.speaking
      options.speaking.language = options.wishes.language
      options.wishes.aliases = options.speaking.aliases.sorted { $0.key < $1.key }
        .map { .init(cue: $0.key, name: $0.value.isEmpty ? nil : $0.value) }
      options.wishes.lexicon = given.values.script.lexicon
      try check(options)
      return .generate(options, words: given.typed)
    }
  }

  private static func check(_ options: GenerateOptions) throws(UserError) {
    if options.script == "-" {
      throw .usage("A recording is made of a file, so that it can be resumed; “-” is none.")
    }
    if options.shard != nil {
      guard options.cache != nil else {
        throw .usage("--shard makes clips for others, and no --cache says where they go.")
      }
      guard options.output == nil, !options.assembles else {
        throw .usage("--shard makes a share of the clips; --assemble -o makes the files.")
      }
    } else if options.output == nil, !options.isDryRun, !options.isProofread {
      throw .usage("Where does the recording go? Say it with -o, as in -o play.wav")
    }
    if options.assembles, options.cache == nil {
      throw .usage("--assemble joins what is in a cache, and no --cache says where that is.")
    }
    if options.assembles, !options.redone.isEmpty || options.isOnlyChanged {
      throw .usage("--assemble only joins clips: leave out --redo and --only-changed.")
    }
    if options.isProofread, options.isDryRun {
      throw .usage("--dry-run makes nothing that --proof could read.")
    }
    if options.retakes > 0, !options.isProofread {
      throw .usage("--retakes needs --proof, which finds the clips whose words differ.")
    }
    if !options.recognizers.isEmpty, !options.isProofread {
      throw .usage("--recognizer says who reads back, and no --proof asks for that.")
    }
    if options.files.loudness == "off", options.files.truePeak != nil {
      throw .usage("With --loudness off nothing is measured, and --true-peak says nothing.")
    }
    if options.output == "-" {
      throw .usage("A recording is a file; “-” is none.")
    }
  }

  private static var generateVoices: [CommandOption<GenerateValues>] {
    let pool: [CommandOption<GenerateValues>] = [
      .output(
        "a file whose ending says the kind (.wav .flac .ogg .opus .mp3 .m4b …); a folder with --per scene, line or character"
      ) { $0.options.output = $1 },
      .voices({ $1(&$0.options.wishes.voices) }, "only these voices; else the cast, or a proposal"),
      .strict { $0.options.isStrict = true }, .settings(),
      .number(
        "--seed N", in: 1...4_294_967_295, "other takes of voices that vary at random"
      ) { $0.options.seed = UInt32($1) },
    ]
    let script: [CommandOption<GenerateValues>] = [
      .language("the script's language; else the title page or the words tell") {
        $0.options.wishes.language = $1
      },
      .tone(ofScript: true) { $1(&$0.options.tones) },
      .keyDescriptor({ $1(&$0.options.keyDescriptors) }),
    ]
    return pool + CommandOption.cast(\.options.wishes, keeps: "for this run") + script
  }

  private static var generateParts: [CommandOption<GenerateValues>] {
    [
      .layout { $0.options.wishes.layout = $1 },
      .prose { $0.options.wishes.layout = $1 },
      .value("--scenes 3-7,9", "only these scenes, counted from 1") {
        (values: inout GenerateValues, text: String) throws(UserError) in
        values.options.scenes += try OptionValues.ranges("--scenes", text)
      },
      .value("--characters A,B", "only these; NARRATOR is the narrator") {
        $0.options.characters += $1.split(separator: ",").map(String.init)
      },
      .flag("--only-changed", "the output has only what was made now") {
        $0.options.isOnlyChanged = true
      },
      .value(
        "--redo ITEM[,…]",
        "make another take of these items; with --proof, it is kept unless more of its words differ"
      ) {
        (values: inout GenerateValues, text: String) throws(UserError) in
        for range in try OptionValues.ranges("--redo", text) {
          guard range.count <= 10_000 else { throw .usage("--redo takes items, not all.") }
          values.options.redone += range
        }
      },
    ]
  }

  private static var generateFiles: [CommandOption<GenerateValues>] {
    let subtitles = ["srt", "vtt", "lrc", "labels", "cues", "page"]
    return [
      .choice(
        "--per whole|scene|line|character", "one file of all, or one for each; whole by default"
      ) { $0.options.files.per = $1 },
      .value("--format KIND", "the kind of file, if OUT does not say it") {
        $0.options.files.format = $1.lowercased()
      },
      .number(
        "--sample-rate HZ", in: 8000...192_000,
        "samples a second; those of the best voice by default"
      ) { $0.options.files.rateHertz = Int($1) },
      .number(
        "--bitrate KBPS", in: 8...512, "for .mp3, .opus and .m4b: thousands of bits a second"
      ) { $0.options.files.kilobits = Int($1) },
      .number(
        "--gap MILLISECONDS", in: 0...60_000,
        "the silence between two speeches; 400 by default; other pauses change in proportion"
      ) { $0.options.files.gapMilliseconds = Int($1) },
      .value("--loudness LUFS|off", "the loudness of the whole; -18 by default") {
        (values: inout GenerateValues, text: String) throws(UserError) in
        if text != "off" { _ = try OptionValues.number("--loudness", text, -70 ... -5) }
        values.options.files.loudness = text
      },
      .number("--true-peak DBTP", in: -20...0, "the limit of peaks; -1 by default") {
        $0.options.files.truePeak = $1
      },
      .value(
        "--pan NAME=WHERE[,…]", "the stereo position of a character, from -1 (left) to 1 (right)",
        isRepeatable: true
      ) { (values: inout GenerateValues, text: String) throws(UserError) in
        values.options.files.pans += try pans(text)
      },
      .choice("--chapters scenes|sections|none", "start a chapter at each scene or section") {
        $0.options.files.chapters = $1
      },
      .value(
        "--subtitles KIND[,…]", "srt, vtt, lrc, labels, cues (JSON), page (read along)",
        completion: .word(subtitles, isList: true)
      ) { (values: inout GenerateValues, text: String) throws(UserError) in
        for kind in text.split(separator: ",").map(String.init) {
          guard subtitles.contains(kind) else {
            throw .unknown(
              kind, in: subtitles,
              "There is no “\(kind)” for --subtitles; there are \(subtitles.joined(separator: ", "))."
            )
          }
          if !values.options.files.subtitles.contains(kind) {
            values.options.files.subtitles.append(kind)
          }
        }
      },
      .value("--cover PICTURE", "a JPEG or PNG, for .m4b", completion: .file) {
        $0.options.files.cover = $1
      },
    ]
  }

  private static func pans(_ text: String) throws(UserError) -> [GenerateOptions.OutputOptions.Pan]
  {
    var pans: [GenerateOptions.OutputOptions.Pan] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.lastIndex(of: "="), equals != part.startIndex else {
        throw .usage("--pan takes NAME=WHERE, as in --pan JO=-0.5,BO=0.5; not “\(text)”.")
      }
      let place = String(part[part.index(after: equals)...])
      pans.append(
        .init(
          name: String(part[..<equals]), place: try OptionValues.number("--pan", place, -1...1)))
    }
    return pans
  }

  private static var generateWork: [CommandOption<GenerateValues>] {
    [
      .flag("--dry-run", "print items, characters, length and cost by provider; make nothing") {
        $0.options.isDryRun = true
      },
      .flag(
        "--proof",
        "let a recognizer read every clip back; list those whose words differ, each with the command that makes it again"
      ) { $0.options.isProofread = true },
      .number(
        "--retakes N", in: 1...20,
        "with --proof: up to N more takes of each clip whose words differ; the best is kept"
      ) { $0.options.retakes = Int($1) },
      .recognizers(
        { $1(&$0.options.recognizers) },
        "who reads back for --proof: by default the best that is installed"),
      .number(
        "--jobs N", in: 1...256,
        "how many clips are made at once: by default one for each core, and with a service as many as it accepts"
      ) {
        $0.options.lanes = Int($1)
      },
      .value("--cache DIR", "keep clips there, and not in the library", completion: .folder) {
        (values: inout GenerateValues, text: String) throws(UserError) in
        values.options.cache = try OptionValues.present("--cache", text, "a folder")
      },
      .value(
        "--shard I/N", "with --cache: make only the I-th of N shares of the clips, and no file"
      ) {
        (values: inout GenerateValues, text: String) throws(UserError) in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
          (1...100_000).contains(count), (1...count).contains(number)
        else {
          throw .usage("--shard takes I/N, as in 2/8 for the second of eight; not “\(text)”.")
        }
        values.options.shard = .init(number: number, count: count)
      },
      .flag(
        "--assemble",
        "with --cache: make the file of clips that all exist; exit status 75 and a list if some are missing"
      ) { $0.options.assembles = true },
      .json("print each event as a line of JSON on standard output"), .localOnly, .allow,
      .noSandbox, .quiet, .verbose,
      .showsHelp,
    ]
  }
}
