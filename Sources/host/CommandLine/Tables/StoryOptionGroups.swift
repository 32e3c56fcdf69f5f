import CueAssembly
import CueOptions
import CueStory

// The options of `story`, by their groups.
extension CommandTable {
  static var storyTakes: [CommandOption<StoryValues>] {
    let own: [CommandOption<StoryValues>] = [
      .parsed("--player NAME", playerName) { $0.player = $1 },
      .number(
        "--sample-rate HERTZ",
        in: Double(StoryLimits.ratesHertz.lowerBound)...Double(StoryLimits.ratesHertz.upperBound)
      ) { $0.rateHertz = Int($1) },
      .value("-f, --file FILE", completion: .file) { $0.file = $1 },
      .number("--lead SECONDS", in: 0...300) { $0.lead = $1 },
      .number("--recorded-at SPEED", in: 0.25...2) { $0.recordedAt = $1 },
      .choice("--part own|partner|mix") { $0.rehearsed = Take.Track(rawValue: $1) ?? .own },
    ]
    let voices: [CommandOption<StoryValues>] = [
      .voices({ $1(&$0.sound.voices) }), .strict { $0.sound.isStrict = true },
      .effects({ $1(&$0.sound.effects) }), .settings,
      .number("--rate FACTOR", in: 0.1...10) { $0.sound.speed = $1 },
      .number("--volume GAIN", in: 0...4) { $0.sound.volume = $1 },
      .tone { $1(&$0.sound.tones) },
      .language { $0.sound.language = $1 },
      .keyDescriptor { $1(&$0.sound.keyDescriptors) },
    ]
    return own + voices
  }

  private static func dialNumber(
    _ label: String,
    _ take: @escaping (inout StoryValues, Double) -> Void
  ) -> CommandOption<StoryValues> {
    .value(label) {
      (values: inout StoryValues, text: String) throws(UserError) in
      guard let number = Double(text), number.isFinite else {
        throw .usage("\(OptionValues.name(inLabel: label)) takes a number, not “\(text)”.")
      }
      take(&values, number)
    }
  }

  private static func playerName(_ option: String, _ text: String) throws(UserError) -> String {
    guard StoryLimits.isName(text) else {
      throw .usage(
        "A player's name is one line of at most \(StoryLimits.mostNameCharacters) characters.")
    }
    return text
  }

  static var storyDials: [CommandOption<StoryValues>] {
    [
      dialNumber("--speed FACTOR") { $0.dials.speed = $1 },
      dialNumber("--pitch SEMITONES") { values, semitones in
        values.dials.pitch = semitones
        values.track.pitch = semitones
        values.sound.pitchSemitones = semitones
      },
      .flag("--fine", for: ["dial", "track", "mix", "play"]) {
        $0.dials.isFine = true
        $0.track.isFine = true
      },
      .choice("--link on|off") { $0.dials.isLinked = $1 == "on" },
      .choice("--click on|off") { $0.dials.hasClick = $1 == "on" },
      dialNumber("--bpm BEATS") { $0.dials.beatsPerMinute = $1 },
    ]
  }

  static var storyLive: [CommandOption<StoryValues>] {
    [
      .device({ $1(&$0.sound.devices) }),
      .number("--from SECONDS", in: 0...1e6) { $0.live.from = $1 },
      .microphone({ $1(&$0.microphones) }) { values, text in values.live.microphoneSource = text },
      .number("--at SECONDS", in: 0...1e6) { $0.live.at = $1 },
      .number("--pre-roll SECONDS", in: 0...60) { $0.live.preRoll = $1 },
      .number("--seconds SECONDS", in: 0.001...300) { $0.live.seconds = $1 },
      .number("--latency-ms MILLISECONDS", in: 0...2000) { $0.live.latencySeconds = $1 / 1000 },
      .value("--label TEXT") { $0.live.label = $1 },
    ]
  }

  static var storyTrack: [CommandOption<StoryValues>] {
    [
      .number("--gain DECIBELS", in: -200...24) { $0.track.gainDecibels = $1 },
      .number("--pan WHERE", in: -1...1) { $0.track.pan = $1 },
      .choice("--mute on|off") { $0.track.isMuted = $1 == "on" },
      .choice("--solo on|off") { $0.track.isSolo = $1 == "on" },
    ]
  }

  static var storyMix: [CommandOption<StoryValues>] {
    [
      .output { values, path in
        values.mix.output = path
        values.send.file = path
      },
      .flag("--stems") { $0.mix.stems = true },
      .value("--take TAKE") { $0.mix.end = $1 },
      .number("--loudness LUFS", in: -70 ... -5) { $0.mix.loudness = $1 },
      .number("--true-peak DBTP", in: -20...0) { $0.mix.truePeak = $1 },
      .choice("--encoding s16|s24|s32|f32") { $0.mix.encoding = $1 },
      .number("--lanes COUNT", in: 1...64) { $0.mix.lanes = Int($1) },
      CommandOption(
        "--stretcher PLUGIN", completion: .plugin(kind: "dsp"),
        .plugins(
          .init(
            place: { $1(&$0.stretchers) }, isList: false,
            example: "rubberband", reach: .thisUse))),
    ]
  }

  static var storySending: [CommandOption<StoryValues>] {
    [
      .parsed("--to FOLDER", completion: .folder, OptionValues.present("a folder")) {
        $0.send.folder = $1
      },
      .parsed("--for NAME", playerName) { $0.send.recipient = $1 },
      .flag("--pending", for: ["send"]) { $0.isPending = true },
      .flag("--repair", for: ["verify"]) { $0.repairs = true },
    ]
  }
}
