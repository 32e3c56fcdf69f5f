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
    CommandDefinition(
      .init(
        "models",
        verbs: [
          .init("list"), .init("add", "SOURCE", completing: [.file]), .init("remove", "MODEL…"),
          .init("check", "[MODEL…]"),
        ]), ModelsValues(),
      options: [
        .flag("--available", for: ["list"]) { $0.isAvailable = true },
        .value("--type TYPE", for: ["list", "add"], completion: .word(ModelType.all)) {
          (values: inout ModelsValues, text: String) throws(UserError) in
          guard ModelType.all.contains(text) else {
            throw .unknown(
              text, in: ModelType.all,
              "There is no type “\(text)”; types are \(ModelType.all.joined(separator: ", ")).")
          }
          values.type = text
        },
        .value("--language TAG[,…]", for: ["list", "add"]) {
          (values: inout ModelsValues, text: String) throws(UserError) in
          let tags = try OptionValues.present("--language", text, "a language")
          values.languages = tags.split(separator: ",").map(String.init)
        },
        .value("--name NAME", for: ["add"]) {
          (values: inout ModelsValues, text: String) throws(UserError) in
          guard ModelShelf.isID(text) else {
            throw .usage(
              "A model's name has letters, digits, “.”, “_” and “-”, and does not begin with “.” or “-”: not “\(text)”."
            )
          }
          values.id = text
        },
        .parsed(
          "--with FILE|URL", for: ["add"], completion: .file, isRepeatable: true,
          OptionValues.present("a file")
        ) { $0.companions.append($1) }, .localOnly, .allow, .noSandbox,
      ], CommandOption.talking
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
