import CueAudio
import CueModel
import CueText

/// How somebody listens.
public struct ListenSettings: Equatable, Sendable {
  /// When listening ends.
  public var limits = ListeningLimits()
  /// When a line counts as said.
  public var strictness = Strictness.standard
  /// Whether the sound is kept.
  public var keepsSound = false
  /// The host has just spoken: the room may still ring with it, so the first ``selfHearingSeconds`` are not listened to.
  public var followsOwnSpeech = false
  /// How long the room rings with our own sound.
  public var selfHearingSeconds = Endpointer.selfHearingSeconds
  /// While a known line is not finished, so much silence ends listening, if that is more than after other words: who stops to
  /// think within a line goes on.
  public var unfinishedSilenceSeconds = 2.0
  /// Where the line's end is reached, so much silence ends listening: less than after other words.
  ///
  /// 0 ends it on the last word, for a line that is cut off there.
  public var matchedSilenceSeconds = 0.3
  /// Whether the usual silence ends listening, too, where the line may be whole and its end was not understood.
  ///
  /// For who listens once more if it was not: a pause within the line may sound like its end.
  public var endsWhereLineMayBeWhole = false
  /// A line that may come back from the room: where all of it was heard, listening ends at once, because who answers may begin
  /// before there was a silence.
  public var echo: String?
  /// Whether ``ListenEvent/wordChanged(_:frame:)`` is told of.
  public var noticesChanges = false

  /// Settings for a quiet room and headphones.
  public init() {}
}

/// Listens to one utterance: sound goes in, events come out, and in the end one result.
///
/// Time is counted in frames of the sound, so a file gives the same result however fast it is read and however it is cut.
/// A failure ends the session.
public final class ListenSession {
  /// The recognizer is given so much sound at a time: as often its partial results can come.
  private static let blockSeconds = 0.03
  /// Speech that stands out of the noise by less is in noise: 10 dB of signal to noise give about 18, and 20 dB 28.
  private static let noisyDepthDecibels = 24.0
  /// So near to where the missing words have taken their time there must be a voice, in seconds.
  private static let voiceBeforeTailSeconds = 0.15
  /// What noise hides of a word's end, in seconds: its last sound, and the closure before.
  private static let softEndSeconds = 0.12
  /// So much silence ends a line whose last word is in doubt, in seconds.
  private static let doubtfulSilenceSeconds = 0.5
  /// Who has spoken for so large a share of the time that a line takes may have said it.
  private static let leastLineShare = 0.6

  private let recognizer: any Recognizer
  private let reading: HeardReading
  /// The format of all sound that it hears.
  public let format: AudioFormat
  private let settings: ListenSettings
  private var deafFrames = 0
  private let blockFrames: Int

  private var endpointer: Endpointer
  private var waiting: [UInt8] = []
  private var frames = 0
  private var kept: [UInt8] = []
  private var keptStart = 0
  /// Partial results that nobody believes yet.
  private var withheld: [Heard] = []
  private var lineEnd: LineEnd
  private var echoEnd: EchoEnd
  /// Whether the speaker may still go on with the line, as the last partial result shows.
  private var isUnfinished: Bool
  /// What is left of the line behind the last word that was understood.
  private var tail: HeardReading.Tail?
  private var lastWord: HeardReading.LastWord?
  private var pauses: SpokenPauses
  /// Next to nothing of the line was understood so far.
  private var isHardlyUnderstood = true
  private var changedWord: ChangedWord
  private var hasToldStart = false
  private var hasToldEnd = false

  /// When and why listening has ended, once it has.
  public var end: Endpointer.End? { endpointer.end }

  /// Whether somebody has begun to speak, as far as the sound or the recognizer tell.
  public var hasHeardSpeech: Bool { endpointer.speechStartFrame != nil }

  /// A session on sound of `format`, in which somebody is expected to say something.
  public init(
    _ recognizer: any Recognizer, _ format: AudioFormat, expecting expectation: ListenExpectation,
    language: String = "", _ settings: ListenSettings = ListenSettings()
  ) {
    self.recognizer = recognizer
    self.format = format
    self.settings = settings
    reading = HeardReading(expectation, language: language, strictness: settings.strictness)
    lineEnd = LineEnd(
      holdFrames: format.frames(inSeconds: LineEnd.holdSeconds),
      mayHaveGaps: settings.strictness == .gist)
    echoEnd = EchoEnd(rateHertz: format.rateHertz)
    blockFrames = max(1, format.frames(inSeconds: ListenSession.blockSeconds))
    changedWord = ChangedWord(holdFrames: format.frames(inSeconds: ChangedWord.holdSeconds))
    pauses = SpokenPauses(leastFrames: format.frames(inSeconds: SpokenPauses.leastSeconds))
    isUnfinished = reading.line != nil
    // Who speaks and says none of the words has said something else than the line; elsewhere it was noise.
    endpointer = Endpointer(
      rateHertz: format.rateHertz, limits: settings.limits, needsWords: reading.line == nil)
    if settings.followsOwnSpeech { ringsAtFirst(seconds: settings.selfHearingSeconds) }
    waitIfUnfinished()
  }

  /// The room still rings with the host's own sound for the first `seconds`, which are not listened to; ahead of the first sound.
  public func ringsAtFirst(seconds: Double) {
    deafFrames = format.frames(inSeconds: seconds)
    endpointer.spoke(untilFrame: 0, deafSeconds: seconds)
  }

  /// Opens the recognizer's stream.
  public func open(
    language: String = "", lexicon: [String: String] = [:], cancellation: Cancellation
  ) throws(ListenFailure) -> [ListenEvent] {
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
    while end == nil, waiting.count - at >= size {
      events += try take(Array(waiting[at..<at + size]), cancellation)
      at += size
    }
    waiting.removeFirst(at)
    return events
  }

  /// Ends listening and says what came of it; where no limit has, the sound has ended.
  public func finish(cancellation: Cancellation) throws(ListenFailure) -> (
    events: [ListenEvent], result: ListenResult
  ) {
    var events: [ListenEvent] = []
    if end == nil, !waiting.isEmpty {
      let rest = waiting
      waiting = []
      events = try take(rest, cancellation)
    }
    var heard = placed(try recognizer.finish(cancellation: cancellation))
    if !isBelievable { heard = Heard(text: "") }
    var result = ListenResult(
      reason: end?.reason ?? .endOfSound, frameCount: end?.frame ?? frames, heard: heard,
      meaning: reading.meaning(of: heard))
    result.hasHeardSpeech = hasHeardSpeech
    result.seconds = Double(result.frameCount) / Double(format.rateHertz)
    result.spokenSeconds = spokenSeconds(until: result.frameCount)
    result.voicedSeconds = endpointer.voicedSeconds
    result.isNoisy = isNoisy
    result.echoEndFrame = echoEnd.frame(at: frames)
    if reading.line != nil {
      result.lineWords = reading.words(heard)
      if isUnfinished, !isTailSpoken {
        // In the end the recognizer may have found other words.
        takeTail(heard, reading.match(heard))
      }
      result.mayBeWhole = isUnfinished && isTailSpoken
    }
    if settings.keepsSound {
      let start = max(keptStart, (endpointer.speechStartFrame ?? keptStart) - preRollFrames)
      let cut = (start - keptStart) * format.frameByteCount
      result.sound = AudioBuffer(format: format, bytes: Array(kept.dropFirst(cut)))
      result.soundStartFrame = start
    }
    return (events, result)
  }

  /// How long somebody spoke, without the silence that ended it.
  private func spokenSeconds(until frame: Int) -> Double {
    guard let start = endpointer.speechStartFrame else { return 0 }
    let silence =
      switch end?.reason {
      case .endOfSpeech: max(settings.limits.end, endpointer.patience ?? 0)
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
    endpointer.hear(mono(sound))
    let start = frames
    frames += sound.frameCount
    pauses.take(
      isSilent: endpointer.hasBeenSilent(seconds: SpokenPauses.leastSeconds), atFrame: frames)
    if settings.keepsSound { keep(sound) }
    if !hasToldStart, let frame = endpointer.speechStartFrame {
      hasToldStart = true
      events.append(.speechBegan(frame: frame))
    }
    if frames > deafFrames {
      let heard = sound.frames(max(0, deafFrames - start)..<sound.frameCount)
      withheld += try recognizer.push(heard, cancellation: cancellation)
    }
    if isBelievable {
      for partial in withheld {
        events.append(.partial(placed(partial), frame: frames))
        endpointer.heard(partial: partial.text, atFrame: frames)
        let match = partial.text.isEmpty ? nil : reading.match(partial)
        lineEnd.take(match, atFrame: frames)
        hearEcho(partial)
        isUnfinished = reading.isUnfinished(partial, match)
        takeTail(placed(partial), match)
        if settings.noticesChanges { changedWord.take(match, atFrame: frames) }
      }
      withheld = []
      waitIfUnfinished()
    }
    if lineEnd.isReached(atFrame: frames) {
      if !hasToldEnd { events.append(.lineEndReached(frame: frames)) }
      hasToldEnd = true
      if settings.matchedSilenceSeconds <= 0 || endpointer.hasBeenSilent(seconds: silenceOfEnd) {
        endpointer.finish(.matched, atFrame: frames)
      }
    }
    if echoEnd.frame(at: frames) != nil { endpointer.finish(.endOfSpeech, atFrame: frames) }
    endIfWhole()
    if settings.noticesChanges, let range = changedWord.found(atFrame: frames) {
      events.append(.wordChanged(range, frame: frames))
    }
    return events
  }

  private func takeTail(_ heard: Heard, _ match: LineMatch?) {
    tail = reading.tail(
      heard, match, heardFrames: frames, secondFrames: format.rateHertz, isNoisy: isNoisy)
    isHardlyUnderstood = reading.isHardlyUnderstood(match)
    lastWord = reading.lastWord(heard)
  }

  /// How much silence ends a line whose end is reached: more where that may not be its last word, or not all of it.
  private var silenceOfEnd: Double {
    var seconds = settings.matchedSilenceSeconds
    guard let lastWord else { return seconds }
    if lastWord.endsSoftly, isNoisy { seconds += ListenSession.softEndSeconds }
    return lastWord.isShort ? max(seconds, ListenSession.doubtfulSilenceSeconds) : seconds
  }

  private var isNoisy: Bool {
    (endpointer.depthDecibels ?? .infinity) < ListenSession.noisyDepthDecibels
  }

  private func hearEcho(_ partial: Heard) {
    guard let echo = settings.echo else { return }
    let last = placed(partial).words.last { !$0.isFiller && !$0.isOutside }
    echoEnd.take(
      reading.match(partial, asOther: echo), wordEnd: last?.frames.upperBound ?? 0, atFrame: frames)
  }

  private func waitIfUnfinished() {
    endpointer.patience = isUnfinished ? settings.unfinishedSilenceSeconds : nil
  }

  /// Ends listening where the line may be whole, though its end was not understood: as soon as after other words.
  ///
  /// Nor is a room that rings behind the last word waited for, where that was understood and another was not.
  private func endIfWhole() {
    guard settings.endsWhereLineMayBeWhole, end == nil, settings.limits.end > 0,
      isUnfinished ? isTailSpoken : settings.limits.endExtra <= 0,
      endpointer.hasBeenSilent(seconds: settings.limits.end)
    else { return }
    endpointer.patience = nil
    endpointer.finish(.endOfSpeech, atFrame: frames)
  }

  /// The whole line, where somebody began when speech began, and was hardly understood.
  private var wholeLine: HeardReading.Tail? {
    guard let start = endpointer.speechStartFrame, let seconds = reading.lineSeconds else {
      return nil
    }
    return HeardReading.Tail(
      startFrame: start,
      frames: format.frames(inSeconds: seconds * ListenSession.leastLineShare))
  }

  /// Whether somebody spoke on behind the last word that was understood, for as long as the words take that are missing.
  ///
  /// Who pauses within them, and goes on, has not spoken meanwhile.
  private var isTailSpoken: Bool {
    guard let tail = isHardlyUnderstood ? wholeLine : tail else { return false }
    guard tail.frames > 0 else { return true }
    let enough = tail.startFrame + tail.frames + pauses.frames(since: tail.startFrame)
    // A cough behind the last word is not the rest of the line.
    let least = enough - format.frames(inSeconds: ListenSession.voiceBeforeTailSeconds)
    guard endpointer.lastVoicedFrame ?? 0 > least else { return false }
    return pauses.lastSpokenFrame(by: frames) > enough
  }

  /// Who may hear anything hears words in noise; where nothing stands out of the noise, there are none.
  ///
  /// A recognizer that expects a line has somewhere else to put noise, and hears a quiet voice too.
  private var isBelievable: Bool { reading.line != nil || endpointer.hasHeardSpeech }

  private func mono(_ sound: AudioBuffer) -> [Float] {
    let samples = sound.floats
    guard format.channels > 1 else { return samples }
    return (0..<sound.frameCount).map { frame in
      var sum: Float = 0
      for channel in 0..<format.channels { sum += samples[frame * format.channels + channel] }
      return sum / Float(format.channels)
    }
  }

  private var preRollFrames: Int { format.frames(inSeconds: Endpointer.preRollSeconds) }

  /// Keeps sound; before speech has begun, enough of the last of it to go back 300 ms from where it will have begun.
  private func keep(_ sound: AudioBuffer) {
    kept += sound.bytes
    guard endpointer.speechStartFrame == nil else { return }
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
