// What keys do.
extension CanvasState {
  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: the key
  ///   - columns: of the screen
  /// - Returns: what is to be done
  package mutating func press(_ key: CanvasKey, columns: Int) -> [CanvasWish] {
    note = nil
    let asked = asksToRemove
    asksToRemove = nil
    if key == .quit { return rest() + [.leave] }
    switch panel {
    case .keys(let top): return pressInList(key, top)
    case .tree(let row): return pressInTree(key, row, columns: columns)
    case .timeline: break
    }
    switch key {
    case .go: return go()
    case .marker: return pressMarker()
    case .preRoll: return pressPreRoll()
    case .delete:
      asksToRemove = asked
      return pressDelete()
    case .undo: return mayChange() ? unmark() + (isPlaying ? stop() : []) + [.undo] : []
    case .cancel: return isPlaying && target == nil ? stop() : cancel()
    case .left: return travel(columns: -1)
    case .right: return travel(columns: 1)
    case .pageLeft: return travel(columns: -columns / 2)
    case .pageRight: return travel(columns: columns / 2)
    case .home: return travel(to: 0)
    case .end: return travel(to: chain.timeline.length)
    case .previous: return travel(to: chain.neighbours(of: position).before)
    case .next: return travel(to: chain.neighbours(of: position).after)
    case .zoomIn: return zoom(by: 1)
    case .zoomOut: return zoom(by: -1)
    case .slower: return turn { $0.rate = CanvasState.stepped($0.rate, $1, up: false) }
    case .faster: return turn { $0.rate = CanvasState.stepped($0.rate, $1, up: true) }
    case .lower: return turn { $0.pitch = CanvasState.stepped($0.pitch, $1, up: false) }
    case .higher: return turn { $0.pitch = CanvasState.stepped($0.pitch, $1, up: true) }
    case .link: return turn { dials, _ in dials.isLinked.toggle() }
    case .fine:
      isFine.toggle()
      note = .fine(isFine)
      return []
    case .click:
      guard mayChange() else { return [] }
      isClicking.toggle()
      return [.click(isClicking)]
    case .scrub:
      isScrubbing.toggle()
      note = .scrub(isScrubbing)
      return isScrubbing ? [] : [.endScrub]
    case .tree:
      guard !activity.locksTouch else {
        note = .busy
        return []
      }
      panel = .tree(row: selectedRow)
      return []
    case .keys:
      panel = .keys(top: 0)
      return []
    case .enter, .quit: return []
    }
  }

  /// The list of keys is scrolled to a row at the most, where it still fills the screen.
  package mutating func limitKeys(to last: Int) {
    if case .keys(let top) = panel, top > last { panel = .keys(top: max(0, last)) }
  }

  private mutating func pressInList(_ key: CanvasKey, _ top: Int) -> [CanvasWish] {
    switch key {
    case .previous: panel = .keys(top: max(0, top - 1))
    case .next: panel = .keys(top: top + 1)
    // What sounds is stopped at any time.
    case .go where isPlaying: return go()
    default: panel = .timeline
    }
    return []
  }

  // MARK: - The tree

  /// The row of the take at the playhead; the first if there is none.
  private var selectedRow: Int {
    let take = heard.last.map { chain.takes[$0].id } ?? chain.takes.last?.id
    guard let take, let index = view.takes.firstIndex(where: { $0.id == take }) else { return 0 }
    return outline.row(ofTake: index) ?? 0
  }

  private mutating func pressInTree(_ key: CanvasKey, _ row: Int, columns: Int) -> [CanvasWish] {
    let last = max(0, outline.rows.count - 1)
    switch key {
    case .previous: panel = .tree(row: max(0, row - 1))
    case .next: panel = .tree(row: min(last, row + 1))
    case .left: panel = .tree(row: outline.fork(from: row, isForward: false))
    case .right: panel = .tree(row: outline.fork(from: row, isForward: true))
    case .pageLeft: panel = .tree(row: max(0, row - CanvasState.treePage))
    case .pageRight: panel = .tree(row: min(last, row + CanvasState.treePage))
    case .home: panel = .tree(row: 0)
    case .end: panel = .tree(row: last)
    case .enter:
      panel = .timeline
      guard outline.rows.indices.contains(row) else { return [] }
      return show(take: outline.rows[row].take)
    case .go: return go()
    case .keys: panel = .keys(top: 0)
    case .tree, .cancel: panel = .timeline
    default: break
    }
    return []
  }

  private static let treePage = 10

  /// A row of the tree was tapped: it is selected; where it is already, its branch is shown.
  package mutating func tap(treeRow row: Int) -> [CanvasWish] {
    guard case .tree(let selected) = panel, outline.rows.indices.contains(row) else { return [] }
    note = nil
    guard row == selected else {
      panel = .tree(row: row)
      return []
    }
    panel = .timeline
    return show(take: outline.rows[row].take)
  }

  // MARK: - Moving

  /// The wheel was turned: along the timeline, or through a list.
  package mutating func wheel(isUp: Bool) -> [CanvasWish] {
    switch panel {
    case .timeline: return travel(columns: isUp ? -4 : 4)
    case .tree(let row): return pressInTree(isUp ? .previous : .next, row, columns: 0)
    case .keys(let top): return pressInList(isUp ? .previous : .next, top)
    }
  }

  private mutating func travel(columns: Int) -> [CanvasWish] {
    guard !activity.locksTouch else {
      note = .busy
      return []
    }
    return move(columns: columns)
  }

  /// Moves the playhead, unless a take is recorded.
  package mutating func travel(to tick: Int) -> [CanvasWish] {
    guard !activity.locksTouch else {
      note = .busy
      return []
    }
    return move(to: tick)
  }

  mutating func move(columns: Int) -> [CanvasWish] {
    move(to: scale.tick(of: scale.column(of: position) + columns))
  }

  /// Moves the playhead, within the story; what sounds goes on there, and what is scrubbed is heard there.
  mutating func move(to tick: Int) -> [CanvasWish] {
    let tick = min(max(0, tick), chain.timeline.length)
    guard tick != position else { return [] }
    let before = position
    position = tick
    if isPlaying { return [.play(from: tick)] }
    return isScrubbing && !chain.takes.isEmpty ? [.scrub(from: before, to: tick)] : []
  }

  private mutating func zoom(by steps: Int) -> [CanvasWish] {
    guard CanvasScale.steps.contains(zoomStep + steps) else {
      note = .zoomEnds
      return []
    }
    zoomStep += steps
    return []
  }

  // MARK: - Dials

  /// Turns the dials to `new`.
  package mutating func turn(to new: StoryDials) -> [CanvasWish] {
    turn { dials, _ in dials = new }
  }

  private mutating func turn(
    _ change: (inout StoryDials, _ isFine: Bool) -> Void
  ) -> [CanvasWish] {
    guard mayChange() else { return [] }
    let before = dials
    change(&dials, isFine)
    guard dials != before else {
      note = .dialEnds
      return []
    }
    return [.turn(dials)]
  }

  /// The next round speed: a 20th more or less, in small steps a 100th.
  private static func stepped(_ rate: PlaybackRate, _ isFine: Bool, up: Bool) -> PlaybackRate {
    let step = isFine ? 10 : 50
    let next = CanvasState.next(rate.thousandths, step: step, up: up)
    return PlaybackRate(dial: Double(next) / 1000)
  }

  /// The next round pitch: a semitone more or less, in small steps 5 cents.
  private static func stepped(_ pitch: PitchOffset, _ isFine: Bool, up: Bool) -> PitchOffset {
    let step = isFine ? 5_000 : 100_000
    let next = CanvasState.next(pitch.millicents, step: step, up: up)
    return PitchOffset(dial: Double(next) / 100_000, isFine: isFine)
  }

  /// The next multiple of `step` above or below `value`.
  private static func next(_ value: Int, step: Int, up: Bool) -> Int {
    let rest = ((value % step) + step) % step
    return up ? value - rest + step : rest > 0 ? value - rest : value - step
  }
}
