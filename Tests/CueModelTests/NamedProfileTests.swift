import CueModel
import Testing

@Suite struct `A profile of a user` {
  private var varied: NamedProfile {
    var profile = NamedProfile("anna", voice: "mock")
    profile.tuning = .init(rateVariation: 0.1, pitchVariation: 0.2, volume: 0.5)
    profile.seed = 3
    return profile
  }

  @Test func `is neutral, and varies within its tuning, clamped`() {
    let plain = NamedProfile("anna", voice: "mock")
    #expect(plain.profile.rate == 0.5 && plain.profile.pitch == 1 && plain.profile.volume == 1)
    #expect(plain.tuning == .init() && plain.varied(for: "x") == plain.profile)
    var rates: Set<Double> = []
    for line in 0..<200 {
      let one = varied.varied(for: "line \(line)")
      rates.insert(one.rate)
      #expect((0.4...0.6).contains(one.rate) && (0.8...1.2).contains(one.pitch))
      #expect(one.volume == 0.5)
      #expect(one == varied.varied(for: "line \(line)"))
    }
    #expect(rates.count == 200)
    #expect((rates.max() ?? 0) > 0.58 && (rates.min() ?? 1) < 0.42)
    var fast = varied
    fast.profile.rate = 1
    fast.tuning.rateVariation = 7
    #expect(fast.tuning.rateVariation == 1)
    for line in 0..<50 { #expect((0...1).contains(fast.varied(for: "\(line)").rate)) }
    var other = varied
    other.seed = 4
    #expect(other.varied(for: "x") != varied.varied(for: "x"))
    #expect(varied.varied(for: "x", seed: 1) != varied.varied(for: "x", seed: 2))
  }

  @Test func `is found by its name, and as the default of a language`() {
    var store = ProfileStore()
    for (name, language) in [("zoe", "en-GB"), ("Anna", "en"), ("mari", "et")] {
      var profile = NamedProfile(name, voice: "mock:\(name)")
      profile.language = language
      store.set(profile)
    }
    #expect(store.profiles.map(\.name) == ["Anna", "mari", "zoe"])
    #expect(store.profile(named: "ZOE")?.name == "zoe" && store.profile(named: "nobody") == nil)
    store.setDefault("zoe", forLanguage: "EN")
    #expect(store.kept(forLanguage: "en-US")?.name == "zoe")
    #expect(store.visible(language: "en").map(\.name) == ["Anna", "zoe"])
    _ = store.setHidden("mock:Anna", true)
    #expect(store.visible(language: "en").map(\.name) == ["zoe"])
    // A removed profile is no longer a default.
    let isRemoved = store.remove("ZOE")
    #expect(isRemoved && store.kept(forLanguage: "en") == nil)
  }
}
