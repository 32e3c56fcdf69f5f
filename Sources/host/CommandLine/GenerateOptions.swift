import CuePlugins
import CueScreenplay

/// What `host generate` was asked for.
struct GenerateOptions: Equatable {
  /// One of several programs that make a recording together: the first is 1.
  struct Shard: Equatable {
    var number: Int
    var count: Int
  }

  var script = ""
  /// Nothing where none is made: a rehearsal of the work, or a share of it.
  var output: String?
  /// A fallback chain that the cast is limited to; empty for all that is there.
  var voices: [PluginChoice] = []
  var keyDescriptors: [String: Int32] = [:]
  var rules = SpeakingRules.tableRead
  var speaking = SpeakingOptions()
  var lexicon: String?
  var castFile: String?
  var language = ""
  /// Numbers of scenes as they stand in the script, counted from 1; empty for all.
  var scenes: [ClosedRange<Int>] = []
  /// Empty for all.
  var characters: [String] = []
  /// Whether only what is not there yet goes into the output.
  var isOnlyChanged = false
  /// Numbers of items that are made anew.
  var redone: [Int] = []
  var isDryRun = false
  /// A folder for clips instead of the library's.
  var cache: String?
  /// Nothing for as many as there are cores.
  var lanes: Int?
  var shard: Shard?
  var assembles = false
  var files = OutputOptions()
  /// The job that this goes on with.
  var job: Int64?

  /// What files are made of the clips.
  struct OutputOptions: Equatable {
    var per: String?
    var format: String?
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

    /// Where somebody stands: −1 left…1 right.
    struct Pan: Equatable {
      var name: String
      var place: Double
    }
  }
}

/// What `host jobs` was asked for.
enum JobsAction: Equatable {
  case list(script: String?)
  case show(Int64)
  case cancel(Int64)
  case resume(Int64)
  case clear
}
