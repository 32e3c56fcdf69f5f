import Cue

/// Rehearses a script without a screen: `rehearse SCRIPT CHARACTER FILE`.
///
/// The actor's lines are shown and taken as said at once.
@main struct Rehearse {
  static func main() async throws {
    guard CommandLine.arguments.count == 4 else { fatalError("rehearse SCRIPT CHARACTER FILE") }
    let (script, character, file) = (
      CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3]
    )
    let rehearsal = try Rehearsal(
      script: script, as: [character], cast: CastChoice(voices: "flite"), to: .file(file),
      actor: .scripted(try ActorScript(parsing: "")))
    for try await case .course(let report, _) in rehearsal.run() {
      switch report {
      case .shown(let line, _, isOwn: true): print("You: \(line.text)")
      case .speaking(_, let character, let voice, _): print("\(character) (\(voice))")
      case .finished(let outcome): print("\(outcome.partnerLines) lines of partners")
      default: break
      }
    }
  }
}
