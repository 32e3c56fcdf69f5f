import Cue

/// Speaks a sentence into a file, or to the sound device where none is named: `speak TEXT [FILE]`.
@main struct Speak {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let speaker = try Speaker(voices: "flite:slt,espeak")
    let place: SoundDestination = words.count > 1 ? .file(words.last!) : .device()
    try await speaker.speak(words.first ?? "Good evening.", to: place)
  }
}
