import CueAudio
import CueCasting
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CuePractice
import CueStore
import CueText

/// Practice of a speech for any user interface: a terminal, a page, a program.
///
/// ``prepare(_:)`` finds voices, recognizers and what is kept; ``run(on:control:end:)`` practises, once; ``close()`` ends the
/// plugins. All belongs to one thread, on which events come.
public final class PracticeSession {
  /// What is practised.
  package let source: PracticeSource
  private let request: PracticeRequest
  private let plugins: PluginHost
  private let practices: Practices
  private let explain: @Sendable (any Error) -> String
  private let tell: (PracticeEvent) -> Void

  private var effects: [EffectClient] = []
  private var voices: PracticeVoices?
  private var memory: PracticeMemory?
  private var settings = PracticeSettings()
  private var start = 0
  private var second: SecondRecognition?
  private var recognizer: RecognizerClient?
  private var listener: MicrophoneListener?

  /// How practice came to its end.
  public struct End: Sendable {
    /// What was practised.
    public let outcome: PracticeOutcome
    /// Whether the last segment could not be said or heard.
    public let isInTrouble: Bool
    /// The first failure of a voice.
    public let failure: PluginFailure?
  }

  /// Practice of `source`.
  ///
  /// - Parameters:
  ///   - source: what is practised
  ///   - request: how
  ///   - plugins: where voices and recognizers are found
  ///   - practices: where settings, places and history are kept
  ///   - explain: says in words why something failed, for events that tell it
  ///   - tell: takes the events
  package init(
    of source: PracticeSource, _ request: PracticeRequest, with plugins: PluginHost,
    _ practices: Practices, explain: @escaping @Sendable (any Error) -> String,
    tell: @escaping (PracticeEvent) -> Void
  ) {
    self.source = source
    self.request = request
    self.plugins = plugins
    self.practices = practices
    self.explain = explain
    self.tell = tell
  }

  /// Why the voice that was chosen last is not available.
  package var lastRefusal: PluginSetupError? { voices?.lastRefusal }

  /// Finds everything that practice needs: voices, effects, settings, and who listens.
  ///
  /// - Parameter cancellation: ends the wait for the first sound of a microphone
  /// - Throws: ``PracticeProblem``, or why an effect, a recognizer, the microphone or the library cannot be used
  public func prepare(_ cancellation: Cancellation = Cancellation()) throws {
    effects = try plugins.effects(request.effects, blockFrames: 4096)
    let (tell, explain, language) = (tell, explain, source.text.language)
    let environment = plugins.environment
    let casting = Casting(
      PluginVoices(plugins), cacheFolder: environment.cacheFolder,
      locale: environment.localeName, cancellation: Cancellation()
    ) { tell(.note(.casting($0))) }
    let voices = PracticeVoices(
      plugins, casting, language: language,
      given: request.voices.isEmpty ? nil : request.voice.map { ($0, request.voices) },
      isStrict: request.isStrict, chain: effects.isEmpty ? nil : EffectChain(effects),
      keepsClips: request.keepsClips, explain: { explain($0) },
      noteOtherLanguage: { tell(.note(.otherLanguage(language, voices: $0.map(\.name)))) })
    self.voices = voices
    let memory = PracticeMemory(
      practices, source.speech, source.text, keepsSettings: request.keepsSettings,
      needsNetwork: voices.needsNetwork
    ) { tell(.note(.unkept($0))) }
    self.memory = memory
    if request.forgets { try memory.forget() }
    settings = try settings(memory, voices)
    start = try start(memory)
    second = try request.secondOpinion.map { try SecondRecognition($0, of: plugins) }
    listener = try openedListener(cancellation)
  }

  /// Sets up the plugins of the voices that are known to be needed, and of `choices`, so that their settings count as used.
  package func setUpVoices(_ choices: [String]) {
    _ = try? voices?.voice(settings.voice)
    for choice in choices { _ = voices?.absence(of: choice) }
  }

  /// Ends the plugins; nothing may be called after it.
  public func close() {
    recognizer?.quit()
    let wish = Cancellation()
    wish.cancel()
    _ = second?.finish(wish)
    voices?.quit()
    for effect in effects { effect.quit() }
  }

  // How it begins.

  private func settings(
    _ memory: PracticeMemory, _ voices: PracticeVoices
  ) throws -> PracticeSettings {
    var settings = try memory.settings(usualRate: request.usualRate)
    if let voice = request.voice {
      settings.voice = voice
    } else if !settings.voice.isEmpty, let absence = voices.absence(of: settings.voice) {
      tell(.note(.voiceGone(settings.voice, absence)))
      settings.voice = ""
    }
    if let rates = request.rates {
      for rate in rates where PracticeRate(rate).value != rate {
        tell(.note(.rateMoved(from: rate, to: PracticeRate(rate).value)))
      }
      settings.rates = rates.map(PracticeRate.init)
    }
    if let factor = request.pauseFactor {
      settings.pauseFactor = factor
      if settings.pauseFactor != factor {
        tell(.note(.pauseFactorMoved(from: factor, to: settings.pauseFactor)))
      }
    }
    if let granularity = request.granularity { settings.granularity = granularity }
    if let pause = request.pause { settings.pause = pause }
    // Without a microphone, it cannot be heard when the speaker falls silent.
    if request.microphone == nil, settings.pause == .untilQuiet { settings.pause = .timed }
    if request.listens, settings.pause == .off { settings.pause = .timed }
    settings.limit = request.minutes.map { .seconds($0 * 60) }
    settings.resumesAfterInterruption = request.resumesAfterInterruption
    if let loop = request.loop {
      let segments = source.text.segments(settings.granularity)
      guard loop.upperBound <= segments.count else {
        throw missing(loop.upperBound, segments, isLoop: true)
      }
      settings.loop =
        segments[loop.lowerBound - 1].range
        .lowerBound..<segments[loop.upperBound - 1].range.upperBound
    }
    return settings
  }

  private func start(_ memory: PracticeMemory) throws -> Int {
    let segments = source.text.segments(settings.granularity)
    guard let number = request.firstSegment else { return try memory.lastPlace() ?? 0 }
    guard number <= segments.count else { throw missing(number, segments, isLoop: false) }
    return segments[number - 1].range.lowerBound
  }

  private func missing(_ number: Int, _ segments: [Segment], isLoop: Bool) -> PracticeProblem {
    .noSuchSegment(
      number: number, count: segments.count, isParagraph: segments.first?.kind == .paragraph,
      isLoop: isLoop)
  }

  // The microphone.

  /// How long after the voice no sound is judged: as `cue calibrate` measured, else the usual time.
  private func deafSeconds(_ microphone: String) -> Double {
    let room = Calibrations(plugins.environment).measure(
      microphone: microphone.isEmpty ? PluginHost.usualDevice : microphone,
      output: request.outputDevice ?? PluginHost.usualDevice)
    guard let room else { return TurnRules.ringingSeconds }
    return min(1, room.latencySeconds + (room.decaySeconds ?? 0))
  }

  private func openedListener(_ cancellation: Cancellation) throws -> MicrophoneListener? {
    guard let source = request.microphone else { return nil }
    let (tell, explain) = (tell, explain)
    if request.listens {
      // A recognizer that can listen for anything also notices words that were changed or added.
      recognizer = try plugins.startedRecognizer(
        request.recognizers, preferring: [("witness", "on")]
      ) { tell(.note(.recognizerRefused($0))) }
    }
    let microphone: any Microphone
    do throws(MicrophoneSourceError) {
      microphone = try source.microphone(with: plugins) { tell(.note(.microphone($0, name: $1))) }
    } catch {
      guard case .file(let fault) = error else { throw error }
      throw MicrophoneError(fault)
    }
    let name = microphone.name
    return try MicrophoneListener(
      microphone, text: self.source.text, recognizer: recognizer, cancellation,
      explain: { explain($0) },
      warn: { tell(.note(.microphoneFault($0, name: name))) },
      deafSeconds: deafSeconds(source.name), second: second?.listener,
      lastOpinions: { [second] in second?.finish(cancellation) ?? [] },
      note: { tell(.note(.notCompared($0))) })
  }

  // Practice.

  /// Practises.
  ///
  /// - Parameters:
  ///   - output: where the sound goes; the caller completes or discards it
  ///   - control: what the speaker wants
  ///   - end: ends `control` from outside
  /// - Returns: how it ended
  /// - Throws: ``VoiceRefusal`` if the voice is not available, or why the output or an effect failed; then the output must be
  ///   discarded
  public func run(
    on output: SessionOutput, control: any PracticeControl, end: () -> Void
  ) throws -> End {
    guard let voices else { preconditionFailure("prepare() comes first") }
    let explain = explain
    let driver = PracticeDriver(
      source.text, settings: settings, at: start, cast: voices, output: output, control: control,
      listener: listener, style: request.style,
      explain: { error in
        // A device that goes away does not end practice; a full disk does.
        (error as? OutputFailure)?.lostDevice.map { _ in explain(error) }
      })
    var isInTrouble = false
    var failure: PluginFailure?
    let outcome = try driver.run { report in
      if case .failed(_, let first) = report, failure == nil { failure = first }
      switch report {
      case .failed, .outputLost: isInTrouble = true
      case .said: isInTrouble = false
      default: break
      }
      memory?.take(report)
      tell(.course(report))
      if request.isStrict, failure != nil { end() }
    }
    return End(outcome: outcome, isInTrouble: isInTrouble, failure: failure)
  }
}
