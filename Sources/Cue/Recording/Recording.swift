import CueAssembly
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay

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
  private let request: RecordingRequest

  /// Reads a script for a recording that keeps only clips.
  ///
  /// - Parameters:
  ///   - path: a script in any format that `cue generate` reads
  ///   - layout: how a plain text shows who speaks; nil to detect it from the text
  ///   - cast: the voices of the characters; `narrator` reads headings and action
  ///   - clips: the folder for clips; nil for the user's library
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/unreadable(path:_:)`` or ``CueError/script(_:)``
  public init(
    script path: String, layout: ScriptLayout? = nil, cast: CastChoice = CastChoice(),
    clips: String? = nil, plugins: Plugins = Plugins()
  ) throws(CueError) {
    var request = RecordingRequest()
    request.cast = cast.request
    request.clips = clips
    request.keepsLibrary = false
    request.needsAll = true
    try self.init(script: path, layout: layout, request, plugins: plugins)
  }

  /// Reads a script for a recording.
  ///
  /// - Parameters:
  ///   - path: a script in any format that `cue generate` reads
  ///   - layout: how a plain text shows who speaks; nil to detect it from the text
  ///   - request: what is recorded, and how
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/unreadable(path:_:)`` or ``CueError/script(_:)``
  public init(
    script path: String, layout: ScriptLayout? = nil, _ request: RecordingRequest,
    plugins: Plugins = Plugins()
  ) throws(CueError) {
    source = try ScreenplayFile(reading: path, layout)
    host = plugins.host
    self.request = request
  }

  /// Makes the recording, and reports what happens.
  ///
  /// If a line cannot be made, the others are, and kept; then nothing is written, and ``CueError/incomplete(missing:because:)``
  /// is thrown, unless the request wants it otherwise.
  ///
  /// - Parameter path: a sound file of the kind that its name says, or `.m4b`
  /// - Returns: what happens; the last event is ``Event/finished(files:seconds:)``
  public func make(to path: String) -> EventSequence<Event> {
    EventSequence("cue-recording", capacity: nil) { channel, cancellation in
      try make(path, cancellation) { channel.send($0) }
    }
  }

  /// Makes the recording, and reports what happens as JSON.
  ///
  /// The events are those of `cue generate --json`, but for `unspoken`; `progress` comes more often.
  ///
  /// - Parameter path: a sound file of the kind that its name says, or `.m4b`
  /// - Returns: one JSON object an event; the names are in `Documentation/Sessions.md`. Fails as ``make(to:)``
  public func makeAsJSON(to path: String) -> EventSequence<String> {
    EventSequence("cue-recording", capacity: nil) { channel, cancellation in
      var writer = RecordingEventWriter(
        .init(explain: { "\($0)" }, missed: { "\($0)" }))
      let end = try run(path, cancellation) { event in
        for json in writer.json(event) { channel.send(json.text) }
      }
      if let json = writer.json(end, of: request, unspoken: []) { channel.send(json.text) }
      guard end.kind != .cancelled else { throw CueError.cancelled }
      if let failure = end.proofFailure { throw failure }
      guard let proof = end.proof else { return }
      for json in writer.json(proof, end.retakes) { channel.send(json.text) }
    }
  }

  private func make(
    _ path: String, _ cancellation: Cancellation, _ tell: @escaping (Event) -> Void
  ) throws {
    var plan = GenerationPlan()
    let end = try run(path, cancellation) { event in
      switch event {
      case .planned(let planned, _):
        plan = planned
        tell(.planned(lines: plan.items.count, toMake: plan.jobs.count { $0.entry == nil }))
      case .made(let events): for event in events { plan.told(event).forEach(tell) }
      case .writing(let progress):
        guard progress.totalSeconds > 0 else { return }
        tell(.writing(progress.doneSeconds / progress.totalSeconds))
      default: break
      }
    }
    guard end.kind != .cancelled else { throw CueError.cancelled }
    let report = end.report
    tell(
      .finished(
        files: report.map { $0.files.map(\.path) + $0.companionPaths } ?? [],
        seconds: report?.seconds ?? 0))
  }

  private func run(
    _ path: String, _ cancellation: Cancellation, _ tell: @escaping (RecordingEvent) -> Void
  ) throws -> RecordingSession.End {
    var request = request
    request.output = path
    let session = RecordingSession(
      of: source, request, with: host, text: { "\($0)" }, tell: tell)
    do {
      return try session.run(cancellation)
    } catch RecordingProblem.incomplete(let count, let failure) {
      throw CueError.incomplete(missing: count, because: failure)
    } catch is RecordingProblem {
      throw CueError.nothingToSay
    }
  }
}

extension GenerationPlan {
  fileprivate func speaker(of item: Int) -> String { roles[roleOfItem[item]].speaker }

  /// `event` as the library reports it.
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
