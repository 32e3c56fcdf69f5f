/// How the program ends; the numbers of sysexits.h where it has one.
enum ExitStatus: Int32 {
  case done = 0
  case answerIsNo = 1
  case usage = 2
  case badInput = 65
  case noInput = 66
  case unavailable = 69
  case `internal` = 70
  case cannotCreate = 73
  case inputOutput = 74
  case temporary = 75
  case permission = 77
  case configuration = 78
  case interrupted = 130
}

/// Something the user can read, and how the program ends because of it.
struct UserError: Error, Equatable {
  /// What we did, expected and saw, as sentences.
  var sentence: String
  /// What to try.
  var hint: String
  var status: ExitStatus

  init(_ sentence: String, hint: String = "", _ status: ExitStatus) {
    self.sentence = sentence
    self.hint = hint
    self.status = status
  }
}
