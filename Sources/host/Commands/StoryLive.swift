import CueAssembly
import CueAudio
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueSystem
import CueTerminal

/// A story on devices: `host story play` and `record`.
struct StoryLive {
  let command: StoryCommand
  let shelf: StoryShelf
  let view: StoryView
  private var studio: Studio { command.studio }
  private var manner: OutputManner { command.manner }
  private var words: Messages { command.words }
  private var room: StoryRoom {
    StoryRoom(view, on: shelf, studio.plugins, output: command.sound.devices.first)
  }
  var output: PluginChoice { room.output }

  private func hearing(_ wish: LiveWish) throws(StoryFailure) -> StoryRoom.Hearing {
    var hearing = StoryRoom.Hearing(view.story)
    hearing.dials = wish.dials.turned(view.story.dials)
    hearing.click = wish.dials.turned(view.story.click)
    hearing.end = try wish.end.map { (name) throws(StoryFailure) in
      try view.take(called: name).id
    }
    return hearing
  }

  private func missed(_ number: Int, _ error: any Error) {
    studio.note(
      UserError(
        words(
          .storyTakeMissed,
          ["number": "\(number)", "why": words.reason(error)]),
        .done))
  }

  func play(_ wish: LiveWish, _ cancellation: Cancellation) throws -> ExitStatus {
    let hearing = try hearing(wish)
    let course = try room.play(from: wish.from, hearing, cancellation, missed: missed)
    if manner.isJSON {
      var json = StoryShow(view, studio).json("played")
      json["speed"] = .number(hearing.dials.rate.factor)
      json["heard_seconds"] = .number(
        Double(course.heardFrames) / Double(view.story.rateHertz))
      json["late_blocks"] = .integer(course.lateBlocks)
      try Console.result(json.line)
    }
    return cancellation.isCancelled ? .interrupted : .done
  }

  func record(_ wish: LiveWish, _ cancellation: Cancellation) throws -> ExitStatus {
    let choice = wish.microphone ?? studio.plugins.microphoneByDefault
    var recording = StoryRoom.TakeWish()
    recording.atSeconds = wish.at
    recording.preRollSeconds = wish.preRoll
    recording.seconds = wish.seconds
    recording.label = wish.label
    let file = try studio.soundFile(wish.microphoneSource, wish.microphone)
    if view.story.isActive { recording.latencySeconds = latencySeconds(wish, choice, file) }
    var microphone: MicrophoneClient?
    defer { microphone?.quit() }
    func open() throws -> any Microphone {
      if let file { return StoryLive.live(file) }
      let client = try studio.plugins.microphone(choice)
      microphone = client
      return client
    }
    let recorded = try room.record(
      recording, try hearing(wish), microphone: open, missed: missed
    ) { recorder, record in
      try stopping(recorder, wish)
      return try cancellation.withHandler({ recorder.stop() }, record)
    }
    try tell(recorded)
    return .done
  }

  /// Ends the take by a key, if there is a terminal for one.
  private func stopping(_ recorder: StoryRecorder, _ wish: LiveWish) throws {
    guard wish.seconds == nil else { return }
    if !manner.isQuiet, !manner.isJSON { Console.talk(words(.storyRecordsUntilEnter) + "\n") }
    do throws(ThreadError) {
      try LineInput.read(take: { _ in recorder.stop() }, end: {})
    } catch { throw UserError(error, to: .readKeys, words) }
  }

  /// A file read in real time; a pipe sets its own pace.
  static func live(_ file: SoundFileMicrophone) -> any Microphone {
    file.isLive ? file : PacedMicrophone(file, leadSeconds: RecorderSettings().leadSeconds)
  }

  /// The latency that the user gave, else the measured one from this output to this microphone; 0 for a file, which hears no output.
  func latencySeconds(
    _ wish: LiveWish, _ microphone: PluginChoice, _ file: SoundFileMicrophone?
  ) -> Double {
    if let asked = wish.latencySeconds { return asked }
    if file != nil { return 0 }
    let measured = room.measuredLatencySeconds(microphone)
    if measured == nil {
      studio.note(
        UserError(
          words(.storyNotCalibrated), hint: "\(Program.name) calibrate", .done))
    }
    return measured ?? 0
  }

  private func tell(_ recorded: RecordedTake) throws {
    let view = try shelf.view("\(view.story.number)")
    try StoryShow(view, studio).tellKept(recorded.take)
    guard !recorded.damage.isEmpty, !manner.isJSON else { return }
    let damage = recorded.damage.map { words.clause($0) }.joined(separator: ", ")
    studio.note(
      UserError(
        words(.storyDamaged, ["what": damage]),
        hint: words(
          .storyDamagedHint, ["command": "\(Program.name) story undo \(view.story.number)"]),
        .done))
  }
}
