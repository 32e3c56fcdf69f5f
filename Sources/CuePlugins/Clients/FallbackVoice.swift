import CueModel

/// Several voices in a row: where one fails, the next says the line again from its start.
///
/// Each line is tried with the first voice that works. A voice whose service fails is skipped for the lines that follow (see
/// ``ServiceBreakers``), so that none of them waits for it; its cached lines are still played. After a
/// while a background request checks whether the service answers again, and then the voice speaks again. If no other voice
/// is left, the line that meets the failure is retried a few times. Only the host retries: plugins do not.
public final class FallbackVoice: Voice {
  /// A voice, and whether it has failed for good.
  private struct Member {
    let voice: any Voice
    var isBroken = false
  }

  /// How a member takes part in a line.
  private struct Turn {
    let index: Int
    /// Whether it is asked only once, because its service has failed and no other voice is left.
    var isLastHope = false
    /// Whether it plays a cached line, which says nothing about its service.
    var isKept = false
  }

  private var members: [Member]
  private let breakers: ServiceBreakers
  /// The voice that spoke last.
  public private(set) var speaking: any Voice

  /// A chain of `voices`, the best first; at least one.
  ///
  /// `breakers` are those of the session, shared by all of its chains.
  public init(_ voices: [any Voice], breakers: ServiceBreakers = ServiceBreakers()) {
    precondition(!voices.isEmpty, "a chain needs a voice")
    members = voices.map { Member(voice: $0) }
    self.breakers = breakers
    speaking = voices[0]
  }

  /// Whether the voice that spoke last stands in for the first.
  public var standsIn: Bool { speaking !== members[0].voice }

  /// The names of all voices of the chain.
  public var name: String { members.map(\.voice.name).joined(separator: ",") }

  /// The name of the voice that speaks or spoke last.
  public var speakerName: String { speaking.speakerName }

  /// Passes the hint to the voice that will be asked first.
  public func expect(_ request: SpeechRequest) { first(for: request)?.expect(request) }

  /// Lets the voice begin that will be asked first.
  public func prepare(_ request: SpeechRequest) { first(for: request)?.prepare(request) }

  /// The voice that is asked first for `request`, as far as that is known in advance.
  private func first(for request: SpeechRequest) -> (any Voice)? {
    members.first { member in
      !member.isBroken
        && (breakers.known(member.voice.service)?.isOpen != true
          || !member.voice.needsService(for: request))
    }?.voice
  }

  /// Says `request` with the first voice that can; failures of the others are reported by `startedOver`.
  ///
  /// A failure of a service is reported with the line that met it, not with later lines for which its voice is skipped.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !cancellation.isCancelled else { return .cancelled }
    let turns = try turns(of: request)
    var last: PluginFailure?
    for turn in turns {
      let voice = members[turn.index].voice
      if let last { try receive(.startedOver(voice: voice.name, because: last)) }
      speaking = voice
      var began: Int64 = 0
      do {
        let isLast = turn.index == turns.last?.index
        let outcome = try speak(
          request, voice, triesAgain: isLast && !turn.isLastHope, began: &began, cancellation,
          receive)
        if outcome == .finished, !turn.isKept { breakers.known(voice.service)?.close() }
        return outcome
      } catch let failure as PluginFailure {
        if !failure.mayPass { members[turn.index].isBroken = true }
        if failure.reach != .line, !turn.isKept {
          breakers.breaker(of: voice.service)?
            .open(failure, after: breakers.clock.milliseconds - began)
        }
        last = failure
      }
    }
    throw last
      ?? PluginFailure(
        plugin: name, activity: .speaking, kind: .givenUp, reason: .noVoiceWorks)
  }

  /// The voices that are asked for `request`, in order.
  private func turns(of request: SpeechRequest) throws(PluginFailure) -> [Turn] {
    let usable = members.indices.filter { !members[$0].isBroken }
    var turns: [Turn] = []
    for index in usable {
      let voice = members[index].voice
      if breakers.known(voice.service)?.letsLineThrough() ?? true {
        turns.append(Turn(index: index))
      } else if !voice.needsService(for: request) {
        turns.append(Turn(index: index, isKept: true))
      }
    }
    guard turns.isEmpty, let first = usable.first else { return turns }
    // A service that may fail is better than nothing, but only for one wait.
    if let failure = breakers.known(members[first].voice.service)?.slowFailure { throw failure }
    return [Turn(index: first, isLastHope: true)]
  }

  /// Says `request` with one voice; a voice with a service is retried if allowed, until it has given sound.
  ///
  /// `began` is the time when it was asked last.
  private func speak(
    _ request: SpeechRequest, _ voice: any Voice, triesAgain: Bool, began: inout Int64,
    _ cancellation: Cancellation, _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var (retry, deaths) = (0, 0)
    while true {
      var hasSound = false
      began = breakers.clock.milliseconds
      do {
        return try voice.speak(request, cancellation: cancellation) { event in
          if case .sound = event { hasSound = true }
          try receive(event)
        }
      } catch let failure as PluginFailure {
        // A voice whose process was ended from outside says the line again itself.
        if failure.isFromOutside, deaths < failure.mostRestarts {
          deaths += 1
          try receive(.startedOver(voice: voice.name, because: failure))
          continue
        }
        guard triesAgain, voice.service?.needsNetwork == true, !hasSound,
          failure.reach == .passing,
          let delay = RetryRules.remote.delay(
            retry: retry, asked: failure.retryAfterMilliseconds, chance: 0)
        else { throw failure }
        breakers.clock.wait(milliseconds: delay, cancellation: cancellation)
        if cancellation.isCancelled { return .cancelled }
        retry += 1
      }
    }
  }
}

extension PluginFailure {
  /// Whether the same plugin may succeed with the next line.
  var mayPass: Bool {
    if isShortage { return true }
    return switch kind {
    case .notFound, .unusable, .givenUp: false
    default: true
    }
  }
}
