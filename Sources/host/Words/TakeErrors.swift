import enum CueAssembly.LineSoundFault
import enum CueAssembly.TakeFailure
import CueAudio

extension UserError {
  /// Why a take cannot be kept or found.
  init(_ failure: TakeFailure) {
    switch failure {
    case .sound(let error): self.init(error)
    case .system(let path, let errno):
      self.init("\(path) cannot be used: \(Console.describe(errno: errno)).", .inputOutput)
    case .noSuchTake(let name): self.init("There is no take \(name).", .noInput)
    case .isBeingRecorded(let name):
      self.init(
        "Take \(name) is being recorded, and takes of its scene keep their numbers meanwhile.",
        hint: "Try again when it is over.", .temporary)
    }
  }
}

extension LineSoundFault {
  /// Why the sound cannot be used, as a clause in the language of `words`.
  func clause(_ words: Messages) -> String {
    switch self {
    case .sound(let error):
      if case .cannotOpen(let errno) = error.reason { return Console.describe(errno: errno) }
      return error.sentence.hasSuffix(".") ? String(error.sentence.dropLast()) : error.sentence
    case .tooShort: return words.trouble(.lineTooShort)
    case .tooLong: return words.trouble(.lineTooLong)
    case .silent: return words.trouble(.lineSilent)
    }
  }
}
