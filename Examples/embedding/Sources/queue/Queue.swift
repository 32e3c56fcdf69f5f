import Cue

/// Plays speech, sound effects and pauses in two channels: `queue FILE CLIP`.
@main struct Queue {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 2 else { fatalError("queue FILE CLIP") }
    let io = LiveVoiceIO(voices: "flite:slt,espeak", to: .file(words[0]), engine: .live)
    io.observe { event in
      guard case .queue(let event) = event, case .began(_, .sound) = event.what else { return }
      print("clip")
    }

    let queue = VoiceQueue(primary: io)
    queue.enqueueSpeak("Step one.")
    queue.enqueueSFX(words[1], gainDecibels: 3)
    queue.enqueuePause(0.2)
    queue.enqueueSpeak("Step two.")
    let missing = queue.enqueueParsingSFX("Hello [sfx:ding] world. [sfx:gong]") { name in
      name == "ding" ? words[1] : nil
    }
    // The other channel is heard at the same time.
    queue.enqueueSFX(words[1], gainDecibels: -20, channel: 1)
    let outcome = try await queue.play()
    print("\(outcome?.finished ?? 0) items, without \(missing.joined(separator: ", "))")
  }
}
