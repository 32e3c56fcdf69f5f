import CuePluginKit

/// Stretches a stream of sound with an engine, so that the output is as long as it must be and begins with the input's
/// first frame.
///
/// The stream is a row of runs. In each the sound is left alone, bit by bit, or goes through the engine, started again for it.
/// An engine hears some sound from before its run and from after it, so nothing is lost at either end; where two runs meet, the
/// one fades into the other. The output of a run is cut where the frame of the next one is due:
///
///     place(frame) = Σ over the settings up to it of (frames of that setting ÷ its tempo)
///
/// rounded, so the whole is as long as the sum says, whatever the engine makes of its parts. The engine is fed blocks of its
/// own size, counted from where its run begins; the host's blocks do not show in the output.
public final class Stretcher {
  private let engine: any StretchEngine
  private let channels: Int
  private let fadeFrames: Int

  /// Sound from `inputStart` on, some of it already fed, for engines that start again.
  private let input: FrameQueue
  private var inputStart = 0
  private var inputEnd: Int { inputStart + input.frameCount }
  /// Where the input ends, once that is known; silence may follow in `input`.
  private var finalFrame: Int?

  /// The settings, each from its frame on; those that no frame needs any more are forgotten.
  private var settings: [(frame: Int, setting: StretchSetting, place: Double)] = []
  /// How many of `settings` the run or the engine has come to.
  private var settingsInForce = 0

  private var run = Run()
  /// What the engine has made of the run that was not taken yet.
  private let made: FrameQueue
  /// How many frames of it may be taken.
  private var dueFrames = 0
  /// The end of the run before, to fade from.
  private let fading: FrameQueue
  /// A block of silence.
  private let silence: FrameQueue

  private struct Run {
    var startFrame = 0
    var startPlace = 0
    var setting = StretchSetting()
    /// The next frame to feed.
    var nextFrame = 0
    var leadFrames = 0
    var dropFrames = 0
    /// Frames that were handed on.
    var givenFrames = 0
    /// Frames of silence that it was fed after the input's end.
    var silentFrames = 0
  }

  /// A stretcher of sound with that rate and channel count, beginning with `setting`.
  public init(
    _ engine: any StretchEngine, rateHertz: Int, channels: Int, setting: StretchSetting
  ) {
    self.engine = engine
    self.channels = channels
    // Long enough to hide that two waves do not quite meet, short enough to be no echo: 5 ms.
    fadeFrames = max(1, rateHertz / 200)
    // Room for the most that waits, since nothing may be allocated while sound comes: before the run and after a change as
    // much as an engine wants, and twice that, so that frames move seldom; of what is made, a block at a tenth of the tempo,
    // and the longest period of a voice, as often.
    input = FrameQueue(channels: channels, roomFrames: 4 * max(engine.mostLeadFrames, 8192))
    made = FrameQueue(channels: channels, roomFrames: 1 << 16)
    fading = FrameQueue(channels: channels, roomFrames: fadeFrames)
    silence = FrameQueue(channels: channels, roomFrames: engine.blockFrames)
    silence.appendSilence(engine.blockFrames)
    // One at each frame that an engine has not come to, and those that are kept.
    settings.reserveCapacity(engine.mostLeadFrames + 8192)
    settings.append((0, setting, 0))
    engine.prepare(setting)
    begin()
  }

  /// What counts from the next frame on.
  public var setting: StretchSetting {
    get { settings.last!.setting }
    set {
      if setting.isIdentity || engine.reach(from: setting, to: newValue) == nil {
        engine.prepare(newValue)
      }
      change(newValue, at: finalFrame ?? inputEnd)
    }
  }

  /// Where a frame of the input is heard, whether it has come yet or not.
  public func place(of frame: Int) -> Int { Int(exactPlace(of: frame).rounded()) }

  private func exactPlace(of frame: Int) -> Double {
    let of = settings.last { $0.frame <= frame } ?? settings[0]
    return of.place + Double(frame - of.frame) / of.setting.tempo
  }

  private func change(_ setting: StretchSetting, at frame: Int) {
    guard setting != settings.last!.setting else { return }
    let place = exactPlace(of: frame)
    if settings.last!.frame == frame, settings.count > settingsInForce {
      settings[settings.count - 1].setting = setting
    } else {
      settings.append((frame, setting, place))
    }
  }

  // Sound in, sound out.

  /// Takes what it can of `input`, and writes what fits of what is made; `apply` makes a change part of the setting.
  public func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange], apply: (ParameterChange, inout StretchSetting) -> Void
  ) -> (usedFrames: Int, producedFrames: Int) {
    let frames = input.count / channels
    var used = 0
    var produced = 0
    while true {
      produced += unsafe takeDue(into: rest(of: output, from: produced))
      if dueFrames > 0 { break }
      if step() { continue }
      guard used < frames else { break }
      let some = min(frames - used, 4096)
      for change in changes where (used..<used + some).contains(change.frame) {
        var setting = setting
        apply(change, &setting)
        self.change(setting, at: inputEnd + change.frame - used)
      }
      unsafe self.input.append(
        UnsafeBufferPointer(rebasing: input[used * channels..<(used + some) * channels]))
      used += some
    }
    return (used, produced)
  }

  /// No more input: writes what is left; 0 when there is no more.
  public func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    if finalFrame == nil { finalFrame = inputEnd }
    var produced = 0
    repeat {
      produced += unsafe takeDue(into: rest(of: output, from: produced))
    } while dueFrames == 0 && produced < output.count / channels && step()
    return produced
  }

  /// Moves what is due to `output`, as much as fits; says how many frames.
  private func takeDue(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    let most = min(dueFrames, output.count / channels)
    let taken = unsafe made.read(
      into: UnsafeMutableBufferPointer(rebasing: output[..<(most * channels)]))
    dueFrames -= taken
    return taken
  }

  private func rest(
    of output: UnsafeMutableBufferPointer<Float>, from frame: Int
  ) -> UnsafeMutableBufferPointer<Float> {
    unsafe UnsafeMutableBufferPointer(rebasing: output[(frame * channels)...])
  }

  // Runs.

  private func begin() {
    let first = settings[settingsInForce]
    settingsInForce += 1
    run = Run()
    run.startFrame = first.frame
    run.startPlace = Int(first.place.rounded())
    run.setting = first.setting
    run.nextFrame = first.frame
    made.clear()
    guard !run.setting.isIdentity else { return }
    (run.leadFrames, run.dropFrames) = engine.begin(run.setting)
    run.nextFrame -= run.leadFrames
  }

  /// The frame where the run ends and another begins, or the input.
  private var endFrame: Int? {
    var before = run.setting
    for (frame, setting, _) in settings[settingsInForce...] {
      guard frame < finalFrame ?? .max else { break }
      if before.isIdentity || setting.isIdentity || engine.reach(from: before, to: setting) == nil {
        return frame
      }
      before = setting
    }
    return finalFrame
  }

  /// Does one block's work; false if it needs more input, or all is done.
  private func step() -> Bool {
    let end = endFrame
    let length = end.map { place(of: $0) - run.startPlace }
    if give(length) { return true }
    if let end, run.givenFrames == length {
      guard end != finalFrame else { return false }
      if end == run.startFrame || made.frameCount >= fadeFrames {
        next(end)
        return true
      }
    }
    guard feed(length) else { return false }
    forget(end)
    return true
  }

  private func next(_ end: Int) {
    if end > run.startFrame {
      fading.clear()
      unsafe fading.append(
        UnsafeBufferPointer(rebasing: made.samples[..<(fadeFrames * channels)]))
    }
    // Changes that the engine was to take on the way belong to the past.
    while settings[settingsInForce].frame < end { settingsInForce += 1 }
    begin()
  }

  /// Feeds the next block, from the sound before the run to the silence after the input; false if there is none yet.
  private func feed(_ length: Int?) -> Bool {
    var frames = run.setting.isIdentity ? 4096 : engine.blockFrames
    if run.nextFrame < run.startFrame { frames = min(frames, run.startFrame - run.nextFrame) }
    frames = applyChange(within: frames)
    guard run.nextFrame >= 0 else {
      frames = min(frames, -run.nextFrame)
      feedSilence(frames)
      run.nextFrame += frames
      return true
    }
    if finalFrame != nil, run.nextFrame >= inputEnd { return feedSilence(after: length, frames) }
    if finalFrame != nil, inputEnd - run.nextFrame < frames {
      let silence = frames - (inputEnd - run.nextFrame)
      guard run.silentFrames < Stretcher.mostSilentFrames else { return giveUp(length) }
      input.appendSilence(silence)
      run.silentFrames += silence
    }
    if run.setting.isIdentity { frames = min(frames, inputEnd - run.nextFrame) }
    guard frames > 0, inputEnd - run.nextFrame >= frames else { return false }
    let start = (run.nextFrame - inputStart) * channels
    let block = unsafe UnsafeBufferPointer(
      rebasing: input.samples[start..<start + frames * channels])
    if run.setting.isIdentity {
      enter { unsafe made.append(block) }
    } else {
      unsafe engine.feed(block)
      enter { engine.take(made) }
    }
    run.nextFrame += frames
    return true
  }

  /// All of the input is fed: what follows is silence, which need not be kept.
  private func feedSilence(after length: Int?, _ frames: Int) -> Bool {
    guard frames > 0 else { return false }
    guard run.silentFrames < Stretcher.mostSilentFrames else { return giveUp(length) }
    if run.setting.isIdentity {
      enter { made.appendSilence(frames) }
    } else {
      feedSilence(frames)
    }
    run.silentFrames += frames
    run.nextFrame += frames
    return true
  }

  private func feedSilence(_ frames: Int) {
    unsafe engine.feed(UnsafeBufferPointer(rebasing: silence.samples[..<(frames * channels)]))
    enter { engine.take(made) }
  }

  /// An engine that gives no more, although it was fed silence for this long, is helped out with silence.
  private static let mostSilentFrames = 1 << 20

  private func giveUp(_ length: Int?) -> Bool {
    guard let length, run.givenFrames + made.frameCount < length + fadeFrames else { return false }
    let missing = length + fadeFrames - run.givenFrames - made.frameCount
    enter { made.appendSilence(min(missing, 4096)) }
    return true
  }

  /// Has the engine take the next change where its frame is reached; otherwise a block ends there.
  private func applyChange(within frames: Int) -> Int {
    guard !run.setting.isIdentity else { return frames }
    var frames = frames
    while settingsInForce < settings.count {
      let next = settings[settingsInForce]
      guard !next.setting.isIdentity,
        let reach = engine.reach(from: run.setting, to: next.setting)
      else { break }
      let due = next.frame + reach
      guard due <= run.nextFrame else {
        frames = min(frames, due - run.nextFrame)
        break
      }
      engine.change(to: next.setting)
      run.setting = next.setting
      settingsInForce += 1
    }
    return frames
  }

  /// Takes in what `append` adds to `made`: without what is to be dropped, and faded over from the run before.
  private func enter(_ append: () -> Void) {
    var before = made.frameCount
    append()
    if run.dropFrames > 0 {
      let dropped = min(run.dropFrames, made.frameCount)
      made.drop(dropped)
      run.dropFrames -= dropped
      before = 0
    }
    let fades = min(made.frameCount - before, fading.frameCount)
    guard fades > 0 else { return }
    let samples = unsafe made.samples
    let old = unsafe fading.samples
    for frame in 0..<fades {
      let share = Float(fadeFrames - fading.frameCount + frame + 1) / Float(fadeFrames + 1)
      for channel in 0..<channels {
        let at = (before + frame) * channels + channel
        let was = unsafe old[frame * channels + channel]
        unsafe samples[at] = was + (samples[at] - was) * share
      }
    }
    fading.drop(fades)
  }

  /// Lets be taken what belongs to sound that has been fed, and to this run; false if that is nothing.
  private func give(_ length: Int?) -> Bool {
    let fed = max(run.startFrame, min(run.nextFrame, finalFrame ?? .max))
    let due = min(length ?? .max, place(of: fed) - run.startPlace)
    let frames = min(due - run.givenFrames, made.frameCount)
    guard frames > 0 else { return false }
    dueFrames = frames
    run.givenFrames += frames
    return true
  }

  /// Drops the input that is not needed again, and settings that no frame needs.
  private func forget(_ end: Int?) {
    let needed = min(run.nextFrame, end ?? .max) - engine.mostLeadFrames
    if needed > inputStart {
      let frames = min(needed - inputStart, input.frameCount)
      input.drop(frames)
      inputStart += frames
    }
    // Marks of the last blocks may still be asked for.
    if settingsInForce > 512 {
      settings.removeFirst(256)
      settingsInForce -= 256
    }
  }
}
