import struct CueAssembly.SecondRecognition
import CueAudio
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueScreenplay
import CueText

/// `host listen`: reports what is heard in a sound file or by a microphone.
struct ListenCommand {
  /// How much sound is read at a time.
  private static let readSeconds = 0.1

  let options: ListenOptions
  let studio: Studio
  private var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    var settings = options.settings
    settings.keepsSound = options.recording != nil || !options.secondOpinions.isEmpty
    let expectation = try expectation()
    let sound = try studio.microphone(
      options.source, options.microphones.last, raw: options.rawFormat)
    let listener = TurnListener(sound)
    listener.microphoneFault = { studio.note($0, of: sound.name) }
    do { try listener.open(cancellation: cancellation) } catch {
      throw UserError(microphone: error, words)
    }
    defer { listener.close() }
    guard let format = listener.format else {
      preconditionFailure("an open microphone has a format")
    }
    let talk = ListenTalk(
      manner: studio.manner, words: words, format: format, strictness: settings.strictness,
      expectation: expectation)
    let recording = try options.recording.map { (path) throws(OutputFailure) in
      try FileOutput(path: path, isRaw: false)
    }
    do {
      let recognizer = try opened(listener, expectation, settings, talk, cancellation)
      defer { recognizer.quit() }
      let second = try studio.secondListener(options.secondOpinions)
      defer {
        let wish = Cancellation()
        wish.cancel()
        _ = second?.finish(wish)
      }
      try studio.checkSettings()
      // Sound that came while the recognizer was loaded is dropped.
      if sound is ReconnectingMicrophone { try listener.flush() }
      try listener.listenToEnd(reading: ListenCommand.readSeconds, cancellation: cancellation) {
        let events = try begin(listener, recognizer, expectation, settings, cancellation)
        for event in events { try talk.tell(event) }
      } tell: { _, events in
        for event in events { try talk.tell(event) }
      }
      guard !cancellation.isCancelled,
        let (events, result) = try listener.finish(cancellation: cancellation)
      else { throw ListenFailure.cancelled }
      for event in events { try talk.tell(event) }
      if let file = sound as? SoundFileMicrophone, file.missingFrames > 0,
        result.reason == .endOfSound
      {
        studio.note(
          UserError(words.listen(.fileCutOff, ["name": file.name]), .badInput))
      }
      if let recording { try keep(result, in: recording) }
      try talk.tell(result)
      guard let opinion = opinion(of: second, on: result, recognizer.name, cancellation) else {
        return result.meaning.isExpected ? .done : .answerIsNo
      }
      try talk.tell(opinion, judgedBy: second?.listener.name ?? "")
      return result.isExpected(strictness: settings.strictness, opinion.judgement)
        ? .done : .answerIsNo
    } catch {
      recording?.discard()
      switch error {
      case let error as ListenFailure where error.kind == .cancelled: return .interrupted
      case let error as ListenFailure: throw userError(error)
      case is SoundFileError, is PluginFailure: throw UserError(microphone: error, words)
      default: throw error
      }
    }
  }

  /// A second recognizer's opinion on the wording; nil if there is none, or nothing to judge.
  private func opinion(
    of second: SecondRecognition?, on result: ListenResult, _ name: String,
    _ cancellation: Cancellation
  ) -> SecondOpinion? {
    guard let second else { return nil }
    if let sound = result.recording, case .line(let line) = options.expectation,
      case .line(let match, _) = result.meaning
    {
      second.listener.ask(
        SecondQuestion(
          0, line.text, language: options.language, sound: sound,
          grammar: LineHearing(name: name, match: match, words: result.lineWords)))
    }
    return second.finish(cancellation).first
  }

  // The recognizer.

  /// Begins to listen with the first recognizer of the chain that can be used.
  private func opened(
    _ listener: TurnListener, _ expectation: ListenExpectation, _ settings: ListenSettings,
    _ talk: ListenTalk, _ cancellation: Cancellation
  ) throws -> RecognizerClient {
    let isFree = options.recognizers.isEmpty && expectation == .freeform
    let choices = isFree ? studio.plugins.recognizersForAnything : options.recognizers
    let (events, client) = try studio.firstRecognizer(choices, quietly: isFree) { client in
      do {
        return try begin(listener, client, expectation, settings, cancellation)
      } catch let failure as ListenFailure where failure.kind != .cancelled {
        throw userError(failure)
      }
    }
    if isFree, client.name != PluginHost.usualRecognizer, !studio.manner.isQuiet {
      studio.note(UserError(words.listen(.bestListens, ["name": client.name]), .done))
    }
    do {
      for event in events { try talk.tell(event) }
    } catch {
      client.quit()
      throw error
    }
    return client
  }

  private func begin(
    _ listener: TurnListener, _ client: RecognizerClient, _ expectation: ListenExpectation,
    _ settings: ListenSettings, _ cancellation: Cancellation
  ) throws(ListenFailure) -> [ListenEvent] {
    try listener.begin(
      client, expecting: expectation, language: options.language, lexicon: options.lexicon,
      settings, cancellation: cancellation)
  }

  private func userError(_ failure: ListenFailure) -> UserError {
    if let plugin = failure.plugin { return UserError(recognizer: plugin, words) }
    return UserError(failure.sentence(words), .unavailable)
  }

  // The expected line.

  /// With `--among`, the expected line among those of its scene.
  private func expectation() throws(UserError) -> ListenExpectation {
    guard let path = options.script, case .line(let line) = options.expectation else {
      return options.expectation
    }
    let bytes = try Texts.contents(ofFile: path)
    let script: Script
    do throws(ScriptError) { script = try SceneReader.read(bytes, fileName: path) } catch {
      throw UserError(
        words.listen(.notAScript, ["path": path, "why": words.why(error)]), .badInput)
    }
    let scene = SceneLine(line.text, in: script)
    if scene == nil {
      let values = ["path": path, "line": line.text]
      studio.note(UserError(words.listen(.noSuchLine, values), .done))
    }
    return .line(scene ?? SceneLine(line.text, at: nil, of: SceneLine.spoken(in: script)))
  }

  // The recording.

  private func keep(_ result: ListenResult, in file: FileOutput) throws {
    let sound = result.sound ?? AudioBuffer(silentFrames: 0, format: .standard)
    let trimmed = Trimming.trim(sound, spokenSeconds: result.spokenSpanSeconds)
    try file.beginLine(trimmed.sound.format)
    try file.write(trimmed.sound, cancellation: Cancellation())
    try file.endLine()
    try file.complete()
    if trimmed.hasFailed || trimmed.source == .nothing {
      studio.note(UserError(words.listen(.notTrimmed), .done))
    }
  }
}
