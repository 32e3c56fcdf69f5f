import Cue

/// Asks for a name, records it, and plays it back: `echo SOUND|- RECORDING [FILE]`.
///
/// SOUND is the answer as a sound file, `-` the microphone. RECORDING is a sound file of any kind, as its name says. Speech and
/// playback go to FILE, where each replaces the one before it, or to the sound device.
@main struct Echo {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { fatalError("echo SOUND|- RECORDING [FILE]") }
    let config = VoiceIOConfig(
      trimPrePadSeconds: 0.10, trimPostPadSeconds: 0.30, clipWaitTimeoutSeconds: 1.5,
      suppressAfterSpeechSeconds: 0.25)
    let io = LiveVoiceIO(
      voices: "flite:slt,espeak", to: words.count > 2 ? .file(words[2]) : .device(),
      config: config, engine: .live)
    try await io.prepare(listens: true)
    try await io.speak("Please say your name.")

    var options = ListeningOptions()
    options.timeoutSeconds = 12
    options.inactivitySeconds = 2
    options.records = true
    options.file = words[0] == "-" ? nil : words[0]
    let result = try await io.listen(options)
    print("Heard: \(result.transcript.isEmpty ? "(none)" : result.transcript)")

    guard let recording = result.recording else { return }
    try await recording.save(to: words[1])
    try await io.prepareClip(words[1], gainDecibels: 12)
    try await io.speak("Thank you,")
    try await io.startPreparedClip()
  }
}
