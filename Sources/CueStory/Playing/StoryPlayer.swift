import CueModel
import CueSystem

/// Where a player is.
package struct Playhead: Equatable, Sendable {
  /// The tick of the timeline that is heard.
  package let tick: Int
  /// Frames that were heard since playing began.
  package let frame: Int
  /// The dials under which it is heard.
  package let dials: StoryDials
  /// Whether it plays.
  package let isPlaying: Bool
}

/// Plays a story on a device, live: dials, gains and the playhead may be moved meanwhile, and takes added.
///
/// One thread renders ahead, another writes to the device. All calls may come from any thread.
package final class StoryPlayer: Sendable {
  /// Frames that are written to the device at once: 10 ms.
  private let blockFrames: Int
  /// Frames a second.
  package let rateHertz: Int
  private let machinery: PlayerMachinery
  private let state: Monitor<State>
  private let clock: any MonotonicTime
  private let settings: PlayerSettings

  private struct State {
    var story: PlayedStory
    var hasClick = false
    var requests: RenderRequests?
    var cancellation = Cancellation()
    /// Threads of this run that have not ended.
    var threads = 0
    var failure: (any Error)?
    var failedTakes: [Int: any Error] = [:]
    var written = 0
    var heard = 0
    var heardAt: Int64 = 0
    var answerMilliseconds: Int64 = 0
    var isEndless = false
    var lateTurns = 0
    var lateBlocks = 0
    /// Where playing goes on that has stopped.
    var tick = 0
  }

  /// A player of `story`, silent until ``play(from:isEndless:deviceSeconds:atStart:)``.
  ///
  /// - Parameters:
  ///   - story: what is played
  ///   - device: where it is heard; it is opened for two channels of floats
  ///   - effects: makes effects; called on the thread that renders, once
  ///   - settings: how it plays
  ///   - clock: measures how long rendering takes, and where the playhead is between blocks
  package init(
    _ story: PlayedStory, on device: any Device,
    effects: @escaping () throws -> StoryEffects, settings: PlayerSettings = PlayerSettings(),
    clock: any MonotonicTime = MonotonicClock()
  ) {
    rateHertz = story.rateHertz
    blockFrames = max(1, story.rateHertz / 100)
    machinery = PlayerMachinery(device, effects)
    self.settings = settings
    self.clock = clock
    state = Monitor(State(story: story))
  }

  // MARK: - Playing

  /// Begins to play; what plays is stopped first.
  ///
  /// - Parameters:
  ///   - tick: where on the timeline
  ///   - isEndless: whether it goes on after the last take, as while one is recorded
  ///   - deviceSeconds: how much sound waits in the device, in seconds; nil as the settings say
  ///   - atStart: is called on the device's thread directly before its first sound
  /// - Throws: what the device throws when it is opened, and ``ThreadError``
  package func play(
    from tick: Int = 0, isEndless: Bool = false, deviceSeconds: Double? = nil,
    atStart: @escaping @Sendable () -> Void = {}
  ) throws {
    stop()
    let deviceSeconds = deviceSeconds ?? settings.deviceSeconds
    let format = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: 2)
    // Whatever the device needs is started here.
    try Threads.preferred {
      try machinery.device.open(
        format, latencyFrames: format.frames(inSeconds: deviceSeconds))
    }
    let cancellation = Cancellation()
    let (story, hasClick) = state.change { state in
      state.cancellation = cancellation
      (state.failure, state.failedTakes) = (nil, [:])
      (state.written, state.heard, state.heardAt) = (0, 0, clock.milliseconds)
      (state.lateTurns, state.lateBlocks) = (0, 0)
      state.isEndless = isEndless
      state.tick = tick
      state.threads = 1
      return (state.story, state.hasClick)
    }
    do throws(ThreadError) {
      try Threads.start("cue-story") { [self] in
        Threads.preferred {
          render(story, tick, hasClick, deviceSeconds, cancellation, atStart)
        }
      }
    } catch {
      state.change { $0.threads = 0 }
      machinery.device.close()
      throw error
    }
  }

  /// Silence at once.
  ///
  /// The playhead stays where it is.
  package func stop() {
    let (cancellation, requests) = state.change { ($0.cancellation, $0.requests) }
    cancellation.cancel()
    requests?.buffer.close()
    waitForThreads()
  }

  /// Silence at once, for a caller that may not wait until all has ended.
  package func interrupt() {
    let (cancellation, requests) = state.change { ($0.cancellation, $0.requests) }
    cancellation.cancel()
    requests?.buffer.close()
  }

  private func waitForThreads() { state.wait { $0.threads == 0 ? () : nil } }

  /// Waits until the last take was heard, or playing is stopped.
  ///
  /// - Throws: what the device threw
  package func waitUntilEnd() throws {
    waitForThreads()
    if let failure = state.change({ $0.failure }) { throw failure }
  }

  /// Where it is.
  package var playhead: Playhead {
    state.change { state in
      let isPlaying = state.threads > 0
      guard isPlaying, let requests = state.requests else {
        return Playhead(
          tick: state.tick, frame: state.heard, dials: state.story.dials, isPlaying: isPlaying)
      }
      let passed = Int(clock.milliseconds - state.heardAt) * rateHertz / 1000
      let frame = min(state.written, state.heard + max(0, passed))
      let stretch = requests.buffer.history.stretch(at: frame)
      return Playhead(
        tick: stretch.tick(at: frame), frame: frame, dials: stretch.dials, isPlaying: true)
    }
  }

  /// Takes that could not be played, by number, and why.
  package var failedTakes: [Int: any Error] { state.change { $0.failedTakes } }

  /// How the device failed; nil while nothing has.
  package var failure: (any Error)? { state.change { $0.failure } }

  /// What went on since playing began, for measures and for whether a recorded take is whole.
  package var course: PlayerCourse {
    state.change {
      PlayerCourse(
        writtenFrames: $0.written, heardFrames: $0.heard, heardAt: $0.heardAt,
        answerMilliseconds: $0.answerMilliseconds,
        lateBlocks: $0.lateBlocks, lateTurns: $0.lateTurns)
    }
  }

  // MARK: - Turning

  /// How it is heard, as the dials were turned last.
  package var story: PlayedStory { state.change { $0.story } }

  /// Turns the dials.
  package func turn(_ dials: StoryDials) {
    state.change {
      guard $0.story.dials != dials else { return }
      $0.story.dials = dials
      $0.requests?.turn(dials)
    }
  }

  /// Moves the playhead to a tick.
  package func move(to tick: Int) {
    state.change {
      $0.tick = max(0, tick)
      $0.requests?.move(to: max(0, tick))
    }
  }

  /// Mixes the take of that number so from now on.
  package func set(_ mix: TrackMix, of number: Int) {
    state.change { state in
      for index in state.story.takes.indices where state.story.takes[index].number == number {
        state.story.takes[index].mix = mix
      }
      state.requests?.buffer.set(mix, of: number)
    }
  }

  /// Pitches the take of that number by itself.
  package func pitch(_ pitch: PitchOffset, of number: Int) {
    state.change { state in
      for index in state.story.takes.indices where state.story.takes[index].number == number {
        state.story.takes[index].localPitch = pitch
      }
      state.requests?.pitch(number, pitch)
    }
  }

  /// Lets the click be heard, or not.
  package func setClick(_ isOn: Bool) {
    state.change {
      $0.hasClick = isOn
      $0.requests?.buffer.setClick(isOn)
    }
  }

  // MARK: - Threads

  private func render(
    _ story: PlayedStory, _ tick: Int, _ hasClick: Bool, _ deviceSeconds: Double,
    _ cancellation: Cancellation, _ atStart: @escaping @Sendable () -> Void
  ) {
    defer { ended() }
    do {
      let effects = try machinery.effects()
      let renderer = StoryRenderer(
        story, from: tick, effects: effects, settings: settings.render, click: settings.click,
        clock: clock
      ) { [self] number, error in state.change { $0.failedTakes[number] = error } }
      defer { renderer.end() }
      let requests = renderer.requests
      let buffer = requests.buffer
      buffer.setClick(hasClick)
      state.change { state in
        // What was turned since playing was asked for.
        if state.story.dials != story.dials { requests.turn(state.story.dials) }
        for take in state.story.takes.dropFirst(story.takes.count) { requests.add(take) }
        for take in state.story.takes { buffer.set(take.mix, of: take.number) }
        state.requests = requests
        state.threads += 1
      }
      do throws(ThreadError) {
        try Threads.start("cue-story-out") { [self] in
          play(buffer, machinery.device, deviceSeconds, cancellation, atStart)
        }
      } catch {
        state.change { $0.threads -= 1 }
        throw error
      }
      var isRehearsed = false
      while !buffer.isClosed, !cancellation.isCancelled {
        let (pulled, revision) = (buffer.pulled, requests.revision)
        if renderer.step() { continue }
        state.change { $0.lateTurns = renderer.lateTurns }
        if !isRehearsed, pulled > 0 {
          isRehearsed = true
          renderer.rehearse()
          continue
        }
        let isOn = buffer.wait(pulledBeyond: pulled) { requests.revision != revision }
        guard isOn else { break }
      }
      buffer.close()
    } catch {
      state.change { $0.failure = $0.failure ?? error }
    }
  }

  private func ended() {
    state.change { state in
      state.threads -= 1
      guard state.threads == 0 else { return }
      if let requests = state.requests {
        state.tick = requests.buffer.history.tick(at: min(state.heard, state.written))
      }
      state.requests = nil
    }
  }

  /// Writes to the device until the end, or until it is stopped.
  private func play(
    _ buffer: PlayBuffer, _ device: any Device, _ deviceSeconds: Double,
    _ cancellation: Cancellation, _ atStart: () -> Void
  ) {
    defer {
      device.close()
      buffer.close()
      ended()
    }
    Threads.runInRealTime()
    do {
      var isFirst = true
      buffer.waitUntilReady(Int(StoryPlayer.startSeconds * Double(rateHertz)))
      while !cancellation.isCancelled {
        let asked = clock.milliseconds
        guard !isOver(buffer), let sound = buffer.pull(blockFrames) else { break }
        // The device is silent when all that waited in it was heard meanwhile.
        let isLate = Double(clock.milliseconds - asked) >= 1000 * deviceSeconds
        if isFirst { atStart() } else if isLate { state.change { $0.lateBlocks += 1 } }
        isFirst = false
        try device.write(sound, cancellation: cancellation)
        let written = state.change { state in
          state.written += sound.frameCount
          return state.written
        }
        guard written % (blockFrames * 10) == 0 || written == blockFrames else { continue }
        try locate(device)
      }
      if cancellation.isCancelled {
        try locate(device)
        try device.flush()
      } else {
        try device.drain(cancellation: cancellation)
        state.change { $0.heard = $0.written }
      }
    } catch { state.change { $0.failure = $0.failure ?? error } }
  }

  /// How much is rendered before the first sound is heard, in seconds.
  private static let startSeconds = 0.1

  private func locate(_ device: any Device) throws {
    let asked = clock.milliseconds
    let position = try device.position()
    let now = clock.milliseconds
    let gaps = device.gapCount
    state.change {
      $0.heard = min(position, $0.written)
      $0.heardAt = now
      $0.answerMilliseconds = now - asked
      // The device may have noticed what this thread has not: other programs keep a sound server from its work.
      $0.lateBlocks = max($0.lateBlocks, gaps)
    }
  }

  private func isOver(_ buffer: PlayBuffer) -> Bool {
    let (end, isEndless) = state.change { ($0.story.endTick, $0.isEndless) }
    guard !isEndless else { return false }
    return buffer.history.tick(at: buffer.pulled) >= end
      && state.change { $0.requests?.areOpen != true }
  }
}

/// How a player plays.
package struct PlayerSettings: Equatable, Sendable {
  /// How much sound waits in the device, in seconds.
  package var deviceSeconds = 0.03
  /// How far ahead is rendered.
  package var render = RenderSettings()
  /// The click; nil for the usual one.
  package var click: ClickTrack?

  /// As measured: 30 ms in the device.
  package init() {}
}

/// What went on since playing began.
package struct PlayerCourse: Equatable, Sendable {
  /// Frames that the device has taken.
  package let writtenFrames: Int
  /// Frames that were heard when that was asked last.
  package let heardFrames: Int
  /// When that was, by the player's clock.
  package let heardAt: Int64
  /// How long the device took to report it.
  package let answerMilliseconds: Int64
  /// How many blocks came when the device had nothing left, as seen here or reported by the device.
  package let lateBlocks: Int
  /// How many turns of dials were heard later than they should have been.
  package let lateTurns: Int
}
