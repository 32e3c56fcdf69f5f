import CueAssembly
import CueModel
import CueOutput
import CuePlugins
import CuePractice
import CueStore
import CueSystem
import CueTerminal
import CueText
import Glibc

/// `host practice`: options become a request, keys become commands, and events are shown.
struct PracticeMode {
  let options: PracticeOptions
  let sound: SoundOptions
  let studio: Studio

  private var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    do {
      return try practise(cancellation)
    } catch let refusal as VoiceRefusal {
      throw UserError(
        refusal.sentence, hint: words.trouble(.chooseVoice), .unavailable)
    } catch let failure as EffectFailure {
      throw UserError(effect: failure.failure, words)
    } catch let error as MicrophoneError {
      throw UserError(error, microphone: options.microphone ?? "", words)
    } catch let problem as PracticeProblem {
      throw UserError(problem, words)
    }
  }

  private func practise(_ cancellation: Cancellation) throws -> ExitStatus {
    let database = try library()
    let clock = SystemClock()
    let speeches = Speeches(database, clock: clock)
    guard let name = try options.source.isEmpty ? picked(speeches, cancellation) : options.source
    else {
      throw UserError.usage(words.trouble(.needsSpeech), "practice")
    }
    let source = try source(name, speeches)
    let script = try script()
    let show = PracticeShow(studio)
    let session = PracticeSession(
      of: source, request, with: studio.plugins, Practices(database, clock: clock),
      explain: studio.explain, tell: show.take)
    defer { session.close() }
    try session.prepare(cancellation)
    let output = try studio.output(sound, orNowhere: true)
    // Voices are made when they are first needed; those that are already known to be needed are in use.
    if studio.hasUnusedSettings { session.setUpVoices(script?.voices ?? []) }
    try studio.checkSettings(discarding: output)
    let setting = PracticeSetting(
      text: source.text, manner: studio.manner, talksAside: sound.output == "-",
      rings: options.rings, words: words,
      voices: { [plugins = studio.plugins, language = source.text.language] in
        PracticeVoices.choices(plugins, language: language)
      })
    let end: PracticeSession.End
    let stop = Cancellation()
    do {
      end = try cancellation.withHandler(stop.cancel) {
        try play(script, output, setting, stop) { control, stage in
          show.begin(stage)
          return try session.run(on: output, control: control, end: stop.cancel)
        }
      }
    } catch {
      output.discard()
      throw error
    }
    try studio.complete(output, cancellation)
    if cancellation.isCancelled { return .interrupted }
    if sound.isStrict, let failure = end.failure { throw UserError(failure, words) }
    return end.outcome.end == nil && end.isInTrouble ? .unavailable : .done
  }

  /// The options as a request.
  private var request: PracticeRequest {
    var request = PracticeRequest()
    request.voice = options.voice
    request.voices = sound.voices
    request.isStrict = sound.isStrict
    request.style.pitchSemitones = sound.pitchSemitones
    request.style.volume = sound.volume
    request.style.play(sound.tones.all)
    request.effects = sound.effects
    request.keepsClips = sound.keepsClips
    request.granularity = options.granularity
    request.rates = options.rates
    request.usualRate = options.usualRate
    request.pause = options.pause
    request.pauseFactor = options.pauseFactor
    request.firstSegment = options.firstSegment
    request.loop = options.loop
    request.minutes = options.minutes
    request.resumesAfterInterruption = options.resumesAfterInterruption
    request.forgets = options.forgets
    request.keepsSettings = sound.output == nil && !studio.manner.isJSON
    request.microphone = options.microphone.map {
      MicrophoneSource($0, device: options.microphones.last, raw: options.microphoneFormat)
    }
    request.listens = options.listens
    request.recognizers = options.recognizers
    request.secondOpinion = options.secondOpinions.last
    request.outputDevice = sound.devices.first?.reference.text
    return request
  }

  /// The user's library; a file can be practised even if this is not available.
  private func library() throws -> Database {
    do throws(StoreFailure) {
      return try UserLibrary(studio.environment).database(toLook: false)
    } catch {
      guard options.source == "-" || options.source.contains("/") else { throw error }
      studio.note(UserError(error.sentence(words), hint: words(.nothingIsRemembered), .done))
      return try Database(.memory, modules: [Speeches.module, Practices.module])
    }
  }

  /// The speech or file that the user chooses at the terminal; nil if there is no terminal, or no answer.
  private func picked(_ speeches: Speeches, _ cancellation: Cancellation) throws -> String? {
    guard options.script == nil, !studio.manner.isJSON, !studio.manner.isQuiet,
      TerminalQuestion.isPossible(inputIsElsewhere: inputIsElsewhere),
      let size = Terminal.size(of: STDERR_FILENO)
    else { return nil }
    let shown = Array(try speeches.all().prefix(max(3, size.rows - 4)))
    Console.talk(
      words(shown.isEmpty ? .noSpeechYet : .pickSpeech, ["program": Program.name]) + "\n")
    for speech in shown {
      let row = TextLayout.line(of: "  \(speech.number)  \(speech.title)", columns: size.columns)
      Console.talk(row.glyphs.map(\.text).joined() + "\n")
    }
    while true {
      Console.talk(words(.pickSpeechOrFile) + " ")
      let answer = TerminalQuestion.answer(inputIsElsewhere: inputIsElsewhere) { wake, ask in
        cancellation.withHandler(wake, ask)
      }
      guard let answer = answer?.trimmed else {
        Console.talk("\n")
        return nil
      }
      if answer.isEmpty { continue }
      let isThere = try speeches.speech(called: answer) != nil
      if unsafe isThere || access(answer, R_OK) == 0 { return answer }
      Console.talk(words(.pickedNoSpeech, ["word": words.quoted(answer)]) + "\n")
    }
  }

  private func source(
    _ name: String, _ speeches: Speeches
  ) throws(UserError) -> PracticeSource {
    do throws(PracticeSourceError) {
      let source = try PracticeSource.find(
        name, isMarkdown: options.isMarkdown, truncates: options.truncates,
        language: sound.language, locale: studio.environment.localeName, in: speeches)
      if let choice = source.language, choice.source != .text, let note = words.text(choice) {
        studio.note(UserError(note, .done))
      }
      if let count = source.cutFrom { studio.note(UserError(words.cutNote(from: count), .done)) }
      return source
    } catch { throw words.error(error, path: name) }
  }

  // How it is shown and controlled.

  private func play(
    _ script: PracticeScript?, _ output: SessionOutput, _ setting: PracticeSetting,
    _ cancellation: Cancellation,
    _ body: (any PracticeControl, any PracticeStage) throws -> PracticeSession.End
  ) throws -> PracticeSession.End {
    if script == nil, showsScreen { return try playOnScreen(output, setting, cancellation, body) }
    let stage: any PracticeStage =
      studio.manner.isJSON ? PracticeEvents(setting) : PracticeLines(setting)
    let end: PracticeSession.End
    if let script {
      let speaker = InterruptibleSpeaker(ScriptedSpeaker(script))
      end = try cancellation.withHandler(speaker.interrupt) { try body(speaker, stage) }
    } else {
      let place = OutputPlace(output)
      let reads = !inputIsElsewhere
      let queue = PracticeCommandQueue(
        staysAtEnd: reads && isatty(STDIN_FILENO) == 1, passed: place.pass, rest: place.drain)
      if reads { try readLines(for: queue, setting) } else { queue.end() }
      try watchStops(for: queue)
      end = try cancellation.withHandler({ queue.put(.stop) }) { try body(queue, stage) }
    }
    if let failure = stage.failure { throw failure }
    return end
  }

  private func readLines(
    for queue: PracticeCommandQueue, _ setting: PracticeSetting
  ) throws(UserError) {
    do {
      try LineInput.read(
        take: { LineKeys.take($0, queue, setting.words, voices: setting.voices) }, end: queue.end)
    } catch { throw UserError(error, to: .readCommands, words) }
  }

  /// Ctrl-Z: practice pauses before the program stops, and stays paused when it continues.
  private func watchStops(for queue: PracticeCommandQueue) throws(UserError) {
    do {
      try StopSignals.watch(stopping: queue.fallSilent) { queue.put(.interruptionEnded) }
    } catch { throw UserError(error, to: .waitForStop, words) }
  }

  /// Whether there is a terminal that can show a screen, and the screen is wanted.
  private var showsScreen: Bool {
    let manner = studio.manner
    return !options.isPlain && !manner.isJSON && !manner.isQuiet && !manner.isVerbose
      && sound.output != "-" && isatty(STDOUT_FILENO) == 1 && studio.environment.hasMovingCursor
      && (inputIsElsewhere || isatty(STDIN_FILENO) == 1)
  }

  /// Whether standard input is the text or the microphone.
  private var inputIsElsewhere: Bool { options.source == "-" || options.microphone == "-" }

  private func playOnScreen(
    _ output: SessionOutput, _ setting: PracticeSetting, _ cancellation: Cancellation,
    _ body: (any PracticeControl, any PracticeStage) throws -> PracticeSession.End
  ) throws -> PracticeSession.End {
    let kind = studio.environment.variable("TERM") ?? ""
    guard let terminal = Terminal(.screenAndMouse, inputIsElsewhere: inputIsElsewhere) else {
      throw UserError(
        words(.noScreen, ["kind": "TERM=\(kind)"]), .usage)
    }
    let place = OutputPlace(output)
    let queue = PracticeCommandQueue(staysAtEnd: true, passed: place.pass, rest: place.drain)
    let screen = PracticeScreen(setting, queue, on: terminal)
    let end: PracticeSession.End
    do {
      defer { screen.close() }
      try screen.open()
      end = try cancellation.withHandler({ queue.put(.stop) }) { try body(queue, screen) }
    }
    // Messages after the screen is closed.
    PracticeLines(setting).show(.stopped(end.outcome))
    return end
  }

  private func script() throws(UserError) -> PracticeScript? {
    guard let path = options.script else { return nil }
    let name = path == "-" ? words.trouble(.standardInput) : path
    let bytes =
      path == "-"
      ? try Texts.contents(of: STDIN_FILENO, name) : try Texts.contents(ofFile: path)
    let text = try Texts.checked(bytes, name)
    do throws(PracticeScriptError) { return try PracticeScript(parsing: text) } catch {
      throw UserError("\(name), \(words.why(error)).", .badInput)
    }
  }
}
