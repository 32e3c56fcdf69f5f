import CueAudio
import CueCasting
import CueModel
import Testing

@Suite struct `A proposal for a cast` {
  private func voice(
    _ text: String, _ gender: String = "", _ hertz: Double = 0, rank: Double = 0,
    bands: [Double] = [-6, -6, -10, -15, -20, -24]
  ) throws -> VoiceCandidate {
    var voice = VoiceCandidate(try VoiceReference(text))
    voice.gender = VoiceGender(rawValue: gender)
    voice.rank = rank
    voice.languages = ["en"]
    if hertz > 0 { voice.print = VoicePrint(pitchHertz: hertz, bandDecibels: bands) }
    return voice
  }

  private func cast(_ roles: [(String, Int, String)]) -> Cast {
    var cast = Cast()
    for (name, count, gender) in roles {
      var role = CastRole(key: name.lowercased(), name: name)
      role.speechCount = count
      role.gender = VoiceGender(rawValue: gender)
      cast.roles.append(role)
    }
    return cast
  }

  private func filled(
    _ cast: Cast, _ voices: [VoiceCandidate], _ exchanges: CastProposal.Exchanges = [:]
  ) -> Cast {
    var cast = cast
    CastProposal(voices: voices).fill(&cast, exchanges: exchanges)
    return cast
  }

  private func few() throws -> [VoiceCandidate] {
    [
      try voice("a://ann", "female", 200), try voice("a://ben", "male", 100, rank: 0.1),
      try voice("a://col", "male", 130, rank: 0.2),
      try voice("b://dee", "female", 230, rank: 1),
    ]
  }

  @Test func `a proposal gives all parts a voice of their gender, and the narrator a unique one`()
    throws
  {
    let cast = filled(cast([("NORA", 20, "female"), ("OSKAR", 10, "male")]), try few())
    #expect(cast.role(key: "nora")?.voice?.description == "a://ann")
    #expect(["ben", "col"].contains(cast.role(key: "oskar")?.voice?.voice))
    #expect(["ben", "col"].contains(cast.narrator.voice?.voice))
    #expect(Set(cast.everybody.compactMap(\.voice)).count == 3)
  }

  @Test func `is the same each time, and moves voices where there are too few`() throws {
    let names = (1...8).map { ("P\($0)", 20 - $0, "") }
    let first = filled(cast(names), try few())
    for _ in 0..<3 { #expect(filled(cast(names), try few()) == first) }
    let voices = first.everybody.compactMap(\.voice)
    #expect(voices.count == 9 && Set(voices).count == 9)
    #expect(voices.contains { $0.pitchSemitones != 0 })
  }

  @Test func `a proposal leaves parts that have a voice or are locked unchanged`() throws {
    var before = cast([("NORA", 20, "female"), ("OSKAR", 10, "male"), ("ILYA", 5, "male")])
    before.roles[0].voice = try VoiceReference("b://dee")
    before.roles[1].isLocked = true
    let after = filled(before, try few())
    #expect(after.roles[0] == before.roles[0] && after.roles[1] == before.roles[1])
    #expect(after.roles[2].voice != nil && after.narrator.voice != nil)
    #expect(after.roles[2].voice != after.roles[0].voice)
  }

  @Test func `a proposal gives different voices to parts that answer each other`() throws {
    // Two pairs of voices that are alike; A talks to B, C talks to D.
    let voices = try [
      voice("a://one", "", 100), voice("a://two", "", 104), voice("a://three", "", 190),
      voice("a://four", "", 198), voice("a://five", "", 140),
    ]
    let roles = [("A", 10, ""), ("B", 10, ""), ("C", 10, ""), ("D", 10, "")]
    let cast = filled(cast(roles), voices, [0...1: 30, 2...3: 30])
    let proposal = CastProposal(voices: voices)
    for (one, other) in [(0, 1), (2, 3)] {
      let (first, second) = try (
        #require(cast.roles[one].voice), #require(cast.roles[other].voice)
      )
      #expect(proposal.distance(first, second) > 4, "\(first), \(second)")
    }
    #expect(proposal.alike(in: cast, exchanges: [0...1: 30, 2...3: 30]).isEmpty)
  }

  @Test func `a proposal lists the parts that sound alike`() throws {
    var cast = cast([("ALEX", 10, ""), ("SAM", 10, ""), ("KIM", 3, "")])
    let voices = try [voice("a://slt", "female", 170), voice("a://rms", "male", 100)]
    cast.roles[0].voice = try VoiceReference("a://slt")
    cast.roles[1].voice = try VoiceReference("a://slt?pitch=1")
    cast.roles[2].voice = try VoiceReference("a://rms")
    let exchanges: CastProposal.Exchanges = [0...1: 12, 0...2: 4, 1...2: 1]
    let alike = CastProposal(voices: voices).alike(in: cast, exchanges: exchanges)
    #expect(alike.map { [$0.one, $0.other, $0.exchanges] } == [[0, 1, 12]])
    // Four semitones are the same person in another mood; seven are somebody else.
    cast.roles[1].voice = try VoiceReference("a://slt?pitch=4")
    #expect(CastProposal(voices: voices).alike(in: cast, exchanges: exchanges).count == 1)
    cast.roles[1].voice = try VoiceReference("a://slt?pitch=7")
    #expect(CastProposal(voices: voices).alike(in: cast, exchanges: exchanges).isEmpty)
    cast.roles[1].voice = try VoiceReference("a://slt?pitch=4&formants=2.6")
    #expect(CastProposal(voices: voices).alike(in: cast, exchanges: exchanges).isEmpty)
  }

  @Test func `a proposal gives no large part a voice that is slower than real time`() throws {
    var slow = try voice("a://slow", "female", 200)
    slow.isSlow = true
    let voices = [slow] + (try few())
    let cast = filled(cast([("NORA", 60, "female"), ("OSKAR", 40, "male")]), voices)
    #expect(cast.everybody.allSatisfy { $0.voice?.voice != "slow" })
  }

  @Test func `a proposal detects voices that cannot change their pitch, and tones`()
    throws
  {
    var still = try voice("a://rms", "male", 100)
    still.print?.pitchResponse = 0
    var tone = try voice("m://tone", "", 220)
    tone.print?.voicedShare = 1
    tone.print?.pitchSpreadSemitones = 0
    let cast = filled(
      cast([("A", 3, ""), ("B", 2, "")]), [still, tone, try voice("a://slt", "", 170)])
    for voice in cast.everybody.compactMap(\.voice) {
      #expect(voice.provider == "a")
      if voice.voice == "rms" { #expect(voice.pitchSemitones == 0) }
    }
    #expect(filled(self.cast([("A", 1, "")]), [tone]).roles[0].voice?.provider == "m")
  }

  @Test func `gives children high voices and stand-ins of another provider`() throws {
    var cast = cast([("BOY", 5, "male"), ("MAN", 5, "male")])
    cast.roles[0].age = "child"
    let voices = try few() + [try voice("b://high", "male", 240, rank: 1.2)]
    let proposal = CastProposal(voices: voices)
    proposal.fill(&cast, exchanges: [0...1: 9])
    let boy = try #require(cast.roles[0].voice)
    #expect(["ann", "dee", "high"].contains(boy.voice), "\(boy)")
    #expect(cast.roles[1].voice?.voice == "ben" || cast.roles[1].voice?.voice == "col")
    proposal.fillFallbacks(&cast, of: ["boy", "man", ""])
    for role in cast.everybody {
      #expect(role.fallbacks.count == 1 && role.fallbacks[0].provider != role.voice?.provider)
    }
  }

  @Test func `casts sixty characters from two hundred voices`() throws {
    var voices: [VoiceCandidate] = []
    for place in 0..<200 {
      voices.append(
        try voice(
          "p\(place % 3)://v\(place)", place % 2 == 0 ? "female" : "male",
          80 + Double((place * 37) % 200), rank: Double(place % 3),
          bands: (0..<6).map { -5 - Double((place * 7 + $0 * 13) % 20) }))
    }
    let roles = (0..<60).map { ("P\($0)", 61 - $0, ["male", "female", ""][$0 % 3]) }
    var exchanges: CastProposal.Exchanges = [:]
    for one in 0..<59 { exchanges[one...one + 1] = 60 - one }
    var cast = cast(roles)
    CastProposal(voices: voices).fill(&cast, exchanges: exchanges)
    #expect(Set(cast.everybody.compactMap(\.voice)).count == 61)
    #expect(CastProposal(voices: voices).alike(in: cast, exchanges: exchanges).isEmpty)
    for role in cast.roles where role.gender != nil {
      let place = Int(role.voice?.voice.dropFirst() ?? "") ?? -1
      #expect((place % 2 == 0) == (role.gender == .female))
    }
  }
}
