import CueCasting
import CueModel
import CuePlugins
import CueScreenplay
import CueStore
import TestSupport
import Testing

/// NORA has three speeches, OSKAR two and one by another name, the child one.
private let page = """
  INT. HALL - NIGHT

  NORA puts the lamp out. She sits down. She waits.

  NORA
  One.

  OSKAR
  Two. He looks away.

  NORA
  Three.

  OSKAR
  Four.

  OSKAR'S VOICE
  Five.

  NORA & OSKAR
  Six.

  NORA
  Seven.

  LITTLE GIRL
  Eight.

  """

private struct Desk {
  var providers = DoubleProviders.usual()
  var cacheFolder: String?
  let notes = Notes()

  final class Notes {
    var all: [CastingNote] = []
  }

  var casting: Casting {
    let notes = notes
    return Casting(providers, cacheFolder: cacheFolder, cancellation: Cancellation()) {
      notes.all.append($0)
    }
  }

  func cast(
    _ text: String = page, kept: KeptCast = KeptCast(),
    _ fill: (inout CastRequest) throws -> Void = { _ in }
  ) throws -> CastOutcome {
    var request = CastRequest()
    try fill(&request)
    return try casting.cast(of: try screenplay(text), request, kept: kept)
  }
}

private func screenplay(_ text: String) throws -> Screenplay {
  try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
}

private func play(_ names: [String]) -> String {
  "INT. HALL - DAY\n\n" + names.map { "\($0)\nYes.\n\n" }.joined()
}

private func reference(_ text: String) throws -> VoiceReference { try VoiceReference(text) }

extension CastOutcome {
  fileprivate subscript(_ key: String) -> String? { cast.role(key: key)?.voice?.description }
}

/// What a library would keep of `cast`.
private func kept(_ cast: Cast) -> KeptCast {
  var kept = KeptCast()
  kept.aliases = cast.aliases
  kept.roles = cast.everybody.map { role in
    StoredRole(
      character: role.key, name: role.name, voice: role.voice?.description ?? "",
      fallback: role.fallbacks.map(\.description).joined(separator: ","), isLocked: role.isLocked,
      dialogues: role.speechCount, notes: role.notes)
  }
  return kept
}

@Suite struct `Casting a script` {
  private let desk = Desk()

  @Test func `gives everybody a voice that suits the page, and a stand-in of another plugin`()
    throws
  {
    let outcome = try desk.cast()
    #expect(outcome.cast.roles.map(\.key) == ["nora", "oskar", "little girl"])
    #expect(outcome["nora"] == "near://ann")
    #expect(["near://ben", "near://col"].contains(outcome["oskar"]))
    #expect(Set(outcome.cast.everybody.compactMap(\.voice)).count == 4)
    for role in outcome.cast.everybody {
      #expect(role.fallbacks.count == 1 && role.fallbacks[0].provider != role.voice?.provider)
    }
    #expect(outcome.isNew == ["", "nora", "oskar", "little girl"])
    #expect(outcome.language == "en" && !outcome.isOtherLanguage)
  }

  @Test func `gives the same cast each time, and asks no voice for one that is kept`() throws {
    let first = try desk.cast()
    #expect(try Desk().cast().cast == first.cast)
    let later = Desk()
    let again = try later.cast(kept: kept(try #require(first.lastingCast)))
    #expect(again.cast == first.cast)
    #expect(again.lastingCast == nil && again.isNew.isEmpty)
    #expect(later.providers.sentenceCount == 0)
    let examined = try later.cast(kept: kept(first.cast)) { $0.examinesEverybody = true }
    #expect(examined.cast == first.cast && later.providers.sentenceCount > 0)
  }

  @Test func `measures each voice once, as long as there is a folder to keep that in`() throws {
    let folder = try TemporaryFolder()
    var desk = Desk()
    desk.cacheFolder = folder.path("cache")
    let first = try desk.cast()
    let count = desk.providers.sentenceCount
    #expect(count > 0)
    #expect(try desk.cast().cast == first.cast)
    #expect(desk.providers.sentenceCount == count)
  }

  @Test func `casts a new part alone, and leaves all others as they are`() throws {
    let first = try desk.cast().cast
    let outcome = try desk.cast(page + "\nTOM\nNine.\n", kept: kept(first))
    #expect(outcome.isNew == ["tom"])
    for role in first.everybody { #expect(outcome[role.key] == role.voice?.description) }
    #expect(outcome.lastingCast == outcome.cast)
  }

  @Test(arguments: 1...5)
  func `has a part for everyone, no two alike as long as voices can be moved`(count: Int) throws {
    let voices = (0..<count).map { VoiceDescription.of("v\($0)", ["", "male"][$0 % 2]) }
    let desk = Desk(providers: DoubleProviders([DoubleProvider("near", voices)]))
    let names = (0..<count * 5).map { "P\($0)" }
    let outcome = try desk.cast(play(names))
    let given = outcome.cast.everybody.compactMap(\.voice)
    #expect(given.count == names.count + 1 && Set(given).count == given.count)
    #expect(given.contains { $0.pitchSemitones != 0 })
  }

  @Test func `keeps the best voice for the largest part`() throws {
    let voices = ["a", "b", "c", "d", "e"].map { VoiceDescription.of($0) }
    let desk = Desk(providers: DoubleProviders([DoubleProvider("near", voices)]))
    let outcome = try desk.cast(play(["BEN", "CY", "CY", "ANN", "CY", "ANN", "CY"]))
    #expect(outcome.cast.roles.map(\.key) == ["cy", "ann", "ben"])
    #expect(outcome["cy"]?.hasPrefix("near://a") == true)
    #expect(Set(outcome.cast.everybody.compactMap(\.voice)).count == 4)
  }

  @Test func `casting prefers voices of the language, and reports if there is none`() throws {
    let estonian = try desk.cast { $0.language = "et" }
    #expect(estonian.cast.everybody.allSatisfy { $0.voice?.provider == "far" })
    #expect(estonian["nora"]?.contains("lang=et") == true)
    #expect(!estonian.isOtherLanguage)
    let french = try desk.cast { $0.language = "fr" }
    #expect(french.isOtherLanguage && french.cast.everybody.allSatisfy { $0.voice != nil })
  }

  @Test func `leaves out a voice that crashes, and waits for it once`() throws {
    let folder = try TemporaryFolder()
    let near = DoubleProvider("near", [.of("ann"), .of("bad")], crashing: ["bad"])
    var desk = Desk(providers: DoubleProviders([near], byDefault: ["near"]))
    desk.cacheFolder = folder.path("cache")
    let first = try desk.cast()
    #expect(first.cast.everybody.allSatisfy { $0.voice?.voice == "ann" })
    guard case .leftOut(let failure)? = desk.notes.all.first, desk.notes.all.count == 1 else {
      Issue.record("\(desk.notes.all)")
      return
    }
    #expect(failure.plugin == "near")
    let asked = near.sentences.count { $0 == "bad" }
    _ = try desk.cast()
    #expect(near.sentences.count { $0 == "bad" } == asked && desk.notes.all.count == 1)
    VoiceFailures.forget(cacheFolder: desk.cacheFolder)
    _ = try desk.cast()
    #expect(near.sentences.count { $0 == "bad" } == 2 * asked)
  }

  @Test func `a cast is the same if processes are ended meanwhile, and no voice is blamed`()
    throws
  {
    let undisturbed = try Desk().cast()
    let folder = try TemporaryFolder()
    let near = DoubleProvider(
      "near", [.of("ann", "female"), .of("ben", "male"), .of("col", "male")],
      ended: ["ann": 2, "ben": 4])
    let far = DoubleProviders.usual().plugins[1]
    var desk = Desk(providers: DoubleProviders([near, far]))
    desk.cacheFolder = folder.path("cache")
    let outcome = try desk.cast()
    #expect(outcome.cast == undisturbed.cast)
    #expect(outcome.lastingCast == undisturbed.lastingCast && desk.notes.all.isEmpty)
  }

  @Test func `is kept for this time only where a voice is missing whose process was always ended`()
    throws
  {
    let folder = try TemporaryFolder()
    let near = DoubleProvider(
      "near", [.of("ann", "female"), .of("ben", "male"), .of("col", "male")], ended: ["ann": 5])
    let far = DoubleProviders.usual().plugins[1]
    var desk = Desk(providers: DoubleProviders([near, far]))
    desk.cacheFolder = folder.path("cache")
    let disturbed = try desk.cast()
    #expect(disturbed["nora"]?.hasPrefix("far://dee") == true && disturbed.lastingCast == nil)
    // Nothing of it stays: the next cast does not depend on it.
    #expect(try desk.cast().lastingCast == Desk().cast().lastingCast)
  }

  @Test func `casting with voices for one run does not change the kept cast`() throws {
    let first = try desk.cast()
    let far = try desk.cast(kept: kept(first.cast)) {
      $0.pool = [PluginChoice(reference: PluginReference("far"))]
    }
    #expect(far.cast.everybody.allSatisfy { $0.voice?.provider == "far" })
    #expect(far.lastingCast == nil)
  }

  @Test func `asks a network only where the user names it`() throws {
    let paid = DoubleProvider("paid", [.of("zoe", "female")], needsNetwork: true)
    let near = DoubleProvider("near", [.of("ann", "female"), .of("ben", "male")])
    let desk = Desk(providers: DoubleProviders([near, paid], byDefault: ["paid", "near"]))
    #expect(try desk.cast().cast.everybody.allSatisfy { $0.voice?.provider == "near" })
    let named = try desk.cast { $0.pool = [PluginChoice(reference: PluginReference("paid"))] }
    #expect(named.cast.everybody.allSatisfy { $0.voice?.provider == "paid" })
    #expect(paid.sentences.isEmpty)
  }
}

@Suite struct `A user's choice in a cast` {
  private let desk = Desk()

  private func assignment(_ name: String, _ voice: String) throws -> CastRequest.Assignment {
    .init(name: name, voices: [try reference(voice)])
  }

  @Test func `a chosen voice is used exactly, locked, and given to no other part`() throws {
    let outcome = try desk.cast {
      $0.assignments = [try assignment("Oskar", "far://eli?pitch=2")]
      $0.narrator = try reference("near://col")
    }
    #expect(outcome["oskar"] == "far://eli?pitch=2" && outcome[""] == "near://col")
    #expect(outcome.cast.role(key: "oskar")?.isLocked == true && outcome.cast.narrator.isLocked)
    #expect(outcome.cast.role(key: "oskar")?.fallbacks.first?.provider == "near")
    let others = outcome.cast.everybody.filter { !["", "oskar"].contains($0.key) }
    #expect(!others.contains { $0.voice?.description == "near://col" })
    let recast = try desk.cast(kept: kept(outcome.cast)) {
      $0.castsAgain = true
      $0.pool = [PluginChoice(reference: PluginReference("far"))]
    }
    #expect(recast["oskar"] == "far://eli?pitch=2" && recast[""] == "near://col")
    #expect(recast["nora"]?.hasPrefix("far://") == true)
  }

  /// The actor's own part took one of the best voices, and nobody heard it.
  @Test func `leaves the best voices to the partners of a person`() throws {
    let providers = DoubleProviders([
      DoubleProvider("all", [.of("best", "male"), .of("good", "male"), .of("fair", "male")])
    ])
    let desk = Desk(providers: providers)
    let page = play(["BEN", "TOM", "BEN", "BEN"])
    let all = try desk.cast(page)
    let outcome = try desk.cast(page) { $0.playedParts = ["Ben"] }
    #expect(outcome["ben"] == nil && outcome.cast.role(key: "ben")?.isLocked == false)
    #expect(outcome["tom"] == all["ben"])
    #expect(outcome.lastingCast?.role(key: "ben")?.voice == nil)
    // Later somebody else plays TOM: BEN gets a voice, and TOM keeps his.
    let later = try desk.cast(page, kept: kept(outcome.cast)) { $0.playedParts = ["Tom"] }
    #expect(later["tom"] == outcome["tom"] && later["ben"] != nil)
  }

  @Test func `a cue of several people can be made a part of its own`() throws {
    let outcome = try desk.cast { $0.assignments = [try assignment("Nora & Oskar", "far://dee")] }
    #expect(outcome["nora & oskar"] == "far://dee" && outcome.speakers.crowds.isEmpty)
    let later = try desk.cast(kept: kept(outcome.cast))
    #expect(later["nora & oskar"] == "far://dee")
  }

  @Test func `a choice is kept by the command that edits the cast, elsewhere only the proposal is`()
    throws
  {
    let before = try desk.cast().cast
    let wishes: (inout CastRequest) throws -> Void = {
      $0.assignments = [
        try assignment("OSKAR", "far://eli"), try assignment("TOM", "far://eli?pitch=4"),
      ]
      $0.aliases = [.init(cue: "OSKAR'S VOICE", name: "OSKAR")]
    }
    let text = page + "\nTOM\nNine.\n\nKIM\nTen.\n"
    let once = try desk.cast(text, kept: kept(before), wishes)
    #expect(once["oskar"] == "far://eli" && once["tom"] == "far://eli?pitch=4")
    #expect(once.cast.role(key: "oskar's voice") == nil)
    let lasting = try #require(once.lastingCast)
    #expect(lasting.role(key: "oskar")?.voice == before.role(key: "oskar")?.voice)
    #expect(lasting.role(key: "oskar")?.isLocked == false)
    #expect(lasting.role(key: "tom") == nil && lasting.role(key: "kim")?.voice != nil)
    #expect(lasting.aliases.isEmpty)
    let edited = try desk.cast(text, kept: kept(before)) {
      try wishes(&$0)
      $0.isLasting = true
    }
    #expect(edited.lastingCast == edited.cast)
  }

  @Test func `a pool of voices limits the cast, except for locked parts`() throws {
    let before = try desk.cast { $0.assignments = [try assignment("NORA", "near://ann")] }.cast
    let far = PluginChoice(reference: PluginReference("far"))
    let limited = try desk.cast(kept: kept(before)) { $0.pool = [far] }
    #expect(limited["nora"] == "near://ann")
    for key in ["", "oskar", "little girl"] {
      #expect(limited[key]?.hasPrefix("far://") == true, "\(key)")
    }
    let again = try desk.cast(kept: kept(limited.cast)) { $0.pool = [far] }
    #expect(again.cast == limited.cast && again.isNew.isEmpty)
  }

  @Test func `is taken from a file, which is not changed by it`() throws {
    let first = try desk.cast { $0.assignments = [try assignment("OSKAR", "near://col")] }
    let text = CastFile(script: "T", language: "en", cast: first.cast).text
    let file = try CastFile(parsing: Array(text.utf8))
    let taken = try Desk().cast { $0.file = file }
    #expect(taken.cast == first.cast && taken.lastingCast == nil)
    let stranger = try CastFile(
      parsing: Array("{\"cue_cast\": 1,\n\"characters\": [\n{\"name\": \"BO\"}]}".utf8))
    _ = try desk.cast { $0.file = stranger }
    guard case .stranger("BO", line: 3)? = desk.notes.all.last else {
      Issue.record("\(desk.notes.all)")
      return
    }
  }

  /// The result of a request that cannot be fulfilled.
  private func failure(_ request: CastRequest, _ desk: Desk = Desk()) throws -> String {
    let text = try screenplay(page)
    do throws(CastingFailure) {
      _ = try desk.casting.cast(of: text, request, kept: KeptCast())
      return "none"
    } catch {
      switch error {
      case .unknownPart(let name, let use, let parts): return "\(name) \(use) \(parts.count)"
      case .nothingToLock(let name): return "nothing to lock: \(name)"
      case .missingVoice(let voice, .unknownVoice): return "no voice \(voice)"
      case .missingVoice(let voice, .provider): return "no plugin \(voice)"
      case .noVoice(.unknownVoice(let voice, let provider)?): return "no \(provider):\(voice)"
      case .noVoice(nil): return "no voice at all"
      default: return "\(error)"
      }
    }
  }

  @Test func `a choice that is not available is reported`() throws {
    var request = CastRequest()
    request.assignments = [try assignment("BO", "near://ann")]
    #expect(try failure(request) == "BO voice 3")
    request.assignments = [try assignment("NORA", "near://max")]
    #expect(try failure(request) == "no voice near://max")
    request = CastRequest()
    request.narrator = try reference("none://")
    #expect(try failure(request) == "no plugin none://")
    request = CastRequest()
    request.locks = ["NORA"]
    #expect(try failure(request) == "nothing to lock: NORA")
    request = CastRequest()
    request.pool = [PluginChoice(reference: PluginReference("near:max"))]
    #expect(try failure(request) == "no near:max")
    let empty = Desk(providers: DoubleProviders([], byDefault: []))
    #expect(try failure(CastRequest(), empty) == "no voice at all")
    #expect(try desk.cast("INT. HALL - DAY\n\nIt rains.\n")[""] != nil)
  }
}

@Suite struct `A part whose gender the script does not show` {
  private let play = "INT. HALL - DAY\n\n" + String(repeating: "XQ\nYes.\n\nZV\nNo.\n\n", count: 4)

  @Test func `a part with an unclear gender is reported until the user sets it`() throws {
    struct Clock: WallClock { var millisecondsSince1970: Int64 { 0 } }
    let database = try Database(.memory, modules: [Scripts.module])
    let keeper = CastKeeper(
      database, clock: Clock(),
      of: ScriptIdentity(path: "/plays/a.fountain", name: "a.fountain", digest: "00"))
    func cast(_ genders: [CastRequest.Gender] = []) throws -> CastOutcome {
      let kept = try keeper.kept()
      let outcome = try Desk().cast(play, kept: kept) {
        $0.genders = genders
        $0.isLasting = true
      }
      try keeper.keep(try #require(outcome.lastingCast), over: kept)
      return outcome
    }
    #expect(try cast().unknownLeads == ["XQ", "ZV"])
    let women: Set<String?> = ["near://ann", "far://dee", "far://dee?lang=en"]
    for gender in [VoiceGender.female, .male, .female] {
      let told = try cast([.init(name: "xq", gender: gender)])
      #expect(told.unknownLeads == ["ZV"])
      #expect(women.contains(told["xq"]) == (gender == .female), "\(told["xq"] ?? "")")
    }
    let again = try cast()
    #expect(again.unknownLeads == ["ZV"] && again.cast.role(key: "xq")?.toldGender == .female)
    #expect(again.isNew.isEmpty)
  }
}

@Suite struct `A cast in a library` {
  @Test func `is there again, locks, aliases and all`() throws {
    struct Clock: WallClock { var millisecondsSince1970: Int64 { 0 } }
    let database = try Database(.memory, modules: [Scripts.module])
    let keeper = CastKeeper(
      database, clock: Clock(),
      of: ScriptIdentity(path: "/plays/a.fountain", name: "a.fountain", digest: "00"))
    #expect(try keeper.kept().roles.isEmpty)
    let desk = Desk()
    let outcome = try desk.cast(kept: try keeper.kept()) {
      $0.aliases = [.init(cue: "OSKAR'S VOICE", name: "OSKAR")]
      $0.assignments = [.init(name: "NORA", voices: [try reference("far://dee?pitch=1")])]
      $0.isLasting = true
    }
    try keeper.keep(try #require(outcome.lastingCast), over: try keeper.kept())
    let again = try Desk().cast(kept: try keeper.kept())
    #expect(again.cast == outcome.cast)
    let freed = try desk.cast(kept: try keeper.kept()) {
      $0.aliases = [.init(cue: "OSKAR'S VOICE", name: nil)]
      $0.unlocks = ["NORA"]
      $0.isLasting = true
    }
    try keeper.keep(try #require(freed.lastingCast), over: try keeper.kept())
    #expect(try keeper.kept().aliases.isEmpty)
    #expect(try keeper.kept().roles.first { $0.character == "nora" }?.isLocked == false)
    // A locked part that left the script comes back with it.
    try keeper.keep(outcome.cast, over: try keeper.kept())
    let short = try desk.cast(play(["OSKAR"]), kept: try keeper.kept()) { $0.isLasting = true }
    try keeper.keep(try #require(short.lastingCast), over: try keeper.kept())
    #expect(try Desk().cast(kept: try keeper.kept())["nora"] == "far://dee?pitch=1")
  }
}

@Suite struct `A part's chain of voices` {
  private func role(_ voices: String...) throws -> CastRole {
    var role = CastRole(key: "nora", name: "NORA")
    role.voice = try reference(voices[0])
    role.fallbacks = try voices.dropFirst().map { try reference($0) }
    return role
  }

  @Test func `is its voice and then its stand-ins, in engines that parts share`() throws {
    var chains = CastChains(DoubleProviders.usual()) { _ in }
    let nora = try chains.chain(of: try role("near://ann?pitch=2", "far://dee"))
    let oskar = try chains.chain(of: try role("near://ben", "near://col?set.warmth=2"))
    #expect(nora.map(\.source) == [0, 1] && oskar.map(\.source) == [0, 2])
    #expect(chains.sources.count == 3)
    #expect(nora[0].reference.pitchSemitones == 2)
  }

  @Test func `goes on with the stand-in where the voice crashes`() throws {
    let near = DoubleProvider("near", [.of("ann")], crashing: ["ann"])
    let far = DoubleProvider("far", [.of("dee")])
    var chains = CastChains(DoubleProviders([near, far])) { _ in }
    let voice = try chains.voice(of: try role("near://ann", "far://dee?pitch=-2"))
    var standIns: [String] = []
    let outcome = try voice.speak(
      SpeechRequest(text: "One."), cancellation: Cancellation()
    ) { event in
      if case .startedOver(let name, _) = event { standIns.append(name) }
    }
    #expect(outcome == .finished && standIns == ["far:dee-2st"])
    #expect(near.sentences == ["ann"] && far.sentences == ["dee"])
  }

  @Test func `asks a service that is down once, however many parts have its voices`() throws {
    let cloud = DoubleProvider("cloud", [.of("ann"), .of("ben")], needsNetwork: true, isDown: true)
    let far = DoubleProvider("far", [.of("dee")])
    var chains = CastChains(DoubleProviders([cloud, far])) { _ in }
    let voices = try (0..<6).map {
      try chains.voice(of: try role($0 % 2 == 0 ? "cloud://ann" : "cloud://ben", "far://dee"))
    }
    var standIns = 0
    for voice in voices + voices {
      let outcome = try voice.speak(
        SpeechRequest(text: "One."), cancellation: Cancellation()
      ) { event in if case .startedOver = event { standIns += 1 } }
      #expect(outcome == .finished)
    }
    #expect(cloud.sentences.count == 1)
    #expect(standIns == 1)
    #expect(far.sentences.count == 12)
  }

  @Test func `without stand-ins, a part has only its own voice`() throws {
    let near = DoubleProvider("near", [.of("ann")], crashing: ["ann"])
    let far = DoubleProvider("far", [.of("dee")])
    var chains = CastChains(DoubleProviders([near, far]), isStrict: true) { _ in }
    let voice = try chains.voice(of: try role("near://ann", "far://dee"))
    #expect(throws: PluginFailure.self) {
      try voice.speak(SpeechRequest(text: "One."), cancellation: Cancellation()) { _ in }
    }
    #expect(far.sentences.isEmpty)
    #expect(throws: CastingFailure.self) { try chains.chain(of: try role("gone://x", "far://dee")) }
  }

  @Test func `a chain keeps the reason why the part's own voice is missing`() throws {
    var chains = CastChains(DoubleProviders.usual()) { _ in }
    let nora = try role("gone://x", "far://dee")
    #expect(try chains.chain(of: nora).map(\.isStandIn) == [true])
    #expect(chains.failure(of: try #require(nora.voice)) != nil)
    #expect(chains.failure(of: try #require(nora.fallbacks.first)) == nil)
  }

  @Test func `no stand-in replaces a voice with a wrong setting`() throws {
    let wrong = PluginFailure(
      plugin: "near", activity: .loading, kind: .refused(status: .notFound),
      reason: .said("near has no parameter “modle”"))
    var chains = CastChains<Int>(DoubleProviders.usual(), note: { _ in }) { provider in
      guard provider.name != "near" else { throw wrong }
      return 0
    }
    #expect(throws: CastingFailure.self) {
      try chains.chain(of: try role("near://ann?set.modle=x", "far://dee"))
    }
    #expect(try chains.chain(of: try role("far://dee")).count == 1)
  }

  @Test func `a chain skips a missing plugin, reports it once, and is never empty`() throws {
    let notes = Desk.Notes()
    var chains = CastChains(DoubleProviders.usual()) { notes.all.append($0) }
    #expect(try chains.chain(of: try role("gone://x", "far://dee")).count == 1)
    #expect(try chains.chain(of: try role("gone://y", "far://eli")).count == 1)
    #expect(notes.all.count == 1)
    #expect(throws: CastingFailure.self) { try chains.chain(of: try role("gone://x")) }
  }
}

@Suite struct `The voices for one speaker` {
  private func names(_ language: String, configured: [String: String] = [:]) throws -> [String] {
    let usual = DoubleProviders.usual()
    let desk = Desk(providers: DoubleProviders(usual.plugins, configured: configured))
    return try desk.casting.voices(forLanguage: language).engines.map(\.name)
  }

  @Test func `are those of the usual chain that speak the language`() throws {
    #expect(try names("") == ["near", "far"])
    #expect(try names("en-GB") == ["near", "far"])
    #expect(try names("et") == ["far"])
    #expect(try names("fr") == ["near", "far"])
    #expect(try Desk().casting.voices(forLanguage: "fr").isOtherLanguage)
    #expect(!(try Desk().casting.voices(forLanguage: "et-EE").isOtherLanguage))
  }

  @Test func `are those that the configuration names for the language, before all others`() throws {
    #expect(try names("et", configured: ["et": "near"]) == ["near"])
    #expect(try names("et-EE", configured: ["et": "near"]) == ["near"])
    #expect(try names("et-EE", configured: ["et-EE": "far", "et": "near"]) == ["far"])
  }
}
