import CueModel
import Synchronization

/// Lets as many lanes ask a service at once as it accepts, and keeps them away while it does not answer.
///
/// How many are let through follows what the service does (additive increase, multiplicative decrease): a request that is
/// refused for a limit while others were under way means one fewer, and answers slowly mean more again. Where the service once
/// refused, another lane is tried only after many answers, each time twice as many, so that trying costs few requests.
///
/// A service that fails is one trouble for all lanes: they wait together and then ask one after another. Where that does not
/// help with two lines, the service rests; lines fail at once until its rest is over and one line asks it again.
final class ServiceGate: Sendable {
  /// Lets one request through; given back by one of `leave`.
  struct Pass {
    /// The trouble's step when the request began.
    fileprivate let step: Int
  }

  enum Entry {
    case passed(Pass)
    case cancelled
    /// The service rests, because of this.
    case resting(PluginFailure)
  }

  /// What a failure means for the line.
  enum Next: Equatable {
    /// It is tried again; all wait for so long.
    case again(milliseconds: Int)
    /// It is tried again when fewer are under way, which is not a failure of the line.
    case againWithFewer(milliseconds: Int)
    /// It has failed.
    case failed
  }

  fileprivate struct State {
    var underWay = 0
    var waiting: [Cancellation] = []
    /// No request is let through before.
    var closedUntil = Int64.min

    // How many at once.
    var lanes: Int
    /// More requests than this were refused.
    var ceiling: Int?
    /// Answers with all lanes busy, since their number changed.
    var answers = 0
    /// Answers after which more than the ceiling are tried.
    var patience = ServiceGate.firstPatience
    var wasRefusedJustNow = false

    // Trouble.
    var step = 0
    var tries = 0
    /// The lines that met it.
    var lines: Set<Int> = []
    var rest = ServiceRest()
    var resting: Resting?
  }

  fileprivate struct Resting {
    var until: Int64
    var because: PluginFailure
    /// Whether a line asks the service meanwhile.
    var isAsked = false
  }

  fileprivate static let firstPatience = 32
  fileprivate static let longestPatience = 512
  /// For how long all wait where a request was refused at a number that was accepted before: the end of another one may not
  /// have reached the service yet.
  fileprivate static let blipMilliseconds = 200

  private let mostLanes: Int
  private let rules: RetryRules
  private let clock: any MonotonicTime
  private let state: Mutex<State>

  /// A gate that lets `lanes` through at first, and never more than `mostLanes`.
  init(lanes: Int, mostLanes: Int, rules: RetryRules, clock: any MonotonicTime) {
    self.mostLanes = max(1, mostLanes)
    self.rules = rules
    self.clock = clock
    state = Mutex(State(lanes: min(max(1, lanes), max(1, mostLanes))))
  }

  // MARK: - In

  /// Waits until one request more may be under way.
  func enter(_ cancellation: Cancellation) -> Entry {
    while !cancellation.isCancelled {
      let now = clock.milliseconds
      let wake = Cancellation()
      let (entry, wait) = state.withLock { state -> (Entry?, Int64) in
        if let resting = state.resting {
          // One asks; the others do not wait for what becomes of it.
          guard now >= resting.until, !resting.isAsked else {
            return (.resting(resting.because), 0)
          }
          state.resting?.isAsked = true
          return (.passed(state.begin()), 0)
        }
        let most = state.tries > 0 ? 1 : state.lanes
        if now >= state.closedUntil, state.underWay < most {
          return (.passed(state.begin()), 0)
        }
        state.waiting.append(wake)
        return (nil, max(1, state.closedUntil > now ? state.closedUntil - now : 60_000))
      }
      if let entry { return entry }
      cancellation.withHandler(wake.cancel) {
        clock.wait(milliseconds: Int(wait), cancellation: wake)
      }
      state.withLock { $0.waiting.removeAll { $0 === wake } }
    }
    return .cancelled
  }

  // MARK: - Out

  /// The service has answered the request.
  func leave(answered pass: Pass) {
    state.withLock { state in
      if state.underWay >= state.lanes { state.answers += 1 }
      state.underWay -= 1
      state.tries = 0
      state.lines = []
      state.resting = nil
      state.rest = ServiceRest()
      state.wasRefusedJustNow = false
      state.grow(mostLanes)
      state.wake()
    }
  }

  /// The request ended in a way that says nothing of the service.
  func leave(unanswered pass: Pass) {
    state.withLock { state in
      state.underWay -= 1
      if pass.step == state.step { state.resting?.isAsked = false }
      state.wake()
    }
  }

  /// The service has failed with a line in a way that may pass.
  ///
  /// - Parameters:
  ///   - pass: of the request
  ///   - failure: how it failed
  ///   - line: which line it was
  ///   - retry: how often that was tried again already
  ///   - chance: 0…1, for the delay
  /// - Returns: whether the line is tried again
  func leave(
    failed pass: Pass, _ failure: PluginFailure, line: Int, retry: Int, chance: Double
  ) -> Next {
    let now = clock.milliseconds
    return state.withLock { state in
      defer { state.wake() }
      let atOnce = state.underWay
      state.underWay -= 1
      if failure.kind == .refused(status: .rateLimit), atOnce > 1,
        let pause = state.refused(atOnce, failure, rules)
      {
        if pause > 0 { state.closedUntil = max(state.closedUntil, now + Int64(pause)) }
        return .againWithFewer(milliseconds: pause)
      }
      state.lines.insert(line)
      // One that was under way when the service was found resting says nothing new.
      if pass.step != state.step, state.resting != nil { return .failed }
      // It began before somebody else met the same trouble, which counts once.
      if pass.step != state.step, retry < rules.mostRetries, state.resting == nil,
        state.tries <= rules.mostRetries
      {
        return .again(milliseconds: 0)
      }
      let tries = max(state.tries, retry)
      state.tries = tries + 1
      state.step += 1
      if let delay = rules.delay(
        retry: tries, asked: failure.retryAfterMilliseconds, chance: chance),
        state.resting == nil
      {
        state.closedUntil = max(state.closedUntil, now + Int64(delay))
        return .again(milliseconds: delay)
      }
      if state.lines.count > 1 || state.resting != nil {
        let rest = state.rest.begin(asked: failure.retryAfterMilliseconds)
        state.resting = Resting(until: now + Int64(rest), because: failure)
      }
      return .failed
    }
  }
}

extension ServiceGate.State {
  fileprivate mutating func begin() -> ServiceGate.Pass {
    underWay += 1
    return ServiceGate.Pass(step: step)
  }

  /// Lets all that wait look again.
  fileprivate mutating func wake() {
    for one in waiting { one.cancel() }
    waiting = []
  }

  /// More lanes, where the service has answered with all of them for a while.
  fileprivate mutating func grow(_ mostLanes: Int) {
    if let known = ceiling, lanes > known, answers >= 2 * lanes { ceiling = nil }
    let needed = ceiling.map { lanes >= $0 ? patience : lanes } ?? lanes
    guard lanes < mostLanes, answers >= needed else { return }
    lanes += 1
    answers = 0
  }

  /// A request was refused while `atOnce` were under way: fewer from now on.
  ///
  /// How long all wait, in milliseconds; nil if the service asks for more patience than there is.
  fileprivate mutating func refused(
    _ atOnce: Int, _ failure: PluginFailure, _ rules: RetryRules
  ) -> Int? {
    let asked = failure.retryAfterMilliseconds ?? 0
    guard asked <= rules.mostMilliseconds else { return nil }
    let isBlip = !wasRefusedJustNow && answers >= 2 * atOnce
    wasRefusedJustNow = true
    if isBlip { return max(asked, ServiceGate.blipMilliseconds) }
    if let known = ceiling, lanes > known {
      patience = min(2 * patience, ServiceGate.longestPatience)
    }
    lanes = max(1, min(lanes, atOnce - 1))
    ceiling = lanes
    answers = 0
    return asked
  }
}
