import CueAssembly
import CueModel
import CueOutput
import CuePlugins
import CuePractice
import CueStore
import CueSystem
import Synchronization

/// Practice of a speech without a screen: a voice says it segment by segment, with a pause to repeat each.
///
/// ```swift
/// let practice = try Practice("Friends, Romans, countrymen. Lend me your ears.")
/// for try await event in practice.run() { print(event) }
/// ```
///
/// A `PracticeRequest` says everything else: a microphone, what is compared, the pauses. Cancelling the task ends it as
/// `PracticeCommand.stop` does.
///
/// If the sound device goes away, an event `outputLost` says so, and practice is held until it is sent `play`: then the segment
/// is said again. A device that cannot be opened for the first segment is a ``CueError/output(_:)``.
public final class Practice: Sendable {
  private let host: PluginHost
  private let source: PracticeSource
  private let request: PracticeRequest
  private let destination: SoundDestination
  private let running = RunningSession<PracticeCommandQueue>()
  private let writer: Mutex<PracticeEventWriter>

  /// Practice of `text`.
  ///
  /// - Parameters:
  ///   - text: the speech
  ///   - language: a BCP 47 tag; nil for what its words show, else the locale's, else English
  ///   - request: how it is practised
  ///   - destination: where the sound goes
  ///   - plugins: where voices and recognizers are found
  /// - Throws: ``CueError/nothingToSay`` if no word is in it
  public init(
    _ text: String, language: String? = nil, _ request: PracticeRequest = PracticeRequest(),
    to destination: SoundDestination = .device(), plugins: Plugins = Plugins()
  ) throws(CueError) {
    do throws(PracticeSourceError) {
      source = try PracticeSource(
        text, title: "", language: language, locale: plugins.host.environment.localeName)
    } catch { throw CueError(error) }
    host = plugins.host
    self.destination = destination
    self.request = request
    writer = Mutex(PracticeEventWriter(source.text, explain: { "\($0)" }))
  }

  /// Practice of a speech in the user's library, or of a file.
  ///
  /// - Parameters:
  ///   - name: the title or the number of a speech, or a path
  ///   - request: how it is practised
  ///   - destination: where the sound goes
  ///   - plugins: where voices and recognizers are found
  /// - Throws: ``CueError/unreadable(path:_:)`` if there is no such speech, or ``CueError/nothingToSay``
  public init(
    speech name: String, _ request: PracticeRequest = PracticeRequest(),
    to destination: SoundDestination = .device(), plugins: Plugins = Plugins()
  ) throws(CueError) {
    do {
      let speeches = try UserLibrary(plugins.host.environment).speeches(toLook: false)
      source = try PracticeSource.find(
        name, isMarkdown: nil, truncates: false, language: "",
        locale: plugins.host.environment.localeName, in: speeches)
    } catch { throw CueError(error) }
    host = plugins.host
    self.destination = destination
    self.request = request
    writer = Mutex(PracticeEventWriter(source.text, explain: { "\($0)" }))
  }

  /// Practises, and reports what happens; ends after the last segment.
  ///
  /// - Returns: the events; ``CueError/alreadyRunning`` is thrown while another run goes on
  public func run() -> EventSequence<PracticeEvent> {
    EventSequence("cue-practice", capacity: nil) { [self] channel, cancellation in
      try running.alone { try practise(cancellation) { channel.send($0) } }
    }
  }

  /// Commands the running practice, from anywhere; ignored while none runs.
  public func send(_ command: PracticeCommand) { running.control?.put(command) }

  /// The JSON form of an event of the run, as `cue practice --json` prints it; nil if it has none.
  ///
  /// Events are to come in their order.
  public func json(of event: PracticeEvent) -> String? {
    writer.withLock { $0.json(event)?.text }
  }

  private func practise(
    _ cancellation: Cancellation, _ tell: @escaping @Sendable (PracticeEvent) -> Void
  ) throws {
    let database =
      source.speech == nil
      ? try Database(.memory, modules: [Speeches.module, Practices.module])
      : try UserLibrary(host.environment).database(toLook: false)
    let session = PracticeSession(
      of: source, request, with: host, Practices(database, clock: SystemClock()),
      explain: { "\($0)" }, tell: tell)
    defer { session.close() }
    try session.prepare(cancellation)
    try destination.put(with: host, cancellation) { output in
      let place = OutputPlace(output)
      let queue = PracticeCommandQueue(staysAtEnd: false, passed: place.pass, rest: place.drain)
      try running.controlled(by: queue) {
        do {
          _ = try cancellation.withHandler({ queue.put(.stop) }) {
            try session.run(on: output, control: queue, end: { queue.put(.stop) })
          }
        } catch let refusal as VoiceRefusal {
          throw session.lastRefusal.map { CueError($0) } ?? CueError(refusal)
        }
      }
    }
  }
}
