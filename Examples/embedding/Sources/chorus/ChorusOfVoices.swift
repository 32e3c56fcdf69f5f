import Cue

/// Lets several voices say a text together, in three seconds: `chorus FILE VOICE…`.
@main struct ChorusOfVoices {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { fatalError("chorus FILE VOICE…") }
    let io = LiveVoiceIO(
      to: .file(words[0]), profiles: VoiceProfileBook(seed: 7), engine: .live)
    // Each line varies a little; the same seed gives the same sound.
    io.profiles.tuning = NamedProfile.Tuning(pitchVariation: 0.02)

    var profiles = words.dropFirst().map { NamedProfile(voice: $0) }
    profiles[0].profile.pitch = 1.1
    profiles[0].profile.volume = 0.9
    var chorus = VoiceChorus(io)
    chorus.onsetSeconds = 0.05
    try await chorus.speak(
      "Hello from a small chorus of voices.", profiles: profiles, seconds: 3)
    print("\(profiles.count) voices in \(words[0])")
  }
}
