import CueModel
import CueSystem

/// What was rendered ahead and is not heard yet: the takes' sound apart, so that gains count at once.
///
/// One thread renders, another pulls. The sum is that of the takes by their numbers, so it is the same at every time.
final class PlayBuffer: Sendable {
  /// How long gains and new sound take to come in, in seconds: too short to be heard as a change, long enough not to click.
  static let fadeSeconds = 0.01

  private struct State {
    var history: PlaybackHistory
    var tracks: [Int: TrackSound] = [:]
    var mixes: [Int: TrackMix] = [:]
    var gains: [Int: StereoGain] = [:]
    /// The played frame after all that is rendered.
    var ready = 0
    /// The next played frame to be heard.
    var pulled = 0
    /// The played frames in which clicks may begin.
    var clicks = 0..<0
    var isClosed = false

    func target(_ number: Int, hasSolo: Bool) -> StereoGain {
      (mixes[number] ?? TrackMix()).gains(hasSolo: hasSolo)
    }

    var hasSolo: Bool { mixes.values.contains { $0.isSolo && !$0.isMuted } }
  }

  private let state: Monitor<State>
  private let click: ClickTrack
  let rateHertz: Int
  /// Frames of a fade.
  let fadeFrames: Int

  init(rateHertz: Int, click: ClickTrack, _ history: PlaybackHistory) {
    self.rateHertz = rateHertz
    self.click = click
    fadeFrames = max(1, Int(PlayBuffer.fadeSeconds * Double(rateHertz)))
    state = Monitor(State(history: history))
  }

  // What is heard.

  /// Where on the timeline played frames are.
  var history: PlaybackHistory { state.change { $0.history } }
  /// The next played frame to be heard.
  var pulled: Int { state.change { $0.pulled } }

  /// The next `count` frames for two channels.
  ///
  /// Waits until they are rendered.
  ///
  /// - Returns: nil when it is closed
  func pull(_ count: Int) -> AudioBuffer? {
    let sum: [Float]? = state.wait { state -> [Float]?? in
      if state.isClosed { return .some(nil) }
      guard state.ready >= state.pulled + count else { return nil }
      return PlayBuffer.pull(count, &state, click, fadeFrames)
    }
    return sum.map { AudioBuffer(float32: $0, rateHertz: rateHertz, channels: 2) }
  }

  /// Waits until all before a played frame is rendered, or the buffer is closed.
  func waitUntilReady(_ frame: Int) { state.wait { $0.isClosed || $0.ready >= frame ? () : nil } }

  private static func pull(
    _ count: Int, _ state: inout State, _ click: ClickTrack, _ fadeFrames: Int
  ) -> [Float] {
    var sum = [Float](repeating: 0, count: 2 * count)
    let hasSolo = state.hasSolo
    for number in state.tracks.keys.sorted() {
      let target = state.target(number, hasSolo: hasSolo)
      var gain = state.gains[number] ?? target
      state.tracks[number]?.add(to: &sum, from: state.pulled, &gain, towards: target, fadeFrames)
      state.gains[number] = gain
      state.tracks[number]?.drop(before: state.pulled + count)
    }
    click.add(to: &sum, from: state.pulled, state.history, heard: state.clicks)
    state.pulled += count
    state.history.forget(before: state.pulled - 2 * click.frames)
    return sum
  }

  // What may change at any time.

  /// Mixes a take so from now on.
  func set(_ mix: TrackMix, of number: Int) { state.change { $0.mixes[number] = mix } }

  /// Lets clicks begin, or no more.
  func setClick(_ isOn: Bool) {
    state.change { state in
      let (first, last) = (state.clicks.lowerBound, state.clicks.upperBound)
      guard isOn != (last == .max) else { return }
      state.clicks = isOn ? state.pulled..<Int.max : first..<max(first, state.pulled)
    }
  }

  /// Nothing is heard any more; waiting threads are woken.
  func close() { state.change { $0.isClosed = true } }

  // What is rendered.

  /// Waits until something is pulled after `frame` or the buffer is closed, or `isWanted` says so when ``wake()`` is called.
  func wait(pulledBeyond frame: Int, or isWanted: () -> Bool) -> Bool {
    state.wait { $0.isClosed ? false : $0.pulled > frame || isWanted() ? true : nil }
  }

  /// Makes who waits look again.
  func wake() { state.change { _ in } }

  /// Whether nothing is heard any more.
  var isClosed: Bool { state.change { $0.isClosed } }

  /// Appends what was rendered up to a played frame; each is of the take's number, from a played frame on.
  func append(_ pieces: [(take: PlayedTake, start: Int, samples: [Float])], upTo ready: Int) {
    state.change { state in
      for (take, start, samples) in pieces {
        PlayBuffer.know(take, &state)
        var samples = samples
        if state.tracks[take.number] == nil, start > 0,
          take.place.start + 1000 < state.history.tick(at: start)
        {
          // It came while it should have sounded already.
          for index in 0..<min(samples.count, fadeFrames * take.format.channels) {
            samples[index] *= Float(index / take.format.channels + 1) / Float(fadeFrames + 1)
          }
        }
        if state.tracks[take.number]?.end != start {
          var sound = TrackSound(channels: take.format.channels, start: start)
          if let before = state.tracks[take.number], before.end > state.pulled {
            // There is a gap, as where a take that failed goes on.
            sound = before
            sound.append([Float](repeating: 0, count: max(0, start - before.end) * sound.channels))
          }
          state.tracks[take.number] = sound
        }
        state.tracks[take.number]?.append(samples)
      }
      state.ready = ready
    }
  }

  private static func know(_ take: PlayedTake, _ state: inout State) {
    if state.mixes[take.number] == nil { state.mixes[take.number] = take.mix }
  }

  /// Mutes the last that is rendered, as long as a fade: what is rendered again fades in over it, however late it comes.
  func keepForFade() {
    state.change { $0.ready = max($0.pulled, $0.ready - fadeFrames) }
  }

  /// Goes over to what was rendered again: `pieces` are all that is heard from the last stretch of `history` on.
  ///
  /// - Returns: whether it came in time; else it is heard from later on
  func replace(
    _ pieces: [(take: PlayedTake, start: Int, samples: [Float])], upTo ready: Int,
    _ history: PlaybackHistory
  ) -> Bool {
    state.change { state in
      let wanted = history.last.frame
      let frame = max(wanted, state.pulled)
      for (take, start, samples) in pieces {
        PlayBuffer.know(take, &state)
        let sound = TrackSound(channels: take.format.channels, start: start, samples: samples)
        if state.tracks[take.number] != nil {
          state.tracks[take.number]?.fade(to: sound, at: frame, fadeFrames: fadeFrames)
        } else {
          var silence = TrackSound(channels: sound.channels, start: frame)
          silence.fade(to: sound, at: frame, fadeFrames: start > wanted ? 0 : fadeFrames)
          state.tracks[take.number] = silence
        }
      }
      let heard = Set(pieces.map(\.take.number))
      for number in state.tracks.keys where !heard.contains(number) {
        guard let channels = state.tracks[number]?.channels else { continue }
        state.tracks[number]?.fade(
          to: TrackSound(channels: channels, start: frame), at: frame, fadeFrames: fadeFrames)
      }
      state.history = history
      state.ready = max(ready, state.pulled)
      return frame == wanted
    }
  }

  /// Forgets the sound of takes that were heard, but for `active` ones.
  func forget(but active: Set<Int>) {
    state.change { state in
      for (number, sound) in state.tracks
      where !active.contains(number) && sound.end <= state.pulled {
        state.tracks[number] = nil
        state.gains[number] = nil
      }
    }
  }
}
