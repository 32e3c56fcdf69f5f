import struct CueAssembly.Take
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
    var description = CommandDescription(
      "story",
      "Tap Story: takes of friends, layered over each other at any speed and pitch, and sent to and fro."
    )
    description.verbs = storyVerbs
    description.terms = [
      ("STORY", "its number or its title"),
      ("TAKE", "its number in the story, or at least four digits of its id"),
    ]
    description.notes = [
      "A take is kept as it was made, with the speed and pitch that the story had then; nothing is ever rendered into it. Take 2 begins "
        + "with take 1, and each later take where the last one but one ends; a take must end after the one before it.",
      "The player who has the pen may add takes, turn dials and send. 'send' passes the pen.",
    ]
    description.manual = [
      "Takes are WAV files that nobody may write to, in ~/.local/share/cue/stories; 'verify' reads every byte of them.",
      "'verify --repair' attaches a take that has lost its place to an earlier take, if no friend can have it, and makes the "
        + "files of takes read-only again.",
      "A folder that cannot be reached keeps what is to be sent in a queue, and the pen stays: 'send --pending', or the next "
        + "'send', goes on, the oldest first.",
    ]
    description.examples = [
      .init("story new \"Two voices\""),
      .init("story say \"Two voices\" --voice flite:slt \"Come to the window.\""),
      .init("story dial \"Two voices\" --speed 0.5 --link off"),
      .init("story mix \"Two voices\" -o two-voices.flac --loudness -16"),
      .init("story send \"Two voices\" --to ~/Shared"),
    ]
    return CommandDefinition(
      description, StoryValues(),
      [
        OptionGroup("Takes", storyTakes), OptionGroup("Dials", storyDials),
        OptionGroup("Playing and recording", storyLive),
        OptionGroup("A take in the mix", storyTrack), OptionGroup("Mixing", storyMix),
        OptionGroup("Sending", storySending),
        OptionGroup(
          "",
          [
            .flag(
              "--plain", "in whole sentences, for screen readers", for: ["show", "tree", "open"]
            ) { $0.isPlain = true }, .localOnly, .allow, .noSandbox, .json("print lines of JSON"),
            .quiet, .verbose,
            .showsHelp,
          ]),
      ], finish: storyCommand)
  }

  private static var storyVerbs: [VerbDescription] {
    let one = "Which story? '\(Program.name) story list' shows them."
    let two = "Which take of which story? '\(Program.name) story show STORY' shows its takes."
    func verb(
      _ name: String, _ form: String, _ count: ClosedRange<Int>, _ complaint: String,
      _ help: String, _ completions: [Completion] = []
    ) -> VerbDescription {
      VerbDescription(
        name, WordsDescription(form, count, completing: completions, complaint), help)
    }
    let many = Int.max
    return [
      verb("new", "TITLE", 1...1, "A story needs one title.", "begin a story"),
      verb("list", "", 0...0, "'list' takes no words.", "the stories, the last changed first"),
      verb("show", "STORY", 1...1, one, "its dials, its pen, and the takes that are heard"),
      verb("tree", "STORY", 1...1, one, "all its takes, and which answers which"),
      verb(
        "say", "STORY [TEXT…]", 1...many, one, "add a take that a voice says"),
      verb(
        "import", "STORY FILE | STORY SCRIPT TAKE", 2...3,
        "Add a sound file (import STORY FILE), or a take of a rehearsal (import STORY SCRIPT TAKE).",
        "add a sound file, or a take of a rehearsal", [.nothing, .file]),
      verb(
        "open", "STORY", 1...1, one,
        "its canvas: takes on lanes under a playhead, by keys and mouse ('?' lists them)"),
      verb("record", "STORY", 1...1, one, "record a take while the others are heard"),
      verb("play", "STORY", 1...1, one, "hear it"),
      verb("dial", "STORY", 1...1, one, "turn the dials: how all of it is heard"),
      verb("track", "STORY TAKE", 2...2, two, "how one take is mixed"),
      verb("branch", "STORY TAKE", 2...2, two, "let the next take answer this one"),
      verb("undo", "STORY", 1...1, one, "take back what was done last"),
      verb(
        "send", "[STORY]", 0...1, one,
        "write a bundle, or put it into a shared folder; pass the pen"),
      verb(
        "receive", "FILE|FOLDER…", 1...many, "What is to be received? Name a bundle or a folder.",
        "take over what is new in bundles", [.file]),
      verb("mix", "STORY", 1...1, one, "write it as it is heard, into a sound file"),
      verb("verify", "[STORY]", 0...1, one, "read every byte of its takes, or of all"),
      verb(
        "remove", "STORY [TAKE…]", 1...many, one,
        "remove your own takes that were not sent, or a story that is yours alone"),
    ]
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
