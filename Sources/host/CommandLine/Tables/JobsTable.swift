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
    var description = CommandDescription(
      "jobs", "List recordings, and resume them.")
    description.forms = [.init("jobs", "the same as jobs list")]
    description.words = .none("")
    let complaint =
      "Jobs can be listed (list), looked at (show N), stopped (cancel N), gone on with (resume N), and forgotten "
      + "where they are completed (clear)."
    let number = WordsDescription("N", 1...1, complaint)
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("[SCRIPT]", 0...1, completing: [.file], complaint),
        "all, or those of one script"),
      VerbDescription("show", number, "one, and what can be done"),
      VerbDescription("cancel", number, "stop it; finished clips are kept"),
      VerbDescription("resume", number, "go on with one that was stopped or interrupted"),
      VerbDescription("clear", .none(complaint), "forget those that are completed"),
    ]
    description.manual = ["A job whose program has ended counts as interrupted."]
    return CommandDefinition(
      description, ListValues(),
      [OptionGroup("", [.json("print an object for each job"), .quiet, .verbose, .showsHelp])]
    ) { given throws(UserError) in
      func number() throws(UserError) -> Int64 {
        guard let number = Int64(given.words[0]), number > 0 else {
          throw .usage(
            "A job has a number, as '\(Program.name) jobs' lists them; “\(given.words[0])” is none."
          )
        }
        return number
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
