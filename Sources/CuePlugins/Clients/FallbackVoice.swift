import CSystem
import CueModel
import CueSystem
import Glibc
import Synchronization

/// Several voices in a row: where one fails, the next says the line again from its start.
///
/// Each line is tried with the first voice that works. A voice of a service (one with a ``Voice/recovery``) that fails is left
/// out of the lines that follow, so that none of them waits for it; after a while it is asked in the background whether it
/// answers again, and then speaks again. Where no other voice is left, a line is tried with the service again, a few times.
/// The host alone tries again: plugins do not.
public final class FallbackVoice: Voice {
  /// A voice, and whether it is asked.
  private struct Member {
    let voice: any Voice
    /// It has failed for good.
    var isBroken = false
    /// Leaves it out while its service does not answer; nil where it has not failed yet, or has no service.
    var breaker: Breaker?
  }

  /// Time, as the chain needs it.
  public struct Time: Sendable {
    /// Milliseconds of a clock that only goes forward.
    public var now: @Sendable () -> Int64
    /// Returns after so many milliseconds, or as soon as it is cancelled.
    public var wait: @Sendable (_ milliseconds: Int, Cancellation) -> Void
    /// Runs the body in the background.
    public var background: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

    /// Time of that kind.
    public init(
      now: @escaping @Sendable () -> Int64,
      wait: @escaping @Sendable (_ milliseconds: Int, Cancellation) -> Void,
      background: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
    ) {
      self.now = now
      self.wait = wait
      self.background = background
    }

    /// The system's clock and threads.
    public static let system = Time(
      now: { cue_now_milliseconds() },
      wait: { milliseconds, cancellation in
        let event = cue_event_open()
        defer { close(event) }
        cancellation.withHandler({ cue_event_set(event) }) {
          _ = cue_wait(-1, -1, event, Int32(clamping: milliseconds))
        }
      },
      // Without a thread the service is asked by the next line that has nobody else.
      background: { body in try? Threads.start("cue-recovery", body) })
  }

  private var members: [Member]
  private let time: Time
  /// The voice that spoke last.
  public private(set) var speaking: any Voice

  /// A chain of `voices`, the best first; at least one.
  public init(_ voices: [any Voice], time: Time = .system) {
    precondition(!voices.isEmpty, "a chain needs a voice")
    members = voices.map { Member(voice: $0) }
    self.time = time
    speaking = voices[0]
  }

  /// The names of all voices of the chain.
  public var name: String { members.map(\.voice.name).joined(separator: ",") }

  /// Hands the hint to the voice that will be asked first.
  public func expect(_ request: SpeechRequest) {
    members.first { !$0.isBroken && $0.breaker?.isOpen != true }?.voice.expect(request)
  }

  /// Says `request` with the first voice that can; failures of the others are reported by `startedOver`.
  ///
  /// A failure of a service is reported with the line that met it, and not with those that its voice is left out of.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let usable = members.indices.filter { !members[$0].isBroken }
    var asked = usable.filter { members[$0].breaker?.letsLineThrough() ?? true }
    // Nobody else is left: better a service that may fail than nothing.
    if asked.isEmpty { asked = Array(usable.prefix(1)) }
    var last: PluginFailure?
    for index in asked {
      let voice = members[index].voice
      if let last { try receive(.startedOver(voice: voice.name, because: last)) }
      speaking = voice
      do {
        let outcome = try speak(
          request, index, retries: index == asked.last ? Breaker.retries : 0, cancellation, receive)
        members[index].breaker?.close()
        return outcome
      } catch let failure as PluginFailure {
        if !failure.mayPass { members[index].isBroken = true }
        if failure.reach != .line { members[index].breaker?.open(failure) }
        last = failure
      }
    }
    throw last
      ?? PluginFailure(
        plugin: name, activity: .speaking, kind: .givenUp, reason: .noVoiceWorks)
  }

  /// Finds out, at the first failure of a voice, whether there is a service behind it.
  private func learn(_ index: Int) {
    guard members[index].breaker == nil else { return }
    members[index].breaker = members[index].voice.recovery.map {
      Breaker(time: time, recovery: $0)
    }
  }

  /// Says `request` with one voice; one of a service is asked again, as long as it has given no sound.
  private func speak(
    _ request: SpeechRequest, _ index: Int, retries: Int, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let voice = members[index].voice
    var (retry, deaths) = (0, 0)
    while true {
      var hasSound = false
      do {
        return try voice.speak(request, cancellation: cancellation) { event in
          if case .sound = event { hasSound = true }
          try receive(event)
        }
      } catch let failure as PluginFailure {
        // Whom somebody else has ended says the line again itself.
        if failure.isFromOutside, deaths < failure.mostRestarts {
          deaths += 1
          try receive(.startedOver(voice: voice.name, because: failure))
          continue
        }
        learn(index)
        guard members[index].breaker != nil, retry < retries, !hasSound, failure.reach == .passing,
          let delay = Breaker.delay(retry, asked: failure.retryAfterMilliseconds)
        else { throw failure }
        time.wait(delay, cancellation)
        if cancellation.isCancelled { throw failure }
        retry += 1
      }
    }
  }
}

/// Keeps lines away from a service that does not answer (a circuit breaker).
private final class Breaker: Sendable {
  /// How often a line asks a service again where no other voice is left.
  static let retries = 3
  private static let firstRestMilliseconds: Int64 = 30_000
  private static let longestRestMilliseconds: Int64 = 300_000
  private static let longestDelayMilliseconds = 60_000

  private enum State {
    case closed
    /// Left out until then.
    case open(until: Int64)
    /// Asked in the background.
    case recovering
  }

  private let state = Mutex((state: State.closed, rest: firstRestMilliseconds))
  private let time: FallbackVoice.Time
  private let recovery: @Sendable () -> Bool

  init(time: FallbackVoice.Time, recovery: @escaping @Sendable () -> Bool) {
    self.time = time
    self.recovery = recovery
  }

  /// The wait before the retry of that number, from 0: 1, 2, 4 s, or what the service asks for; nil where that is too long.
  static func delay(_ retry: Int, asked: Int?) -> Int? {
    let delay = asked ?? 1000 << retry
    return delay <= longestDelayMilliseconds ? delay : nil
  }

  var isOpen: Bool {
    state.withLock { if case .closed = $0.state { false } else { true } }
  }

  /// Whether a line may ask the service; where its rest is over, that begins to find out whether it answers again.
  func letsLineThrough() -> Bool {
    let now = time.now()
    let (passes, asks) = state.withLock { state -> (Bool, Bool) in
      switch state.state {
      case .closed: return (true, false)
      case .recovering: return (false, false)
      case .open(let until):
        guard now >= until else { return (false, false) }
        state.state = .recovering
        return (false, true)
      }
    }
    if asks {
      time.background { [self] in
        if recovery() { close() } else { open(nil) }
      }
    }
    return passes
  }

  /// The service answers.
  func close() {
    state.withLock { $0 = (.closed, Breaker.firstRestMilliseconds) }
  }

  /// The service has failed: it rests, each time twice as long, and at least as long as it asks for.
  func open(_ failure: PluginFailure?) {
    let now = time.now()
    state.withLock { state in
      let rest = max(state.rest, Int64(failure?.retryAfterMilliseconds ?? 0))
      state = (.open(until: now + rest), min(state.rest * 2, Breaker.longestRestMilliseconds))
    }
  }
}

extension PluginFailure {
  /// Whether the same plugin may do better with the next line.
  var mayPass: Bool {
    if isShortage { return true }
    return switch kind {
    case .notFound, .unusable, .givenUp: false
    default: true
    }
  }
}
