import ServicePlugin

/// One request for what was said, as the service will read it.
struct TranscriptionOrder {
  static let target = "/audio/transcriptions"
  /// What OpenAI takes in one request, less what surrounds the sound.
  static let mostSoundBytes = 25_000_000 - 65_536
  /// The most names that are sent; a model would not heed more.
  private static let mostKeywords = 100

  var body: [UInt8]
  var type: String

  /// Asks what was said in `samples`, of one channel.
  init(
    _ samples: [Int16], rateHertz: Int, model: Model, language: String, prompt: String,
    keywords: [String] = [], answer: Model.Answer, boundary: String
  ) {
    type = "multipart/form-data; boundary=\(boundary)"
    var body: [UInt8] = []
    body.reserveCapacity(samples.count * 2 + 4096)
    func add(_ text: String) { body += Array(text.utf8) }
    func field(_ name: String, _ value: String) {
      add("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n")
    }
    field("model", model.id)
    switch answer {
    case .verbose:
      field("response_format", "verbose_json")
      field("timestamp_granularities[]", "word")
      field("timestamp_granularities[]", "segment")
    case .plain(let hasLogarithms):
      field("response_format", "json")
      if hasLogarithms { field("include[]", "logprobs") }
    }
    if !language.isEmpty { field("language", language) }
    for keyword in keywords.prefix(Self.mostKeywords) {
      field("keywords[]", oneLine(keyword, atMost: 100))
    }
    if model.isDiarizing { field("chunking_strategy", "auto") }
    if model.takesPrompt, !prompt.isEmpty {
      field("prompt", oneLine(prompt, atMost: Prompt.mostCharacters))
    }
    add(
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.wav\"\r\n"
        + "Content-Type: audio/wav\r\n\r\n")
    body += Self.waveHeader(frames: samples.count, rateHertz: rateHertz)
    for sample in samples {
      body.append(UInt8(truncatingIfNeeded: sample))
      body.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    add("\r\n--\(boundary)--\r\n")
    self.body = body
  }

  /// A boundary that none of `texts` has in it.
  static func boundary(seed: UInt64, besides texts: [String]) -> String {
    var number = seed
    while true {
      let boundary = "cue-" + String(number, radix: 16) + "-sound-of-a-line"
      guard texts.contains(where: { $0.contains(boundary) }) else { return boundary }
      number &+= 1
    }
  }

  static func waveHeader(frames: Int, rateHertz: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + number(36 + frames * 2, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(1, 2) + number(1, 2) + number(rateHertz, 4) + number(rateHertz * 2, 4)
      + number(2, 2) + number(16, 2) + Array("data".utf8) + number(frames * 2, 4)
  }
}

/// What a recognizer gets before it listens.
///
/// Models of the Whisper kind read the end of it only, so what is expected comes last, after names.
enum Prompt {
  /// Whisper reads 224 pieces of words.
  static let mostCharacters = 900

  /// The user's own words, then names, then the text just heard or the lines that are expected.
  static func text(own: String, names: [String], lines: [String]) -> String {
    let lines = end(of: lines.joined(separator: " "), atMost: mostCharacters)
    var parts: [String] = []
    let room = mostCharacters - lines.count - 2
    let start = [own, names.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: " ")
    if !start.isEmpty, room > 0 { parts.append(end(of: start, atMost: room)) }
    if !lines.isEmpty { parts.append(lines) }
    return parts.joined(separator: " ")
  }

  /// The last words of `text`.
  private static func end(of text: String, atMost count: Int) -> String {
    let line = oneLine(text, atMost: .max)
    guard line.count > count else { return line }
    let rest = line.suffix(count)
    return trimmed(String(rest.drop { $0 != " " }))
  }
}
