import CueModel
import CueSystem
import Glibc

/// The door for Home Assistant and other programs that speak Wyoming.
///
/// It is one program called "cue" with all voices, because its clients use the first program that a server lists. The protocol has no
/// keys, so the door offers what needs none.
package final class WyomingDoor: Sendable {
  private let server: SpeechServer
  private let version: String
  private let watch = PresenceWatch()
  private let isOver = Cancellation()
  private let connections = Monitor(0)
  /// The sockets that listen.
  private let listening = Monitor([Int32]())

  /// The most connections at a time.
  private static let mostConnections = 64

  /// A door to the voices and recognizers of `server`.
  package init(_ server: SpeechServer, version: String) {
    self.server = server
    self.version = version
  }

  /// Serves what comes to a socket, on threads of its own; the socket belongs to the door from here on.
  package func serve(_ descriptor: Int32) throws(ThreadError) {
    listening.change { $0.append(descriptor) }
    try Threads.start("cue-wyoming") { [self] in
      while !isOver.isCancelled {
        let socket = accept(descriptor, nil, nil)
        if socket < 0 {
          guard errno == EINTR || errno == ECONNABORTED || errno == EMFILE || errno == ENFILE else {
            break
          }
          usleep(10_000)
          continue
        }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        let isFree = connections.change { count in
          guard count < Self.mostConnections else { return false }
          count += 1
          return true
        }
        guard isFree,
          (try? Threads.start(
            "cue-client",
            { [self] in
              defer {
                close(socket)
                connections.change { $0 -= 1 }
              }
              let presence = ClientPresence(socket: socket)
              watch.add(presence)
              defer { watch.remove(presence) }
              Conversation(self, WyomingWire(socket: socket), presence).run()
            })) != nil
        else {
          if isFree { connections.change { $0 -= 1 } }
          close(socket)
          continue
        }
      }
      close(descriptor)
    }
  }

  /// Takes no more connections, and ends those that are open.
  package func stop() {
    isOver.cancel()
    for descriptor in listening.change({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    watch.cancelAll()
  }

  /// What the server offers, as clients ask for it first.
  fileprivate var info: JSONObject {
    func about(_ name: String, _ description: String) -> [(String, JSON?)] {
      [
        ("name", .string(name)), ("description", .string(description)),
        ("attribution", .object(JSONObject([("name", .string("Cue")), ("url", .string(""))]))),
        ("installed", .bool(true)), ("version", .string(version)),
      ]
    }
    let voices = server.freeVoices.map { voice in
      JSONObject(
        about(voice.id, "\(voice.name) (\(voice.choice.reference.plugin))")
          + [("languages", JSON.strings(voice.languages.isEmpty ? ["en"] : voice.languages))])
    }
    let models = [
      JSONObject(
        about(server.recognizerName, server.recognizerName) + [("languages", JSON.strings(["en"]))])
    ]
    return JSONObject([
      (
        "tts",
        JSON.objects([
          JSONObject(
            about("cue", "Voices of Cue")
              + [("supports_synthesize_streaming", .bool(true)), ("voices", JSON.objects(voices))])
        ])
      ),
      (
        "asr",
        JSON.objects([
          JSONObject(
            about("cue", "Recognizers of Cue")
              + [("supports_transcript_streaming", .bool(false)), ("models", JSON.objects(models))])
        ])
      ),
      ("handle", .array([])), ("intent", .array([])), ("wake", .array([])), ("mic", .array([])),
      ("snd", .array([])),
    ])
  }

  /// One client; its thread reads.
  private final class Conversation {
    private let door: WyomingDoor
    private let wire: WyomingWire
    private let presence: ClientPresence
    /// A text that comes in pieces; the same text follows as a whole, for older servers, and is passed over.
    private var inflow: TextInflow?
    private let isSpoken = Monitor(false)
    /// Home Assistant has a connection for each request, so that connections take turns.
    private var client: String { "wyoming \(wire.socket)" }
    private var language = ""
    private var hearing: WyomingHearing?

    init(_ door: WyomingDoor, _ wire: WyomingWire, _ presence: ClientPresence) {
      self.door = door
      self.wire = wire
      self.presence = presence
    }

    func run() {
      defer {
        presence.cancellation.cancel()
        if let inflow { inflow.end() }
        waitUntilSpoken()
        hearing = nil
      }
      do throws(WyomingWire.Ended) {
        while let message = try wire.next() { try take(message) }
      } catch {}
    }

    private func take(_ message: WyomingMessage) throws(WyomingWire.Ended) {
      switch message.type {
      case "describe": try wire.send("info", door.info)
      case "ping":
        try wire.send(
          "pong",
          message.text("text").isEmpty ? nil : JSONObject([("text", .string(message.text("text")))])
        )
      case "synthesize":
        guard inflow == nil else { return }
        try speak(SpeechRequest(text: message.text("text")), message.text("voice", "name"))
      case "synthesize-start": try begin(message.text("voice", "name"))
      case "synthesize-chunk": inflow?.add(message.text("text"))
      case "synthesize-stop":
        guard let inflow else { return }
        inflow.end()
        waitUntilSpoken()
        self.inflow = nil
        try wire.send("synthesize-stopped")
      case "transcribe": language = message.text("language")
      case "audio-start", "audio-chunk", "audio-stop": try hear(message)
      // Later versions have more; what is not known is no error.
      default: break
      }
    }

    // Speech.

    private func speak(_ request: SpeechRequest, _ voice: String) throws(WyomingWire.Ended) {
      do { try say(request, voice) } catch is WyomingWire.Ended { throw WyomingWire.Ended() } catch
      {
        try fail(error)
      }
    }

    private func say(_ request: SpeechRequest, _ voice: String) throws {
      let (wire, server) = (wire, door.server)
      let entry = try server.freeEntry(voice)
      var format: AudioFormat?
      func about(_ format: AudioFormat) -> JSONObject {
        JSONObject([
          ("rate", .integer(format.rateHertz)), ("width", .integer(2)),
          ("channels", .integer(format.channels)),
        ])
      }
      try server.speak(request, entry, client: client, presence.cancellation) {
        bytes, made in
        if format == nil { try wire.send("audio-start", about(made)) }
        format = made
        try wire.send("audio-chunk", about(made), payload: bytes)
      }
      if format == nil {
        try wire.send("audio-start", about(AudioFormat(sample: .int16, rateHertz: 16_000)))
      }
      try wire.send("audio-stop")
    }

    /// A thread says the text while this one reads more of it.
    private func begin(_ voice: String) throws(WyomingWire.Ended) {
      guard inflow == nil else { return }
      let inflow = TextInflow()
      self.inflow = inflow
      isSpoken.change { $0 = false }
      let (spoken, door, wire, presence) = (isSpoken, door, wire, presence)
      do throws(ThreadError) {
        try Threads.start("cue-speech") {
          let speaker = Conversation(door, wire, presence)
          try? speaker.speak(SpeechRequest(inflow), voice)
          spoken.change { $0 = true }
        }
      } catch {
        isSpoken.change { $0 = true }
        try fail(error)
      }
    }

    private func waitUntilSpoken() {
      guard inflow != nil else { return }
      isSpoken.wait { $0 ? () : nil }
    }

    // Recognition.

    private func hear(_ message: WyomingMessage) throws(WyomingWire.Ended) {
      do {
        switch message.type {
        case "audio-start":
          hearing = try WyomingHearing(
            message, language, recognizer: door.server, client: client, presence.cancellation)
        case "audio-chunk": try hearing?.take(message.payload)
        default:
          guard let heard = try hearing?.finish() else { return }
          hearing = nil
          try wire.send(
            "transcript",
            JSONObject([
              ("text", .string(heard)), ("language", .string(language.isEmpty ? "en" : language)),
            ]))
        }
      } catch is WyomingWire.Ended { throw WyomingWire.Ended() } catch {
        hearing = nil
        try fail(error)
      }
    }

    private func fail(_ error: any Error) throws(WyomingWire.Ended) {
      let known = door.server.failure(error)
      try wire.send(
        "error", JSONObject([("text", .string(known.sentence)), ("code", .string(known.code))]))
    }
  }
}

/// Sound that a client sends while somebody speaks; it is recognized when all of it has come.
private final class WyomingHearing {
  private let format: AudioFormat
  private let language: String
  private let server: SpeechServer
  private let client: String
  private let cancellation: Cancellation
  private var bytes: [UInt8] = []

  /// Ten minutes at 48,000 Hz.
  private static let mostBytes = 600 * 96_000

  init(
    _ message: WyomingMessage, _ language: String, recognizer server: SpeechServer,
    client: String, _ cancellation: Cancellation
  ) throws(ServerError) {
    let (rate, width, channels) = (
      message.number("rate") ?? 16_000, message.number("width") ?? 2,
      message.number("channels") ?? 1
    )
    guard (8000...192_000).contains(rate), width == 2, (1...8).contains(channels) else {
      throw ServerError(
        400, "bad_format", "Sound is 16-bit, at 8,000 to 192,000 Hz, with 1 to 8 channels.")
    }
    format = AudioFormat(sample: .int16, rateHertz: rate, channels: channels)
    self.language = language
    self.server = server
    self.client = client
    self.cancellation = cancellation
  }

  func take(_ some: [UInt8]) throws(ServerError) {
    guard bytes.count + some.count <= Self.mostBytes else {
      throw ServerError(413, "too_large", "The sound is longer than ten minutes.")
    }
    bytes += some
  }

  func finish() throws -> String {
    let whole = bytes.count / format.frameByteCount * format.frameByteCount
    return try server.text(
      of: AudioBuffer(format: format, bytes: Array(bytes[..<whole])), language: language,
      client: client, cancellation)
  }
}
