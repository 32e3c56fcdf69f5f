import CueAssembly
import CueModel
import CueOutput
import CuePlugins
import CueSpeaking
import CueSystem
import enum CueText.EyeWords
import Glibc

/// `host queue`, `host chorus` and `host fit`: speech put together from parts.
struct QueueCommand {
  let options: QueueOptions
  let sound: SoundOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    switch options.action {
    case .queue(let path): try playList(path, cancellation)
    case .chorus(let text): try sing(text, cancellation)
    case .fit(let text, let seconds): try fit(text, seconds, cancellation)
    case .fitTimes(let path): try fitTimes(path, cancellation)
    }
  }

  /// If it is not live, it may be put together before it is played.
  private func isLive(_ output: SessionOutput) -> Bool {
    output.isHeard && sound.output == nil
  }

  // MARK: queue

  private func playList(_ path: String, _ cancellation: Cancellation) throws -> ExitStatus {
    let name = path == "-" ? "Standard input" : path
    let list: QueueList
    let written = try Texts.document(path)
    do throws(QueueList.Failure) { list = try QueueList(written) } catch {
      throw UserError("\(name), line \(error.line): \(error.reason.clause).", .badInput)
    }
    let room = SpeakingRoom(studio.plugins, usual: sound.voices, isStrict: sound.isStrict)
    defer { room.quit() }
    let queue = SpeechQueue(room.tools)
    let folder = options.soundFolder ?? QueueCommand.folder(of: path)
    let clips = ClipFolder(folder, named: list.sounds.merging(options.sounds) { $1 })
    var voices: Set<String> = []
    for entry in list.entries {
      for item in items(of: entry, clips) {
        queue.add(item, channel: entry.channel)
        if case .speak(let spoken) = item { voices.insert(spoken.voice) }
      }
    }
    if studio.hasUnusedSettings { room.find(voices) }
    return try play(queue, [:], cancellation)
  }

  private static func folder(of path: String) -> String {
    guard path != "-", let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func items(of entry: QueueList.Entry, _ clips: ClipFolder) -> [SpeechItem] {
    switch entry.content {
    case .pause(let seconds): return [.pause(seconds: seconds)]
    case .sound(let name, let decibels):
      return [
        .sound(path: clips.path(name) ?? clips.absolute(name), gainDecibels: decibels)
      ]
    case .text(var spoken):
      spoken.speed *= sound.speed
      spoken.pitchSemitones += sound.pitchSemitones
      spoken.volume *= sound.volume
      let (items, unresolved) = SoundMarks.items(
        of: spoken.text, saidAs: spoken, path: clips.path)
      for name in unresolved {
        studio.note(
          UserError(
            "Line \(entry.line): there is no clip \(Signs.quoted(name)); it is left out.",
            hint: "Name its file: --sfx \(name)=FILE", .noInput))
      }
      return items
    }
  }

  // MARK: chorus

  private func sing(_ text: String, _ cancellation: Cancellation) throws -> ExitStatus {
    var members = sound.voices
    if members.isEmpty {
      do throws(ConfigurationError) {
        members = try studio.environment.profiles().active.map {
          PluginChoice(reference: PluginReference("profile:\($0)"))
        }
      } catch { throw UserError(error) }
    }
    guard !members.isEmpty else {
      throw UserError(
        "A chorus needs voices.",
        hint: "Name them: --voice flite:slt,flite:rms; '\(Program.name) voices' lists all.", .usage)
    }
    let names = members.indices.map { "\($0)" }
    let room = SpeakingRoom(
      studio.plugins,
      named: Dictionary(uniqueKeysWithValues: zip(names, members.map { [$0] })), isStrict: true)
    defer { room.quit() }
    var chorus = Chorus(text, voices: names)
    for index in chorus.voices.indices {
      chorus.voices[index].speed = sound.speed
      chorus.voices[index].pitchSemitones = sound.pitchSemitones
      chorus.voices[index].volume = sound.volume
    }
    chorus.onsetSeconds = options.onsetSeconds
    chorus.speedVariation = options.speedVariation
    chorus.pitchVariation = options.pitchVariation
    chorus.seed = options.seed
    if let seconds = options.seconds {
      for index in chorus.voices.indices {
        let voice = try room.voice(chorus.voices[index].voice)
        guard
          let fitted = try SpeechFitter(voice, standIn: standInTeller()).fit(
            request(chorus.voices[index]), to: seconds, cancellation: cancellation)
        else { return .interrupted }
        chorus.voices[index].speed = fitted.speed
      }
    }
    let queue = SpeechQueue(room.tools)
    let gains = chorus.add(to: queue)
    if studio.hasUnusedSettings { room.find(names) }
    let called = Dictionary(uniqueKeysWithValues: zip(names, members.map(\.reference.text)))
    return try play(queue, gains, called: called, cancellation)
  }

  private func request(_ spoken: SpokenText) -> SpeechRequest {
    spoken.request(language: sound.language)
  }

  // MARK: Playing

  /// Plays `queue`; `called` gives the user's name for a voice that has another name in the queue.
  private func play(
    _ queue: SpeechQueue, _ gains: SpeechQueue.Gains, called: [String: String] = [:],
    _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let output = try studio.output(sound)
    try studio.checkSettings(discarding: output)
    let report = QueueReport(studio, called: called)
    let outcome: SpeechQueue.Outcome
    do {
      let played = try queue.play(
        into: output, isLive: isLive(output), language: sound.language, gains: gains,
        cancellation: cancellation, tell: report.tell)
      guard let played else { preconditionFailure("a queue of our own is played once") }
      outcome = played
    } catch {
      output.discard()
      throw error
    }
    guard !outcome.isCancelled else {
      output.discard()
      return .interrupted
    }
    if outcome.finished + outcome.failed == 0 {
      output.discard()
      studio.note(UserError("There is nothing in the queue.", .done))
      return .done
    }
    try complete(output, cancellation) { json in
      json["items"] = .integer(outcome.finished)
      json["failed"] = outcome.failed > 0 ? .integer(outcome.failed) : nil
      json["seconds"] = .number(outcome.seconds)
    }
    return cancellation.isCancelled ? .interrupted : outcome.failed > 0 ? .answerIsNo : .done
  }

  private func complete(
    _ output: SessionOutput, _ cancellation: Cancellation, _ fill: (inout JSONObject) -> Void
  ) throws {
    try studio.complete(output, cancellation)
    guard studio.manner.isJSON else { return }
    var json = JSONObject(event: "done")
    fill(&json)
    json["output"] = sound.output.map { .string($0) }
    try Console.result(json.line)
  }

  // MARK: fit

  private func fit(
    _ text: String, _ seconds: Double, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    var spoken = SpokenText(text)
    spoken.speed = sound.speed
    spoken.pitchSemitones = sound.pitchSemitones
    spoken.volume = sound.volume
    let line = TimedText.Line(text: text, startSeconds: 0, endSeconds: seconds, line: 1)
    return try fit([line], saidAs: spoken, onlyShortens: false, cancellation)
  }

  private func fitTimes(_ path: String, _ cancellation: Cancellation) throws -> ExitStatus {
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
  private func standInTeller() -> (String, PluginFailure) throws -> Void {
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

/// Reports on a queue.
private struct QueueReport {
  private let studio: Studio
  private let called: [String: String]

  init(_ studio: Studio, called: [String: String]) {
    self.studio = studio
    self.called = called
  }

  func tell(_ event: SpeakingEvent) throws(UserError) {
    switch event.what {
    case .failed(_, let item, let error):
      let userError = UserError(explaining: error) ?? UserError("\(error)", .unavailable)
      studio.note(UserError(userError.sentence, hint: userError.hint, .done))
      try put(event, "failed") {
        fill(&$0, item)
        $0["because"] = .string(userError.sentence)
      }
    case .standIn(let item, let voice, let failure):
      studio.note(UserError(failure.sentence, hint: failure.hint(of: voice), .done))
      try put(event, "stand-in") {
        $0["item"] = .integer(item)
        $0["voice"] = .string(voice)
        $0["because"] = .string(failure.sentence)
      }
    case .prepared(let path): try put(event, "prepared") { $0["sfx"] = .string(path) }
    case .began(let number, let item):
      try put(event, "began") {
        $0["item"] = .integer(number)
        fill(&$0, item)
      }
    case .said(let number, let voice):
      try put(event, "said-by") {
        $0["item"] = .integer(number)
        $0["voice"] = .string(voice)
      }
    case .ended(let number): try put(event, "ended") { $0["item"] = .integer(number) }
    case .mark(let number, let mark):
      guard mark.kind == .word else { return }
      try put(event, "word") {
        $0["item"] = .integer(number)
        $0["offset"] = .integer(mark.textRange.lowerBound)
        $0["length"] = .integer(mark.textRange.count)
        if mark.isEstimated { $0["estimated"] = .bool(true) }
      }
    case .shortfall(let number, let shortfall):
      try put(event, "shortfall") {
        $0["item"] = .integer(number)
        $0["field"] = .string(shortfall.field)
        $0["outcome"] = .string(shortfall.outcome)
      }
    case .speaking(let isSpeaking): try put(event, "speaking") { $0["on"] = .bool(isSpeaking) }
    case .level(let level): try put(event, "level") { $0["level"] = rounded(level) }
    case .pulse(let pulse): try put(event, "pulse") { $0["pulse"] = rounded(pulse) }
    case .status(let status):
      try put(event, "status") { $0["status"] = .string(status.rawValue) }
    }
  }

  private func rounded(_ number: Double) -> JSON { .number((number * 1000).rounded() / 1000) }

  private func fill(_ json: inout JSONObject, _ item: SpeechItem) {
    switch item {
    case .speak(let spoken):
      json["speak"] = .string(spoken.text)
      json["voice"] = spoken.voice.isEmpty ? nil : .string(called[spoken.voice] ?? spoken.voice)
    case .sound(let path, let gain):
      json["sfx"] = .string(path)
      json["gain"] = gain == 0 ? nil : .number(gain)
    case .pause(let seconds): json["pause"] = .number(seconds)
    }
  }

  private func put(
    _ event: SpeakingEvent, _ name: String, _ fill: (inout JSONObject) -> Void
  ) throws(UserError) {
    guard studio.manner.isJSON else { return }
    var json = JSONObject(event: name)
    json["time"] = .number(event.seconds)
    json["channel"] = .integer(event.channel)
    fill(&json)
    try Console.result(json.line)
  }
}
