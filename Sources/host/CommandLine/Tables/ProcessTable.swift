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
    CommandDefinition(
      .init("process", words: .init("IN", completing: [.file])), ProcessOptions(),
      options: [
        .output {
          $0.output = $1
        },
        .effects({ $1(&$0.effects) }),
        .settings,
        .rawInput { $0.rawInput = $1 },
        .flag("--raw") { $0.isRaw = true },
        .choice("--encoding s16|s24|f32") {
          $0.encoding = SampleEncoding(rawValue: $1) ?? .int16
        },
      ], CommandOption.running
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
