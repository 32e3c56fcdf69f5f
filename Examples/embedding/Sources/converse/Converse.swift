import Cue

/// Asks, listens and answers: `converse SOUND|- FILE [CLIP]`, where SOUND is the answer as a sound file, `-` a scripted one, and the
/// reply goes to FILE, with CLIP where it says `[sfx:ding]`.
@main struct Converse {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let answer = words.first ?? "-"
    let reply = words.count > 1 ? words[1] : "reply.wav"

    // A test brings its own answers; a person is heard by a recognizer.
    let ear = VoiceIO(
      engine: answer == "-" ? .scripted(ScriptedSpeech(["seven"], scale: 0)) : .live)
    var listening = VoiceIO.Listening()
    listening.expectation = .number
    listening.file = answer == "-" ? nil : answer
    let heard = try await ear.listen(listening)
    print("Heard: \(heard.transcript)")

    let io = VoiceIO(voices: "flite:slt,espeak", to: .file(reply), engine: .live) { event in
      if case .speaking(let isSpeaking) = event { print("speaking: \(isSpeaking)") }
    }
    io.enqueue(marked: "You said \(heard.transcript). [sfx:ding] Good bye.") { _ in
      words.count > 2 ? words[2] : nil
    }
    let outcome = try await io.playQueue()
    print("\(outcome?.finished ?? 0) items, \(VoiceIO.version)")
  }
}
