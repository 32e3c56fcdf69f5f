import CSonic
import CueABI
import CuePluginKit
import Glibc
import StretchingPlugin

/// libsonic as a stretch engine.
///
/// Sonic cuts out or repeats whole pitch periods and rounds as it goes, so its output drifts away from the tempo: by
/// up to half a second in a minute. Its settings are therefore corrected by what it has made so far, in steps that nobody
/// hears.
@safe final class SonicEngine: StretchEngine {
  private let stream: OpaquePointer
  private let rateHertz: Int
  private let channels: Int
  private var setting = StretchSetting()
  private var fedFrames = 0.0
  private var madeFrames = 0.0
  private var correction = 1.0
  /// Frames that it is late beyond what it is always late, as a mean of the last blocks.
  private var meanBeyond = 0.0

  /// Sonic reads what was left out in memory that grows, so small blocks cost more.
  let blockFrames = 1024
  let mostLeadFrames = 0

  init(rateHertz: Int, channels: Int) throws(PluginFailure) {
    guard let stream = unsafe cue_sonic_open(UInt32(rateHertz), UInt32(channels)) else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory for the sound.")
    }
    unsafe self.stream = unsafe stream
    self.rateHertz = rateHertz
    self.channels = channels
  }

  deinit { unsafe cue_sonic_close(stream) }

  func begin(_ setting: StretchSetting) -> (leadFrames: Int, dropFrames: Int) {
    precondition(unsafe cue_sonic_begin(stream, Int32(setting.choice)) != 0, "out of memory")
    self.setting = setting
    fedFrames = 0
    madeFrames = 0
    correction = 1
    meanBeyond = 0
    tell()
    return (0, 0)
  }

  private func tell() {
    unsafe cue_sonic_set(stream, Float(setting.tempo * correction), Float(setting.pitchFactor))
  }

  func feed(_ frames: UnsafeBufferPointer<Float>) {
    guard let samples = frames.baseAddress else { return }
    let count = frames.count / channels
    precondition(unsafe cue_sonic_write(stream, samples, UInt32(count)) != 0, "out of memory")
    fedFrames += Double(count)
  }

  func take(_ output: FrameQueue) {
    let count = unsafe cue_sonic_available(stream)
    if count > 0 {
      let room = unsafe output.makeRoom(Int(count))
      let read = unsafe cue_sonic_read(stream, room.baseAddress!, count)
      output.grow(Int(read))
      madeFrames += Double(read)
    }
    correct()
  }

  /// Brings the mean of what Sonic holds back to where it belongs, within a second.
  ///
  /// That is about 1.3 of its longest periods (1/65 s).
  private func correct() {
    let period = Double(rateHertz) / 65 / setting.tempo
    let beyond = fedFrames / setting.tempo - madeFrames - 1.3 * period
    meanBeyond += (beyond - meanBeyond) / 8
    let over = meanBeyond - max(-0.25 * period, min(0.25 * period, meanBeyond))
    let wanted = 1 - max(-0.2, min(0.2, over / Double(rateHertz)))
    guard wanted != correction else { return }
    correction = wanted
    tell()
  }
}
