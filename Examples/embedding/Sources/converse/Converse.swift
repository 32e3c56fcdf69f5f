import Cue

/// Asks for a number, listens and answers: `converse SOUND|- FILE [CLIP]`.
///
/// SOUND is the answer as a sound file, `-` a scripted one. The reply goes to FILE, with CLIP where it says `[sfx:ding]`.
@main struct Converse {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let answer = words.first ?? "-"
    let reply = words.count > 1 ? words[1] : "reply.wav"
    let live = LiveVoiceIO(voices: "flite:slt,espeak", to: .file(reply), engine: .live)

    // A test brings its own answers; a person is heard by a recognizer.
    let io: any VoiceIO =
      answer == "-" ? ScriptedVoiceIO(["seven"], scale: 0, speaker: live) : live
    io.onSpeakingChanged { print("speaking: \($0)") }
    try await io.speak("How many of you are there?")
    var options = ListeningOptions()
    options.expectation = .number
    options.timeoutSeconds = 6
    options.file = answer == "-" ? nil : answer
    let heard = try await io.listen(options)
    print("Heard: \(heard.transcript)")

    let queue = VoiceQueue(primary: io)
    queue.enqueueParsingSFX("You said \(heard.transcript). [sfx:ding] Good bye.") { _ in
      words.count > 2 ? words[2] : nil
    }
    let outcome = try await queue.play()
    print("\(outcome?.finished ?? 0) items, \(CueInfo.version)")
  }
}
