import CueAssembly
import CueModel
import CueOutput
import CuePlugins
import CueSpeaking
import CueSystem

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

  func request(_ spoken: SpokenText) -> SpeechRequest {
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

  func complete(
    _ output: SessionOutput, _ cancellation: Cancellation, _ fill: (inout JSONObject) -> Void
  ) throws {
    try studio.complete(output, cancellation)
    guard studio.manner.isJSON else { return }
    var json = JSONObject(event: "done")
    fill(&json)
    json["output"] = sound.output.map { .string($0) }
    try Console.result(json.line)
  }
}
