import CConverter
import CueABI
import CuePluginKit

/// Brings interleaved floats to another rate and channel count, as they come.
///
/// Mono is copied to all channels, all are averaged to mono; otherwise channels that are too many are left out, and those that are
/// missing are silent.
@safe final class FormatConverter {
  private let from: (rateHertz: Int, channels: Int)
  private let to: (rateHertz: Int, channels: Int)
  private let resampler: OpaquePointer?

  init(
    from: (rateHertz: Int, channels: Int), to: (rateHertz: Int, channels: Int)
  ) throws(PluginFailure) {
    self.from = from
    self.to = to
    guard from.rateHertz != to.rateHertz else {
      unsafe resampler = nil
      return
    }
    var failure: Int32 = 0
    unsafe resampler = unsafe src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(to.channels), &failure)
    guard unsafe resampler != nil else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory to resample the sound.")
    }
    let ratio = Double(to.rateHertz) / Double(from.rateHertz)
    guard src_is_valid_ratio(ratio) != 0 else {
      throw PluginFailure(
        CUE_E_RATE, "Sound of \(from.rateHertz) Hz cannot be brought to \(to.rateHertz) Hz.")
    }
  }

  deinit { if let resampler = unsafe resampler { _ = unsafe src_delete(resampler) } }

  /// What of the next sound is ready; with `isLast`, the rest.
  func convert(_ samples: [Float], isLast: Bool = false) -> [Float] {
    resample(mix(samples), isLast: isLast)
  }

  private func mix(_ samples: [Float]) -> [Float] {
    guard from.channels != to.channels else { return samples }
    let frames = samples.count / from.channels
    var mixed: [Float] = []
    mixed.reserveCapacity(frames * to.channels)
    for frame in 0..<frames {
      let old = samples[frame * from.channels..<(frame + 1) * from.channels]
      if to.channels == 1 || from.channels == 1 {
        let mean = old.reduce(0, +) / Float(from.channels)
        for _ in 0..<to.channels { mixed.append(mean) }
      } else {
        for channel in 0..<to.channels {
          mixed.append(channel < from.channels ? old[old.startIndex + channel] : 0)
        }
      }
    }
    return mixed
  }

  private func resample(_ samples: [Float], isLast: Bool) -> [Float] {
    guard let resampler = unsafe resampler else { return samples }
    let ratio = Double(to.rateHertz) / Double(from.rateHertz)
    let frames = samples.count / to.channels
    var input = samples
    var output = [Float](
      repeating: 0, count: (1024 + Int(Double(frames) * ratio)) * to.channels)
    var converted: [Float] = []
    var used = 0
    while true {
      let (taken, made) = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
          var job = unsafe SRC_DATA()
          unsafe job.data_in = unsafe input.baseAddress.map {
            unsafe UnsafePointer($0 + used * to.channels)
          }
          unsafe job.input_frames = frames - used
          unsafe job.data_out = output.baseAddress
          unsafe job.output_frames = output.count / to.channels
          unsafe job.src_ratio = ratio
          unsafe job.end_of_input = isLast ? 1 : 0
          _ = unsafe src_process(resampler, &job)
          return unsafe (job.input_frames_used, job.output_frames_gen)
        }
      }
      converted += output[..<(made * to.channels)]
      used += taken
      if used >= frames, made * to.channels < output.count { return converted }
      if taken == 0, made == 0 { return converted }
    }
  }
}
