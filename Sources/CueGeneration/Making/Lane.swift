import CueModel

/// One of several that make clips at the same time, with voices of its own.
struct Lane {
  private let work: GenerationWork
  private let number: Int
  private var seat: JobQueue.Seat
  private var voices: [Int: any RecordingVoice]
  private let cancellation: Cancellation
  /// The job whose clip comes next; it is claimed.
  private var ahead: Int?
  /// Bytes of the longest clip so far, or a megabyte: what is got ready for the next.
  private var capacity = 64 * 1024
  /// The sources whose voices have lost an effect in two workers; it is not started a third time.
  private var withoutEffect: Set<Int> = []
  /// The most effects of a voice: one that moves its pitch, and one that whispers.
  private static let mostEffects = 2
  /// Whether this lane has ended early, for want of descriptors, processes or memory.
  private var hasLeft = false

  init(
    _ work: GenerationWork, number: Int, seat: JobQueue.Seat,
    voices: [Int: any RecordingVoice], cancellation: Cancellation
  ) {
    self.work = work
    self.number = number
    self.seat = seat
    self.voices = voices
    self.cancellation = cancellation
  }

  func run() {
    var lane = self
    do { try lane.workThrough() } catch { work.fail(error) }
    lane.ahead.map { work.cache.release(work.plan.jobs[$0].key) }
    for voice in lane.voices.values { voice.quit() }
  }

  private mutating func workThrough() throws {
    ahead = try take()
    while !cancellation.isCancelled, !work.hasFailed {
      guard let current = ahead else {
        if try finishLate() {
          if hasLeft { return }
          continue
        }
        // Lanes that leave work rely on those still at work, so look once more after the end.
        work.end(seat.remote)
        guard work.queue.putOffCount(for: seat) > 0 else { return }
        work.begin(seat.remote)
        continue
      }
      // What comes next is known before this one is said, so that the voice may begin with it.
      ahead = nil
      if !work.settings.hasRoom(), leaves(current, isHeld: true) { return }
      do { ahead = try take() } catch {
        work.cache.release(work.plan.jobs[current].key)
        throw error
      }
      try make(current)
      if hasLeft { return }
      if ahead == nil { ahead = try take() }
    }
  }

  /// Leaves a job, and what comes next, to the other lanes for good; false if there are none.
  ///
  /// `isHeld`: the claim of the job's clip is given back here.
  private mutating func leaves(_ job: Int, isHeld: Bool) -> Bool {
    let waiting = [job] + (ahead.map { [$0] } ?? [])
    for job in waiting { work.queue.putOff(job) }
    guard work.mayLeave(seat.remote) else {
      for job in waiting { work.queue.takeBack(job) }
      return false
    }
    for job in waiting.dropFirst(isHeld ? 0 : 1) {
      work.cache.release(work.plan.jobs[job].key)
    }
    ahead = nil
    hasLeft = true
    for voice in voices.values { voice.quit() }
    voices = [:]
    return true
  }

  /// Leaves what comes next to others: a lane that waits may not hold what others could be waiting for.
  private mutating func leaveAhead() {
    guard let job = ahead else { return }
    ahead = nil
    work.cache.release(work.plan.jobs[job].key)
    work.queue.putOff(job)
  }

  /// The next job that this lane is to make; its clip is claimed.
  private mutating func take() throws -> Int? {
    while !cancellation.isCancelled, let job = work.queue.next(&seat) {
      if try claim(job) { return job }
    }
    return nil
  }

  /// Whether this lane is to make the clip of `job`; else it is there, or put off.
  private func claim(_ job: Int) throws -> Bool {
    let key = work.plan.jobs[job].key
    guard try work.cache.claim(key) else {
      work.report(.waiting(job: job))
      work.queue.putOff(job)
      return false
    }
    guard let entry = try madeMeanwhile(key) else { return true }
    isThere(job, entry)
    return false
  }

  /// What another program has made of a clip before it was claimed; the claim is given back then.
  private func madeMeanwhile(_ key: ClipKey) throws -> ClipEntry? {
    let entry: ClipEntry?
    do { entry = try work.cache.entry(key) } catch {
      work.cache.release(key)
      throw error
    }
    if entry != nil { work.cache.release(key) }
    return entry
  }

  private func isThere(_ job: Int, _ entry: ClipEntry) {
    let choice = work.plan.jobs[job].choice
    work.end(job, .there(entry, choice: choice, wasMade: false))
    work.report(.kept(job: job, entry, choice: choice))
  }

  /// Looks once for all that was put off, and makes what no other lane makes any more; false if nothing is left.
  private mutating func finishLate() throws -> Bool {
    let count = work.queue.putOffCount(for: seat)
    guard count > 0 else { return false }
    var isIdle = true
    for _ in 0..<count {
      guard !cancellation.isCancelled, let job = work.queue.putOff(for: seat) else { break }
      let key = work.plan.jobs[job].key
      if let entry = try work.cache.entry(key) {
        isThere(job, entry)
        isIdle = false
      } else if try work.cache.claim(key) {
        if let entry = try madeMeanwhile(key) {
          isThere(job, entry)
        } else {
          try make(job)
          if hasLeft { return true }
        }
        isIdle = false
      } else {
        work.queue.putOff(job)
      }
    }
    if isIdle {
      work.clock.wait(milliseconds: work.settings.waitMilliseconds, cancellation: cancellation)
    }
    return true
  }

  // Making one.

  /// Makes the claimed clip of `job` with the first voice of its role that can.
  private mutating func make(_ job: Int) throws {
    let planned = work.plan.jobs[job]
    let role = work.plan.roles[planned.role]
    work.report(.generating(job: job, lane: number))
    var last: PluginFailure?
    for index in planned.choice..<role.choices.count {
      let choice = role.choices[index]
      if let last { work.report(.fellBack(job: job, last, to: name(choice))) }
      var made: Made
      if index == planned.choice {
        made = try make(
          job, index, planned.request, planned.key, then: ahead.map { work.plan.jobs[$0] })
      } else {
        made = try standIn(job, index)
      }
      var losses = 0
      while case .lostEffect(let failure) = made, losses < Lane.mostEffects {
        losses += 1
        work.report(.leftEffectOut(job: job, failure, voice: name(choice)))
        made = try standIn(job, index)
      }
      switch made {
      case .there, .cancelled, .left: return
      case .failed(let failure), .lostEffect(let failure): last = failure
      }
    }
    guard let last else { preconditionFailure("a part needs a voice") }
    let mayPass = work.settings.reach(last) == .passing
    work.end(job, .failed(last, mayPass: mayPass))
    work.report(.failed(job: job, last, mayPass: mayPass))
  }

  private func name(_ choice: GenerationRole.Choice) -> String {
    let source = work.sources[choice.source].name
    return choice.delivery.voice.isEmpty ? source : source + ":" + choice.delivery.voice
  }

  private enum Made {
    case there, cancelled
    /// Another lane makes it.
    case left
    case failed(PluginFailure)
    /// The voice has lost the effect that the clip was to go through.
    case lostEffect(PluginFailure)
  }

  /// Makes the clip by another voice of the role, or by the same one without its effect; the clip then has another key.
  private mutating func standIn(_ job: Int, _ index: Int) throws -> Made {
    let planned = work.plan.jobs[job]
    let choice = work.plan.roles[planned.role].choices[index]
    if let failure = work.broken(choice.source, choice.delivery.voice) { return .failed(failure) }
    let request: ClipRequest
    let key: ClipKey
    do throws(PluginFailure) {
      let voice = try voice(choice.source)
      let retake = Retake(number: planned.take)
      let asked = planned.asked.played(like: retake.seeded(choice.delivery))
      var sent = try asked.asSent(to: voice)
      let identity = try voice.soundIdentity(voice: sent.requests.first?.voice ?? "")
      if identity.repeatsItself { sent = try retake.varied(asked).asSent(to: voice) }
      request = sent
      key = request.key(identity, take: planned.take)
    } catch {
      work.learn(error, choice.source, choice.delivery.voice)
      return .failed(error)
    }
    leaveAhead()
    while !cancellation.isCancelled {
      if let entry = try work.cache.entry(key) {
        work.end(job, .there(entry, choice: index, wasMade: false))
        work.report(.kept(job: job, entry, choice: index))
        return .there
      }
      if try work.cache.claim(key) {
        guard try madeMeanwhile(key) == nil else { continue }
        return try make(job, index, request, key, then: nil)
      }
      work.clock.wait(milliseconds: work.settings.waitMilliseconds, cancellation: cancellation)
    }
    return .cancelled
  }

  /// Makes a clip that is claimed with one voice, trying again as its source allows; the claim is given back.
  private mutating func make(
    _ job: Int, _ choice: Int, _ request: ClipRequest, _ key: ClipKey,
    then next: GenerationPlan.Job?
  ) throws -> Made {
    defer { work.cache.release(key) }
    let chosen = work.plan.roles[work.plan.jobs[job].role].choices[choice]
    let source = chosen.source
    if let failure = work.broken(source, chosen.delivery.voice) { return .failed(failure) }
    var retry = 0
    while true {
      let pass: ServiceGate.Pass?
      switch work.services[source]?.enter(cancellation) {
      case .passed(let given)?: pass = given
      case nil: pass = nil
      case .resting(let failure)?: return .failed(failure)
      case .cancelled?:
        work.report(.cancelled(job: job))
        return .cancelled
      }
      do {
        let clip = try clip(of: request, by: source, then: next)
        leave(source, pass, answered: clip != nil)
        guard let clip else {
          work.report(.cancelled(job: job))
          return .cancelled
        }
        work.went(source, well: true)
        capacity = min(max(capacity, clip.sound.bytes.count), 1 << 20)
        try keep(clip, job, choice, key)
        return .there
      } catch let failure as CacheFailure {
        throw failure.error
      } catch let lost as LineStartedOver {
        leave(source, pass, answered: true)
        guard retry == 0, !withoutEffect.contains(source) else {
          withoutEffect.insert(source)
          return .lostEffect(lost.failure)
        }
        // Try once more, with another worker for the effect.
        voices.removeValue(forKey: source)?.quit()
        retry += 1
        work.report(.retrying(job: job, lost.failure, milliseconds: 0))
      } catch is NothingSaid {
        leave(source, pass, answered: true)
        work.went(source, well: true)
        return .failed(
          PluginFailure(
            plugin: work.sources[source].name, activity: .speaking,
            kind: .refused(status: .unstated),
            reason: .noSound))
      } catch let failure as PluginFailure {
        if failure.isShortage, leaves(job, isHeld: false) {
          leave(source, pass, answered: false)
          return .left
        }
        switch afterwards(failure, source, pass, job, retry) {
        case .failed:
          work.went(
            source, well: work.settings.reach(failure) == .line || failure.isFromOutside)
          work.learn(failure, source, chosen.delivery.voice)
          return .failed(failure)
        case .againWithFewer(let delay):
          work.report(.retrying(job: job, failure, milliseconds: delay))
        case .again(let delay):
          retry += 1
          work.report(.retrying(job: job, failure, milliseconds: delay))
          // The gate of a service lets the time pass.
          if delay > 0, pass == nil || !failure.isOfService {
            work.clock.wait(milliseconds: delay, cancellation: cancellation)
          }
        }
        if cancellation.isCancelled {
          work.report(.cancelled(job: job))
          return .cancelled
        }
      } catch {
        leave(source, pass, answered: false)
        throw error
      }
    }
  }

  /// Has a voice of the source say `request`; nil if that was cancelled.
  private mutating func clip(
    of request: ClipRequest, by source: Int, then next: GenerationPlan.Job?
  ) throws -> Clip? {
    let voice = try voice(source)
    let cancellation = cancellation
    let gate = work.gates[source]
    let following = next.flatMap { $0.source == source ? $0.request.requests.first : nil }
    return try ClipMaker.clip(
      of: request, by: voice, then: following, capacity: capacity, cancellation: cancellation,
      beforeEach: { gate?.pass(cancellation: cancellation) ?? true })
  }

  private func leave(_ source: Int, _ pass: ServiceGate.Pass?, answered: Bool) {
    guard let pass else { return }
    if answered {
      work.services[source]?.leave(answered: pass)
    } else {
      work.services[source]?.leave(unanswered: pass)
    }
  }

  /// Whether a job whose voice has failed is tried again; the pass is given back.
  private mutating func afterwards(
    _ failure: PluginFailure, _ source: Int, _ pass: ServiceGate.Pass?, _ job: Int, _ retry: Int
  ) -> ServiceGate.Next {
    let rules = work.sources[source].retry
    if let pass, let gate = work.services[source], failure.isOfService,
      work.settings.reach(failure) == .passing
    {
      if case .hung = failure.kind { voices.removeValue(forKey: source)?.quit() }
      return gate.leave(
        failed: pass, failure, line: job, retry: retry,
        chance: rules.jitter > 0 ? work.chance() : 0)
    }
    // A refusal is an answer.
    leave(source, pass, answered: failure.isOfService)
    guard let delay = delay(failure, source, retry) else { return .failed }
    return .again(milliseconds: delay)
  }

  private struct CacheFailure: Error {
    let error: any Error
  }

  private func keep(_ clip: Clip, _ job: Int, _ choice: Int, _ key: ClipKey) throws {
    let entry: ClipEntry
    do { entry = try work.cache.put(clip, for: key) } catch { throw CacheFailure(error: error) }
    if clip.isSilent { work.isSilent(job) }
    work.end(job, .there(entry, choice: choice, wasMade: true))
    work.report(.made(job: job, entry, choice: choice))
  }

  /// How long to wait before `failure` is tried again; nil if it is not.
  private mutating func delay(_ failure: PluginFailure, _ source: Int, _ retry: Int) -> Int? {
    switch failure.kind {
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      // A voice that has counted failures starts again, or two bad lines would silence it for all others.
      voices.removeValue(forKey: source)?.quit()
    case .notFound, .unusable, .refused: break
    }
    guard work.settings.reach(failure) == .passing else { return nil }
    let rules = failure.isFromOutside ? .ended : work.sources[source].retry
    return rules.delay(
      retry: retry, asked: failure.retryAfterMilliseconds,
      chance: rules.jitter > 0 ? work.chance() : 0)
  }

  private mutating func voice(_ source: Int) throws(PluginFailure) -> any RecordingVoice {
    if let voice = voices[source] { return voice }
    let voice = try work.sources[source].makeVoice(number)
    voices[source] = voice
    return voice
  }
}

extension PluginFailure {
  /// Whether a service may be the cause: the plugin refused, or did not answer in time.
  fileprivate var isOfService: Bool {
    switch kind {
    case .refused, .hung: true
    case .notFound, .unusable, .crashed, .exited, .misbehaved, .givenUp: false
    }
  }
}

extension ClipRequest {
  /// The same as another voice plays it: words, directions of the moment and context stay.
  func played(like delivery: RoleDelivery) -> ClipRequest {
    var played = self
    for index in parts.indices {
      guard case .speech(let request) = parts[index] else { continue }
      var other = delivery.request(request.text, direction: nil, lexicon: request.lexicon)
      other.tones = request.tones
      other.toneDelivery = request.toneDelivery
      other.mannerDelivery = request.mannerDelivery
      other.direction = request.direction
      other.previousText = request.previousText
      other.nextText = request.nextText
      played.parts[index] = .speech(other)
    }
    return played
  }
}
