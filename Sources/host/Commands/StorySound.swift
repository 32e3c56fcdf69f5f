import struct CueAssembly.StoryMixing
import struct CueAssembly.StoryRoom
import struct CueAssembly.Take
import enum CueAssembly.TakeFailure
import struct CueAssembly.TakeIntake
import struct CueAssembly.TakeShelf
import struct CueAssembly.UserLibrary
import CueAudio
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueSystem
import CueTerminal
import CueText

// Making takes and using them.

/// The text to say.
enum StoryText: Equatable {
  case words(String)
  case file(String)
}

/// Changes of dials; nil for those that do not change.
struct DialWish: Equatable {
  var speed: Double?
  var pitch: Double?
  var isFine = false
  var isLinked: Bool?
  var hasClick: Bool?
  var beatsPerMinute: Double?

  var isEmpty: Bool { self == DialWish(isFine: isFine) }

  /// `dials` after the changes.
  func turned(_ dials: StoryDials) -> StoryDials {
    var turned = dials
    if let speed { turned.rate = PlaybackRate(dial: speed) }
    if let pitch { turned.pitch = PitchOffset(dial: pitch, isFine: isFine) }
    turned.isLinked = isLinked ?? dials.isLinked
    return turned
  }

  /// The requested tempo, whatever the dial offers; nil if none.
  var tempo: Int? { beatsPerMinute.map { Int(min(max($0.rounded(), 0), 1000)) } }

  /// `click` after the changes.
  func turned(_ click: StoryClick) -> StoryClick {
    StoryClick(isOn: hasClick ?? click.isOn, beatsPerMinute: tempo ?? click.beatsPerMinute)
  }
}

/// Changes in the mix of a take; nil for what does not change.
struct TrackWish: Equatable {
  var gainDecibels: Double?
  /// From −1, left, to 1, right.
  var pan: Double?
  var isMuted: Bool?
  var isSolo: Bool?
  var pitch: Double?
  var isFine = false

  var isEmpty: Bool { self == TrackWish(isFine: isFine) }
}

/// The options of a mix.
struct StoryMixWish: Equatable {
  var output = ""
  var stems = false
  var dials = DialWish()
  /// The last take, if it is not the head.
  var end: String?
  var loudness: Double?
  var truePeak = -1.0
  var encoding = "s16"
  var lanes: Int?
  var stretcher: PluginChoice?
}

/// How a story is played, and how a take is recorded over it.
struct LiveWish: Equatable {
  var dials = DialWish()
  /// The last take that is heard, if it is not the head.
  var end: String?
  /// Where playing begins, in seconds of the sound as it is heard.
  var from = 0.0
  /// Where recording begins; nil for the start of the take.
  var at: Double?
  var preRoll = 0.0
  var seconds: Double?
  var latencySeconds: Double?
  var microphone: PluginChoice?
  /// The microphone as the user wrote it: a file, a pipe, `-`, `PLUGIN[:NAME]`; empty for the default one.
  var microphoneSource = ""
  var label = ""
}

/// `host story say`, `import`, `mix`, `play` and `record`.
struct StorySound {
  let command: StoryCommand
  let shelf: StoryShelf
  private var studio: Studio { command.studio }
  private var manner: OutputManner { command.manner }
  private var words: Messages { command.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    switch command.action {
    case .say(let name, let text, let lead):
      return try say(try shelf.view(name), text, lead, cancellation)
    case .importFile(let name, let path, let lead, let speed):
      let view = try shelf.view(name)
      var intake = TakeIntake(StorySound.label(path), of: view, on: shelf)
      intake.leadSeconds = lead
      if let speed {
        var dials = view.story.dials
        dials.rate = PlaybackRate(dial: speed)
        intake.recorded = dials.asHeard
      }
      try kept(try intake.keep(fileAt: path, cancellation), view)
    case .importTake(let name, let script, let take, let part, let lead):
      let view = try shelf.view(name)
      let take = try rehearsed(script, take)
      let label = [StorySound.label(script), take.name].joined(separator: " ")
      var intake = TakeIntake(label, of: view, on: shelf)
      intake.leadSeconds = lead
      try kept(try intake.keep(fileAt: take.path(of: part), cancellation), view)
    case .mix(let name, let wish): try mix(try shelf.view(name), wish, cancellation)
    case .play(let name, let wish):
      return try StoryLive(command: command, shelf: shelf, view: try shelf.view(name))
        .play(wish, cancellation)
    case .record(let name, let wish):
      return try StoryLive(command: command, shelf: shelf, view: try shelf.view(name))
        .record(wish, cancellation)
    default: preconditionFailure("\(command.action) makes no sound")
    }
    return .done
  }

  private func kept(_ take: StoredTake, _ view: StoryView) throws {
    try StoryShow(try shelf.view("\(view.story.number)"), studio).tellKept(take)
  }

  /// The name of a file, without folders.
  private static func label(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A take that `host rehearse --record` recorded.
  private func rehearsed(_ script: String, _ name: String) throws(UserError) -> Take {
    let shelf = UserLibrary(studio.environment).takeShelf(called: script)
    if let take = try? shelf.take(called: name) { return take }
    throw UserError(
      "\(script) has no take \(name).",
      hint: "'\(Program.name) takes list \(script)' shows those that were recorded.", .noInput)
  }

  // A voice.

  private func say(
    _ view: StoryView, _ text: StoryText, _ lead: Double, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    // Before a voice is asked, which may take long and cost money.
    if !view.story.isActive {
      throw StoryFailure.locked(title: view.story.title, holder: view.story.holder)
    }
    let passages = try passages(text)
    guard let first = passages.first else {
      throw UserError("There is nothing to say: the text is empty.", .badInput)
    }
    let chosen = command.sound.voices
    let isStrict = command.sound.isStrict && !chosen.isEmpty
    let clients = try studio.voices(isStrict ? [chosen[0]] : chosen)
    defer { for client in clients { client.quit() } }
    let effects = try studio.effects(command.sound.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = FallbackVoice(command.sound.isStrict ? [clients[0]] : clients)
    let voice: any Voice =
      effects.isEmpty ? chain : EffectVoice(chain, through: EffectChain(effects))
    var intake = TakeIntake(first.text, of: view, on: shelf)
    intake.leadSeconds = lead
    let take = try intake.keep(
      saying: passages.indices.map {
        command.sound.request(passages, $0, language: command.sound.language)
      }, after: passages.map(\.pauseMilliseconds), by: voice, cancellation
    ) { event in
      switch event {
      case .startedOver(let standIn, let failure):
        studio.note(UserError(failure.sentence, hint: failure.hint(of: standIn), .done))
      case .shortfall(let shortfall) where manner.isVerbose:
        studio.note(UserError("The \(shortfall.field) was \(shortfall.outcome).", .done))
      default: break
      }
    }
    guard let take else { return .interrupted }
    try kept(take, view)
    return .done
  }

  private func passages(_ text: StoryText) throws(UserError) -> [Passage] {
    switch text {
    case .words(let words):
      let text = try Texts.checked(Array(words.utf8), "The text")
      return text.allSatisfy(\.isWhitespace) ? [] : [Passage(text: text, offset: 0)]
    case .file(let path): return Passage.spoken(of: try Texts.document(path), byLine: false)
    }
  }

  // A mix.

  private func mix(_ view: StoryView, _ wish: StoryMixWish, _ cancellation: Cancellation) throws {
    let end = try wish.end.map { try view.take(called: $0).id }
    var mixing = StoryMixing(view.story)
    mixing.end = end
    mixing.dials = wish.dials.turned(view.story.dials)
    mixing.settings.encoding = SampleEncoding(rawValue: wish.encoding) ?? .int16
    mixing.settings.integratedLUFS = wish.loudness
    mixing.settings.truePeakDBTP = wish.truePeak
    mixing.stretcher = wish.stretcher
    mixing.hasStems = wish.stems
    mixing.worksAhead = wish.lanes != 1
    try mixing.write(to: wish.output, view, on: shelf, studio.plugins, cancellation) {
      try tell($0, $1, view, take: $2)
    }
  }

  private func tell(
    _ report: MixReport, _ path: String, _ view: StoryView, take: Int?
  ) throws {
    let seconds = Double(report.frames) / Double(report.rateHertz)
    if manner.isJSON {
      var json = JSONObject(event: take == nil ? "mixed" : "stem")
      json["story"] = .integer(Int(view.story.number))
      json["take"] = take.map { .integer($0) }
      json["path"] = .string(path)
      json["frames"] = .integer(report.frames)
      json["rate"] = .integer(report.rateHertz)
      json["channels"] = .integer(report.channels)
      json["seconds"] = .number(seconds)
      json["measured_lufs"] = report.measuredLUFS.map { .number($0) }
      json["gain_decibels"] = .number(report.gainDecibels)
      json["limited_decibels"] = .number(report.limitedDecibels)
      return try Console.result(json.line)
    }
    guard !manner.isQuiet else { return }
    var text = words(
      .storyMixed,
      [
        "path": path, "time": Counted.time(seconds), "rate": "\(report.rateHertz)",
        "channels": words(report.channels == 1 ? .storyMono : .storyStereo),
      ])
    func number(_ value: Double) -> String { words.number(value, decimals: 1, least: 1) }
    if let measured = report.measuredLUFS {
      text +=
        " "
        + words(
          .storyLoudness,
          ["measured": number(measured), "gain": number(report.gainDecibels)])
    }
    if report.limitedDecibels < -0.05 {
      text += " " + words(.storyLimited, ["gain": number(-report.limitedDecibels)])
    }
    Console.talk(text + "\n")
  }
}

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
          ["number": "\(number)", "why": UserError(explaining: error)?.sentence ?? "\(error)"]),
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
    } catch { throw UserError(error, to: "read keys") }
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
    studio.note(
      UserError(
        words(.storyDamaged, ["what": recorded.damage.map(\.clause).joined(separator: ", ")]),
        hint: words(
          .storyDamagedHint, ["command": "\(Program.name) story undo \(view.story.number)"]),
        .done))
  }
}
