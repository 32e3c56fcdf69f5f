import CueAudio
import CueCasting
import CueModel
import CuePlugins
import CueSystem

/// The doors of the OpenAI speech API: voices and recognizers of this machine for programs that know that API.
///
/// Voices and recognizers stay started between requests. Requests are served side by side, as many as there are cores; more wait, and
/// clients take turns.
package final class SpeechServer: Sendable {
  /// What the server is made of.
  package struct Settings: Sendable {
    /// The user's plugins.
    package var plugins: PluginHost
    /// The voices that are offered, the default first; empty: the usual ones.
    package var voices: [PluginChoice] = []
    /// The recognizer; nil for the usual one.
    package var recognizer: PluginChoice?
    /// Whether voices and recognizers that ask a network are offered.
    package var offersNetwork = false
    /// How many requests work at a time.
    package var places: Int
    /// How many may wait: fewer than may be connected, so that more are told to come again.
    package var mostWaiting = 32
    /// How long an engine that is not used stays started, in milliseconds.
    package var idleMilliseconds: Int64 = 600_000
    /// Where files without a name are made.
    package var folder: String
    /// Where ffmpeg is searched for.
    package var programs: String?
    /// Says in a sentence why a plugin failed.
    package var explain: @Sendable (any Error) -> String

    /// The usual settings.
    package init(
      _ plugins: PluginHost, places: Int, folder: String,
      explain: @escaping @Sendable (any Error) -> String
    ) {
      self.plugins = plugins
      self.places = places
      self.folder = folder
      self.explain = explain
    }
  }

  /// A voice and those that stand in for it.
  private typealias Chain = (voice: any Voice, engines: [any ListedVoice])

  private let settings: Settings
  private let directory: VoiceDirectory
  private let queue: FairQueue
  private let chains: WarmEngines<Chain>
  private let recognizers: WarmEngines<RecognizerClient>
  private let metrics = ServerMetrics()
  private let isOver = Cancellation()

  /// A server; nothing is started yet.
  package init(_ settings: Settings) {
    self.settings = settings
    directory = VoiceDirectory(
      settings.voices, of: settings.plugins, offersNetwork: settings.offersNetwork)
    queue = FairQueue(places: settings.places, mostWaiting: settings.mostWaiting)
    let clock: @Sendable () -> Int64 = { MonotonicClock().milliseconds }
    // A chain may have two engines; more of them than that are ended at once.
    let most = settings.places + 4
    chains = WarmEngines(most: most, clock: clock) { chain in
      for engine in chain.engines { engine.quit() }
    }
    recognizers = WarmEngines(most: most, clock: clock) { $0.quit() }
  }

  /// Ends engines that are not used, until ``stop()``.
  package func tidy() {
    while !isOver.isCancelled {
      MonotonicClock().wait(milliseconds: 5000, cancellation: isOver)
      chains.endIdle(after: settings.idleMilliseconds)
      recognizers.endIdle(after: settings.idleMilliseconds)
    }
  }

  /// Ends all engines.
  package func stop() {
    isOver.cancel()
    chains.endIdle(after: 0)
    recognizers.endIdle(after: 0)
  }

  /// Starts the default voice, so that the first request does not wait for it.
  package func warm() {
    guard let first = directory.all().first else { return }
    try? chains.with(first.id, make: { try chain(first) }) { chain in
      _ = try chain.engines.first?.identify()
    }
  }

  /// Counts a request that is over; `path` is that of its route.
  package func note(_ path: String?, _ status: Int) { metrics.count(path ?? "none", status) }

  /// What is served, and where.
  package var routes: [HTTPServer.Route] {
    [
      .init("GET", "/health") { _ in ServerAnswer(json: JSONObject([("status", .string("ok"))])) },
      .init("GET", "/metrics") { [self] _ in
        ServerAnswer(text: metrics.page(gauges), type: "text/plain; version=0.0.4; charset=utf-8")
      },
      .init("GET", "/v1/models") { _ in
        ServerAnswer(
          json: JSONObject([("object", .string("list")), ("data", JSON.objects(Self.models))]))
      },
      // Any name is accepted: clients have lists of their own.
      .init("GET", "/v1/models/*") { request in
        ServerAnswer(json: Self.model(String(request.head.path.dropFirst("/v1/models/".count))))
      },
      .init("GET", "/v1/audio/models") { _ in
        ServerAnswer(json: JSONObject([("models", JSON.objects(Self.models))]))
      },
      .init("GET", "/v1/audio/voices") { [self] _ in
        let voices = directory.all().map { voice in
          JSONObject([
            ("id", .string(voice.id)),
            ("name", .string("\(voice.name) (\(voice.choice.reference.plugin))")),
            ("languages", JSON.strings(voice.languages)),
          ])
        }
        return ServerAnswer(json: JSONObject([("voices", JSON.objects(voices))]))
      },
      .init("POST", "/v1/audio/speech", body: .json(mostBytes: 8 << 20)) { [self] in try speech($0)
      },
      .init("POST", "/v1/audio/transcriptions", body: .form(mostBytes: 200 << 20)) { [self] in
        try transcription($0)
      },
      .init("POST", "/v1/audio/translations", body: .form(mostBytes: 200 << 20)) { _ in
        throw ServerError(
          501, "not_implemented", "This server does not translate. Use /v1/audio/transcriptions.")
      },
    ]
  }

  private static func model(_ id: String) -> JSONObject {
    JSONObject([
      ("id", .string(id)), ("object", .string("model")), ("created", .integer(0)),
      ("owned_by", .string("cue")),
    ])
  }

  private static let models = ["cue", "tts-1", "whisper-1"].map(model)

  private var gauges: [(name: String, help: String, value: Int)] {
    let counts = queue.counts
    return [
      ("cue_requests_working", "Requests that are being served.", counts.working),
      ("cue_requests_waiting", "Requests that wait for a place.", counts.waiting),
      ("cue_voices_idle", "Started voices that no request uses.", chains.count),
      ("cue_recognizers_idle", "Started recognizers that no request uses.", recognizers.count),
    ]
  }

  // Speech.

  private func chain(_ entry: VoiceDirectory.Entry) throws -> Chain {
    let voices = PluginVoices(settings.plugins)
    var choices = [entry.choice]
    // Voices of other plugins stand in for one that fails.
    let others = directory.all().filter { other in
      !other.needsNetwork && other.choice.reference.plugin != entry.choice.reference.plugin
    }
    if let standIn = others.first { choices.append(standIn.choice) }
    let engines = try voices.chain(choices)
    return (VoiceChain().make(of: engines), engines)
  }

  private func client(_ head: RequestHead) -> String { head.client + " " + (head.key ?? "") }

  private func speech(_ request: HTTPServer.Request) throws -> ServerAnswer {
    let order = try SpeechOrder(request.body)
    let entry = try directory.entry(order.voice)
    let start = MonotonicClock().milliseconds
    do throws(FairQueue.Full) { try queue.enter(client(request.head)) } catch {
      throw ServerError(
        429, "busy", "\(error.waiting) requests wait already. Try again in a second.")
    }
    let cancellation = request.presence.cancellation
    let stream =
      order.isEvents
      ? SpeechStream(
        cancellation,
        wrap: { bytes in
          Self.event([
            ("type", .string("speech.audio.delta")),
            ("audio", .string(String(decoding: Base64.text(of: bytes[...]), as: UTF8.self))),
          ])
        },
        ending: {
          Self.event([
            ("type", .string("speech.audio.done")),
            (
              "usage",
              .object(
                JSONObject([
                  ("input_tokens", .integer(0)), ("output_tokens", .integer(0)),
                  ("total_tokens", .integer(0)),
                ]))
            ),
          ])
        }) : SpeechStream(cancellation)
    do throws(ThreadError) {
      try Threads.start("cue-speech") { [self] in
        defer { queue.leave() }
        do {
          // Clients of pcm expect this rate.
          try say(
            order.request, entry, as: order.kind, rateHertz: order.kind == .pcm ? 24_000 : nil,
            cancellation, mayRestart: { stream.restart() }
          ) { bytes, _ in stream.put(bytes) }
          stream.end()
        } catch { stream.fail(error) }
      }
    } catch {
      queue.leave()
      throw ServerError(
        503, "no_thread", "The system has no thread for the request. Try again in a second.")
    }
    do { try stream.waitForFirst() } catch {
      stream.close()
      throw failure(error)
    }
    metrics.firstSound(after: MonotonicClock().milliseconds - start)
    return ServerAnswer(
      type: order.isEvents ? "text/event-stream" : order.contentType, .stream(stream))
  }

  private static func event(_ members: [(String, JSON?)]) -> [UInt8] {
    Array("data: \(JSONObject(members).text)\n\n".utf8)
  }

  /// A plugin that fails after the first byte breaks the answer off: what was sent cannot be taken back.
  private struct BrokenOff: Error {}

  /// The voices that need no key.
  var freeVoices: [VoiceDirectory.Entry] { directory.all().filter { !$0.needsNetwork } }

  /// The voice that a client without a key calls `name`.
  func freeEntry(_ name: String) throws(ServerError) -> VoiceDirectory.Entry {
    let entry = try directory.entry(name)
    guard entry.needsNetwork else { return entry }
    throw ServerError(
      403, "needs_key", "\(entry.id) needs a network, and is offered only to clients with a key.")
  }

  /// Says `request`; `take` gets its sound in 16 bits, and the format.
  ///
  /// It waits for the client's turn.
  ///
  /// - Throws: why the voice failed, also if sound was taken and another voice would have to begin again
  func speak(
    _ request: SpeechRequest, _ entry: VoiceDirectory.Entry, client: String,
    _ cancellation: Cancellation, take: ([UInt8], AudioFormat) throws -> Void
  ) throws {
    try queue.withFairPlace(of: client) {
      var isTaken = false
      try say(
        request, entry, as: .pcm, rateHertz: nil, cancellation, mayRestart: { !isTaken }
      ) { bytes, format in
        isTaken = true
        try take(bytes, format)
      }
    }
  }

  /// Says `request`; `take` gets the bytes of its sound as `kind`, and their format.
  ///
  /// `mayRestart` is asked if another voice has to begin again; it drops what was taken, or says no.
  private func say(
    _ request: SpeechRequest, _ entry: VoiceDirectory.Entry, as kind: SoundStreamEncoder.Kind,
    rateHertz: Int?, _ cancellation: Cancellation, mayRestart: () -> Bool,
    take: ([UInt8], AudioFormat) throws -> Void
  ) throws {
    try chains.with(entry.id, make: { try chain(entry) }) { chain in
      var encoder: SoundStreamEncoder?
      func give(_ bytes: [UInt8]?) throws {
        guard let encoder, let bytes, !bytes.isEmpty else { return }
        try take(bytes, encoder.format)
      }
      let outcome = try chain.voice.speak(request, cancellation: cancellation) { event in
        switch event {
        case .began(let format):
          encoder = try SoundStreamEncoder(
            kind, format, rateHertz: rateHertz, folder: settings.folder)
        case .sound(let sound): try give(encoder?.bytes(of: sound))
        case .startedOver:
          guard mayRestart() else { throw BrokenOff() }
          encoder = nil
        case .mark, .shortfall: break
        }
      }
      guard outcome == .finished else { throw BrokenOff() }
      try give(encoder?.finish())
    }
  }

  /// `error` for a client.
  func failure(_ error: any Error) -> ServerError {
    if let error = error as? ServerError { return error }
    return ServerError(502, "voice_failed", settings.explain(error))
  }

  // Recognition.

  private func transcription(_ request: HTTPServer.Request) throws -> ServerAnswer {
    guard let form = request.form, let file = form.file else {
      throw ServerError(400, "no_file", "The form has no “file”.", member: "file")
    }
    let order = try TranscriptionOrder(form)
    let cancellation = request.presence.cancellation
    return try withRecognizer(client(request.head)) { recognizer in
      do {
        let reader = try SoundFileReader(
          descriptor: file.descriptor, name: file.name, programs: settings.programs,
          cancellation: cancellation)
        let transcript = try hear(
          AudioFormat(sample: .float32, rateHertz: reader.rateHertz, channels: reader.channels),
          language: order.language, recognizer, cancellation
        ) {
          try reader.read(atMost: reader.rateHertz / 2, cancellation: cancellation)
        }
        guard order.isEvents else { return transcript.answer(order) }
        let deltas = transcript.rows.map { row in
          Self.event([
            ("type", .string("transcript.text.delta")), ("delta", .string(row.text + " ")),
          ])
        }
        let done = Self.event([
          ("type", .string("transcript.text.done")), ("text", .string(transcript.heard.text)),
        ])
        return ServerAnswer(type: "text/event-stream", .bytes(deltas.flatMap { $0 } + done))
      } catch let error as SoundFileError {
        throw error.needsProgram
          ? ServerError(415, "unsupported_media_type", settings.explain(error), member: "file")
          : ServerError(400, "bad_file", settings.explain(error), member: "file")
      } catch let error as ServerError {
        throw error
      } catch {
        throw ServerError(502, "recognizer_failed", settings.explain(error))
      }
    }
  }

  private var recognizer: PluginChoice {
    settings.recognizer.map(settings.plugins.recognizer) ?? settings.plugins.recognizerByDefault
  }

  /// The recognizer, as the user names it.
  var recognizerName: String { recognizer.reference.text }

  /// What is heard in `sound`.
  ///
  /// It waits for the client's turn.
  func text(
    of sound: AudioBuffer, language: String, client: String, _ cancellation: Cancellation
  ) throws -> String {
    try withRecognizer(client) { recognizer in
      var rest = sound.frameCount > 0 ? sound : nil
      return try hear(sound.format, language: language, recognizer, cancellation) {
        defer { rest = nil }
        return rest
      }.heard.text
    }
  }

  /// Waits for the client's turn, and runs `body` with a recognizer that stays started.
  private func withRecognizer<Value>(
    _ client: String, _ body: (RecognizerClient) throws -> Value
  ) throws -> Value {
    let choice = recognizer
    return try queue.withFairPlace(of: client) {
      try recognizers.with(
        choice.reference.text, make: { RecognizerClient(try settings.plugins.setup(choice)) }, body)
    }
  }

  /// What is heard in the pieces of sound that `next` gives.
  private func hear(
    _ given: AudioFormat, language: String, _ recognizer: RecognizerClient,
    _ cancellation: Cancellation, next: () throws -> AudioBuffer?
  ) throws -> Transcript {
    let format = AudioFormat(sample: .int16, rateHertz: 16_000)
    var listening = ListenRequest(format: format)
    listening.language = language
    var conformer = Conformer(to: format)
    conformer.begin(given)
    _ = try recognizer.open(listening, cancellation: cancellation)
    var frames = 0
    do {
      while let sound = try next() {
        let piece = conformer.process(sound)
        frames += piece.frameCount
        _ = try recognizer.push(piece, cancellation: cancellation)
      }
      let rest = conformer.finish()
      frames += rest.frameCount
      _ = try recognizer.push(rest, cancellation: cancellation)
      let heard = try recognizer.finish(cancellation: cancellation)
      return Transcript(
        heard: heard, rateHertz: format.rateHertz, seconds: Double(frames) / 16_000,
        language: language.isEmpty ? "en" : language)
    } catch {
      recognizer.close()
      throw error
    }
  }
}

extension FairQueue {
  /// As ``withPlace(of:_:)``, with an error for clients.
  fileprivate func withFairPlace<Value>(
    of client: String, _ body: () throws -> Value
  ) throws -> Value {
    do { return try withPlace(of: client, body) } catch let full as Full {
      throw ServerError(
        429, "busy", "\(full.waiting) requests wait already. Try again in a second.")
    }
  }
}

extension SoundFileError {
  /// Whether a program that is not there would read it.
  fileprivate var needsProgram: Bool {
    if case .needsProgram = reason { return true }
    return false
  }
}
