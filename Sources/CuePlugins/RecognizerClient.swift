import CueABI
import CueModel

/// A phrase that may be heard, and its part in the scene.
public struct ExpectedPhrase: Equatable, Sendable {
  /// What a phrase is.
  public enum Role: UInt32, Sendable {
    /// The line that should come.
    case expected = 1
    /// The line after it.
    case following = 2
    /// Another line, so that it is not taken for the expected one.
    case competing = 3
    /// "line?"
    case command = 4
    /// "uh"
    case filler = 5
    /// A name.
    case name = 6
    /// A number.
    case number = 7
  }

  /// What it is.
  public var role: Role
  /// Its words.
  public var text: String

  /// A phrase of that role.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}

/// What a recognizer heard.
///
/// Times are frames of the stream.
public struct Heard: Equatable, Sendable {
  /// A word and its place.
  public struct Word: Equatable, Sendable {
    /// The word.
    public var text: String
    /// Where it begins and ends.
    public var frames: Range<Int>
    /// 0…1, or nothing where it is not known.
    public var confidence: Double?
  }

  /// The words as text.
  public var text: String
  /// How many bytes of ``text`` will not change any more.
  public var stableBytes: Int
  /// The words, where the recognizer knows them.
  public var words: [Word]
  /// 0…1, or nothing where it is not known.
  public var confidence: Double?
}

/// A recognizer plugin in its worker.
///
/// One stream at a time.
public final class RecognizerClient {
  private let client: PluginClient
  private var stream: UInt32?
  private var format = AudioFormat(sample: .int16, rateHertz: 16000)
  private var final: Heard?
  private var partials: [Heard] = []

  /// The plugin of `setup`.
  public init(_ setup: PluginSetup) { client = PluginClient(setup, kind: CUE_KIND_RECOGNIZER) }

  /// Opens a stream of sound in `format`, in which `phrases` may be heard, or anything where there are none.
  public func open(_ format: AudioFormat, phrases: [ExpectedPhrase] = [], language: String = "")
    throws(PluginFailure)
  {
    precondition(stream == nil, "a stream is open")
    let worker = try client.ready()
    self.format = format
    final = nil
    partials = []
    stream = client.addToInstance(CUE_MSG_LISTEN, worker) {
      $0.u32(CUE_TAG_PARTIALS, 1)
      $0.u32(CUE_TAG_SAMPLE, format.sample == .int16 ? CUE_SAMPLE_S16 : CUE_SAMPLE_F32)
      $0.u32(CUE_TAG_RATE, UInt32(format.rateHertz))
      $0.u32(CUE_TAG_CHANNELS, UInt32(format.channels))
      $0.text(CUE_TAG_LANGUAGE, language)
      for phrase in phrases {
        $0.group(CUE_TAG_PHRASE) {
          $0.u32(CUE_TAG_ROLE, phrase.role.rawValue)
          $0.text(CUE_TAG_TEXT, phrase.text)
        }
      }
    }
    try send(worker)
  }

  /// Gives it the next sound.
  public func push(_ sound: AudioBuffer) throws(PluginFailure) {
    precondition(sound.format == format, "sound of another format than the stream's")
    guard let stream else { preconditionFailure("no stream is open") }
    let worker = try client.ready()
    client.addToInstance(CUE_MSG_AUDIO, request: stream, worker) {
      $0.u32(CUE_TAG_FRAMES, UInt32(sound.frameCount))
      $0.sound(CUE_TAG_SOUND, sound.bytes)
    }
    try send(worker)
  }

  /// A stream that fails is none any more.
  private func send(_ worker: Worker) throws(PluginFailure) {
    do throws(PluginFailure) { try worker.flush(while: "listening") } catch {
      stream = nil
      client.failed(error)
      throw error
    }
  }

  /// Ends the stream and says what was heard, and the partial results on the way to it.
  public func finish() throws(PluginFailure) -> (heard: Heard, partials: [Heard]) {
    guard let stream else { preconditionFailure("no stream is open") }
    self.stream = nil
    do throws(PluginFailure) {
      let heard = try finish(stream, try client.ready())
      client.succeeded()
      return heard
    } catch {
      client.failed(error)
      throw error
    }
  }

  private func finish(
    _ stream: UInt32, _ worker: Worker
  ) throws(PluginFailure) -> (heard: Heard, partials: [Heard]) {
    client.addToInstance(CUE_MSG_FINISH, request: stream, worker) { _ in }
    try worker.flush(while: "listening")
    while true {
      guard
        case .message(let message) = try worker.next(
          within: client.deadlines.gap, while: "listening"),
        message.request == stream
      else { continue }
      if message.type == CUE_MSG_DONE {
        if let failure = client.failure(of: message, worker, "listening") { throw failure }
        guard let final else {
          throw worker.misbehaved("listening", "it ended without saying what it heard")
        }
        return (final, partials)
      }
      do throws(Misbehaviour) {
        if message.type == CUE_MSG_PARTIAL { partials.append(try Heard(message)) }
        if message.type == CUE_MSG_FINAL { final = try Heard(message) }
      } catch { throw worker.misbehaved("listening", error.what) }
    }
  }

  /// Ends the plugin's process.
  public func quit() { client.quit() }
}

extension Heard {
  init(_ message: Message) throws(Misbehaviour) {
    text = printable(try message.text(CUE_TAG_TEXT))
    stableBytes = min(Int(try message.u32(CUE_TAG_STABLE) ?? 0), text.utf8.count)
    confidence = try Heard.known(message.f64(CUE_TAG_CONFIDENCE))
    words = []
    for group in try message.groups(CUE_TAG_WORD) {
      let start = try group.u64(CUE_TAG_FRAME) ?? 0
      let end = try group.u64(CUE_TAG_END) ?? 0
      guard start <= end, end < 1 << 40 else {
        throw Misbehaviour(what: "a word ends before it begins")
      }
      words.append(
        Word(
          text: printable(try group.text(CUE_TAG_TEXT)), frames: Int(start)..<Int(end),
          confidence: try Heard.known(group.f64(CUE_TAG_CONFIDENCE))))
    }
  }

  private static func known(_ value: Double?) throws(Misbehaviour) -> Double? {
    guard let value, value >= 0 else { return nil }
    guard value <= 1 else { throw Misbehaviour(what: "a confidence is above 1") }
    return value
  }
}
