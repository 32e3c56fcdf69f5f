import CSampleRate
import CueModel

/// Brings sound to another rate, chunk by chunk, with libsamplerate's band-limited interpolation.
///
/// The output of a whole run is the input's length times the ratio of the rates, to the frame.
@safe public final class Resampler {
  private let state: OpaquePointer
  private let input: AudioFormat
  private let output: AudioFormat
  private var takenFrames = 0
  private var givenFrames = 0

  /// Turns sound of `input` into 16-bit or float sound of `output`, which has as many channels.
  public init(from input: AudioFormat, to output: AudioFormat) {
    precondition(input.channels == output.channels, "a resampler mixes no channels")
    var failure: Int32 = 0
    guard
      let state = unsafe src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(input.channels), &failure)
    else { preconditionFailure("libsamplerate refuses \(input.channels) channels") }
    unsafe self.state = unsafe state
    self.input = input
    self.output = output
  }

  deinit { _ = unsafe src_delete(state) }

  /// What `sound` becomes; some of it comes with the next call.
  public func process(_ sound: AudioBuffer) -> AudioBuffer {
    precondition(sound.format == input, "sound of another format than the resampler was made for")
    takenFrames += sound.frameCount
    return run(sound.floats, isLast: false, mostFrames: .max)
  }

  /// The rest, when there is no more input.
  public func finish() -> AudioBuffer {
    let whole = Int(
      (Double(takenFrames) * Double(output.rateHertz) / Double(input.rateHertz)).rounded())
    var rest = run([], isLast: true, mostFrames: whole - givenFrames)
    if givenFrames < whole {
      rest = AudioBuffer(
        format: output,
        bytes: rest.bytes
          + [UInt8](repeating: 0, count: (whole - givenFrames) * output.frameByteCount))
    }
    return rest
  }

  private func run(_ samples: [Float], isLast: Bool, mostFrames: Int) -> AudioBuffer {
    let channels = input.channels
    let ratio = Double(output.rateHertz) / Double(input.rateHertz)
    var made: [Float] = []
    var block = [Float](
      repeating: 0, count: (Int(Double(samples.count / channels) * ratio) + 4096) * channels)
    var used = 0
    while true {
      var data = unsafe SRC_DATA()
      unsafe data.src_ratio = ratio
      unsafe data.end_of_input = isLast ? 1 : 0
      let failure = unsafe samples.withUnsafeBufferPointer { input in
        unsafe block.withUnsafeMutableBufferPointer { output in
          // The library needs an address even for an empty buffer.
          unsafe data.data_in =
            unsafe input.baseAddress.map { unsafe $0 + used } ?? UnsafePointer(output.baseAddress!)
          unsafe data.input_frames = (samples.count - used) / channels
          unsafe data.data_out = output.baseAddress
          unsafe data.output_frames = output.count / channels
          return unsafe src_process(state, &data)
        }
      }
      precondition(failure == 0, "libsamplerate refused its own settings")
      used += unsafe Int(data.input_frames_used) * channels
      made += unsafe block[..<(Int(data.output_frames_gen) * channels)]
      guard unsafe data.output_frames_gen > 0, used < samples.count || isLast else { break }
    }
    if mostFrames < .max { made = Array(made.prefix(max(0, mostFrames) * channels)) }
    givenFrames += made.count / channels
    let sound = AudioBuffer(float32: made, rateHertz: output.rateHertz, channels: channels)
    guard output.sample == .int16 else { return sound }
    return AudioBuffer(int16: sound.int16s, rateHertz: output.rateHertz, channels: channels)
  }
}
