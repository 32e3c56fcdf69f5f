import CRubberBand
import CuePluginKit
import Glibc
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
  /// A state for the run that is to come, and the one of the run before: neither is made or freed while sound comes, where that
  /// can be.
  private var ready: RubberBandState?
  private var readySetting = StretchSetting()
  private var spent: RubberBandState?
  private var padFrames = 0
  private let planes: UnsafeMutablePointer<Float>
  private let planePointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let constantPointers: UnsafeMutablePointer<UnsafePointer<Float>?>

  /// At smaller ratios of pitch factor and tempo, the short window loses strokes.
  private static let leastShortRatio = 0.15

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
    unsafe RubberBandEngine.discard(&state)
    unsafe RubberBandEngine.discard(&ready)
    unsafe RubberBandEngine.discard(&spent)
    unsafe planes.deallocate()
    unsafe planePointers.deallocate()
    unsafe constantPointers.deallocate()
  }

  func prepare(_ setting: StretchSetting) {
    unsafe RubberBandEngine.discard(&spent)
    guard !setting.isIdentity, unsafe ready == nil || setting != readySetting else { return }
    unsafe RubberBandEngine.discard(&ready)
    unsafe ready = unsafe fresh(setting)
    readySetting = setting
  }

  func begin(_ setting: StretchSetting) -> (leadFrames: Int, dropFrames: Int) {
    // A state that was reset does not begin as a new one does.
    if unsafe spent == nil {
      unsafe spent = unsafe state
    } else {
      unsafe RubberBandEngine.discard(&state)
    }
    let isReady = unsafe ready != nil && readySetting == setting
    let begun = unsafe isReady ? ready! : fresh(setting)
    if isReady { unsafe ready = nil }
    unsafe state = unsafe begun
    padFrames = unsafe Int(rubberband_get_preferred_start_pad(begun))
    return (padFrames, unsafe Int(rubberband_get_start_delay(begun)))
  }

  /// A function of its own, so that the list of what may allocate can name it.
  @inline(never)
  private static func discard(_ state: inout RubberBandState?) {
    if let it = unsafe state { unsafe rubberband_delete(it) }
    unsafe state = nil
  }

  private func fresh(_ setting: StretchSetting) -> RubberBandState {
    guard
      let fresh = unsafe rubberband_new(
        UInt32(rateHertz), UInt32(channels), choice(for: setting).options, 1 / setting.tempo,
        setting.pitchFactor)
    else { preconditionFailure("Rubber Band makes no stretcher") }
    if setting.formantSemitones != 0 {
      // The library's scale counts from where the pitch has moved them.
      unsafe rubberband_set_formant_scale(
        fresh, exp2(setting.formantSemitones / 12) / setting.pitchFactor)
    }
    unsafe rubberband_set_max_process_size(fresh, UInt32(blockFrames))
    return unsafe fresh
  }

  /// The choice that a run with `setting` is made with: where the finer engine would read beyond its window, that with the
  /// short one, which never does.
  ///
  /// With several windows, version 3.1.2 looks ahead by a hop h in a frame as long as its longest window, L. It reads
  /// (L + L ÷ 2) ÷ 2 + h samples of it, which are there while h ≤ L ÷ 4. With the ratio r = pitch factor ÷ tempo the
  /// hop is 256·r^(2·lg 2) ÷ r, and 128 ÷ r where that is more, and L is 4096 at 44,100 Hz; both grow with the rate, by powers of
  /// two. So h is too long where r < 0.125, or r < 0.1752 where L is 2048; below that, longer hops do not look ahead.
  ///
  /// The other way round, the short window loses strokes where its hops are as long as half of it, so that the finer engine
  /// stands in for it from there on, as far as it can.
  private func choice(for setting: StretchSetting) -> Choice {
    var choice = Choice(number: setting.choice)
    let leastRatio = rateHertz <= 16_384 ? 0 : rateHertz <= 32_768 ? 0.18 : 0.125
    let ratio = setting.pitchFactor / setting.tempo
    if ratio < leastRatio {
      if choice.engine == 0 { choice.engine = 2 }
    } else if choice.engine == 2, ratio < RubberBandEngine.leastShortRatio {
      choice.engine = 0
    }
    return choice
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
      // What the library makes of what is not sound, should it read such again, is silence.
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

  /// A new tempo counts for the next window, whose middle lies after what was fed, by the length of the start pad.
  func reach(from old: StretchSetting, to new: StretchSetting) -> Int? {
    old.pitchSemitones == new.pitchSemitones && old.formantSemitones == new.formantSemitones
      && choice(for: old) == choice(for: new)
      ? padFrames : nil
  }

  func change(to setting: StretchSetting) {
    guard let state = unsafe state else { return }
    unsafe rubberband_set_time_ratio(state, 1 / setting.tempo)
  }
}
