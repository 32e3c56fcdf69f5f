import CueStore
import CueStory

/// The canvas of a story for any user interface: it takes gestures and keys, and has a state to draw.
///
/// It plays, records and keeps takes and dials. All calls come from one thread; takes are read, played and recorded on others.
package final class StorySession {
  /// What is to be shown.
  package private(set) var state: CanvasState
  /// Whether the user has left.
  package private(set) var isLeft = false

  private let shelf: StoryShelf
  private let sound: any CanvasSound
  private let now: () -> Int64
  private let words: StorySessionWords
  /// When the dials that rest now are kept, in milliseconds.
  private var dialsDue: Int64?
  /// Takes that were reported as not heard.
  private var toldMissed: Set<Int> = []

  /// What is playing is drawn once in this many milliseconds.
  package static let frameMilliseconds = 40
  /// Dials must rest this long before they are kept, so that a long turn is one change.
  private static let restMilliseconds: Int64 = 600

  /// A canvas of `view`.
  ///
  /// - Parameters:
  ///   - view: the story
  ///   - shelf: where it is kept
  ///   - sound: plays and records
  ///   - words: the sentences of notes
  ///   - now: the time in milliseconds, from any start
  package init(
    _ view: StoryView, on shelf: StoryShelf, _ sound: any CanvasSound, words: StorySessionWords,
    now: @escaping () -> Int64
  ) {
    state = CanvasState(view, atLastTail: true)
    self.shelf = shelf
    self.sound = sound
    self.words = words
    self.now = now
  }

  /// Where the sound of takes is, by their id.
  package var paths: @Sendable (String) -> String {
    let folder = "\(shelf.folder)/\(state.view.story.id)"
    return { "\(folder)/\($0).wav" }
  }

  /// For how many milliseconds nothing changes by itself; nil for ever.
  package var patience: Int? {
    var least = state.isPlaying ? StorySession.frameMilliseconds : nil
    if let due = dialsDue { least = min(least ?? .max, Int(max(0, due - now()))) }
    return least
  }

  /// Changes the state in a way that has no effect on sound or takes.
  package func change<Result>(_ body: (inout CanvasState) -> Result) -> Result { body(&state) }

  /// Lets time pass: for what is playing, and for resting dials.
  ///
  /// - Parameters:
  ///   - draw: shows the state before something that takes a moment
  ///   - ring: rings a bell
  package func pass(draw: () -> Void = {}, ring: () -> Void = {}) {
    if state.isPlaying {
      do { perform(state.take(try sound.report()), draw: draw, ring: ring) } catch {
        sound.stop()
        state.fail(.text(words.explain(error)))
      }
      for (number, error) in sound.missedTakes.sorted(by: { $0.key < $1.key })
      where toldMissed.insert(number).inserted {
        state.tell(.text(words.takeMissed(number, error)))
      }
    }
    if let due = dialsDue, due <= now() { keepDials() }
  }

  /// Ends playing and recording, and leaves; the take that is being recorded is kept.
  package func close(draw: () -> Void = {}) {
    perform(state.rest(), draw: draw, ring: {})
    isLeft = true
  }

  /// Keeps the dials, and falls silent; nothing may be called after it.
  package func finish() {
    keepDials()
    sound.stop()
  }

  /// Does what the state wants, in this order.
  package func perform(_ wishes: [CanvasWish], draw: () -> Void = {}, ring: () -> Void = {}) {
    for wish in wishes {
      do { try perform(wish, draw: draw, ring: ring) } catch {
        sound.stop()
        state.fail(.text(words.explain(error)))
      }
    }
  }

  /// Does what `command` asks for; a take that does not exist is ignored.
  package func perform(
    _ command: CanvasCommand, draw: () -> Void = {}, ring: () -> Void = {}
  ) {
    perform(wishes(of: command), draw: draw, ring: ring)
  }

  private func wishes(of command: CanvasCommand) -> [CanvasWish] {
    switch command {
    case .press(let key): return state.press(key, columns: 0)
    case .seek(let seconds): return state.travel(to: tick(seconds))
    case .tap(let seconds): return state.tap(at: tick(seconds))
    case .hold(let seconds): return state.press(at: tick(seconds))
    case .aim(let seconds):
      state.aim(at: tick(seconds))
      return []
    case .release(let seconds): return state.release(at: tick(seconds))
    case .swipe(let number):
      let index = state.chain.takes.firstIndex { $0.number == number }
      return index.map { state.swipe($0) } ?? []
    case .show(let number):
      let index = state.tree.takes.firstIndex { $0.number == number }
      return index.map { state.show(take: $0) } ?? []
    case .dials(let rate, let pitch, let isLinked):
      var dials = state.dials
      if let rate { dials.rate = PlaybackRate(dial: rate) }
      if let pitch { dials.pitch = PitchOffset(dial: pitch, isFine: true) }
      dials.isLinked = isLinked ?? dials.isLinked
      return state.turn(to: dials)
    }
  }

  /// The tick that is heard `seconds` after the start; times before it are the start.
  private func tick(_ seconds: Double) -> Int {
    let most = Double(StoryLimits.mostSeconds) * 1000
    let hertz = Double(state.view.story.rateHertz)
    let seconds = min(max(0, seconds), most)
    return Int((seconds * hertz * Double(state.dials.rate.thousandths)).rounded())
  }

  private func perform(_ wish: CanvasWish, draw: () -> Void, ring: () -> Void) throws {
    switch wish {
    case .play(let tick):
      toldMissed = []
      try sound.play(heard, from: tick)
    case .scrub(let old, let new): try sound.scrub(heard, from: old, to: new)
    case .endScrub: sound.endScrub()
    case .record(let tick, let marker):
      keepDials()
      toldMissed = []
      try sound.record(state.answered, from: tick, marker: marker)
    case .stop: sound.stop()
    case .punchOut, .keepDamaged:
      draw()
      keep()
    case .drop: sound.drop()
    case .turn(let dials):
      sound.turn(dials)
      dialsDue = now() + StorySession.restMilliseconds
    case .click(let isOn):
      sound.set(click: isOn)
      dialsDue = now() + StorySession.restMilliseconds
    case .remove(let id):
      keepDials()
      guard let take = state.tree.take(id) else { return }
      state.take(try shelf.remove(take, of: state.view), showsHead: false)
      state.tell(.removed(take.number))
    case .undo:
      keepDials()
      state.take(try shelf.undo(state.view).view, showsHead: true)
      state.tell(.undone)
    case .ring: ring()
    case .leave: isLeft = true
    }
  }

  /// The view, with the current state of its dials.
  private var heard: StoryView {
    var heard = state.shown
    heard.story.dials = state.dials
    heard.story.hasClick = state.isClicking
    return heard
  }

  /// Waits until the take that ends is kept.
  private func keep() {
    var take: StoredTake?
    var note: CanvasNote
    do {
      let kept = try sound.end()
      take = kept
      note = .kept(kept.number, isDamaged: !kept.damage.isEmpty)
      if !kept.damages.isEmpty { note = .text(words.damaged(note, kept)) }
    } catch { note = .text(words.explain(error)) }
    do {
      state.endKeeping(take, try shelf.view("\(state.view.story.number)"), note)
    } catch { state.endKeeping(nil, state.view, .text(words.explain(error))) }
  }

  private func keepDials() {
    guard dialsDue != nil else { return }
    dialsDue = nil
    var click = state.view.story.click
    click.isOn = state.isClicking
    do {
      state.take(try shelf.turn(state.dials, click: click, of: state.view), showsHead: false)
    } catch {
      state.tell(.text(words.explain(error)))
    }
  }
}

/// The sentences that a canvas shows; libraries have none.
package struct StorySessionWords {
  /// Why something failed.
  package var explain: (any Error) -> String
  /// That the take of that number is not heard, and why.
  package var takeMissed: (Int, any Error) -> String
  /// The note on a take that was kept, with what is wrong with its sound.
  package var damaged: (CanvasNote, StoredTake) -> String

  /// Those sentences.
  package init(
    explain: @escaping (any Error) -> String, takeMissed: @escaping (Int, any Error) -> String,
    damaged: @escaping (CanvasNote, StoredTake) -> String
  ) {
    self.explain = explain
    self.takeMissed = takeMissed
    self.damaged = damaged
  }
}
