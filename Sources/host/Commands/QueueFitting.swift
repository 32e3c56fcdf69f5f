import CueAssembly
import CueModel
import CueOutput
import CueSpeaking
import CueSystem
import enum CueText.EyeWords

// `host fit`: speech that lasts as long as the user says.
extension QueueCommand {
  func fit(
    _ text: String, _ seconds: Double, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    var spoken = SpokenText(text)
    spoken.speed = sound.speed
    spoken.pitchSemitones = sound.pitchSemitones
    spoken.volume = sound.volume
    let line = TimedText.Line(text: text, startSeconds: 0, endSeconds: seconds, line: 1)
    return try fit([line], saidAs: spoken, onlyShortens: false, cancellation)
  }

  func fitTimes(_ path: String, _ cancellation: Cancellation) throws -> ExitStatus {
    let text = try Texts.document(path)
    let timed: TimedText
    do throws(TimedText.Failure) { timed = try TimedText(text) } catch {
      let name = path == "-" ? "Standard input" : path
      throw UserError("\(name), line \(error.line): \(error.reason.clause).", .badInput)
    }
    var spoken = SpokenText("")
    spoken.speed = sound.speed
    spoken.pitchSemitones = sound.pitchSemitones
    spoken.volume = sound.volume
    return try fit(
      QueueCommand.said(timed.lines), saidAs: spoken, onlyShortens: !options.fills, cancellation)
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

  private func fit(
    _ lines: [TimedText.Line], saidAs spoken: SpokenText, onlyShortens: Bool,
    _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let room = SpeakingRoom(studio.plugins, usual: sound.voices, isStrict: sound.isStrict)
    defer { room.quit() }
    let voice = try room.voice("")
    let output = try studio.output(sound)
    if studio.hasUnusedSettings { room.find([], stretches: !options.avoidsEffects) }
    try studio.checkSettings(discarding: output)
    var missed = 0
    do {
      for line in lines {
        var spoken = spoken
        spoken.text = line.text
        guard
          let fitted = try fitted(
            request(spoken), line.seconds, onlyShortens, voice, room, cancellation),
          let late = try put(fitted, at: line.startSeconds, output, cancellation)
        else {
          output.discard()
          return .interrupted
        }
        let isShort = onlyShortens && fitted.seconds < fitted.targetSeconds
        if !fitted.isFitted && !isShort || late > 0.05 { missed += 1 }
        try tell(fitted, line, late, by: voice, isWhole: fitted.isFitted || isShort)
      }
    } catch let failure as EffectFailure {
      output.discard()
      throw UserError(effect: failure.failure)
    } catch {
      output.discard()
      throw error
    }
    let seconds = Double(output.frames) / Double(output.format?.rateHertz ?? 1)
    try complete(output, cancellation) { json in
      json["lines"] = .integer(lines.count)
      json["missed"] = missed > 0 ? .integer(missed) : nil
      json["seconds"] = .number(seconds)
    }
    return cancellation.isCancelled ? .interrupted : missed > 0 ? .answerIsNo : .done
  }

  private func fitted(
    _ request: SpeechRequest, _ seconds: Double, _ onlyShortens: Bool, _ voice: any Voice,
    _ room: SpeakingRoom, _ cancellation: Cancellation
  ) throws -> FittedSpeech? {
    var quit: () -> Void = {}
    defer { quit() }
    let fitter = SpeechFitter(
      voice,
      stretch: { tempo in
        guard !options.avoidsEffects, let (effect, end) = try room.stretch(tempo) else {
          return nil
        }
        quit = end
        return effect
      }, standIn: standInTeller())
    return try fitter.fit(
      request, to: seconds, onlyShortens: onlyShortens, cancellation: cancellation)
  }

  /// Reports each stand-in of a line once, although the line may be said several times until it fits.
  func standInTeller() -> (String, PluginFailure) throws -> Void {
    var reported: Set<String> = []
    return { voice, failure in
      guard reported.insert(voice).inserted else { return }
      studio.note(UserError(failure.sentence, hint: failure.hint(of: voice), .done))
      guard studio.manner.isJSON else { return }
      var json = JSONObject(event: "stand-in")
      json["voice"] = .string(voice)
      json["because"] = .string(failure.sentence)
      try Console.result(json.line)
    }
  }

  /// Puts speech at its time; returns how late it is, in seconds, and nil if it was cancelled.
  private func put(
    _ fitted: FittedSpeech, at startSeconds: Double, _ output: SessionOutput,
    _ cancellation: Cancellation
  ) throws -> Double? {
    let format = output.format ?? fitted.clip.sound.format
    if output.format == nil {
      try output.beginLine(format)
      try output.endLine()
    }
    let wanted = format.frames(inSeconds: startSeconds)
    if wanted > output.frames {
      try output.silence(frames: wanted - output.frames, cancellation: cancellation)
    }
    let late = Double(output.frames - wanted) / Double(format.rateHertz)
    try output.beginLine(fitted.clip.sound.format)
    var at = 0
    while at < fitted.clip.sound.frameCount, !cancellation.isCancelled {
      let end = min(at + 4096, fitted.clip.sound.frameCount)
      try output.write(fitted.clip.sound.frames(at..<end), cancellation: cancellation)
      at = end
    }
    guard !cancellation.isCancelled else {
      try output.cutLine()
      return nil
    }
    try output.endLine()
    return max(0, late)
  }

  private func tell(
    _ fitted: FittedSpeech, _ line: TimedText.Line, _ late: Double, by voice: any Voice,
    isWhole: Bool
  ) throws(UserError) {
    if studio.manner.isJSON {
      var json = JSONObject(event: "fitted")
      json["line"] = .integer(line.line)
      json["voice"] = .string(voice.speakerName)
      json["start"] = .number(line.startSeconds)
      json["target"] = .number(fitted.targetSeconds)
      json["seconds"] = .number(fitted.seconds)
      json["own_seconds"] = .number(fitted.ownSeconds)
      json["rate"] = .number(fitted.speed)
      json["tempo"] = .number(fitted.tempo)
      json["passes"] = .integer(fitted.passes)
      json["late"] = late > 0.001 ? .number(late) : nil
      json["fitted"] = .bool(isWhole)
      return try Console.result(json.line)
    }
    guard !studio.manner.isQuiet else { return }
    func seconds(_ value: Double) -> String {
      let hundredths = Int((value * 100).rounded())
      let rest = hundredths % 100
      return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
    var words = "\(seconds(fitted.seconds)) s for \(seconds(fitted.targetSeconds)) s"
    words += ": rate \(seconds(fitted.speed))"
    if fitted.tempo != 1 { words += ", tempo \(seconds(fitted.tempo))" }
    if late > 0.05 { words += ", \(seconds(late)) s late" }
    if !isWhole { words += "; it does not fit" }
    // Standard output may be the sound.
    if sound.output == "-" {
      Console.talk(words + "\n")
    } else {
      try Console.result(words + "\n")
    }
  }
}
