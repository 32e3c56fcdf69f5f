import CueModel
import CueOutput
import CueSpeaking
import enum CueText.EyeWords

/// Lines that begin at a given time and last as long as they should.
struct FittedLines {
  private let request: SpeakingRequest
  private let room: SpeakingRoom
  private let tell: (SpeakingReport) throws -> Void
  private let standIn: (String, PluginFailure) throws -> Void

  /// A line that begins later than this counts as missed, in seconds.
  static let lateSeconds = 0.05
  private static let blockFrames = 4096

  init(
    _ request: SpeakingRequest, _ room: SpeakingRoom,
    tell: @escaping (SpeakingReport) throws -> Void,
    standIn: @escaping (String, PluginFailure) throws -> Void
  ) {
    self.request = request
    self.room = room
    self.tell = tell
    self.standIn = standIn
  }

  /// Speaks `lines`, each at its time.
  func speak(
    _ lines: [TimedText.Line], onlyShortens: Bool, into output: SessionOutput,
    _ cancellation: Cancellation
  ) throws -> SpeakingOutcome {
    var outcome = SpeakingOutcome()
    outcome.countsLines = true
    let voice = try room.voice("")
    for line in FittedLines.said(lines) {
      guard
        let fitted = try fitted(line, onlyShortens, voice, cancellation),
        let late = try put(fitted, at: line.startSeconds, output, cancellation)
      else {
        outcome.isCancelled = true
        return outcome
      }
      let isShort = onlyShortens && fitted.seconds < fitted.targetSeconds
      outcome.finished += 1
      let isFitted = fitted.isFitted || isShort
      if !isFitted || late > FittedLines.lateSeconds { outcome.failed += 1 }
      try tell(
        .fitted(
          FittedLine(
            line: line.line, voice: voice.speakerName, startSeconds: line.startSeconds,
            targetSeconds: fitted.targetSeconds, seconds: fitted.seconds,
            ownSeconds: fitted.ownSeconds, speed: fitted.speed, tempo: fitted.tempo,
            passes: fitted.passes, lateSeconds: late, isFitted: isFitted)))
    }
    outcome.seconds = Double(output.frames) / Double(output.format?.rateHertz ?? 1)
    return outcome
  }

  /// `lines` without words for readers only, such as `[DOOR SLAMS]`; lines with no other words are left out.
  static func said(_ lines: [TimedText.Line]) -> [TimedText.Line] {
    lines.compactMap { line in
      var line = line
      line.text = EyeWords.blanked(line.text).split(separator: " ").joined(separator: " ")
      let hasWords = line.text.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      return hasWords ? line : nil
    }
  }

  private func fitted(
    _ line: TimedText.Line, _ onlyShortens: Bool, _ voice: any Voice,
    _ cancellation: Cancellation
  ) throws -> FittedSpeech? {
    var quit: () -> Void = {}
    defer { quit() }
    let fitter = SpeechFitter(
      voice,
      stretch: { tempo in
        guard !request.avoidsEffects, let (effect, end) = try room.stretch(tempo) else {
          return nil
        }
        quit = end
        return effect
      }, standIn: standIn)
    return try fitter.fit(
      request.delivered(SpokenText(line.text)).request(language: request.language),
      to: line.seconds, onlyShortens: onlyShortens, cancellation: cancellation)
  }

  /// Puts speech at its time; returns how late it is, in seconds, and nil if it was cancelled.
  private func put(
    _ fitted: FittedSpeech, at startSeconds: Double, _ output: SessionOutput,
    _ cancellation: Cancellation
  ) throws -> Double? {
    let sound = fitted.clip.sound
    let format = output.format ?? sound.format
    if output.format == nil {
      try output.beginLine(format)
      try output.endLine()
    }
    let wanted = format.frames(inSeconds: startSeconds)
    if wanted > output.frames {
      try output.silence(frames: wanted - output.frames, cancellation: cancellation)
    }
    let late = Double(output.frames - wanted) / Double(format.rateHertz)
    try output.beginLine(sound.format)
    var at = 0
    while at < sound.frameCount, !cancellation.isCancelled {
      let end = min(at + FittedLines.blockFrames, sound.frameCount)
      try output.write(sound.frames(at..<end), cancellation: cancellation)
      at = end
    }
    guard !cancellation.isCancelled else {
      try output.cutLine()
      return nil
    }
    try output.endLine()
    return max(0, late)
  }
}
