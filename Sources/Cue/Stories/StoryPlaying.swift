import CueAssembly
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueSystem

// A story on devices.
extension Story {
  /// What happens while a story plays.
  public enum PlaybackEvent: Sendable {
    /// The moment that is heard, in seconds as the story is heard; ten times a second.
    case at(seconds: Double)
    /// A take could not be played, and why.
    case missed(take: Int, because: CueError)
    /// It was heard to its end, or stopped; how many seconds were heard.
    case finished(seconds: Double)
  }

  /// What happens while a take is recorded.
  public enum RecordingEvent: Sendable {
    /// How long the take is so far, in seconds, and the highest level that was captured since the event before, 0…1.
    ///
    /// Ten times a second; 0 seconds until the marker.
    case recording(seconds: Double, level: Double)
    /// A take that should have been heard could not be played, and why.
    case missed(take: Int, because: CueError)
    /// The take is kept: on the disk, and in the story.
    case kept(Take)
  }

  /// A take that is to be recorded.
  public struct RecordingOptions: Equatable, Sendable {
    /// Where recording begins, in seconds as the story is heard; nil for where the take lies, which is also the earliest.
    public var atSeconds: Double?
    /// How much of the story is heard ahead of it, in seconds.
    public var preRollSeconds = 0.0
    /// How long it records, in seconds; nil until ``Story/stop()``, and at most 300 seconds.
    public var seconds: Double?
    /// How much later the microphone hears what is played, in seconds; nil for what `cue calibrate` measured, else 0.
    public var latencySeconds: Double?
    /// What the take is about.
    public var label = ""

    /// A take from its place on, until it is stopped.
    public init() {}
  }

  /// What plays, or is recorded, and may be turned from elsewhere.
  struct Control: Sendable {
    let player: StoryPlayer
    /// Recording goes with the dials with which it began: a take remembers them.
    let recorder: StoryRecorder?

    var turnable: StoryPlayer? { recorder == nil ? player : nil }
  }

  /// Plays the story on a device.
  ///
  /// Cancelling the task, or leaving the loop, is silence at once. Dials and tracks may be turned meanwhile.
  ///
  /// - Parameters:
  ///   - seconds: where it begins, in seconds as the story is heard
  ///   - number: the last take that is heard, on its branch; nil for the head
  ///   - dials: how it is heard this time; nil for its own dials
  ///   - device: a sound device, as in `pulse` or `pulse:alsa_output.pci`; nil for the usual one
  /// - Returns: what happens; the last event is ``PlaybackEvent/finished(seconds:)``. ``CueError/alreadyRunning`` is thrown
  ///   while this object plays or records already
  public func play(
    from seconds: Double = 0, to number: Int? = nil, dials: Dials? = nil, on device: String? = nil
  ) -> EventSequence<PlaybackEvent> {
    EventSequence("cue-story", capacity: nil) { [self] channel, cancellation in
      try running.alone {
        let shelf = try UserLibrary(host.environment).stories(toLook: true)
        let view = try shelf.view("\(self.number)")
        var hearing = StoryRoom.Hearing(view.story)
        if let dials { (hearing.dials, hearing.click) = (dials.story, dials.click) }
        hearing.end = try number.map { try view.take(called: "\($0)").id }
        let room = StoryRoom(view, on: shelf, host, output: Story.choice(device))
        let course = try room.play(
          from: max(0, Dials.number(seconds, else: 0)), hearing, cancellation,
          missed: { channel.send(.missed(take: $0, because: CueError($1))) }
        ) { player in
          running.controlled(by: Control(player: player, recorder: nil)) {
            while player.playhead.isPlaying {
              channel.send(.at(seconds: room.seconds(player.playhead)))
              MonotonicClock().wait(
                milliseconds: Story.reportMilliseconds, cancellation: cancellation)
            }
          }
        }
        channel.send(
          .finished(seconds: Double(course.heardFrames) / Double(view.story.rateHertz)))
      }
    }
  }

  /// Records a take after the head, which it answers, while the story plays.
  ///
  /// The take begins exactly at its place; the latency of the machine is compensated. Where the microphone goes away
  /// or the disk is full, what was recorded is kept, and its ``Take/damage`` says so. ``stop()`` ends the take; cancelling the
  /// task drops it.
  ///
  /// - Parameters:
  ///   - options: where, and how long
  ///   - microphone: where the user is heard, as in `pulse:alsa_input.usb`; nil for the usual microphone
  ///   - device: where the story is heard; nil for the usual sound device
  /// - Returns: what happens; the last event is ``RecordingEvent/kept(_:)``. ``CueError/story(_:)`` is thrown where the take
  ///   leaves no tail or another player has the pen, and ``CueError/alreadyRunning`` while this object plays or records already
  public func record(
    _ options: RecordingOptions = RecordingOptions(), from microphone: String? = nil,
    on device: String? = nil
  ) -> EventSequence<RecordingEvent> {
    EventSequence("cue-story", capacity: nil) { [self] channel, cancellation in
      try running.alone {
        let shelf = try UserLibrary(host.environment).stories(toLook: false)
        let view = try shelf.view("\(number)")
        let room = StoryRoom(view, on: shelf, host, output: Story.choice(device))
        let choice = Story.choice(microphone) ?? host.microphoneByDefault
        var client: MicrophoneClient?
        defer { client?.quit() }
        let recorded = try room.record(
          options.wish(measured: room.measuredLatencySeconds(choice)),
          StoryRoom.Hearing(view.story),
          microphone: {
            let opened = try host.microphone(choice)
            client = opened
            return opened
          }, missed: { channel.send(.missed(take: $0, because: CueError($1))) }
        ) { recorder, record in
          try take(recorder, record, view, cancellation) { channel.send($0) }
        }
        channel.send(.kept(try shelf.told(recorded.take, of: view)))
      }
    }
  }

  /// Records, and reports progress.
  private func take(
    _ recorder: StoryRecorder, _ record: () throws -> RecordedTake, _ view: StoryView,
    _ cancellation: Cancellation, _ tell: @escaping @Sendable (RecordingEvent) -> Void
  ) throws -> RecordedTake {
    let hertz = Double(view.story.rateHertz)
    let isOver = Cancellation()
    var reporter = ThreadTeam()
    try reporter.start("cue-story-level") {
      while !isOver.isCancelled {
        let frames = recorder.progress.frames
        tell(.recording(seconds: Double(frames) / hertz, level: Double(recorder.peak)))
        MonotonicClock().wait(milliseconds: Story.reportMilliseconds, cancellation: isOver)
      }
    }
    defer {
      isOver.cancel()
      reporter.join()
    }
    var recorded: RecordedTake?
    do {
      try running.controlled(by: Control(player: recorder.player, recorder: recorder)) {
        recorded = try cancellation.withHandler({ recorder.abandon() }, record)
      }
    } catch { throw cancellation.isCancelled ? CueError.cancelled : error }
    guard let recorded else { preconditionFailure("a recording ends with a take or an error") }
    return recorded
  }

  /// Ends what plays, or ends the take that is recorded, which is kept; nothing else is done while neither is.
  public func stop() {
    guard let control = running.control else { return }
    if let recorder = control.recorder { recorder.stop() } else { control.player.interrupt() }
  }

  /// Goes on playing from another moment, in seconds as the story is heard; ignored while it does not play.
  public func seek(to seconds: Double) {
    guard let player = running.control?.turnable, !seconds.isNaN else { return }
    let tick = max(0, seconds) * Double(player.rateHertz * player.story.dials.rate.thousandths)
    player.move(to: Int(min(tick, 9e15)))
  }

  /// How often progress is reported.
  private static let reportMilliseconds = 100

  private static func choice(_ name: String?) -> PluginChoice? {
    name.map { PluginChoice(reference: PluginReference($0)) }
  }
}

extension StoryRoom {
  /// The moment of a playhead, in seconds as the story is heard.
  fileprivate func seconds(_ playhead: Playhead) -> Double {
    Double(playhead.tick) / Double(tick(1, playhead.dials))
  }
}

extension Story.RecordingOptions {
  /// The same as a wish; `measured` is what was measured.
  fileprivate func wish(measured: Double?) -> StoryRoom.TakeWish {
    func positive(_ value: Double) -> Double { max(0, Story.Dials.number(value, else: 0)) }
    var wish = StoryRoom.TakeWish()
    wish.atSeconds = atSeconds.map { min(positive($0), 1e6) }
    wish.preRollSeconds = min(positive(preRollSeconds), 1e6)
    wish.seconds = seconds.map { min(positive($0), Double(StoryLimits.mostSeconds)) }
    wish.latencySeconds = min(positive(latencySeconds ?? measured ?? 0), 2)
    wish.label = label
    return wish
  }
}
