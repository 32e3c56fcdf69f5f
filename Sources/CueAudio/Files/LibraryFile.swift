import CSoundFile
import CueSystem

/// A file that libsndfile reads.
@safe final class LibraryFile {
  private let file: OpaquePointer
  private let source: ByteSource
  let rateHertz: Int
  let channels: Int
  let frameCount: Int?
  let formatName: String

  /// Opens the sound at the descriptor's place.
  init(_ source: ByteSource, name: String) throws(SoundFileError) {
    try LibraryFile.load(for: name)
    var info = cue_sound_info()
    var why = [CChar](repeating: 0, count: 256)
    guard let file = unsafe cue_sound_open(source.descriptor, &info, &why, why.count) else {
      throw SoundFileError(name, .notSound(library: LibraryFile.message(why)))
    }
    unsafe self.file = unsafe file
    self.source = source
    rateHertz = Int(info.rate_hertz)
    channels = Int(info.channels)
    frameCount = info.frames < 0 ? nil : Int(info.frames)
    formatName = unsafe withUnsafeBytes(of: info.format) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  deinit { _ = unsafe cue_sound_close(file) }

  /// Up to `frames` frames; none at the end, be it a sudden one.
  func read(_ frames: Int) -> [Float] {
    unsafe [Float](unsafeUninitializedCapacity: frames * channels) { samples, filled in
      let count = unsafe cue_sound_read(file, samples.baseAddress!, Int64(frames))
      filled = max(0, Int(count)) * channels
    }
  }

  /// Loads the library, or says that `name` needs it.
  static func load(for name: String) throws(SoundFileError) {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_sound_library(&why, why.count) == 1 else {
      throw SoundFileError(name, .noLibrary(LibraryFile.words(why)))
    }
  }

  /// The library's own words without a period; empty if it has none.
  static func message(_ words: [CChar]) -> String {
    var text = LibraryFile.words(words)
    if text.hasPrefix("Error : ") { text.removeFirst(8) }
    while text.last == "." || text.last == "\n" || text.last == " " { text.removeLast() }
    return text
  }

  static func words(_ words: [CChar]) -> String {
    textOfC(words)
  }
}
