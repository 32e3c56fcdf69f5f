import CueInstallation
import CueOptions

/// The action of `models`.
enum ModelsAction: Equatable {
  /// Those that are installed, or that can be downloaded; of that type and language, unless they are empty.
  case list(isAvailable: Bool, type: String, language: String)
  case add(ModelRequest)
  case remove([String])
  /// All if none is named.
  case check([String])
}

struct ModelsValues {
  var isAvailable = false
  var type: String?
  var languages: [String] = []
  var id: String?
  var companions: [String] = []
}

extension CommandTable {
  static var models: CommandDefinition<ModelsValues> {
    var description = CommandDescription(
      "models",
      "Install the models of neural voices and recognizers: download, check and remove them.")
    description.verbs = [
      VerbDescription(
        "list", .none("'\(Program.name) models list' takes no words."),
        "list the models that are installed, or those that can be downloaded (--available)"),
      VerbDescription(
        "add",
        WordsDescription(
          "SOURCE", 1...1, completing: [.file],
          "A model comes from a file, a folder, an archive, a URL or the catalogue: add SOURCE.",
          surplus: { _ in "One model is added at a time; --with names more files of the same one."
          }), "install a model"),
      VerbDescription(
        "remove",
        WordsDescription(
          "MODEL…", 1...Int.max,
          "Which model is to be removed? '\(Program.name) models list' names them."
        ), "remove models of yours"),
      VerbDescription(
        "check", WordsDescription("[MODEL…]", 0...Int.max, ""),
        "read every byte of all models, or of some, and compare it with what was installed"),
    ]
    description.terms = [
      (
        "SOURCE",
        "a name of the catalogue; a URL; an archive (tar.gz, tar.bz2, tar.xz, zip); a folder; or a file, of which NAME.onnx "
          + "and NAME.onnx.json of a Piper voice stand for both"
      ), ("MODEL", "its name, as 'list' shows it"),
    ]
    description.notes = [
      "What a model is, its files tell; --type and --language help where they do not. A download that was broken off "
        + "goes on when the same command is run again. 'check' ends with exit status 1 if something is wrong."
    ]
    description.manual = [
      "Models are in ~/.local/share/cue/models, each in a folder with its description, model.json. The catalogue is "
        + "share/cue/models.json; entries that nobody has tried with this program are marked as untested.",
      "Before a download, the disk is looked at. A download is tried again a few times, is checked against the length "
        + "and the SHA-256 that are known, and gets its name when it is whole. A server may not send us from https to http.",
    ]
    description.examples = [
      .init("models list --available --language de"), .init("models add de_DE-thorsten-medium"),
      .init("models add en_GB-cori-high.onnx --name cori"), .init("models check"),
    ]
    return CommandDefinition(
      description, ModelsValues(),
      [
        OptionGroup(
          "",
          [
            .flag("--available", "list what the catalogue has", for: ["list"]) {
              $0.isAvailable = true
            },
            .value(
              "--type TYPE",
              "what the model is, or list only such: \(ModelType.all.prefix(3).joined(separator: ", ")), …",
              manual: "One of: \(ModelType.all.joined(separator: ", ")).", for: ["list", "add"],
              completion: .word(ModelType.all)
            ) { (values: inout ModelsValues, text: String) throws(UserError) in
              guard ModelType.all.contains(text) else {
                throw .unknown(
                  text, in: ModelType.all,
                  "There is no type “\(text)”; types are \(ModelType.all.joined(separator: ", ")).")
              }
              values.type = text
            },
            .value(
              "--language TAG[,…]",
              "the languages it speaks or hears, as in en-GB,en; or list only such",
              for: ["list", "add"]
            ) { (values: inout ModelsValues, text: String) throws(UserError) in
              let tags = try OptionValues.present("--language", text, "a language")
              values.languages = tags.split(separator: ",").map(String.init)
            },
            .value("--name NAME", "what the model is called here", for: ["add"]) {
              (values: inout ModelsValues, text: String) throws(UserError) in
              guard ModelShelf.isID(text) else {
                throw .usage(
                  "A model's name has letters, digits, “.”, “_” and “-”, and does not begin with “.” or “-”: not “\(text)”."
                )
              }
              values.id = text
            },
            .value(
              "--with FILE|URL",
              "another file of the same model, such as the vocoder of a Matcha voice",
              for: ["add"], completion: .file, isRepeatable: true
            ) { (values: inout ModelsValues, text: String) throws(UserError) in
              values.companions.append(try OptionValues.present("--with", text, "a file"))
            }, .localOnly, .allow, .noSandbox, .json("print lines of JSON; add: also its progress"),
            .quiet, .verbose,
            .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      let values = given.values
      switch given.verb {
      case "add":
        var request = ModelRequest(source: given.words[0])
        request.companions = values.companions
        request.id = values.id
        request.type = values.type
        request.languages = values.languages
        return .models(.add(request))
      case "remove": return .models(.remove(given.words))
      case "check": return .models(.check(given.words))
      default:
        return .models(
          .list(
            isAvailable: values.isAvailable, type: values.type ?? "",
            language: values.languages.first ?? ""))
      }
    }
  }
}
