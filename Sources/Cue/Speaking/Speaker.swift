import CueAudio
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import Synchronization

/// Speaks text with a voice, or with a chain of voices in which each stands in for those ahead of it.
///
/// ```swift
/// import Cue
///
/// let speaker = try Speaker(voices: "flite:slt,espeak")
/// try await speaker.speak("Good evening.", to: .file("evening.wav"))
/// for try await event in speaker.speak("Good night.") {
///   if case .mark(let word) = event { print("a word at frame \(word.frame)") }
/// }
/// ```
///
/// A speaker keeps its engines for the next line and ends them when it goes away. It speaks one line at a time; further ones
/// wait for their turn. Cancelling the task ends a line, and a device falls silent at once.
public final class Speaker: Sendable {
  private let host: PluginHost
  private let booth: Booth

  /// A speaker with the voices of a chain.
  ///
  /// - Parameters:
  ///   - voices: the chain, the best first, as in `flite:slt,espeak`; nil for the user's own choice
  ///   - effects: what the sound goes through, in order, as in `["dynamics"]`
  ///   - plugins: where voices and effects are found
  /// - Throws: ``CueError/setup(_:)`` if none of the voices, or one of the effects, can be found
  public convenience init(
    voices: String? = nil, effects: [String] = [], plugins: Plugins = Plugins()
  ) throws(CueError) {
    func choices(_ references: [PluginReference]) -> [PluginChoice] {
      references.map { PluginChoice(reference: $0) }
    }
    try self.init(
      voices: choices(PluginReference.list(voices ?? "")),
      effects: choices(effects.map { PluginReference($0) }), plugins: plugins)
  }

  /// A speaker with the voices of a chain whose parameters are set.
  ///
  /// - Parameters:
  ///   - voices: the chain, the best first; empty for the user's own choice
  ///   - effects: what the sound goes through, in order
  ///   - plugins: where voices and effects are found
  /// - Throws: ``CueError/setup(_:)`` if none of the voices, or one of the effects, can be found
  public init(
    voices: [PluginChoice], effects: [PluginChoice] = [], plugins: Plugins = Plugins()
  ) throws(CueError) {
    host = plugins.host
    do throws(PluginSetupError) {
      let clients = try PluginVoices(host).chain(voices)
      let host = host
      for effect in effects { _ = try host.setup(effect.asEffect) }
      booth = Booth(clients) { () throws(PluginSetupError) in
        try host.effects(effects, blockFrames: 4096)
      }
    } catch { throw CueError(error) }
  }

  /// The sound of `text`, and its words as they begin, as they come.
  ///
  /// The voice is at most a few seconds ahead of the consumer of the events.
  public func speak(_ text: String, _ delivery: Delivery = Delivery()) -> EventSequence<SpeechEvent>
  {
    let booth = booth
    return EventSequence("cue-speaker", capacity: 64) { channel, cancellation in
      try booth.enter { voice in
        _ = try voice.speak(delivery.request(text), cancellation: cancellation) { event in
          guard channel.send(event) else { throw CueError.cancelled }
        }
      }
    }
  }

  /// Speaks `text` into a file, a stream or a device, and returns when all of it is written or heard.
  ///
  /// A file appears when it is whole; if the line fails or the task is cancelled, there is none. A line whose device goes away
  /// is said once more from its start, on the next device of `destination` if there is one; `startedOver` reports it. If that
  /// fails too, or if the device cannot be opened at all, it throws ``CueError/output(_:)``.
  ///
  /// - Parameters:
  ///   - text: what is said
  ///   - destination: where the sound goes, as in `.file("evening.wav")` or `.device()`
  ///   - delivery: how it is said
  ///   - tell: takes words and other events as they come, on the thread that speaks
  /// - Returns: how many seconds were spoken
  /// - Throws: ``CueError/cancelled`` once the sound has stopped, if the task was cancelled
  @discardableResult
  public func speak(
    _ text: String, to destination: SoundDestination, _ delivery: Delivery = Delivery(),
    tell: @escaping @Sendable (SpeechEvent) -> Void = { _ in }
  ) async throws(CueError) -> Double {
    try await speak(delivery.request(text), to: destination, tell: tell)
  }

  /// Speaks a text that comes in pieces, such as that of a language model, as it comes.
  ///
  /// A voice that takes a text in pieces says the words at once; any other says each sentence when it is whole. Words may be cut
  /// between two pieces. All of them are one line. Otherwise as ``speak(_:to:_:tell:)``.
  ///
  /// - Parameters:
  ///   - pieces: the text; its end ends the line
  ///   - destination: where the sound goes
  ///   - delivery: how it is said
  ///   - tell: takes words and other events as they come, on the thread that speaks
  /// - Returns: how many seconds were spoken
  /// - Throws: ``CueError/cancelled`` once the sound has stopped, if the task was cancelled
  @discardableResult
  public func speak<Pieces: AsyncSequence & Sendable>(
    pieces: Pieces, to destination: SoundDestination, _ delivery: Delivery = Delivery(),
    tell: @escaping @Sendable (SpeechEvent) -> Void = { _ in }
  ) async throws(CueError) -> Double where Pieces.Element == String, Pieces.Failure == Never {
    let inflow = TextInflow()
    let feeding = Task {
      for await piece in pieces { inflow.add(piece) }
      inflow.end()
    }
    defer { feeding.cancel() }
    var request = delivery.request("")
    request.inflow = inflow
    return try await speak(request, to: destination, tell: tell)
  }

  private func speak(
    _ request: SpeechRequest, to destination: SoundDestination,
    tell: @escaping @Sendable (SpeechEvent) -> Void
  ) async throws(CueError) -> Double {
    let (host, booth) = (host, booth)
    return try await BlockingWork.run("cue-speaker") { cancellation in
      try booth.enter { voice in
        let output = try destination.open(with: host)
        do {
          let told = TellingVoice(voice, tell)
          let speaker = LineSpeaker(voice: told, output: output)
          func say() throws -> SpeechOutcome {
            try speaker.say(request, cancellation: cancellation, tell: { _ in })
          }
          let outcome: SpeechOutcome
          do { outcome = try say() } catch let failure as OutputFailure {
            guard let loss = failure.lostDevice, output.frames > 0 else { throw failure }
            try? output.cutLine()
            tell(.startedOver(voice: voice.name, because: loss))
            outcome = try say()
          }
          guard outcome == .finished else { throw CueError.cancelled }
          try output.complete(cancellation: cancellation)
          guard !cancellation.isCancelled else { throw CueError.cancelled }
          return Double(output.frames) / Double(output.format?.rateHertz ?? 1)
        } catch {
          output.discard()
          throw error
        }
      }
    }
  }
}

extension Speaker {
  /// Lets the calling thread use the voice, alone.
  func enter<Value: Sendable>(_ body: (any Voice) throws -> Value) throws -> Value {
    try booth.enter(body)
  }
}

/// The engines of a speaker, for one thread at a time.
private final class Booth: @unchecked Sendable {  // `lock` guards what changes
  private let lock = Mutex(())
  private let clients: [any ListedVoice]
  private let makeEffects: @Sendable () throws(PluginSetupError) -> [EffectClient]
  private var effects: [EffectClient] = []
  private var voice: (any Voice)?

  init(
    _ clients: [any ListedVoice],
    effects: @escaping @Sendable () throws(PluginSetupError) -> [EffectClient]
  ) {
    self.clients = clients
    makeEffects = effects
  }

  deinit {
    for client in clients { client.quit() }
    for effect in effects { effect.quit() }
  }

  /// Lets the calling thread use the voice, alone.
  func enter<Value: Sendable>(_ body: (any Voice) throws -> Value) throws -> Value {
    try lock.withLock { _ in try body(try opened()) }
  }

  private func opened() throws -> any Voice {
    if let voice { return voice }
    effects = try makeEffects()
    let opened = VoiceChain(effect: effects.isEmpty ? nil : EffectChain(effects)).make(of: clients)
    voice = opened
    return opened
  }
}

/// A voice that also reports to somebody else what comes of a request.
private final class TellingVoice: VoiceLayer {
  let inner: any Voice
  private let tell: (SpeechEvent) -> Void

  init(_ voice: any Voice, _ tell: @escaping (SpeechEvent) -> Void) {
    inner = voice
    self.tell = tell
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try inner.speak(request, cancellation: cancellation) { event in
      try receive(event)
      tell(event)
    }
  }
}
