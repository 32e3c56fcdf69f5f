import CFlite
import CueABI
import CuePluginKit

/// One request on its way through flite, which may cut it into several utterances of its own.
@safe final class Utterance {
  private let request: SpeechRequest
  private let sink: SpeechSink
  private let text: [UInt8]
  private var finder: TokenFinder
  /// Frames of the utterances that are done.
  private var doneFrames: UInt64 = 0
  /// Frames of the current one.
  private var frames: UInt64 = 0
  private var begun = false
  private var stopped = false
  private var lastEventFrame: UInt64 = 0

  init(_ request: SpeechRequest, _ sink: SpeechSink) {
    self.request = request
    self.sink = sink
    // A NUL would end the text early; for flite it is a blank.
    text = request.text.utf8.map { $0 == 0 ? 0x20 : $0 }
    finder = TokenFinder(text)
  }

  func run(
    _ voice: LoadedVoice, speed: Double, pitchSemitones: Double, pitchRange: Double
  ) throws(PluginFailure) {
    guard text.contains(where: { $0 > 0x20 }) else { return }
    let box = unsafe Unmanaged.passRetained(self)
    defer { unsafe box.release() }
    unsafe voice.say(
      Utterance.withShortWords(text) + [0], speed: speed, pitchSemitones: pitchSemitones,
      pitchRange: pitchRange,
      { wave, start, size, last, info in
        guard let wave = unsafe wave, let info = unsafe info else { return CST_AUDIO_STREAM_STOP }
        let utterance = unsafe Unmanaged<Utterance>.fromOpaque(info.pointee.userdata)
          .takeUnretainedValue()
        return unsafe utterance.take(
          wave.pointee, Int(start), Int(size), last != 0, info.pointee.utt)
      }, box.toOpaque())
  }

  /// `text` with an empty line, which ends an utterance, inside words of more than 200 bytes: flite would work on
  /// the whole for minutes.
  private static func withShortWords(_ text: [UInt8]) -> [UInt8] {
    var short: [UInt8] = []
    short.reserveCapacity(text.count)
    var length = 0
    for byte in text {
      length = byte <= 0x20 ? 0 : length + 1
      if length > 200, !UTF8.isContinuation(byte) {
        short += [0x0a, 0x0a]
        length = 1
      }
      short.append(byte)
    }
    return short
  }

  private func take(
    _ wave: cst_wave, _ start: Int, _ size: Int, _ isLast: Bool,
    _ engine: UnsafePointer<cst_utterance>?
  ) -> Int32 {
    guard !stopped else { return CST_AUDIO_STREAM_STOP }
    if start == 0 {
      frames = 0
      if !begun {
        begun = true
        stopped = unsafe !sink.begin16Bit(rateHertz: UInt32(wave.sample_rate))
      }
      if request.events.contains(.word), let engine = unsafe engine {
        unsafe reportWords(engine, rateHertz: Double(wave.sample_rate))
      }
    }
    if !stopped, size > 0 {
      let samples = unsafe UnsafeBufferPointer(start: wave.samples + start, count: size)
      stopped = unsafe !hand(samples)
      frames += UInt64(size)
    }
    if isLast { doneFrames += frames }
    return stopped ? CST_AUDIO_STREAM_STOP : CST_AUDIO_STREAM_CONT
  }

  private func hand(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
    guard request.volume != 1 else { return unsafe sink.sound(samples) }
    let volume = Float(request.volume)
    return sink.sound(unsafe samples.map { SoftLimit.sample(Float($0) * volume) })
  }

  /// Reports each token at its first word: "$100" is three words and one event.
  private func reportWords(_ engine: UnsafePointer<cst_utterance>, rateHertz: Double) {
    var word = unsafe relation_head(utt_relation(engine, "Word"))
    var lastToken: OpaquePointer?
    while let item = unsafe word {
      defer { unsafe word = unsafe item_next(item) }
      guard let token = unsafe cue_flite_token(item) else { continue }
      let identity = unsafe OpaquePointer(token.pointee.contents)
      guard unsafe identity != lastToken else { continue }
      unsafe lastToken = unsafe identity
      guard let name = unsafe cue_flite_name(token),
        let range = finder.next(unsafe Array(String(cString: name).utf8))
      else { continue }
      let seconds = unsafe cue_flite_begin_seconds(item)
      let frame = doneFrames + UInt64(max(0, (Double(seconds) * rateHertz).rounded()))
      lastEventFrame = max(lastEventFrame, frame)
      guard sink.event(.word, atFrame: lastEventFrame, textRange: range) else {
        stopped = true
        return
      }
    }
  }
}

/// Finds flite's tokens in the text they came from, in order.
struct TokenFinder {
  private let text: [UInt8]
  private var at = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Where `token` stands next, or nothing; flite drops punctuation around a token and nothing inside it.
  mutating func next(_ token: [UInt8]) -> Range<Int>? {
    guard let first = token.first else { return nil }
    var start = at
    while start + token.count <= text.count {
      if text[start] == first, text[start..<start + token.count].elementsEqual(token) {
        at = start + token.count
        return start..<at
      }
      start += 1
    }
    return nil
  }
}
