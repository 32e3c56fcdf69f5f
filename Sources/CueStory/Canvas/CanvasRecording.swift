import CueStore

// What touches do, and the steps of the recorder.
extension CanvasState {
  /// Takes the pen's refusal as a note; whether the player may change something.
  mutating func mayChange() -> Bool {
    guard view.story.pen == .active else {
      note = .locked(holder: view.story.holder)
      return false
    }
    guard !activity.locksTouch else {
      note = .busy
      return false
    }
    return true
  }

  // MARK: - Touches

  /// Takes a gesture on the timeline; `hit` is what is at its place.
  ///
  /// - Returns: what is to be done, and whether the finger is to be forgotten until it goes up
  package mutating func take(
    _ gesture: CanvasGesture, _ hit: CanvasLayout.Hit?
  ) -> (wishes: [CanvasWish], forgets: Bool) {
    if case .down = gesture {
      // Whatever sounds stops where the finger comes down, and not when it goes up.
      guard isPlaying || isKeeping else { return ([], false) }
      return (go(), true)
    }
    if case .drag(let columns) = gesture {
      return (activity.locksTouch ? [] : move(columns: -columns), false)
    }
    guard let hit else {
      if case .release = gesture { return (cancel(), false) }
      return ([], false)
    }
    switch gesture {
    case .tap: return (tap(at: hit.tick), false)
    case .hold: return (press(at: hit.tick), false)
    case .release: return (release(at: hit.tick), false)
    case .swipeUp: return (hit.pill?.index.map { swipe($0) } ?? [], false)
    case .down, .drag: return ([], false)
    }
  }

  /// The timeline was tapped: it plays from there, or stops.
  package mutating func tap(at tick: Int) -> [CanvasWish] {
    forgetNotes()
    guard case .idle = recorder.state else { return go() }
    return play(from: tick)
  }

  /// A finger holds on the timeline: it aims, or where a marker is set, playing begins there.
  package mutating func press(at tick: Int) -> [CanvasWish] {
    forgetNotes()
    guard mayChange() else { return [] }
    if case .targeting(_?, _) = recorder.state { return preRoll(at: tick) }
    return perform(recorder.take(.hold(at: tick)))
  }

  /// The finger that aims went up: the marker is set.
  package mutating func release(at tick: Int) -> [CanvasWish] {
    forgetNotes()
    guard aim != nil else { return [] }
    return mark(at: tick)
  }

  /// The take of that index in the chain was swiped up and off: the newest one is removed.
  package mutating func swipe(_ index: Int) -> [CanvasWish] {
    forgetNotes()
    guard index == chain.takes.indices.last else { return [] }
    return perform(recorder.take(.swipe, mayRecord: mayChange()))
  }

  private mutating func forgetNotes() {
    note = nil
    asksToRemove = nil
  }

  /// The finger that aims is at another tick.
  package mutating func aim(at tick: Int) {
    guard aim != nil, aim != tick else { return }
    aim = tick
    note = .aimed(answers: chain.tail(at: tick).map { chain.takes[$0].number })
  }

  /// The marker goes to `tick`; where a tail begins in the same column, to its start.
  private mutating func mark(at tick: Int) -> [CanvasWish] {
    aim = nil
    let next = chain.neighbours(of: tick).after
    let isSeenThere = next > tick && scale.column(of: next) == scale.column(of: tick)
    let marker = chain.takes.isEmpty ? 0 : isSeenThere ? next : tick
    let answers = chain.tail(at: marker)
    target = Target(answers: answers, start: answers.map(chain.tailStart) ?? 0, marker: marker)
    let branches = answers.map { !tree.answers(to: chain.takes[$0].id).isEmpty } ?? false
    note = .marked(answers: answers.map { chain.takes[$0].number }, isBranch: branches)
    return perform(recorder.take(.release(at: marker)))
  }

  /// Playing begins at `tick`, if that is before the marker.
  private mutating func preRoll(at tick: Int) -> [CanvasWish] {
    guard let target, tick < target.marker else {
      note = .preRollIsLate
      return []
    }
    note = .preRolled(seconds: scale.seconds(at: target.marker - tick))
    return perform(recorder.take(.hold(at: tick)))
  }

  // MARK: - Keys

  mutating func pressMarker() -> [CanvasWish] {
    guard mayChange() else { return [] }
    // Pressed again, it moves the marker.
    var wishes = unmark()
    if isPlaying { wishes += stop() }
    wishes += perform(recorder.take(.hold(at: position)))
    return wishes + mark(at: position)
  }

  mutating func pressPreRoll() -> [CanvasWish] {
    guard mayChange() else { return [] }
    guard target != nil else {
      note = .noMarker
      return []
    }
    return preRoll(at: position)
  }

  /// Starts or stops, as a tap does.
  mutating func go() -> [CanvasWish] {
    if isKeeping {
      note = .busy
      return []
    }
    switch recorder.state {
    case .idle:
      if isPlaying { return stop() }
      return play(from: position >= chain.timeline.length ? 0 : position)
    case .targeting(_?, _), .preRolling: return perform(recorder.take(.tap(at: position)))
    case .targeting: return []
    case .recording:
      let missing = missingTicks
      guard missing > 0 else { return perform(recorder.take(.tap(at: position))) }
      guard isTailMissed else {
        // A take that ends here could not be kept.
        isTailMissed = true
        note = .tailMissing(seconds: scale.seconds(at: missing))
        return []
      }
      return drop()
    }
  }

  private mutating func drop() -> [CanvasWish] {
    recorder = RecorderReducer()
    isPlaying = false
    live = nil
    if let target { position = min(target.start, chain.timeline.length) }
    target = nil
    note = .dropped
    return [.drop]
  }

  /// Takes marks away; while a take is recorded, it ends.
  mutating func cancel() -> [CanvasWish] {
    if isRecording { return go() }
    return perform(recorder.take(.cancel(at: position)))
  }

  /// Brings all to rest, as far as it goes: for an end, or a stop by the shell.
  ///
  /// A marker stays.
  package mutating func rest() -> [CanvasWish] {
    switch recorder.state {
    case .recording:
      return missingTicks > 0 ? drop() : perform(recorder.take(.tap(at: position)))
    case .preRolling, .targeting(nil, _): return perform(recorder.take(.cancel(at: position)))
    case .idle, .targeting: return isPlaying ? stop() : []
    }
  }

  mutating func pressDelete() -> [CanvasWish] {
    guard mayChange() else { return [] }
    guard let take = chain.takes.last else {
      note = .noTakes
      return []
    }
    if asksToRemove == take.id {
      asksToRemove = nil
      return unmark() + perform(recorder.take(.swipe))
    }
    if let refusal = refusal(take) {
      note = .notRemovable(take.number, refusal)
      return []
    }
    asksToRemove = take.id
    note = .removalAsked(take.number)
    return []
  }

  private func refusal(_ take: StoredTake) -> RemovalRefusal? {
    RemovalRefusal.of(
      author: take.author, isSent: take.isSent, answers: tree.answers(to: take.id).count,
      by: view.story.player)
  }

  // MARK: - Steps

  /// What the effects of the recorder are here.
  mutating func perform(_ effects: [RecorderEffect]) -> [CanvasWish] {
    var wishes: [CanvasWish] = []
    for effect in effects {
      switch effect {
      case .target(let tick):
        aim = tick
        note = .aimed(answers: chain.tail(at: tick).map { chain.takes[$0].number })
        wishes.append(.ring)
      case .mark, .markPreRoll: break
      case .unmark:
        aim = nil
        if !isKeeping { target = nil }
      case .play(let tick):
        position = tick
        isPlaying = true
        if case .preRolling(let marker) = recorder.state {
          wishes.append(.record(from: tick, marker: marker))
        } else {
          wishes.append(.play(from: tick))
        }
      case .stop:
        isPlaying = false
        wishes.append(.stop)
      case .punchIn:
        isTailMissed = false
        var peaks = TakePeaks(rateHertz: view.story.rateHertz, recordedAt: dials.rate)
        if let target { peaks.fill(to: target.marker - target.start, level: 0) }
        live = peaks
      case .punchOut(let tick), .keepDamaged(let tick):
        position = tick
        isPlaying = false
        isKeeping = true
        if case .keepDamaged = effect {
          wishes.append(.keepDamaged(tick))
        } else {
          wishes.append(.punchOut(tick))
        }
      case .removeNewest:
        guard let take = chain.takes.last else { continue }
        if let refusal = refusal(take) {
          note = .notRemovable(take.number, refusal)
        } else {
          if isPlaying { wishes += stop() }
          wishes.append(.remove(take.id))
        }
      }
    }
    return wishes
  }

  /// Takes the marks away, if there are any.
  mutating func unmark() -> [CanvasWish] {
    guard case .targeting = recorder.state else { return [] }
    return perform(recorder.take(.cancel(at: position)))
  }

  mutating func stop() -> [CanvasWish] {
    isPlaying = false
    return [.stop]
  }

  mutating func play(from tick: Int) -> [CanvasWish] {
    guard !isKeeping else {
      note = .busy
      return []
    }
    guard !chain.takes.isEmpty else {
      note = .noTakes
      return []
    }
    return perform(recorder.take(.tap(at: min(tick, chain.timeline.length))))
  }
}
