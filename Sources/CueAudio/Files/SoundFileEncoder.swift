import CSoundFile
import CueModel

/// A file that libsndfile writes.
@safe final class SoundFileEncoder {
  private var file: OpaquePointer?
  private let kind: SoundFileKind
  private let encoding: SampleEncoding
  /// What went wrong last, as a clause.
  private(set) var why: String?

  /// Begins the file at the descriptor's position, which must be its end; the caller closes the descriptor.
  init(
    _ descriptor: Int32, path: String, kind: SoundFileKind, encoding: SampleEncoding,
    format: AudioFormat, notes: SoundNotes, bitsPerSecond: Int? = nil
  ) throws(SoundFileError) {
    let code: Int32
    switch kind {
    case .w64: code = Int32(CUE_FILE_W64)
    case .flac: code = Int32(CUE_FILE_FLAC)
    case .vorbis: code = Int32(CUE_FILE_VORBIS)
    case .opus: code = Int32(CUE_FILE_OPUS)
    case .mp3: code = Int32(CUE_FILE_MP3)
    case .wav, .rf64, .raw: preconditionFailure("these are not the library's")
    }
    var words = [CChar](repeating: 0, count: 256)
    guard
      let file = unsafe cue_sound_create(
        descriptor, code, encoding.code, Int32(format.rateHertz), Int32(format.channels), &words,
        words.count)
    else {
      throw SoundFileError(
        path,
        .unfitFormat(
          rateHertz: format.rateHertz, channels: format.channels,
          library: LibraryFile.message(words)))
    }
    unsafe self.file = unsafe file
    self.kind = kind
    self.encoding = encoding
    if let bitsPerSecond {
      unsafe cue_sound_set_bits(
        file, code, Int32(format.rateHertz), Int32(format.channels), Int32(clamping: bitsPerSecond))
    }
    // A kind of file without room for one is the same file without it.
    for (field, text) in [
      (CUE_TEXT_TITLE, notes.title), (CUE_TEXT_ARTIST, notes.artist),
      (CUE_TEXT_ALBUM, notes.album), (CUE_TEXT_TRACK, notes.track),
    ] where !text.isEmpty {
      unsafe cue_sound_tell(file, Int32(field), text)
    }
  }

  deinit { _ = close() }

  /// Writes all of `sound`; whether that went well.
  func write(_ sound: AudioBuffer) -> Bool {
    // Some encoders keep a whole block on their stack.
    let most = 4096
    var from = 0
    while from < sound.frameCount {
      let some = sound.frames(from..<min(from + most, sound.frameCount))
      guard writeSome(some) == some.frameCount else {
        var words = [CChar](repeating: 0, count: 256)
        if let file = unsafe file { unsafe cue_sound_why(file, &words, words.count) }
        why = LibraryFile.message(words)
        return false
      }
      from += some.frameCount
    }
    return true
  }

  private func writeSome(_ sound: AudioBuffer) -> Int {
    guard let file = unsafe file else { return 0 }
    let frames = Int64(sound.frameCount)
    let written =
      switch (kind, encoding) {
      case (.vorbis, _), (.opus, _), (.mp3, _):
        unsafe cue_sound_write_floats(file, sound.floats.map { max(-1, min(1, $0)) }, frames)
      case (_, .float32): unsafe cue_sound_write_floats(file, sound.floats, frames)
      case (_, .int24): unsafe cue_sound_write_ints(file, sound.int24s.map { $0 << 8 }, frames)
      default: unsafe cue_sound_write_shorts(file, sound.int16s, frames)
      }
    return Int(written)
  }

  /// Completes the file; whether that went well.
  func close() -> Bool {
    guard let file = unsafe file else { return true }
    unsafe self.file = nil
    return unsafe cue_sound_close(file) == 0
  }
}
