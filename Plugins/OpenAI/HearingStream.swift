import CueABI
import CuePluginKit

/// One stream of sound, of which stretches of speech are read by the service.
///
/// A stretch ends with a pause, and its words stay. Where a line is expected, pauses belong to it: then it is read at a pause to
/// report what was said so far, and again at the end if more was said, so that the model has the whole line.
final class HearingStream {
  /// Asks what was said in samples of one channel, after that text; nil if it was cancelled.
  typealias Reading = (_ samples: [Int16], _ textBefore: String) throws(PluginFailure) ->
    Transcription?

  private struct Part {
    var text: String
    var words: [HeardWord]
    var confidence: Double
  }

  /// Silence after which a stretch is over.
  private static let pauseSeconds = 1.2
  /// Silence after which an expected line may be over.
  private static let pauseInLineSeconds = 0.7
  /// A stretch without an expected line is no longer.
  private static let mostSeconds = 60.0

  private let rateHertz: Int
  private let expectsLine: Bool
  private let wantsPartials: Bool
  private let read: Reading
  private var blocks: MonoBlocks
  private var stretches: Stretches
  private var heardFrames = 0
  private var closed: [Part] = []
  /// The stretch that goes on, as it was read last, up to that frame.
  private var open: (part: Part?, endFrame: Int)?

  init(_ request: ListenRequest, silenceDecibels: Double, mostBytes: Int, read: @escaping Reading) {
    rateHertz = Int(request.format.rateHertz)
    expectsLine = request.phrases.contains { $0.role == CUE_PHRASE_EXPECTED }
    wantsPartials = request.wantsPartials
    self.read = read
    let blockFrames = rateHertz / 50
    blocks = MonoBlocks(blockFrames: blockFrames, channels: Int(request.format.channels))
    channels = Int(request.format.channels)
    let most = Double(mostBytes / 2) / Double(rateHertz)
    stretches = Stretches(
      blockFrames: blockFrames, silenceDecibels: silenceDecibels,
      pauseSeconds: expectsLine ? Self.pauseInLineSeconds : Self.pauseSeconds,
      mostSeconds: expectsLine ? most : min(most, Self.mostSeconds))
  }

  private let channels: Int

  /// Takes the next sound and says what is heard by now, where that has changed.
  func push(_ samples: [Float], goesOn: () -> Bool) throws(PluginFailure) -> Transcript? {
    heardFrames += samples.count / channels
    // In parts, so that a cancel need not wait for an hour of sound.
    let part = 8192 * channels
    var hasNews = false
    for start in stride(from: 0, to: samples.count, by: part) {
      blocks.append(Array(samples[start..<min(start + part, samples.count)]))
      while let block = blocks.next() {
        guard goesOn() else { return nil }
        switch stretches.take(block) {
        case .goesOn: break
        case .full:
          guard try close(stretches.cut()) else { return nil }
          hasNews = true
        case .pause where expectsLine:
          guard wantsPartials else { break }
          guard try readOpen() else { return nil }
          hasNews = true
        case .pause:
          let spoken = stretches.spoken()
          stretches.forget()
          guard try close(spoken) else { return nil }
          hasNews = true
        }
      }
    }
    return hasNews ? transcript(isFinal: false) : nil
  }

  /// No more sound: says what was heard.
  func finish(goesOn: () -> Bool) throws(PluginFailure) -> Transcript {
    if let open, open.endFrame == stretches.speechEndFrame {
      if let part = open.part { closed.append(part) }
    } else if stretches.hasSpeech {
      _ = try close(stretches.spoken())
    }
    open = nil
    return transcript(isFinal: true)
  }

  /// Reads a stretch that is over; false if that was cancelled.
  private func close(_ spoken: (frame: Int, samples: [Int16])?) throws(PluginFailure) -> Bool {
    open = nil
    guard let spoken else { return true }
    guard let part = try part(spoken) else { return false }
    if !part.text.isEmpty { closed.append(part) }
    return true
  }

  /// Reads the stretch that goes on; false if that was cancelled.
  private func readOpen() throws(PluginFailure) -> Bool {
    let end = stretches.speechEndFrame
    guard let spoken = stretches.spoken() else {
      open = (nil, end)
      return true
    }
    guard let part = try part(spoken) else { return false }
    open = (part.text.isEmpty ? nil : part, end)
    return true
  }

  private func part(_ spoken: (frame: Int, samples: [Int16])) throws(PluginFailure) -> Part? {
    let before = closed.last?.text ?? ""
    guard let heard = try read(spoken.samples, before) else { return nil }
    let earliest = closed.last?.words.last?.end ?? 0
    let latest = UInt64(min(heardFrames, spoken.frame + spoken.samples.count))
    let words = heard.words.map { word in
      func frame(_ seconds: Double) -> UInt64 {
        let frame = UInt64(max(0, Double(spoken.frame) + (seconds * Double(rateHertz)).rounded()))
        return min(max(frame, earliest), latest)
      }
      return HeardWord(
        text: word.text, start: frame(word.start), end: frame(word.end),
        confidence: word.confidence)
    }
    return Part(text: heard.text, words: words, confidence: heard.confidence)
  }

  private func transcript(isFinal: Bool) -> Transcript {
    let parts = closed + (open?.part.map { [$0] } ?? [])
    func joined(_ parts: [Part]) -> String { parts.map(\.text).joined(separator: " ") }
    let hasTimes = parts.allSatisfy { !$0.words.isEmpty }
    let known = parts.map(\.confidence)
    let isKnown = !known.isEmpty && known.allSatisfy { $0 >= 0 }
    return Transcript(
      text: joined(parts),
      stableBytes: joined(isFinal ? parts : closed).utf8.count,
      words: hasTimes ? parts.flatMap(\.words) : [],
      confidence: isKnown ? known.reduce(0, +) / Double(known.count) : -1,
      noSpeech: parts.isEmpty && isFinal ? 1 : -1)
  }
}
