import CRubberBand
import CuePluginKit
import StretchingPlugin

/// Rubber Band in its real-time mode as a stretch engine.
///
/// In this mode the library does not compensate its delay: it is fed the start pad it wants, which here is the sound before,
/// and its start delay is dropped.
@safe final class RubberBandEngine: StretchEngine {
  /// Which of the library's engines, and whether formants are kept: what ``StretchSetting/choice`` stands for.
  struct Choice: Equatable {
    var engine = 0
    var keepsFormants = false

    var number: Int { engine * 2 + (keepsFormants ? 1 : 0) }
    init(number: Int = 0) {
      engine = number / 2
      keepsFormants = number % 2 == 1
    }

    var options: RubberBandOptions {
      let engines: [RubberBandOption] = [
        RubberBandOptionEngineFiner, RubberBandOptionEngineFaster, RubberBandOptionEngineFiner,
      ]
      var options =
        RubberBandOptionProcessRealTime.rawValue | RubberBandOptionThreadingNever.rawValue
        | RubberBandOptionTransientsSmooth.rawValue
        | RubberBandOptionPitchHighQuality.rawValue | RubberBandOptionChannelsTogether.rawValue
        | engines[engine].rawValue
      if engine == 2 { options |= RubberBandOptionWindowShort.rawValue }
      if keepsFormants { options |= RubberBandOptionFormantPreserved.rawValue }
      return RubberBandOptions(bitPattern: options)
    }
  }

  private let rateHertz: Int
  private let channels: Int
  private var state: RubberBandState?
  private var padFrames = 0
  private let planes: UnsafeMutablePointer<Float>
  private let planePointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let constantPointers: UnsafeMutablePointer<UnsafePointer<Float>?>

  /// With fewer frames at once the library's output depends on how many there are.
  let blockFrames = 1024

  init(rateHertz: Int, channels: Int) {
    self.rateHertz = rateHertz
    self.channels = channels
    unsafe planes = .allocate(capacity: blockFrames * channels)
    unsafe planePointers = .allocate(capacity: channels)
    unsafe constantPointers = .allocate(capacity: channels)
    for channel in 0..<channels {
      unsafe (planePointers + channel).initialize(to: planes + channel * blockFrames)
      unsafe (constantPointers + channel).initialize(
        to: UnsafePointer(planes + channel * blockFrames))
    }
  }

  deinit {
    if let state = unsafe state { unsafe rubberband_delete(state) }
    unsafe planes.deallocate()
    unsafe planePointers.deallocate()
    unsafe constantPointers.deallocate()
  }

  func begin(_ setting: StretchSetting) -> (leadFrames: Int, dropFrames: Int) {
    // A state that was reset does not begin as a new one does.
    if let state = unsafe state { unsafe rubberband_delete(state) }
    guard
      let fresh = unsafe rubberband_new(
        UInt32(rateHertz), UInt32(channels), Choice(number: setting.choice).options,
        1 / setting.tempo, setting.pitchFactor)
    else { preconditionFailure("Rubber Band makes no stretcher") }
    unsafe state = unsafe fresh
    unsafe rubberband_set_max_process_size(fresh, UInt32(blockFrames))
    padFrames = unsafe Int(rubberband_get_preferred_start_pad(fresh))
    return (padFrames, unsafe Int(rubberband_get_start_delay(fresh)))
  }

  func feed(_ frames: UnsafeBufferPointer<Float>) {
    guard let state = unsafe state, let source = frames.baseAddress else { return }
    let count = frames.count / channels
    if channels == 1 {
      unsafe planes.update(from: source, count: count)
    } else {
      for channel in 0..<channels {
        let plane = unsafe planes + channel * blockFrames
        for frame in 0..<count { unsafe plane[frame] = unsafe source[frame * channels + channel] }
      }
    }
    unsafe rubberband_process(state, constantPointers, UInt32(count), 0)
  }

  func take(_ output: FrameQueue) {
    guard let state = unsafe state else { return }
    while true {
      let count = min(unsafe Int(rubberband_available(state)), blockFrames)
      guard count > 0 else { return }
      let room = unsafe output.makeRoom(count)
      let got = unsafe Int(rubberband_retrieve(state, planePointers, UInt32(count)))
      guard got > 0 else { return }
      // Version 3.1.2 was seen to give samples that are no number ('host conform --only effect-fuzz'), and, under
      // ThreadSanitizer, to read where it may not, in R3Stretcher::analyseChannel; at which settings is not known.
      for channel in 0..<channels {
        let plane = unsafe planes + channel * blockFrames
        for frame in 0..<got where unsafe !plane[frame].isFinite { unsafe plane[frame] = 0 }
      }
      if channels == 1 {
        unsafe room.baseAddress!.update(from: planes, count: got)
      } else {
        for channel in 0..<channels {
          let plane = unsafe planes + channel * blockFrames
          for frame in 0..<got { unsafe room[frame * channels + channel] = unsafe plane[frame] }
        }
      }
      output.grow(got)
    }
  }

  /// A new tempo counts for the next window, whose middle lies behind what was fed by as much as the start pad.
  func reach(from old: StretchSetting, to new: StretchSetting) -> Int? {
    old.pitchSemitones == new.pitchSemitones && old.choice == new.choice ? padFrames : nil
  }

  func change(to setting: StretchSetting) {
    guard let state = unsafe state else { return }
    unsafe rubberband_set_time_ratio(state, 1 / setting.tempo)
  }
}
