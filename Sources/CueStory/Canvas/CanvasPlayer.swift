import CueModel
import CueStore
import CueSystem

/// Makes a canvas heard with a ``StoryPlayer``, and records with a ``StoryRecorder``.
package final class CanvasPlayer: CanvasSound {
  /// What is needed to play and to record.
  package struct Equipment {
    /// Where takes are kept.
    package var shelf: StoryShelf
    /// Where the story is heard.
    package var device: any Device
    /// Makes effects; called on threads that render.
    package var effects: () throws -> StoryEffects
    /// Makes a microphone, for each take.
    package var microphone: () throws -> any Microphone
    /// How it plays; the click is that of the story.
    package var playing = PlayerSettings()
    /// How takes are recorded.
    package var recording = RecorderSettings()
    /// Tells times.
    package var clock: any MonotonicTime = MonotonicClock()

    /// A studio of such parts.
    package init(
      shelf: StoryShelf, device: any Device, effects: @escaping () throws -> StoryEffects,
      microphone: @escaping () throws -> any Microphone
    ) {
      self.shelf = shelf
      self.device = device
      self.effects = effects
      self.microphone = microphone
    }
  }

  private let studio: Equipment
  private var player: StoryPlayer?
  private var recording: Recording?
  private var scrubber: (story: PlayedStory, scrubber: StoryScrubber)?

  /// A take that is recorded on a thread of its own.
  private final class Recording: @unchecked Sendable {
    // Only the recording thread uses `shelf` and `view` while it lives: the canvas changes nothing meanwhile.
    let recorder: StoryRecorder
    let shelf: StoryShelf
    let view: StoryView
    let start: Int
    let outcome = Monitor<Result<RecordedTake, any Error>?>(nil)

    init(_ recorder: StoryRecorder, _ shelf: StoryShelf, _ view: StoryView, start: Int) {
      self.recorder = recorder
      self.shelf = shelf
      self.view = view
      self.start = start
    }

    var isOver: Bool { outcome.change { $0 != nil } }

    func run(marker: Int) {
      let result = Result {
        try recorder.record(into: view, on: shelf, marker: marker, from: start)
      }
      outcome.change { $0 = result }
    }
  }

  /// Nothing sounds yet.
  package init(_ studio: Equipment) { self.studio = studio }

  package func report() throws -> CanvasReport {
    guard let player else { return CanvasReport(tick: 0, isPlaying: false) }
    let playhead = player.playhead
    guard let recording else {
      if let failure = player.failure { throw failure }
      return CanvasReport(tick: playhead.tick, isPlaying: playhead.isPlaying)
    }
    let isOver = recording.isOver
    return CanvasReport(
      // Before it plays, its playhead is where it was before.
      tick: playhead.isPlaying ? playhead.tick : recording.start, isPlaying: !isOver,
      level: Double(recording.recorder.peak), isBroken: isOver)
  }

  package func play(_ view: StoryView, from tick: Int) throws {
    endScrub()
    let player = player(of: view)
    if player.playhead.isPlaying, player.failure == nil {
      player.move(to: tick)
    } else {
      try player.play(from: tick)
    }
  }

  package func record(_ view: StoryView, from tick: Int, marker: Int) throws {
    stop()
    let player = player(of: view)
    let recorder = StoryRecorder(
      player, try studio.microphone(), settings: studio.recording, clock: studio.clock)
    let recording = Recording(recorder, studio.shelf, view, start: tick)
    try Threads.start("cue-take") { recording.run(marker: marker) }
    self.recording = recording
  }

  package func stop() {
    if recording != nil { drop() }
    endScrub()
    player?.stop()
  }

  package func scrub(_ view: StoryView, from old: Int, to new: Int) throws {
    player?.stop()
    let story = played(view)
    if let scrubber, scrubber.story == story {
      if let failure = scrubber.scrubber.failure { throw failure }
      return scrubber.scrubber.move(from: old, to: new)
    }
    endScrub()
    let scrubber = try StoryScrubber(story, on: studio.device, effects: studio.effects)
    self.scrubber = (story, scrubber)
    scrubber.move(from: old, to: new)
  }

  package func endScrub() {
    scrubber?.scrubber.end()
    scrubber = nil
  }

  package var missedTakes: [Int: any Error] { player?.failedTakes ?? [:] }

  private func played(_ view: StoryView) -> PlayedStory {
    let shelf = studio.shelf
    return PlayedStory(view) { shelf.path($0.id, of: view.story.id) }
  }

  package func end() throws -> StoredTake {
    guard let recording else { throw StoryFailure.noTake(name: "", .empty) }
    self.recording = nil
    recording.recorder.stop()
    let result = recording.outcome.wait { $0 }
    return try result.get().take
  }

  package func drop() {
    guard let recording else { return }
    self.recording = nil
    recording.recorder.abandon()
    _ = recording.outcome.wait { $0 }
  }

  package func turn(_ dials: StoryDials) { player?.turn(dials) }

  package func set(click isOn: Bool) {
    player?.setClick(isOn)
  }

  /// The player of the takes up to the head of `view`, under its dials; another one only where the takes are others.
  private func player(of view: StoryView) -> StoryPlayer {
    let story = played(view)
    if let player, player.story.takes == story.takes, player.failure == nil {
      player.turn(story.dials)
      player.setClick(view.story.hasClick)
      return player
    }
    player?.stop()
    var settings = studio.playing
    settings.click = ClickTrack(
      rateHertz: story.rateHertz, beatsPerMinute: view.story.click.beatsPerMinute)
    let other = StoryPlayer(
      story, on: studio.device, effects: studio.effects, settings: settings, clock: studio.clock)
    other.setClick(view.story.hasClick)
    player = other
    return other
  }
}
