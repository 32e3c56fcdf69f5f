import struct CueAssembly.Take
import CueOptions
import CueStory

// The options of `story`, by their groups.
extension CommandTable {
  static var storyTakes: [CommandOption<StoryValues>] {
    let own: [CommandOption<StoryValues>] = [
      .value("--player NAME", "what you are called in it; your login name by default") {
        (values: inout StoryValues, text: String) throws(UserError) in
        guard StoryLimits.isName(text) else {
          throw .usage(
            "A player's name is one line of at most \(StoryLimits.mostNameCharacters) characters.")
        }
        values.player = text
      },
      .number(
        "--sample-rate HERTZ",
        in: Double(StoryLimits.ratesHertz.lowerBound)...Double(StoryLimits.ratesHertz.upperBound),
        "the rate of all its takes; \(StoryLimits.usualRateHertz) by default"
      ) { $0.rateHertz = Int($1) },
      .value(
        "-f, --file FILE", "say a file instead of words; - is standard input", completion: .file
      ) { $0.file = $1 },
      .number("--lead SECONDS", in: 0...300, "silence ahead of the take's sound") { $0.lead = $1 },
      .number(
        "--recorded-at SPEED", in: 0.25...2,
        "how fast the story played when the file was recorded; its dial by default"
      ) { $0.recordedAt = $1 },
      .choice(
        "--part own|partner|mix", "of a rehearsal: your voice (the default), the partner's, or both"
      ) {
        $0.rehearsed = Take.Track(rawValue: $1) ?? .own
      },
    ]
    let voices: [CommandOption<StoryValues>] = [
      .voices({ $1(&$0.sound.voices) }), .strict { $0.sound.isStrict = true },
      .effects({ $1(&$0.sound.effects) }), .settings(),
      .number("--rate FACTOR", in: 0.1...10, "0.1 to 10; 1 is the voice's own speed") {
        $0.sound.speed = $1
      },
      .number("--volume GAIN", in: 0...4, "0 to 4, linear; 1 is the voice's own volume") {
        $0.sound.volume = $1
      },
      .tone { values, change in change(&values.sound.tones) },
      .language { $0.sound.language = $1 },
      .keyDescriptor { $1(&$0.sound.keyDescriptors) },
    ]
    return own + voices
  }

  private static func dialNumber(
    _ label: String, _ help: String, manual: String = "",
    _ take: @escaping (inout StoryValues, Double) -> Void
  ) -> CommandOption<StoryValues> {
    .value(label, help, manual: manual) {
      (values: inout StoryValues, text: String) throws(UserError) in
      guard let number = Double(text), number.isFinite else {
        throw .usage("\(OptionValues.name(inLabel: label)) takes a number, not “\(text)”.")
      }
      take(&values, number)
    }
  }

  static var storyDials: [CommandOption<StoryValues>] {
    [
      dialNumber(
        "--speed FACTOR", "0.25 to 2; 1 is as fast as takes are made",
        manual: "What is beyond is as far as the dial goes."
      ) { $0.dials.speed = $1 },
      dialNumber(
        "--pitch SEMITONES",
        "-12 to 12 in whole semitones, of the story or of one take; say: of the voice"
      ) { values, semitones in
        values.dials.pitch = semitones
        values.track.pitch = semitones
        values.sound.pitchSemitones = semitones
      },
      .flag("--fine", "--pitch in cents, as in 0.35", for: ["dial", "track", "mix", "play"]) {
        $0.dials.isFine = true
        $0.track.isFine = true
      },
      .choice("--link on|off", "on: faster is higher, as on a tape; off: the pitch stays") {
        $0.dials.isLinked = $1 == "on"
      },
      .choice("--click on|off", "a click while it plays; it is in no mix") {
        $0.dials.hasClick = $1 == "on"
      },
      dialNumber("--bpm BEATS", "the click's tempo at speed 1, 20 to 400 beats a minute") {
        $0.dials.beatsPerMinute = $1
      },
    ]
  }

  static var storyLive: [CommandOption<StoryValues>] {
    [
      .device(
        { values, change in change(&values.sound.devices) },
        "where the sound is heard; pulse by default"),
      .number("--from SECONDS", in: 0...1e6, "begin there") { $0.live.from = $1 },
      .microphone(
        { values, change in change(&values.microphones) },
        "where you are heard; the default microphone without it"
      ) { values, text in values.live.microphoneSource = text },
      .number(
        "--at SECONDS", in: 0...1e6, "record from there on; from where the take begins by default"
      ) { $0.live.at = $1 },
      .number("--pre-roll SECONDS", in: 0...60, "hear so much ahead of it") {
        $0.live.preRoll = $1
      },
      .number("--seconds SECONDS", in: 0.001...300, "end the take then; else Enter ends it") {
        $0.live.seconds = $1
      },
      .number(
        "--latency-ms MILLISECONDS", in: 0...2000,
        "how late the microphone hears what is played; as 'calibrate' measured by default"
      ) { $0.live.latencySeconds = $1 / 1000 },
      .value("--label TEXT", "what the take is about") { $0.live.label = $1 },
    ]
  }

  static var storyTrack: [CommandOption<StoryValues>] {
    [
      .number("--gain DECIBELS", in: -200...24, "how much louder it is, -200 to 24") {
        $0.track.gainDecibels = $1
      },
      .number("--pan WHERE", in: -1...1, "from -1 (left) to 1 (right)") { $0.track.pan = $1 },
      .choice("--mute on|off", "leave it out") { $0.track.isMuted = $1 == "on" },
      .choice("--solo on|off", "hear only this one, and others like it") {
        $0.track.isSolo = $1 == "on"
      },
    ]
  }

  static var storyMix: [CommandOption<StoryValues>] {
    [
      .output(
        "mix: a sound file, whose ending says the kind (.wav .flac .ogg .opus .mp3 .m4b …); send: the bundle"
      ) { values, path in
        values.mix.output = path
        values.send.file = path
      },
      .flag("--stems", "also each take by itself, in its place: OUT-take-1.wav …") {
        $0.mix.stems = true
      },
      .value("--take TAKE", "mix, play: up to this take, on its branch; the last by default") {
        $0.mix.end = $1
      },
      .number("--loudness LUFS", in: -70 ... -5, "the loudness of the whole; else as it is") {
        $0.mix.loudness = $1
      },
      .number("--true-peak DBTP", in: -20...0, "the limit of peaks with --loudness; -1 by default")
      {
        $0.mix.truePeak = $1
      },
      .choice("--encoding s16|s24|s32|f32", "samples of .wav and .flac; s16 by default") {
        $0.mix.encoding = $1
      },
      .number(
        "--lanes COUNT", in: 1...64, "how much is worked on at once; what is written is the same"
      ) {
        $0.mix.lanes = Int($1)
      },
      CommandOption(
        "--stretcher PLUGIN",
        "what keeps the pitch where the story is not linked; rubberband by default",
        completion: .plugin(kind: "dsp"),
        .plugins(
          .init(
            place: { values, change in change(&values.stretchers) }, isList: false,
            example: "rubberband", reach: .thisUse))),
    ]
  }

  static var storySending: [CommandOption<StoryValues>] {
    [
      .value("--to FOLDER", "a folder that you share", completion: .folder) {
        (values: inout StoryValues, text: String) throws(UserError) in
        values.send.folder = try OptionValues.present("--to", text, "a folder")
      },
      .value("--for NAME", "the player who gets the pen; else the first player who receives it") {
        (values: inout StoryValues, text: String) throws(UserError) in
        guard StoryLimits.isName(text) else {
          throw .usage(
            "A player's name is one line of at most \(StoryLimits.mostNameCharacters) characters.")
        }
        values.send.recipient = text
      },
      .flag("--pending", "send what waits for a folder", for: ["send"]) { $0.isPending = true },
      .flag(
        "--repair", "first repair what needs no backup", for: ["verify"]
      ) { $0.repairs = true },
    ]
  }
}
