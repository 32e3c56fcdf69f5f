import CueOptions
import struct CueAssembly.Take
import CuePlugins

/// The action of `library`.
enum LibraryAction: Equatable {
  case info(cache: String?)
  case check(caches: [String])
  case clean(cache: String?, mostBytes: Int?, isTrial: Bool)
  case backup(folder: String)
  /// From a backup, or from what can still be read.
  case rebuild(folder: String?)
}

/// The action of `audio`.
enum AudioAction: Equatable {
  case list(script: String, item: Int64?)
  case activate(Int64)
  /// Nil takes a rating back.
  case rate(Int64, Int?)
  case note(Int64, String)
  /// Plays a version.
  case play(Int64, device: PluginChoice?)
  /// Copies a version into a sound file.
  case export(Int64, to: String)
}

struct LibraryValues {
  var caches: [String] = []
  var mostBytes: Int?
  var isTrial = false
  var backup: String?
  var devices: [PluginChoice] = []
}

extension CommandTable {
  static var library: CommandDefinition<LibraryValues> {
    var description = CommandDescription(
      "library", "Check and clean up the library: scripts and their sound.")
    description.verbs = [
      VerbDescription(
        "info", .none("'\(Program.name) library info' takes no words."),
        "count scripts, items and clips, and the space they take"),
      VerbDescription(
        "check", .none("'\(Program.name) library check' takes no words."),
        "check that everything is there and complete"),
      VerbDescription(
        "clean", .none("'\(Program.name) library clean' takes no words."),
        "remove sound that nothing refers to"),
      VerbDescription(
        "backup",
        WordsDescription(
          "FOLDER", 1...1, completing: [.folder],
          "A backup goes into a folder, as in: \(Program.name) library backup FOLDER"),
        "copy the library and its sound into a folder"),
      VerbDescription(
        "rebuild", .none("'\(Program.name) library rebuild' takes no words."),
        "replace a damaged library: by a backup (--from), or by what can still be read of it"),
    ]
    description.notes = [
      "'check' reads every byte: the database's own checks, every clip that an item refers to, every file among the "
        + "clips, and every take. Its exit status is 1 if something is wrong, and it says what to do.",
      "'clean' keeps the sound of the last hour even if nothing refers to it: another program may be at work. With "
        + "--cache it removes what --most says, and nothing else, because others may fill that folder, too.",
      "'backup' copies the database, every clip that an item refers to, and all takes; what is in FOLDER already stays. "
        + "'rebuild' keeps the former database beside the new one. No other program may use the library during 'rebuild'.",
    ]
    description.examples = [.init("library clean --most 2G --dry-run")]
    return CommandDefinition(
      description, LibraryValues(),
      [
        OptionGroup(
          "",
          [
            .value(
              "--cache DIR",
              "clips that '\(Program.name) generate --cache DIR' made: 'check' looks there too, 'clean' and 'info' only there",
              completion: .folder, isRepeatable: true
            ) { (values: inout LibraryValues, text: String) throws(UserError) in
              values.caches.append(try OptionValues.present("--cache", text, "a folder"))
            },
            .value(
              "--most SIZE",
              "leave no more than SIZE, as in 500M or 2G: sound that was used the longest ago goes first, and is made again when it is needed",
              for: ["clean"]
            ) { (values: inout LibraryValues, text: String) throws(UserError) in
              values.mostBytes = try OptionValues.size("--most", text)
            },
            .value(
              "--from FOLDER", "the folder of the backup to restore", for: ["rebuild"],
              completion: .folder
            ) { (values: inout LibraryValues, text: String) throws(UserError) in
              values.backup = try OptionValues.present("--from", text, "a folder")
            },
            .flag("--dry-run", "say what would be removed, and remove nothing", for: ["clean"]) {
              $0.isTrial = true
            }, .json("print lines of JSON"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      let values = given.values
      if given.verb != "check", values.caches.count > 1 {
        throw .usage("'\(Program.name) library \(given.verb)' takes one --cache.")
      }
      return switch given.verb {
      case "info": .library(.info(cache: values.caches.first))
      case "check": .library(.check(caches: values.caches))
      case "backup": .library(.backup(folder: given.words[0]))
      case "rebuild": .library(.rebuild(folder: values.backup))
      default:
        .library(
          .clean(
            cache: values.caches.first, mostBytes: values.mostBytes, isTrial: values.isTrial))
      }
    }
  }

  static var audio: CommandDefinition<LibraryValues> {
    var description = CommandDescription(
      "audio", "Choose among the versions of each item's sound.")
    let complaint =
      "Sound is listed (list SCRIPT [ITEM]), chosen (activate VERSION), heard (play VERSION), copied (export VERSION OUT), "
      + "rated (rate VERSION 1…5) or given a note (note VERSION WORDS…)."
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("SCRIPT [ITEM]", 1...2, completing: [.file, .nothing], complaint),
        "the items and their versions, or one item"),
      VerbDescription(
        "activate", WordsDescription("VERSION", 1...1, complaint),
        "make this the version that is heard, whatever voice the part has"),
      VerbDescription(
        "rate",
        WordsDescription(
          "VERSION 1…5", 2...2, completing: [.nothing, .word(["1", "2", "3", "4", "5", "none"])],
          complaint),
        "how good it is; 'none' removes the rating"),
      VerbDescription(
        "note", WordsDescription("VERSION [WORDS…]", 1...Int.max, complaint),
        "keep a note about it; no words remove the note"),
      VerbDescription("play", WordsDescription("VERSION", 1...1, complaint), "hear it"),
      VerbDescription(
        "export",
        WordsDescription("VERSION OUT", 2...2, completing: [.nothing, .file], complaint),
        "copy it into a sound file, of the kind that OUT's ending says"),
    ]
    description.terms = [
      ("SCRIPT", "its file, its name or its number in the library"),
      (
        "ITEM, VERSION",
        "numbers, as 'list' shows them; items are counted from 1 in the script, as for generate --redo"
      ),
    ]
    return CommandDefinition(
      description, LibraryValues(),
      [
        OptionGroup(
          "",
          [
            .device(
              { values, change in change(&values.devices) },
              "where 'play' is heard; pulse by default"),
            .json("print an object for each item"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      if !given.values.devices.isEmpty, given.verb != "play" {
        throw .usage("--device is for '\(Program.name) audio play'.")
      }
      return .audio(try audioAction(given.verb, given.words, device: given.values.devices.first))
    }
  }

  private static func audioAction(
    _ verb: String, _ words: [String], device: PluginChoice?
  ) throws(UserError) -> AudioAction {
    func number(_ index: Int, _ subject: String) throws(UserError) -> Int64 {
      guard let number = Int64(words[index]), number > 0 else {
        throw .usage(
          "\(subject) is named by its number, as '\(Program.name) audio list' shows it; not “\(words[index])”."
        )
      }
      return number
    }
    switch verb {
    case "list":
      return .list(script: words[0], item: words.count == 2 ? try number(1, "An item") : nil)
    case "activate": return .activate(try number(0, "A version"))
    case "play": return .play(try number(0, "A version"), device: device)
    case "export": return .export(try number(0, "A version"), to: words[1])
    case "note":
      return .note(try number(0, "A version"), words.dropFirst().joined(separator: " "))
    default:
      let version = try number(0, "A version")
      if words[1] == "none" { return .rate(version, nil) }
      guard let rating = Int(words[1]), (1...5).contains(rating) else {
        throw .usage("A rating is 1 to 5, or none; not “\(words[1])”.")
      }
      return .rate(version, rating)
    }
  }
}

/// The action of `speech`.
enum SpeechAction: Equatable {
  case add(SpeechSource?, SpeechChange)
  case list(search: String?)
  case show(String)
  /// Without a source and a change, in the user's editor.
  case edit(String, SpeechSource?, SpeechChange)
  case remove([String])
  case export(String, output: String?)
  /// How it was practised; as a chart of all sessions if `chart`.
  case history(String, chart: Bool)
}

/// Where the text of a speech comes from.
struct SpeechSource: Equatable {
  /// `-` for standard input.
  var path: String
  /// Whether it is Markdown; nil if the file's name shows it.
  var isMarkdown: Bool?
}

/// Other changes of a speech.
struct SpeechChange: Equatable {
  var title: String?
  var language: String?
  /// Keep only the beginning of a text that is too long.
  var truncates = false
}

struct SpeechValues {
  var change = SpeechChange()
  var isMarkdown: Bool?
  var search: String?
  var output: String?
  var showsChart = false
}

extension CommandTable {
  static var speech: CommandDefinition<SpeechValues> {
    var description = CommandDescription("speech", "Keep the speeches you practise.")
    description.verbs = speechVerbs
    description.terms = [("SPEECH", "its title, in any case, or its number")]
    description.notes = [
      "A speech has up to 10,000 characters. Its time assumes 150 words a minute; of Japanese, Chinese and Thai, "
        + "characters are counted. Speeches are kept in ~/.local/share/cue/library.db."
    ]
    description.manual = [
      "Without a file, 'edit' opens VISUAL or EDITOR on a copy, and keeps the text only if it is valid."
    ]
    let texts = ["add", "edit"]
    return CommandDefinition(
      description, SpeechValues(),
      [
        OptionGroup(
          "",
          [
            .value(
              "--title TITLE", "its title; else the first heading of Markdown, or the file's name",
              for: texts
            ) { (values: inout SpeechValues, text: String) throws(UserError) in
              values.change.title = try OptionValues.title(text)
            },
            .language("its language: en-US, et, de …; else recognized by its words", for: texts) {
              (values: inout SpeechValues, text: String) throws(UserError) in
              values.change.language = try OptionValues.language(text)
            },
            .flag("--truncate", "keep the first 10,000 characters of a longer text", for: texts) {
              $0.change.truncates = true
            },
            .flag(
              "--markdown", "a file is Markdown, whatever its name; its marks are not spoken",
              for: texts
            ) { $0.isMarkdown = true },
            .flag(
              "--no-markdown", "a file is plain text, also if its name ends in .md",
              for: texts
            ) { $0.isMarkdown = false },
            .value(
              "--search WORDS", "only those with WORDS in the title or the text", for: ["list"]
            ) { $0.search = $1 },
            .flag(
              "--chart", "a row of blocks for each measure, from the first session to the last",
              for: ["history"]
            ) { $0.showsChart = true },
            .output("where the text goes; else standard output", for: ["export"]) {
              $0.output = $1
            },
            .json("print an object for each speech"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in .speech(try speechAction(given)) }
  }

  private static var speechVerbs: [VerbDescription] {
    [
      VerbDescription(
        "add",
        WordsDescription(
          "[FILE]", 0...1, completing: [.file], "",
          surplus: { _ in
            "Adding takes one file, or - for standard input."
          }), "keep the text of a file, or of standard input"),
      VerbDescription(
        "list", .none("The list takes no words; --search WORDS finds some."),
        "list speeches, the last changed first"),
      VerbDescription(
        "search", WordsDescription("WORDS…", 1...Int.max, "Searching needs words."),
        "list those with WORDS in the title or the text"),
      VerbDescription(
        "show",
        WordsDescription(
          "SPEECH", 1...1, "One speech is shown, by its title or its number."),
        "show its details and its text"),
      VerbDescription(
        "edit",
        WordsDescription(
          "SPEECH [FILE]", 1...2, completing: [.nothing, .file],
          "Editing takes a speech, by its title or its number, and perhaps a file."),
        "change its text in your editor (VISUAL, EDITOR), or replace it by that of FILE"),
      VerbDescription(
        "history",
        WordsDescription(
          "SPEECH", 1...1, "The history of one speech is shown, by its title or its number."),
        "how it was practised, the last time first"),
      VerbDescription(
        "remove",
        WordsDescription(
          "SPEECH…", 1...Int.max, "Removing needs a speech, by its title or its number."),
        "remove speeches"),
      VerbDescription(
        "export",
        WordsDescription(
          "SPEECH", 1...1, "One speech is exported, by its title or its number."),
        "write its text"),
    ]
  }

  private static func speechAction(_ given: Given<SpeechValues>) throws(UserError) -> SpeechAction {
    let values = given.values
    func source(_ path: String) -> SpeechSource {
      SpeechSource(path: path, isMarkdown: values.isMarkdown)
    }
    switch given.verb {
    case "add":
      guard let path = given.words.first ?? (given.hasInput ? "-" : nil) else {
        throw .usage("A speech is added from a file, or from standard input.")
      }
      return .add(source(path), values.change)
    case "list": return .list(search: values.search)
    case "search": return .list(search: given.words.joined(separator: " "))
    case "show": return .show(given.words[0])
    case "edit":
      return .edit(
        given.words[0], given.words.count == 2 ? source(given.words[1]) : nil, values.change)
    case "history": return .history(given.words[0], chart: values.showsChart)
    case "remove": return .remove(given.words)
    default: return .export(given.words[0], output: values.output)
    }
  }
}

struct TakesValues {
  var track = Take.Track.mix
  var devices: [PluginChoice] = []
}

extension CommandTable {
  static var takes: CommandDefinition<TakesValues> {
    var description = CommandDescription(
      "takes", "Takes of rehearsals: what '\(Program.name) rehearse --record' recorded.")
    let complaint =
      "Takes are listed (list SCRIPT), heard (play SCRIPT TAKE), compared (compare SCRIPT TAKE TAKE), marked (best SCRIPT TAKE), "
      + "copied (export SCRIPT TAKE OUT) or removed (remove SCRIPT TAKE…)."
    let files: [Completion] = [.file, .nothing]
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("[SCRIPT]", 0...1, completing: [.file], complaint),
        "the takes of a script, or all; the best of a scene has a star"),
      VerbDescription(
        "play", WordsDescription("SCRIPT TAKE", 2...2, completing: files, complaint), "hear it"),
      VerbDescription(
        "compare", WordsDescription("SCRIPT TAKE TAKE", 3...3, completing: files, complaint),
        "two takes beside each other: length, loudness, and each of your lines"),
      VerbDescription(
        "best", WordsDescription("SCRIPT TAKE", 2...2, completing: files, complaint),
        "mark it as the best of its scene"),
      VerbDescription(
        "export",
        WordsDescription(
          "SCRIPT TAKE OUT", 3...3, completing: [.file, .nothing, .file], complaint),
        "copy it into a sound file, of the kind that OUT's ending says"),
      VerbDescription(
        "remove", WordsDescription("SCRIPT TAKE…", 2...100, completing: files, complaint),
        "remove it; later takes move up"),
    ]
    description.terms = [
      (
        "SCRIPT",
        "the file of the script; if it was moved, the name that 'takes list' shows for it"
      ),
      (
        "TAKE",
        "scene and number, as in 2.3; the number alone, if all takes are of one scene"
      ),
    ]
    description.notes = [
      "A take is a folder with own.wav, partner.wav and mix.wav, which are equally long, and take.json. It survives a rehearsal "
        + "that is killed, or a full disk."
    ]
    description.examples = [
      .init("takes list scene.fountain"), .init("takes play scene.fountain 2.3 --track own"),
    ]
    return CommandDefinition(
      description, TakesValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--track own|partner|mix", "your voice, the partner's, or both; both by default",
              for: ["play", "export"]
            ) {
              $0.track = Take.Track(rawValue: $1) ?? .mix
            },
            .device(
              { values, change in change(&values.devices) },
              "where 'play' is heard; pulse by default"),
            .json("print an object for each take"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      let (words, values) = (given.words, given.values)
      if !values.devices.isEmpty, given.verb != "play" {
        throw .usage("--device is for '\(Program.name) takes play'.")
      }
      let action: TakesAction =
        switch given.verb {
        case "list": .list(words.first)
        case "play":
          .play(words[0], take: words[1], values.track, device: values.devices.first)
        case "compare": .compare(words[0], words[1], words[2])
        case "best": .best(words[0], take: words[1])
        case "export": .export(words[0], take: words[1], values.track, to: words[2])
        default: .remove(words[0], takes: Array(words.dropFirst()))
        }
      return .takes(action)
    }
  }
}
