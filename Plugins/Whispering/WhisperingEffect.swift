import CueABI
import CuePluginKit

/// Speech as a whisper: what the vocal cords give is replaced by breath, and what lips and tongue do with it stays.
@safe final class WhisperingEffect: EffectPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "whispering", name: "Whispering", version: "1.0", licence: "Apache-2.0",
      summary: "Makes speech a whisper: breath takes the place of the voice.",
      concurrency: .perInstance, determinism: .always,
      features: ["voice-change"])
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "amount", kind: .number(0...1, initial: 1),
        summary: "How much of the voice becomes breath; 0 leaves the sound as it is.",
        changesSound: true)
    ]
  }

  private var amount = 1.0
  private var channels = 1
  private var frames: WhisperingFrames?
  /// The sound of one frame and the next one: half of it is past.
  private var waiting = FrameQueue(channels: 1)
  /// Sound that is finished.
  private var ready = FrameQueue(channels: 1)
  private var fedFrames = 0
  private var madeFrames = 0
  let latencyFrames = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .number(let number) = value { amount = number }
  }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) throws(PluginFailure) {
    guard (8000...192_000).contains(rateHertz) else {
      throw PluginFailure(
        CUE_E_RATE, "It takes sound of 8,000 to 192,000 Hz, not of \(rateHertz) Hz.")
    }
    self.channels = channels
    let frames = WhisperingFrames(rateHertz: rateHertz, channels: channels, amount: amount)
    waiting = FrameQueue(channels: channels, roomFrames: 8 * frames.hop)
    ready = FrameQueue(channels: channels, roomFrames: 4 * frames.hop)
    // The first half of the first frame lies before the sound.
    waiting.appendSilence(frames.hop)
    self.frames = frames
    fedFrames = 0
    madeFrames = -frames.hop
  }

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    guard let frames else { return (0, 0) }
    let count = input.count / channels
    var (used, produced) = (0, 0)
    while true {
      produced += unsafe ready.read(
        into: UnsafeMutableBufferPointer(rebasing: output[(produced * channels)...]))
      guard ready.frameCount == 0, used < count else { return (used, produced) }
      let next = min(count - used, 2 * frames.hop - waiting.frameCount)
      unsafe waiting.append(
        UnsafeBufferPointer(rebasing: input[used * channels..<(used + next) * channels]))
      used += next
      fedFrames += next
      if waiting.frameCount == 2 * frames.hop { makeFrame(frames) }
    }
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let frames else { return 0 }
    while ready.frameCount == 0, madeFrames < fedFrames {
      waiting.appendSilence(2 * frames.hop - waiting.frameCount)
      makeFrame(frames)
    }
    return unsafe ready.read(into: output)
  }

  /// The next half frame; none of it where it lies before the sound or after it.
  private func makeFrame(_ frames: WhisperingFrames) {
    let made = unsafe frames.next(waiting.samples)
    let first = max(0, -madeFrames)
    let end = min(frames.hop, fedFrames - madeFrames)
    if first < end {
      unsafe ready.append(
        UnsafeBufferPointer(rebasing: made[first * channels..<end * channels]))
    }
    madeFrames += frames.hop
    waiting.drop(frames.hop)
  }
}
