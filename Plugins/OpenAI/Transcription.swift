import Glibc
import ServicePlugin

/// What the service heard in a stretch of sound.
struct Transcription: Equatable {
  /// A word, and when it was said, in seconds of the stretch.
  struct Word: Equatable {
    var text: String
    var start: Double
    var end: Double
    /// 0…1, below 0 if it is not known.
    var confidence: Double
  }

  var text: String
  /// Empty where the service gave no times, or none that can be.
  var words: [Word]
  /// 0…1, below 0 if it is not known.
  var confidence: Double

  /// Reads an answer about a stretch that lasts `seconds`; nil if it is not one.
  ///
  /// Unknown members are passed over. What Whisper itself calls no speech is left out.
  init?(_ json: Json?, seconds: Double) {
    guard let json, let whole = json["text"]?.text else { return nil }
    let segments = json["segments"]?.list ?? []
    let spoken = segments.filter { !Self.isNoSpeech($0) }
    let isPartly = spoken.count < segments.count
    text = trimmed(isPartly ? spoken.compactMap { $0["text"]?.text }.joined() : whole)
    let items = json["words"]?.list ?? segments.flatMap { $0["words"]?.list ?? [] }
    let nothing = segments.filter(Self.isNoSpeech).compactMap(Self.span)
    words = Self.words(items, seconds: seconds).filter { word in
      !nothing.contains { $0.contains((word.start + word.end) / 2) }
    }
    if text.isEmpty || !Self.covers(words, text) { words = [] }
    if !words.isEmpty { text = words.map(\.text).joined(separator: " ") }
    confidence = text.isEmpty ? -1 : Self.confidence(json, spoken, words)
  }

  /// Whisper's own rule: it heard no speech, and does not believe its words.
  private static func isNoSpeech(_ segment: Json) -> Bool {
    (segment["no_speech_prob"]?.number ?? 0) > 0.6 && (segment["avg_logprob"]?.number ?? 0) < -1
  }

  private static func span(_ segment: Json) -> ClosedRange<Double>? {
    guard let start = segment["start"]?.number, let end = segment["end"]?.number, start <= end
    else { return nil }
    return start...end
  }

  /// The words with times, in their order and within the sound; none if one of them cannot be.
  private static func words(_ items: [Json], seconds: Double) -> [Word] {
    var words: [Word] = []
    var earliest = 0.0
    for item in items {
      guard let said = item["word"]?.text ?? item["text"]?.text,
        let start = item["start"]?.number, let end = item["end"]?.number,
        start.isFinite, end.isFinite, start >= -0.5, start <= end, end <= seconds + 1
      else { return [] }
      let text = trimmed(said)
      guard !text.isEmpty else { continue }
      let from = min(max(start, earliest), seconds)
      let to = min(max(end, from), seconds)
      let probability = item["probability"]?.number ?? item["confidence"]?.number ?? -1
      words.append(
        Word(
          text: text, start: from, end: to,
          confidence: (0...1).contains(probability) ? probability : -1))
      earliest = to
    }
    return words
  }

  /// Whether the words are the text, which may have signs and figures that the words have not.
  private static func covers(_ words: [Word], _ text: String) -> Bool {
    func letters(_ text: String) -> Int { text.count { $0.isLetter || $0.isNumber } }
    return letters(words.map(\.text).joined()) * 10 >= letters(text) * 9
  }

  /// How likely the pieces of the words were, on the average; below 0 if that is not said.
  private static func confidence(_ json: Json, _ segments: [Json], _ words: [Word]) -> Double {
    var logarithms = (json["logprobs"]?.list ?? []).compactMap { $0["logprob"]?.number }
    if logarithms.isEmpty { logarithms = segments.compactMap { $0["avg_logprob"]?.number } }
    if logarithms.isEmpty, !words.isEmpty, words.allSatisfy({ $0.confidence >= 0 }) {
      logarithms = words.map { log(max($0.confidence, 1e-6)) }
    }
    guard !logarithms.isEmpty, logarithms.allSatisfy({ $0.isFinite }) else { return -1 }
    return min(max(exp(logarithms.reduce(0, +) / Double(logarithms.count)), 0), 1)
  }
}
