import CSystem
import CueModel
import Synchronization

/// Renders a story ahead of the ear, each take by itself, and renders it again where dials are turned.
///
/// One thread calls ``step()``, as often as something is pulled from its buffer. A turn of a dial is heard a little later: what
/// is after that moment is rendered again with the new dials, from exactly there, and fades in. Meanwhile the sound goes on as
/// it was; turns that come meanwhile are taken together.
package final class StoryRenderer {
  /// What may be asked for, from any thread.
  struct Wishes: Sendable {
    var dials: StoryDials?
    var tick: Int?
    var added: [PlayedTake] = []
    var pitches: [Int: PitchOffset] = [:]
    /// How often something was asked for.
    var revision = 0

    var isTurn: Bool { dials != nil || tick != nil || !pitches.isEmpty }
  }

  let buffer: PlayBuffer
  private let wishes: Box
  private let effects: StoryEffects
  private let settings: RenderSettings
  private let clock: any MonotonicTime
  private let rateHertz: Int
  private var takes: [PlayedTake]
  private var history: PlaybackHistory
  private var runs: [TakeRun] = []
  /// The takes that are still to come, the next one last.
  private var waiting: [PlayedTake] = []
  /// The played frame after all that is rendered.
  private var ready = 0
  private var lastTurn: Int?
  private var guardFrames: Int
  /// How many milliseconds the last turns took.
  private var lastTurns: [Int64] = []
  /// How many frames of a take effects get at once.
  private var blockFrames = TakeRun.blockFrames.lowerBound
  private var failures: [Int: Int] = [:]
  private let note: (Int, any Error) -> Void
  /// How often new sound came later than it should have.
  private(set) var lateTurns = 0
  /// How often it was rendered again.
  private(set) var turns = 0
  /// How many takes are open.
  var openTakes: Int { runs.count }

  /// How much is rendered at once at the least.
  private static let chunkFrames = 1024
  /// How long the first turn is expected to take at the most, in milliseconds.
  private static let mostRehearsed: Int64 = 45
  /// How often a take is tried again whose effect failed.
  private static let mostFailures = 3

  final class Box: Sendable {
    let wishes = Mutex(Wishes())
  }

  /// A renderer of `story` from `tick` on.
  ///
  /// - Parameters:
  ///   - story: what is played
  ///   - tick: where on the timeline
  ///   - effects: where effects come from
  ///   - settings: how far ahead is rendered
  ///   - click: the click
  ///   - clock: measures how long rendering takes
  ///   - note: is called with the number of a take that fails, and why
  package init(
    _ story: PlayedStory, from tick: Int = 0, effects: StoryEffects,
    settings: RenderSettings = RenderSettings(), click: ClickTrack? = nil,
    clock: any MonotonicTime, note: @escaping (Int, any Error) -> Void = { _, _ in }
  ) {
    // Each block takes pieces of many pages, and gives them back.
    cue_keep_free_memory()
    rateHertz = story.rateHertz
    takes = story.takes
    self.effects = effects
    self.settings = settings
    self.clock = clock
    self.note = note
    history = PlaybackHistory(tick: tick, dials: story.dials)
    buffer = PlayBuffer(
      rateHertz: rateHertz, click: click ?? ClickTrack(rateHertz: rateHertz), history)
    wishes = Box()
    guardFrames = Int(settings.guardSeconds.lowerBound * Double(story.rateHertz))
    wait(from: history.last)
  }

  private func frames(_ seconds: Double) -> Int { Int(seconds * Double(rateHertz)) }

  /// What asks it from other threads.
  var requests: RenderRequests { RenderRequests(box: wishes, buffer: buffer) }

  /// All takes that are not over at the start of `stretch` wait from now on.
  private func wait(from stretch: PlaybackHistory.Stretch) {
    waiting = takes.filter { $0.place.end > stretch.tick }
    sortWaiting()
  }

  private func sortWaiting() {
    waiting.sort { ($0.place.start, $0.number) > ($1.place.start, $1.number) }
  }

  /// The next `count` frames for two channels, with all that is to be rendered ahead of them done: playing on a clock that
  /// waits.
  package func pull(_ count: Int) -> AudioBuffer? {
    while step() {}
    while ready < buffer.pulled + count { fill(to: ready + StoryRenderer.chunkFrames) }
    return buffer.pull(count)
  }

  /// Turns the dials.
  package func turn(_ dials: StoryDials) { requests.turn(dials) }

  /// Where on the timeline played frames are.
  package var played: PlaybackHistory { history }

  /// The next played frame to be heard.
  package var playedFrame: Int { buffer.pulled }

  /// Does what is most urgent: a turn, or the next piece ahead.
  ///
  /// - Returns: whether there was anything to do
  package func step() -> Bool {
    add()
    if turn() { return true }
    guard ready < buffer.pulled + aheadFrames else { return false }
    // Where blocks are long, they are made quickly: so are longer pieces.
    fill(to: ready + max(StoryRenderer.chunkFrames, blockFrames / 2))
    return true
  }

  private var aheadFrames: Int {
    guard let lastTurn, buffer.pulled < lastTurn + frames(settings.calmSeconds) else {
      return frames(settings.restSeconds)
    }
    return guardFrames + buffer.fadeFrames + frames(settings.movingSeconds)
  }

  private func add() {
    let added = wishes.wishes.withLock { wishes in
      defer { wishes.added = [] }
      return wishes.added
    }
    guard !added.isEmpty else { return }
    takes += added
    waiting += added.filter { $0.place.end > history.tick(at: ready) }
    sortWaiting()
  }

  // MARK: - Rendering ahead

  private func fill(to end: Int) {
    open(upTo: end + frames(settings.openSeconds))
    let (began, isWork) = (clock.milliseconds, runs.contains { !$0.has(upTo: end) })
    let pieces = render(&runs, to: end)
    if isWork { adapt(to: clock.milliseconds - began) }
    ready = end
    buffer.append(pieces, upTo: end)
    let over = runs.filter { $0.endFrame <= end }
    for run in over { run.end() }
    runs.removeAll { $0.endFrame <= end }
    buffer.forget(but: Set(runs.map(\.take.number)))
  }

  /// Makes blocks as long as possible without a long wait for a turn of a dial; the last ones took `milliseconds`.
  private func adapt(to milliseconds: Int64) {
    let bounds = TakeRun.blockFrames
    if milliseconds > 8 { blockFrames = max(bounds.lowerBound, blockFrames / 2) }
    if milliseconds < 3 { blockFrames = min(bounds.upperBound, blockFrames * 2) }
  }

  /// Opens takes that begin before a played frame.
  private func open(upTo frame: Int) {
    while let take = waiting.last, history.last.frame(of: take.place.start) < frame {
      waiting.removeLast()
      let stretch = PlaybackHistory.Stretch(
        frame: ready, tick: history.last.tick(at: ready), dials: history.last.dials)
      guard !runs.contains(where: { $0.take.number == take.number }),
        let run = run(of: take, from: history.last.frame >= ready ? history.last : stretch)
      else { continue }
      runs.append(run)
    }
  }

  private func run(of take: PlayedTake, from stretch: PlaybackHistory.Stretch) -> TakeRun? {
    guard failures[take.number, default: 0] < StoryRenderer.mostFailures,
      let entry = TakeEntry(stretch, place: take.place, recorded: take.recorded.rate)
    else { return nil }
    while failures[take.number, default: 0] < StoryRenderer.mostFailures {
      do { return try TakeRun(take, entry, stretch.dials, effects) } catch {
        failed(take, error)
      }
    }
    return nil
  }

  private func failed(_ take: PlayedTake, _ error: any Error) {
    // A file that is not whole, or too far a change, is no better the next time.
    failures[take.number, default: 0] += error is StoryFailure ? StoryRenderer.mostFailures : 1
    note(take.number, error)
  }

  /// The sound of `runs` up to a played frame; all effects have work before one is waited for.
  private func render(
    _ runs: inout [TakeRun], to end: Int
  ) -> [(take: PlayedTake, start: Int, samples: [Float])] {
    while true {
      let lacking = runs.filter { !$0.has(upTo: end) }
      if lacking.isEmpty { break }
      var broken: [(TakeRun, any Error)] = []
      for run in lacking { attempt(run, &broken) { try $0.prepare(upTo: end, blockFrames) } }
      for run in lacking where !broken.contains(where: { $0.0 === run }) {
        attempt(run, &broken) { try $0.collect() }
      }
      for (run, error) in broken {
        run.end()
        failed(run.take, error)
        runs.removeAll { $0 === run }
        let stretch = history.stretch(at: run.frame)
        let from = PlaybackHistory.Stretch(
          frame: run.frame, tick: stretch.tick(at: run.frame), dials: stretch.dials)
        if let again = self.run(of: run.take, from: from) { runs.append(again) }
      }
    }
    return runs.sorted { $0.take.number < $1.take.number }.compactMap { run in
      let start = run.frame
      let samples = run.take(upTo: end)
      return samples.isEmpty ? nil : (run.take, start, samples)
    }
  }

  private func attempt(
    _ run: TakeRun, _ broken: inout [(TakeRun, any Error)], _ body: (TakeRun) throws -> Void
  ) {
    do { try body(run) } catch { broken.append((run, error)) }
  }

  // MARK: - Turning

  /// Whether what was last rendered again was heard for a while: only then may it be rendered again.
  private func mayTurn(_ pulled: Int) -> Bool {
    lastTurn.map { pulled >= $0 + guardFrames / 2 } ?? true
  }

  /// Takes what was turned, and renders it again; whether there was anything.
  private func turn() -> Bool {
    let pulled = buffer.pulled
    guard mayTurn(pulled) else { return false }
    let wanted = wishes.wishes.withLock { wishes -> Wishes? in
      guard wishes.isTurn else { return nil }
      defer { wishes = Wishes(added: wishes.added, revision: wishes.revision) }
      return wishes
    }
    guard let wanted else { return false }
    for (number, pitch) in wanted.pitches {
      for index in takes.indices where takes[index].number == number {
        takes[index].localPitch = pitch
      }
    }
    let began = clock.milliseconds
    let fade = buffer.fadeFrames
    while ready < pulled + guardFrames + fade { fill(to: ready + StoryRenderer.chunkFrames) }
    buffer.keepForFade()
    // There is sound to fade from, also where some was heard since that was rendered.
    let heard = buffer.pulled
    let frame = max(heard, min(heard + guardFrames, ready - fade))
    var turned = history
    turned.turn(wanted.dials ?? history.last.dials, at: frame, to: wanted.tick)
    turned.forget(before: pulled)
    let old = runs
    // With much rendered ahead, no more of the old sound is needed: its effects are free for the new one.
    let isPlenty = ready >= frame + fade + 2 * ahead
    if isPlenty { for run in old { run.end() } }
    history = turned
    wait(from: turned.last)
    ready = frame
    runs = []
    // As much as is heard while the next piece is rendered, and the fade.
    var end = frame + ahead
    open(upTo: end)
    var pieces = render(&runs, to: end)
    // Where that took longer than thought, what was to be heard meanwhile is heard as it was before.
    while end < buffer.pulled + ahead, !buffer.isClosed {
      end = buffer.pulled + 2 * ahead
      open(upTo: end)
      StoryRenderer.join(render(&runs, to: end), to: &pieces)
    }
    if !buffer.replace(pieces, upTo: end, turned) { lateTurns += 1 }
    ready = end
    if !isPlenty { for run in old { run.end() } }
    lastTurn = frame
    turns += 1
    expect(clock.milliseconds - began)
    return true
  }

  /// Adds what was rendered after `pieces`.
  private static func join(
    _ more: [(take: PlayedTake, start: Int, samples: [Float])],
    to pieces: inout [(take: PlayedTake, start: Int, samples: [Float])]
  ) {
    for piece in more {
      if let place = pieces.firstIndex(where: { $0.take.number == piece.take.number }) {
        pieces[place].samples += piece.samples
      } else {
        pieces.append(piece)
      }
    }
  }

  /// How much is rendered again at the least: what is heard while the next piece is rendered, and the fade.
  private var ahead: Int { max(buffer.fadeFrames, frames(settings.movingSeconds)) }

  /// The next turn takes about as long as most of the last ones, of which the latest took `milliseconds`.
  ///
  /// One that took long because something else was going on says little about the next; a turn that takes longer than expected
  /// is heard later, which is the only harm.
  private func expect(_ milliseconds: Int64) {
    lastTurns = lastTurns.suffix(4) + [milliseconds]
    let bounds = settings.guardSeconds
    let usual = lastTurns.sorted()[(lastTurns.count - 1) / 2]
    let wanted = Double(usual) / 1000 * 1.15 + 0.005
    guardFrames = frames(min(max(wanted, bounds.lowerBound), bounds.upperBound))
  }

  /// Renders a turn that is not heard, so that effects are ready for the first one, and its time is known.
  ///
  /// Only where effects are used again is anything won by that.
  package func rehearse() {
    guard effects.areKept, let last = runs.first else { return }
    var dials = history.last.dials
    dials.rate = PlaybackRate(dial: dials.rate.factor * (dials.rate.factor > 1 ? 0.9 : 1.1))
    var turned = history
    turned.turn(dials, at: last.frame)
    func catchUp() {
      // What is rendered ahead comes first.
      while ready < buffer.pulled + aheadFrames, !buffer.isClosed {
        fill(to: ready + StoryRenderer.chunkFrames)
      }
    }
    // Twice: effects are made the first time, one by one.
    for round in 0..<2 {
      let began = clock.milliseconds
      var tried: [TakeRun] = []
      for run in runs {
        guard
          let entry = TakeEntry(
            turned.last, place: run.take.place, recorded: run.take.recorded.rate),
          let new = try? TakeRun(run.take, entry, dials, effects)
        else { continue }
        tried.append(new)
        guard round == 0 else { continue }
        do {
          try new.prepare(upTo: last.frame + ahead, blockFrames)
          try new.collect()
        } catch { break }
        catchUp()
      }
      while true {
        let lacking = tried.filter { !$0.has(upTo: last.frame + ahead) }
        guard !lacking.isEmpty else { break }
        do {
          for run in lacking { try run.prepare(upTo: last.frame + ahead, blockFrames) }
          for run in lacking { try run.collect() }
        } catch { break }
      }
      for run in tried { run.end() }
      // While playing begins, all of it takes longer than later.
      if round > 0 { expect(min(clock.milliseconds - began, StoryRenderer.mostRehearsed)) }
      catchUp()
    }
  }

  /// Ends all effects.
  package func end() {
    for run in runs { run.end() }
    runs = []
  }
}

/// What other threads ask of a ``StoryRenderer``.
struct RenderRequests: Sendable {
  fileprivate let box: StoryRenderer.Box
  let buffer: PlayBuffer

  private func ask(_ body: (inout StoryRenderer.Wishes) -> Void) {
    box.wishes.withLock {
      body(&$0)
      $0.revision += 1
    }
    buffer.wake()
  }

  /// The dials are turned.
  func turn(_ dials: StoryDials) { ask { $0.dials = dials } }
  /// The playhead is moved.
  func move(to tick: Int) { ask { $0.tick = tick } }
  /// A take is pitched by itself.
  func pitch(_ number: Int, _ pitch: PitchOffset) { ask { $0.pitches[number] = pitch } }
  /// There is another take.
  func add(_ take: PlayedTake) { ask { $0.added.append(take) } }
  /// How often something was asked for.
  var revision: Int { box.wishes.withLock { $0.revision } }
  /// Whether something was asked for that was not begun.
  var areOpen: Bool { box.wishes.withLock { $0.isTurn || !$0.added.isEmpty } }
}
