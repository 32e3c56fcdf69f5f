import CueABI
import CuePlugins

/// Checks of a voice: what it says of itself, and that it speaks.
enum VoiceChecks {
  static let all =
    list + speech + VoiceTextChecks.all + VoiceSoundChecks.all + VoiceRequestChecks.all
    + VoiceLexiconChecks.all + VoiceStateChecks.all + VoiceWholeChecks.all + VoiceClaimChecks.all
    + VoiceWordChecks.all
    + VoiceEventChecks.all + VoiceCancelChecks.all + VoiceEnduranceChecks.all

  static let line = "Good evening, and thank you all for coming."

  /// For an answer to a senseless request, requires a status of the interface, and sound that is numbers.
  static func requireSaidOrRefused(_ said: Utterance, _ bench: Bench) throws {
    try bench.requireKnown(
      said.status, "It is said, or refused with a status of the interface.")
    try bench.require(
      said.samples.allSatisfy(\.isFinite), "Every sample is a finite number.", "One is not.")
  }

  /// Requires that a line was said, and not without sound.
  static func requireSaid(_ said: Utterance, _ bench: Bench) throws {
    try bench.require(
      said.status == CUE_OK && said.frames > 0, "It is said.",
      said.status == CUE_OK
        ? "There was no sound."
        : "It was refused with \(Status.name(said.status)): \(said.sentence)")
  }

  /// Requires that a line that may have been cancelled ended in order.
  static func requireEnded(_ status: Int32, _ bench: Bench) throws {
    try bench.require(
      status == CUE_OK || status == CUE_CANCELLED, "It ends as finished or cancelled.",
      "It answered \(Status.name(status)).")
  }

  private static let list: [Check] = [
    Check(
      "voice-lists-voices", level: 2,
      "Users choose voices from the list.",
      "The list has at least one voice that is not a variant."
    ) { bench in
      let voices = try bench.startPlugin().voices()
      try bench.require(
        voices.contains { !$0.isVariant }, "There is a voice.",
        voices.isEmpty ? "The list is empty." : "There are only variants.")
    },
    Check(
      "voice-ids-differ", level: 2,
      "Hosts ask for a voice by its id.",
      "Each voice in the list has an id and a name, and each id occurs once."
    ) { bench in
      let voices = try bench.startPlugin().voices()
      try bench.require(
        voices.allSatisfy { !$0.id.isEmpty && !$0.name.isEmpty }, "Each has an id and a name.",
        "One has none.")
      var seen: Set<String> = []
      let twice = voices.first { !seen.insert($0.id).inserted }
      try bench.require(
        twice == nil, "Each id occurs once.", "“\(twice?.id ?? "")” occurs twice.")
    },
    Check(
      "voice-one-default", level: 2,
      "If the user names no voice, the default voice speaks, so there cannot be two.",
      "At most one voice in the list is the default, and it is not a variant."
    ) { bench in
      let defaults = try bench.startPlugin().voices().filter(\.isDefault)
      try bench.require(
        defaults.count <= 1 && !defaults.contains(where: \.isVariant),
        "At most one voice is the default, and it is not a variant.",
        "\(defaults.count) are: \(defaults.prefix(3).map(\.id).joined(separator: ", ")).")
    },
    Check(
      "voice-languages", level: 2,
      "Hosts find the voices of a language by their tags.",
      "The languages of each voice are BCP 47 tags: letters and digits in groups of at most eight, separated by '-'."
    ) { bench in
      for voice in try bench.startPlugin().voices() {
        let wrong = voice.languages.first { !isLanguageTag($0) }
        try bench.require(
          wrong == nil, "Languages are tags such as en-GB.",
          "“\(voice.id)” speaks “\(wrong ?? "")”.")
      }
    },
    Check(
      "voice-quality", level: 2,
      "Casting gives the largest parts to the voices that sound most like a person.",
      "The quality of each voice in the list is 1 to 5, or 0 if it is not declared."
    ) { bench in
      for voice in try bench.startPlugin().voices() {
        try bench.require(
          (0...5).contains(voice.quality), "The quality of “\(voice.id)” is 0 to 5.",
          "It is \(voice.quality).")
      }
    },
    Check(
      "voice-determinism", level: 2,
      "Hosts store sound and choose seeds by the determinism that a voice declares.",
      "The determinism of each voice in the list is a CUE_VOICE_DETERMINISM_… of the interface."
    ) { bench in
      for voice in try bench.startPlugin().voices() {
        try bench.require(
          voice.determinism <= CUE_VOICE_DETERMINISM_ALWAYS,
          "The determinism of “\(voice.id)” is defined in the interface.",
          "It is \(voice.determinism).")
      }
    },
    Check(
      "voice-list-stays", level: 2,
      "Users write voice ids into settings, so the ids must not change.",
      "The voices are listed twice in one process and once in another. The ids are the same, in the same order."
    ) { bench in
      let session = try bench.startPlugin()
      let one = try session.voices().map(\.id)
      let two = try session.voices().map(\.id)
      let three = try bench.startPlugin().voices().map(\.id)
      bench.done = "The voices were listed twice, and once more in a fresh process."
      try bench.require(
        one == two && one == three, "The ids are the same each time.", "They were not.")
    },
    Check(
      "voice-list-ends", level: 2, needsWorker: true,
      "A host with a counting mistake asks for a voice after the last one.",
      "voice_info is called with the number of voices, after a listing. It answers CUE_E_NOT_FOUND."
    ) { bench in
      let session = try bench.startPlugin()
      let count = try session.voices().count
      for index in [UInt32(count), UInt32.max] {
        bench.done = "voice_info was called with \(index), of \(count) voices."
        let status = try session.attempt(CUE_TRY_VOICE_INFO) { $0.u32(CUE_TAG_OFFSET, index) }
          .status
        try bench.require(
          status < 0, "It answers CUE_E_NOT_FOUND.", "It answered \(Status.name(status)).")
      }
    },
    Check(
      "voice-traits", level: 2,
      "The host cuts texts and limits speed and pitch as the traits say.",
      "The traits have flags and events of the interface. Their ranges begin with the smaller number and contain the voice's own speed and pitch."
    ) { bench in
      let traits = try bench.startPlugin().traits()
      bench.done = "The traits were read."
      let flags =
        CUE_VOICE_WHOLE_UTTERANCE | CUE_VOICE_SSML | CUE_VOICE_PHONEMES | CUE_VOICE_TONES
        | CUE_VOICE_CONTEXT | CUE_VOICE_PITCH_RANGE | CUE_VOICE_WHISPER | CUE_VOICE_LEXICON
      try bench.require(
        traits.flags & ~flags == 0, "Its flags are defined in the interface.",
        "They are \(traits.flags).")
      try bench.require(
        traits.events & ~15 == 0, "Its events are defined in the interface.",
        "They are \(traits.events).")
      try bench.require(
        (traits.speed.minimum == 0 && traits.speed.maximum == 0)
          || (traits.speed.minimum...max(traits.speed.minimum, traits.speed.maximum)).contains(1),
        "Its speeds go from at most 1 to at least 1.",
        "They go from \(traits.speed.minimum) to \(traits.speed.maximum).")
      try bench.require(
        traits.pitch.minimum <= 0 && traits.pitch.maximum >= 0,
        "Its pitches go from at most 0 to at least 0 semitones.",
        "They go from \(traits.pitch.minimum) to \(traits.pitch.maximum).")
    },
  ]

  static func isLanguageTag(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first,
      (2...8).contains(first.count) || (first == "x" && parts.count > 1)
    else { return false }
    return first.allSatisfy { $0.isASCII && $0.isLetter }
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }

  private static let speech: [Check] = [
    Check(
      "voice-speaks", level: 3, isGate: true,
      "A voice has to be able to say a line.",
      "A line is said. The voice answers CUE_OK and gives audible sound."
    ) { bench in
      let said = try bench.startPlugin().say(line)
      try bench.require(
        said.status == CUE_OK, "It is said.",
        "It was refused with \(Status.name(said.status)): \(said.sentence)")
      try bench.require(said.frames > 0, "There is sound.", "There was none.")
      let level = Measures.level(said.samples)
      try bench.require(
        !(level < 0.001), "It can be heard: its level is above -60 dB.",
        "Its level was \(level) of full scale.")
    },
    Check(
      "voice-format", level: 3,
      "Without the right format, sound cannot be played.",
      "A line is said. One format comes before all sound, with a sample format of the interface, 1 to 768,000 Hz and 1 to 64 channels. All sound is in whole frames of this format."
    ) { bench in
      let said = try bench.startPlugin().say(line)
      try bench.require(
        !said.hasSoundBeforeFormat && said.formats.count == 1,
        "begin is called once, before all sound.",
        said.formats.count == 1
          ? "Sound came before it." : "It was called \(said.formats.count) times.")
      let format = said.formats[0]
      try bench.require(
        said.frameBytes > 0 && (1...768_000).contains(format.rate)
          && (1...64).contains(format.channels),
        "The format is defined in the interface.",
        "It was sample format \(format.sample), \(format.rate) Hz, \(format.channels) channels.")
      try bench.require(
        said.bytes.count.isMultiple(of: said.frameBytes), "All sound is whole frames.",
        "There were \(said.bytes.count) bytes, and a frame has \(said.frameBytes).")
    },
    Check(
      "voice-rate-as-listed", level: 3,
      "A host prepares for the sample rate that the list gives.",
      "The default voice says a line. If the list gives a sample rate, the sound has it."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices()
      let voice = voices.first(where: \.isDefault) ?? voices.first { !$0.isVariant }
      guard let voice, voice.rate > 0 else {
        throw Verdict.skipped("the list gives no sample rate")
      }
      let said = try session.say(line) { $0.voice = voice.id }
      try bench.require(
        said.rate == voice.rate, "Its sound has \(voice.rate) Hz, as listed.",
        "It had \(said.rate) Hz.")
    },
    Check(
      "voice-sound-in-range", level: 3,
      "One sample that is not a number (NaN) destroys all sound that it is mixed with.",
      "A line is said. Float samples are finite, not subnormal, and at most 1."
    ) { bench in
      let said = try bench.startPlugin().say(line)
      let samples = said.samples
      try bench.require(
        samples.allSatisfy(\.isFinite), "Every sample is a finite number.",
        "Sample \(samples.firstIndex { !$0.isFinite } ?? 0) is not.")
      try bench.require(
        !samples.contains(where: \.isSubnormal), "No sample is subnormal.",
        "Sample \(samples.firstIndex(where: \.isSubnormal) ?? 0) is.")
      try bench.require(
        Measures.peak(samples) <= 1, "No sample is beyond full scale.",
        "One is \(Measures.peak(samples)).")
    },
    Check(
      "voice-not-clipped", level: 3,
      "Clipping is heard as a crackle, and cannot be undone.",
      "A line is said. At most three samples in a row are at full scale."
    ) { bench in
      let said = try bench.startPlugin().say(line)
      let longest = Measures.longestClip(said.samples)
      try bench.require(
        longest <= 3, "At most three samples in a row are at full scale.", "\(longest) were.")
    },
    Check(
      "voice-no-offset", level: 3,
      "An offset is heard as a click at each end of a line.",
      "A line is said. The mean of its samples is within 0.02 of zero."
    ) { bench in
      let said = try bench.startPlugin().say(line)
      let offset = Measures.offset(said.samples)
      try bench.require(
        !(abs(offset) > 0.02), "The mean is within 0.02 of zero.", "It was \(offset).")
    },
    Check(
      "voice-every-voice", level: 3,
      "Users can choose every voice of the list.",
      "Each voice of the list says a short line; if there are more than twelve, twelve chosen at random do."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices().filter { !$0.isVariant }
      for voice in voices.shuffled(using: &bench.chance).prefix(12) {
        let said = try session.say("Good evening.") { $0.voice = voice.id }
        bench.done = "“\(voice.id)” was asked to say “Good evening.”"
        try requireSaid(said, bench)
      }
    },
    Check(
      "voice-unknown-voice", level: 3,
      "If a voice does not exist, the user has to be informed.",
      "A voice that is not in the list is asked to say a line. The answer is CUE_E_VOICE."
    ) { bench in
      let said = try bench.startPlugin().say("Good evening.") { $0.voice = "no-such-voice-3f9a" }
      bench.done = "A voice that does not exist was asked to say a line."
      try bench.require(
        said.status == CUE_E_VOICE, "It answers CUE_E_VOICE.",
        "It answered \(Status.name(said.status)) and gave \(said.frames) frames of sound.")
    },
    Check(
      "voice-refusal-tells", level: 3, needsWorker: true,
      "Users read the sentence of an error, and hosts act on its status.",
      "A voice that is not in the list is asked to say a line. The error has a complete sentence, and the same status as the answer."
    ) { bench in
      let said = try bench.startPlugin().say("Good evening.") { $0.voice = "no-such-voice-3f9a" }
      bench.done = "A voice that does not exist was asked to say a line."
      try bench.skip(said.status >= 0, "it refuses nothing")
      try bench.require(
        said.sentence.utf8.count >= 8, "There is a sentence.", "It is “\(said.sentence)”.")
      let status = try said.answer?.done.i32(CUE_TAG_ERROR_STATUS) ?? 0
      try bench.require(
        status == said.status, "cue_error has the status that is returned.",
        "It has \(status), and \(said.status) was returned.")
    },
    Check(
      "voice-nothing", level: 3,
      "A line may be empty.",
      "A text of length 0 is said. The voice answers CUE_OK and gives no sound."
    ) { bench in
      let said = try bench.startPlugin().say("")
      try bench.requireOK(said.status, "It answers CUE_OK.")
      try bench.require(
        said.frames == 0, "There is no sound.", "There were \(said.frames) frames.")
    },
    Check(
      "voice-fingerprint", level: 3,
      "Stored sound is found by the fingerprint of its voice, so the fingerprint must stay the same as long as the voice does.",
      "The fingerprint is read before and after a line, and in another process. It exists, and is the same each time."
    ) { bench in
      let session = try bench.startPlugin()
      let one = try session.fingerprint()
      _ = try session.say("Good evening.")
      let two = try session.fingerprint()
      let three = try bench.startPlugin().fingerprint()
      bench.done = "The fingerprint was read three times."
      try bench.require(!one.isEmpty, "There is a fingerprint.", "It is empty.")
      try bench.require(
        one == two && one == three, "It is the same each time.",
        "It was “\(one)”, “\(two)” and “\(three)”.")
    },
  ]
}
