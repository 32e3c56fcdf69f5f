import CueAudio
import CueModel
import CueSystem

/// Why a loop could not be measured.
package enum CalibrationError: Error {
  /// What plays the sweep failed.
  case output(any Error)
  /// What captures it failed, or ended.
  case microphone(any Error)
  /// The microphone has no more sound.
  case over
  /// The sweep is not in the captured sound.
  case notHeard
  /// Somebody asked for an end.
  case cancelled
}

/// Plays a sweep and captures it, to measure how late and how long what is played is heard by the microphone.
package struct LoopCalibrator {
  /// How often it is heard; the median counts.
  package static let rounds = 3
  /// How often it is played at most.
  package static let mostTries = 6
  /// How long to listen after the sweep: the longest latency and the room's decay, in seconds.
  static let tailSeconds = 1.5

  /// How long to listen before the sweep, in seconds: PulseAudio's null sink renders again what it has rendered ahead, so that
  /// the start of the sweep can stand before what was captured last.
  static let leadSeconds = 0.1

  private let device: any Device
  private let microphone: any Microphone

  /// Measures from `device` to `microphone`; both are opened and closed.
  package init(_ device: any Device, _ microphone: any Microphone) {
    self.device = device
    self.microphone = microphone
  }

  /// The measure of the middle latency of three.
  ///
  /// - Parameters:
  ///   - cancellation: ends it
  ///   - heard: takes the measure of each round as it comes; nil if the sweep was not heard
  /// - Returns: the measure, and the rate at which its frames are counted
  /// - Throws: ``CalibrationError``
  package func run(
    _ cancellation: Cancellation, heard: (LoopMeasure?) -> Void = { _ in }
  ) throws(CalibrationError) -> (measure: LoopMeasure, rateHertz: Int) {
    let rate = 48_000
    let format = AudioFormat(sample: .float32, rateHertz: rate, channels: 1)
    do {
      _ = try microphone.open(format, latencyFrames: rate / 100, cancellation: cancellation)
    } catch { throw .microphone(error) }
    defer { microphone.close() }
    do { try device.open(format, latencyFrames: rate / 10) } catch { throw .output(error) }
    defer { device.close() }
    let sweep = LoopMeasure.sweep(rateHertz: rate)
    var measures: [LoopMeasure] = []
    var tries = 0
    while measures.count < LoopCalibrator.rounds, tries < LoopCalibrator.mostTries {
      // A microphone that hears none of the first ones hears none at all; others may be lost to a busy machine.
      if tries == LoopCalibrator.rounds, measures.isEmpty { break }
      tries += 1
      let captured = try captured(AudioBuffer(float32: sweep, rateHertz: rate), cancellation)
      let measure = LoopMeasure(
        of: sweep, in: captured, rateHertz: rate,
        sentAt: format.frames(inSeconds: LoopCalibrator.leadSeconds))
      let isHeard = (measure?.confidence ?? 0) >= LoopMeasure.leastConfidence
      heard(isHeard ? measure : nil)
      if isHeard, let measure { measures.append(measure) }
    }
    guard measures.count > LoopCalibrator.rounds / 2 else { throw .notHeard }
    measures.sort { $0.latencyFrames < $1.latencyFrames }
    return (measures[measures.count / 2], rate)
  }

  /// What is captured from a little before the moment on at which `sweep` begins to play.
  private func captured(
    _ sweep: AudioBuffer, _ cancellation: Cancellation
  ) throws(CalibrationError) -> [Float] {
    let wanted = sweep.frameCount + sweep.format.frames(inSeconds: LoopCalibrator.tailSeconds)
    var samples: [Float] = []
    do {
      // The stream runs when its first sound has come; what it has by then is of before.
      _ = try microphone.read(atMost: 4800, cancellation: cancellation)
      try microphone.flush()
    } catch { throw .microphone(error) }
    try capture(
      sweep.format.frames(inSeconds: LoopCalibrator.leadSeconds), into: &samples, cancellation)
    let player = Player(device, sweep, cancellation)
    var team = ThreadTeam()
    do throws(ThreadError) { try team.start("cue-sweep") { player.play() } } catch {
      throw .output(error)
    }
    let outcome = Result { () throws(CalibrationError) in
      try capture(samples.count + wanted, into: &samples, cancellation)
    }
    team.join()
    if let failure = player.failure { throw .output(failure) }
    try outcome.get()
    return samples
  }

  /// Captures until there are `wanted` samples.
  private func capture(
    _ wanted: Int, into samples: inout [Float], _ cancellation: Cancellation
  ) throws(CalibrationError) {
    while samples.count < wanted {
      let block: CapturedSound?
      do {
        block = try microphone.read(atMost: wanted - samples.count, cancellation: cancellation)
      } catch { throw .microphone(error) }
      guard let block else { throw cancellation.isCancelled ? .cancelled : .over }
      // What was lost has passed all the same.
      samples += Array(repeating: 0, count: min(block.lostFrames, wanted))
      samples += block.sound.floats
    }
    samples.removeLast(samples.count - wanted)
  }
}

/// Plays a sound, and keeps how that failed.
private final class Player: @unchecked Sendable {  // one thread uses it at a time
  private let device: any Device
  private let sound: AudioBuffer
  private let cancellation: Cancellation
  private(set) var failure: (any Error)?

  init(_ device: any Device, _ sound: AudioBuffer, _ cancellation: Cancellation) {
    self.device = device
    self.sound = sound
    self.cancellation = cancellation
  }

  func play() {
    do {
      try device.write(sound, cancellation: cancellation)
      try device.drain(cancellation: cancellation)
    } catch { failure = error }
  }
}
