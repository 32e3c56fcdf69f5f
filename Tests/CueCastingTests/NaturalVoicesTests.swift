import CueAudio
import CueCasting
import CueModel
import CuePlugins
import CueScreenplay
import TestSupport
import Testing

/// A voice of a plugin, measured at `hertz`.
private func voice(
  _ text: String, _ gender: VoiceGender?, _ hertz: Double, quality: Int,
  means: PitchMeans = .effectWithFormants
) throws -> VoiceCandidate {
  var voice = VoiceCandidate(try VoiceReference(text))
  voice.gender = gender
  voice.quality = quality
  voice.rank = Double(5 - quality)
  voice.languages = ["en"]
  voice.pitchMeans = means
  voice.print = VoicePrint(pitchHertz: hertz)
  return voice
}

/// A natural woman and a natural man, whom only an effect moves, and three plain voices of an engine that moves its pitch.
private func household() throws -> [VoiceCandidate] {
  try [
    voice("hibari://heart", .female, 190, quality: 4),
    voice("sherpa://joe", .male, 110, quality: 4),
    voice("flite://slt", .female, 170, quality: 2, means: .engine),
    voice("flite://rms", .male, 95, quality: 2, means: .engine),
    voice("flite://awb", .male, 130, quality: 2, means: .engine),
  ]
}

private func cast(_ roles: [(name: String, count: Int, gender: VoiceGender?)]) -> Cast {
  var cast = Cast()
  for (name, count, gender) in roles {
    var role = CastRole(key: name.lowercased(), name: name)
    role.speechCount = count
    role.gender = gender
    cast.roles.append(role)
  }
  return cast
}

/// A play that a seed decides: who is in it, how much each speaks, and who answers whom.
private struct RandomPlay {
  var cast: Cast
  var exchanges: CastProposal.Exchanges = [:]

  init(seed: UInt64, most: Int = 9) {
    var random = Seeded(seed)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let count = 2 + below(most - 1)
    let genders: [VoiceGender?] = [.female, .male, nil]
    var counts = (0..<count).map { _ in 1 + below(40) }
    counts.sort(by: >)
    cast = CueCastingTests.cast(
      counts.enumerated().map { ("P\($0)", $1, genders[below(3)]) })
    for one in 0..<count {
      for other in (one + 1)..<max(count, one + 1) where below(3) > 0 {
        exchanges[one...other] = 1 + below(20)
      }
    }
  }
}

@Suite struct `Natural and plain voices in a cast` {
  private func proposal() throws -> CastProposal { CastProposal(voices: try household()) }

  private func quality(_ role: CastRole, _ voices: [VoiceCandidate]) -> Int {
    voices.first { $0.reference.voice == role.voice?.voice }?.quality ?? -1
  }

  /// With two natural voices, a narrator of many lines had a shifted copy of a lead's, and is a person of its own now.
  @Test(arguments: [30, 60, 1088])
  func `a narrator with much text has an unchanged natural voice, as good as the leads'`(
    lines: Int
  ) throws {
    var play = cast([
      ("NORA", 40, .female), ("OSKAR", 38, .male), ("MAID", 2, .female), ("PORTER", 1, .male),
    ])
    play.narrator.speechCount = lines
    try proposal().fill(&play, exchanges: [0...1: 70, 0...2: 2, 1...3: 1])
    let voices = try household()
    #expect(quality(play.narrator, voices) == 4)
    #expect(play.narrator.voice?.pitchSemitones == 0)
    #expect(quality(play.roles[0], voices) == 4 && quality(play.roles[1], voices) == 4)
    #expect(play.roles[0].voice?.voice != play.roles[1].voice?.voice)
    #expect(Set(play.everybody.compactMap(\.voice)).count == 5)
  }

  @Test(arguments: 0..<200)
  func `the narrator never has a voice that an effect moves, as long as there is another`(
    seed: Int
  ) throws {
    var play = RandomPlay(seed: UInt64(seed) &+ 5000)
    play.cast.narrator.speechCount = seed * 7
    let voices = seed % 2 == 0 ? try household() : Array(try household().prefix(2))
    CastProposal(voices: voices).fill(&play.cast, exchanges: play.exchanges)
    #expect(play.cast.narrator.voice?.formantSemitones == 0)
  }

  /// The third of a play's leads had a plain voice, because its share is small compared with the first's.
  @Test func `a part with many lines has a natural one, however much others say`() throws {
    var play = cast([
      ("NORA", 300, .female), ("OSKAR", 200, .male), ("ILYA", 60, .male), ("PORTER", 1, .male),
    ])
    try proposal().fill(&play, exchanges: [0...1: 150, 0...2: 30, 1...2: 30])
    let voices = try household()
    for role in play.roles.dropLast() { #expect(quality(role, voices) == 4, "\(role)") }
    #expect(quality(play.roles[3], voices) == 2)
  }

  @Test func `the leads have natural ones, and small parts plain ones`() throws {
    var play = cast([
      ("NORA", 40, .female), ("OSKAR", 38, .male), ("MAID", 2, .female), ("PORTER", 1, .male),
    ])
    let exchanges: CastProposal.Exchanges = [0...1: 70, 0...2: 2, 1...3: 1]
    try proposal().fill(&play, exchanges: exchanges)
    let voices = play.roles.map { $0.voice?.voice }
    #expect(voices[0] == "heart" && voices[1] == "joe")
    #expect(voices[2] == "slt" && ["rms", "awb"].contains(voices[3]))
    #expect(play.roles.allSatisfy { $0.voice?.pitchSemitones == 0 })
  }

  /// One voice and an effect make several people: both pitch and formants differ by more than what is just noticed.
  @Test func `one voice plays several by an effect that moves pitch and formants`() throws {
    var play = cast([("A", 9, .female), ("B", 8, .female), ("C", 7, .female)])
    let exchanges: CastProposal.Exchanges = [0...1: 8, 1...2: 7, 0...2: 6]
    let one = try voice("hibari://heart", .female, 190, quality: 4)
    let proposal = CastProposal(voices: [one])
    proposal.fill(&play, exchanges: exchanges)
    let given = play.everybody.compactMap(\.voice)
    #expect(Set(given).count == 4)
    for voice in given where voice.pitchSemitones != 0 {
      #expect(abs(voice.pitchSemitones) >= 2 && abs(voice.formantSemitones) >= 1.2)
      #expect((voice.pitchSemitones > 0) == (voice.formantSemitones > 0))
    }
    let moved = play.roles.filter { $0.voice?.pitchSemitones != 0 }
    let reasons = proposal.reasons(of: play, exchanges: exchanges)
    for role in moved {
      guard case .movedByEffect(let names)? = reasons[role.key]?.last else {
        Issue.record("\(role.name): \(String(describing: reasons[role.key]))")
        continue
      }
      #expect(!names.isEmpty && !names.contains(role.name))
    }
  }

  @Test func `formants are moved only by an effect that can do it`() throws {
    for means in [PitchMeans.effect, .engine] {
      var play = cast([("A", 9, nil), ("B", 8, nil), ("C", 7, nil)])
      CastProposal(voices: [try voice("a://one", nil, 150, quality: 4, means: means)])
        .fill(&play, exchanges: [0...1: 8, 1...2: 7])
      #expect(play.everybody.allSatisfy { $0.voice?.formantSemitones == 0 })
    }
  }

  @Test func `the listing says why`() throws {
    var play = cast([
      ("NORA", 40, .female), ("OSKAR", 38, .male), ("MAID", 2, .female),
    ])
    play.roles[1].isLocked = true
    play.roles[1].voice = try VoiceReference("sherpa://joe")
    let exchanges: CastProposal.Exchanges = [0...1: 70, 0...2: 2]
    let proposal = try proposal()
    proposal.fill(&play, exchanges: exchanges)
    let reasons = proposal.reasons(of: play, exchanges: exchanges)
    #expect(reasons["nora"] == [.naturalForLead])
    #expect(reasons["oskar"] == nil, "what the user chose needs no reason")
    #expect(reasons["maid"] == [.plainBeside(["NORA"])])
    // Where all are machines, nothing is said.
    var plain = cast([("NORA", 40, .female), ("OSKAR", 38, .male)])
    let machines = CastProposal(voices: try household().filter { $0.quality < 4 })
    machines.fill(&plain, exchanges: [0...1: 70])
    #expect(machines.reasons(of: plain, exchanges: [0...1: 70]).isEmpty)
  }

  // Properties, over plays that seeds decide.

  @Test(arguments: 0..<300)
  func `two parts that answer each other never have the same unchanged voice`(seed: Int) throws {
    var play = RandomPlay(seed: UInt64(seed))
    let voices = seed % 2 == 0 ? try household() : Array(try household().prefix(2))
    CastProposal(voices: voices).fill(&play.cast, exchanges: play.exchanges)
    for (pair, count) in play.exchanges where count > 0 {
      let (one, other) = (play.cast.roles[pair.lowerBound], play.cast.roles[pair.upperBound])
      #expect(one.voice != nil && one.voice != other.voice, "\(one.name), \(other.name)")
    }
  }

  @Test(arguments: 0..<300)
  func `a larger part has no plainer voice than a smaller one, unless they would be mixed up`(
    seed: Int
  ) throws {
    var play = RandomPlay(seed: UInt64(seed) &+ 1000)
    let voices = try household()
    let proposal = CastProposal(voices: voices)
    proposal.fill(&play.cast, exchanges: play.exchanges)
    func confusions(_ cast: Cast, _ places: Set<Int>) -> Int {
      play.exchanges.count { pair, count in
        guard count > 0, !places.isDisjoint(with: [pair.lowerBound, pair.upperBound]),
          let one = cast.roles[pair.lowerBound].voice, let other = cast.roles[pair.upperBound].voice
        else { return false }
        return proposal.distance(one, other) < VoicePrint.alikeDistance
      }
    }
    let roles = play.cast.roles
    for one in roles.indices {
      for other in roles.indices
      where roles[one].speechCount > roles[other].speechCount
        && roles[one].gender == roles[other].gender
        && quality(roles[one], voices) < quality(roles[other], voices)
      {
        var swapped = play.cast
        swapped.roles[one].voice = roles[other].voice
        swapped.roles[other].voice = roles[one].voice
        let isOtherGender =
          roles[one].gender != nil
          && voices.first { $0.reference.voice == roles[other].voice?.voice }?.gender
            != roles[one].gender
        #expect(
          isOtherGender
            || confusions(swapped, [one, other]) > confusions(play.cast, [one, other]),
          "\(roles[one]) and \(roles[other])")
      }
    }
  }

  @Test func `the same play is cast the same way each time`() throws {
    for seed in 0..<40 {
      var (one, other) = (RandomPlay(seed: UInt64(seed)), RandomPlay(seed: UInt64(seed)))
      try proposal().fill(&one.cast, exchanges: one.exchanges)
      try proposal().fill(&other.cast, exchanges: other.exchanges)
      #expect(one.cast == other.cast)
    }
  }

  @Test func `a cast that is kept or locked stays as it is`() throws {
    for seed in 0..<40 {
      var play = RandomPlay(seed: UInt64(seed))
      play.cast.roles[0].voice = try VoiceReference("flite://rms")
      play.cast.roles[1].isLocked = true
      let before = play.cast
      try proposal().fill(&play.cast, exchanges: play.exchanges)
      #expect(play.cast.roles[0] == before.roles[0] && play.cast.roles[1] == before.roles[1])
    }
  }
}

@Suite struct `Plugins with voices of different quality` {
  private static let page = """
    INT. HALL - DAY

    He waits.

    NORA (woman)
    One.

    OSKAR
    Two.

    NORA (woman)
    Three.

    """

  private static func described(
    _ id: String, _ gender: VoiceGender, quality: Int
  ) -> VoiceDescription {
    VoiceDescription(id: id, languages: ["en"], gender: gender, quality: quality)
  }

  /// A machine, which is asked first, and a plugin whose voices are people's.
  private func providers(isChosen: Bool) -> DoubleProviders {
    let providers = DoubleProviders([
      DoubleProvider(
        "near",
        [
          Self.described("ann", .female, quality: 2), Self.described("ben", .male, quality: 2),
          Self.described("col", .male, quality: 2),
        ]),
      DoubleProvider(
        "far",
        [
          Self.described("dee", .female, quality: 4), Self.described("eli", .male, quality: 4),
          Self.described("fay", .female, quality: 4),
        ]),
    ])
    providers.hasChosenVoices = isChosen
    return providers
  }

  private func cast(
    _ providers: DoubleProviders, _ fill: (inout CastRequest) -> Void = { _ in }
  ) throws -> CastOutcome {
    var request = CastRequest()
    fill(&request)
    let screenplay = try ScreenplayReader.read(Array(Self.page.utf8), fileName: "a.fountain")
    return try Casting(providers, cacheFolder: nil, cancellation: Cancellation())
      .cast(of: screenplay, request, kept: KeptCast())
  }

  @Test func `robots and slow voices get a part only if the user names them`() throws {
    var robot = Self.described("robosoft", .male, quality: 4)
    robot.isNovelty = true
    var slow = Self.described("kumo", .male, quality: 5)
    slow.isSlow = true
    let providers = DoubleProviders([
      DoubleProvider(
        "near",
        [
          robot, slow, Self.described("ann", .female, quality: 2),
          Self.described("ben", .male, quality: 2),
        ]),
      DoubleProvider("far", [Self.described("dee", .female, quality: 1)]),
    ])
    let outcome = try cast(providers)
    let given = outcome.cast.everybody.flatMap(\.chain).map(\.voice)
    #expect(!given.contains("robosoft") && !given.contains("kumo"), "\(given)")
    let named = try cast(providers) {
      $0.pool = ["near:robosoft", "near:kumo"].map {
        PluginChoice(reference: PluginReference($0))
      }
    }
    #expect(Set(named.cast.everybody.compactMap(\.voice?.voice)) == ["robosoft", "kumo"])
  }

  @Test func `are cast by what their voices are, wherever the plugin stands`() throws {
    let outcome = try cast(providers(isChosen: false))
    #expect(outcome.cast.everybody.allSatisfy { $0.voice?.provider == "far" })
    #expect(outcome.cast.everybody.allSatisfy { $0.fallbacks.map(\.provider) == ["near"] })
    #expect(outcome.reasons["nora"] == [.naturalForLead])
  }

  @Test func `are cast in the order that the user gave them`() throws {
    let outcome = try cast(providers(isChosen: true))
    #expect(outcome.cast.everybody.allSatisfy { $0.voice?.provider == "near" })
    let named = try cast(providers(isChosen: false)) {
      $0.pool = ["near", "far"].map { PluginChoice(reference: PluginReference($0)) }
    }
    #expect(named.cast.everybody.allSatisfy { $0.voice?.provider == "near" })
  }
}
