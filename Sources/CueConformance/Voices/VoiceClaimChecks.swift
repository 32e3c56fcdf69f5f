import CueABI

/// Checks of a voice: what its traits claim, it can do.
enum VoiceClaimChecks {
  static let all: [Check] = [
    Check(
      "voice-sentences", level: 5,
      "Screens show the current sentence.",
      "A voice that reports sentences says three of them. Three events come: each begins where its sentence does and has its length, or none, and their frames rise. A voice that reports phonemes reports twenty of them, at different places, and names two of three (others may be pauses)."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      try bench.skip(
        !traits.tells(CUE_EVENT_SENTENCE) && !traits.tells(CUE_EVENT_PHONEME),
        "it reports neither sentences nor phonemes")
      let text = VoiceSoundChecks.sentences.prefix(3).joined(separator: " ")
      let said = try session.say(text) { $0.events = CUE_EVENT_SENTENCE | CUE_EVENT_PHONEME }
      bench.done = "Three sentences were said, with events."
      if traits.tells(CUE_EVENT_SENTENCE) {
        let events = said.events.filter { $0.type == CUE_EVENT_SENTENCE }
        try bench.require(
          events.count == 3, "Three sentences are reported.", "\(events.count) were.")
        var start = 0
        var frame = -1
        for (event, sentence) in zip(events, VoiceSoundChecks.sentences) {
          let length = sentence.utf8.count
          try bench.require(
            abs(event.offset - start) <= 1
              && (event.length == 0 || abs(event.length - length) <= 2),
            "A sentence has the bytes \(start) to \(start + length).",
            "It has \(event.offset) to \(event.offset + event.length).")
          try bench.require(
            event.frame > frame && event.frame <= said.frames, "Their frames rise.",
            "One is at frame \(event.frame), after \(frame).")
          frame = event.frame
          start += length + 1
        }
      }
      if traits.tells(CUE_EVENT_PHONEME) {
        let phonemes = said.events.filter { $0.type == CUE_EVENT_PHONEME }
        try bench.require(
          phonemes.count >= 20 && phonemes.count { $0.name.isEmpty } * 3 <= phonemes.count,
          "At least twenty phonemes are reported, and two of three have a name.",
          "\(phonemes.count) were, \(phonemes.count { $0.name.isEmpty }) without a name.")
        try bench.require(
          Set(phonemes.map(\.frame)).count * 2 >= phonemes.count,
          "They are at the places where they are heard.", "Most are at the same frame.")
      }
    },
    Check(
      "voice-obeys-wishes", level: 4,
      "A host makes no detour for what a voice can do itself.",
      "A voice that declares that it whispers, moves its pitch range or acts on tones says a line without and with each of these. The sound is different, or the voice reports that it did not honour the wish. A line without wishes then has its usual length."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      try bench.skip(
        ![CUE_VOICE_WHISPER, CUE_VOICE_PITCH_RANGE, CUE_VOICE_TONES].contains { traits.has($0) },
        "it declares none of these")
      let own = try session.say(VoiceChecks.line)
      func require(_ name: String, _ field: UInt32, _ change: (inout SpokenRequest) -> Void) throws
      {
        let said = try session.say(VoiceChecks.line, change)
        bench.done = "A line was said with \(name)."
        try bench.requireOK(said.status, "It is said.")
        guard !said.honours(field) else { return }
        try bench.require(
          said.bytes != own.bytes, "It sounds different from the line without it.",
          "It has the same bytes.")
      }
      if traits.has(CUE_VOICE_WHISPER) {
        try require("a whisper", CUE_FIELD_VOICE) { $0.isWhispered = true }
      }
      if traits.has(CUE_VOICE_PITCH_RANGE) {
        try require("a pitch range of 0.1", CUE_FIELD_PITCH) { $0.pitchRange = 0.1 }
        try require("a pitch range of 2", CUE_FIELD_PITCH) { $0.pitchRange = 2 }
      }
      if traits.has(CUE_VOICE_TONES) {
        let tones = ["tense", "playful", "sad", "angry", "calm", "excited", "whisper"]
        let said = try tones.map { tone in
          try session.say(VoiceChecks.line) { $0.tones = [(tone, 1)] }
        }
        bench.done = "A line was said with each of seven tones."
        try bench.require(
          said.contains { $0.bytes != own.bytes || $0.honours(CUE_FIELD_TONES) },
          "One sounds different, or is reported.", "All have the same bytes.")
      }
      let again = try session.say(VoiceChecks.line)
      bench.done = "A line was said without wishes, after others with them."
      try VoiceSameness(bench, session).require(again, as: own)
    },
    Check(
      "voice-reads-markup", level: 4,
      "Tags that are read aloud are heard by everybody.",
      "A voice that declares that it reads SSML says a line as plain text, and as SSML with elements, attributes, comments and entities. Both last as long, within 40 %: no tag is spoken, and no text is lost. A break of a second makes it between half a second and two seconds longer. Offsets of words are bytes of the markup."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      try bench.skip(!traits.has(CUE_VOICE_SSML), "it reads no SSML")
      let plain = try session.say("Nobody has come to the door, and it is cold.").soundingSeconds
      func markup(_ text: String) throws -> Utterance {
        let said = try session.say("<speak>\(text)</speak>") {
          $0.form = CUE_TEXT_SSML
          $0.events = traits.events & CUE_EVENT_WORD
        }
        try bench.requireOK(said.status, "It is said.")
        return said
      }
      for text in [
        "Nobody has come to the door, and it is cold.",
        "<p><s>Nobody has <emphasis level=\"moderate\">come</emphasis> to the door,</s></p> and it is cold.",
        "Nobody <!-- a long comment that nobody should ever hear --> has come to the door, and it is cold.",
        "Nobody has come to the <mark name=\"here\"/>door, and it &#105;s cold.",
      ] {
        let said = try markup(text)
        try bench.require(
          (0.6...1.4).contains(said.soundingSeconds / plain),
          "It lasts about \(plain) seconds, as without markup.",
          "It lasted \(said.soundingSeconds) seconds.")
        let bytes = Array("<speak>\(text)</speak>".utf8)
        for event in said.events where event.type == CUE_EVENT_WORD {
          let end = event.offset + event.length
          try bench.require(
            end <= bytes.count && !bytes[event.offset..<end].contains(UInt8(ascii: "<")),
            "A word is a part of the text between the tags.",
            "One has bytes \(event.offset) to \(end).")
        }
      }
      let paused = try markup(
        "Nobody has come to the door, <break time=\"1s\"/> and it is cold.")
      try bench.require(
        (0.5...2).contains(paused.soundingSeconds - plain) || paused.honours(CUE_FIELD_TEXT_FORM),
        "It is a second longer than \(plain) seconds.",
        "It lasted \(paused.soundingSeconds) seconds.")
    },
    Check(
      "voice-speaks-languages", level: 4,
      "A host chooses a voice by the languages that it lists.",
      "At most twelve voices, chosen at random, say a line in each of their first three languages, named as listed and without its region. Each is said with audible sound, and none is reported as replaced by another language."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices().filter { !$0.isVariant && !$0.languages.isEmpty }
      try bench.skip(voices.isEmpty, "its voices list no languages")
      for voice in voices.shuffled(using: &bench.chance).prefix(12) {
        for language in voice.languages.prefix(3) {
          for tag in Set([language, String(language.prefix { $0 != "-" })]).sorted()
          where tag != "x" && tag != "i" {
            let said = try session.say(Scripts.text(of: tag).words) {
              $0.voice = voice.id
              $0.language = tag
            }
            bench.done = "“\(voice.id)” was asked to say a line in “\(tag)”, which it lists."
            try VoiceChecks.requireSaid(said, bench)
            try bench.require(
              !said.honoured.contains {
                $0.field == CUE_FIELD_LANGUAGE && $0.outcome == CUE_HONOURED_REPLACED
              }, "The language is not replaced.", "It is reported as replaced.")
            try bench.require(
              Measures.level(said.samples) > 0.0005, "It can be heard.", "It is silent.")
          }
        }
      }
    },
    Check(
      "voice-fingerprints", level: 4,
      "Stored sound is found by its fingerprint, whatever was said in between.",
      "The fingerprints of at most eight voices are read twice. Each is the same both times. A fingerprint has at most 2,048 bytes."
    ) { bench in
      let session = try bench.startPlugin()
      for voice in try session.voices().filter({ !$0.isVariant }).prefix(8) {
        let one = try session.fingerprint(voice.id)
        _ = try session.speak(SpokenRequest("Yes."))
        let two = try session.fingerprint(voice.id)
        bench.done = "The fingerprint of “\(voice.id)” was read twice."
        try bench.require(
          one == two && one.utf8.count <= 2048, "It is the same both times, and short.",
          "It was “\(one.prefix(60))” and “\(two.prefix(60))”.")
      }
    },
  ]
}
