import CueAudio
import CueModel
import CuePlugins

/// How the pitch of a voice is moved.
public enum PitchMeans: Equatable, Sendable {
  /// The engine moves it.
  case engine
  /// An effect moves it behind the engine, which cannot.
  case effect
  /// Nothing does: the engine cannot, and there is no effect.
  case none
}

/// What moves a pitch behind an engine that cannot.
protocol VoiceAid: AnyObject {
  /// Names all that decides its sound.
  func identity() throws(PluginFailure) -> String
  /// The effect, set to so many semitones.
  func effect(semitones: Double) throws(PluginFailure) -> any Effect
  /// Ends it.
  func quit()
}

/// An engine whose pitch an effect moves where it cannot itself.
///
/// All else is the engine's own. Without a mover, or once that has failed, such a voice keeps its pitch.
final class AssistedVoice: ListedVoice {
  private let engine: any ListedVoice
  private let makeMover: @Sendable () -> (any VoiceAid)?
  private var mover: (any VoiceAid)?
  private var hasLooked = false

  /// `engine`; `mover` is asked for when a pitch is wanted that it cannot reach.
  init(_ engine: any ListedVoice, mover: @escaping @Sendable () -> (any VoiceAid)?) {
    self.engine = engine
    makeMover = mover
  }

  var name: String { engine.name }
  var service: VoiceService? { engine.service }

  func needsService(for request: SpeechRequest) -> Bool { engine.needsService(for: request) }

  func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) {
    try engine.identify()
  }
  func voices() throws(PluginFailure) -> [VoiceDescription] { try engine.voices() }
  func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity {
    try engine.soundIdentity(voice: voice)
  }

  func quit() {
    engine.quit()
    mover?.quit()
    mover = nil
    hasLooked = false
  }

  func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans {
    let own = try engine.pitchMeans(of: voice)
    guard own == .none, moverThere() != nil else { return own }
    return .effect
  }

  private func moverThere() -> (any VoiceAid)? {
    if !hasLooked { mover = makeMover() }
    hasLooked = true
    return mover
  }

  /// `request` as the engine gets it; a pitch that an effect moves stays in it, beside the effect's name.
  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    var sent = try engine.requestAsSent(request)
    sent.voiceEffect = nil
    guard sent.pitchSemitones != 0, try engine.pitchMeans(of: sent.voice) == .none else {
      return sent
    }
    // An effect that does not start is none.
    if let mover = moverThere() {
      do throws(PluginFailure) { sent.voiceEffect = try mover.identity() } catch { giveUp() }
    }
    // Who keeps the pitch anyway makes the same sound for each.
    if sent.voiceEffect == nil { sent.pitchSemitones = 0 }
    return sent
  }

  func expect(_ request: SpeechRequest) {
    guard mayMove(request) else { return engine.expect(request) }
    if let sent = try? requestAsSent(request) { engine.expect(unpitched(sent, request)) }
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard mayMove(request) else {
      return try engine.speak(request, cancellation: cancellation, receive: receive)
    }
    let sent = try requestAsSent(request)
    let plain = unpitched(sent, request)
    guard let semitones = sent.voiceEffect.map({ _ in sent.pitchSemitones }), let mover else {
      return try engine.speak(plain, cancellation: cancellation, receive: receive)
    }
    do {
      let effect = try mover.effect(semitones: semitones)
      return try moved(plain, through: effect, cancellation, receive)
    } catch let failure as EffectFailure {
      return try again(plain, failure.failure, cancellation, receive)
    }
  }

  /// Whether a pitch is wanted that the engine may not reach.
  private func mayMove(_ request: SpeechRequest) -> Bool {
    request.pitchSemitones != 0 || (request.toneDelivery?.pitchSemitones ?? 0) != 0
      || (request.mannerDelivery?.pitchSemitones ?? 0) != 0
  }

  /// `request` without the pitch, where the engine cannot move it.
  private func unpitched(_ sent: SpeechRequest, _ request: SpeechRequest) -> SpeechRequest {
    var plain = request
    plain.voiceEffect = nil
    guard (try? engine.pitchMeans(of: sent.voice)) == PitchMeans.none else { return plain }
    plain.pitchSemitones = 0
    plain.toneDelivery?.pitchSemitones = 0
    plain.mannerDelivery?.pitchSemitones = 0
    return plain
  }

  /// Says `request` through `effect`, in the format that the engine has.
  private func moved(
    _ request: SpeechRequest, through effect: any Effect, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let format = FormatWatch(engine)
    return try EffectVoice(format, through: effect).speak(request, cancellation: cancellation) {
      event in
      switch event {
      case .began: try receive(format.format.map { .began($0) } ?? event)
      case .sound(let sound):
        guard format.format?.sample == .int16 else { return try receive(event) }
        try receive(
          .sound(
            AudioBuffer(
              int16: sound.int16s, rateHertz: sound.format.rateHertz,
              channels: sound.format.channels)))
      default: try receive(event)
      }
    }
  }

  /// The effect has failed: the line is said again without it, and so are those that follow.
  private func again(
    _ request: SpeechRequest, _ failure: PluginFailure, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    giveUp()
    try receive(.startedOver(voice: name, because: failure))
    return try engine.speak(request, cancellation: cancellation, receive: receive)
  }

  private func giveUp() {
    mover?.quit()
    mover = nil
  }
}

/// Remembers the format in which a voice begins.
private final class FormatWatch: Voice {
  private let voice: any Voice
  private(set) var format: AudioFormat?

  init(_ voice: any Voice) { self.voice = voice }
  var name: String { voice.name }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try voice.speak(request, cancellation: cancellation) { event in
      if case .began(let format) = event { self.format = format }
      try receive(event)
    }
  }
}

// MARK: - Plugins

/// A voice plugin, and what moves its pitch where it cannot.
struct AssistedProvider: VoiceProvider {
  let setup: PluginSetup
  let host: PluginHost

  var name: String { setup.name }
  var stamp: String { setup.stamp }

  func makeVoice(core: Int?) -> any ListedVoice {
    let host = host
    return AssistedVoice(setup.makeVoice(core: core)) { PluginAid(host) }
  }
}

/// The best installed effect plugin that moves pitch and leaves speed: Rubber Band keeps the formants, and so the person; Sonic
/// is quicker.
private final class PluginAid: VoiceAid {
  private static let known: [PluginChoice] = [
    PluginChoice(
      reference: PluginReference("rubberband"),
      settings: [.init(name: "formants", value: "on")]),
    PluginChoice(reference: PluginReference("sonic")),
  ]

  private let client: EffectClient
  private let settings: String

  /// Nil where neither is installed.
  init?(_ host: PluginHost) {
    for choice in PluginAid.known {
      guard let setup = try? host.setup(choice) else { continue }
      client = EffectClient(setup, blockFrames: 4096)
      settings = choice.settings.map { " \($0.name)=\($0.value)" }.joined()
      return
    }
    return nil
  }

  func identity() throws(PluginFailure) -> String {
    try client.start()
    return "\(client.name) \(client.version)\(settings)"
  }

  func effect(semitones: Double) throws(PluginFailure) -> any Effect {
    try client.set("pitch", to: "\(semitones)")
    return client
  }

  func quit() { client.quit() }
}
