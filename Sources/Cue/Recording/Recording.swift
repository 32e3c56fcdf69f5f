import CueAssembly
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueStore

/// A cast recording of a script.
///
/// ```swift
/// let recording = try Recording(script: "scene.fountain")
/// for try await event in recording.make(to: "scene.flac") {
///   if case .finished(let files, let seconds) = event { print(files, seconds) }
/// }
/// ```
///
/// Each line is kept as a clip as soon as it is made, under a key of everything that decides its sound; an existing clip is not
/// made again, so a recording that was cancelled goes on where it stopped. Several voices speak at a time, on threads of their
/// own.
public struct Recording: Sendable {
  /// What happens while a recording is made.
  public enum Event: Sendable {
    /// This many lines are said; this many sounds are to be made for them.
    case planned(lines: Int, toMake: Int)
    /// A line is there.
    case made(text: String, speaker: String)
    /// A voice failed, and another stands in for it.
    case standIn(voice: String, because: PluginFailure)
    /// A line could not be made.
    case failed(text: String, speaker: String, because: PluginFailure)
    /// Sound is measured, mixed or encoded: how much of the step is done, 0…1.
    case writing(Double)
    /// The files are there, and how long the recording is.
    case finished(files: [String], seconds: Double)
  }

  private let host: PluginHost
  private let source: ScreenplayFile
  private let cast: CastChoice
  private let clips: String

  /// Reads a script for a recording.
  ///
  /// - Parameters:
  ///   - path: a script in Fountain, Final Draft or plain text
  ///   - layout: how a plain text shows who speaks; nil to detect it from the text
  ///   - cast: the voices of the characters; `narrator` reads headings and action
  ///   - clips: the folder for clips; nil for the user's library
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/unreadable(path:_:)`` or ``CueError/script(_:)``
  public init(
    script path: String, layout: ScriptLayout? = nil, cast: CastChoice = CastChoice(),
    clips: String? = nil, plugins: Plugins = Plugins()
  ) throws(CueError) {
    source = try ScreenplayFile(reading: path, layout)
    host = plugins.host
    self.cast = cast
    self.clips = clips ?? UserLibrary(host.environment).clipsFolder
  }

  /// Makes the recording, and reports what happens.
  ///
  /// If a line cannot be made, the others are, and kept; then nothing is written, and ``CueError/incomplete(missing:because:)``
  /// is thrown.
  ///
  /// - Parameter path: a sound file of the kind that its name says, or `.m4b`
  /// - Returns: what happens; the last event is ``Event/finished(files:seconds:)``
  public func make(to path: String) -> EventSequence<Event> {
    EventSequence("cue-recording", capacity: nil) { channel, cancellation in
      try make(path, cancellation) { channel.send($0) }
    }
  }

  private func make(
    _ path: String, _ cancellation: Cancellation, _ tell: (Event) -> Void
  ) throws {
    let outcome = try Casting(
      host, cacheFolder: host.environment.cacheFolder, locale: host.environment.localeName,
      cancellation: cancellation
    ).cast(of: source.screenplay, cast.request, kept: KeptCast())
    let script: RecordingScript
    do throws(RecordingScriptError) {
      script = try RecordingScript(source, outcome.speakers, RecordingWish())
    } catch { throw CueError.nothingToSay }
    let session = try RecordingSession(
      script, outcome.cast, outcome.speakers, host, cache: ClipStore(clips), lanes: nil,
      note: { _ in })
    defer { session.quit() }
    try session.plan()
    let plan = session.plan
    tell(.planned(lines: plan.items.count, toMake: plan.jobs.count { $0.entry == nil }))
    let take = { (events: [GenerationEvent]) -> Bool in
      for event in events { for told in plan.told(event) { tell(told) } }
      return true
    }
    var made = try session.makeClips(cancellation, take: take)
    try made.checkNoneMissing()
    guard !cancellation.isCancelled else { throw CueError.cancelled }
    var settings = RecordingSettings()
    if let path = host.environment.variable("PATH") { settings.programSearchPath = path }
    settings.language = outcome.language
    let report = try session.recover(
      &made, cancellation, lost: { _, _ in }, take: take,
      write: { made in
        // Clips that were lost and made again may have failed.
        try made.checkNoneMissing()
        return try session.write(session.rendered(made), to: path, settings, cancellation) {
          guard $0.totalSeconds > 0 else { return }
          tell(.writing($0.doneSeconds / $0.totalSeconds))
        }
      })
    tell(
      .finished(
        files: report.files.map(\.path) + report.companionPaths, seconds: report.seconds))
  }
}

extension GenerationOutcome {
  /// Throws where a line has no clip.
  fileprivate func checkNoneMissing() throws(CueError) {
    let failures = ends.compactMap { end -> PluginFailure? in
      guard case .failed(let failure, _) = end else { return nil }
      return failure
    }
    guard let failure = failures.first else { return }
    throw .incomplete(missing: failures.count, because: failure)
  }
}

extension GenerationPlan {
  fileprivate func speaker(of item: Int) -> String { roles[roleOfItem[item]].speaker }

  /// What `event` is to who listens.
  fileprivate func told(_ event: GenerationEvent) -> [Recording.Event] {
    switch event {
    case .made(let job, _, _), .kept(let job, _, _):
      jobs[job].items.map { .made(text: items[$0].saidText, speaker: speaker(of: $0)) }
    case .fellBack(_, let failure, let voice), .leftEffectOut(_, let failure, let voice):
      [.standIn(voice: voice, because: failure)]
    case .failed(let job, let failure, _):
      jobs[job].items.map {
        .failed(text: items[$0].saidText, speaker: speaker(of: $0), because: failure)
      }
    case .generating, .retrying, .waiting, .cancelled, .missed: []
    }
  }
}
