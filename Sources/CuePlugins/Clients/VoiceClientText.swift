import CueABI
import CueModel
import CueText

// The spoken form of a request, and whether the voice can say it.
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
    let spoken = spoken(request)
    sent.spokenText = spoken.text == request.text ? "" : spoken.text
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
    resolved.voice = voiceID(resolved.voice.isEmpty ? voice : resolved.voice)
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

  /// `request` with the words that the engine gets.
  func asSaid(_ request: SpeechRequest) -> SpeechRequest {
    var said = resolved(request)
    said.text = spoken(request).text
    if isForOthers(request) { said.form = .plain }
    return said
  }

  /// Whether a request is SSML and the voice does not read SSML: then it gets the words, and marks are reported with words.
  func isForOthers(_ request: SpeechRequest) -> Bool {
    request.form == .ssml && (try? client.ready()) != nil && !has(CUE_VOICE_SSML)
  }

  /// The text in the words of its language; SSML and phonemes do not change.
  func spoken(_ request: SpeechRequest) -> NormalizedText {
    guard request.form == .plain else {
      return isForOthers(request)
        ? NormalizedText(ssml: request.text) : NormalizedText(asWritten: request.text)
    }
    if let known = lastSpoken, known.source == request.text, known.language == request.language,
      known.voice == request.voice
    {
      return known.spoken
    }
    let spoken = NormalizedText(request.text) { self.language(of: request) }
    lastSpoken = (request.text, request.language, request.voice, spoken)
    return spoken
  }

  /// The request's language; else that of its voice; else the one detected from the text.
  private func language(of request: SpeechRequest) -> String {
    guard request.language.isEmpty else { return request.language }
    return languages(of: resolved(request).voice).first
      ?? LanguageGuess.language(of: request.text) ?? ""
  }

  /// The languages of a voice, or of the default voice if none is named; none if a network would have to be asked.
  private func languages(of voice: String) -> [String] {
    if languages == nil {
      guard (try? client.ready()) != nil else { return [] }
      languages = [:]
      guard client.description?.needsNetwork == false, let all = try? voices() else { return [] }
      for one in all { languages?[one.id] = one.languages }
      if let usual = all.first(where: \.isDefault) { languages?[""] = usual.languages }
    }
    // A variant is not a voice by itself: `gmw/en+f3`.
    let known = languages?[voice] ?? languages?[String(voice.prefix { $0 != "+" })]
    return known ?? []
  }

  /// Refuses a text in letters that the voice cannot pronounce: it would be silence, or the names of letters.
  func refuseForeignLetters(_ request: SpeechRequest) throws(PluginFailure) {
    guard request.form == .plain, !request.text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    let scripts = LetterScript.all(in: request.text).filter { $0 != .latin }
    guard !scripts.isEmpty else { return }
    _ = try client.ready()
    let voice = resolved(request).voice
    let known = languages(of: voice)
    // A single word counts: it would be lost. If no voice is named, the plugin chooses one by the language.
    let foreign = scripts.first { script in
      let isChosen =
        voice.isEmpty && !request.language.isEmpty && script.isSaid(in: [request.language])
        && (languages ?? [:]).values.contains { script.isSaid(in: $0) }
      return !isChosen && !script.isSaid(in: known)
    }
    guard let script = foreign else { return }
    throw PluginFailure(
      plugin: name, activity: .speaking, kind: .refused(status: .unsupported),
      reason: .otherLetters(script: script.rawValue, languages: known))
  }

  func pieces(of request: SpeechRequest) -> [Range<Int>] {
    let whole = [0..<request.text.utf8.count]
    guard request.form == .plain, let traits = client.traits else { return whole }
    let most = Int((try? traits.u32(CUE_TAG_MAX_TEXT)) ?? 0)
    let waits = has(CUE_VOICE_WHOLE_UTTERANCE)
    guard waits || (most > 0 && request.text.utf8.count > most) else { return whole }
    return TextPieces.pieces(
      of: request.text, language: request.language, mostBytes: most > 0 ? most : 1_000_000,
      everySentence: waits)
  }

  /// Reports that the voice ignores the pronunciations of `request`.
  func noteLexicon(_ request: SpeechRequest) {
    guard !request.lexicon.isEmpty, !has(CUE_VOICE_LEXICON) else { return }
    client.setup.worker.leftOut(client.name, .pronunciations)
  }
}

extension NormalizedText {
  /// Whether there is something to say: a letter or a digit outside tags.
  func isForTheEar(_ form: SpeechRequest.TextForm) -> Bool {
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
