import CueAssembly
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CuePractice

/// Practice of a speech without a screen: a voice says it segment by segment, with a pause to repeat each.
///
/// ```swift
/// let practice = try Practice("Friends, Romans, countrymen. Lend me your ears.")
/// for try await report in practice.run() { print(report) }
/// ```
///
/// Cancelling the task ends it as `PracticeCommand.stop` does.
///
/// If the sound device goes away, a report `outputLost` says so, and practice is held until it is sent `play`: then the segment
/// is said again. A device that cannot be opened for the first segment is a ``CueError/output(_:)``.
public final class Practice: Sendable {
  private let host: PluginHost
  private let source: PracticeSource
  private let settings: PracticeSettings
  private let destination: SoundDestination
  private let running = RunningSession<PracticeCommandQueue>()

  /// Practice of `text`.
  ///
  /// - Parameters:
  ///   - text: the speech
  ///   - language: a BCP 47 tag; nil for what its words show, else the locale's, else English
  ///   - settings: pauses, rates, and who speaks (`PracticeSettings.voice`)
  ///   - destination: where the sound goes
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/nothingToSay`` if no word is in it
  public init(
    _ text: String, language: String? = nil, settings: PracticeSettings = PracticeSettings(),
    to destination: SoundDestination = .device(), plugins: Plugins = Plugins()
  ) throws(CueError) {
    do throws(PracticeSourceError) {
      source = try PracticeSource(
        text, title: "", language: language, locale: plugins.host.environment.localeName)
    } catch { throw CueError(error) }
    self.settings = settings
    self.destination = destination
    host = plugins.host
  }

  /// Practises, and reports what happens; ends after the last segment.
  ///
  /// - Returns: the reports; ``CueError/alreadyRunning`` is thrown while another run goes on
  public func run() -> EventSequence<PracticeReport> {
    EventSequence("cue-practice", capacity: nil) { [self] channel, cancellation in
      try running.alone { try practise(cancellation) { channel.send($0) } }
    }
  }

  /// Commands the running practice, from anywhere; ignored while none runs.
  public func send(_ command: PracticeCommand) { running.control?.put(command) }

  private func practise(_ cancellation: Cancellation, _ tell: (PracticeReport) -> Void) throws {
    let casting = Casting(
      host, cacheFolder: host.environment.cacheFolder, locale: host.environment.localeName,
      cancellation: Cancellation())
    let voices = PracticeVoices(
      host, casting, language: source.text.language, explain: { "\($0)" })
    defer { voices.quit() }
    try host.put(to: destination, cancellation) { output in
      let place = OutputPlace(output)
      let queue = PracticeCommandQueue(staysAtEnd: false, passed: place.pass, rest: place.drain)
      try running.controlled(by: queue) {
        let session = PracticeDriver(
          source.text, settings: settings, cast: voices, output: output, control: queue,
          explain: { ($0 as? OutputFailure)?.lostDevice.map { "\($0)" } })
        do {
          _ = try cancellation.withHandler({ queue.put(.stop) }) { try session.run(report: tell) }
        } catch let refusal as VoiceRefusal {
          throw voices.lastRefusal.map { CueError($0) } ?? CueError(refusal)
        }
      }
    }
  }
}
