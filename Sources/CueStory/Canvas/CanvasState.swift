import CueStore

/// The state of the canvas: what is shown of a story, where the playhead is, and what a key or a touch then does.
///
/// It is a value without a clock, sound or terminal. Keys, gestures and reports go in; ``CanvasWish``es come out. The
/// recorder's steps are those of ``RecorderReducer``, whose frames are ticks here, so that marks stay where they are when the
/// speed is changed.
///
/// A take's place follows from the take that it answers: it begins with the tail of that one. So the take whose tail is under
/// the finger, or under the playhead, is the one that is answered; if it has an answer already, a branch grows. Before the
/// marker the new take is silent.
package struct CanvasState: Sendable {
  /// What is on the screen.
  package enum Panel: Equatable, Sendable {
    case timeline
    /// The tree, with the selected row.
    case tree(row: Int)
    /// The list of keys, from a row on.
    case keys(top: Int)
  }

  /// The take that would be recorded.
  package struct Target: Equatable, Sendable {
    /// The index in the chain of the take that it answers; nil for the first of the story.
    package let answers: Int?
    /// Where it lies: with the tail of that take it begins, in ticks.
    package let start: Int
    /// Where recording begins, in ticks.
    package let marker: Int
  }

  /// The story.
  package private(set) var view: StoryView
  /// Its tree.
  package private(set) var tree: StoryTree<StoredTake>
  /// Its tree, as rows.
  package private(set) var outline: TreeOutline
  /// The takes of the branch that is shown.
  package private(set) var chain: CanvasChain
  /// How all of it is heard.
  package internal(set) var dials: StoryDials
  /// Whether dials turn in small steps.
  package internal(set) var isFine = false
  /// Whether the click is heard.
  package internal(set) var isClicking: Bool
  /// Whether the playhead is heard where it is moved while nothing plays.
  package internal(set) var isScrubbing = false
  /// What the recorder is at.
  package internal(set) var recorder = RecorderReducer()
  /// What would be recorded.
  package internal(set) var target: Target?
  /// The tick under the finger while it aims.
  package internal(set) var aim: Int?
  /// The tick under the playhead.
  package internal(set) var position = 0
  /// Whether the story is heard.
  package internal(set) var isPlaying = false
  /// Whether a take is being written to the disk.
  package internal(set) var isKeeping = false
  /// The waveform of the take that is being recorded.
  package internal(set) var live: TakePeaks?
  /// How loud the microphone hears, 0…1.
  package var level: Double? { recorder.activity.isEmpty ? nil : microphone }
  /// How near the timeline is; see ``CanvasScale``.
  package internal(set) var zoomStep = CanvasScale.usualStep
  /// What is on the screen.
  package internal(set) var panel = Panel.timeline
  /// Something that the player should know.
  package internal(set) var note: CanvasNote?
  private var microphone: Double?
  /// The take that the next press of the key removes.
  var asksToRemove: String?
  /// Whether the player was notified that the take has no tail yet.
  var isTailMissed = false

  /// The canvas of a story: at its beginning, or where the next take would begin.
  package init(_ view: StoryView, atLastTail: Bool = false) {
    self.view = view
    tree = view.tree
    outline = TreeOutline(tree)
    chain = CanvasChain(tree.chain(to: view.story.head) ?? [])
    dials = view.story.dials
    isClicking = view.story.hasClick
    if atLastTail, let last = chain.takes.indices.last { position = chain.tailStart(last) }
  }

  /// Takes the new state of the story; its newest take is shown if `showsHead`.
  package mutating func take(_ view: StoryView, showsHead: Bool) {
    let before = chain.takes
    let changed = self.view.takes != view.takes
    self.view = view
    dials = view.story.dials
    isClicking = view.story.hasClick
    if changed {
      tree = view.tree
      outline = TreeOutline(tree)
    }
    let shown = before.last?.id ?? ""
    // Of a branch whose end was removed, the rest stays.
    let left = before.last { tree.take($0.id) != nil }?.id
    let id = showsHead ? view.story.head : left ?? view.story.head
    if changed || id != shown { chain = CanvasChain(tree.chain(to: id) ?? []) }
    if case .tree(let row) = panel {
      panel = .tree(row: min(row, max(0, outline.rows.count - 1)))
    }
    position = min(position, chain.timeline.length)
  }

  /// Shows a sentence of somebody else.
  package mutating func tell(_ note: CanvasNote) { self.note = note }

  // MARK: - What follows from it

  /// How the timeline becomes columns.
  package var scale: CanvasScale {
    CanvasScale(step: zoomStep, rateHertz: view.story.rateHertz, rate: dials.rate)
  }

  /// What goes on; while anything does, only stopping is possible.
  package var activity: StoryActivity {
    isKeeping ? recorder.activity.union(.processing) : recorder.activity
  }

  /// Whether only the new take and the one that it answers are shown.
  package var isFocused: Bool { !recorder.activity.isEmpty || isKeeping }

  /// Whether a take is recorded at the moment.
  package var isRecording: Bool {
    if case .recording = recorder.state { true } else { false }
  }

  /// Where playing begins before the marker, in ticks.
  package var preRoll: Int? {
    if case .targeting(_, let preRoll) = recorder.state { preRoll } else { nil }
  }

  /// The new take as far as it exists: nothing of it before the marker.
  package var newTake: (answers: Int?, place: TimelinePlace)? {
    guard let target, isRecording || isKeeping else { return nil }
    let length = max(0, position - target.start)
    return (target.answers, TimelinePlace(start: target.start, length: length))
  }

  /// How many ticks the new take still needs to leave a tail; 0 if it does.
  package var missingTicks: Int {
    guard let new = newTake else { return 0 }
    return max(0, chain.leastAnswer(to: new.answers) - new.place.length)
  }

  /// The story with the take as its head that ends what is shown.
  package var shown: StoryView {
    var shown = view
    shown.story.head = chain.takes.last?.id ?? ""
    return shown
  }

  /// The story with the take as its head that the new one answers.
  package var answered: StoryView {
    var answered = view
    if let target { answered.story.head = target.answers.map { chain.takes[$0].id } ?? "" }
    return answered
  }

  /// The takes at the playhead, by their indices in the chain.
  package var heard: [Int] {
    (0..<CanvasChain.lanes).compactMap { chain.take(at: position, lane: $0) }.sorted()
  }

  /// What is laid out of it.
  package var scene: CanvasLayout.Scene {
    var scene = CanvasLayout.Scene(chain: chain, scale: scale, position: position)
    if let target { scene.marks.append((.punch, target.marker)) }
    if let preRoll { scene.marks.append((.preRoll, preRoll)) }
    if let aim { scene.marks.append((.aim, aim)) }
    scene.isFocused = isFocused
    scene.newTake =
      newTake
      ?? (isFocused ? target.map { ($0.answers, TimelinePlace(start: $0.start, length: 0)) } : nil)
    return scene
  }

  // MARK: - Reports

  /// Takes a report of the player of the sound.
  package mutating func take(_ report: CanvasReport) -> [CanvasWish] {
    microphone = report.level
    guard isPlaying else { return [] }
    // After its end, a story goes on only while it is recorded.
    let most = recorder.activity.isEmpty ? chain.timeline.length : Int.max
    position = min(max(0, report.tick), most)
    if report.isBroken {
      isPlaying = false
      return perform(recorder.take(.fault(at: position)))
    }
    var wishes = perform(recorder.take(.playhead(at: position)))
    if let new = newTake, isRecording {
      live?.fill(to: new.place.length, level: report.level ?? 0)
      let most = ChainTimeline.ticks(
        frames: StoryLimits.mostSeconds * view.story.rateHertz, recordedAt: dials.rate)
      if new.place.length >= most {
        wishes += perform(recorder.take(.tap(at: new.place.start + most)))
      }
    }
    if !report.isPlaying, recorder.activity.isEmpty { isPlaying = false }
    return wishes
  }

  /// What was asked for cannot be heard: all is at rest.
  package mutating func fail(_ note: CanvasNote) {
    recorder = RecorderReducer()
    (isPlaying, isKeeping, target, aim, live) = (false, false, nil, nil, nil)
    position = min(position, chain.timeline.length)
    self.note = note
  }

  /// A take was kept, or could not be.
  package mutating func endKeeping(_ take: StoredTake?, _ view: StoryView, _ note: CanvasNote) {
    isKeeping = false
    live = nil
    let start = target?.start
    target = nil
    self.take(view, showsHead: take != nil)
    if let start { position = min(start, chain.timeline.length) }
    self.note = note
  }

  /// Shows the branch that leads to the take of that index in the story, and on from there; the playhead is at its start.
  package mutating func show(take index: Int) -> [CanvasWish] {
    let id = tree.takes[index].id
    var wishes: [CanvasWish] = []
    if !chain.contains(id) {
      if isPlaying { wishes.append(.stop) }
      isPlaying = false
      wishes += unmark()
      chain = CanvasChain(tree.chain(to: tree.end(from: id)) ?? [])
      note = chain.takes.last.map { .branch($0.number) }
    }
    guard let place = chain.takes.firstIndex(where: { $0.id == id }) else { return wishes }
    return wishes + move(to: chain.place(place).start)
  }
}
