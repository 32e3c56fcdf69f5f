import CueAudio
import CueModel
import CueSystem
import Glibc

/// How a mix is written.
package struct MixWish: Equatable, Sendable {
  /// How samples are stored; lossy kinds have a way of their own.
  package var encoding = SampleEncoding.int16
  /// The integrated loudness of the whole in LUFS, −70…−5; nil to leave it unchanged.
  package var integratedLUFS: Double?
  /// What no peak exceeds then, in dBTP, −20…0.
  package var truePeakDBTP = -1.0
  /// What an audiobook says of itself; its chapters begin at frames of the mix.
  package var notes = SoundNotes()
  /// Where programs that encode are looked for, as in the variable PATH.
  package var programSearchPath = "/usr/local/bin:/usr/bin:/bin"

  /// 16-bit samples, at the same loudness.
  package init() {}
}

/// What a mix became.
package struct MixReport: Equatable, Sendable {
  /// Frames of the file.
  package var frames = 0
  /// Frames a second of the file.
  package var rateHertz = 0
  /// Channels of the file.
  package var channels = 0
  /// The integrated loudness of the mix, unchanged, in LUFS; nil if it was not measured or nothing was heard.
  package var measuredLUFS: Double?
  /// What it was turned up by, in decibels.
  package var gainDecibels = 0.0
  /// What loud places were turned down by at the most, in decibels, 0 or less.
  package var limitedDecibels = 0.0
}

/// Writes a mix into a sound file that appears when it is whole.
package enum MixFile {
  /// Writes all that `mixer` gives to `path`, of the kind that its ending says.
  ///
  /// For a loudness the mix is made once, kept in a file without a name beside `path`, measured, and then turned up or down.
  /// - Throws: as the mixer and the file do, and `SoundFileError` of reason `interrupted`
  package static func write(
    _ mixer: StoryMixer, to path: String, _ wish: MixWish, cancellation: Cancellation
  ) throws -> MixReport {
    let format = mixer.mix.format
    guard let kind = RecordingKind(path: path) else {
      throw SoundFileError(path, .unknownExtension)
    }
    let fileFormat = AudioFormat(
      sample: .float32, rateHertz: kind.rateHertz(for: format.rateHertz),
      channels: format.channels)
    let writer = try sink(path, kind, fileFormat, mixer.mix, wish)
    do {
      var report = MixReport()
      report.channels = format.channels
      report.rateHertz = fileFormat.rateHertz
      var source = Source.mixer(mixer)
      if let target = wish.integratedLUFS {
        let spool = try Spool(beside: path, format)
        let meter = try LoudnessMeter(format)
        while let block = try mixer.next() {
          try check(cancellation, path)
          meter.hear(block)
          try spool.append(block)
        }
        report.measuredLUFS = meter.integratedLUFS
        report.gainDecibels = report.measuredLUFS.map { target - $0 } ?? 0
        try spool.rewind()
        source = .spool(spool)
      }
      let gain = Float(pow(10, report.gainDecibels / 20))
      let limiter = PeakLimiter(
        rateHertz: format.rateHertz, channels: format.channels,
        ceilingDecibels: wish.integratedLUFS == nil ? 0 : wish.truePeakDBTP,
        isTrue: wish.integratedLUFS != nil)
      let resampler =
        report.rateHertz == format.rateHertz ? nil : Resampler(from: format, to: fileFormat)
      func put(_ sound: AudioBuffer) throws {
        guard sound.frameCount > 0 else { return }
        try writer.write(sound)
        report.frames += sound.frameCount
      }
      func resample(_ sound: AudioBuffer) -> AudioBuffer { resampler?.process(sound) ?? sound }
      while let block = try source.next() {
        try check(cancellation, path)
        try put(resample(limiter.process(gain == 1 ? block : block.times(gain))))
      }
      try put(resample(limiter.finish()))
      if let rest = resampler?.finish() { try put(rest) }
      try writer.finish()
      report.limitedDecibels = 20 * log10(limiter.leastGain)
      return report
    } catch {
      writer.discard()
      throw error
    }
  }

  /// The file, ready for sound of `format`.
  private static func sink(
    _ path: String, _ kind: RecordingKind, _ format: AudioFormat, _ mix: StoryMix, _ wish: MixWish
  ) throws(SoundFileError) -> any SoundSink {
    switch kind {
    case .sound(let kind):
      let writer = try SoundFileWriter(path: path, kind: kind, encoding: wish.encoding)
      try writer.begin(format)
      return writer
    case .book:
      func inFile(_ frame: Int) -> Int { frame * format.rateHertz / mix.format.rateHertz }
      var notes = wish.notes
      for index in notes.places.indices {
        notes.places[index].frame = inFile(notes.places[index].frame)
      }
      return try BookWriter(
        path: path, format: format,
        cover: BookWriter.Cover(notes, frames: inFile(mix.frames)),
        searchPath: wish.programSearchPath)
    }
  }

  private static func check(
    _ cancellation: Cancellation, _ path: String
  ) throws(SoundFileError) {
    if cancellation.isCancelled { throw SoundFileError(path, .interrupted) }
  }

  private enum Source {
    case mixer(StoryMixer)
    case spool(Spool)

    func next() throws -> AudioBuffer? {
      switch self {
      case .mixer(let mixer): try mixer.next()
      case .spool(let spool): try spool.next()
      }
    }
  }

  /// Floats in a file without a name.
  private final class Spool {
    private let descriptor: Int32
    private let path: String
    private let format: AudioFormat

    init(beside path: String, _ format: AudioFormat) throws(StoryFailure) {
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      do throws(SystemError) {
        descriptor = try UnnamedFile.open(in: folder.isEmpty ? "/" : folder)
      } catch { throw .system(path: path, errno: error.errno) }
      self.path = path
      self.format = format
    }

    deinit { close(descriptor) }

    func append(_ sound: AudioBuffer) throws(StoryFailure) {
      let failure = Descriptor.write(sound.bytes, to: descriptor)
      guard failure == 0 else { throw .system(path: path, errno: failure) }
    }

    func rewind() throws(StoryFailure) {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(path: path, errno: errno) }
    }

    func next() throws(StoryFailure) -> AudioBuffer? {
      var bytes = [UInt8](repeating: 0, count: 8192 * format.frameByteCount)
      var filled = 0
      while filled < bytes.count {
        let count = unsafe bytes.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress! + filled, $0.count - filled)
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .system(path: path, errno: errno) }
        if count == 0 { break }
        filled += count
      }
      guard filled > 0 else { return nil }
      return AudioBuffer(format: format, bytes: Array(bytes[..<filled]))
    }
  }
}

extension AudioBuffer {
  /// As floats, this many times as loud.
  fileprivate func times(_ gain: Float) -> AudioBuffer {
    AudioBuffer(
      float32: floats.map { $0 * gain }, rateHertz: format.rateHertz, channels: format.channels)
  }
}
