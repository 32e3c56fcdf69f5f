import CueAudio
import CueModel
import CueScreenplay

/// Sound files made of clips, and what lies beside them.
///
/// The same items, clips, screenplay and settings make the same bytes, on however many threads. Memory does not grow with
/// the sound: clips are fetched once to be measured and once to be mixed, and a file is written while it is mixed.
public struct CastRecording {
  let items: [RenderedItem]
  let screenplay: Screenplay
  let source: [UInt8]
  let settings: RecordingSettings
  /// Finds the times of words that voices do not report, where they are needed; nil if they are not.
  let timing: (any ClipTiming)?

  /// A recording of `items` of `screenplay`, in order.
  ///
  /// - Parameters:
  ///   - items: what is heard, in order
  ///   - screenplay: what they are of
  ///   - source: the script's own text in UTF-8, for the places of words in it; it may be empty
  ///   - settings: what the files shall be
  ///   - timing: finds the times of words that voices do not report; without it, words are spread by their letters
  public init(
    _ items: [RenderedItem], of screenplay: Screenplay, source: [UInt8] = [],
    settings: RecordingSettings = RecordingSettings(), timing: (any ClipTiming)? = nil
  ) {
    precondition(settings.threads >= 1, "somebody has to compute")
    self.timing = settings.needsWordTimes ? timing : nil
    self.items = items
    self.screenplay = screenplay
    self.source = source
    self.settings = settings
  }

  /// Writes the recording: a file at `path`, or files in the folder `path` where there are several.
  ///
  /// A folder is made if there is none. Files appear when they are whole and take the place of others of their name; what
  /// is not there when it ends was not begun or given up. `progress` is called on the caller's thread.
  ///
  /// Throws ``LostClips`` where clips are not in `cache` as their items have them; a ``SoundFileError``, also where `ffmpeg` is
  /// needed and missing, or where it was cancelled; and what `cache` throws.
  public func write(
    to path: String, from cache: any SoundCache, cancellation: Cancellation = Cancellation(),
    progress: (RecordingProgress) -> Void = { _ in }
  ) throws -> RecordingReport {
    let kind = try kind(of: path)
    let draft = try RecordingDraft(
      self, kind: kind, cache: cache, cancellation: cancellation, progress: progress)
    var report = draft.report
    let files = RecordingFiles(self, draft, path: path)
    try files.write(cache, cancellation: cancellation, progress: progress, report: &report)
    return report
  }

  private func kind(of path: String) throws(SoundFileError) -> RecordingKind {
    if let kind = settings.kind { return kind }
    guard settings.form == .whole else { return .sound(.wav) }
    guard let kind = RecordingKind(path: path) else {
      throw SoundFileError(path, .unknownExtension)
    }
    return kind
  }
}
