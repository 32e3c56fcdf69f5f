import CueABI
import CueModel
import CuePlugins
import CSystem

/// Checks of a voice: its sound as a whole.
enum VoiceSoundChecks {
  static let all: [Check] = [
    Check(
      "voice-longer-text", level: 4,
      "A longer text has to give longer sound.",
      "One, two, four and eight sentences are said. Each text lasts at least a tenth longer than the one before."
    ) { bench in
      let session = try bench.startPlugin()
      var last = 0.0
      for count in [1, 2, 4, 8] {
        let text = sentences.prefix(count).joined(separator: " ")
        let said = try session.say(text)
        try bench.require(
          said.seconds > last * 1.1, "It lasts longer than \(last * 1.1) seconds.",
          "It lasted \(said.seconds) seconds.")
        last = said.seconds
      }
    },
    Check(
      "voice-sentences-add-up", level: 4,
      "If a host cuts a long text, the sound must last about as long as before.",
      "Four sentences are said as one text, and one by one. Both take the same time, within 40 %, including the pauses between the sentences."
    ) { bench in
      let session = try bench.startPlugin()
      let parts = try sentences.prefix(4).map { try session.say($0).seconds }.reduce(0, +)
      let whole = try session.say(sentences.prefix(4).joined(separator: " ")).seconds
      bench.done = "Four sentences were said as one text, and one by one."
      try bench.require(
        (0.6...1.4).contains(whole / max(parts, 0.001)),
        "The text lasts about \(parts) seconds, as its sentences do.", "It lasted \(whole) seconds."
      )
    },
    Check(
      "voice-voices-differ", level: 4,
      "Different voices have to sound different.",
      "Up to five voices, chosen at random from the list, say a line. Not all of them give the same bytes."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices().filter { !$0.isVariant }
      try bench.skip(voices.count < 2, "it has one voice")
      let chosen = voices.shuffled(using: &bench.chance).prefix(5)
      let first = try session.say(VoiceChecks.line) { $0.voice = chosen[0].id }
      for voice in chosen.dropFirst() {
        let said = try session.say(VoiceChecks.line) { $0.voice = voice.id }
        if said.bytes != first.bytes || said.rate != first.rate { return }
      }
      bench.done = "A line was said by \(chosen.map { "“\($0.id)”" }.joined(separator: ", "))."
      throw Verdict.failed(
        bench.finding("At least one voice sounds different.", "All gave the same bytes."))
    },
    Check(
      "voice-joins", level: 4, needsWorker: true,
      "If two pieces of sound do not fit together, listeners hear a click between them.",
      "A paragraph is said. Where one piece of sound ends and the next begins, the curve bends less than three times as sharply as shortly before and after (median of all joins)."
    ) { bench in
      let said = try bench.startPlugin().say(sentences.joined(separator: " "))
      let channels = said.formats.first?.channels ?? 1
      let sound = AudioBuffer(float32: said.samples, rateHertz: said.rate, channels: channels)
      let bends = Measures.bends(sound.monoFloats)
      var end = 0
      var ratios: [Float] = []
      var sharpest: Float = 0
      for frames in try said.answer?.done.u32s(CUE_TAG_PIECE) ?? [] {
        end += Int(frames)
        guard end > 300, end + 300 < bends.count else { continue }
        // A jump between two samples bends the sound at both.
        let join = max(bends[end - 1], bends[end])
        let around = max(
          bends[end - 300..<end - 10].max() ?? 0, bends[end + 10..<end + 300].max() ?? 0)
        ratios.append(join / max(around, 1e-4))
        sharpest = max(sharpest, join)
      }
      bench.done = "A paragraph was said, in \(ratios.count + 1) pieces."
      try bench.skip(ratios.count < 3, "it comes in too few pieces")
      let median = ratios.sorted()[ratios.count / 2]
      try bench.require(
        median <= 3 || sharpest < 0.005, "Pieces fit.",
        "At joins, the sound bends \(median) times as sharply as around them. They are heard as clicks."
      )
    },
    Check(
      "voice-seed", level: 5,
      "The same seed has to give the same sound.",
      "A line is said in two processes with the same seed. The bytes are the same, or the voice reports that it did not honour the seed. A plugin or default voice with CUE_DETERMINISM_NONE is skipped."
    ) { bench in
      let session = try bench.startPlugin()
      try bench.skip(
        try session.repetition() == .none, "it does not declare reproducible sound")
      let one = try session.say(VoiceChecks.line) { $0.seed = 20_240_229 }
      let two = try bench.startPlugin().say(VoiceChecks.line) { $0.seed = 20_240_229 }
      bench.done = "A line was said in two processes with the same seed."
      try bench.require(
        one.bytes == two.bytes || one.honours(CUE_FIELD_SEED),
        "The bytes of the sound are the same.", VoiceEventChecks.difference(one, two))
    },
    Check(
      "voice-same-by-voice", level: 5,
      "If a voice declares more determinism than its plugin, Cue treats its clips as reproducible.",
      "At most four voices with CUE_VOICE_DETERMINISM_SEED say a line in two processes with the same seed, and at most four with CUE_VOICE_DETERMINISM_ALWAYS say one without a seed. The bytes are the same, and the seed is honoured."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices().filter { !$0.isVariant }
      let seeded = voices.filter { $0.determinism == CUE_VOICE_DETERMINISM_SEED }
      let always = voices.filter { $0.determinism == CUE_VOICE_DETERMINISM_ALWAYS }
      try bench.skip(
        seeded.isEmpty && always.isEmpty, "no voice declares more determinism than the plugin")
      let other = try bench.startPlugin()
      for voice in seeded.prefix(4) + always.prefix(4) {
        let seed: UInt32 =
          voice.determinism == CUE_VOICE_DETERMINISM_SEED ? 20_250_301 : 0
        let said = try [session, other].map { session in
          try session.say(VoiceChecks.line) {
            $0.voice = voice.id
            $0.seed = seed
          }
        }
        bench.done =
          "“\(voice.id)” said a line in two processes\(seed == 0 ? "" : " with one seed")."
        try bench.require(
          said[0].bytes == said[1].bytes, "The bytes of the sound are the same.",
          VoiceEventChecks.difference(said[0], said[1]))
        try bench.require(
          seed == 0 || !said[0].honours(CUE_FIELD_SEED), "The seed is honoured.",
          "It reports that it is not.")
      }
    },
    Check(
      "voice-markup-fuzz", level: 6,
      "There is too much possible markup to test by hand.",
      "Forty lines of random SSML are said: known and unknown elements, nested, crossed or not closed, with valid and invalid attributes, entities and comments. The voice says each in some way, or refuses it with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      for _ in 1...40 {
        var request = SpokenRequest(markup(&bench.chance))
        request.form = CUE_TEXT_SSML
        request.events = CUE_EVENT_MARK | CUE_EVENT_WORD
        bench.done = "The voice was asked to say the markup \(request.quoted)."
        let said = try session.speak(request, mostSeconds: 5)
        try VoiceChecks.requireSaidOrRefused(said, bench)
      }
    },
    Check(
      "voice-cancel-storm", level: 8, needsWorker: true,
      "Screen readers cancel lines all day.",
      "5,000 short lines are begun, or as many as half of the check's time allows. Another thread cancels each at a random moment in the first 2 ms. Then a line is said."
    ) { bench in
      try bench.skip(
        bench.voice.isForked, "each line has a process of its own, which a cancel ends")
      let session = try bench.startPlugin()
      let half = bench.left(.max) / 2
      var count = 0
      while count < 5000, bench.left(.max) > half {
        count += 1
        var request = SpokenRequest("Yes, of course.")
        // Lines of fast engines end in a fraction of a millisecond.
        let latest: UInt32 = Bool.random(using: &bench.chance) ? 2000 : 100
        request.instruments = [
          (CUE_TAG_CANCEL_AFTER, .random(in: 0...latest, using: &bench.chance))
        ]
        bench.done = "The line number \(count) was cancelled."
        let said = try session.speak(request)
        try VoiceChecks.requireEnded(said.status, bench)
      }
      let said = try session.say("Good evening.")
      bench.done = "A line was said after \(count) that were cancelled."
      try VoiceChecks.requireSaid(said, bench)
    },
    Check(
      "voice-keeps-up", level: 9,
      "If a voice computes more slowly than it speaks, the sound stops in the middle of words.",
      "A paragraph is said. This takes less time than its sound lasts. Voices that need a network are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.flags & CUE_FLAG_NEEDS_NETWORK != 0, "it depends on a network")
      let session = try bench.startPlugin()
      _ = try session.say("Good evening.")
      let start = cue_now_milliseconds()
      let said = try session.say(sentences.prefix(4).joined(separator: " "))
      let took = Double(cue_now_milliseconds() - start) / 1000
      try bench.require(
        took <= said.seconds * Double(bench.patience),
        "It takes less than \(said.seconds) seconds.",
        "It took \(took) seconds.")
    },
  ]

  static let sentences = [
    "The night is long and cold.", "Nobody has come to the door.", "We should wait a little more.",
    "There is a light in the window.", "It was not there before.", "Somebody must have come home.",
    "Go and look who it is.", "I will stay here by the fire.",
  ]

  private static func markup(_ chance: inout Chance) -> String {
    let opening = [
      "<speak>", "<p>", "<s>", "<emphasis level=\"strong\">",
      "<prosody rate=\"200%\" pitch=\"-3st\">",
      "<prosody volume=\"nonsense\">", "<voice name=\"nobody\">", "<say-as interpret-as=\"date\">",
      "<break time=\"1ms\"/>", "<break time=\"-5x\"/>", "<mark name=\"m\"/>", "<mark/>",
      "<sub alias=\"so\">",
      "<lang xml:lang=\"xx\">", "<nonsense a='1' b=2 c>", "<!-- no -->", "<![CDATA[<so>]]>",
      "<?so?>", "<",
    ]
    let rest = [
      "</speak>", "</p>", "</s>", "</emphasis>", "</prosody>", "</voice>", "</so>", ">", "&amp;",
      "&lt;",
      "&#65;", "&#xd800;", "&nothing;", "&", "so", "the night", "3.5", "naïve", "\"", "'",
    ]
    let parts = (0..<Int.random(in: 0...14, using: &chance)).map { _ in
      (Bool.random(using: &chance) ? opening : rest).randomElement(using: &chance) ?? ""
    }
    let isWhole = Bool.random(using: &chance)
    return (isWhole ? "<speak>" : "") + parts.joined(separator: " ") + (isWhole ? "</speak>" : "")
  }
}
