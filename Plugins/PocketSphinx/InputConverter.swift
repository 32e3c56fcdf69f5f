import CConverter
import CPocketSphinx
import CueABI
import CuePluginKit

/// Makes the decoder's sound of any other: mixed down to one channel, resampled to 16 kHz, without steady noise, 16 bits.
///
/// Sound is converted in pieces of its own length, so what comes out does not depend on how it came in.
@safe final class InputConverter {
  /// Frames a second that it takes.
  static let rates: ClosedRange<UInt32> = 8000...192_000

  private let channels: Int
  private let rateHertz: Int
  private let pieceFrames: Int
  private let resampler: OpaquePointer?
  private let quieter: OpaquePointer
  /// Mixed down, not yet converted.
  private var waiting: [Float] = []
  /// Samples of a frame that is not yet whole.
  private var partFrame: [Float] = []
  /// Starts again with every stream.
  private var hiss: UInt32 = 1
  /// How loud the hiss is, by the loudest 10 ms so far.
  private var hissDeviation = InputConverter.leastHiss
  private let mostHiss: Float
  private var power: Float = 0
  private var powerCount = 0

  /// `mostHiss` is the loudest hiss, which lies beneath loud sound.
  init(
    _ format: SoundFormat, mostHiss: Float = InputConverter.leastHiss
  ) throws(PluginFailure) {
    guard InputConverter.rates.contains(format.rateHertz) else {
      throw PluginFailure(
        CUE_E_RATE,
        "PocketSphinx takes sound of 8000 to 192000 Hz, not \(format.rateHertz) Hz.")
    }
    self.mostHiss = mostHiss
    channels = Int(format.channels)
    rateHertz = Int(format.rateHertz)
    pieceFrames = max(1, rateHertz / 50)
    guard let quieter = unsafe cps_quieter_open() else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory to take noise out of the sound.")
    }
    unsafe self.quieter = unsafe quieter
    if rateHertz == Decoder.rateHertz {
      unsafe resampler = nil
    } else {
      var failure: Int32 = 0
      unsafe resampler = unsafe src_new(Int32(SRC_SINC_FASTEST), 1, &failure)
      guard unsafe resampler != nil else {
        throw PluginFailure(CUE_E_MEMORY, "There is no memory to resample the sound.")
      }
    }
  }

  deinit {
    unsafe cps_quieter_close(quieter)
    if let resampler = unsafe resampler { _ = unsafe src_delete(resampler) }
  }

  /// Takes the next sound, interleaved, and gives what of it can be converted by now.
  func take(_ samples: [Float]) -> [Int16] {
    var converted: [Float] = []
    mix(samples)
    var at = 0
    while waiting.count - at >= pieceFrames {
      convert(waiting[at..<at + pieceFrames], isLast: false, into: &converted)
      at += pieceFrames
    }
    waiting.removeFirst(at)
    return int16s(quieted(converted))
  }

  /// Gives what is left, after which no sound comes.
  func finish() -> [Int16] {
    var converted: [Float] = []
    convert(waiting[...], isLast: true, into: &converted)
    waiting = []
    var rest = [Float](repeating: 0, count: Int(cps_quieter_room(0)))
    let last = quieted(converted)
    let count = unsafe cps_quieter_finish(quieter, &rest)
    return int16s(last + rest.prefix(Int(count)))
  }

  /// How much of the sound so far had tones that stay, as music has, 0 to 1.
  var tonality: Float { unsafe cps_quieter_tonality(quieter) }

  /// Which share of the power in frames of 10 ms is left without the noise.
  func left(_ frames: Range<Int>) -> Float {
    unsafe cps_quieter_left(
      quieter, UInt64(frames.lowerBound * Decoder.frameSamples),
      UInt64(frames.upperBound * Decoder.frameSamples))
  }

  /// How long the longest loud stretch of frames of 10 ms lasts, in seconds: a knock, or the sound of a key, 0.03.
  func longest(_ frames: Range<Int>) -> Float {
    unsafe cps_quieter_longest(
      quieter, UInt64(frames.lowerBound * Decoder.frameSamples),
      UInt64(frames.upperBound * Decoder.frameSamples))
  }

  /// How many decibels frames of 10 ms are above the quietest tenth of all.
  func decibels(_ frames: Range<Int>) -> Float {
    unsafe cps_quieter_above(
      quieter, UInt64(frames.lowerBound * Decoder.frameSamples),
      UInt64(frames.upperBound * Decoder.frameSamples))
  }

  /// The sound without its steady noise, as far as the filter has finished it.
  private func quieted(_ samples: [Float]) -> ArraySlice<Float> {
    var quiet = [Float](repeating: 0, count: Int(cps_quieter_room(UInt32(samples.count))))
    let count = unsafe cps_quieter_take(quieter, samples, UInt32(samples.count), &quiet)
    return quiet.prefix(Int(count))
  }

  private func mix(_ samples: [Float]) {
    func sane(_ sample: Float) -> Float { sample.isFinite ? max(-1, min(1, sample)) : 0 }
    if channels == 1 {
      waiting += samples.lazy.map(sane)
      return
    }
    let all = partFrame + samples
    let frames = all.count / channels
    for frame in 0..<frames {
      let sum = all[(frame * channels)..<(frame * channels + channels)].reduce(0) { $0 + sane($1) }
      waiting.append(sum / Float(channels))
    }
    partFrame = Array(all[(frames * channels)...])
  }

  private func convert(_ piece: ArraySlice<Float>, isLast: Bool, into converted: inout [Float]) {
    guard let resampler = unsafe resampler else {
      converted += piece
      return
    }
    let ratio = Double(Decoder.rateHertz) / Double(rateHertz)
    var input = Array(piece)
    var output = [Float](repeating: 0, count: 1024 + Int(Double(piece.count) * ratio))
    var used = 0
    while true {
      let (taken, made) = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
          var job = unsafe SRC_DATA()
          unsafe job.data_in = unsafe input.baseAddress.map { unsafe UnsafePointer($0 + used) }
          unsafe job.input_frames = input.count - used
          unsafe job.data_out = output.baseAddress
          unsafe job.output_frames = output.count
          unsafe job.src_ratio = ratio
          unsafe job.end_of_input = isLast ? 1 : 0
          _ = unsafe src_process(resampler, &job)
          return unsafe (job.input_frames_used, job.output_frames_gen)
        }
      }
      converted += output[..<made]
      used += taken
      if used >= input.count, made < output.count { return }
      if taken == 0, made == 0 { return }
    }
  }

  /// Rounds samples, with a hiss of 20 parts in 32,768 beneath them, and of more beneath loud ones.
  ///
  /// The model has never heard a band without any noise: perfect silence, or what lies above the sound of a telephone.
  private func int16s(_ samples: some Collection<Float>) -> [Int16] {
    var (hiss, deviation, power, count) = (hiss, hissDeviation, power, powerCount)
    defer { (self.hiss, hissDeviation, self.power, powerCount) = (hiss, deviation, power, count) }
    return samples.map { sample in
      // Two draws of one generator, the second without waiting for the first.
      let first = Float((hiss &* InputConverter.factor &+ InputConverter.step) >> 16) / 65536
      hiss = hiss &* InputConverter.factorOfTwo &+ InputConverter.stepOfTwo
      let second = Float(hiss >> 16) / 65536
      // The sum of two even draws: a triangle of that deviation.
      let noise = (first + second - 1) * deviation * 2.449
      let loud = (sample.isFinite ? sample : 0) * 32768
      let noisy = loud + noise
      power += loud * loud
      count += 1
      if count == Decoder.frameSamples {
        let level = (power / Float(count)).squareRoot() * InputConverter.hissShare
        deviation = max(deviation, min(mostHiss, level))
        (power, count) = (0, 0)
      }
      let limited = max(-32768, min(32767, noisy))
      return Int16(limited + (limited < 0 ? -0.5 : 0.5))
    }
  }

  /// Beneath quiet speech more would hide it.
  static let leastHiss: Float = 20
  /// Of eSpeak's lines, which have no noise at all, one in twenty was lost at 20, and one in sixty at 50.
  static let hissBesideLine: Float = 50
  /// Of the level of the loudest 10 ms.
  private static let hissShare: Float = 0.01
  // Of Numerical Recipes' quick generator, once and twice applied.
  private static let factor: UInt32 = 1_664_525
  private static let step: UInt32 = 1_013_904_223
  private static let factorOfTwo = factor &* factor
  private static let stepOfTwo = factor &* step &+ step
}
