import CuePlugins
import CueStory

/// Where a story is sent.
struct SendWish: Equatable {
  /// A bundle, or nil for a shared folder.
  var file: String?
  var folder: String?
  /// The user who gets the pen; if empty, the receiver.
  var recipient = ""
}

/// The text to say.
enum StoryText: Equatable {
  case words(String)
  case file(String)
}

/// Changes of dials; nil for those that do not change.
struct DialWish: Equatable {
  var speed: Double?
  var pitch: Double?
  var isFine = false
  var isLinked: Bool?
  var hasClick: Bool?
  var beatsPerMinute: Double?

  var isEmpty: Bool { self == DialWish(isFine: isFine) }

  /// `dials` after the changes.
  func turned(_ dials: StoryDials) -> StoryDials {
    var turned = dials
    if let speed { turned.rate = PlaybackRate(dial: speed) }
    if let pitch { turned.pitch = PitchOffset(dial: pitch, isFine: isFine) }
    turned.isLinked = isLinked ?? dials.isLinked
    return turned
  }

  /// The requested tempo, whatever the dial offers; nil if none.
  var tempo: Int? { beatsPerMinute.map { Int(min(max($0.rounded(), 0), 1000)) } }

  /// `click` after the changes.
  func turned(_ click: StoryClick) -> StoryClick {
    StoryClick(isOn: hasClick ?? click.isOn, beatsPerMinute: tempo ?? click.beatsPerMinute)
  }
}

/// Changes in the mix of a take; nil for what does not change.
struct TrackWish: Equatable {
  var gainDecibels: Double?
  /// From −1, left, to 1, right.
  var pan: Double?
  var isMuted: Bool?
  var isSolo: Bool?
  var pitch: Double?
  var isFine = false

  var isEmpty: Bool { self == TrackWish(isFine: isFine) }
}

/// The options of a mix.
struct StoryMixWish: Equatable {
  var output = ""
  var stems = false
  var dials = DialWish()
  /// The last take, if it is not the head.
  var end: String?
  var loudness: Double?
  var truePeak = -1.0
  var encoding = "s16"
  var lanes: Int?
  var stretcher: PluginChoice?
}

/// How a story is played, and how a take is recorded over it.
struct LiveWish: Equatable {
  var dials = DialWish()
  /// The last take that is heard, if it is not the head.
  var end: String?
  /// Where playing begins, in seconds of the sound as it is heard.
  var from = 0.0
  /// Where recording begins; nil for the start of the take.
  var at: Double?
  var preRoll = 0.0
  var seconds: Double?
  var latencySeconds: Double?
  var microphone: PluginChoice?
  /// The microphone as the user wrote it: a file, a pipe, `-`, `PLUGIN[:NAME]`; empty for the default one.
  var microphoneSource = ""
  var label = ""
}
