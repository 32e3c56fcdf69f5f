import CueAudio
import CueModel
import CueText

/// What is known at a frame while somebody is listened to: the sound, the recognizer's words, and how long both have been so.
///
/// It is a value without a clock: sound and words go in, and ``TurnJudge`` judges it. Times are frames of the sound.
package struct TurnEvidence: Sendable {
  /// What the listener wishes.
  package let settings: ListenSettings
  /// Whether a silence counts only after words: noise has none.
  let needsWords: Bool
  /// How the sound sounds.
  package private(set) var meter: SpeechMeter
  /// Where all of this is known, in frames.
  var frame = 0

  // The recognizer's text.

  private var text = ""
  private(set) var firstTextFrame: Int?
  private(set) var lastTextFrame: Int?
  /// Where the silence began that is as long as ``TurnLimits/end`` now; nil if there is none.
  private(set) var silentSinceFrame: Int?
  /// The pauses that the speaker made.
  private(set) var pauses: SpokenPauses

  // The expected line.

  /// Whether the speaker may still go on with the line, as far as the words show.
  private(set) var isUnfinished: Bool
  /// Whether more words are unsaid than a recognizer may have missed at the line's end.
  private var isInMidLine = false
  /// While the line is unfinished, this much silence ends listening, in seconds, if it is more than after other words.
  private(set) var patience: Double?
  /// Since when the end of the line has been reached; nil if it is not.
  private(set) var lineEndSinceFrame: Int?
  /// What is left of the line after the last word that was understood.
  private var tail: HeardReading.Tail?
  private(set) var lastWord: HeardReading.LastWord?
  /// Whether next to nothing of the line was understood so far.
  private var isHardlyUnderstood = true
  /// How long the line takes to say, in seconds.
  private let lineSeconds: Double?

  // The partner's line, as an echo.

  private var echoEndSinceFrame: Int?
  /// Where the last understood word of the echo ends; nil if too many are missing after it.
  private var echoWordEnd: Int?

  /// Nothing was heard yet in sound of `rateHertz`.
  ///
  /// - Parameters:
  ///   - rateHertz: frames a second
  ///   - settings: what the listener wishes
  ///   - needsWords: whether a silence counts only after words
  ///   - lineSeconds: how long the expected line takes to say; nil if none is expected
  package init(
    rateHertz: Int, _ settings: ListenSettings, needsWords: Bool = false, lineSeconds: Double? = nil
  ) {
    self.settings = settings
    self.needsWords = needsWords
    self.lineSeconds = lineSeconds
    let limits = settings.limits
    let longest = max(limits.end + limits.endExtra, TurnRules.longestSilenceSeconds)
    meter = SpeechMeter(
      rateHertz: rateHertz, silenceSeconds: limits.end > 0 ? longest + TurnRules.fadeSeconds : 0)
    pauses = SpokenPauses(
      leastFrames: Int((TurnRules.leastPauseSeconds * Double(rateHertz)).rounded()))
    isUnfinished = lineSeconds != nil
    ignore(TurnRules.startNoiseSeconds)
    waitWhileUnfinished()
  }

  // MARK: Sound

  /// The first `seconds` are not listened to.
  package mutating func ignore(_ seconds: Double) { meter.ignore(untilFrame: frames(seconds)) }

  /// Hears samples up to the end of the next hop, or all of them; how many it took, and whether a hop has ended.
  mutating func hearHop(_ samples: ArraySlice<Float>) -> (taken: Int, hasEnded: Bool) {
    let (taken, hasEnded) = meter.hearHop(samples)
    frame = meter.frames
    if hasEnded { noteSilence() }
    return (taken, hasEnded)
  }

  private mutating func noteSilence() {
    let limit = settings.limits.end
    guard limit > 0, !needsWords || firstTextFrame != nil,
      meter.isSilent(seconds: limit + TurnRules.fadeSeconds)
    else {
      silentSinceFrame = nil
      return
    }
    silentSinceFrame =
      silentSinceFrame ?? frame - meter.frames(ofSilence: limit + TurnRules.fadeSeconds)
  }

  /// All sound up to `frame` was heard.
  mutating func notePause(atFrame frame: Int) {
    self.frame = frame
    pauses.take(
      isSilent: meter.isSilentOrFading(seconds: TurnRules.leastPauseSeconds), atFrame: frame)
  }

  // MARK: Words

  /// Takes the recognizer's text; an empty one does not count, and an equal one is not new.
  mutating func take(text new: String) {
    guard !new.allSatisfy(\.isWhitespace), new != text else { return }
    text = new
    if firstTextFrame == nil {
      firstTextFrame = frame
      meter.begin(atFrame: frame)
    }
    lastTextFrame = frame
  }

  /// Takes how what was heard so far compares with the expected line.
  ///
  /// - Parameters:
  ///   - heard: what was heard, with frames of all the sound
  ///   - match: how it compares with the line; nil if nothing was heard, or no line is expected
  ///   - reading: the line
  mutating func take(_ heard: Heard, _ match: LineMatch?, _ reading: HeardReading) {
    isUnfinished = reading.isUnfinished(heard, match)
    isInMidLine =
      match.map {
        $0.share > 0 && $0.missingAtEnd.count > TurnRules.mostUnsaidWords
      } ?? false
    // Half a line that ends as the whole does could be taken for it; but a gist has gaps.
    let mayHaveGaps = settings.strictness == .gist
    let isAtEnd = match.map { $0.isEndReached && (mayHaveGaps || $0.missing.isEmpty) } ?? false
    lineEndSinceFrame = isAtEnd ? lineEndSinceFrame ?? frame : nil
    takeTail(heard, match, reading)
  }

  /// Takes what is left of the line.
  mutating func takeTail(_ heard: Heard, _ match: LineMatch?, _ reading: HeardReading) {
    tail = reading.tail(
      heard, match, heardFrames: frame, secondFrames: meter.rateHertz, isNoisy: isNoisy)
    isHardlyUnderstood = reading.isHardlyUnderstood(match)
    lastWord = reading.lastWord(heard)
  }

  /// Takes how what was heard compares with the partner's line, and where its last word ends; nil if it is not that line.
  mutating func takeEcho(_ match: LineMatch?, wordEnd: Int) {
    let isAtEnd = match?.isEndReached ?? false
    echoEndSinceFrame = isAtEnd ? echoEndSinceFrame ?? frame : nil
    let isNearEnd = match.map { $0.missingAtEnd.count <= TurnRules.mostMissingOfEcho } ?? false
    echoWordEnd = isNearEnd ? wordEnd : nil
  }

  /// No recognizer hears words any more, so only the sound counts.
  mutating func forgetWords() {
    (firstTextFrame, lastTextFrame) = (nil, nil)
    (lineEndSinceFrame, echoEndSinceFrame, echoWordEnd) = (nil, nil, nil)
    (tail, lastWord) = (nil, nil)
    isUnfinished = false
    isInMidLine = false
    waitWhileUnfinished()
  }

  /// Waits longer while the line is unfinished.
  mutating func waitWhileUnfinished() {
    let middle = isInMidLine ? settings.midLineSilenceSeconds : nil
    patience =
      isUnfinished
      ? min(middle ?? settings.unfinishedSilenceSeconds, TurnRules.longestSilenceSeconds) : nil
  }

  // MARK: What follows from it

  /// The frames in `seconds`.
  func frames(_ seconds: Double) -> Int { Int((seconds * Double(meter.rateHertz)).rounded()) }

  /// Whether the noise is so loud that the recognizer may hear words that were not said.
  var isNoisy: Bool { (meter.depthDecibels ?? .infinity) < TurnRules.noisyDepthDecibels }

  /// Whether the last words of the line were heard, and have been the last ones for a while.
  var isLineEndReached: Bool {
    lineEndSinceFrame.map { frame - $0 >= frames(TurnRules.lineEndHoldSeconds) } ?? false
  }

  /// The first frame whose sound belongs to the answer to the partner's line, which came back from the room; nil while it
  /// goes on, and if it did not come back.
  var echoEndFrame: Int? {
    guard let echoWordEnd else { return nil }
    if let since = echoEndSinceFrame, frame - since >= frames(TurnRules.echoHoldSeconds) {
      return min(echoWordEnd, frame)
    }
    return frame - echoWordEnd >= frames(TurnRules.longEchoHoldSeconds)
      ? frame - frames(TurnRules.echoTailSeconds) : nil
  }

  /// How much silence ends a line whose end was reached, in seconds: more if that may not be its last word, or not all of it.
  var silenceOfLineEnd: Double {
    var seconds = settings.matchedSilenceSeconds
    guard let lastWord else { return seconds }
    if lastWord.endsSoftly, isNoisy { seconds += TurnRules.softEndSeconds }
    return lastWord.isShort ? max(seconds, TurnRules.doubtfulSilenceSeconds) : seconds
  }

  /// The whole line, from where speech began, if it was hardly understood.
  private var wholeLine: HeardReading.Tail? {
    guard let start = meter.speechStartFrame, let lineSeconds else { return nil }
    return HeardReading.Tail(
      startFrame: start, frames: frames(lineSeconds * TurnRules.leastTimeShare))
  }

  /// Whether somebody spoke on after the last word that was understood, for as long as the words take that are missing.
  ///
  /// A pause within them does not count as speech.
  var isTailSpoken: Bool {
    guard let tail = isHardlyUnderstood ? wholeLine : tail else { return false }
    guard tail.frames > 0 else { return true }
    let enough = tail.startFrame + tail.frames + pauses.frames(since: tail.startFrame)
    // A cough after the last word is not the rest of the line.
    let least = enough - frames(TurnRules.voiceBeforeTailSeconds)
    guard meter.lastVoicedFrame ?? 0 > least else { return false }
    return pauses.lastSpokenFrame(by: frame) > enough
  }
}
