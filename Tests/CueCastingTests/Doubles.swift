import CueModel
import CuePlugins
import Synchronization

@testable import CueCasting

/// Plugins that exist only in a test, with voices that hum at a pitch of their own.
// Unchecked, because it changes only before it is asked.
final class DoubleProviders: VoiceProviders, @unchecked Sendable {
  /// Whether the user has chosen the order of its plugins.
  var hasChosenVoices = false
  let plugins: [DoubleProvider]
  let voicesByDefault: [PluginChoice]
  let configured: [String: [PluginChoice]]

  init(
    _ plugins: [DoubleProvider], byDefault: [String] = ["near", "far"],
    configured: [String: String] = [:]
  ) {
    self.plugins = plugins
    voicesByDefault = byDefault.map { PluginChoice(reference: PluginReference($0)) }
    self.configured = configured.mapValues {
      PluginReference.list($0).map { PluginChoice(reference: $0) }
    }
  }

  /// near: ann, a woman, and ben and col, men; far: dee, a woman, and eli, a man, with other languages.
  static func usual() -> DoubleProviders {
    DoubleProviders([
      DoubleProvider("near", [.of("ann", "female"), .of("ben", "male"), .of("col", "male")]),
      DoubleProvider(
        "far", [.of("dee", "female", ["en", "et"]), .of("eli", "male", ["en", "et"])]),
    ])
  }

  func freeVoices() -> [PluginChoice] {
    plugins.map { PluginChoice(reference: PluginReference($0.name)) }
  }

  func configuredVoices(
    forLanguage language: String
  ) throws(PluginSetupError) -> [PluginChoice] { configured[language] ?? [] }

  func chain(_ choices: [PluginChoice]) throws(PluginSetupError) -> [any ListedVoice] {
    var chain: [any ListedVoice] = []
    for choice in choices { chain.append(try provider(choice).makeVoice(core: nil)) }
    return chain
  }

  func provider(_ choice: PluginChoice) throws(PluginSetupError) -> any VoiceProvider {
    if let plugin = plugins.first(where: { $0.name == choice.reference.plugin }) { return plugin }
    throw .plugin(
      PluginFailure(
        plugin: choice.reference.plugin, activity: .starting, kind: .notFound,
        reason: .noSuchFile))
  }

  /// How many sentences all of them have said.
  var sentenceCount: Int { plugins.reduce(0) { $0 + $1.sentences.count } }
}

final class DoubleProvider: VoiceProvider {
  let name: String
  let listed: [VoiceDescription]
  let needsNetwork: Bool
  /// Which of its voices crash when they speak.
  let crashing: Set<String>
  /// How often somebody else still ends the process of a voice when it speaks.
  private let ends: Mutex<[String: Int]>
  /// Whether its service cannot be reached.
  let isDown: Bool
  private let said = Mutex<[String]>([])

  init(
    _ name: String, _ listed: [VoiceDescription], needsNetwork: Bool = false,
    crashing: Set<String> = [], ended: [String: Int] = [:], isDown: Bool = false
  ) {
    self.isDown = isDown
    ends = Mutex(ended)
    self.name = name
    self.listed = listed
    self.needsNetwork = needsNetwork
    self.crashing = crashing
  }

  var stamp: String { name }
  /// The voices that said something, in order.
  var sentences: [String] { said.withLock { $0 } }

  func makeVoice(core: Int?) -> any ListedVoice { DoubleEngine(self) }

  fileprivate func say(_ voice: String) { said.withLock { $0.append(voice) } }

  fileprivate func isEnded(_ voice: String) -> Bool {
    ends.withLock { ends in
      guard let left = ends[voice], left > 0 else { return false }
      ends[voice] = left - 1
      return true
    }
  }
}

private final class DoubleEngine: ListedVoice {
  private let provider: DoubleProvider

  init(_ provider: DoubleProvider) { self.provider = provider }

  var name: String { provider.name }

  func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) {
    (provider.name, provider.needsNetwork)
  }

  func voices() throws(PluginFailure) -> [VoiceDescription] { provider.listed }

  func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity {
    SoundIdentity(
      plugin: provider.name, fingerprint: "1", parameters: [], isReproducible: true)
  }

  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest { request }

  func quit() {}

  var service: VoiceService? {
    VoiceService(id: name, needsNetwork: provider.needsNetwork) { false }
  }

  /// Half a second of a hum with overtones: men at 100 Hz and more, women at 200 Hz and more.
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    provider.say(request.voice)
    if provider.isEnded(request.voice) {
      throw PluginFailure(
        plugin: name, activity: .speaking, kind: .crashed(signal: 9), reason: .processEnded)
    }
    if provider.isDown {
      throw PluginFailure(
        plugin: name, activity: .speaking, kind: .refused(status: .network), reason: .unexplained)
    }
    if provider.crashing.contains(request.voice) {
      throw PluginFailure(
        plugin: name, activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    }
    let place = provider.listed.firstIndex { $0.id == request.voice } ?? 0
    let isWoman =
      provider.listed.indices.contains(place) && provider.listed[place].gender == .female
    var hertz = (isWoman ? 200.0 : 100.0) + 12 * Double(place)
    for _ in 0..<Int(abs(request.pitchSemitones)) {
      hertz *= request.pitchSemitones > 0 ? 1.0594631 : 1 / 1.0594631
    }
    let period = 16000 / hertz
    let samples = (0..<8000).map { index -> Int16 in
      // The pitch sways a little, as a voice's does.
      let sway = 1 + 0.04 * Double((index / 400) % 4)
      let phase = (Double(index) / (period * sway)).truncatingRemainder(dividingBy: 1)
      return Int16(phase < 0.3 ? 9000 - 30000 * phase : -1000)
    }
    try receive(.began(AudioFormat(sample: .int16, rateHertz: 16000)))
    try receive(.sound(AudioBuffer(int16: samples, rateHertz: 16000)))
    return .finished
  }
}

extension VoiceDescription {
  static func of(
    _ id: String, _ gender: String = "", _ languages: [String] = ["en"]
  ) -> VoiceDescription {
    VoiceDescription(id: id, languages: languages, gender: VoiceGender(rawValue: gender))
  }
}
