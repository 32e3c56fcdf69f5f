import CueModel
import CuePlugins
import CueStore
import CueStory
import CueSystem

/// Where a story is heard and recorded: its takes, and the user's devices and effects.
package struct StoryRoom {
  /// How the story is heard this time.
  package struct Hearing: Equatable, Sendable {
    /// Its dials.
    package var dials: StoryDials
    /// The click beside it.
    package var click: StoryClick
    /// The id of the last take that is heard; nil for the head.
    package var end: String?

    /// As the dials of `story` are.
    package init(_ story: StoredStory) {
      dials = story.dials
      click = story.click
    }
  }

  /// A take that is to be recorded.
  package struct TakeWish: Equatable, Sendable {
    /// Where recording begins, in seconds as the story is heard; nil for where the take lies, which is also the earliest.
    package var atSeconds: Double?
    /// How much is heard ahead of it, in seconds.
    package var preRollSeconds = 0.0
    /// How long it records, in seconds; nil until it is stopped.
    package var seconds: Double?
    /// How much later sound is captured than it is played, in seconds, 0 or more.
    package var latencySeconds = 0.0
    /// What the take is about.
    package var label = ""

    /// A take from its place on, until it is stopped.
    package init() {}
  }

  private let plugins: PluginHost
  private let shelf: StoryShelf
  private let view: StoryView
  /// Where it is heard.
  package let output: PluginChoice

  /// A room for the story `view`; `output` is the user's usual device where nil.
  package init(
    _ view: StoryView, on shelf: StoryShelf, _ plugins: PluginHost, output: PluginChoice? = nil
  ) {
    self.plugins = plugins
    self.shelf = shelf
    self.view = view
    self.output = output ?? plugins.deviceByDefault
  }

  /// The tick of the moment that is heard `seconds` after the start.
  package func tick(_ seconds: Double, _ dials: StoryDials) -> Int {
    Int((seconds * Double(view.story.rateHertz) * Double(dials.rate.thousandths)).rounded())
  }

  /// How much later a microphone hears what is played here, in seconds, as it was measured; nil if it was not.
  package func measuredLatencySeconds(_ microphone: PluginChoice) -> Double? {
    Calibrations(plugins.environment).measure(
      microphone: microphone.reference.text, output: output.reference.text)?.latencySeconds
  }

  /// Calls `body` with a player of the story, and stops it then.
  ///
  /// - Parameters:
  ///   - hearing: how it is heard
  ///   - missed: is called then with the takes that could not be played, by number, and why
  ///   - body: plays
  /// - Returns: what `body` does
  /// - Throws: a `PluginSetupError` for a device that is not there, and what `body` throws
  package func playing<Value>(
    _ hearing: Hearing, missed: (Int, any Error) -> Void, _ body: (StoryPlayer) throws -> Value
  ) throws -> Value {
    let device = DeviceClient(try plugins.setup(output), device: output.reference.part)
    let engines = StoryEngines(plugins)
    defer { engines.quit() }
    var story = PlayedStory(view, to: hearing.end) { shelf.path($0.id, of: view.story.id) }
    story.dials = hearing.dials
    var settings = PlayerSettings()
    settings.click = ClickTrack(
      rateHertz: view.story.rateHertz, beatsPerMinute: hearing.click.beatsPerMinute)
    let player = StoryPlayer(
      story, on: device, effects: { engines.effects }, settings: settings)
    player.setClick(hearing.click.isOn)
    defer {
      player.stop()
      for (number, error) in player.failedTakes.sorted(by: { $0.key < $1.key }) {
        missed(number, error)
      }
    }
    return try body(player)
  }

  /// Plays the story from `seconds` on, to its end or until it is cancelled.
  ///
  /// - Parameters:
  ///   - seconds: where it begins, in seconds as the story is heard
  ///   - hearing: how it is heard
  ///   - cancellation: ends it
  ///   - missed: as in ``playing(_:missed:_:)``
  ///   - begun: is called when it plays
  /// - Returns: what went on
  /// - Throws: a ``StoryFailure`` where there is nothing to hear, and as ``playing(_:missed:_:)``
  package func play(
    from seconds: Double = 0, _ hearing: Hearing, _ cancellation: Cancellation,
    missed: (Int, any Error) -> Void, begun: (StoryPlayer) throws -> Void = { _ in }
  ) throws -> PlayerCourse {
    guard !view.takes.isEmpty else { throw StoryFailure.noTakes(title: view.story.title) }
    return try playing(hearing, missed: missed) { player in
      try cancellation.withHandler({ player.interrupt() }) {
        try player.play(from: tick(seconds, hearing.dials))
        // A cancellation of before had nothing to stop.
        guard !cancellation.isCancelled else { return player.stop() }
        try begun(player)
        try player.waitUntilEnd()
      }
      return player.course
    }
  }

  /// Records a take after the head while the story plays.
  ///
  /// - Parameters:
  ///   - wish: where, and how long
  ///   - hearing: how the story is heard; rate and pitch are stored with the take
  ///   - microphone: makes what hears; asked only if this player may record
  ///   - missed: as in ``playing(_:missed:_:)``
  ///   - body: gets the recorder, and the call that records, which returns when the take is kept
  /// - Returns: the take, what went wrong, and why it ended
  /// - Throws: as ``StoryRecorder/record(into:on:marker:from:stoppingAt:)`` and ``playing(_:missed:_:)``
  package func record(
    _ wish: TakeWish, _ hearing: Hearing, microphone: () throws -> any Microphone,
    missed: (Int, any Error) -> Void,
    _ body: (StoryRecorder, () throws -> RecordedTake) throws -> RecordedTake
  ) throws -> RecordedTake {
    guard view.story.isActive else {
      throw StoryFailure.locked(title: view.story.title, holder: view.story.holder)
    }
    let microphone = try microphone()
    let hertz = Double(view.story.rateHertz)
    var settings = RecorderSettings()
    settings.label = wish.label
    settings.latencyFrames = Int((wish.latencySeconds * hertz).rounded())
    return try playing(hearing, missed: missed) { player in
      let dials = player.story.dials
      let place = view.timeline().nextStart
      let marker = max(place, wish.atSeconds.map { tick($0, dials) } ?? place)
      let start = max(0, marker - tick(wish.preRollSeconds, dials))
      let frames = ChainTimeline.frame(ofTick: marker - start, at: dials.rate)
      let recorder = StoryRecorder(player, microphone, settings: settings)
      return try body(recorder) {
        try recorder.record(
          into: view, on: shelf, marker: marker, from: start,
          stoppingAt: wish.seconds.map { frames + Int(($0 * hertz).rounded()) })
      }
    }
  }
}

extension UserEnvironment {
  /// What the user is called in a story where nothing else is said: the login name.
  package var playerName: String {
    for name in ["USER", "LOGNAME"] {
      if let player = variable(name), StoryLimits.isName(player) { return player }
    }
    return UserName.login ?? "me"
  }
}
