import Glibc

/// What was wrong with a sound file, or with reading or writing it.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Whose fault it is, as far as a program's end depends on it.
  public enum Kind: Sendable {
    /// There is no such file, or it is none, or it may not be read.
    case noInput
    /// It is no sound, or damaged, or has no sound in it.
    case badSound
    /// The library that reads and writes such files is missing.
    case unavailable
    /// No file can be made at that place.
    case cannotCreate
    /// Reading or writing stopped in the middle.
    case inputOutput
    /// A file's name does not say what kind of file it shall be, or that kind cannot hold such sound.
    case unfit
    /// Opening was cancelled.
    case cancelled
  }

  /// Whose fault it is.
  public let kind: Kind
  /// What happened, as one sentence or two.
  public let description: String
  /// What to try; may be empty.
  public let hint: String

  /// An error with what happened and what to try.
  public init(_ kind: Kind, _ description: String, hint: String = "") {
    self.kind = kind
    self.description = description
    self.hint = hint
  }

  static func noLibrary(_ name: String, why: String) -> SoundFileError {
    SoundFileError(
      .unavailable, "\(name) needs libsndfile, which cannot be loaded: \(why).",
      hint: "Install it (on Debian: apt-get install libsndfile1), or use a WAV file.")
  }

  /// The file's name does not tell its kind.
  public static func unknownExtension(_ path: String) -> SoundFileError {
    SoundFileError(
      .unfit, "\(path) does not say what kind of sound file it shall be.",
      hint: "Give it one of these endings: \(SoundFileKind.extensions).")
  }
}
