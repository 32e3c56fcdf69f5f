import CueGeneration
import CueModel
import CueScreenplay
import Synchronization
import TestSupport

/// A cache in memory that counts what was put into it.
final class CountingCache: SoundCache {
  private struct State {
    var clips: [ClipKey: Clip] = [:]
    var claims: Set<ClipKey> = []
    var foreign: Set<ClipKey> = []
    var puts: [ClipKey] = []
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  var puts: [ClipKey] { state.withLock { $0.puts } }
  var claims: Set<ClipKey> { state.withLock { $0.claims } }

  /// Has another program make `key`, until it has.
  func occupy(_ key: ClipKey) { state.withLock { _ = $0.foreign.insert(key) } }
  /// The other program is done with it, or is gone.
  func vacate(_ key: ClipKey, with clip: Clip?) {
    state.withLock { state in
      state.foreign.remove(key)
      state.clips[key] = clip ?? state.clips[key]
    }
  }
  /// The clip is damaged, or was removed.
  func lose(_ key: ClipKey) { state.withLock { _ = $0.clips.removeValue(forKey: key) } }
  func fail(_ error: any Error) { state.withLock { $0.failure = error } }

  private static func entry(_ key: ClipKey, _ clip: Clip) -> ClipEntry {
    ClipEntry(
      key: key, format: clip.sound.format, frames: clip.sound.frameCount,
      byteCount: clip.sound.bytes.count, checksum: "")
  }

  func entry(_ key: ClipKey) -> ClipEntry? {
    state.withLock { state in state.clips[key].map { CountingCache.entry(key, $0) } }
  }
  func clip(_ key: ClipKey) -> Clip? { state.withLock { $0.clips[key] } }
  func claim(_ key: ClipKey) -> Bool {
    state.withLock { !$0.foreign.contains(key) && $0.claims.insert(key).inserted }
  }
  func release(_ key: ClipKey) {
    state.withLock { precondition($0.claims.remove(key) != nil, "nobody here makes \(key)") }
  }
  func put(_ clip: Clip, for key: ClipKey) throws -> ClipEntry {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      precondition(state.claims.contains(key), "nobody may make what it has not claimed")
      state.puts.append(key)
      state.clips[key] = clip
    }
    return CountingCache.entry(key, clip)
  }
}

/// One lane after the other.
struct OneByOne: Crew {
  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count { body(index) }
  }
}

/// What all voices of a source do and were asked.
final class DoubleEngine: Sendable {
  struct State {
    var requests: [SpeechRequest] = []
    var expected: [SpeechRequest?] = []
    var made = 0
    var quit = 0
    /// What is thrown at the request of that number, counted from 0, or at a text.
    var failures: [Int: PluginFailure] = [:]
    var textFailures: [String: PluginFailure] = [:]
    var onSpeak: (@Sendable (Int) -> Void)?
    var isSilent = false
    var isMute: Set<String> = []
    var framesPerByte = 69
    var fingerprint = "1"
    var followsSeed = false
    var startFailure: PluginFailure?
  }

  let name: String
  let state = Mutex(State())
  init(_ name: String) { self.name = name }

  func change(_ body: (inout sending State) -> Void) { state.withLock { body(&$0) } }
  var requests: [SpeechRequest] { state.withLock { $0.requests } }
  var texts: [String] { requests.map(\.text) }

  var source: VoiceSource {
    VoiceSource(local: name) { _ throws(PluginFailure) in
      let failure = self.state.withLock { state -> PluginFailure? in
        state.made += 1
        return state.startFailure
      }
      if let failure { throw failure }
      return DoubleRecordingVoice(self)
    }
  }

  func remote(_ limit: RateLimit = RateLimit(), mostVoices: Int = 1) -> VoiceSource {
    let local = source
    return VoiceSource(
      remote: name, mostVoices: mostVoices, rateLimit: limit, makeVoice: local.makeVoice)
  }
}

/// Every byte of a text lasts this many frames at 1000 Hz; the samples are 1000 and more.
final class DoubleRecordingVoice: RecordingVoice {
  private let engine: DoubleEngine
  private var next: SpeechRequest?
  init(_ engine: DoubleEngine) { self.engine = engine }

  var name: String { engine.name }
  func expect(_ request: SpeechRequest) { next = request }
  func quit() { engine.change { $0.quit += 1 } }
  func requestAsSent(_ request: SpeechRequest) -> SpeechRequest {
    var sent = request
    sent.toneDelivery = nil
    sent.mannerDelivery = nil
    sent.previousText = ""
    sent.nextText = ""
    return sent
  }
  func soundIdentity(voice: String) -> SoundIdentity {
    var identity = SoundIdentity(
      plugin: engine.name, fingerprint: engine.state.withLock { $0.fingerprint } + voice,
      parameters: [], isReproducible: true)
    identity.followsSeed = engine.state.withLock { $0.followsSeed }
    return identity
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let expected = next
    next = nil
    let (number, failure, onSpeak, isSilent, isMute, framesPerByte) = engine.state.withLock {
      state in
      state.requests.append(request)
      state.expected.append(expected)
      let number = state.requests.count - 1
      return (
        number, state.failures[number] ?? state.textFailures[request.text], state.onSpeak,
        state.isSilent, state.isMute.contains(request.text), state.framesPerByte
      )
    }
    if isMute { return .finished }
    try receive(.began(AudioFormat(sample: .int16, rateHertz: 1000)))
    onSpeak?(number)
    if cancellation.isCancelled { return .cancelled }
    if let failure { throw failure }
    let count = request.text.utf8.count * framesPerByte
    if request.wantsMarks {
      try receive(.mark(SpeechMark(kind: .word, frame: 0, textRange: 0..<1)))
    }
    try receive(
      .sound(
        AudioBuffer(
          int16: (0..<count).map { isSilent ? 0 : Int16(1000 + $0 % 1000) }, rateHertz: 1000)))
    return .finished
  }
}

extension PluginFailure {
  static func refusal(_ status: Int32, retryAfter: Int? = nil) -> PluginFailure {
    PluginFailure(
      plugin: "double", activity: .speaking, kind: .refused(status: .other(status)),
      reason: .said("it is a test"), retryAfterMilliseconds: retryAfter)
  }
}

/// A script, who plays it, and an engine that makes it.
struct GenerationStage {
  var engines: [DoubleEngine]
  var sources: [VoiceSource]
  let cache = CountingCache()
  let clock = VirtualClock()
  var crew: any Crew = OneByOne()
  var settings = GenerationSettings()
  /// By character; nobody's name is the narrator.
  var roles: [String: GenerationRole] = [:]

  init(_ engines: [DoubleEngine], sources: [VoiceSource]? = nil) {
    self.engines = engines
    self.sources = sources ?? engines.map(\.source)
    settings.reach = { failure in
      switch failure.kind {
      case .refused(status: .other(1)): .passing
      case .refused(status: .other(2)): .line
      case .refused(status: .other(3)): .voice
      case .refused: .plugin
      case .crashed, .exited, .hung, .misbehaved: .passing
      default: .plugin
      }
    }
  }

  static func items(_ text: String) -> [SpeakableItem] {
    guard let play = try? ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain") else {
      fatalError("the test's screenplay cannot be read")
    }
    return SpeakableItems.items(of: play, rules: .tableRead)
  }

  /// Speeches of `lines`, as "NAME: words", all in one scene.
  static func speeches(_ lines: [String]) -> [SpeakableItem] {
    items(
      lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return "\(parts[0])\n\(parts[1].drop { $0 == " " })\n"
      }.joined(separator: "\n"))
  }

  func plan(_ items: [SpeakableItem], _ planner: GenerationPlanner) throws -> GenerationPlan {
    let chain = sources.indices.map {
      GenerationRole.Choice(source: $0, delivery: RoleDelivery(voice: "v"))
    }
    var list = [GenerationRole(speaker: "Narrator", choices: chain)]
    var numbers: [String: Int] = [:]
    for (name, role) in roles.sorted(by: { $0.key < $1.key }) {
      numbers[name] = list.count
      list.append(role)
    }
    return try planner.plan(
      items, roleOfItem: items.map { numbers[$0.characterName ?? ""] ?? 0 }, roles: list,
      cache: cache)
  }

  struct Run {
    var plan: GenerationPlan
    var outcome: GenerationOutcome
    var events: [GenerationEvent]

    /// The text of each job that has a clip.
    var made: [String] {
      events.compactMap { event in
        if case .made(let job, _, _) = event { text(job) } else { nil }
      }
    }
    func text(_ job: Int) -> String { plan.jobs[job].request.requests.first?.text ?? "" }
    var failed: [String] {
      events.compactMap { event in
        if case .failed(let job, _, _) = event { text(job) } else { nil }
      }
    }
    var retries: [Int] {
      events.compactMap { event in
        if case .retrying(_, _, let milliseconds) = event { milliseconds } else { nil }
      }
    }
  }

  func run(
    _ items: [SpeakableItem], cancellation: Cancellation = Cancellation(),
    onEvent: @escaping @Sendable (GenerationEvent) -> Void = { _ in }
  ) throws -> Run {
    let planner = GenerationPlanner(sources)
    let plan = try plan(items, planner)
    let events = EventLog()
    let outcome = try Generation(
      sources, cache: cache, clock: clock, crew: crew, settings: settings
    ).run(plan, planner: planner, cancellation: cancellation) { event in
      events.add(event)
      onEvent(event)
    }
    return Run(plan: plan, outcome: outcome, events: events.all)
  }
}

final class EventLog: Sendable {
  private let events = Mutex<[GenerationEvent]>([])
  func add(_ event: GenerationEvent) { events.withLock { $0.append(event) } }
  var all: [GenerationEvent] { events.withLock { $0 } }
}
