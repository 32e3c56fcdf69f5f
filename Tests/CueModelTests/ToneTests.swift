import CueModel
import Testing

@Suite struct `A tone` {
  @Test func `is one of fifteen, in the order of the chips`() {
    #expect(
      Tone.allCases.map(\.rawValue) == [
        "tense", "playful", "intimate", "angry", "sad", "comedic", "mysterious", "urgent",
        "desperate", "hopeful", "bitter", "loving", "fearful", "defiant", "vulnerable",
      ])
  }

  @Test func `every tone has an emoji`() {
    #expect(
      Tone.allCases.map(\.emoji) == [
        "😤", "😄", "🥰", "😠", "😢", "😂", "🤫", "⚡️", "😰", "🌟", "😒", "❤️", "😨", "😤", "🫂",
      ])
  }

  @Test(arguments: [("ANGRY", Tone.angry), ("Sad", .sad), ("urgent", .urgent)])
  func `is found by its label in any case`(label: String, tone: Tone) {
    #expect(Tone(label: label) == tone)
  }

  @Test(arguments: ["zzz", "", " angry", "tense,sad"])
  func `is not found by a word that is no tone`(label: String) {
    #expect(Tone(label: label) == nil)
  }

  @Test(arguments: [
    (Tone.tense, 0.55, 1.10, 1.00, 50), (.playful, 0.58, 1.20, 0.90, 120),
    (.intimate, 0.42, 0.95, 0.75, 200), (.angry, 0.60, 1.15, 1.00, 80),
    (.sad, 0.38, 0.85, 0.70, 250), (.comedic, 0.62, 1.25, 0.95, 50),
    (.mysterious, 0.40, 0.90, 0.65, 300), (.urgent, 0.65, 1.10, 1.00, 50),
  ])
  func `of the eight customary ones has its customary preset`(
    tone: Tone, rate: Double, pitch: Double, volume: Double, pause: Int
  ) {
    #expect(
      tone.preset
        == VoiceProfile(rate: rate, pitch: pitch, volume: volume, pauseAfterMilliseconds: pause))
  }

  @Test(arguments: Tone.allCases)
  func `each tone changes something that any voice can do`(tone: Tone) {
    #expect(tone.preset.speedFactor != 1)
    #expect(tone.preset != VoiceProfile())
  }

  @Test func `A tone differs from every other`() {
    for (index, tone) in Tone.allCases.enumerated() {
      for other in Tone.allCases.dropFirst(index + 1) {
        #expect(tone.preset != other.preset, "\(tone) and \(other) sound the same")
      }
    }
  }

  @Test(arguments: [Tone.intimate, .loving, .vulnerable])
  func `of intimacy is slower and quieter`(tone: Tone) {
    #expect(tone.preset.rate < VoiceProfile().rate)
    #expect(tone.preset.volume < Tone.urgent.preset.volume)
  }

  @Test(arguments: [Tone.urgent, .desperate, .angry])
  func `of urgency is faster and louder`(tone: Tone) {
    #expect(tone.preset.rate > VoiceProfile().rate)
    #expect(tone.preset.volume == 1)
  }
}
