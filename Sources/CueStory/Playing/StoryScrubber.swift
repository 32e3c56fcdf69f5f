import CueModel
import CueSystem

/// What is heard of a playhead that is dragged: short grains of the sound where it is.
package enum ScrubGrain {
  /// How long a grain is, in seconds: shorter ones are clicks, longer ones are late.
  package static let seconds = 0.05...0.1

  /// How many played frames the grain of a movement has, as long as it takes to hear what was passed; nil if nothing moved.
  package static func frames(
    from old: Int, to new: Int, _ dials: StoryDials, rateHertz: Int
  ) -> Int? {
    guard old != new else { return nil }
    let passed = abs(new - old) / dials.rate.thousandths
    let least = Int(seconds.lowerBound * Double(rateHertz))
    let most = Int(seconds.upperBound * Double(rateHertz))
    return min(max(passed, least), most)
  }

  /// A grain with soft ends of 5 ms, so that it does not click.
  static func softened(_ sound: AudioBuffer) -> AudioBuffer {
    var samples = sound.floats
    let channels = sound.format.channels
    let fade = max(1, min(sound.format.rateHertz / 200, sound.frameCount / 2))
    for frame in 0..<fade {
      let share = Float(frame + 1) / Float(fade + 1)
      for channel in 0..<channels {
        samples[frame * channels + channel] *= share
        samples[(sound.frameCount - 1 - frame) * channels + channel] *= share
      }
    }
    return AudioBuffer(
      float32: samples, rateHertz: sound.format.rateHertz, channels: channels)
  }
}

/// Lets the playhead be heard while it is dragged.
///
/// Each movement is a grain; one that comes before the grain before it was played takes its place, so sound follows the hand.
package final class StoryScrubber: Sendable {
  private struct State {
    var next: (tick: Int, frames: Int)?
    var isOver = false
    var isRunning = true
    var grains = 0
    var failure: (any Error)?
  }

  private let story: PlayedStory
  private let state = Monitor(State())
  private let cancellation = Cancellation()

  /// Begins to follow a playhead; the device is open until ``end()``.
  ///
  /// - Parameters:
  ///   - story: what is heard, under its dials
  ///   - device: where
  ///   - effects: makes effects; called once, on the scrubber's thread
  /// - Throws: what the device throws, and ``ThreadError``
  package init(
    _ story: PlayedStory, on device: any Device, effects: @escaping () throws -> StoryEffects
  ) throws {
    self.story = story
    let format = AudioFormat(sample: .float32, rateHertz: story.rateHertz, channels: 2)
    try device.open(format, latencyFrames: format.frames(inSeconds: 0.03))
    let machinery = PlayerMachinery(device, effects)
    do throws(ThreadError) {
      try Threads.start("cue-scrub") { [self] in run(machinery) }
    } catch {
      device.close()
      throw error
    }
  }

  /// The playhead was moved.
  package func move(from old: Int, to new: Int) {
    let new = max(0, new)
    guard
      let frames = ScrubGrain.frames(
        from: max(0, old), to: new, story.dials, rateHertz: story.rateHertz)
    else { return }
    state.change { $0.next = (new, frames) }
  }

  /// How many grains were played.
  package var grains: Int { state.change { $0.grains } }
  /// How the device or an effect failed.
  package var failure: (any Error)? { state.change { $0.failure } }

  /// Plays the last grain, and closes the device.
  package func end() {
    state.change { $0.isOver = true }
    state.wait { $0.isRunning ? nil : () }
  }

  private func run(_ machinery: PlayerMachinery) {
    defer {
      machinery.device.close()
      state.change { $0.isRunning = false }
    }
    do {
      let effects = try machinery.effects()
      while true {
        let grain = state.wait { state -> (tick: Int, frames: Int)?? in
          if let next = state.next {
            state.next = nil
            return next
          }
          return state.isOver ? .some(nil) : nil
        }
        guard let grain else { break }
        try play(grain, effects, machinery.device)
        state.change { $0.grains += 1 }
      }
      try machinery.device.drain(cancellation: cancellation)
    } catch { state.change { $0.failure = error } }
  }

  private func play(
    _ grain: (tick: Int, frames: Int), _ effects: StoryEffects, _ device: any Device
  ) throws {
    var settings = RenderSettings()
    settings.restSeconds = 0
    settings.openSeconds = 0
    let renderer = StoryRenderer(
      story, from: grain.tick, effects: effects, settings: settings, clock: MonotonicClock())
    defer { renderer.end() }
    guard let sound = renderer.pull(grain.frames) else { return }
    try device.write(ScrubGrain.softened(sound), cancellation: cancellation)
  }
}
