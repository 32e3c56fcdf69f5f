import CueModel
import TestSupport

/// A microphone whose sound is in memory and waits for its reader, as a file's does.
final class MemoryMicrophone: Microphone {
  let name = "takes"
  var isLive = false
  /// Is called ahead of each read, with the frame.
  var atRead: (Int) -> Void = { _ in }
  private let sound: AudioBuffer
  private(set) var position = 0
  /// How often it was opened and closed.
  private(set) var opened = 0
  private(set) var isOpen = false
  /// It fails at this frame.
  var failure: (frame: Int, PluginFailure)?

  /// Utterances one after the other, each with its seconds of speech and of the silence after it; half a second comes first.
  convenience init(_ utterances: (speech: Double, silence: Double)...) {
    var at = 0.5
    var speech: [ClosedRange<Double>] = []
    for utterance in utterances {
      if utterance.speech > 0 { speech.append(at...at + utterance.speech) }
      at += utterance.speech + utterance.silence
    }
    self.init(room(seconds: at, speech: speech))
  }

  init(_ sound: AudioBuffer) { self.sound = sound }

  func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    opened += 1
    isOpen = true
    return sound.format
  }

  func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound? {
    precondition(isOpen, "a closed microphone is read")
    atRead(position)
    if let failure, position >= failure.frame { throw failure.1 }
    guard position < sound.frameCount, !cancellation.isCancelled else { return nil }
    let end = min(position + frames, sound.frameCount)
    defer { position = end }
    return CapturedSound(sound.frames(position..<end), startFrame: position)
  }

  func flush() {}
  func close() { isOpen = false }
}

/// A recognizer that hears, in each stream, what comes next in a list, as one of the phrases that it was given.
final class ListedRecognizer: Recognizer {
  enum Answer {
    /// A phrase, or the beginning of one, or words outside all of them.
    case said(String)
    /// The same, followed by words of no phrase.
    case saidAmongOthers(String)
    /// A phrase, with this confidence in each word but the last.
    case saidAlmost(String, confidence: Double, last: Double? = nil)
    /// A phrase that it is not very sure of.
    case saidPerhaps(String)
    /// Nothing that it knows.
    case unsure
    case nothing
    case fails(ListenFailure)
  }

  let name = "listed"
  private var answers: [Answer]
  private(set) var requests: [ListenRequest] = []
  private var pushedFrames = 0
  /// Those that count until the partial result.
  private var countedFrames = 0
  /// Where those begin.
  private var firstFrame = 0
  /// What each stream does not do as asked.
  var shortfalls: [Shortfall] = []
  /// After how many frames it fails, if that is next.
  var failsAfterFrames = 0
  /// Whether they count only from where somebody speaks.
  var waitsForSpeech = false
  /// How much sound the last stream had.
  var heardSeconds: Double {
    Double(pushedFrames) / Double(requests.last?.format.rateHertz ?? 1)
  }
  private let partialAfterFrames: Int

  /// - Parameters:
  ///   - answers: one for each stream; nothing after the last
  ///   - partialAfterFrames: from when on a partial result has all of the words
  init(_ answers: [Answer], partialAfterFrames: Int = 20000) {
    self.answers = answers
    self.partialAfterFrames = partialAfterFrames
  }

  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]
  {
    requests.append(request)
    pushedFrames = 0
    countedFrames = 0
    return shortfalls
  }

  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
    let before = countedFrames
    pushedFrames += sound.frameCount
    if !waitsForSpeech || before > 0 || sound.floats.contains(where: { abs($0) > 0.01 }) {
      if before == 0 { firstFrame = waitsForSpeech ? pushedFrames - sound.frameCount : 0 }
      countedFrames += sound.frameCount
    }
    if case .fails(let failure)? = answers.first, pushedFrames >= failsAfterFrames {
      answers.removeFirst()
      throw failure
    }
    guard before < partialAfterFrames, countedFrames >= partialAfterFrames else { return [] }
    return [heard]
  }

  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard {
    defer { if !answers.isEmpty { answers.removeFirst() } }
    return heard
  }

  func close() {}

  private var heard: Heard {
    switch answers.first {
    case .said(let text): return said(text)
    case .saidAmongOthers(let text):
      var heard = said(text)
      let end = heard.words.last?.frames.upperBound ?? 0
      var other = Heard.Word("aa n d ih", frames: end..<end + 4000)
      other.isOutside = true
      heard.words.append(other)
      return heard
    case .saidAlmost(let text, let confidence, let last):
      var heard = said(text)
      for index in heard.words.indices { heard.words[index].confidence = confidence }
      if let last { heard.words[heard.words.count - 1].confidence = last }
      return heard
    case .saidPerhaps(let text):
      var heard = said(text)
      heard.confidence = 0.85
      return heard
    case .unsure:
      var heard = Heard(text: "well well", confidence: 0.1)
      heard.words = [Heard.Word("well", frames: 0..<90)]
      return heard
    case .nothing, .fails, nil: return Heard(text: "")
    }
  }

  private func said(_ text: String) -> Heard {
    var heard = Heard(text: text, confidence: 0.9)
    let phrases = requests.last?.phrases.map { key($0.text) } ?? []
    let phrase =
      phrases.firstIndex(of: key(text))
      ?? phrases.firstIndex { $0.contains(key(text)) && !key(text).isEmpty }
    heard.words = text.split(separator: " ").enumerated().map { index, word in
      // As if the words took the time until the partial result.
      let frames = partialAfterFrames / max(1, text.split(separator: " ").count)
      let start = firstFrame + index * frames
      var word = Heard.Word(String(word), frames: start..<start + frames)
      word.phrase = phrase
      return word
    }
    return heard
  }

  private func key(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0 == " " }
  }
}
