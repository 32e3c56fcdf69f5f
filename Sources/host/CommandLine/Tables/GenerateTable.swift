import CueCasting
import CueOptions
import CueScreenplay

struct GenerateValues {
  var options = GenerateOptions()
  var script = ScriptValues()
}

extension CommandTable {
  static var generate: CommandDefinition<GenerateValues> {
    CommandDefinition(
      .init("generate", words: .init("SCRIPT", completing: [.file])), GenerateValues(),
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
      try options.check()
      return .generate(options, words: given.typed)
    }
  }

  private static var generateVoices: [CommandOption<GenerateValues>] {
    let pool: [CommandOption<GenerateValues>] = [
      .output { $0.options.output = $1 },
      .voices({ $1(&$0.options.wishes.voices) }),
      .strict { $0.options.isStrict = true }, .settings,
      .number("--seed N", in: 1...4_294_967_295) { $0.options.seed = UInt32($1) },
    ]
    let script: [CommandOption<GenerateValues>] = [
      .language {
        $0.options.wishes.language = $1
      },
      .tone(ofScript: true) { $1(&$0.options.tones) },
      .keyDescriptor({ $1(&$0.options.keyDescriptors) }),
    ]
    return pool + CommandOption.cast(\.options.wishes) + script
  }

  private static var generateParts: [CommandOption<GenerateValues>] {
    [
      .layout { $0.options.wishes.layout = $1 },
      .prose { $0.options.wishes.layout = $1 },
      .parsed("--scenes 3-7,9", OptionValues.ranges) { $0.options.scenes += $1 },
      .value("--characters A,B") {
        $0.options.characters += $1.split(separator: ",").map(String.init)
      },
      .flag("--only-changed") { $0.options.isOnlyChanged = true },
      .value("--redo ITEM[,…]") {
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
      .choice("--per whole|scene|line|character") { $0.options.files.per = $1 },
      .value("--format KIND") { $0.options.files.format = $1.lowercased() },
      .number("--sample-rate HZ", in: 8000...192_000) { $0.options.files.rateHertz = Int($1) },
      .number("--bitrate KBPS", in: 8...512) { $0.options.files.kilobits = Int($1) },
      .number("--gap MILLISECONDS", in: 0...60_000) { $0.options.files.gapMilliseconds = Int($1) },
      .value("--loudness LUFS|off") {
        (values: inout GenerateValues, text: String) throws(UserError) in
        if text != "off" { _ = try OptionValues.number("--loudness", text, -70 ... -5) }
        values.options.files.loudness = text
      },
      .number("--true-peak DBTP", in: -20...0) { $0.options.files.truePeak = $1 },
      .parsed("--pan NAME=WHERE[,…]", isRepeatable: true, pans) { $0.options.files.pans += $1 },
      .choice("--chapters scenes|sections|none") { $0.options.files.chapters = $1 },
      .value("--subtitles KIND[,…]", completion: .word(subtitles, isList: true)) {
        (values: inout GenerateValues, text: String) throws(UserError) in
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
      .value("--cover PICTURE", completion: .file) { $0.options.files.cover = $1 },
    ]
  }

  private static func pans(_ option: String, _ text: String) throws(UserError) -> [GenerateOptions
    .OutputOptions.Pan]
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
      .flag("--dry-run") { $0.options.isDryRun = true },
      .flag("--proof") { $0.options.isProofread = true },
      .number("--retakes N", in: 1...20) { $0.options.retakes = Int($1) },
      .recognizers({ $1(&$0.options.recognizers) }),
      .number("--jobs N", in: 1...256) { $0.options.lanes = Int($1) },
      .parsed("--cache DIR", completion: .folder, OptionValues.present("a folder")) {
        $0.options.cache = $1
      },
      .value("--shard I/N") {
        (values: inout GenerateValues, text: String) throws(UserError) in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
          (1...100_000).contains(count), (1...count).contains(number)
        else {
          throw .usage("--shard takes I/N, as in 2/8 for the second of eight; not “\(text)”.")
        }
        values.options.shard = .init(number: number, count: count)
      },
      .flag("--assemble") { $0.options.assembles = true },
    ] + CommandOption.running
  }
}
