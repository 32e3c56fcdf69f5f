import CueModel

/// A kind of file that a recording can be.
public enum RecordingKind: Equatable, Sendable {
  /// What ``SoundFileWriter`` writes.
  case sound(SoundFileKind)
  /// An audiobook: AAC with chapters, by the program `ffmpeg`.
  case book

  /// The kind that the extension of `path` names; see ``SoundFileKind/init(path:)``.
  public init?(path: String) {
    if path.lowercased().hasSuffix(".m4b") {
      self = .book
    } else if let kind = SoundFileKind(path: path) {
      self = .sound(kind)
    } else {
      return nil
    }
  }

  /// Whether it can be chosen how many bits a second of sound has.
  public var hasBitRate: Bool {
    switch self {
    case .sound(let kind): kind.hasBitRate
    case .book: true
    }
  }

  /// The extension of its files, without a dot.
  public var fileExtension: String {
    switch self {
    case .sound(let kind): kind.rawValue
    case .book: "m4b"
    }
  }

  /// The rate that sound of `rateHertz` has in it.
  package func rateHertz(for rateHertz: Int) -> Int {
    switch self {
    case .sound(let kind): kind.rateHertz(for: rateHertz)
    case .book:
      [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000].first { $0 >= rateHertz }
        ?? 48000
    }
  }
}

/// What takes the sound of a file.
package protocol SoundSink: AnyObject {
  /// Appends sound.
  func write(_ sound: AudioBuffer) throws(SoundFileError)
  /// Completes the file, which gets its name.
  func finish() throws(SoundFileError)
  /// Leaves no file.
  func discard()
}
extension SoundFileWriter: SoundSink {}
extension BookWriter: SoundSink {}
