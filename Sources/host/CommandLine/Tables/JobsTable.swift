import CueOptions

/// The action of `jobs`.
enum JobsAction: Equatable {
  case list(script: String?)
  case show(Int64)
  case cancel(Int64)
  case resume(Int64)
  case clear
}

extension CommandTable {
  static var jobs: CommandDefinition<ListValues> {
    CommandDefinition(
      .init(
        "jobs", words: .nothing,
        verbs: [
          .init("list", "[SCRIPT]", completing: [.file]), .init("show", "N"), .init("cancel", "N"),
          .init("resume", "N"), .init("clear"),
        ]), ListValues(),
      [OptionGroup(CommandOption.talking)]
    ) { given throws(UserError) in
      func number() throws(UserError) -> Int64 {
        try OptionValues.stored(
          given.words[0],
          "A job has a number, as '\(Program.name) jobs' lists them; “\(given.words[0])” is none.")
      }
      return switch given.verb {
      case "show": .jobs(.show(try number()))
      case "cancel": .jobs(.cancel(try number()))
      case "resume": .jobs(.resume(try number()))
      case "clear": .jobs(.clear)
      default: .jobs(.list(script: given.words.first))
      }
    }
  }
}
