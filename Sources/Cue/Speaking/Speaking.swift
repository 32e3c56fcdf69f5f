import CueAssembly
import CueOutput
import CuePlugins

/// Speech that is put together from parts: a queue, a chorus, or lines that last a given time.
///
/// ```swift
/// let list = try QueueList("@voice flite:slt\nHello [sfx:ding] world.")
/// let speaking = Speaking(SpeakingRequest(.queue(list, ClipFolder("sounds", named: [:]))))
/// for try await report in speaking.run(to: .file("hello.wav")) {
///   if let json = Speaking.json(of: report) { print(json) }
/// }
/// ```
///
/// ``VoiceQueue`` and ``VoiceChorus`` do the same where items are added while it plays.
public struct Speaking: Sendable {
  private let host: PluginHost
  private let request: SpeakingRequest

  /// A session of speaking.
  ///
  /// - Parameters:
  ///   - request: what is spoken, and how
  ///   - plugins: where voices and effects are found
  public init(_ request: SpeakingRequest, plugins: Plugins = Plugins()) {
    self.request = request
    host = plugins.host
  }

  /// Speaks, and reports what happens.
  ///
  /// - Parameter destination: where the sound goes
  /// - Returns: what happens; the last event is `SpeakingReport.finished`, when all of the sound is heard or written. ``CueError/cancelled`` is thrown if it was cancelled,
  ///   ``CueError/noVoice`` for a chorus without voices
  public func run(to destination: SoundDestination = .device()) -> EventSequence<SpeakingReport> {
    EventSequence("cue-speaking", capacity: nil) { channel, cancellation in
      let session: SpeakingSession
      do throws(SpeakingProblem) {
        session = try SpeakingSession(request, with: host) { channel.send($0) }
      } catch {
        switch error {
        case .noVoices: throw CueError.noVoice
        case .profiles(let error): throw CueError(error)
        }
      }
      defer { session.quit() }
      guard try session.prepare(cancellation) else { throw CueError.cancelled }
      var outcome = SpeakingOutcome()
      try destination.put(with: host, cancellation) { output in
        let isLive = destination.place == nil
        outcome = try session.speak(into: output, isLive: isLive, cancellation)
        guard !outcome.isCancelled else { throw CueError.cancelled }
      }
      channel.send(.finished(outcome))
    }
  }

  /// The JSON form of a report, as `cue queue --json` prints it; nil if it has none.
  public static func json(of report: SpeakingReport) -> String? {
    SpeakingEventWriter(explain: { "\($0)" }).json(report)?.text
  }
}
