import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CuePractice
import CueText

/// Practice of a speech without a screen: a voice says it segment by segment, with a pause to repeat each.
///
/// ```swift
/// let practice = try Practice("Friends, Romans, countrymen. Lend me your ears.")
/// for try await report in practice.run() { print(report) }
/// ```
///
/// Cancelling the task ends it as `PracticeCommand.stop` does.
public final class Practice: Sendable {
  private let host: PluginHost
  private let text: PracticeText
  private let settings: PracticeSettings
  private let destination: SoundDestination
  private let running = RunningSession<PracticeCommandQueue>()

  /// Practice of `text`.
  ///
  /// - Parameters:
  ///   - text: the speech
  ///   - language: a BCP 47 tag; nil for what its words look like
  ///   - settings: pauses, rates, and who speaks (`PracticeSettings.voice`)
  ///   - destination: where the sound goes
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/nothingToSay`` if no word is in it
  public init(
    _ text: String, language: String? = nil, settings: PracticeSettings = PracticeSettings(),
    to destination: SoundDestination = .device(), plugins: Plugins = Plugins()
  ) throws(CueError) {
    self.text = PracticeText(
      title: "", content: text,
      language: language ?? LanguageGuess.language(of: text) ?? "en-US")
    guard !self.text.sentences.isEmpty else { throw .nothingToSay }
    self.settings = settings
    self.destination = destination
    host = plugins.host
  }

  /// Practises, and tells what happens; ends behind the last segment.
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
    let voices = PracticeChains(host, language: text.language)
    defer { voices.quit() }
    try host.put(to: destination, cancellation) { output in
      let place = OutputPlace(output)
      let queue = PracticeCommandQueue(staysAtEnd: false, passed: place.pass, rest: place.drain)
      try running.controlled(by: queue) {
        let session = PracticeSession(
          text, settings: settings, cast: voices, output: output, control: queue)
        do {
          _ = try cancellation.withHandler({ queue.put(.stop) }) { try session.run(report: tell) }
        } catch let refusal as VoiceRefusal {
          throw voices.refusal.map { CueError($0) } ?? CueError(refusal)
        }
      }
    }
  }
}

/// The voices of practice: those of a choice, else those that speak the language.
private final class PracticeChains: PracticeCast {
  private let host: PluginHost
  private let language: String
  private var engines: [any RecordingVoice] = []
  private var voices: [String: any Voice] = [:]
  /// Why the last choice was refused.
  private(set) var refusal: PluginSetupError?

  init(_ host: PluginHost, language: String) {
    self.host = host
    self.language = language
  }

  func quit() { for engine in engines { engine.quit() } }

  func voice(_ choice: String) throws(VoiceRefusal) -> any Voice {
    if let voice = voices[choice] { return voice }
    do throws(PluginSetupError) {
      let made = try engines(choice)
      engines += made
      let voice: any Voice = made.count == 1 ? made[0] : FallbackVoice(made)
      voices[choice] = voice
      return voice
    } catch {
      refusal = error
      throw VoiceRefusal("\(error)")
    }
  }

  private func engines(_ choice: String) throws(PluginSetupError) -> [any RecordingVoice] {
    guard choice.isEmpty else {
      return try host.voices(PluginReference.list(choice).map { PluginChoice(reference: $0) })
    }
    let casting = Casting(
      host, cacheFolder: host.environment.cacheFolder, cancellation: Cancellation())
    return try casting.voices(forLanguage: language).engines
  }
}
