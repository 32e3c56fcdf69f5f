import CEspeak
import CueABI
import CuePluginKit
import Glibc

/// espeak-ng, with all its voices, languages and variants.
///
/// Its state is global, and what it says depends on what it said before; nothing but a fresh process resets it. So the
/// descriptor asks for a fork of the activated engine, whose memory is put back after every request.
final class EspeakVoice: VoicePlugin {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "espeak", name: "eSpeak NG", version: "1.0", licence: "GPL-3.0-or-later",
      summary: "Small, clear voices for more than a hundred languages.",
      concurrency: .perProcess, determinism: .freshState)
    descriptor.isForkSafe = true
    descriptor.changesMemoryOnly = true
    descriptor.linksGPL = true
    descriptor.url = "https://github.com/espeak-ng/espeak-ng"
    return descriptor
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "range", kind: .integer(0...100, initial: 50),
        summary: "How far the pitch moves: 0 is monotone.", changesSound: true),
      Parameter(
        id: 2, name: "word-gap", kind: .integer(0...500, initial: 0), unit: "10 ms",
        summary: "A pause between words, at normal speed.", changesSound: true),
      Parameter(
        id: 3, name: "punctuation", kind: .choice(["none", "all", "some"], initial: 0),
        summary: "Which punctuation is spoken.", changesSound: true),
      Parameter(
        id: 4, name: "capitals", kind: .integer(0...500, initial: 0),
        summary: "How capitals sound: 0 not, 1 a click, 2 the word capital, more a higher pitch.",
        changesSound: true),
    ]
  }

  /// Above 449 words a minute espeak switches to another method and gets longer again.
  static let wordsPerMinute = 80.0...449.0
  static let pitches = -12.0...12.0
  static let ownWordsPerMinute = 175.0
  /// Named by its file, which espeak finds without reading all its voice files first.
  static let defaultVoice = "gmw/en"

  private var settings: [UInt32: Int32] = [1: 50, 2: 0, 3: 0, 4: 0]
  private var rateHertz: UInt32 = 22050
  private var currentVoice = ""

  private let host: PluginHost

  init(host: PluginHost) { self.host = host }

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .number(let number) = value { settings[id] = Int32(number) }
  }

  func activate() throws(PluginFailure) {
    let folder = host.libraryPath.lastIndex(of: "/").map { host.libraryPath[...$0] } ?? ""
    if let loader = unsafe cue_espeak_load(folder + "espeak/libpcaudio.so.0") {
      throw PluginFailure(
        CUE_E_MODEL,
        "espeak-ng could not be loaded (\(unsafe String(cString: loader))); "
          + "Debian's libespeak-ng1 has it.")
    }
    let rate = engine.initialize(
      AUDIO_OUTPUT_SYNCHRONOUS, 100, nil,
      Int32(
        espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA
          | espeakINITIALIZE_DONT_EXIT))
    guard rate > 0 else {
      throw PluginFailure(
        CUE_E_MODEL, "espeak-ng found no data; Debian's espeak-ng-data has it.")
    }
    rateHertz = UInt32(rate)
    try select(EspeakVoice.defaultVoice)
  }

  var traits: VoiceTraits {
    var traits = VoiceTraits()
    traits.readsSSML = true
    traits.readsPhonemes = true
    traits.events = [.word, .sentence, .mark, .phoneme]
    traits.maximumTextBytes = 4_000_000
    traits.speed =
      EspeakVoice.wordsPerMinute.lowerBound
      / EspeakVoice.ownWordsPerMinute...EspeakVoice.wordsPerMinute.upperBound
      / EspeakVoice.ownWordsPerMinute
    traits.pitch = EspeakVoice.pitches
    traits.maximumVolume = 2
    traits.movesPitchRange = true
    traits.whispers = true
    traits.readsLexicon = true
    return traits
  }

  func voices() -> [VoiceInfo] {
    EspeakVoices.all(rateHertz: rateHertz)
  }

  func soundFingerprint(voice: String) -> String {
    let version = unsafe engine.info(nil).map { unsafe String(cString: $0) } ?? "unknown"
    let values = settings.sorted { $0.key < $1.key }.map { "\($0.value)" }
    return "espeak-ng \(version) \(voice) \(values.joined(separator: " ")) plugin 1"
  }

  func prepare(voice: String) throws(PluginFailure) { try selectVoice(voice) }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    try selectVoice(for: request, sink)
    // espeak says a pause for it.
    guard !request.text.isEmpty else { return }
    if request.form == .plain { try refuseUnreadable(request.text) }
    let rate = EspeakVoice.ownWordsPerMinute * request.speed
    let clampedRate = EspeakVoice.wordsPerMinute.clamp(rate)
    if clampedRate != rate {
      sink.clamped(.speed, to: clampedRate / EspeakVoice.ownWordsPerMinute)
    }
    let pitch = EspeakVoice.pitches.clamp(request.pitch)
    if pitch != request.pitch { sink.clamped(.pitch, to: pitch) }
    // One octave down to one octave up is espeak's 0 to 100; its volume takes 0 to 200 without distortion.
    let volume = min(request.volume, 2)
    if volume != request.volume { sink.clamped(.volume, to: volume) }
    _ = engine.set_parameter(espeakRATE, Int32(clampedRate.rounded()), 0)
    _ = engine.set_parameter(espeakPITCH, Int32((50 + pitch * 50 / 12).rounded()), 0)
    _ = engine.set_parameter(espeakVOLUME, Int32((volume * 100).rounded()), 0)
    _ = engine.set_parameter(espeakRANGE, range(request.pitchRange, pitch), 0)
    _ = engine.set_parameter(espeakWORDGAP, settings[2] ?? 0, 0)
    _ = engine.set_parameter(espeakPUNCTUATION, settings[3] ?? 0, 0)
    _ = engine.set_parameter(espeakCAPITALS, settings[4] ?? 0, 0)
    let rewritten = rewritten(request, sink)
    try EspeakUtterance(request, saying: rewritten, sink, rateHertz: rateHertz).run()
  }

  /// The text with the words of the lexicon in espeak's own phonemes; nil if it has none of these words.
  private func rewritten(_ request: SpeechRequest, _ sink: SpeechSink) -> RewrittenText? {
    guard request.form == .plain, !request.lexicon.isEmpty else { return nil }
    let pronounced = PronouncedText(request.text, lexicon: request.lexicon)
    guard !pronounced.isAsWritten else { return nil }
    engine.readPhonemes()
    let phonemes = EspeakPhonemes { engine.ipa(of: $0) }
    var text = RewrittenText()
    for piece in pronounced.pieces {
      if let spoken = piece.pronunciation {
        if let written = phonemes.mnemonics(of: spoken) {
          text.append(written, for: piece.range)
          continue
        }
        sink.ignored(.pronunciation)
      }
      // Brackets of the text itself are not phonemes.
      var plain = piece
      plain.text = String(
        decoding: piece.text.utf8.map { $0 == UInt8(ascii: "[") ? UInt8(ascii: " ") : $0 },
        as: UTF8.self)
      text.append(plain)
    }
    return text
  }

  /// espeak's range is 0 to 100, and the user's own setting is what a factor of 1 leaves.
  ///
  /// It moves in Hz: a pitch that is moved moves as far in semitones only with a range that is moved along.
  private func range(_ factor: Double, _ semitones: Double) -> Int32 {
    let own = settings[1] ?? 50
    guard factor != 1 else { return own }
    return Int32(min(max(Double(own) * factor * exp2(semitones / 12), 0), 100).rounded())
  }

  /// Refuses a text with Chinese characters for which the voice has no sounds: espeak would say "Chinese letter" in English.
  ///
  /// Cantonese has sounds for them, Japanese only for kana.
  private func refuseUnreadable(_ text: String) throws(PluginFailure) {
    let signs = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.isIdeographic }))
    guard !signs.isEmpty, unsafe cue_espeak_spells(signs) != 0 else { return }
    throw PluginFailure(
      CUE_E_UNSUPPORTED,
      "espeak-ng's voice “\(currentVoice)” has no sounds for “\(signs.prefix(8))”; it would say the names of letters."
    )
  }

  private func selectVoice(
    for request: SpeechRequest, _ sink: SpeechSink
  ) throws(PluginFailure) {
    let whisper = request.isWhispered ? EspeakVoice.whisper(of: request.voice) : ""
    if !request.voice.isEmpty {
      let own = request.voice.prefix { $0 != "+" }
      try selectVoice(whisper.isEmpty ? request.voice : own + whisper)
    } else if request.language.isEmpty {
      try select(EspeakVoice.defaultVoice + whisper)
    } else if !selectLanguage(request.language.lowercased(), variant: whisper) {
      try select(EspeakVoice.defaultVoice + whisper)
      sink.replaced(.language, by: "en")
    }
  }

  /// The variant that whispers in place of the voice's own: a woman's for a woman.
  private static func whisper(of voice: String) -> String {
    let variant = voice.drop { $0 != "+" }
    let isWoman =
      ["+f", "+anika", "+annie", "+steph", "+linda", "+grandma", "+belinda", "+shelby", "+aunty"]
      .contains { variant.lowercased().hasPrefix($0) } && !variant.hasPrefix("+fast")
    return isWoman ? "+whisperf" : "+whisper"
  }

  /// "+f3" alone is a variant of the default voice.
  private func selectVoice(_ id: String) throws(PluginFailure) {
    try select(id.hasPrefix("+") ? EspeakVoice.defaultVoice + id : id)
  }

  private func select(_ name: String) throws(PluginFailure) {
    guard set(name) else {
      throw PluginFailure(CUE_E_VOICE, "espeak-ng has no voice “\(name)”.")
    }
  }

  /// Selects the voice of a language; false if espeak does not speak it.
  private func selectLanguage(_ tag: String, variant: String) -> Bool {
    if set(tag, variant: variant) { return true }
    // "en-AU" has no voice of its own; "en" speaks it.
    let base = tag.split(separator: "-").first.map(String.init) ?? tag
    guard unsafe engine.set_voice(base + variant) == EE_OK else { return false }
    currentVoice = tag + variant
    return true
  }

  private func set(_ name: String, variant: String = "") -> Bool {
    guard name + variant != currentVoice else { return true }
    guard unsafe engine.set_voice(name + variant) == EE_OK else { return false }
    currentVoice = name + variant
    return true
  }
}

extension cue_espeak_engine {
  /// Makes ``ipa(of:)`` read phonemes between `[[` and `]]`: the engine keeps the flags of its last synthesis.
  func readPhonemes() {
    unsafe set_callback { _, _, _ in 0 }
    let nothing: [UInt8] = [0]
    _ = unsafe nothing.withUnsafeBytes { bytes in
      unsafe synth(
        bytes.baseAddress, bytes.count, 0, POS_CHARACTER, 0,
        UInt32(espeakCHARS_UTF8 | espeakPHONEMES), nil, nil)
    }
  }

  /// The IPA that the engine speaks for the first clause of `text`.
  func ipa(of text: String) -> String {
    var text = Array(text.utf8) + [0]
    return unsafe text.withUnsafeMutableBytes { bytes in
      var at = UnsafeRawPointer(bytes.baseAddress)
      guard let said = unsafe phonemes(&at, Int32(espeakCHARS_UTF8), Self.inIPA) else { return "" }
      return unsafe String(cString: said)
    }
  }

  /// The mode of espeak_TextToPhonemes that gives IPA.
  private static let inIPA: Int32 = 2
}

/// The engine's functions; called only after ``EspeakVoice/activate()``.
var engine: cue_espeak_engine { unsafe cue_espeak().pointee }

extension ClosedRange<Double> {
  func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
