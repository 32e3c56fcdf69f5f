import CueRehearsal
import CueScreenplay

// What is said of directions.

extension DirectionFile {
  /// The subject, in the words for a script that does not have it; nil if the script has it.
  func stranger(_ subject: Subject, in script: Script) -> String? {
    switch subject {
    case .character(let name):
      let identity = CharacterName.identity(of: name)
      return script.characters.contains { $0.name == identity } ? nil : "character “\(name)”"
    case .scene(let number): return number <= script.scenes.count ? nil : "scene \(number)"
    case .line(let number):
      return number <= DialogueNumbers(script).count ? nil : "line \(number)"
    }
  }
}

extension Script {
  /// What can be directed in it.
  var subjects: String {
    let names = characters.map(\.name).joined(separator: ", ")
    return "Its characters: \(names). Its scenes: 1 to \(scenes.count). Its lines: 1 to "
      + "\(DialogueNumbers(self).count)."
  }
}
