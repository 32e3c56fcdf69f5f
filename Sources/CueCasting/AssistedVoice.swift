import CueAudio
import CueModel
import CuePlugins

/// How the pitch of a voice is moved.
public enum PitchMeans: Equatable, Sendable {
  /// The engine moves it.
  case engine
  /// The engine cannot move it, so an effect after the engine does.
  case effect
  /// An effect moves it, and the formants too: so it becomes another person's.
  case effectWithFormants
  /// Nothing does: the engine cannot, and there is no effect.
  case none

  /// Whether an effect does it.
  var isEffect: Bool { self == .effect || self == .effectWithFormants }
}

/// An effect after an engine, for something that the engine cannot do.
protocol VoiceAid: AnyObject {
  /// Names all that decides its sound, beside the amount.
  func identity() throws(PluginFailure) -> String
  /// Whether it moves formants by themselves.
  var movesFormants: Bool { get }
  /// The effect, set to so much: semitones for a pitch, 0 to 1 for a whisper; and semitones for the formants.
  func effect(_ amount: Double, formantSemitones: Double) throws(PluginFailure) -> any Effect
  /// Ends it.
  func quit()
}

/// An engine with effects after it that do what it cannot: move its pitch, and whisper.
///
/// All else is the engine's own. Without an effect, or once that has failed, such a voice keeps its pitch, and speaks softly
/// where it should whisper.
final class AssistedVoice: ListedVoiceLayer {
  let engine: any ListedVoice
  private let mover: LateAid
  private let whisperer: LateAid

  /// `engine`; `mover` is asked for when a pitch is wanted that it cannot reach, `whisperer` when it cannot whisper.
  init(
    _ engine: any ListedVoice, mover: @escaping @Sendable () -> (any VoiceAid)?,
    whisperer: @escaping @Sendable () -> (any VoiceAid)? = { nil }
  ) {
    self.engine = engine
    self.mover = LateAid(mover)
    self.whisperer = LateAid(whisperer)
  }

  func quit() {
    engine.quit()
    mover.quit()
    whisperer.quit()
  }

  func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans {
    let own = try engine.pitchMeans(of: voice)
    guard own == .none, let found = mover.found() else { return own }
    return found.movesFormants ? .effectWithFormants : .effect
  }

  func whispers() throws(PluginFailure) -> Bool {
    guard try !engine.whispers() else { return true }
    return whisperer.found() != nil
  }

  /// `request` as the engine gets it; what an effect does stays in it, beside the effect's name.
  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    var sent = try engine.requestAsSent(request)
    sent.voiceEffect = nil
    sent.formantSemitones = 0
    if request.asksForWhisper, try !engine.whispers(), let name = whisperer.identity() {
      sent.isWhispered = true
      sent.voiceEffect = name
      return sent
    }
    guard sent.pitchSemitones != 0 || request.formantSemitones != 0,
      try engine.pitchMeans(of: sent.voice) == .none
    else { return sent }
    if mover.found()?.movesFormants == true { sent.formantSemitones = request.formantSemitones }
    guard sent.pitchSemitones != 0 || sent.formantSemitones != 0 else { return sent }
    sent.voiceEffect = mover.identity()
    // A voice that keeps its pitch anyway makes the same sound for each.
    if sent.voiceEffect == nil { (sent.pitchSemitones, sent.formantSemitones) = (0, 0) }
    return sent
  }

  func expect(_ request: SpeechRequest) { plain(request).map(engine.expect) }

  func prepare(_ request: SpeechRequest) { plain(request).map(engine.prepare) }

  /// `request` as the engine will be asked; nil if that is not known.
  private func plain(_ request: SpeechRequest) -> SpeechRequest? {
    guard request.asksForPitch || request.asksForWhisper else { return request }
    return (try? requestAsSent(request)).map { unassisted(request, $0) }
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard request.asksForPitch || request.asksForWhisper else {
      return try engine.speak(request, cancellation: cancellation, receive: receive)
    }
    let sent = try requestAsSent(request)
    let plain = unassisted(request, sent)
    let aid = sent.isWhispered ? whisperer : mover
    // A clip whose key names an effect must have gone through that effect.
    if let planned = request.voiceEffect, planned != sent.voiceEffect {
      let lost = request.isWhispered ? whisperer : mover
      try receive(.startedOver(voice: name, because: lost.loss(of: planned)))
    }
    guard sent.voiceEffect != nil else {
      return try engine.speak(plain, cancellation: cancellation, receive: receive)
    }
    do {
      let effect = try aid.effect(
        sent.isWhispered ? 1 : sent.pitchSemitones, formantSemitones: sent.formantSemitones)
      return try assisted(plain, by: effect, cancellation, receive)
    } catch let failure as EffectFailure {
      // The line is said again without the effect, and so are those that follow.
      aid.giveUp(failure.failure)
      try receive(.startedOver(voice: name, because: failure.failure))
      return try engine.speak(plain, cancellation: cancellation, receive: receive)
    }
  }

  /// `request` without the pitch, where the engine cannot move it.
  ///
  /// A pitch that the caller set itself and that nothing moves stays, so that the engine reports it.
  private func unassisted(_ request: SpeechRequest, _ sent: SpeechRequest) -> SpeechRequest {
    var plain = request
    plain.voiceEffect = nil
    plain.formantSemitones = 0
    guard (try? engine.pitchMeans(of: sent.voice)) == PitchMeans.none else { return plain }
    if sent.voiceEffect != nil { plain.pitchSemitones = 0 }
    plain.toneDelivery?.pitchSemitones = 0
    plain.mannerDelivery?.pitchSemitones = 0
    return plain
  }

  /// Says `request` through `effect`, in the format that the engine has.
  private func assisted(
    _ request: SpeechRequest, by effect: any Effect, _ cancellation: Cancellation,
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
}

extension SpeechRequest {
  /// Whether a pitch is wanted that an engine may not reach.
  fileprivate var asksForPitch: Bool {
    pitchSemitones != 0 || formantSemitones != 0 || (toneDelivery?.pitchSemitones ?? 0) != 0
      || (mannerDelivery?.pitchSemitones ?? 0) != 0
  }

  fileprivate var asksForWhisper: Bool {
    isWhispered || toneDelivery?.isWhispered == true || mannerDelivery?.isWhispered == true
  }
}

/// An aid that is looked for when it is first needed, and given up once it has failed.
private final class LateAid {
  private let make: @Sendable () -> (any VoiceAid)?
  private var aid: (any VoiceAid)?
  private var hasLooked = false
  private var failure: PluginFailure?

  init(_ make: @escaping @Sendable () -> (any VoiceAid)?) { self.make = make }

  func found() -> (any VoiceAid)? {
    if !hasLooked { aid = make() }
    hasLooked = true
    return aid
  }

  /// Names the aid; nil if there is none, or if it does not start.
  func identity() -> String? {
    guard let aid = found() else { return nil }
    do throws(PluginFailure) { return try aid.identity() } catch {
      giveUp(error)
      return nil
    }
  }

  /// Why the aid with that `identity` is no longer available.
  func loss(of identity: String) -> PluginFailure {
    failure
      ?? PluginFailure(
        plugin: identity, activity: .processing, kind: .givenUp, reason: .unexplained)
  }

  /// The effect of an aid that has named itself.
  func effect(_ amount: Double, formantSemitones: Double) throws -> any Effect {
    guard let aid else { preconditionFailure("an effect was named that is not there") }
    do throws(PluginFailure) {
      return try aid.effect(amount, formantSemitones: formantSemitones)
    } catch { throw EffectFailure(error) }
  }

  func giveUp(_ failure: PluginFailure?) {
    aid?.quit()
    aid = nil
    self.failure = failure
  }

  func quit() {
    giveUp(nil)
    hasLooked = false
  }
}

/// Remembers the format in which a voice begins.
private final class FormatWatch: VoiceLayer {
  let inner: any Voice
  private(set) var format: AudioFormat?

  init(_ voice: any Voice) { inner = voice }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try inner.speak(request, cancellation: cancellation) { event in
      if case .began(let format) = event { self.format = format }
      try receive(event)
    }
  }
}

// MARK: - Plugins

extension AssistedVoice {
  /// `engine` with the effects that are installed.
  convenience init(_ engine: any ListedVoice, on host: PluginHost) {
    self.init(
      engine, mover: { PluginAid(host, PluginAid.movers, parameter: "pitch") },
      whisperer: { PluginAid(host, PluginAid.whisperers, parameter: "amount") })
  }
}

/// The best installed effect plugin of those that do the same.
private final class PluginAid: VoiceAid {
  /// What moves pitch and leaves speed: Rubber Band keeps the formants, and so the person, or moves them by themselves; Sonic
  /// is quicker.
  static let movers: [PluginChoice] = [
    PluginChoice(
      reference: PluginReference("rubberband"),
      settings: [.init(name: "formants", value: "on")]),
    PluginChoice(reference: PluginReference("sonic")),
  ]
  /// What takes the voice out of speech and leaves the breath.
  static let whisperers = [PluginChoice(reference: PluginReference("whispering"))]

  private let client: EffectClient
  private let settings: String
  private let parameter: String
  /// Whether the formants stand elsewhere than they were at the start.
  private var hasMovedFormants = false

  /// Nil if none of `choices` is installed; `parameter` takes the amount.
  init?(_ host: PluginHost, _ choices: [PluginChoice], parameter: String) {
    for choice in choices {
      guard let setup = try? host.setup(choice) else { continue }
      client = EffectClient(setup, blockFrames: 4096)
      settings = choice.settings.map { " \($0.name)=\($0.value)" }.joined()
      self.parameter = parameter
      return
    }
    return nil
  }

  func identity() throws(PluginFailure) -> String {
    try client.start()
    return "\(client.name) \(client.version)\(settings)"
  }

  /// As the plugin's list of parameters has it; asked once.
  private(set) lazy var movesFormants =
    ((try? client.parameters()) ?? []).contains { $0.name == PluginAid.formantParameter }

  private static let formantParameter = "formant-shift"

  func effect(_ amount: Double, formantSemitones: Double) throws(PluginFailure) -> any Effect {
    try client.set(parameter, to: "\(amount)")
    if formantSemitones != 0 || hasMovedFormants {
      try client.set(PluginAid.formantParameter, to: "\(formantSemitones)")
      hasMovedFormants = formantSemitones != 0
    }
    return client
  }

  func quit() { client.quit() }
}
