import CueAudio
import CueListening
import CueModel
import CuePractice
import CueText

/// Why the microphone cannot be opened.
package enum MicrophoneError: Error {
  /// The file cannot be opened; an `errno` value.
  case cannotOpen(errno: Int32)
  /// It is not sound.
  case sound(SoundFileError)
  /// The device cannot be used.
  case device(PluginFailure)

  /// Why a file cannot be opened or read.
  package init(_ error: SoundFileError) {
    if case .cannotOpen(let errno) = error.reason {
      self = .cannotOpen(errno: errno)
    } else {
      self = .sound(error)
    }
  }
}

/// Why the speaker cannot be heard any more.
package enum MicrophoneTrouble: Error {
  /// The recognizer failed again and again; its last failure.
  case recognizer(ListenFailure)
  /// Reading the sound failed.
  case sound(SoundFileError)
  /// The device is gone for good.
  case device(PluginFailure)
  /// The sound of that name is over.
  case over(String)
}

/// Hears a speaker by a microphone, in a file, where takes follow one another, or in a pipe that is live.
///
/// It is open only while it is the speaker's turn: what comes while the voice speaks is not listened to.
package final class MicrophoneListener: PracticeListener {
  private let listener: TurnListener
  private let text: PracticeText
  private let recognizer: (any Recognizer)?
  private let format: AudioFormat
  private let explain: (MicrophoneTrouble) -> String
  private let note: (ListenFailure) -> Void
  private var turn: Turn?
  private var isOver = false
  /// In how many turns in a row no recognizer could hear words.
  private var failures = 0
  /// Judges the wording of repetitions that are over.
  private let second: SecondListener?
  /// Waits for what is still to be judged at the end.
  private let lastOpinions: () -> [SecondOpinion]
  /// For so long after the voice nothing is listened to: the device and the room still sound.
  private let deafSeconds: Double
  /// The repetitions that were given, where a second opinion was asked for.
  private var given: [Int: (segment: Segment, repetition: Repetition)] = [:]
  private var givenCount = 0
  /// What the speaker said, the last at the end; a segment once.
  private var recordings: [OwnRecording] = []
  /// At most this many seconds of that are kept.
  private static let mostRecordedSeconds = 300.0

  /// One segment's repetition.
  private struct Turn {
    let segment: Segment
    let model: Duration
    /// Whether the recognizer hears the words.
    var hearsWords: Bool
  }

  /// Opens a file or pipe.
  ///
  /// - Parameters:
  ///   - path: a file or pipe; `-` is standard input
  ///   - name: what it is called in messages
  ///   - raw: what its sound is where it has no header
  ///   - text: what is practised
  ///   - recognizer: compares what is said with the text; nil for the speaker's silence alone
  ///   - cancellation: ends the wait for the first sound
  ///   - explain: says why the speaker cannot be heard any more, as a sentence
  ///   - note: is called for a failure that costs one repetition
  /// - Throws: where there is no such file, or no sound in it
  package convenience init(
    path: String, name: String, raw: RawSound?, text: PracticeText, recognizer: (any Recognizer)?,
    _ cancellation: Cancellation, explain: @escaping (MicrophoneTrouble) -> String,
    note: @escaping (ListenFailure) -> Void
  ) throws(MicrophoneError) {
    let microphone: SoundFileMicrophone
    do throws(SoundFileError) {
      microphone = try SoundFileMicrophone(path: path, name: name, raw: raw)
    } catch { throw MicrophoneListener.cannotOpen(error) }
    try self.init(
      microphone, text: text, recognizer: recognizer, cancellation, explain: explain, note: note)
  }

  /// Opens a microphone, and closes it until the speaker's turn comes.
  ///
  /// - Parameters:
  ///   - microphone: where the speaker is heard
  ///   - text: what is practised
  ///   - recognizer: compares what is said with the text; nil for the speaker's silence alone
  ///   - cancellation: ends the wait for the first sound
  ///   - explain: says why the speaker cannot be heard any more, as a sentence
  ///   - warn: is called for a microphone that is silent or cut off
  ///   - deafSeconds: for so long after the voice a live microphone is not listened to
  ///   - second: judges the wording of repetitions that are over
  ///   - lastOpinions: waits for what that has still to judge, at the end
  ///   - note: is called for a failure that costs one repetition
  /// - Throws: where it cannot be opened
  package init(
    _ microphone: any Microphone, text: PracticeText, recognizer: (any Recognizer)?,
    _ cancellation: Cancellation, explain: @escaping (MicrophoneTrouble) -> String,
    warn: @escaping (MicrophoneFault) -> Void = { _ in },
    deafSeconds: Double = TurnRules.ringingSeconds, second: SecondListener? = nil,
    lastOpinions: @escaping () -> [SecondOpinion] = { [] },
    note: @escaping (ListenFailure) -> Void
  ) throws(MicrophoneError) {
    listener = TurnListener(microphone)
    listener.microphoneFault = warn
    self.explain = explain
    self.note = note
    self.text = text
    self.deafSeconds = deafSeconds
    self.second = second
    self.lastOpinions = lastOpinions
    self.recognizer = recognizer
    do { try listener.open(cancellation: cancellation) } catch {
      throw MicrophoneListener.cannotOpen(error)
    }
    guard let format = listener.format else {
      preconditionFailure("an open microphone has a format")
    }
    self.format = format
    listener.close()
  }

  private static func cannotOpen(_ error: any Error) -> MicrophoneError {
    switch error {
    case let error as SoundFileError: MicrophoneError(error)
    case let failure as PluginFailure: .device(failure)
    default: preconditionFailure("a microphone throws failures of plugins and files: \(error)")
    }
  }

  private var isLive: Bool { listener.microphone.isLive }

  /// Begins to listen for `segment`.
  package func begin(_ segment: Segment, model: Duration) throws(MicrophoneLost) {
    guard !isOver else { throw over }
    try openAgain()
    var limits = TurnLimits()
    // A speaker who repeats a long paragraph is not cut off.
    limits.max = max(limits.max, TurnRules.longestShareOfLine * (model / .seconds(1)))
    var settings = ListenSettings()
    settings.limits = limits
    settings.followsOwnSpeech = isLive && deafSeconds > 0
    settings.selfHearingSeconds = deafSeconds
    settings.keepsSound = true
    // In a file, takes follow closely.
    if isLive {
      settings.midLineSilenceSeconds = TurnRules.midLineSilenceSeconds
    } else {
      settings.unfinishedSilenceSeconds = TurnRules.unfinishedSilenceInFileSeconds
    }
    let line = SceneLine(segment.said, competing: text.competing(with: segment))
    turn = Turn(segment: segment, model: model, hearsWords: recognizer != nil)
    do throws(ListenFailure) {
      _ = try listener.begin(
        recognizer, expecting: .line(line), language: language, settings,
        cancellation: Cancellation())
    } catch { try give(up: error) }
  }

  /// Only silence is listened for in this turn.
  private func give(up failure: ListenFailure) throws(MicrophoneLost) {
    listener.session?.goOnWithoutWords()
    turn?.hearsWords = false
    failures += 1
    guard failures < TurnRules.mostFailures else {
      turn = nil
      throw MicrophoneLost(explain(.recognizer(failure)))
    }
    note(failure)
  }

  /// Listens on, for at most so long.
  package func listen(atMost duration: Duration, cancellation: Cancellation) throws(MicrophoneLost)
    -> ListeningSlice
  {
    guard let turn, !isOver else { return ListeningSlice(passed: duration, hasEnded: true) }
    do {
      switch try listener.listen(atMost: duration / .seconds(1), cancellation: cancellation) {
      case .sound(let sound, _): return slice(of: sound)
      case .slept: try begin(turn.segment, model: turn.model)
      case .cancelled: break
      case .over:
        // Its end is the end of this repetition; the next finds nothing.
        isOver = true
        return ListeningSlice(passed: duration, hasEnded: true)
      }
    } catch let failure as ListenFailure {
      if failure.kind != .cancelled { try give(up: failure) }
    } catch let error as MicrophoneLost {
      throw error
    } catch { throw lost(error) }
    return ListeningSlice(passed: .zero, hasEnded: false)
  }

  private func slice(of sound: AudioBuffer) -> ListeningSlice {
    let hasEnded = listener.session?.end != nil
    return ListeningSlice(
      passed: .seconds(Double(sound.frameCount) / Double(format.rateHertz)), hasEnded: hasEnded,
      isSpeaking: !hasEnded && listener.session?.hasHeardSpeech ?? false)
  }

  private var language: String { text.language }

  /// How the segment was repeated.
  package func end(cancellation: Cancellation) -> Repetition? {
    guard let turn else { return nil }
    // Dropping it keeps the recording.
    defer { drop() }
    // With the session, the recording is gone.
    let own = recorded(turn)
    if let own { keep(own) }
    guard turn.hearsWords,
      let result = try? listener.finish(cancellation: cancellation)?.result
    else { return nil }
    failures = 0
    let repetition = repetition(turn, result, own, cancellation)
    // After a skip, nothing waits for what was said instead, and without it nothing is known.
    guard !cancellation.isCancelled else { return nil }
    ask(repetition, turn.segment, result)
    return repetition
  }

  /// Has a second recognizer judge a repetition that is given now.
  private func ask(_ repetition: Repetition, _ segment: Segment, _ result: ListenResult) {
    defer { givenCount += 1 }
    guard let second, let sound = result.recording, case .line(let match, _) = result.meaning else {
      return
    }
    given[givenCount] = (segment, repetition)
    second.ask(
      SecondQuestion(
        givenCount, segment.said, language: language, sound: sound,
        grammar: LineHearing(
          name: recognizer?.name ?? "", match: match, words: result.lineWords)))
  }

  /// What a second recognizer makes of repetitions.
  package func reconsidered() -> [(number: Int, repetition: Repetition)] {
    ((second?.take() ?? []) + lastOpinions()).compactMap { opinion in
      guard let (segment, before) = given[opinion.number] else { return nil }
      var repetition = before
      repetition.judgement = opinion.judgement
      if opinion.judgement.gap == nil { repetition.take(opinion.judgement, of: segment) }
      return (opinion.number, repetition)
    }
  }

  /// What the speaker said of `segment`, else what they said last.
  package func recording(near segment: Segment) -> OwnRecording? {
    if let turn, turn.segment.range == segment.range, let own = recorded(turn) { return own }
    return recordings.last { $0.segment.range == segment.range } ?? recordings.last
  }

  /// What was said in a turn so far; nil if nobody spoke.
  private func recorded(_ turn: Turn) -> OwnRecording? {
    guard let sound = listener.session?.recordedSoFar, sound.frameCount > 0 else { return nil }
    let most = min(
      sound.frameCount, format.frames(inSeconds: MicrophoneListener.mostRecordedSeconds))
    return OwnRecording(of: turn.segment, Trimming.trim(sound.frames(0..<most)).sound)
  }

  private func keep(_ own: OwnRecording) {
    recordings.removeAll { $0.segment.range == own.segment.range }
    recordings.append(own)
    var seconds = recordings.reduce(0.0) { $0 + $1.duration / .seconds(1) }
    while seconds > MicrophoneListener.mostRecordedSeconds, recordings.count > 1 {
      seconds -= recordings.removeFirst().duration / .seconds(1)
    }
  }

  /// Forgets what was heard.
  package func drop() {
    if let own = turn.flatMap(recorded) { keep(own) }
    turn = nil
    listener.drop()
    listener.close()
  }

  // Sound.

  private var over: MicrophoneLost { MicrophoneLost(explain(.over(listener.microphone.name))) }

  private func lost(_ error: any Error) -> MicrophoneLost {
    switch error {
    case let error as SoundFileError: MicrophoneLost(explain(.sound(error)))
    case let failure as PluginFailure: MicrophoneLost(explain(.device(failure)))
    default: preconditionFailure("a microphone throws failures of plugins and files: \(error)")
    }
  }

  /// Captures from now on; sound of a pipe that came while there was no listening is skipped.
  private func openAgain() throws(MicrophoneLost) {
    do {
      try listener.open(as: format)
      try listener.flush()
    } catch { throw lost(error) }
    guard let file = listener.microphone as? SoundFileMicrophone, file.isOver else { return }
    isOver = true
    throw over
  }

  // What was heard.

  private func repetition(
    _ turn: Turn, _ result: ListenResult, _ own: OwnRecording?, _ cancellation: Cancellation
  ) -> Repetition {
    let line = ExpectedLine(turn.segment.said, language: language.isEmpty ? "en" : language)
    var repetition = Repetition(model: turn.model, words: line.words.count { !$0.isOptional })
    let nothing = line.match("")
    func place(_ ranges: [Range<Int>]) -> [Range<Int>] {
      let start = turn.segment.range.lowerBound
      return ranges.map { start + $0.lowerBound..<start + $0.upperBound }
    }
    func take(_ match: LineMatch, _ heard: [Heard.Word]) {
      let notHeard = result.wasCutOff ? match.missingAtEnd : []
      repetition.missing = place(match.missing.filter { !notHeard.contains($0) })
      repetition.changed = place(match.changed)
      repetition.notHeard = place(notHeard)
      repetition.added = MicrophoneListener.added(match, heard)
    }
    if let own { repetition.voice = VoiceMeasure(of: own.sound) }
    switch result.meaning {
    case .line(let match, let verdict) where !verdict.isUnsure && match.share > 0:
      let heard = heardWords(result.heard)
      take(match, heard)
      repetition.count(heard, beside: match, language)
      if repetition.added.isEmpty, match.extras.contains(where: { $0.kind == .outside }) {
        // Something was said beside the line: what the recognizer hears there without an expectation.
        let free = heardWords(of: anything(in: result, cancellation))
        let freeMatch = MicrophoneListener.match(line, free)
        repetition.added = MicrophoneListener.added(freeMatch, free)
        repetition.count(free, beside: freeMatch, language)
      }
      if !repetition.changed.isEmpty || !repetition.added.isEmpty {
        repetition.instead = MicrophoneListener.text(heard)
      }
    case .nothing:
      repetition.notHeard = place(nothing.missing)
      return repetition
    case .otherLine(let other):
      repetition.missing = place(nothing.missing)
      repetition.instead = other
      repetition.spokenWords = heardWords(result.heard).count { !$0.isOutside }
    default:
      // Where the expected line is not believed, words count that the recognizer hears without an expectation.
      repetition.instead = anything(in: result, cancellation)
      let free = heardWords(of: repetition.instead)
      let match = MicrophoneListener.match(line, free)
      repetition.count(free, beside: match, language)
      if match.share > 0 {
        take(match, free)
      } else {
        repetition.missing = place(nothing.missing)
      }
    }
    let sounds = result.heard.words.filter { !$0.frames.isEmpty }
    let inside = sounds.filter { !$0.isOutside }
    let words = inside.isEmpty ? sounds : inside
    guard let first = words.first, let last = words.last else { return repetition }
    func time(_ frames: Int) -> Duration {
      .seconds(Double(max(0, frames)) / Double(format.rateHertz))
    }
    repetition.took = time(last.frames.upperBound - first.frames.lowerBound)
    for (word, next) in zip(words, words.dropFirst()) {
      let silence = time(next.frames.lowerBound - word.frames.upperBound)
      guard silence >= Repetition.leastSilence else { continue }
      repetition.silences += 1
      repetition.silent += silence
      repetition.longestSilence = max(repetition.longestSilence, silence)
    }
    return repetition
  }

  private static func match(_ line: ExpectedLine, _ words: [Heard.Word]) -> LineMatch {
    line.match(words.map { HeardWord($0.text, isOutside: $0.isOutside, isFiller: $0.isFiller) })
  }

  /// The words that were heard, each on its own, also where the recognizer gives their text only.
  private func heardWords(_ heard: Heard) -> [Heard.Word] {
    heard.words.isEmpty ? heardWords(of: heard.text) : heard.words
  }

  private func heardWords(of text: String) -> [Heard.Word] {
    HeardWord.words(of: text, language: language.isEmpty ? "en" : language).map {
      Heard.Word($0.text, frames: 0..<0)
    }
  }

  /// The words that are too much.
  private static func added(_ match: LineMatch, _ heard: [Heard.Word]) -> [String] {
    var added: [Int] = []
    for extra in match.extras where extra.kind == .word && added.last != extra.heard {
      added.append(extra.heard)
    }
    return added.map { heard[$0].text }
  }

  private static func text(_ heard: [Heard.Word]) -> String {
    heard.filter { !$0.isOutside && !$0.isFiller }.map(\.text).joined(separator: " ")
  }

  /// What is in the sound where it is not the segment, as far as the recognizer can hear it without an expectation.
  private func anything(in result: ListenResult, _ cancellation: Cancellation) -> String {
    guard let recognizer, let sound = result.sound,
      sound.frameCount <= format.frames(inSeconds: MicrophoneListener.mostSecondsAgain)
    else { return "" }
    var settings = ListenSettings()
    // All of it is heard, silences too.
    settings.limits.start = MicrophoneListener.mostSecondsAgain
    settings.limits.end = MicrophoneListener.mostSecondsAgain
    settings.limits.stable = MicrophoneListener.mostSecondsAgain
    let session = ListenSession(
      recognizer, format, expecting: .freeform, language: language, settings)
    do throws(ListenFailure) {
      _ = try session.open(language: language, cancellation: cancellation)
      _ = try session.hear(sound, cancellation: cancellation)
      guard case .words(let words) = try session.finish(cancellation: cancellation).result.meaning
      else { return "" }
      return words
    } catch {
      recognizer.close()
      return ""
    }
  }

  /// Longer sound is not listened to a second time.
  private static let mostSecondsAgain = 15.0
}

extension Repetition {
  /// Counts the words that were heard, and the fillers among those that say none of the line's.
  fileprivate mutating func count(
    _ heard: [Heard.Word], beside match: LineMatch, _ language: String
  ) {
    spokenWords = heard.count { !$0.isOutside && !$0.isFiller }
    let beside = match.extras.filter { $0.kind == .word || $0.kind == .filler }
    fillers = FillerWords.found(
      in: beside.compactMap { heard.indices.contains($0.heard) ? heard[$0.heard].text : nil },
      language: language)
  }

  /// Takes a judgement of two recognizers in place of that of one.
  fileprivate mutating func take(_ judgement: LineJudgement, of segment: Segment) {
    func ranges(_ kind: LineJudgement.Doubt.Kind) -> [Range<Int>] {
      judgement.doubts.filter { $0.kind == kind }.map {
        segment.range.lowerBound + $0.range.lowerBound..<segment.range.lowerBound
          + $0.range.upperBound
      }
    }
    let notHeard = Set(notHeard)
    missing = ranges(.missing).filter { !notHeard.contains($0) }
    changed = ranges(.changed).filter { !notHeard.contains($0) }
    added = judgement.doubts.filter { $0.kind == .added && !$0.heard.isEmpty }.map(\.heard)
  }
}
