import CueModel
import CuePlugins
import Synchronization
import Testing

@testable import CueCasting

/// Records its requests, and says this many samples; its pitch cannot be moved unless `means` says otherwise.
private final class Keeper: ListedVoice {
  var means = PitchMeans.none
  var canWhisper = false
  private(set) var requests: [SpeechRequest] = []
  let name = "keeper"

  func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) { ("keeper", true) }
  func voices() throws(PluginFailure) -> [VoiceDescription] { [.of("one")] }
  func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans { means }
  func whispers() throws(PluginFailure) -> Bool { canWhisper }
  func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity {
    SoundIdentity(plugin: "keeper", fingerprint: "", parameters: [], isReproducible: true)
  }
  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    var sent = request
    sent.pitchSemitones += request.toneDelivery?.pitchSemitones ?? 0
    sent.pitchSemitones += request.mannerDelivery?.pitchSemitones ?? 0
    sent.isWhispered =
      canWhisper && (request.isWhispered || request.mannerDelivery?.isWhispered == true)
    sent.toneDelivery = nil
    sent.mannerDelivery = nil
    return sent
  }
  func quit() {}
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    requests.append(request)
    try receive(.began(AudioFormat(sample: .int16, rateHertz: 16000)))
    try receive(.sound(AudioBuffer(int16: Array(repeating: 1000, count: 100), rateHertz: 16000)))
    return .finished
  }
}

/// Doubles every sample, or fails.
private final class Mover: VoiceAid, Effect {
  var fails = false
  var movesFormants = false
  private(set) var asked: [Double] = []
  private(set) var askedFormants: [Double] = []
  private var held: AudioBuffer?
  private static let failure = PluginFailure(
    plugin: "mover", activity: .processing, kind: .crashed(signal: 11), reason: .processEnded)

  func identity() throws(PluginFailure) -> String { "mover 1" }
  func effect(_ amount: Double, formantSemitones: Double) throws(PluginFailure) -> any Effect {
    asked.append(amount)
    askedFormants.append(formantSemitones)
    return self
  }
  func quit() {}

  let name = "mover"
  let latencyFrames = 0
  let tailFrames = 0
  func parameters() throws -> [EffectParameter] { [] }
  func configure(rateHertz: Int, channels: Int) throws {}
  func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) throws {
    if fails { throw Mover.failure }
    held = sound
  }
  func finish() throws -> EffectOutput {
    let sound = held ?? AudioBuffer(float32: [], rateHertz: 16000)
    return EffectOutput(
      sound: AudioBuffer(float32: sound.floats.map { $0 * 2 }, rateHertz: 16000))
  }
  func flush(asking frames: [Int]) throws -> EffectOutput {
    EffectOutput(sound: AudioBuffer(float32: [], rateHertz: 16000))
  }
  func abandon() {}
}

@Suite struct `A voice with one pitch` {
  private let engine = Keeper()
  private let mover = Mover()
  private let whisperer = Mover()

  private func voice(hasEffect: Bool = true) -> AssistedVoice {
    nonisolated(unsafe) let (mover, whisperer) = (mover, whisperer)
    return AssistedVoice(
      engine, mover: { hasEffect ? unsafe mover : nil },
      whisperer: { hasEffect ? unsafe whisperer : nil })
  }

  private func said(
    _ voice: AssistedVoice, _ change: (inout SpeechRequest) -> Void
  ) throws -> (samples: [Int16], format: AudioFormat?, startedOver: Int) {
    var request = SpeechRequest(text: "Well.")
    change(&request)
    var (samples, format, count) = ([Int16](), AudioFormat?.none, 0)
    _ = try voice.speak(request, cancellation: Cancellation()) { event in
      switch event {
      case .began(let begun): format = begun
      case .sound(let sound): samples += sound.int16s
      case .startedOver:
        samples = []
        count += 1
      default: break
      }
    }
    return (samples, format, count)
  }

  @Test func `is moved by an effect, and heard in its own format`() throws {
    let voice = voice()
    #expect(try voice.pitchMeans(of: "one") == .effect)
    let moved = try said(voice) { $0.pitchSemitones = -2 }
    #expect(moved.samples.count == 100 && moved.samples.allSatisfy { abs($0 - 2000) <= 1 })
    #expect(moved.format == AudioFormat(sample: .int16, rateHertz: 16000))
    #expect(mover.asked == [-2] && engine.requests[0].pitchSemitones == 0)
    let plain = try said(voice) { _ in }
    #expect(plain.samples.allSatisfy { $0 == 1000 } && mover.asked.count == 1)
  }

  @Test func `is moved as its tones ask, and its clips name the effect`() throws {
    let voice = voice()
    _ = try said(voice) {
      $0.pitchSemitones = 1
      $0.play(Expression(tones: [.playful]))
    }
    let semitones = 1 + Tone.playful.preset.pitchSemitones
    #expect(mover.asked == [semitones] && engine.requests[0].toneDelivery?.pitchSemitones == 0)
    var request = SpeechRequest(text: "Well.")
    #expect(try voice.requestAsSent(request).voiceEffect == nil)
    request.pitchSemitones = 3
    let sent = try voice.requestAsSent(request)
    #expect(sent.voiceEffect == "mover 1" && sent.pitchSemitones == 3)
    #expect(try voice.requestAsSent(sent) == sent)
  }

  @Test func `keeps its pitch where there is no effect`() throws {
    let voice = voice(hasEffect: false)
    #expect(try voice.pitchMeans(of: "one") == PitchMeans.none)
    let heard = try said(voice) { $0.pitchSemitones = -2 }
    // The engine gets the pitch, so that it reports what it does not do.
    #expect(heard.samples.allSatisfy { $0 == 1000 } && engine.requests[0].pitchSemitones == -2)
    _ = try said(voice) { $0.play(Expression(tones: [.playful])) }
    #expect(engine.requests[1].toneDelivery?.pitchSemitones == 0)
    var request = SpeechRequest(text: "Well.")
    let plain = try voice.requestAsSent(request)
    request.pitchSemitones = 3
    #expect(try voice.requestAsSent(request) == plain)
  }

  @Test func `becomes another person's where the effect moves formants, whatever the tone does`()
    throws
  {
    mover.movesFormants = true
    let voice = voice()
    #expect(try voice.pitchMeans(of: "one") == .effectWithFormants)
    let moved = try said(voice) { ($0.pitchSemitones, $0.formantSemitones) = (-3, -1.5) }
    #expect(moved.samples.allSatisfy { abs($0 - 2000) <= 1 })
    #expect(mover.asked == [-3] && mover.askedFormants == [-1.5])
    #expect(engine.requests[0].formantSemitones == 0 && engine.requests[0].pitchSemitones == 0)
    // At the voice's own pitch, too.
    _ = try said(voice) { $0.formantSemitones = 2 }
    #expect(mover.asked == [-3, 0] && mover.askedFormants == [-1.5, 2])
    var request = SpeechRequest(text: "Well.")
    request.formantSemitones = 2
    let sent = try voice.requestAsSent(request)
    #expect(sent.voiceEffect == "mover 1" && sent.formantSemitones == 2)
    #expect(try voice.requestAsSent(sent) == sent)
  }

  @Test func `keeps its formants where the effect cannot move them`() throws {
    let voice = voice()
    let heard = try said(voice) { $0.formantSemitones = 2 }
    #expect(heard.samples.allSatisfy { $0 == 1000 } && mover.asked.isEmpty)
    var request = SpeechRequest(text: "Well.")
    let plain = try voice.requestAsSent(request)
    request.formantSemitones = 2
    #expect(try voice.requestAsSent(request) == plain)
  }

  @Test func `says the line without the effect where that fails, and the next ones, too`() throws {
    mover.fails = true
    let voice = voice()
    let heard = try said(voice) { $0.pitchSemitones = -2 }
    #expect(heard.startedOver == 1 && heard.samples.allSatisfy { $0 == 1000 })
    let next = try said(voice) { $0.pitchSemitones = -2 }
    #expect(next.startedOver == 0 && next.samples.count == 100 && mover.asked.count == 1)
  }

  /// The lines after one that lost the effect were kept under the effect's name, without it.
  @Test func `a lost effect is also reported for later lines`() throws {
    mover.fails = true
    let voice = voice()
    var request = SpeechRequest(text: "Well.")
    request.pitchSemitones = -2
    let planned = try voice.requestAsSent(request)
    #expect(planned.voiceEffect == "mover 1")
    func losses() throws -> [PluginFailure] {
      let said = try voice.collect(planned, cancellation: Cancellation())
      #expect(said?.clip?.sound.int16s.allSatisfy { $0 == 1000 } == true)
      return said?.failures ?? []
    }
    #expect(try losses().map(\.plugin) == ["mover"])
    #expect(try losses().map(\.plugin) == ["mover"])
    // As it is sent now, it is another sound, and kept as such.
    let without = try voice.requestAsSent(planned)
    #expect(without.voiceEffect == nil)
    let said = try voice.collect(without, mayStartOver: false, cancellation: Cancellation())
    #expect(said?.isAsAsked == true)
    // Another worker of the effect may do.
    mover.fails = false
    voice.quit()
    #expect(try voice.requestAsSent(planned) == planned)
    let moved = try voice.collect(planned, mayStartOver: false, cancellation: Cancellation())
    #expect(moved?.clip?.sound.int16s.allSatisfy { abs($0 - 2000) <= 1 } == true)
  }

  /// A whispered line of an engine without a whisper was said softly, with voice.
  @Test func `whispers by an effect, which takes the pitch's place`() throws {
    let voice = voice()
    #expect(try voice.whispers())
    let heard = try said(voice) { $0.play(Expression(manners: [.whispering])) }
    #expect(heard.samples.allSatisfy { abs($0 - 2000) <= 1 })
    #expect(whisperer.asked == [1] && mover.asked.isEmpty)
    var request = SpeechRequest(text: "Well.")
    request.play(Expression(manners: [.whispering]))
    let sent = try voice.requestAsSent(request)
    #expect(sent.isWhispered && sent.voiceEffect == "mover 1")
    #expect(try voice.requestAsSent(sent) == sent)
  }

  @Test func `a voice that can whisper does not whisper through an effect`() throws {
    (engine.canWhisper, engine.means) = (true, .engine)
    let voice = voice()
    _ = try said(voice) { $0.play(Expression(manners: [.whispering])) }
    #expect(whisperer.asked.isEmpty && engine.requests[0].mannerDelivery?.isWhispered == true)
    var request = SpeechRequest(text: "Well.")
    request.isWhispered = true
    #expect(try voice.requestAsSent(request).voiceEffect == nil)
  }

  @Test func `speaks softly where nothing whispers`() throws {
    let voice = voice(hasEffect: false)
    #expect(try !voice.whispers())
    let heard = try said(voice) { $0.play(Expression(manners: [.whispering])) }
    #expect(heard.samples.allSatisfy { $0 == 1000 } && heard.startedOver == 0)
  }

  @Test func `of an engine that moves its pitch itself is left to the engine`() throws {
    engine.means = .engine
    let voice = voice()
    _ = try said(voice) { $0.pitchSemitones = -2 }
    #expect(engine.requests[0].pitchSemitones == -2 && mover.asked.isEmpty)
  }
}

@Suite struct `A cast of voices that keep their pitch` {
  private func voices(_ means: PitchMeans) -> [VoiceCandidate] {
    ["ann", "ben"].map { name in
      var voice = VoiceCandidate(VoiceReference(provider: "cloud", voice: name))
      voice.pitchMeans = means
      return voice
    }
  }

  private func cast(_ count: Int) -> Cast {
    var cast = Cast()
    for number in 0..<count {
      var role = CastRole(key: "p\(number)", name: "P\(number)")
      role.speechCount = 3
      cast.roles.append(role)
    }
    return cast
  }

  /// A service whose pitch cannot be moved was cast at other pitches, without an audible effect.
  @Test func `never asks for a pitch that nothing can do`() {
    var cast = cast(6)
    CastProposal(voices: voices(.none)).fill(&cast, exchanges: [:])
    #expect(cast.everybody.allSatisfy { $0.voice != nil && $0.voice?.pitchSemitones == 0 })
  }

  @Test func `asks for one where an effect can`() {
    var cast = cast(6)
    CastProposal(voices: voices(.effect)).fill(&cast, exchanges: [:])
    #expect(Set(cast.everybody.compactMap(\.voice)).count == 7)
  }

  @Test func `counts two pitches of such a voice as one`() throws {
    let proposal = CastProposal(voices: voices(.none))
    var moved = VoiceReference(provider: "cloud", voice: "ann")
    moved.pitchSemitones = 4
    #expect(proposal.distance(VoiceReference(provider: "cloud", voice: "ann"), moved) == 0)
  }
}
