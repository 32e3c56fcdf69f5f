import CueABI
import CueModel

// A request in the form that is sent, and what the plugin says of texts.
extension VoiceClient {
  /// The seed of a line that is kept, if it has none: another seed each time would give another sound.
  private static let usualSeed: UInt32 = 1

  /// `request` in the form that is sent to the plugin: as the client's own voice if it names no voice, and with the tones as speed,
  /// pitch and volume if the voice does not act on them.
  ///
  /// What the voice ignores is left out: the labels of tones, or direction
  /// and context. A voice that needs a seed to repeat a line exactly gets one.
  ///
  /// The plugin is started for it.
  public func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    _ = try client.ready()
    var sent = resolved(request)
    if sent.seed == 0, try determinism(of: sent.voice) == .bySeed { sent.seed = Self.usualSeed }
    if !has(CUE_VOICE_TONES) { sent.tones = [] }
    if !has(CUE_VOICE_PITCH_RANGE) { sent.pitchRange = 1 }
    if !has(CUE_VOICE_WHISPER) { sent.isWhispered = false }
    noteLexicon(request)
    if !has(CUE_VOICE_LEXICON) { sent.lexicon = [:] }
    if !has(CUE_VOICE_CONTEXT) {
      sent.direction = ""
      sent.previousText = ""
      sent.nextText = ""
    }
    return sent
  }

  /// `request` in the form that is sent: with the voice, and the tones as speed, pitch and volume if the voice does not act.
  func resolved(_ request: SpeechRequest) -> SpeechRequest {
    var resolved = request
    resolved.voice = voiceID(of: request)
    let acts =
      (request.toneDelivery != nil || request.mannerDelivery != nil) && has(CUE_VOICE_TONES)
    if let delivery = request.toneDelivery, request.tones.isEmpty || !acts {
      resolved.take(delivery)
    }
    if let delivery = request.mannerDelivery { resolved.take(delivery, onlyPaceAndLevel: acts) }
    resolved.toneDelivery = nil
    resolved.mannerDelivery = nil
    return resolved
  }

  /// The id of the voice that says `request`; empty for the plugin's choice.
  public func voiceID(of request: SpeechRequest) -> String {
    voiceID(request.voice.isEmpty ? voice : request.voice)
  }

  /// What the plugin says of the texts that it takes, once it has started.
  public var textTraits: TextTraits {
    guard let traits = client.traits else { return TextTraits() }
    return TextTraits(
      readsSSML: has(CUE_VOICE_SSML), mostBytes: Int((try? traits.u32(CUE_TAG_MAX_TEXT)) ?? 0),
      isHeardWhole: has(CUE_VOICE_WHOLE_UTTERANCE))
  }

  /// Reports that the voice ignores the pronunciations of `request`.
  func noteLexicon(_ request: SpeechRequest) {
    guard !request.lexicon.isEmpty, !has(CUE_VOICE_LEXICON) else { return }
    client.setup.worker.leftOut(client.name, .pronunciations)
  }
}

extension SpeechRequest {
  /// Whether there is something to say: a letter or a digit outside tags.
  var isForTheEar: Bool {
    var isInTag = false
    return text.unicodeScalars.contains { scalar in
      if form == .ssml {
        if scalar == "<" { isInTag = true }
        if scalar == ">" { isInTag = false }
      }
      return !isInTag && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }
}
