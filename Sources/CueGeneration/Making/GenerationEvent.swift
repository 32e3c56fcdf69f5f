import CueModel

/// What comes of a plan while it is carried out; jobs are numbers of the plan's.
public enum GenerationEvent: Sendable {
  /// A clip is being made.
  case generating(job: Int, lane: Int)
  /// A clip was made and is kept, by the role's choice of that number.
  case made(job: Int, ClipEntry, choice: Int)
  /// A clip was there.
  case kept(job: Int, ClipEntry, choice: Int)
  /// A voice failed and is tried again.
  case retrying(job: Int, PluginFailure, milliseconds: Int)
  /// A voice failed, and another stands in.
  case fellBack(job: Int, PluginFailure, to: String)
  /// Another program is making the clip; it is asked for later.
  case waiting(job: Int)
  /// There will be no clip.
  case failed(job: Int, PluginFailure, mayPass: Bool)
  /// It was being made when all was cancelled.
  case cancelled(job: Int)
  /// The clip is there and is not what its text lets expect.
  case missed(job: Int, ClipMiss)
}

/// What is doubtful about a clip.
public enum ClipMiss: Equatable, Sendable {
  /// Nothing is heard.
  case silent
  /// Much shorter or longer than the voice takes for such a text; seconds.
  case length(seconds: Double, expected: Double)
}

/// How a plan went.
public struct GenerationOutcome: Sendable {
  /// What became of a job.
  public enum End: Sendable {
    /// The clip is there, by the role's choice of that number.
    case there(ClipEntry, choice: Int, wasMade: Bool)
    /// It could not be made.
    case failed(PluginFailure, mayPass: Bool)
    /// All was cancelled before.
    case open
  }

  /// By job.
  public var ends: [End]
  /// In the order of jobs.
  public var misses: [(job: Int, miss: ClipMiss)] = []
  /// Whether it was cancelled before its end.
  public var isCancelled = false

  /// The clip of a job.
  public func entry(_ job: Int) -> ClipEntry? {
    if case .there(let entry, _, _) = ends[job] { entry } else { nil }
  }
}
