import CueAssembly
import CueModel
import CueOutput
import CueSpeaking

/// `host queue`, `host chorus` and `host fit`: speech put together from parts.
struct QueueCommand {
  let options: QueueOptions
  let sound: SoundOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let request = try request()
    let report = QueueReport(studio, sound)
    let session: SpeakingSession
    do throws(SpeakingProblem) {
      session = try SpeakingSession(request, with: studio.plugins, tell: report.tell)
    } catch { throw UserError(error) }
    defer { session.quit() }
    guard try session.prepare(cancellation) else { return .interrupted }
    if studio.hasUnusedSettings { session.findPlugins() }
    let output = try studio.output(sound)
    try studio.checkSettings(discarding: output)
    let outcome: SpeakingOutcome
    do {
      // If it is not live, it may be put together before it is played.
      outcome = try session.speak(
        into: output, isLive: output.isHeard && sound.output == nil, cancellation)
    } catch let failure as EffectFailure {
      output.discard()
      throw UserError(effect: failure.failure)
    } catch {
      output.discard()
      throw error
    }
    guard !outcome.isCancelled else {
      output.discard()
      return .interrupted
    }
    guard outcome.finished + outcome.failed > 0 else {
      output.discard()
      studio.note(UserError("There is nothing in the queue.", .done))
      return .done
    }
    try studio.complete(output, cancellation)
    try report.tell(.finished(outcome))
    return cancellation.isCancelled ? .interrupted : outcome.failed > 0 ? .answerIsNo : .done
  }

  /// The options as a request.
  private func request() throws(UserError) -> SpeakingRequest {
    var request = SpeakingRequest(try work())
    request.voices = sound.voices
    request.isStrict = sound.isStrict
    request.language = sound.language
    request.speed = sound.speed
    request.pitchSemitones = sound.pitchSemitones
    request.volume = sound.volume
    request.avoidsEffects = options.avoidsEffects
    return request
  }

  private func work() throws(UserError) -> SpeakingRequest.Work {
    switch options.action {
    case .queue(let path):
      let list: QueueList
      let written = try Texts.document(path)
      do throws(QueueList.Failure) { list = try QueueList(written) } catch {
        throw fault(path, error.line, error.reason.clause)
      }
      let folder = options.soundFolder ?? QueueCommand.folder(of: path)
      let sounds = list.sounds.merging(options.sounds) { $1 }
      return .queue(list, ClipFolder(folder, named: sounds))
    case .chorus(let text):
      var variation = SpeakingRequest.ChorusVariation()
      variation.onsetSeconds = options.onsetSeconds
      variation.speed = options.speedVariation
      variation.pitchSemitones = options.pitchVariation
      variation.seed = options.seed
      variation.seconds = options.seconds
      return .chorus(text, variation)
    case .fit(let text, let seconds): return SpeakingRequest.fit(text, seconds: seconds).work
    case .fitTimes(let path):
      let written = try Texts.document(path)
      do throws(TimedText.Failure) {
        return .fit(try TimedText(written).lines, onlyShortens: !options.fills)
      } catch { throw fault(path, error.line, error.reason.clause) }
    }
  }

  private func fault(_ path: String, _ line: Int, _ clause: String) -> UserError {
    let name = path == "-" ? "Standard input" : path
    return UserError("\(name), line \(line): \(clause).", .badInput)
  }

  private static func folder(of path: String) -> String {
    guard path != "-", let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
