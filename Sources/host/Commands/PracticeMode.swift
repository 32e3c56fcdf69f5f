import CSystem
import CueAssembly
import CueAudio
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CuePractice
import CueStore
import CueSystem
import CueTerminal
import CueText
import Glibc

/// `host practice`: a voice says a speech, and the speaker repeats it.
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
        refusal.sentence, hint: "'\(Program.name) voices' lists them; choose one with --voice.",
        .unavailable)
    } catch let failure as EffectFailure {
      throw UserError(effect: failure.failure)
    }
  }

  private func practise(_ cancellation: Cancellation) throws -> ExitStatus {
    let database = try library()
    let clock = SystemClock()
    let speeches = Speeches(database, clock: clock)
    guard let name = try options.source.isEmpty ? picked(speeches, cancellation) : options.source
    else {
      throw UserError.usage(
        "Practice needs a speech: its title, its number, or a file.", "practice")
    }
    let source = try source(name, speeches)
    let script = try script()

    let effects = try studio.effects(sound.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let voices = PracticeVoices(
      studio.plugins, studio.casting(Cancellation()), language: source.text.language,
      given: options.voice.map { ($0, sound.voices) }, isStrict: sound.isStrict,
      chain: effects.isEmpty ? nil : EffectChain(effects), keepsClips: sound.keepsClips,
      explain: { UserError($0).sentence },
      noteOtherLanguage: { noteOtherLanguage(source.text.language, $0) })
    defer { voices.quit() }
    let memory = PracticeMemory(
      Practices(database, clock: clock), source.speech, source.text,
      keepsSettings: sound.output == nil && !studio.manner.isJSON,
      needsNetwork: voices.needsNetwork
    ) { failure in
      studio.note(UserError(failure.sentence, hint: words(.placeIsNotKept), .inputOutput))
    }
    if options.forgets { try memory.forget() }
    let settings = try settings(memory, source.text, voices)
    let second = try studio.secondListener(options.secondOpinions)
    defer {
      let wish = Cancellation()
      wish.cancel()
      _ = second?.finish(wish)
    }
    let (listener, recognizer) = try openedListener(source.text, second, cancellation)
    defer { recognizer?.quit() }

    let output = try studio.output(sound, orNowhere: true)
    // Voices are made when they are first needed; those that are already known to be needed are in use.
    if studio.hasUnusedSettings {
      _ = try? voices.voice(settings.voice)
      for choice in script?.voices ?? [] { _ = voices.absence(of: choice) }
    }
    try studio.checkSettings(discarding: output)
    let setting = PracticeSetting(
      text: source.text, manner: studio.manner, talksAside: sound.output == "-",
      rings: options.rings, words: words,
      voices: { [plugins = studio.plugins, language = source.text.language] in
        PracticeVoices.choices(plugins, language: language)
      })
    let outcome: PracticeOutcome
    let watch = Watch()
    let end = Cancellation()
    do {
      outcome = try cancellation.withHandler(end.cancel) {
        try play(script, output, setting, end) { control, stage in
          try PracticeDriver(
            source.text, settings: settings, at: try start(settings, memory, source.text),
            cast: voices, output: output, control: control, listener: listener, style: style,
            explain: PracticeMode.sentence
          ).run { report in
            watch.take(report)
            memory.take(report)
            stage.show(report)
            if sound.isStrict, watch.failure != nil { end.cancel() }
          }
        }
      }
    } catch {
      output.discard()
      throw error
    }
    try studio.complete(output, cancellation)
    if cancellation.isCancelled { return .interrupted }
    if sound.isStrict, let failure = watch.failure { throw UserError(failure) }
    return outcome.end == nil && watch.isInTrouble ? .unavailable : .done
  }

  /// The user's library; a file can be practised even if this is not available.
  private func library() throws -> Database {
    do throws(StoreFailure) {
      return try UserLibrary(studio.environment).database(toLook: false)
    } catch {
      guard options.source == "-" || options.source.contains("/") else { throw error }
      studio.note(UserError(error.sentence, hint: words(.nothingIsRemembered), .done))
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

  private func noteOtherLanguage(_ language: String, _ engines: [any RecordingVoice]) {
    let names = engines.map(\.name).joined(separator: ", ")
    studio.note(
      UserError(
        words(.noVoiceSpeaks, ["voices": names, "language": language]),
        hint: words(.nameAVoice, ["language": String(language.prefix { $0 != "-" })]), .done))
  }

  /// Whether practice has stopped at a failure.
  private final class Watch {
    private(set) var isInTrouble = false
    /// The first failure of a voice.
    private(set) var failure: PluginFailure?

    func take(_ report: PracticeReport) {
      if case .failed(_, let first) = report, failure == nil { failure = first }
      switch report {
      case .failed, .outputLost: isInTrouble = true
      case .said: isInTrouble = false
      default: break
      }
    }
  }

  /// A device that goes away does not end practice; a full disk does.
  private static func sentence(_ error: any Error) -> String? {
    guard let failure = error as? OutputFailure else { return nil }
    let userError = UserError(failure)
    return userError.status == .unavailable ? userError.sentence : nil
  }

  private var style: SpeechRequest {
    var style = SpeechRequest(text: "")
    style.pitchSemitones = sound.pitchSemitones
    style.volume = sound.volume
    style.play(sound.tones.all)
    return style
  }

  // How it is shown and controlled.

  private func play(
    _ script: PracticeScript?, _ output: SessionOutput, _ setting: PracticeSetting,
    _ cancellation: Cancellation,
    _ body: (any PracticeControl, any PracticeStage) throws -> PracticeOutcome
  ) throws -> PracticeOutcome {
    if script == nil, showsScreen { return try playOnScreen(output, setting, cancellation, body) }
    let stage: any PracticeStage =
      studio.manner.isJSON ? PracticeEvents(setting) : PracticeLines(setting)
    let outcome: PracticeOutcome
    if let script {
      let speaker = InterruptibleSpeaker(ScriptedSpeaker(script))
      outcome = try cancellation.withHandler(speaker.interrupt) { try body(speaker, stage) }
    } else {
      let place = OutputPlace(output)
      let reads = !inputIsElsewhere
      let queue = PracticeCommandQueue(
        staysAtEnd: reads && isatty(STDIN_FILENO) == 1, passed: place.pass, rest: place.drain)
      if reads { try readLines(for: queue, setting) } else { queue.end() }
      try watchStops(for: queue)
      outcome = try cancellation.withHandler({ queue.put(.stop) }) { try body(queue, stage) }
    }
    if let failure = stage.failure { throw failure }
    return outcome
  }

  private func readLines(
    for queue: PracticeCommandQueue, _ setting: PracticeSetting
  ) throws(UserError) {
    do {
      try LineInput.read(
        take: { LineKeys.take($0, queue, setting.words, voices: setting.voices) }, end: queue.end)
    } catch { throw UserError(error, to: "read commands") }
  }

  /// Ctrl-Z: practice pauses before the program stops, and stays paused when it continues.
  private func watchStops(for queue: PracticeCommandQueue) throws(UserError) {
    do {
      try StopSignals.watch(stopping: queue.fallSilent) { queue.put(.interruptionEnded) }
    } catch { throw UserError(error, to: "wait for Ctrl-Z") }
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
    _ body: (any PracticeControl, any PracticeStage) throws -> PracticeOutcome
  ) throws -> PracticeOutcome {
    let kind = studio.environment.variable("TERM") ?? ""
    guard let terminal = Terminal(.screenAndMouse, inputIsElsewhere: inputIsElsewhere) else {
      throw UserError(
        words(.noScreen, ["kind": "TERM=\(kind)"]), .usage)
    }
    let place = OutputPlace(output)
    let queue = PracticeCommandQueue(staysAtEnd: true, passed: place.pass, rest: place.drain)
    let screen = PracticeScreen(setting, queue, on: terminal)
    let outcome: PracticeOutcome
    do {
      defer { screen.close() }
      try screen.open()
      outcome = try cancellation.withHandler({ queue.put(.stop) }) { try body(queue, screen) }
    }
    // Messages after the screen is closed.
    PracticeLines(setting).show(.stopped(outcome))
    return outcome
  }

  private func script() throws(UserError) -> PracticeScript? {
    guard let path = options.script else { return nil }
    let name = path == "-" ? "Standard input" : path
    let bytes =
      path == "-"
      ? try Texts.contents(of: STDIN_FILENO, name) : try Texts.contents(ofFile: path)
    let text = try Texts.checked(bytes, name)
    do throws(PracticeScriptError) { return try PracticeScript(parsing: text) } catch {
      throw UserError("\(name), \(words.why(error)).", .badInput)
    }
  }

  // How it begins.

  private func settings(
    _ memory: PracticeMemory, _ text: PracticeText, _ voices: PracticeVoices
  ) throws -> PracticeSettings {
    var settings = try memory.settings(usualRate: options.usualRate)
    if let voice = options.voice {
      settings.voice = voice
    } else if !settings.voice.isEmpty, let absence = voices.absence(of: settings.voice) {
      let why = UserError(absence).sentence
      studio.note(
        UserError(
          words(.voiceOfLastTimeGone, ["voice": settings.voice, "why": why]),
          hint: words(.usualVoiceSpeaks), .done))
      settings.voice = ""
    }
    if let rates = options.rates {
      for rate in rates where PracticeRate(rate).value != rate {
        tellMoved(.rateMoved, rate, PracticeRate(rate).value)
      }
      settings.rates = rates.map(PracticeRate.init)
    }
    if let factor = options.pauseFactor {
      settings.pauseFactor = factor
      if settings.pauseFactor != factor {
        tellMoved(.pauseFactorMoved, factor, settings.pauseFactor)
      }
    }
    if let granularity = options.granularity { settings.granularity = granularity }
    if let pause = options.pause { settings.pause = pause }
    // Without a microphone, it cannot be heard when the speaker falls silent.
    if options.microphone == nil, settings.pause == .untilQuiet { settings.pause = .timed }
    if options.listens, settings.pause == .off { settings.pause = .timed }
    settings.limit = options.minutes.map { .seconds($0 * 60) }
    settings.resumesAfterInterruption = options.resumesAfterInterruption
    if let loop = options.loop {
      let segments = text.segments(settings.granularity)
      guard loop.upperBound <= segments.count else {
        throw missing("--loop", loop.upperBound, segments)
      }
      settings.loop =
        segments[loop.lowerBound - 1].range
        .lowerBound..<segments[loop.upperBound - 1].range
        .upperBound
    }
    return settings
  }

  private func start(
    _ settings: PracticeSettings, _ memory: PracticeMemory, _ text: PracticeText
  ) throws -> Int {
    let segments = text.segments(settings.granularity)
    guard let number = options.firstSegment else { return try memory.lastPlace() ?? 0 }
    guard number <= segments.count else { throw missing("--from", number, segments) }
    return segments[number - 1].range.lowerBound
  }

  private func missing(_ option: String, _ number: Int, _ segments: [Segment]) -> UserError {
    let isByParagraph = segments.first?.kind == .paragraph
    return UserError(
      words(
        isByParagraph ? .noSuchParagraph : .noSuchSentence,
        ["option": option, "number": "\(number)", "count": "\(segments.count)"]), .usage)
  }

  private func tellMoved(_ message: Message, _ given: Double, _ taken: Double) {
    let values = ["given": given, "taken": taken].mapValues {
      words.number($0, decimals: 2, least: 1)
    }
    studio.note(UserError(words(message, values), .done))
  }

  // The microphone.

  /// How long after the voice no sound is judged: as 'calibrate' measured, else the usual time.
  private func deafSeconds(_ microphone: String) -> Double {
    let output = sound.devices.first?.reference.text ?? PluginHost.usualDevice
    let room = Calibrations(studio.environment).measure(
      microphone: microphone.isEmpty ? PluginHost.usualDevice : microphone, output: output)
    guard let room else { return TurnRules.ringingSeconds }
    return min(1, room.latencySeconds + (room.decaySeconds ?? 0))
  }

  private func openedListener(
    _ text: PracticeText, _ second: SecondRecognition?, _ cancellation: Cancellation
  ) throws -> (MicrophoneListener?, RecognizerClient?) {
    guard let source = options.microphone else { return (nil, nil) }
    // A recognizer that can listen for anything also notices words that were changed or added.
    let recognizer =
      options.listens
      ? try studio.startedRecognizer(
        options.recognizers, preferring: [("witness", "on")]) : nil
    do {
      let microphone = try studio.microphone(
        source, options.microphones.last, raw: options.microphoneFormat,
        explain: { UserError(MicrophoneError($0), microphone: source) })
      let listener = try MicrophoneListener(
        microphone, text: text, recognizer: recognizer, cancellation, explain: words.why,
        warn: { studio.note($0, of: microphone.name) },
        deafSeconds: deafSeconds(source), second: second?.listener,
        lastOpinions: { second?.finish(cancellation) ?? [] },
        note: { studio.note(UserError($0.sentence, hint: words(.notComparedNow), .done)) })
      return (listener, recognizer)
    } catch {
      recognizer?.quit()
      guard let error = error as? MicrophoneError else { throw error }
      throw UserError(error, microphone: source)
    }
  }
}
