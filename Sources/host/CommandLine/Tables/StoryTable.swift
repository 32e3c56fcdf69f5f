import CueAssembly
import CueOptions
import CuePlugins
import CueStory
import CueText

/// The values of the options of `story`.
struct StoryValues {
  var player: String?
  var rateHertz = StoryLimits.usualRateHertz
  var isPlain = false
  var lead = 0.0
  var recordedAt: Double?
  var file: String?
  var rehearsed = Take.Track.own
  var dials = DialWish()
  var track = TrackWish()
  var send = SendWish()
  var isPending = false
  var repairs = false
  var mix = StoryMixWish()
  var stretchers: [PluginChoice] = []
  var live = LiveWish()
  var microphones: [PluginChoice] = []
  var sound = SoundOptions()
}

extension CommandTable {
  static var story: CommandDefinition<StoryValues> {
    CommandDefinition(
      .init(
        "story",
        verbs: [
          .init("new", "TITLE"), .init("list"), .init("show", "STORY"), .init("tree", "STORY"),
          .init("say", "STORY [TEXT…]"),
          .init("import", "STORY FILE | STORY SCRIPT TAKE", 2...3, completing: [.nothing, .file]),
          .init("open", "STORY"), .init("record", "STORY"), .init("play", "STORY"),
          .init("dial", "STORY"), .init("track", "STORY TAKE"), .init("branch", "STORY TAKE"),
          .init("undo", "STORY"), .init("send", "[STORY]"),
          .init("receive", "FILE|FOLDER…", completing: [.file]), .init("mix", "STORY"),
          .init("verify", "[STORY]"), .init("remove", "STORY [TAKE…]"),
        ]), StoryValues(),
      [
        OptionGroup("Takes", storyTakes), OptionGroup("Dials", storyDials),
        OptionGroup("Playing and recording", storyLive),
        OptionGroup("A take in the mix", storyTrack), OptionGroup("Mixing", storyMix),
        OptionGroup("Sending", storySending),
        OptionGroup(
          [
            .flag("--plain", for: ["show", "tree", "open"]) { $0.isPlain = true }, .localOnly,
            .allow, .noSandbox,
          ], CommandOption.talking),
      ], finish: storyCommand)
  }

  /// The verbs that take an option; options that are not listed name their verbs themselves, or are for all.
  private static let storyUse: [String: [String]] = [
    "--player": ["new", "receive"], "--sample-rate": ["new"], "--file": ["say"],
    "--lead": ["say", "import"], "--recorded-at": ["import"], "--part": ["import"],
    "--voice": ["say"], "--strict": ["say"], "--dsp": ["say"], "--set": ["say", "mix"],
    "--rate": ["say"], "--volume": ["say"], "--tone": ["say"], "--language": ["say"],
    "--key-fd": ["say"], "--speed": ["dial", "mix", "play"],
    "--pitch": ["dial", "track", "mix", "play", "say"], "--link": ["dial", "mix", "play"],
    "--click": ["dial", "play", "record"], "--bpm": ["dial", "play", "record"],
    "--device": ["play", "record", "open"], "--from": ["play"], "--microphone": ["record", "open"],
    "--at": ["record"], "--pre-roll": ["record"], "--seconds": ["record"],
    "--latency-ms": ["record", "open"], "--label": ["record", "open"], "--gain": ["track"],
    "--pan": ["track"], "--mute": ["track"], "--solo": ["track"], "--output": ["mix", "send"],
    "--stems": ["mix"], "--take": ["mix", "play"], "--loudness": ["mix"], "--true-peak": ["mix"],
    "--encoding": ["mix"], "--lanes": ["mix"], "--stretcher": ["mix"], "--to": ["send"],
    "--for": ["send"],
  ]

  private static func storyCommand(_ given: Given<StoryValues>) throws(UserError) -> Command {
    for option in given.options.sorted() {
      guard let verbs = storyUse[option], !verbs.contains(given.verb) else { continue }
      throw CueGrammar.failure(.otherVerb(option: option, command: "story", verbs: verbs))
    }
    return .story(try storyAction(given), given.values.sound)
  }

  private static func storyAction(_ given: Given<StoryValues>) throws(UserError) -> StoryAction {
    let values = given.values
    guard let story = given.words.first else {
      switch given.verb {
      case "list": return .list
      case "verify": return .verify(nil, repairs: values.repairs)
      default:
        guard values.isPending, values.send == SendWish() else {
          throw .usage("Which story is to be sent? --pending sends what waits.")
        }
        return .sendQueued
      }
    }
    let rest = Array(given.words.dropFirst())
    switch given.verb {
    case "new":
      let title = story.trimmed
      guard StoryLimits.isName(title) else {
        throw .usage(
          "A title is one line of 1 to \(StoryLimits.mostNameCharacters) characters.")
      }
      return .new(title, player: values.player, rateHertz: values.rateHertz)
    case "show": return .show(story, isPlain: values.isPlain)
    case "tree": return .tree(story, isPlain: values.isPlain)
    case "say": return .say(story, try storyText(given, rest), lead: values.lead)
    case "import" where rest.count == 2:
      guard values.recordedAt == nil else {
        throw .usage("--recorded-at is for a sound file.")
      }
      return .importTake(
        story, script: rest[0], take: rest[1], values.rehearsed, lead: values.lead)
    case "import":
      return .importFile(story, rest[0], lead: values.lead, recordedAt: values.recordedAt)
    case "dial": return .dial(story, values.dials)
    case "track": return .track(story, take: rest[0], values.track)
    case "branch": return .branch(story, take: rest[0])
    case "undo": return .undo(story)
    case "send":
      guard !values.isPending else {
        throw .usage("--pending sends all that waits; it takes no story.")
      }
      guard (values.send.file == nil) != (values.send.folder == nil) else {
        throw .usage("Where to? -o FILE writes a bundle, --to FOLDER puts it into a shared folder.")
      }
      return .send(story, values.send)
    case "receive": return .receive(given.words, player: values.player)
    case "mix":
      var mix = values.mix
      guard !mix.output.isEmpty, mix.output != "-" else {
        throw .usage("A mix is a file: -o FILE.")
      }
      if mix.loudness == nil, given.options.contains("--true-peak") {
        throw .usage("--true-peak is for a mix of some --loudness.")
      }
      mix.dials = values.dials
      mix.stretcher = values.stretchers.last
      return .mix(story, mix)
    case "play", "record", "open":
      var live = values.live
      live.dials = values.dials
      live.end = values.mix.end
      live.microphone = values.microphones.last
      switch given.verb {
      case "play": return .play(story, live)
      case "record": return .record(story, live)
      default: return .open(story, live, isPlain: values.isPlain)
      }
    case "verify": return .verify(story, repairs: values.repairs)
    default: return .remove(story, takes: rest)
    }
  }

  private static func storyText(
    _ given: Given<StoryValues>, _ words: [String]
  ) throws(UserError) -> StoryText {
    if let file = given.values.file {
      guard words.isEmpty else {
        throw .usage("Words and --file were both given; there is one text.")
      }
      return .file(file)
    }
    guard words.isEmpty else { return .words(words.joined(separator: " ")) }
    guard given.hasInput else { throw .usage("What is to be said? Give words, or --file FILE.") }
    return .file("-")
  }
}
