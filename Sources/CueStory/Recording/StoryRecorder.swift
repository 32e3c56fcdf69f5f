import CueModel
import CueStore
import CueSystem
import Glibc

/// How a take is recorded.
package struct RecorderSettings: Equatable, Sendable {
  /// How much later sound is captured than it is played, in frames of the story; as `calibrate` measures.
  package var latencyFrames = 0
  /// What the take is about.
  package var label = ""
  /// Channels of the take, 1 or 2.
  package var channels = 1
  /// The frame at which the take ends by itself, from its start; nil for the longest that a take may be.
  package var mostFrames: Int?
  /// Frames that the microphone gives at once; nil for 10 ms.
  package var burstFrames: Int?
  /// How long is captured before anything is played, in seconds, so that the microphone runs.
  package var leadSeconds = 0.1
  /// How much captured sound may wait for the disk, in seconds.
  package var ringSeconds = 10.0

  /// A take of one channel without a label, as long as it may be.
  package init() {}
}

/// What became of a recording.
package struct RecordedTake: Equatable, Sendable {
  /// Why it ended.
  package enum End: Equatable, Sendable {
    /// It was stopped.
    case stopped
    /// It is as long as it may be.
    case atLimit
    /// The microphone had no more sound, or is gone.
    case microphone
    /// The disk is full.
    case disk
    /// The device that plays failed.
    case output
  }

  /// The take, which is kept.
  package let take: StoredTake
  /// What went wrong; see ``StoredTake/damages``.
  package let damage: [TakeDamage]
  /// Why it ended.
  package let end: End
}

/// Records a take while the story plays: from its place on the timeline on, exact to the frame.
///
/// What is captured at frame f was played at f − latency, so the gate opens late, and as much is drained after the stop. The
/// take goes to the disk as it comes, and counts only when it is whole. Where the microphone vanishes or the disk is full, what
/// was recorded is kept.
package final class StoryRecorder: Sendable {
  /// How far a recording is.
  package struct Progress: Equatable, Sendable {
    /// Whether it plays, or will in a moment.
    package var isRunning = false
    /// The played frame at which the take begins.
    package var markerFrame = 0
    /// Frames of the take so far.
    package var frames = 0
  }

  private struct State {
    var progress = Progress()
    /// Frames of the player at which the take ends; nil while it goes on.
    var stop: Int?
    var isAbandoned = false
    /// The captured frame at which playing began.
    var sentAt: Int?
    var ring: CaptureRing?
  }

  /// What plays meanwhile.
  package let player: StoryPlayer
  private let microphone: MicrophoneBox
  private let settings: RecorderSettings
  private let clock: any MonotonicTime
  private let state = Monitor(State())

  /// One thread uses it at a time.
  private final class MicrophoneBox: @unchecked Sendable {
    let microphone: any Microphone
    init(_ microphone: any Microphone) { self.microphone = microphone }
  }

  /// A recorder of what `microphone` hears while `player` plays.
  package init(
    _ player: StoryPlayer, _ microphone: any Microphone,
    settings: RecorderSettings = RecorderSettings(), clock: any MonotonicTime = MonotonicClock()
  ) {
    precondition(settings.latencyFrames >= 0, "nothing is captured before it is played")
    self.player = player
    self.microphone = MicrophoneBox(microphone)
    self.settings = settings
    self.clock = clock
  }

  /// How far it is.
  package var progress: Progress { state.change { $0.progress } }

  /// The highest level that was captured since this was asked last, 0…1.
  package var peak: Float { state.change { $0.ring?.peak ?? 0 } }

  /// Ends the take at what is heard now, or at a played frame; only the first stop counts.
  package func stop(at frame: Int? = nil) {
    let frame = frame ?? player.playhead.frame
    state.change { if $0.stop == nil { $0.stop = frame } }
  }

  /// Ends the recording; nothing of it is kept.
  package func abandon() {
    let ring = state.change { state in
      state.isAbandoned = true
      if state.stop == nil { state.stop = 0 }
      return state.ring
    }
    // A microphone that is fed by what plays gives no more sound then.
    ring?.end(nil)
    player.interrupt()
  }

  // MARK: - Recording

  /// Records a take after the head of `view`; returns when it is kept.
  ///
  /// The take lies where the chain puts it, and begins at the marker: what is between is silence. Rate and pitch are stored as
  /// the player's dials have them, which must not be turned meanwhile.
  ///
  /// - Parameters:
  ///   - view: the story
  ///   - shelf: where it is kept
  ///   - marker: the tick at which recording begins; nil for where the take lies, which is also the earliest
  ///   - start: the tick from which all is played; nil for the marker
  ///   - stop: the played frame at which it stops by itself, counted from `start`; nil for when it is stopped
  /// - Returns: the take, what went wrong, and why it ended
  /// - Throws: a ``StoryFailure`` where it is not a take or leaves no tail, or somebody else holds the pen; what the microphone
  ///   and the device throw where they cannot be opened; nothing is kept then
  package func record(
    into view: StoryView, on shelf: StoryShelf, marker: Int? = nil, from start: Int? = nil,
    stoppingAt stop: Int? = nil
  ) throws -> RecordedTake {
    let dials = player.story.dials
    let place = view.timeline().nextStart
    let markerTick = max(place, marker ?? place)
    let startTick = max(0, min(start ?? markerTick, markerTick))
    let stretch = PlaybackHistory(tick: startTick, dials: dials).last
    let markerFrame = stretch.frame(of: markerTick)
    let silence = markerFrame - stretch.frame(of: place)
    let format = AudioFormat(
      sample: .int16, rateHertz: view.story.rateHertz, channels: settings.channels)
    state.change {
      // Given up before it began, it stays so.
      let isAbandoned = $0.isAbandoned
      $0 = State()
      ($0.isAbandoned, $0.stop) = (isAbandoned, stop)
      $0.progress = Progress(isRunning: true, markerFrame: markerFrame)
    }
    defer { state.change { $0.progress.isRunning = false } }
    var new = NewTake(format: format, label: settings.label, recorded: dials.asHeard)
    new.label = settings.label
    new.isLive = true
    guard silence < StoryLimits.mostSeconds * format.rateHertz else {
      throw StoryFailure.noTake(name: settings.label, .tooLong)
    }
    let capture = TakeCapture(format, settings, markerFrame: markerFrame, silence: silence)
    let take = try shelf.record(new, to: view) { write in
      let reserve = DiskReserve(in: shelf.folder)
      defer { reserve.release() }
      try run(capture, from: startTick, write)
      return TakeDamage.text(capture.damage)
    }
    return RecordedTake(take: take, damage: capture.damage, end: capture.end)
  }

  private var burstFrames: Int { settings.burstFrames ?? max(1, player.rateHertz / 100) }

  /// Plays and captures until the take is drained.
  private func run(
    _ capture: TakeCapture, from startTick: Int, _ write: (AudioBuffer) throws -> Void
  ) throws {
    let cancellation = Cancellation()
    let rate = capture.format.rateHertz
    let ring = CaptureRing(
      mostFrames: capture.format.frames(inSeconds: settings.ringSeconds), rateHertz: rate)
    state.change { $0.ring = ring }
    let (box, clock, burst) = (microphone, clock, burstFrames)
    _ = try box.microphone.open(
      capture.format, latencyFrames: burst, cancellation: cancellation)
    var team = ThreadTeam()
    defer {
      player.stop()
      cancellation.cancel()
      team.join()
      box.microphone.close()
    }
    try team.start("cue-capture") {
      StoryRecorder.read(box.microphone, into: ring, burst, clock, cancellation)
    }
    ring.wait(forFrames: capture.format.frames(inSeconds: settings.leadSeconds))
    if let failure = ring.failure { throw failure }
    try player.play(
      from: startTick, isEndless: true, deviceSeconds: StoryRecorder.deviceSeconds
    ) { [state] in
      let frame = ring.frame(at: clock.milliseconds, rateHertz: rate, burstFrames: burst)
      state.change { $0.sentAt = frame }
    }
    try keep(capture, ring, write)
  }

  /// How much sound waits in the device while it records, in seconds: as much as where the loop was measured.
  private static let deviceSeconds = 0.1

  /// A position for which the device took longer could be of any moment of that time.
  private static let mostAnswerMilliseconds: Int64 = 4

  /// Reads all that the microphone gives.
  private static func read(
    _ microphone: any Microphone, into ring: CaptureRing, _ burst: Int,
    _ clock: any MonotonicTime, _ cancellation: Cancellation
  ) {
    do {
      // The stream runs when its first sound has come; what it has by then is of before.
      _ = try microphone.read(atMost: burst, cancellation: cancellation)
      try microphone.flush()
      var first: Int?
      while let captured = try microphone.read(atMost: burst, cancellation: cancellation) {
        let base = first ?? captured.startFrame
        first = base
        ring.put(captured, start: captured.startFrame - base, at: clock.milliseconds)
      }
      ring.end(nil)
    } catch { ring.end(error) }
  }

  /// Writes what belongs to the take, until it is drained or no more comes.
  private func keep(
    _ capture: TakeCapture, _ ring: CaptureRing, _ write: (AudioBuffer) throws -> Void
  ) throws {
    var held: [CaptureRing.Piece] = []
    var seenAt: Int64?
    do {
      reading: while let piece = ring.next() {
        let now = state.change { ($0.sentAt, $0.stop, $0.isAbandoned) }
        if now.2 { throw StoryFailure.noTake(name: settings.label, .empty) }
        held.append(piece)
        guard let sentAt = now.0 else {
          if player.failure != nil { break }
          continue
        }
        for piece in held {
          try capture.take(piece, sentAt: sentAt, stop: now.1, write)
          if capture.isDrained { break reading }
        }
        held = []
        state.change { $0.progress.frames = capture.frames }
        let course = player.course
        if course.heardFrames > 0, course.heardAt != seenAt,
          let newest = ring.newestFrame(at: course.heardAt)
        {
          seenAt = course.heardAt
          // A position that took long to get is of no known moment.
          if course.answerMilliseconds <= StoryRecorder.mostAnswerMilliseconds {
            capture.drift.take(
              capturedFrame: newest - sentAt, playedFrame: course.heardFrames)
          }
        }
        if player.failure != nil { break }
      }
      if state.change({ $0.isAbandoned }) {
        throw StoryFailure.noTake(name: settings.label, .empty)
      }
      capture.ended(player.failure == nil ? ring.failure : nil, isOutput: player.failure != nil)
    } catch let failure as StoryFailure {
      guard case .system(_, let errno) = failure, [ENOSPC, EDQUOT, EFBIG].contains(errno),
        capture.frames > 0
      else { throw failure }
      capture.diskFull()
    }
    // A device that never played has no take to keep.
    if capture.frames == 0, let failure = player.failure ?? ring.failure { throw failure }
    capture.judge(
      ring.losses, lateBlocks: player.course.lateBlocks, burstFrames: burstFrames)
  }
}
