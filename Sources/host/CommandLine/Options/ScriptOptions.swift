import CueOptions
import CueScreenplay
import Glibc

extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// `--layout`: how a plain text shows who speaks.
  static func layout(
    for verbs: [String] = [], _ take: @escaping (inout Values, ScriptLayout?) -> Void
  ) -> Self {
    .choice(
      "--layout \(ScriptLayout.allCases.map(\.rawValue).joined(separator: "|"))",
      "how a plain text shows who speaks, if Cue reads it wrongly",
      manual:
        "columns and fountain are screenplays; colon is ANNA: words, period ANNA. words, dash ANNA - words, blanks "
        + "ANNA and two blanks or a tab, capitals ANNA and one blank, table a Markdown table, above a name above its "
        + "words, spaced a name, a blank line and its words; prose is a novel, in which quotations are speeches. "
        + "'script info' shows which layout a file was read in.",
      for: verbs
    ) { take(&$0, ScriptLayout(rawValue: $1)) }
  }

  /// `--prose`: a novel, whose quotations are said by their speakers.
  static func prose(
    for verbs: [String] = [], _ take: @escaping (inout Values, ScriptLayout?) -> Void
  ) -> Self {
    .flag(
      "--prose", "a novel: give its quotations to those who say them; the same as --layout prose",
      for: verbs
    ) { take(&$0, .prose) }
  }

  /// Which parts of a script are said, and how.
  static func speaking(
    _ place: WritableKeyPath<Values, ScriptValues>, for verbs: [String] = []
  ) -> [Self] {
    [
      .choice(
        "--rules \(SpeakingRules.allCases.map(\.rawValue).joined(separator: "|"))",
        "what is said; table-read by default", for: verbs
      ) { $0[keyPath: place].rules = SpeakingRules(rawValue: $1) ?? .tableRead },
      .choice(
        "--dual sequence|together", "speeches side by side: one after the other, or at once",
        for: verbs
      ) { $0[keyPath: place].speaking.isDualTogether = $1 == "together" },
      .flag("--centered", "say centered text, too", for: verbs) {
        $0[keyPath: place].speaking.saysCentered = true
      },
      .flag("--say-title", "say title and author first", for: verbs) {
        $0[keyPath: place].speaking.announcesTitle = true
      },
      .value(
        "--alias CUE=NAME",
        "another name of a character, as in \"YOUNG JOHN=JOHN\"; may be repeated",
        for: verbs, isRepeatable: true
      ) { (values: inout Values, text: String) throws(UserError) in
        let (cue, name) = try OptionValues.pair("--alias", text, aliasForm)
        values[keyPath: place].speaking.aliases[cue] = name
      },
      .value(
        "--lexicon FILE",
        "pronunciations, one per line, as in Aoife = EE-fa; 'Lexicon:' on the title page does the same",
        for: verbs, completion: .file
      ) { $0[keyPath: place].lexicon = $1 },
    ]
  }

  static var aliasForm: String { "CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\"" }
}
