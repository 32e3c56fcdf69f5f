import CueAssembly
import CueOptions

extension HelpPage {
  /// The help of a command, or of the program where `topic` is nil.
  static func text(_ topic: String?) -> String {
    HelpPage(program: CommandTable.program).text(topic)
  }
}

/// The files that describe the program to other programs.
enum HelpFormat: String {
  case man, bash, zsh, fish, sessions

  /// The text of the file, for the installed program.
  var text: String {
    Program.called("cue") {
      let program = CommandTable.program
      return switch self {
      case .man: ManualPage(program: program).text
      case .bash: BashCompletion.text(program)
      case .zsh: ZshCompletion.text(program)
      case .fish: FishCompletion.text(program)
      case .sessions:
        SessionVocabulary.page(
          explain: UserError.clause, missed: GenerationShow.text,
          note: CanvasTalk(words: Messages(language: .english)).text)
      }
    }
  }
}
