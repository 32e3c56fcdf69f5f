/// What became of a recording.
public struct RecordingReport: Equatable, Sendable {
  /// A file that was written.
  public struct File: Equatable, Sendable {
    /// Where it is.
    public var path: String
    /// What it holds of the items that were given, by their places.
    public var items: [Int]
    /// How long it is.
    public var frames: Int

    /// The file at `path`, with that many frames of `items`.
    package init(path: String, items: [Int], frames: Int) {
      self.path = path
      self.items = items
      self.frames = frames
    }
  }

  /// The sound files in order.
  public var files: [File] = []
  /// Everything else that was written: subtitles, playlist, page.
  public var companionPaths: [String] = []
  /// Frames a second.
  public var rateHertz = 0
  /// How long the whole is.
  public var frames = 0
  /// Places of items that have no clip, and so take no time.
  public var silentItems: [Int] = []
  /// Whether every word is in the files, once.
  public var completeness = Completeness()
  /// The loudness of the whole before its gain, in LUFS; nil if it was not measured or nothing is heard.
  public var measuredLUFS: Double?
  /// What was added to the whole, in dB.
  public var gainDecibels = 0.0
  /// What was added to each speaker first, in dB.
  public var speakerGainsDecibels: [String: Double] = [:]
  /// The most that the limiter took away, in dB.
  public var limitedDecibels = 0.0
  /// What the work took on all threads together.
  public var cost = RecordingCost()

  /// Of nothing yet.
  public init() {}

  /// How long the whole is, in seconds.
  public var seconds: Double { rateHertz == 0 ? 0 : Double(frames) / Double(rateHertz) }
}

/// Seconds of computing, added up over all threads.
public struct RecordingCost: Equatable, Sendable {
  /// Fetching clips.
  public var readingSeconds = 0.0
  /// Finding the edges of clips and how loud they are.
  public var loudnessSeconds = 0.0
  /// Bringing clips to the recording's rate.
  public var resamplingSeconds = 0.0
  /// Putting clips together.
  public var mixingSeconds = 0.0
  /// Keeping peaks below the ceiling.
  public var limitingSeconds = 0.0
  /// Making files of samples.
  public var encodingSeconds = 0.0
  /// Texts and the page.
  public var companionSeconds = 0.0

  /// Nothing yet.
  public init() {}
}

/// How far a recording is.
public struct RecordingProgress: Equatable, Sendable {
  /// What is being done.
  public enum Phase: String, Sendable {
    /// Clips are measured.
    case measuring
    /// Files are written.
    case writing
    /// Subtitles and the cue sheet are written.
    case subtitles
    /// The read-along page is written, with sound of its own if it needs it.
    case page
  }

  /// What is being done.
  public var phase: Phase
  /// Seconds of sound that it was done with.
  public var doneSeconds: Double
  /// Seconds of sound in all.
  public var totalSeconds: Double

  /// The fraction that is done, 0 to 1.
  public var share: Double { totalSeconds > 0 ? max(0, min(1, doneSeconds / totalSeconds)) : 0 }

  /// The progress of `phase`: `doneSeconds` of `totalSeconds` of sound are done.
  public init(phase: Phase, doneSeconds: Double, totalSeconds: Double) {
    self.phase = phase
    self.doneSeconds = doneSeconds
    self.totalSeconds = totalSeconds
  }
}
