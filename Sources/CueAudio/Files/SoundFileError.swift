/// What was wrong with a sound file, or with reading or writing it.
public struct SoundFileError: Error, Equatable, Sendable {
  /// Whose fault it is, as far as a program's end depends on it.
  public enum Kind: Sendable {
    /// There is no such file, or it is not a file, or it may not be read.
    case noInput
    /// It is not sound, or damaged, or has no sound in it.
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

  /// What happened.
  ///
  /// An `errno` is the system's number of a failed call; `library` holds a library's own words, empty where
  /// it has none.
  public enum Reason: Equatable, Sendable {
    // Reading.
    /// The file cannot be opened.
    case cannotOpen(errno: Int32)
    /// The name is that of a folder.
    case isFolder
    /// The wait for the file was cancelled.
    case notWaitedFor
    /// The file has no bytes.
    case isEmpty
    /// It is not sound that can be read, and libsndfile said why.
    case notSound(library: String)
    /// It does not begin as sound does.
    case notSoundAtAll
    /// WAV from a pipe whose samples are not plain numbers.
    case codecFromPipe
    /// Its rate is not one of 8000 to 192000 Hz.
    case rate(Int)
    /// It does not have 1 to 64 channels.
    case channels(Int)
    /// A sample is not a finite number, this many seconds after the start.
    case notANumber(seconds: Double)
    /// It has no frames.
    case noFrames
    /// A WAV file is damaged.
    case damaged(WAVDamage)
    /// Reading stopped before the end.
    case readingStopped(errno: Int32)
    /// Only ffmpeg reads files of that kind, and it is not in the path.
    case needsProgram(Media)
    /// ffmpeg, which reads files of that kind, found no sound in this one.
    case programFindsNoSound(Media)
    /// ffmpeg ended before the sound did.
    case programStopped
    /// A pipe could not be kept in a file while it is read.
    case cannotKeep(errno: Int32)
    // Writing.
    /// libsndfile cannot be loaded.
    case noLibrary(String)
    /// No file can be made there.
    case cannotCreate(errno: Int32)
    /// Writing stopped before the end.
    case writingStopped(errno: Int32)
    /// Writing stopped before the end, and libsndfile said why.
    case writingRefused(library: String)
    /// The end of the file could not be written.
    case endNotWritten
    /// The pages of an Ogg file could not be numbered.
    case pagesNotNumbered
    /// The file is written and cannot get its name.
    case cannotRename(errno: Int32)
    /// The name does not say what kind of sound file it shall be.
    case unknownExtension
    /// A file of that kind cannot have that rate.
    case unfitRate(Int, SoundFileKind)
    /// A file of that kind cannot have this many channels.
    case unfitChannels(Int, SoundFileKind)
    /// libsndfile writes no such sound.
    case unfitFormat(rateHertz: Int, channels: Int, library: String)
    /// The program ffmpeg is not in the path.
    case noProgram
    /// ffmpeg cannot be started.
    case cannotStartProgram(errno: Int32)
    /// ffmpeg ended before its time; what it said last, if anything.
    case programFailed(String?)
    // Measuring.
    /// libebur128 cannot be loaded.
    case noLoudnessLibrary(String)
    /// libebur128 does not measure such sound.
    case loudnessRefused(rateHertz: Int, channels: Int)
    // Recording.
    /// None of this many items has sound.
    case nothingToRecord(items: Int)
    /// The sound of an item with that text is gone, or damaged.
    case clipIsGone(text: String)
    /// The recording was interrupted.
    case interrupted
    /// The sound that a page goes with is gone.
    case soundIsGone
    /// A folder cannot be made.
    case cannotMakeFolder(errno: Int32)
  }

  /// Kinds of sound files that libsndfile does not read.
  public enum Media: Equatable, Sendable {
    /// MPEG-4: M4A, M4B, MP4, MOV.
    case mpeg4
    /// Matroska or WebM.
    case matroska
    /// Windows Media: WMA, WMV.
    case windowsMedia
    /// AAC without a container.
    case aac
    /// AMR, as old telephones record.
    case amr
    /// AVI.
    case avi
    /// A WAV file with that codec in it, by its number.
    case wav(codec: Int)
  }

  /// What is wrong inside a WAV file.
  public enum WAVDamage: Error, Equatable, Sendable {
    /// It ends within its header.
    case endsInHeader
    /// It has no sound in it.
    case noSound
    /// Its sound comes before its format.
    case soundBeforeFormat
    /// Its format is damaged.
    case format
    /// Its header says it has no channels.
    case noChannels
    /// Its header says it has a rate of 0 Hz.
    case noRate
    /// Its header says that a frame has this many bytes.
    case frameBytes(Int)
  }

  /// The file, as the user named it; empty if none is the cause.
  public let name: String
  /// What happened.
  public let reason: Reason

  /// What happened to a file.
  public init(_ name: String, _ reason: Reason) {
    self.name = name
    self.reason = reason
  }

  /// Whose fault it is.
  public var kind: Kind {
    switch reason {
    case .cannotOpen, .isFolder: .noInput
    case .isEmpty, .notSound, .notSoundAtAll, .codecFromPipe, .programFindsNoSound, .rate,
      .channels, .notANumber,
      .noFrames, .damaged, .nothingToRecord:
      .badSound
    case .noLibrary, .noProgram, .needsProgram, .cannotStartProgram, .noLoudnessLibrary:
      .unavailable
    case .cannotCreate, .cannotMakeFolder: .cannotCreate
    case .readingStopped, .programStopped, .cannotKeep, .writingStopped, .writingRefused,
      .endNotWritten,
      .pagesNotNumbered, .cannotRename, .programFailed, .clipIsGone, .soundIsGone:
      .inputOutput
    case .unknownExtension, .unfitRate, .unfitChannels, .unfitFormat, .loudnessRefused: .unfit
    case .notWaitedFor, .interrupted: .cancelled
    }
  }
}

extension SoundFileError.Media {
  /// As in ``SoundFileReader/formatName``.
  var formatName: String {
    switch self {
    case .mpeg4: "MPEG-4"
    case .matroska: "Matroska or WebM"
    case .windowsMedia: "Windows Media"
    case .aac: "AAC"
    case .amr: "AMR"
    case .avi: "AVI"
    case .wav(0): "another kind, by ffmpeg"
    case .wav(let codec): "WAV, codec \(codec)"
    }
  }
}
