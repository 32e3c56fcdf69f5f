import CueStore
import CuePlugins
import CueStory

/// Where a story is sent.
package struct SendWish: Equatable {
  /// A bundle, or nil for a shared folder.
  package var file: String?
  package var folder: String?
  /// The user who gets the pen; if empty, the receiver.
  package var recipient = ""

  /// No wish.
  package init() {}
}

/// The text to say.
package enum StoryText: Equatable {
  case words(String)
  case file(String)
}

/// Changes of dials; nil for those that do not change.
package struct DialWish: Equatable {
  package var speed: Double?
  package var pitch: Double?
  package var isFine = false
  package var isLinked: Bool?
  package var hasClick: Bool?
  package var beatsPerMinute: Double?

  /// No wish.
  package init() {}

  package var isEmpty: Bool {
    var none = DialWish()
    none.isFine = isFine
    return self == none
  }

  /// Whether it asks for more than the dials offer, which are `turned` by it.
  package func isBeyond(_ turned: StoryDials, _ click: StoryClick) -> Bool {
    speed.map { abs($0 - turned.rate.factor) > 0.001 } == true
      || pitch.map { abs($0) > PitchOffset.dial.upperBound } == true
      || tempo.map { $0 != click.beatsPerMinute } == true
  }

  /// `dials` after the changes.
  package func turned(_ dials: StoryDials) -> StoryDials {
    var turned = dials
    if let speed { turned.rate = PlaybackRate(dial: speed) }
    if let pitch { turned.pitch = PitchOffset(dial: pitch, isFine: isFine) }
    turned.isLinked = isLinked ?? dials.isLinked
    return turned
  }

  /// The requested tempo, whatever the dial offers; nil if none.
  package var tempo: Int? { beatsPerMinute.map { Int(min(max($0.rounded(), 0), 1000)) } }

  /// `click` after the changes.
  package func turned(_ click: StoryClick) -> StoryClick {
    StoryClick(isOn: hasClick ?? click.isOn, beatsPerMinute: tempo ?? click.beatsPerMinute)
  }
}

/// Changes in the mix of a take; nil for what does not change.
package struct TrackWish: Equatable {
  package var gainDecibels: Double?
  /// From −1, left, to 1, right.
  package var pan: Double?
  package var isMuted: Bool?
  package var isSolo: Bool?
  package var pitch: Double?
  package var isFine = false

  /// No wish.
  package init() {}

  package var isEmpty: Bool {
    var none = TrackWish()
    none.isFine = isFine
    return self == none
  }

  /// `take` after the changes.
  package func mixed(_ take: StoredTake) -> StoredTake {
    var take = take
    if let gainDecibels { take.gain = Int((gainDecibels * 100).rounded()) }
    if let pan { take.pan = Int((pan * 100).rounded()) }
    take.isMuted = isMuted ?? take.isMuted
    take.isSolo = isSolo ?? take.isSolo
    if let pitch { take.localPitch = PitchOffset(dial: pitch, isFine: isFine).millicents }
    return take
  }
}

/// The options of a mix.
package struct StoryMixWish: Equatable {
  package var output = ""
  package var stems = false
  package var dials = DialWish()
  /// The last take, if it is not the head.
  package var end: String?
  package var loudness: Double?
  package var truePeak = -1.0
  package var encoding = "s16"
  package var lanes: Int?
  package var stretcher: PluginChoice?

  /// No wish.
  package init() {}
}

/// How a story is played, and how a take is recorded over it.
package struct LiveWish: Equatable {
  package var dials = DialWish()
  /// The last take that is heard, if it is not the head.
  package var end: String?
  /// Where playing begins, in seconds of the sound as it is heard.
  package var from = 0.0
  /// Where recording begins; nil for the start of the take.
  package var at: Double?
  package var preRoll = 0.0
  package var seconds: Double?
  package var latencySeconds: Double?
  package var microphone: PluginChoice?
  /// The microphone as the user wrote it: a file, a pipe, `-`, `PLUGIN[:NAME]`; empty for the default one.
  package var microphoneSource = ""
  package var label = ""

  /// No wish.
  package init() {}
}
