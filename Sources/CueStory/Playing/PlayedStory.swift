import CueModel
import CueStore

/// How loud a take is, and where.
package struct TrackMix: Equatable, Sendable {
  /// Hundredths of a decibel.
  package var gain = 0
  /// −100 for left to 100 for right.
  package var pan = 0
  /// Whether it is left out.
  package var isMuted = false
  /// Whether only this one, and others like it, are heard.
  package var isSolo = false

  /// As it was recorded, in the middle.
  package init() {}

  /// As `take` is mixed.
  package init(_ take: StoredTake) {
    (gain, pan, isMuted, isSolo) = (take.gain, take.pan, take.isMuted, take.isSolo)
  }

  /// What left and right samples are multiplied by; nothing is heard of one that is left out, or has no solo where others have.
  func gains(hasSolo: Bool) -> StereoGain {
    guard !isMuted, isSolo || !hasSolo else { return StereoGain(left: 0, right: 0) }
    let (left, right) = StoryMix.gains(gain: gain, pan: pan)
    return StereoGain(left: left, right: right)
  }
}

/// What left and right samples are multiplied by.
struct StereoGain: Equatable, Sendable {
  var left: Float
  var right: Float
}

/// A take, as a player needs to know it.
package struct PlayedTake: Equatable, Sendable {
  /// Its number in the story, that of no other take there.
  package let number: Int
  /// Its file.
  package let path: String
  /// What its sound is made of.
  package let format: AudioFormat
  /// Frames of it.
  package let frames: Int
  /// What was heard while it was recorded.
  package let recorded: RecordedDials
  /// Where it lies on the timeline.
  package let place: TimelinePlace
  /// How much higher it sounds than the story.
  package var localPitch: PitchOffset
  /// How loud it is, and where.
  package var mix: TrackMix

  /// A take of that number in the file at `path`.
  package init(
    number: Int, path: String, format: AudioFormat, frames: Int, recorded: RecordedDials,
    place: TimelinePlace, localPitch: PitchOffset = .none, mix: TrackMix = TrackMix()
  ) {
    self.number = number
    self.path = path
    self.format = format
    self.frames = frames
    self.recorded = recorded
    self.place = place
    self.localPitch = localPitch
    self.mix = mix
  }

  /// A take of a story of `rateHertz`, as stored.
  package init(_ take: StoredTake, rateHertz: Int, path: String, place: TimelinePlace) {
    self.init(
      number: take.number, path: path, format: take.format(rateHertz: rateHertz),
      frames: take.frames, recorded: take.recorded, place: place,
      localPitch: PitchOffset(millicents: take.localPitch), mix: TrackMix(take))
  }
}

/// A story, as a player needs to know it: a chain of takes, and the dials.
package struct PlayedStory: Equatable, Sendable {
  /// Frames a second.
  package let rateHertz: Int
  /// The takes.
  package var takes: [PlayedTake]
  /// How all of it is heard.
  package var dials: StoryDials

  /// A story of such takes.
  package init(rateHertz: Int, takes: [PlayedTake], dials: StoryDials = StoryDials()) {
    self.rateHertz = rateHertz
    self.takes = takes
    self.dials = dials
  }

  /// The chain of `view` to the head, or to the take of another id; `path` is the file of a take.
  package init(_ view: StoryView, to end: String? = nil, path: (StoredTake) -> String) {
    let chain = view.chain(to: end)
    let places = ChainTimeline(lengths: chain.map(\.ticks)).places
    self.init(
      rateHertz: view.story.rateHertz,
      takes: zip(chain, places).map { take, place in
        PlayedTake(take, rateHertz: view.story.rateHertz, path: path(take), place: place)
      }, dials: view.story.dials)
  }

  /// The tick after its last take.
  package var endTick: Int { takes.reduce(0) { max($0, $1.place.end) } }
}
