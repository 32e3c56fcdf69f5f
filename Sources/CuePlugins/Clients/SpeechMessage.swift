import CueABI
import CueModel

extension MessageWriter {
  /// Writes what is to be said.
  ///
  /// - Parameters:
  ///   - request: what, and how
  ///   - hasPitchRange: whether the voice can change how far its pitch moves
  ///   - whispers: whether the voice can whisper
  ///   - readsLexicon: whether the voice speaks words as a lexicon says
  mutating func write(
    _ request: SpeechRequest, hasPitchRange: Bool, whispers: Bool, readsLexicon: Bool
  ) {
    u32(CUE_TAG_TEXT_FORM, request.form.rawValue)
    text(CUE_TAG_TEXT, request.text)
    text(CUE_TAG_LANGUAGE, request.language)
    text(CUE_TAG_VOICE, request.voice)
    f64(CUE_TAG_SPEED, request.speed)
    f64(CUE_TAG_PITCH, request.pitchSemitones)
    // Without a volume, the voice's own is used: silence is a flag.
    if request.volume > 0 { f64(CUE_TAG_VOLUME, request.volume) }
    if request.wantsMarks {
      u32(CUE_TAG_EVENTS, CUE_EVENT_WORD | CUE_EVENT_SENTENCE | CUE_EVENT_MARK)
    }
    for tone in request.tones {
      group(CUE_TAG_TONE) {
        $0.text(CUE_TAG_NAME, tone.label)
        $0.f64(CUE_TAG_WEIGHT, tone.weight)
      }
    }
    u32(CUE_TAG_SEED, request.seed)
    text(CUE_TAG_DIRECTION, request.direction)
    text(CUE_TAG_PREVIOUS, request.previousText)
    text(CUE_TAG_NEXT, request.nextText)
    if request.pitchRange != 1, hasPitchRange {
      f64(CUE_TAG_PITCH_RANGE, request.pitchRange)
    }
    let flags =
      (request.isWhispered && whispers ? CUE_SPEECH_WHISPER : 0)
      | (request.volume > 0 ? 0 : CUE_SPEECH_SILENT)
    if flags != 0 { u32(CUE_TAG_FLAGS, flags) }
    guard readsLexicon else { return }
    for (word, pronunciation) in request.lexicon.sorted(by: { $0.key < $1.key }) {
      group(CUE_TAG_LEXICON) {
        $0.text(CUE_TAG_NAME, word)
        $0.text(CUE_TAG_TEXT, pronunciation)
      }
    }
  }
}

extension SpeechRequest {
  /// Adds the effect of tones or manners on speed, volume and, unless `onlyPaceAndLevel`, pitch and whisper.
  mutating func take(_ delivery: ToneDelivery, onlyPaceAndLevel: Bool = false) {
    speed *= delivery.speed
    volume *= delivery.volume
    guard !onlyPaceAndLevel else { return }
    pitchSemitones += delivery.pitchSemitones
    pitchRange *= delivery.pitchRange
    isWhispered = isWhispered || delivery.isWhispered
  }
}
