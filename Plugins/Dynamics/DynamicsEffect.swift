import CueABI
import CuePluginKit
import Glibc

/// Gain with a true limiter, silence cut from the ends, and fades; in that order: gain, trim, fades, limiter.
@safe final class DynamicsEffect: EffectPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "dynamics", name: "Dynamics", version: "1.0", licence: "Apache-2.0",
      summary: "Gain with a limiter that looks ahead, silence cut from the ends, fades.",
      concurrency: .perInstance, determinism: .always,
      features: ["dynamics"])
  }

  private enum Id: UInt32 {
    case gain = 1
    case ceiling, limiter, glide, trim, threshold, chunk, fadeIn, fadeOut
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: Id.gain.rawValue, name: "gain", kind: .number(-96...48, initial: 0), unit: "dB",
        summary: "How much louder it becomes.", changesSound: true, isLive: true),
      Parameter(
        id: Id.ceiling.rawValue, name: "ceiling", kind: .number(-48...0, initial: 0), unit: "dB",
        summary: "No sample goes above this.", changesSound: true, isLive: true),
      Parameter(
        id: Id.limiter.rawValue, name: "limiter", kind: .toggle(initial: true),
        summary: "Whether the ceiling is kept; it turns the sound down 5 ms before a peak.",
        changesSound: true),
      Parameter(
        id: Id.glide.rawValue, name: "glide", kind: .number(0...1000, initial: 5), unit: "ms",
        summary:
          "How long the gain takes from one value to another while sound runs; 0 is at once.",
        changesSound: true),
      Parameter(
        id: Id.trim.rawValue, name: "trim",
        kind: .choice(["off", "start", "end", "both"], initial: 0),
        summary: "From which ends silence is cut.", changesSound: true),
      Parameter(
        id: Id.threshold.rawValue, name: "trim-threshold",
        kind: .number(-100...(-10), initial: -50),
        unit: "dB", summary: "What stays below this is silence.", changesSound: true),
      Parameter(
        id: Id.chunk.rawValue, name: "trim-chunk", kind: .number(1...1000, initial: 100),
        unit: "ms", summary: "Silence is cut in pieces of this length.", changesSound: true),
      Parameter(
        id: Id.fadeIn.rawValue, name: "fade-in", kind: .number(0...60_000, initial: 0), unit: "ms",
        summary: "How long it takes to become as loud as it is.", changesSound: true),
      Parameter(
        id: Id.fadeOut.rawValue, name: "fade-out", kind: .number(0...60_000, initial: 0),
        unit: "ms", summary: "How long it takes to die away at its end.", changesSound: true),
    ]
  }

  private var values: [Double]
  private var rateHertz = 0
  private var channels = 1

  private var gain = 1.0
  private var wantedGain = 1.0
  private var gainStep = 0.0
  private var glideFrames = 0
  private var ceiling: Float = 1

  private var trim: SilenceTrim?
  private var fades: Fades?
  private var limiter: Limiter?
  private var frame = FrameQueue(channels: 1)
  private var output = FrameQueue(channels: 1)
  private var isEnding = false
  let latencyFrames = 0

  init(host: PluginHost) {
    values = [0]
    for parameter in DynamicsEffect.parameters {
      if case .number(let initial) = parameter.initialValue { values.append(initial) }
    }
  }

  private func value(_ id: Id) -> Double { values[Int(id.rawValue)] }
  private func frames(_ id: Id) -> Int { Int((value(id) / 1000 * Double(rateHertz)).rounded()) }

  private func factor(_ decibels: Double) -> Double { decibels == 0 ? 1 : pow(10, decibels / 20) }

  /// Gain and ceiling count from the next frame on, all else from the next sound on.
  func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    change(id, number)
  }

  private func change(_ id: UInt32, _ number: Double) {
    values[Int(id)] = number
    switch Id(rawValue: id) {
    case .gain:
      wantedGain = factor(number)
      glideFrames = frames(.glide)
      if glideFrames == 0 {
        gain = wantedGain
      } else {
        gainStep = (wantedGain - gain) / Double(glideFrames)
      }
    case .ceiling: ceiling = Float(factor(number))
    default: break
    }
  }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) throws(PluginFailure) {
    guard (8000...192_000).contains(rateHertz) else {
      throw PluginFailure(
        CUE_E_RATE, "It takes sound of 8,000 to 192,000 Hz, not of \(rateHertz) Hz.")
    }
    self.rateHertz = rateHertz
    self.channels = channels
    gain = factor(value(.gain))
    wantedGain = gain
    glideFrames = 0
    ceiling = Float(factor(value(.ceiling)))
    let trims = Int(value(.trim))
    trim =
      trims == 0
      ? nil
      : SilenceTrim(
        channels: channels, chunkFrames: frames(.chunk), thresholdDecibels: value(.threshold),
        trimsStart: trims & 1 != 0, trimsEnd: trims & 2 != 0)
    let (fadeIn, fadeOut) = (frames(.fadeIn), frames(.fadeOut))
    fades =
      fadeIn + fadeOut == 0
      ? nil : Fades(channels: channels, inFrames: fadeIn, outFrames: fadeOut)
    limiter = value(.limiter) == 0 ? nil : Limiter(rateHertz: rateHertz, channels: channels)
    frame = FrameQueue(channels: channels, roomFrames: 2)
    // What a block makes, and all that may have waited.
    output = FrameQueue(
      channels: channels,
      roomFrames: (1 << 16) + (trim?.mostWaitingFrames ?? 0) + frames(.chunk) + fadeOut
        + (limiter?.lookAheadFrames ?? 0))
    isEnding = false
  }

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    let frames = input.count / channels
    var used = 0
    var produced = 0
    var next = 0
    while true {
      produced += unsafe self.output.read(
        into: UnsafeMutableBufferPointer(rebasing: output[(produced * channels)...]))
      guard self.output.frameCount == 0, used < frames else { return (used, produced) }
      let end = min(frames, used + 4096)
      while used < end {
        while next < changes.count, changes[next].frame <= used {
          change(changes[next].id, changes[next].number)
          next += 1
        }
        unsafe take(
          UnsafeBufferPointer(rebasing: input[used * channels..<(used + 1) * channels]))
        used += 1
      }
    }
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    if !isEnding {
      isEnding = true
      trim?.finish { faded($0) }
      unsafe fades?.finish { unsafe limited($0) }
      limiter?.finish(into: self.output)
    }
    return unsafe self.output.read(into: output)
  }

  func place(of frame: Int) -> Int { max(0, frame - (trim?.droppedFrames ?? 0)) }

  // One frame through all stages.

  private func take(_ samples: UnsafeBufferPointer<Float>) {
    if glideFrames > 0 {
      glideFrames -= 1
      gain = glideFrames == 0 ? wantedGain : gain + gainStep
    }
    frame.clear()
    unsafe frame.append(samples)
    let louder = unsafe frame.samples
    var level: Float = 0
    for channel in 0..<channels {
      level = max(level, abs(unsafe louder[channel]))
      if gain != 1 { unsafe louder[channel] = unsafe Float(Double(louder[channel]) * gain) }
    }
    if let trim {
      unsafe trim.take(louder, level: level) { faded($0) }
    } else {
      faded(frame)
    }
  }

  private func faded(_ frames: FrameQueue) {
    if let fades {
      unsafe fades.take(frames) { unsafe limited($0) }
      return
    }
    let samples = unsafe frames.samples
    for index in 0..<frames.frameCount {
      unsafe limited(
        UnsafeMutableBufferPointer(rebasing: samples[index * channels..<(index + 1) * channels]))
    }
  }

  private func limited(_ samples: UnsafeMutableBufferPointer<Float>) {
    if let limiter {
      unsafe limiter.take(samples, ceiling: ceiling, into: output)
    } else {
      unsafe output.append(UnsafeBufferPointer(samples))
    }
  }
}
