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
  var purpose: String?
}

extension CommandTable {
  static var plugin: CommandDefinition<PluginValues> {
    CommandDefinition(
      .init(
        "plugin",
        verbs: [
          .init("new", "NAME", completing: [.folder]),
          .init("info", "PLUGIN", completing: [.plugin(kind: "")]),
          .init("forget", "PLUGIN", completing: [.plugin(kind: "")]),
        ]), PluginValues(),
      options: [
        .choice("--kind \(StarterKit.kinds.joined(separator: "|"))", for: ["new"]) {
          $0.kind = $1
        },
        .choice("--code \(StarterKit.languages.joined(separator: "|"))", for: ["new"]) {
          $0.code = $1
        },
        .choice("--with \(StarterKit.purposes.joined(separator: "|"))", for: ["new"]) {
          $0.purpose = $1
        },
      ], CommandOption.talking
    ) { given throws(UserError) in
      if given.verb == "info" { return .plugin(.info(PluginReference(given.words[0]))) }
      if given.verb == "forget" { return .plugin(.forget(PluginReference(given.words[0]))) }
      guard StarterKit.isName(given.words[0]) else {
        throw .usage(
          "“\(given.words[0])” cannot be a plugin's name: it is 2 to 48 lower-case letters, digits "
            + "and single hyphens, and begins with a letter, as in night-owl.")
      }
      guard !StarterKit.isTaken(given.words[0]) else {
        throw .usage(
          "“\(given.words[0])” is the name of a plugin that comes with Cue, or of something of Cue's own. Choose another one."
        )
      }
      guard let kind = given.values.kind else {
        throw .usage("--kind says what the plugin is: \(StarterKit.kinds.joined(separator: ", ")).")
      }
      guard let code = given.values.code else {
        throw .usage(
          "--code says what it is written in: \(StarterKit.languages.joined(separator: ", ")).")
      }
      let kit = StarterKit(
        name: given.words[0], kind: kind, language: code, purpose: given.values.purpose)
      guard kit.hasTemplate else {
        throw .usage(
          "There is no template for that. --with model is for a voice in cpp or python, --with engine for a voice in cpp."
        )
      }
      return .plugin(.new(kit))
    }
  }
}
