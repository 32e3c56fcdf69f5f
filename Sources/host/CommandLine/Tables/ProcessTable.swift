import CueAudio
import CueOptions
import CuePlugins

/// The options of `process`.
struct ProcessOptions: Equatable {
  /// A sound file; `-` for standard input.
  var input = ""
  /// A sound file; `-` for standard output.
  var output = ""
  /// The effects, in order.
  var effects: [PluginChoice] = []
  /// The format of raw input; nil if the input has a header.
  var rawInput: RawSound?
  /// Whether the output has no header.
  var isRaw = false
  /// How samples are stored in the output.
  var encoding = SampleEncoding.int16
}

extension CommandTable {
  static var process: CommandDefinition<ProcessOptions> {
    var description = CommandDescription(
      "process", "Send a sound file through effects, faster than real time.")
    description.forms = [.init("process IN -o OUT --dsp PLUGIN [--set NAME=VALUE]… [--dsp …]")]
    description.terms = [("IN", "a sound file; - is standard input")]
    description.words = WordsDescription(
      "IN", 1...1, completing: [.file],
      "There is no sound to process: name a file, or - for standard input.",
      surplus: { "One sound is processed at a time, not \($0)." })
    description.examples = [
      .init("process in.wav -o slow.flac --dsp rubberband --set tempo=0.8"),
      .init("process in.wav -o out.wav --dsp dynamics --set trim=both --set gain=6"),
    ]
    return CommandDefinition(
      description, ProcessOptions(),
      [
        OptionGroup(
          "",
          [
            .output("where the sound goes: the ending says the kind; - is standard output") {
              $0.output = $1
            },
            .effects(
              { $1(&$0.effects) },
              "an effect: sonic, rubberband, varispeed, dynamics, whispering, or a path; several make a chain, in their order"
            ),
            .settings("a setting of the effect named before it, or of PLUGIN"),
            .rawInput("IN") { $0.rawInput = $1 },
            .flag("--raw", "write samples without a header") { $0.isRaw = true },
            .choice(
              "--encoding s16|s24|f32", "how samples are stored in OUT; s16 by default",
              manual:
                "Sound above full scale is cut off there, and a message says so; f32 keeps it."
            ) { $0.encoding = SampleEncoding(rawValue: $1) ?? .int16 },
            .json("print the result as a line of JSON"), .localOnly, .allow, .noSandbox, .quiet,
            .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      var options = given.values
      options.input = given.words[0]
      guard !options.output.isEmpty else {
        throw .usage("-o says where the sound goes, and is missing.")
      }
      guard !options.effects.isEmpty else {
        throw .usage("--dsp names an effect, and is missing.")
      }
      if given.manner.isJSON, options.output == "-" {
        throw .usage("--json and -o - both need standard output.")
      }
      return .process(options)
    }
  }
}
