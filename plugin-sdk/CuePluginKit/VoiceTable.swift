// SPDX-License-Identifier: MIT

import CueABI

extension InstanceBox {
  var voice: any VoicePlugin {
    guard let voice = plugin as? any VoicePlugin else { preconditionFailure("no voice") }
    return voice
  }
}

var voiceTable: cue_voice {
  unsafe cue_voice(
    struct_size: UInt32(MemoryLayout<cue_voice>.size), reserved: 0,
    traits: { self_, out in
      _ = unsafe instanceBox(self_).begins(0)
      unsafe fill(out, traits(instanceBox(self_).voice.traits))
      return CUE_OK
    },
    list_voices: { self_, call, count, error in
      let box = unsafe instanceBox(self_)
      unsafe count.pointee = 0
      guard box.begins(unsafe known(call).call) else { return CUE_CANCELLED }
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        box.listedVoices = try box.voice.voices()
      }
      box.listing.takeBack()
      if box.cancelFlag.isSet { return CUE_CANCELLED }
      if status == CUE_OK { unsafe count.pointee = UInt32(box.listedVoices.count) }
      return status
    },
    voice_info: { self_, index, out in
      let box = unsafe instanceBox(self_)
      guard index < box.listedVoices.count else { return CUE_E_NOT_FOUND }
      unsafe fill(out, describe(box.listedVoices[Int(index)], box.listing))
      return CUE_OK
    },
    speak: { self_, request, sink, error in
      let box = unsafe instanceBox(self_)
      let asked = unsafe known(request)
      guard box.begins(unsafe asked.call) else { return CUE_CANCELLED }
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        try box.requireActive()
        let request = try unsafe speechRequest(asked)
        let most = box.voice.traits.maximumTextBytes
        guard most == 0 || request.text.utf8.count <= most else {
          throw PluginFailure(CUE_E_TEXT_TOO_LONG, "The text is longer than \(most) bytes.")
        }
        try box.voice.speak(request, into: unsafe SpeechSink(sink, box.cancelFlag))
      }
      return status == CUE_OK && box.cancelFlag.isSet ? CUE_CANCELLED : status
    },
    sound_fingerprint: { self_, request, out in
      let box = unsafe instanceBox(self_)
      let asked = unsafe known(request)
      guard let id = try? unsafe validated(asked.voice, "voice id") else {
        return CUE_E_TEXT_ENCODING
      }
      guard box.begins(unsafe asked.call) else { return CUE_CANCELLED }
      box.answer.takeBack()
      unsafe out.pointee = unsafe box.answer.text(box.voice.soundFingerprint(voice: id))
      return CUE_OK
    },
    prepare: { self_, request, error in
      let box = unsafe instanceBox(self_)
      let asked = unsafe known(request)
      guard box.begins(unsafe asked.call) else { return CUE_CANCELLED }
      return unsafe attempt(error) { () throws(PluginFailure) in
        try box.voice.prepare(voice: unsafe validated(asked.voice, "voice id"))
      }
    })
}

private func traits(_ traits: VoiceTraits) -> cue_voice_traits {
  var flags: UInt32 = 0
  if traits.waitsForWholeUtterance { flags |= CUE_VOICE_WHOLE_UTTERANCE }
  if traits.readsSSML { flags |= CUE_VOICE_SSML }
  if traits.readsPhonemes { flags |= CUE_VOICE_PHONEMES }
  if traits.actsOnTones { flags |= CUE_VOICE_TONES }
  if traits.usesContext { flags |= CUE_VOICE_CONTEXT }
  if traits.movesPitchRange { flags |= CUE_VOICE_PITCH_RANGE }
  if traits.whispers { flags |= CUE_VOICE_WHISPER }
  if traits.readsLexicon { flags |= CUE_VOICE_LEXICON }
  return cue_voice_traits(
    struct_size: 0, flags: flags, events: traits.events.rawValue,
    max_text_bytes: traits.maximumTextBytes, speed_minimum: traits.speed?.lowerBound ?? 0,
    speed_maximum: traits.speed?.upperBound ?? 0, pitch_minimum: traits.pitch?.lowerBound ?? 0,
    pitch_maximum: traits.pitch?.upperBound ?? 0, volume_maximum: traits.maximumVolume ?? 0,
    alphabet: traits.alphabet.rawValue, reserved: 0)
}

private func describe(_ voice: VoiceInfo, _ lender: Lender) -> cue_voice_info {
  var flags: UInt32 = 0
  if voice.isDefault { flags |= CUE_VOICE_IS_DEFAULT }
  if voice.isVariant { flags |= CUE_VOICE_IS_VARIANT }
  if voice.keepsPitch { flags |= CUE_VOICE_KEEPS_PITCH }
  if voice.isNovelty { flags |= CUE_VOICE_IS_NOVELTY }
  if voice.isSlow { flags |= CUE_VOICE_IS_SLOW }
  return unsafe cue_voice_info(
    struct_size: 0, flags: flags, id: lender.text(voice.id), name: lender.text(voice.name),
    languages: lender.languages(voice.languages), language_count: UInt32(voice.languages.count),
    gender: voice.gender.rawValue, age: voice.age, rate: voice.rateHertz,
    licence: lender.text(voice.licence), description: lender.text(voice.summary),
    quality: voice.quality, determinism: voice.determinism.rawValue)
}

func speechRequest(_ request: cue_speech_request) throws(PluginFailure) -> SpeechRequest {
  var tones: [SpeechRequest.Tone] = []
  if let first = unsafe request.tones {
    for index in unsafe 0..<Int(request.tone_count) {
      let tone = unsafe known(first[index])
      let weight = unsafe tone.weight
      tones.append(
        .init(
          label: try unsafe validated(tone.label, "tone"), weight: weight == 0 ? 1 : weight))
    }
  }
  let words = try unsafe lexicon(request.lexicon, count: request.lexicon_count)
  guard let form = unsafe SpeechRequest.TextForm(rawValue: request.text_form) else {
    throw PluginFailure(CUE_E_UNSUPPORTED, "The text is of a form this plugin does not know.")
  }
  let speed = unsafe request.speed
  let range = unsafe request.pitch_range
  let volume = unsafe request.volume
  let isSilent = unsafe request.flags & CUE_SPEECH_SILENT != 0 || volume < 0
  return SpeechRequest(
    form: form,
    text: try unsafe validated(request.text, "text"),
    language: try unsafe validated(request.language, "language"),
    voice: try unsafe validated(request.voice, "voice id"),
    speed: speed.isFinite && speed > 0 ? speed : 1,
    pitch: unsafe request.pitch.isFinite ? request.pitch : 0,
    volume: isSilent ? 0 : volume.isFinite && volume > 0 ? volume : 1,
    events: unsafe EventKinds(rawValue: request.events),
    tones: tones,
    seed: unsafe request.seed,
    direction: try unsafe validated(request.direction, "direction"),
    previousText: try unsafe validated(request.previous_text, "previous text"),
    nextText: try unsafe validated(request.next_text, "next text"),
    pitchRange: range.isFinite && range > 0 ? range : 1,
    isWhispered: unsafe request.flags & CUE_SPEECH_WHISPER != 0,
    lexicon: Dictionary(words.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 }))
}

/// The words of a lexicon and how they are spoken.
func lexicon(
  _ entries: UnsafePointer<UnsafePointer<cue_lexicon_entry>>?, count: UInt32
) throws(PluginFailure) -> [String: String] {
  var lexicon: [String: String] = [:]
  guard let entries = unsafe entries else { return lexicon }
  for index in 0..<Int(count) {
    let entry = unsafe known(entries[index])
    lexicon[try unsafe validated(entry.word, "word")] =
      try unsafe validated(entry.pronunciation, "pronunciation")
  }
  return lexicon
}
