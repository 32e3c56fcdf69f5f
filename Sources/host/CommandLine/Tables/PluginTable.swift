import CueOptions
import CuePlugins

/// The action of `plugin`.
enum PluginAction: Equatable {
  case new(StarterKit)
  case info(PluginReference)
  /// Forgets the user's answers about what the plugin may do.
  case forget(PluginReference)
}

struct PluginValues {
  var kind: String?
  var code: String?
}

extension CommandTable {
  static var plugin: CommandDefinition<PluginValues> {
    var description = CommandDescription("plugin", "Begin a plugin of your own, or look at one.")
    description.verbs = [
      VerbDescription(
        "new",
        WordsDescription(
          "NAME", 1...1, completing: [.folder],
          "A plugin can be made (new NAME) or looked at (info PLUGIN)."),
        "make the folder NAME with a small plugin that works"),
      VerbDescription(
        "info",
        WordsDescription(
          "PLUGIN", 1...1, completing: [.plugin(kind: "")],
          "A plugin can be made (new NAME) or looked at (info PLUGIN)."),
        "what it says of itself and what it needs, its settings and voices, its last '\(Program.name) conform'"
      ),
      VerbDescription(
        "forget",
        WordsDescription(
          "PLUGIN", 1...1, completing: [.plugin(kind: "")],
          "What you have allowed a plugin is forgotten (forget PLUGIN)."),
        "what you have answered about its needs; you are asked again"),
    ]
    description.notes = [
      "The folder has a README and a Makefile: 'make' builds the plugin, 'make test' tests it, 'make install' puts it "
        + "where it is found as NAME. NAME is what users will type. Existing files are never overwritten."
    ]
    description.examples = [.init("plugin new night-owl --kind voice --code c")]
    return CommandDefinition(
      description, PluginValues(),
      [
        OptionGroup(
          "",
          [
            pluginChoice("--kind", StarterKit.kinds, "what the plugin is; dsp is an effect") {
              $0.kind = $1
            },
            pluginChoice("--code", StarterKit.languages, "the language it is written in") {
              $0.code = $1
            }, .json("info: print an object"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      if given.verb == "info" { return .plugin(.info(PluginReference(given.words[0]))) }
      if given.verb == "forget" { return .plugin(.forget(PluginReference(given.words[0]))) }
      guard StarterKit.isName(given.words[0]) else {
        throw .usage(
          "“\(given.words[0])” cannot be a plugin's name: it is 2 to 48 lower-case letters, digits "
            + "and single hyphens, and begins with a letter, as in night-owl.")
      }
      guard let kind = given.values.kind else {
        throw .usage("--kind says what the plugin is: \(StarterKit.kinds.joined(separator: ", ")).")
      }
      guard let code = given.values.code else {
        throw .usage(
          "--code says what it is written in: \(StarterKit.languages.joined(separator: ", ")).")
      }
      return .plugin(.new(StarterKit(name: given.words[0], kind: kind, language: code)))
    }
  }

  private static func pluginChoice(
    _ name: String, _ choices: [String], _ help: String,
    _ take: @escaping (inout PluginValues, String) -> Void
  ) -> CommandOption<PluginValues> {
    .choice(
      "\(name) \(choices.joined(separator: "|"))", help, for: ["new"], take)
  }
}
