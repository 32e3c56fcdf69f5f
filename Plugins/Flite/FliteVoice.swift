import CFlite
import CueABI
import CuePluginKit

/// flite, with the voices that its Debian package ships.
///
/// flite's engine is global and draws its noise from the C library's generator, so a process has one instance, and each
/// request seeds that generator again: the same request is the same sound, whatever was said before.
final class FliteVoice: VoicePlugin {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "flite", name: "Flite", version: "1.0", licence: "Apache-2.0 AND LicenseRef-CMU-flite",
      summary: "The small, fast voices of Carnegie Mellon's flite, in English.",
      concurrency: .perProcess, determinism: .always)
    descriptor.isForkSafe = true
    descriptor.url = "http://www.festvox.org/flite/"
    return descriptor
  }

  /// A voice library of the package.
  struct Shipped {
    let id: String
    let summary: String
    let languages: [String]
    let gender: VoiceInfo.Gender
    let rateHertz: UInt32
    /// Whether it has one pitch, as ``LoadedVoice/keepsPitch`` finds once it is loaded.
    var keepsPitch = false
  }

  static let shipped = [
    Shipped(
      id: "slt", summary: "American, statistical; the most natural.", languages: ["en-US", "en"],
      gender: .female, rateHertz: 16000),
    Shipped(
      id: "rms", summary: "American, statistical.", languages: ["en-US", "en"], gender: .male,
      rateHertz: 16000, keepsPitch: true),
    Shipped(
      id: "awb", summary: "Scottish, statistical.", languages: ["en-GB", "en"], gender: .male,
      rateHertz: 16000),
    Shipped(
      id: "kal16", summary: "American, diphone; the fastest.", languages: ["en-US", "en"],
      gender: .male, rateHertz: 16000),
    Shipped(
      id: "kal", summary: "American, diphone, telephone quality.", languages: ["en-US", "en"],
      gender: .male, rateHertz: 8000),
  ]
  static let defaultVoice = "slt"
  static let speeds = 0.2...5.0
  static let pitches = -12.0...12.0

  private var loaded: [String: LoadedVoice] = [:]

  init(host: PluginHost) {}

  func activate() throws(PluginFailure) {
    flite_init()
  }

  var traits: VoiceTraits {
    var traits = VoiceTraits()
    traits.events = [.word]
    traits.waitsForWholeUtterance = false  // it cuts text into utterances itself
    traits.maximumTextBytes = 4_000_000
    traits.speed = FliteVoice.speeds
    traits.pitch = FliteVoice.pitches
    traits.movesPitchRange = true
    return traits
  }

  func voices() -> [VoiceInfo] {
    FliteVoice.shipped.map {
      var voice = VoiceInfo(id: $0.id, name: "cmu_us_\($0.id)", languages: $0.languages)
      voice.gender = $0.gender
      voice.rateHertz = $0.rateHertz
      voice.summary = $0.summary
      voice.keepsPitch = $0.keepsPitch
      voice.isDefault = $0.id == FliteVoice.defaultVoice
      voice.quality = 2
      return voice
    }
  }

  func soundFingerprint(voice: String) -> String {
    "flite 2.2 \(voice.isEmpty ? FliteVoice.defaultVoice : voice) plugin 2"
  }

  func prepare(voice: String) throws(PluginFailure) { _ = try load(voice) }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    let id = request.voice.isEmpty ? FliteVoice.defaultVoice : request.voice
    let voice = try load(id)
    if request.form != .plain { sink.ignored(.textForm) }
    if !request.language.isEmpty, !request.language.lowercased().hasPrefix("en") {
      sink.replaced(.language, by: "en")
    }
    let speed = FliteVoice.speeds.clamp(request.speed)
    if speed != request.speed { sink.clamped(.speed, to: speed) }
    if voice.keepsPitch, request.pitch != 0 { sink.ignored(.pitch) }
    let pitch = voice.keepsPitch ? 0 : FliteVoice.pitches.clamp(request.pitch)
    if !voice.keepsPitch, pitch != request.pitch { sink.clamped(.pitch, to: pitch) }
    cue_flite_seed()
    try Utterance(request, sink).run(
      voice, speed: speed, pitchSemitones: pitch, pitchRange: request.pitchRange)
  }

  private func load(_ id: String) throws(PluginFailure) -> LoadedVoice {
    if let voice = loaded[id] { return voice }
    let names = FliteVoice.shipped.map(\.id)
    guard names.contains(id) else {
      throw PluginFailure(
        CUE_E_VOICE, "flite has no voice “\(id)”; it has \(names.joined(separator: ", ")).")
    }
    guard let voice = LoadedVoice(id) else {
      throw PluginFailure(
        CUE_E_MODEL,
        "libflite_cmu_us_\(id).so.1 could not be loaded; Debian's libflite1 has it.")
    }
    loaded[id] = voice
    return voice
  }
}

extension ClosedRange<Double> {
  func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
