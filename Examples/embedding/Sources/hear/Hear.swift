import Cue

/// Rehearses a script with a microphone, records takes, and prints every event: `hear SCRIPT CHARACTER MICROPHONE FILE`.
///
/// MICROPHONE is a device, or a sound file in its place. Events are lines of JSON, as `cue rehearse --json` prints them.
@main struct Hear {
  static func main() async throws {
    guard CommandLine.arguments.count == 5 else {
      fatalError("hear SCRIPT CHARACTER MICROPHONE FILE")
    }
    let (script, character, microphone, file) = (
      CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3],
      CommandLine.arguments[4]
    )
    var request = RehearsalRequest(as: [character])
    request.cast.pool = [PluginChoice(reference: PluginReference("flite"))]
    request.microphone = MicrophoneSource(microphone)
    request.records = true
    request.keepsPlace = false
    let rehearsal = try Rehearsal(
      script: script, request, to: .file(file), actor: .scripted(try ActorScript(parsing: "")))
    for try await event in rehearsal.run() {
      if let json = rehearsal.json(of: event) { print(json) }
    }
  }
}
