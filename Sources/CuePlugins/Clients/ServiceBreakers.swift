import CueModel
import CueSystem
import Synchronization

/// The circuit breakers of services that have failed, one for each service.
///
/// The chains of a session share them, so that a service that does not answer costs the session one wait, not one per chain.
public final class ServiceBreakers: Sendable {
  let clock: any MonotonicTime
  private let background: @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool
  private let breakers = Mutex<[String: ServiceBreaker]>([:])

  /// No service has failed.
  ///
  /// - Parameters:
  ///   - clock: measures how long a service has rested, and lets time pass before a line is retried
  ///   - background: runs its body on another thread; false if none is available
  public init(
    clock: any MonotonicTime = MonotonicClock(),
    background: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool =
      ServiceBreakers.inBackground
  ) {
    self.clock = clock
    self.background = background
  }

  /// Runs `body` on a thread of its own; false if the system starts none.
  public static func inBackground(_ body: @escaping @Sendable () -> Void) -> Bool {
    (try? Threads.start("cue-recovery", body)) != nil
  }

  /// The breaker of `service`; nil if that has not failed.
  func known(_ service: VoiceService?) -> ServiceBreaker? {
    service.flatMap { service in breakers.withLock { $0[service.id] } }
  }

  /// The breaker of `service`, which has failed; nil if it uses no network, so that the next line may succeed.
  func breaker(of service: VoiceService?) -> ServiceBreaker? {
    guard let service, service.needsNetwork else { return nil }
    return breakers.withLock { breakers in
      if let known = breakers[service.id] { return known }
      let breaker = ServiceBreaker(clock, background, service.answers)
      breakers[service.id] = breaker
      return breaker
    }
  }
}

/// Keeps lines away from a service that does not answer (a circuit breaker).
final class ServiceBreaker: Sendable {
  private enum Phase {
    case closed
    /// Skipped until then; why, and whether the line that failed had to wait for it.
    case open(until: Int64, because: PluginFailure?, wasSlow: Bool)
    /// Asked in the background.
    case recovering(because: PluginFailure?, wasSlow: Bool)
  }

  /// If a failure takes this long, the next line is spared the wait.
  private static let slowMilliseconds = 2000

  private let state = Mutex((phase: Phase.closed, rest: ServiceRest()))
  private let clock: any MonotonicTime
  private let background: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let answers: @Sendable () -> Bool

  init(
    _ clock: any MonotonicTime,
    _ background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool,
    _ answers: @escaping @Sendable () -> Bool
  ) {
    self.clock = clock
    self.background = background
    self.answers = answers
  }

  var isOpen: Bool {
    state.withLock { if case .closed = $0.phase { false } else { true } }
  }

  /// The failure of a service that takes long to fail; a line without another voice fails at once by it.
  var slowFailure: PluginFailure? {
    state.withLock { state in
      switch state.phase {
      case .open(_, let failure, true), .recovering(let failure, true): failure
      default: nil
      }
    }
  }

  /// Whether a line may ask the service; if its rest is over, this starts the check whether it answers again.
  func letsLineThrough() -> Bool {
    let now = clock.milliseconds
    let (passes, asks) = state.withLock { state -> (Bool, Bool) in
      switch state.phase {
      case .closed: return (true, false)
      case .recovering: return (false, false)
      case .open(let until, let failure, let wasSlow):
        guard now >= until else { return (false, false) }
        state.phase = .recovering(because: failure, wasSlow: wasSlow)
        return (false, true)
      }
    }
    if asks, !background({ [self] in if answers() { recovered() } else { rest() } }) { rest() }
    return passes
  }

  /// The service answers again.
  ///
  /// The next line will show whether it also speaks; until then its rests stay long.
  private func recovered() {
    state.withLock { state in
      // A line may have failed meanwhile.
      if case .recovering = state.phase { state.phase = .closed }
    }
  }

  /// The service has said a line.
  func close() { state.withLock { $0 = (.closed, ServiceRest()) } }

  /// The service has failed with a line, `milliseconds` after it was asked.
  func open(_ failure: PluginFailure, after milliseconds: Int64) {
    let now = clock.milliseconds
    let isSlow = milliseconds >= ServiceBreaker.slowMilliseconds
    state.withLock { state in
      if case .open(let until, _, let wasSlow) = state.phase, now < until {
        // Another line has met the same failure: it counts once.
        let asked = now + Int64(failure.retryAfterMilliseconds ?? 0)
        state.phase = .open(until: max(until, asked), because: failure, wasSlow: wasSlow || isSlow)
        return
      }
      let rest = state.rest.begin(asked: failure.retryAfterMilliseconds)
      state.phase = .open(until: now + Int64(rest), because: failure, wasSlow: isSlow)
    }
  }

  /// It does not answer yet, or could not be asked.
  private func rest() {
    let now = clock.milliseconds
    state.withLock { state in
      // A line may have reached it meanwhile.
      guard case .recovering(let failure, let wasSlow) = state.phase else { return }
      state.phase = .open(
        until: now + Int64(state.rest.begin(asked: nil)), because: failure, wasSlow: wasSlow)
    }
  }
}
