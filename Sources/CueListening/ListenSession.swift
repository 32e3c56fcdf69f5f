import CueAudio
import CueModel
import CueText

/// How somebody listens.
public struct ListenSettings: Equatable, Sendable {
  /// When listening ends.
  public var limits = TurnLimits()
  /// When a line counts as said.
  public var strictness = Strictness.standard
  /// Whether the sound is kept.
  public var keepsSound = false
  /// The host has just spoken: the room may still ring with it, so the first ``selfHearingSeconds`` are not listened to.
  public var followsOwnSpeech = false
  /// How long the room rings with our own sound.
  public var selfHearingSeconds = TurnRules.ringingSeconds
  /// While a known line is not finished, this much silence ends listening, if that is more than after other words: a speaker
  /// who stops to think within a line goes on.
  public var unfinishedSilenceSeconds = TurnRules.unfinishedSilenceSeconds
  /// This much silence ends listening in the middle of a known line, where more than a few words are unsaid, in seconds; nil
  /// for ``unfinishedSilenceSeconds``.
  ///
  /// A rehearsal listens again after each pause and needs no more; practice and `listen` listen once.
  public var midLineSilenceSeconds: Double?
  /// Where the line's end is reached, this much silence ends listening: less than after other words.
  ///
  /// 0 ends it on the last word, for a line that is cut off there.
  public var matchedSilenceSeconds = TurnRules.matchedSilenceSeconds
  /// Whether the usual silence ends listening, too, where the line may be whole and its end was not understood.
  ///
  /// For a caller that then listens once more if the line was not whole: a pause within the line may sound like its end.
  public var endsWhereLineMayBeWhole = false
  /// A line that may come back from the room: once all of it was heard, listening ends at once, because the answer may begin
  /// without a silence before it.
  public var echo: String?
  /// Whether ``ListenEvent/wordChanged(_:frame:)`` is reported.
  public var noticesChanges = false

  /// Settings for a quiet room and headphones.
  public init() {}
}

/// Listens to one utterance: sound goes in, events come out, and in the end one result.
///
/// Time is counted in frames of the sound, so a file gives the same result however fast it is read and however it is cut.
/// After a failure, the session ends, or goes on without words.
public final class ListenSession {
  private var recognizer: (any Recognizer)?
  private let reading: HeardReading
  /// The format of all sound that it hears.
  public let format: AudioFormat
  private let settings: ListenSettings
  private var deafFrames = 0
  private let blockFrames: Int

  private var watch: TurnWatch
  private var waiting: [UInt8] = []
  private var frames = 0
  private var kept: [UInt8] = []
  private var keptStart = 0
  /// Partial results that are not trusted yet.
  private var withheld: [Heard] = []
  private var changedWord: ChangedWord
  private var hasToldStart = false
  private var hasToldEnd = false

  /// When and why listening has ended, once it has.
  public var end: ListenEnd? { watch.end }

  /// Whether somebody has begun to speak, as far as the sound or the recognizer shows.
  public var hasHeardSpeech: Bool { meter.speechStartFrame != nil }

  /// A session on sound of `format`, in which somebody is expected to say something.
  ///
  /// Without a recognizer, it hears when somebody speaks, and no words.
  public init(
    _ recognizer: (any Recognizer)?, _ format: AudioFormat,
    expecting expectation: ListenExpectation,
    language: String = "", _ settings: ListenSettings = ListenSettings()
  ) {
    self.recognizer = recognizer
    self.format = format
    self.settings = settings
    reading = HeardReading(expectation, language: language, strictness: settings.strictness)
    blockFrames = max(1, format.frames(inSeconds: TurnRules.blockSeconds))
    changedWord = ChangedWord(holdFrames: format.frames(inSeconds: TurnRules.changeHoldSeconds))
    // Speech without any of the line's words is something else than the line; without a line it was noise.
    watch = TurnWatch(
      TurnEvidence(
        rateHertz: format.rateHertz, settings, needsWords: reading.line == nil,
        lineSeconds: reading.lineSeconds))
    if recognizer == nil { watch.take { $0.forgetWords() } }
    if settings.followsOwnSpeech { ringsAtFirst(seconds: settings.selfHearingSeconds) }
  }

  /// The room still rings with the host's own sound for the first `seconds`, which are not listened to; ahead of the first sound.
  public func ringsAtFirst(seconds: Double) {
    deafFrames = format.frames(inSeconds: seconds)
    watch.take { $0.ignore(seconds) }
  }

  /// Opens the recognizer's stream.
  public func open(
    language: String = "", lexicon: [String: String] = [:], cancellation: Cancellation
  ) throws(ListenFailure) -> [ListenEvent] {
    guard let recognizer else { return [] }
    var request = ListenRequest(format: format, phrases: reading.phrases)
    request.language = language
    request.lexicon = lexicon
    return try recognizer.open(request, cancellation: cancellation).map { .shortfall($0) }
  }

  /// Takes the next sound, of any length; what comes after the end is not listened to.
  public func hear(_ sound: AudioBuffer, cancellation: Cancellation)
    throws(ListenFailure) -> [ListenEvent]
  {
    precondition(sound.format == format, "sound of another format than the session's")
    guard end == nil else { return [] }
    waiting += sound.bytes
    var events: [ListenEvent] = []
    let size = blockFrames * format.frameByteCount
    var at = 0
    // A recognizer that fails has had its block.
    defer { waiting.removeFirst(at) }
    while end == nil, waiting.count - at >= size {
      let block = Array(waiting[at..<at + size])
      at += size
      events += try take(block, cancellation)
    }
    return events
  }

  /// The words of a partial result as the expected line sees them.
  public func lineWords(of heard: Heard) -> [HeardWord] { reading.words(heard) }

  /// Goes on without the recognizer, which has failed: by the sound alone.
  public func goOnWithoutWords() {
    recognizer?.close()
    recognizer = nil
    withheld = []
    watch.take { $0.forgetWords() }
  }

  /// What was recorded so far, from ``TurnRules/preRollSeconds`` before speech began; nil before speech, or if sound is not kept.
  public var recordedSoFar: AudioBuffer? {
    guard settings.keepsSound, hasHeardSpeech else { return nil }
    return keptSound.sound
  }

  private var keptSound: (sound: AudioBuffer, startFrame: Int) {
    let start = max(keptStart, (meter.speechStartFrame ?? keptStart) - preRollFrames)
    let cut = (start - keptStart) * format.frameByteCount
    return (AudioBuffer(format: format, bytes: Array(kept.dropFirst(cut))), start)
  }

  /// Ends listening and returns the result; if no limit ended it, the sound has ended.
  public func finish(cancellation: Cancellation) throws(ListenFailure) -> (
    events: [ListenEvent], result: ListenResult
  ) {
    var events: [ListenEvent] = []
    if end == nil, !waiting.isEmpty {
      let rest = waiting
      waiting = []
      events = try take(rest, cancellation)
    }
    var heard = Heard(text: "")
    if let recognizer { heard = placed(try recognizer.finish(cancellation: cancellation)) }
    if !isBelievable { heard = Heard(text: "") }
    var result = ListenResult(
      reason: end?.reason ?? .endOfSound, frameCount: end?.frame ?? frames, heard: heard,
      meaning: reading.meaning(of: heard))
    result.hasHeardSpeech = hasHeardSpeech
    result.seconds = Double(result.frameCount) / Double(format.rateHertz)
    result.spokenSeconds = spokenSeconds(until: result.frameCount)
    result.rule = end?.rule
    result.voicedSeconds = meter.voicedSeconds
    result.isNoisy = watch.evidence.isNoisy
    result.echoEndFrame = watch.evidence.echoEndFrame
    if reading.line != nil {
      result.lineWords = reading.words(heard)
      if watch.evidence.isUnfinished, !watch.evidence.isTailSpoken {
        // In the end the recognizer may have found other words.
        let match = reading.match(heard)
        watch.take { $0.takeTail(heard, match, reading) }
      }
      result.mayBeWhole = watch.evidence.isUnfinished && watch.evidence.isTailSpoken
    }
    if settings.keepsSound {
      let (sound, start) = keptSound
      result.sound = sound
      result.soundStartFrame = start
    }
    return (events, result)
  }

  /// How long somebody spoke, without the silence that ended it.
  private func spokenSeconds(until frame: Int) -> Double {
    guard let start = meter.speechStartFrame else { return 0 }
    let silence =
      switch end?.reason {
      case .endOfSpeech where end?.rule == .spokenEnd: settings.limits.end
      case .endOfSpeech: max(settings.limits.end, watch.evidence.patience ?? 0)
      case .matched: settings.matchedSilenceSeconds
      default: 0.0
      }
    return max(0, Double(frame - start) / Double(format.rateHertz) - silence)
  }

  // A block.

  private func take(_ bytes: [UInt8], _ cancellation: Cancellation)
    throws(ListenFailure) -> [ListenEvent]
  {
    let sound = AudioBuffer(format: format, bytes: bytes)
    var events: [ListenEvent] = []
    watch.hear(sound.monoFloats)
    let start = frames
    frames += sound.frameCount
    watch.take { $0.notePause(atFrame: frames) }
    if settings.keepsSound { keep(sound) }
    if !hasToldStart, let frame = meter.speechStartFrame {
      hasToldStart = true
      events.append(.speechBegan(frame: frame))
    }
    if frames > deafFrames, let recognizer {
      let heard = sound.frames(max(0, deafFrames - start)..<sound.frameCount)
      withheld += try recognizer.push(heard, cancellation: cancellation)
    }
    if isBelievable {
      for partial in withheld {
        let heard = placed(partial)
        events.append(.partial(heard, frame: frames))
        take(heard)
      }
      withheld = []
      watch.take { $0.waitWhileUnfinished() }
    }
    if !hasToldEnd, watch.evidence.isLineEndReached {
      hasToldEnd = true
      events.append(.lineEndReached(frame: frames))
    }
    watch.judgeWords()
    if settings.noticesChanges, let range = changedWord.found(atFrame: frames) {
      events.append(.wordChanged(range, frame: frames))
    }
    return events
  }

  /// Takes what is heard by now.
  private func take(_ heard: Heard) {
    watch.hear(text: heard.text)
    let match = heard.text.isEmpty ? nil : reading.match(heard)
    if let echo = settings.echo {
      let last = heard.words.last { !$0.isFiller && !$0.isOutside }
      let other = reading.match(heard, asOther: echo)
      watch.take { $0.takeEcho(other, wordEnd: last?.frames.upperBound ?? 0) }
    }
    watch.take { $0.take(heard, match, reading) }
    if settings.noticesChanges { changedWord.take(match, atFrame: frames) }
  }

  private var meter: SpeechMeter { watch.evidence.meter }

  /// A recognizer that may hear anything hears words in noise; where nothing stands out of the noise, there are none.
  ///
  /// A recognizer that expects a line has somewhere else to put noise, and hears a quiet voice too.
  private var isBelievable: Bool { reading.line != nil || meter.hasHeardSpeech }

  private var preRollFrames: Int { format.frames(inSeconds: TurnRules.preRollSeconds) }

  /// Keeps sound; before speech has begun, enough of the last of it to go back 300 ms from where it will have begun.
  private func keep(_ sound: AudioBuffer) {
    kept += sound.bytes
    guard meter.speechStartFrame == nil else { return }
    // That speech has begun is known within 100 ms. Cut now and then: not at every block.
    let most = 2 * preRollFrames * format.frameByteCount
    if kept.count > 2 * most {
      keptStart += (kept.count - most) / format.frameByteCount
      kept.removeFirst(kept.count - most)
    }
  }

  /// The recognizer does not hear the deaf time, so its frames begin after it.
  private func placed(_ heard: Heard) -> Heard {
    guard deafFrames > 0 else { return heard }
    var heard = heard
    for index in heard.words.indices {
      let frames = heard.words[index].frames
      heard.words[index].frames =
        frames.lowerBound + deafFrames..<frames.upperBound + deafFrames
    }
    return heard
  }
}
