import CueStore
import CueStory
import CueTerminal

/// The text of the canvas for a state, on the screen and in lines of words.
struct CanvasTalk {
  let words: Messages

  // MARK: - The state

  func pen(_ story: StoredStory) -> String {
    if story.pen == .active { return words(.penYours) }
    return story.holder.isEmpty ? words(.penLocked) : words(.penOf, ["name": story.holder])
  }

  /// The dials, the most important one first.
  func dials(_ state: CanvasState) -> [String] {
    let dials = state.dials
    let pitch = dials.pitch.semitones
    let sign = pitch > 0 ? "+" : ""
    return [
      words(.speed, ["speed": words.number(dials.rate.factor, decimals: 3, least: 2)]),
      words(.pitch, ["pitch": sign + words.number(pitch, decimals: 2)]),
      words(dials.isLinked ? .linked : .unlinked),
      words(state.isClicking ? .clickOn : .clickOff),
    ] + (state.isFine ? [words(.fineSteps)] : [])
      + (state.isScrubbing ? [words(.scrubs)] : [])
      + [words(.takes, count: state.chain.takes.count)]
  }

  func activity(_ state: CanvasState) -> String {
    if state.isKeeping { return words(CanvasMessage.keeping) }
    return switch state.recorder.state {
    case .recording: words(CanvasMessage.recording)
    case .preRolling: words(CanvasMessage.waiting)
    case .targeting(nil, _): words(CanvasMessage.aiming)
    case .targeting: words(CanvasMessage.markerSet)
    case .idle: words(state.isPlaying ? CanvasMessage.playing : .stopped)
    }
  }

  /// Minutes, seconds and tenths.
  func time(_ seconds: Double) -> String {
    let tenths = Int((max(0, seconds) * 10).rounded())
    return Messages.time(tenths / 10) + words.language.decimalSign + "\(tenths % 10)"
  }

  func time(_ tick: Int, _ state: CanvasState) -> String { time(state.scale.seconds(at: tick)) }

  /// Where the playhead is; for a take that is being recorded, its length and its losses.
  func place(_ state: CanvasState) -> [String] {
    if state.isRecording, let new = state.newTake {
      let missing = state.missingTicks
      return [time(new.place.length, state)]
        + (missing > 0 ? [words(.tailMissing, ["time": time(missing, state)])] : [])
    }
    let total = time(state.chain.timeline.length, state)
    return [words(.timeOf, ["time": time(state.position, state), "total": total])]
  }

  /// The takes at the playhead: `3 ann, 4 bob`.
  func heard(_ state: CanvasState) -> [String] {
    guard !state.isFocused else { return [] }
    let takes = state.heard.map { state.chain.takes[$0] }
    return takes.isEmpty
      ? [] : [takes.map { "\($0.number) \($0.author)" }.joined(separator: ", ")]
  }

  func zoom(_ state: CanvasState) -> String {
    let columns = state.scale.columnsPerSecond
    return columns >= 1
      ? words(.columnsASecond, ["number": "\(Int(columns))"])
      : words(.secondsAColumn, ["number": "\(Int(1 / columns))"])
  }

  /// The label of a pill: number, author, words and anything unusual.
  func label(_ take: StoredTake, _ tree: StoryTree<StoredTake>) -> String {
    let answers = tree.answers(to: take.id).count
    let label = take.label.isEmpty ? [] : [words.quoted(take.label)]
    let parts = ["\(take.number)"] + marks(take) + [take.author] + label
    return (parts + (answers > 1 ? [words(.answers, count: answers)] : [])).joined(separator: " ")
  }

  private func marks(_ take: StoredTake) -> [String] {
    (take.isMuted ? [words(CanvasMessage.muted)] : [])
      + (take.isSolo ? [words(CanvasMessage.solo)] : [])
      + (take.damage.isEmpty ? [] : [words(CanvasMessage.damaged)])
  }

  /// A take in the tree, with its length as it is heard now.
  func inTree(_ take: StoredTake, _ row: TreeOutline.Row, _ state: CanvasState) -> String {
    let length = time(take.ticks, state)
    let isShown = state.chain.contains(take.id)
    let label = take.label.isEmpty ? [] : [words.quoted(take.label)]
    let parts =
      ["\(take.number) \(take.author)", length] + label + marks(take)
      + (row.answers > 1 ? [words(.answers, count: row.answers)] : [])
      + (take.isSent ? [words(CanvasMessage.sent)] : [])
      + (isShown ? [words(CanvasMessage.here)] : [])
    return parts.joined(separator: Signs.fitted(" · "))
  }

  // MARK: - Possible actions

  /// What the keys do now, the most important one first.
  func hints(_ state: CanvasState) -> [String] {
    let always = [words(Message.hintHelp), words(Message.hintEnd)]
    if case .tree = state.panel {
      return [words(.hintShow), words(.hintBack)] + always
    }
    if state.isKeeping { return [] }
    switch state.recorder.state {
    case .recording: return [words(.hintEndTake)]
    case .preRolling: return [words(CanvasMessage.hintStop)]
    case .targeting(nil, _): return [words(.hintLetGo), words(.hintUnmark)]
    case .targeting:
      return [words(.hintRecord), words(.hintPreRoll), words(.hintUnmark)] + always
    case .idle:
      if state.isPlaying { return [words(CanvasMessage.hintStop)] + always }
      let isOwn = state.view.story.pen == .active
      if state.chain.takes.isEmpty { return [words(isOwn ? .hintFirst : .hintListen)] + always }
      return [words(CanvasMessage.hintPlay), words(isOwn ? .hintMark : .hintListen)] + always
        + [words(.hintTree)]
    }
  }

  func text(_ note: CanvasNote) -> String {
    switch note {
    case .aimed(nil): words(.aimedFirst)
    case .aimed(let number?): words(.aimed, ["number": "\(number)"])
    case .marked(nil, _): words(.markedFirst)
    case .marked(let number?, let isBranch):
      words(isBranch ? .markedBranch : .marked, ["number": "\(number)"])
    case .preRolled(let seconds): words(.preRolled, ["time": time(seconds)])
    case .preRollIsLate: words(.preRollIsLate)
    case .noMarker: words(.noMarker)
    case .noTakes: words(.noTakes)
    case .locked(let holder):
      holder.isEmpty ? words(.lockedByOther) : words(CanvasMessage.locked, ["name": holder])
    case .busy: words(CanvasMessage.busy)
    case .tailMissing(let seconds): words(.missing, ["time": time(seconds + 0.05)])
    case .dropped: words(.dropped)
    case .kept(let number, let isDamaged):
      words(isDamaged ? .keptDamaged : .kept, ["number": "\(number)"])
    case .removalAsked(let number): words(.removalAsked, ["number": "\(number)"])
    case .removed(let number): words(.removed, ["number": "\(number)"])
    case .undone: words(.changeUndone)
    case .notRemovable(let number, .anothers(let author)):
      words(.notYours, ["number": "\(number)", "name": author])
    case .notRemovable(let number, .sent): words(.wasSent, ["number": "\(number)"])
    case .notRemovable(let number, .answered): words(.isAnswered, ["number": "\(number)"])
    case .dialEnds: words(.dialEnds)
    case .zoomEnds: words(.zoomEnds)
    case .fine(let isFine): words(isFine ? .fineOn : .fineOff)
    case .scrub(let isOn): words(isOn ? .scrubOn : .scrubOff)
    case .branch(let number): words(.branchShown, ["number": "\(number)"])
    case .text(let text): text
    }
  }

  // MARK: - The list of keys

  /// Keys by the terminal's names for them.
  private static func keys(_ words: Messages) -> [(names: String, help: CanvasMessage)] {
    [
      (words(Message.keySpace), .keyGo), ("m", .keyMarker), ("r", .keyPreRoll), ("Esc", .keyCancel),
      ("x", .keyDelete), ("u", .keyUndo), ("← →", .keyMove), ("↑ ↓", .keyTails),
      (words(.namesPage), .keyPage), (words(.namesEnds), .keyEnds), ("+ -", .keyZoom),
      ("[ ]", .keySpeed),
      ("{ }", .keyPitch), ("f", .keyFine), ("l", .keyLink), ("c", .keyClick), ("s", .keyScrub),
      ("t", .keyTree),
      ("?", .keyHelp), ("q", .keyQuit),
    ]
  }

  private static let mouse: [CanvasMessage] = [
    .mouseTap, .mouseHold, .mouseHoldBefore, .mouseDrag, .mouseSwipe, .mouseWheel,
  ]

  /// The list of keys, in rows of at most `columns`; with the mouse if there is one.
  static func keyList(_ words: Messages, columns: Int?, hasMouse: Bool = true) -> [String] {
    let width = 18
    var rows = [words(.keysTitle)]
    for key in keys(words) {
      let name = Signs.fitted(key.names)
      let cut = TextLayout.rows(
        of: [words(key.help)], indent: 0, columns: columns.map { $0 - width - 1 })
      for (number, row) in cut.enumerated() {
        let left = number == 0 ? "  " + name : ""
        rows.append(
          left + String(repeating: " ", count: max(1, width - Glyph.columns(of: left))) + row)
      }
    }
    guard hasMouse else { return rows }
    rows += [words(.mouseTitle)]
    return rows + TextLayout.rows(of: mouse.map { words($0) }, indent: 2, columns: columns)
  }
}
