import CueAudio
import CuePlugins
import CuePractice
import CueText

/// What `host practice` was asked for; what is nothing is as it was last time, or as it is by itself.
struct PracticeOptions: Equatable {
  /// A speech's title or number, a file, or `-` for standard input.
  var source = ""
  var granularity: Segment.Kind?
  /// As they were given, perhaps out of their range.
  var rates: [Double]?
  var pause: PracticeSettings.Pause?
  var pauseFactor: Double?
  /// The segment to begin with, counted from 1.
  var firstSegment: Int?
  var loop: ClosedRange<Int>?
  var minutes: Double?
  var resumesAfterInterruption = false
  /// Line mode also at a terminal.
  var isPlain = false
  /// Whether a bell tells of the end and of errors.
  var rings = false
  /// A file that does what a speaker would.
  var script: String?
  /// Where the speaker's sound comes from: a file, a pipe, `-` for standard input.
  var microphone: String?
  var microphoneFormat: RawSound?
  /// Whether what is repeated is scored.
  var listens = false
  var recognizers: [PluginChoice] = []
  /// As it was written behind `--voice`, without what was set.
  var voice: String?
  var isMarkdown: Bool?
  var truncates = false
}
