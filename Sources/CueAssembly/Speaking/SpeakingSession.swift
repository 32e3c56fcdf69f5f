import CueModel
import CueOutput
import CuePlugins
import CueSpeaking

/// Why nothing can be spoken.
public enum SpeakingProblem: Error, Sendable {
  /// A chorus has no voices: none are named, and the user has no active profiles.
  case noVoices
  /// The user's profiles cannot be read.
  case profiles(ConfigurationError)
}

/// Speech put together from parts: a queue, a chorus, or lines that last a given time.
///
/// All calls come from one thread: ``prepare(_:)``, then ``speak(into:isLive:_:)``, then ``quit()``.
package final class SpeakingSession {
  private let request: SpeakingRequest
  private let room: SpeakingRoom
  private let tell: (SpeakingReport) throws -> Void
  private let members: [PluginChoice]
  private var queue: SpeechQueue?
  private var gains: SpeechQueue.Gains = [:]
  /// The voices that a queue or a chorus names.
  private var voices: Set<String> = []
  /// Stand-ins that were reported, each once.
  private var reported: Set<String> = []

  /// A session.
  ///
  /// - Parameters:
  ///   - request: what is spoken; a chorus without voices has those of the user's active profiles
  ///   - host: where voices and effects are found
  ///   - tell: takes what happens, in order; an error that it throws ends the session
  /// - Throws: ``SpeakingProblem`` for a chorus without voices
  package init(
    _ request: SpeakingRequest, with host: PluginHost,
    tell: @escaping (SpeakingReport) throws -> Void
  ) throws(SpeakingProblem) {
    self.request = request
    self.tell = tell
    if case .chorus = request.work {
      members = try SpeakingSession.members(of: request, host)
      let named = members.indices.map { [members] in ("\($0)", [members[$0]]) }
      room = SpeakingRoom(
        host, named: Dictionary(uniqueKeysWithValues: named), isStrict: true)
    } else {
      members = []
      room = SpeakingRoom(host, usual: request.voices, isStrict: request.isStrict)
    }
  }

  private static func members(
    of request: SpeakingRequest, _ host: PluginHost
  ) throws(SpeakingProblem) -> [PluginChoice] {
    guard request.voices.isEmpty else { return request.voices }
    let profiles: [String]
    do throws(ConfigurationError) { profiles = try host.environment.profiles().active } catch {
      throw .profiles(error)
    }
    guard !profiles.isEmpty else { throw .noVoices }
    return profiles.map { PluginChoice(reference: PluginReference("profile:\($0)")) }
  }

  /// Does what comes before any sound: fills the queue, and fits the voices of a chorus.
  ///
  /// - Returns: whether it is ready; false if it was cancelled
  package func prepare(_ cancellation: Cancellation) throws -> Bool {
    switch request.work {
    case .queue(let list, let clips): queue = try filled(list, clips)
    case .chorus(let text, let variation):
      guard let chorus = try chorus(text, variation, cancellation) else { return false }
      let queue = SpeechQueue(room.tools)
      gains = chorus.add(to: queue)
      voices = Set(chorus.voices.map(\.voice))
      self.queue = queue
    case .fit: break
    }
    return true
  }

  /// Finds the plugins that will be used, so that the user's settings of them count as used.
  package func findPlugins() {
    if case .fit = request.work {
      room.find([], stretches: !request.avoidsEffects)
    } else {
      room.find(voices)
    }
  }

  /// Speaks into `output`; of what is not live, all may be put together before it is heard.
  ///
  /// The caller reports ``SpeakingReport/finished(_:)`` when the output is complete.
  ///
  /// - Throws: what a voice, an effect, the output or `tell` throws
  package func speak(
    into output: SessionOutput, isLive: Bool, _ cancellation: Cancellation
  ) throws -> SpeakingOutcome {
    var outcome = SpeakingOutcome()
    if case .fit(let lines, let onlyShortens) = request.work {
      let fitting = FittedLines(request, room, tell: tell, standIn: standIn)
      outcome = try fitting.speak(
        lines, onlyShortens: onlyShortens, into: output, cancellation)
    } else if let queue {
      let played = try queue.play(
        into: output, isLive: isLive, language: request.language, gains: gains,
        cancellation: cancellation, tell: { [self] in try tell(.course(called($0))) })
      guard let played else { preconditionFailure("a queue of our own is played once") }
      outcome.finished = played.finished
      outcome.failed = played.failed
      outcome.isCancelled = played.isCancelled
      outcome.seconds = played.seconds
    }
    outcome.isCancelled = outcome.isCancelled || cancellation.isCancelled
    return outcome
  }

  /// `event` with the user's names for the voices of a chorus, which have others in the queue.
  private func called(_ event: SpeakingEvent) -> SpeakingEvent {
    func called(_ item: SpeechItem) -> SpeechItem {
      guard case .speak(var spoken) = item, let index = Int(spoken.voice),
        members.indices.contains(index)
      else { return item }
      spoken.voice = members[index].reference.text
      return .speak(spoken)
    }
    var event = event
    switch event.what {
    case .began(let number, let item): event.what = .began(item: number, called(item))
    case .failed(let number, let item, let error):
      event.what = .failed(item: number, called(item), because: error)
    default: break
    }
    return event
  }

  /// Ends the engines.
  package func quit() { room.quit() }

  // A queue.

  private func filled(_ list: QueueList, _ clips: ClipFolder) throws -> SpeechQueue {
    let queue = SpeechQueue(room.tools)
    for entry in list.entries {
      for item in try items(of: entry, clips) {
        queue.add(item, channel: entry.channel)
        if case .speak(let spoken) = item { voices.insert(spoken.voice) }
      }
    }
    return queue
  }

  private func items(of entry: QueueList.Entry, _ clips: ClipFolder) throws -> [SpeechItem] {
    switch entry.content {
    case .pause(let seconds): return [.pause(seconds: seconds)]
    case .sound(let name, let decibels):
      return [.sound(path: clips.path(name) ?? clips.absolute(name), gainDecibels: decibels)]
    case .text(let spoken):
      let (items, unresolved) = SoundMarks.items(
        of: spoken.text, saidAs: request.delivered(spoken), path: clips.path)
      for name in unresolved { try tell(.noClip(name: name, line: entry.line)) }
      return items
    }
  }

  // A chorus.

  private func chorus(
    _ text: String, _ variation: SpeakingRequest.ChorusVariation, _ cancellation: Cancellation
  ) throws -> Chorus? {
    var chorus = Chorus(text, voices: members.indices.map { "\($0)" })
    chorus.voices = chorus.voices.map(request.delivered)
    chorus.onsetSeconds = variation.onsetSeconds
    chorus.speedVariation = variation.speed
    chorus.pitchVariation = variation.pitchSemitones
    chorus.seed = variation.seed
    guard let seconds = variation.seconds else { return chorus }
    for index in chorus.voices.indices {
      let spoken = chorus.voices[index]
      let fitter = SpeechFitter(try room.voice(spoken.voice), standIn: standIn)
      let wanted = spoken.request(language: request.language)
      guard let fitted = try fitter.fit(wanted, to: seconds, cancellation: cancellation) else {
        return nil
      }
      chorus.voices[index].speed = fitted.speed
    }
    return chorus
  }

  /// Reports each stand-in once, although a line may be said several times until it fits.
  private func standIn(_ voice: String, _ failure: PluginFailure) throws {
    guard reported.insert(voice).inserted else { return }
    try tell(.standIn(voice: voice, because: failure))
  }
}

extension SpeakingRequest {
  /// `spoken` with the request's own speed, pitch and volume.
  func delivered(_ spoken: SpokenText) -> SpokenText {
    var spoken = spoken
    spoken.speed *= speed
    spoken.pitchSemitones += pitchSemitones
    spoken.volume *= volume
    return spoken
  }
}
