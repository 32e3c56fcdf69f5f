import CuePlugins
import CueScreenplay

/// The options of `generate`.
struct GenerateOptions: Equatable {
  /// One of several programs that make a recording together: the first is 1.
  struct Shard: Equatable {
    var number: Int
    var count: Int
  }

  var script = ""
  /// Nil if none is made: a trial run, or a share of the work.
  var output: String?
  /// The cast.
  var wishes = CastWishes()
  /// How the characters are played, unless the script says otherwise.
  var tones = ToneWishes()
  var keyDescriptors: [String: Int32] = [:]
  /// Whether no voice stands in for another.
  var isStrict = false
  var rules = SpeakingRules.tableRead
  var speaking = SpeakingOptions()
  /// Numbers of scenes in the script, counted from 1; empty for all.
  var scenes: [ClosedRange<Int>] = []
  /// Empty for all.
  var characters: [String] = []
  /// Whether only new items go into the output.
  var isOnlyChanged = false
  /// Numbers of items that are made again.
  var redone: [Int] = []
  var isDryRun = false
  /// Whether a recognizer reads back every clip.
  var isProofread = false
  /// How many more takes are made of a clip whose words differ; 0 for none.
  var retakes = 0
  /// The seed of voices that vary at random; 0 for their own.
  var seed: UInt32 = 0
  /// The recognizers that read back; empty for the best that is installed.
  var recognizers: [PluginChoice] = []
  /// A folder for clips instead of the library's.
  var cache: String?
  /// Nil for as many as there are cores.
  var lanes: Int?
  var shard: Shard?
  var assembles = false
  var files = OutputOptions()
  /// A factor of all voices' own speeds.
  var speed = 1.0
  /// Is added to all voices' own pitches.
  var pitchSemitones = 0.0
  /// The job that is resumed.
  var job: Int64?

  /// The form of the output files.
  struct OutputOptions: Equatable {
    var per: String?
    var format: String?
    /// Frames a second; nil for the highest of the clips.
    var rateHertz: Int?
    /// Thousands of bits a second.
    var kilobits: Int?
    var gapMilliseconds: Int?
    /// A number of LUFS, or "off".
    var loudness: String?
    /// In dBTP.
    var truePeak: Double?
    var pans: [Pan] = []
    var chapters: String?
    var subtitles: [String] = []
    /// The path of a picture.
    var cover: String?

    /// Where a character is heard: −1 left…1 right.
    struct Pan: Equatable {
      var name: String
      var place: Double
    }
  }
}
