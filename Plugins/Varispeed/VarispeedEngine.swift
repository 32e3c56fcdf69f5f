import CConverter
import CueABI
import CuePluginKit
import StretchingPlugin

/// Tape at another speed, with libsamplerate's band-limited interpolation.
@safe final class VarispeedEngine: StretchEngine {
  /// The library's converters by ``StretchSetting/choice``, those that were asked for.
  private var states: [OpaquePointer?]
  private var state: OpaquePointer?
  private let channels: Int
  private var ratio = 1.0
  /// What was fed and the library has not taken yet.
  private let waiting: FrameQueue

  let blockFrames = 1024

  init(channels: Int) {
    self.channels = channels
    unsafe states = unsafe Array(repeating: nil, count: VarispeedEngine.qualities.count)
    waiting = FrameQueue(channels: channels)
  }

  deinit {
    for index in unsafe states.indices {
      if let state = unsafe states[index] { _ = unsafe src_delete(state) }
    }
  }

  private static let qualities = [
    SRC_SINC_MEDIUM_QUALITY, SRC_SINC_FASTEST, SRC_SINC_BEST_QUALITY,
  ]

  func prepare(_ setting: StretchSetting) {
    guard unsafe states[setting.choice] == nil else { return }
    let quality = Int32(VarispeedEngine.qualities[setting.choice])
    var failure: Int32 = 0
    let fresh = unsafe src_new(quality, Int32(channels), &failure)
    precondition(unsafe fresh != nil, "libsamplerate refuses \(channels) channels")
    unsafe states[setting.choice] = unsafe fresh
  }

  func begin(_ setting: StretchSetting) -> (leadFrames: Int, dropFrames: Int) {
    unsafe state = unsafe states[setting.choice]
    _ = unsafe src_reset(state)
    ratio = 1 / setting.tempo
    waiting.clear()
    // The filter hears some sound from before, a number of frames that makes whole frames of output.
    let drop = (256 * max(1, ratio)).rounded(.up)
    return (Int((drop * setting.tempo).rounded()), Int(drop))
  }

  func feed(_ frames: UnsafeBufferPointer<Float>) { unsafe waiting.append(frames) }

  func take(_ output: FrameQueue) {
    while true {
      let most = 4096
      let room = unsafe output.makeRoom(most)
      var data = unsafe SRC_DATA()
      unsafe data.src_ratio = ratio
      unsafe data.data_in = unsafe UnsafePointer(waiting.samples.baseAddress!)
      unsafe data.input_frames = waiting.frameCount
      unsafe data.data_out = room.baseAddress
      unsafe data.output_frames = most
      let failure = unsafe src_process(state, &data)
      precondition(failure == 0, "libsamplerate refused its own settings")
      output.grow(unsafe Int(data.output_frames_gen))
      waiting.drop(unsafe Int(data.input_frames_used))
      guard unsafe data.output_frames_gen == most || waiting.frameCount > 0 else { return }
      guard unsafe data.output_frames_gen > 0 || data.input_frames_used > 0 else { return }
    }
  }
}
