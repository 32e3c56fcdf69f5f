import CueOptions
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
}
