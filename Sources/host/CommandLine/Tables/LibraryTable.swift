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
    CommandDefinition(
      .init(
        "library",
        verbs: [
          .init("info"), .init("check"), .init("clean"),
          .init("backup", "FOLDER", completing: [.folder]), .init("rebuild"),
        ]), LibraryValues(),
      options: [
        .parsed(
          "--cache DIR", completion: .folder, isRepeatable: true,
          OptionValues.present("a folder")
        ) { $0.caches.append($1) },
        .parsed("--most SIZE", for: ["clean"], OptionValues.size) { $0.mostBytes = $1 },
        .parsed(
          "--from FOLDER", for: ["rebuild"], completion: .folder,
          OptionValues.present("a folder")
        ) { $0.backup = $1 },
        .flag("--dry-run", for: ["clean"]) { $0.isTrial = true },
      ], CommandOption.talking
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
