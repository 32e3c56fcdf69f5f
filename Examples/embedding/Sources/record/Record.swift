import Cue

/// Records a script with a voice for each part: `record SCRIPT FILE [PART=VOICE…]`.
@main struct Record {
  static func main() async throws {
    guard CommandLine.arguments.count >= 3 else { fatalError("record SCRIPT FILE [PART=VOICE…]") }
    var cast = CastChoice(voices: "flite")
    for word in CommandLine.arguments.dropFirst(3) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { cast.parts[parts[0]] = parts[1] }
    }
    let recording = try Recording(script: CommandLine.arguments[1], cast: cast)
    for try await event in recording.make(to: CommandLine.arguments[2]) {
      switch event {
      case .made(let text, let speaker): print("\(speaker): \(text)")
      case .finished(let files, let seconds): print("\(files.joined(separator: " ")): \(seconds) s")
      default: break
      }
    }
  }
}
