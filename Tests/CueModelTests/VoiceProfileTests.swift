import CueModel
import Testing

@Suite struct `A voice profile` {
  @Test func `starts neutral, with a short pause`() {
    let profile = VoiceProfile()
    #expect(profile.rate == 0.5)
    #expect(profile.pitch == 1)
    #expect(profile.volume == 1)
    #expect(profile.pauseAfterMilliseconds == 150)
  }

  @Test func `moves values outside a range to its nearer end`() {
    let low = VoiceProfile(rate: -1, pitch: 0.1, volume: -3, pauseAfterMilliseconds: -1)
    #expect(low == VoiceProfile(rate: 0, pitch: 0.5, volume: 0, pauseAfterMilliseconds: 0))
    let high = VoiceProfile(rate: 3, pitch: 9, volume: 2, pauseAfterMilliseconds: .max)
    #expect(high == VoiceProfile(rate: 1, pitch: 2, volume: 1, pauseAfterMilliseconds: 60_000))
    #expect(VoiceProfile(rate: .infinity, pitch: -.infinity).rate == 1)
  }

  @Test func `moves values that are set later, too`() {
    var profile = VoiceProfile()
    profile.rate = 3
    profile.pitch = 0.1
    profile.volume = 2
    profile.pauseAfterMilliseconds = -20
    #expect(profile == VoiceProfile(rate: 1, pitch: 0.5, volume: 1, pauseAfterMilliseconds: 0))
  }

  @Test func `a profile takes the default for values that are not numbers`() {
    #expect(VoiceProfile(rate: .nan, pitch: .nan, volume: .nan) == VoiceProfile())
    var profile = VoiceProfile(rate: 0.9, pitch: 1.5, volume: 0.2)
    profile.rate = .nan
    profile.pitch = .nan
    profile.volume = .nan
    #expect(profile == VoiceProfile())
  }
}

@Suite struct `Blending tones` {
  @Test func `averages every field and cuts the pause to a whole number`() {
    let blend = VoiceProfile.blended([.angry, .intimate])
    #expect(abs(blend.rate - 0.51) < 1e-12)  // sums of decimals, hence not exact
    #expect(abs(blend.pitch - 1.05) < 1e-12)
    #expect(abs(blend.volume - 0.875) < 1e-12)
    #expect(blend.pauseAfterMilliseconds == 140)
    #expect(VoiceProfile.blended([.tense, .tense, .angry]).pauseAfterMilliseconds == 60)
    #expect(VoiceProfile.blended([.playful, .tense, .tense]).pauseAfterMilliseconds == 73)
  }

  @Test func `no tones give a neutral profile, and one tone gives its preset`() {
    #expect(VoiceProfile.blended([]) == VoiceProfile())
    #expect(VoiceProfile.blended([.sad]) == Tone.sad.preset)
  }
}

@Suite struct `A director's wish` {
  @Test func `changes only the fields it names`() {
    let tones = VoiceProfile.blended([.angry])
    let zeroes = DirectedProfile(rate: 0.3, pitch: 0, volume: 0, pauseAfterMilliseconds: 0)
    var expected = tones
    expected.rate = 0.3
    #expect(tones.merging(zeroes) == expected)
    #expect(tones.merging(DirectedProfile(rate: 0.3)) == expected)
  }

  @Test func `is ignored where it is absent, negative or no number`() {
    let tones = VoiceProfile.blended([.sad])
    #expect(tones.merging(nil) == tones)
    #expect(tones.merging(DirectedProfile()) == tones)
    let odd = DirectedProfile(rate: -1, pitch: .nan, volume: -0.5, pauseAfterMilliseconds: -9)
    #expect(tones.merging(odd) == tones)
  }

  @Test func `is moved into range like any other value`() {
    let wish = DirectedProfile(rate: 7, pitch: 7, volume: 7, pauseAfterMilliseconds: 10)
    let expected = VoiceProfile(rate: 1, pitch: 2, volume: 1, pauseAfterMilliseconds: 10)
    #expect(VoiceProfile().merging(wish) == expected)
  }
}

@Suite struct `The units plugins take` {
  @Test(
    arguments: [
      (0, 80), (0.25, 127.5), (0.5, 175), (0.75, 312), (1, 449),
    ] as [(Double, Double)])
  func `turn the rate into a speed factor on two straight lines`(rate: Double, words: Double) {
    #expect(abs(VoiceProfile(rate: rate).speedFactor - words / 175) < 1e-12)
  }

  @Test func `leave a neutral profile exactly neutral`() {
    #expect(VoiceProfile().speedFactor == 1)
    #expect(VoiceProfile().pitchSemitones == 0)
    #expect(VoiceProfile().volumeGain == 1)
  }

  @Test(arguments: [(0.5, -12.0), (1.0, 0.0), (2.0, 12.0), (1.5, 7.019_550_008_653_874)])
  func `The units plugins take turn the pitch into semitones`(pitch: Double, semitones: Double) {
    #expect(abs(VoiceProfile(pitch: pitch).pitchSemitones - semitones) < 1e-12)
  }

  @Test func `The units plugins take take the volume as the gain`() {
    #expect(VoiceProfile(volume: 0.75).volumeGain == 0.75)
  }
}
