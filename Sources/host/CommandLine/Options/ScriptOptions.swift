import CueOptions
import CueScreenplay
import Glibc

extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// `--layout`: how a plain text shows who speaks.
  static func layout(
    for verbs: [String] = [], _ take: @escaping (inout Values, ScriptLayout?) -> Void
  ) -> Self {
    .choice("--layout \(ScriptLayout.allCases.map(\.rawValue).joined(separator: "|"))", for: verbs)
    { take(&$0, ScriptLayout(rawValue: $1)) }
  }

  /// `--prose`: a novel, whose quotations are said by their speakers.
  static func prose(
    for verbs: [String] = [], _ take: @escaping (inout Values, ScriptLayout?) -> Void
  ) -> Self {
    .flag("--prose", for: verbs) { take(&$0, .prose) }
  }

  /// Which parts of a script are said, and how.
  static func speaking(
    _ place: WritableKeyPath<Values, ScriptValues>, for verbs: [String] = []
  ) -> [Self] {
    [
      .choice(
        "--rules \(SpeakingRules.allCases.map(\.rawValue).joined(separator: "|"))", for: verbs
      ) { $0[keyPath: place].rules = SpeakingRules(rawValue: $1) ?? .tableRead },
      .choice("--dual sequence|together", for: verbs) {
        $0[keyPath: place].speaking.isDualTogether = $1 == "together"
      },
      .flag("--centered", for: verbs) { $0[keyPath: place].speaking.saysCentered = true },
      .flag("--say-title", for: verbs) { $0[keyPath: place].speaking.announcesTitle = true },
      .pair("--alias CUE=NAME", aliasForm, for: verbs) {
        $0[keyPath: place].speaking.aliases[$1] = $2
      },
      .value("--lexicon FILE", for: verbs, completion: .file) { $0[keyPath: place].lexicon = $1 },
    ]
  }

  static var aliasForm: String { "CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\"" }
}
