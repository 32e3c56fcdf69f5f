import CueSystem

/// What a user is asked before a plugin of somebody else is used.
public struct ConsentRequest: Equatable, Sendable {
  /// One thing that the plugin needs beyond its places.
  public struct Question: Equatable, Sendable {
    /// The need; nil for the interpreter that the program's first line names.
    public let need: PluginNeed?
    /// What it comes to on this machine, without links; empty if nothing is there now.
    ///
    /// It is shown to the user if it differs from the need.
    public let grants: [Grant]
  }

  /// The plugin's id.
  public let plugin: String
  /// The plugin's file, without links.
  public let file: ExactPath
  /// What is asked, in a fixed order; never empty.
  public let questions: [Question]
  /// Identifies the plugin's file, its needs and what is asked: a SHA-256 in hexadecimal.
  ///
  /// It changes if the file or its needs change, or if a link that is part of an answer leads elsewhere.
  public let key: String

  /// What is asked for a plugin; nil if nothing is.
  ///
  /// - Parameters:
  ///   - plugin: its id
  ///   - declaration: its needs
  ///   - grants: what these come to
  ///   - digest: the SHA-256 of its file, in hexadecimal; only called if something is asked
  /// - Throws: errors of `digest`
  public init?<Failure: Error>(
    plugin: String, _ declaration: PluginDeclaration, _ grants: Grants,
    digest: () throws(Failure) -> String
  ) throws(Failure) {
    let questions = grants.items.filter(\.isAsked).map {
      Question(need: $0.need, grants: $0.grants)
    }
    guard !questions.isEmpty else { return nil }
    self.plugin = plugin
    file = declaration.file
    self.questions = questions
    var text = "cue consent 1\n" + (try digest()) + "\n" + declaration.needs.text + "\n"
    for question in questions {
      text += (question.need?.text ?? "#!") + "\n"
      // Where a link leads may have any name, with line feeds too.
      for grant in question.grants {
        text += " " + ContentDigest.hexadecimal(Array(grant.argument.utf8)) + "\n"
      }
    }
    key = ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(text.utf8)[...]))
  }
}
