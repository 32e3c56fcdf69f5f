import CueAssembly
import CueOptions

extension HelpPage {
  /// The help of a command, or of the program where `topic` is nil; that of a mode is in the language of `words`.
  static func text(_ topic: String?, _ words: Messages = .forPrograms) -> String {
    let isInEstonian =
      words.language == .estonian && HelpInEstonian.commands.contains(topic ?? "")
    let texts = isInEstonian ? HelpInEstonian.all : [:]
    return HelpPage(program: CommandTable.program, said: { texts[$0] ?? $0 }).text(topic)
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
          explain: UserError.clause, missed: Messages.forPrograms.text,
          note: CanvasTalk(words: Messages(language: .english)).text)
      }
    }
  }
}
