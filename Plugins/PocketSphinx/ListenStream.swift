import CueABI
import CuePluginKit
import Synchronization

/// One stream of sound: converted, decoded in pieces of 30 ms, and reported in frames of its own.
final class ListenStream {
  /// The decoder gets this many samples at a time, from the stream's start: how sound comes in changes nothing.
  private static let pieceSamples = 480
  private static let pieceFrames = pieceSamples / Decoder.frameSamples

  /// Sound that has more of the tones of 80 ms before is music.
  ///
  /// Of flite's and eSpeak's voices none reached 0.43, and of seven
  /// kinds of made music none was below 0.6, in silence.
  private static let leastTonality: Float = 0.5
  /// A line may be sung, or said to music.
  private static let leastTonalityBesideLine: Float = 0.7
  /// A word of whose sound less is left without the noise was heard in noise: of white noise at most 0.21 is, and of words at 5 dB
  /// at least 0.67.
  private static let leastLeft: Float = 0.3
  /// A word without a louder stretch of this many seconds is made of knocks, or of key sounds: each word has a vowel.
  private static let leastLongest: Float = 0.045
  /// This many words must be on a path that reaches no end of the grammar.
  private static let fewestLostWords = 3
  /// How often it is looked at how well the words of a path fit that stays the same: every 150 ms.
  private static let restFrames = 15
  /// How often it is looked after what the decoder learns: every 0.9 s.
  private static let lessonFrames = 90

  private let decoder: Decoder
  private let second: SecondOpinion?
  private let witness: NumberWitness?
  private let lineWitness: (judge: LineWitness, grammar: LineGrammar)?
  private let hearing: Hearing
  private let converter: InputConverter
  private let rateHertz: UInt64
  private let channels: Int
  private let wantsPartials: Bool
  private var stable: StablePrefix
  private var steadiness = Steadiness(pieceFrames: pieceFrames)
  private var waiting: [Int16] = []
  /// All sound, where it may be decoded once more.
  private var kept: [Int16] = []
  private var heardFrames: UInt64 = 0
  private var decodedFrames = 0
  private var lastText = ""
  private var lastStableBytes = 0
  private var isOpen = true
  /// What the decoder took for the speaker when the stream began.
  private let mean: [Float]

  init(
    _ decoder: Decoder, _ hearing: Hearing, _ request: ListenRequest, holdMilliseconds: Int,
    second: SecondOpinion? = nil, witness: NumberWitness? = nil,
    lineWitness: (judge: LineWitness, grammar: LineGrammar)? = nil
  ) throws(PluginFailure) {
    self.decoder = decoder
    self.second = second
    self.witness = witness
    self.lineWitness = lineWitness
    self.hearing = hearing
    converter = try InputConverter(
      request.format,
      mostHiss: hearing.expectsLine && lineWitness == nil
        ? InputConverter.hissBesideLine : InputConverter.leastHiss)
    rateHertz = UInt64(request.format.rateHertz)
    channels = Int(request.format.channels)
    wantsPartials = request.wantsPartials
    stable = StablePrefix(
      holdFrames: UInt64(request.format.rateHertz) * UInt64(holdMilliseconds) / 1000)
    mean = decoder.mean
    guard decoder.begin(), second?.decoder.begin() ?? true, anything?.begin() ?? true else {
      throw PluginFailure(
        CUE_E_INTERNAL, "PocketSphinx could not begin to listen: \(Decoder.complaint)")
    }
  }

  /// The decoder for anything, where it listens beside the other.
  private var anything: Decoder? { witness?.decoder ?? lineWitness?.judge.decoder }

  /// Takes the next sound and says what is heard by now, where that has changed; ends early when `isCancelled`.
  func push(_ samples: [Float], isCancelled: () -> Bool) throws(PluginFailure) -> Transcript? {
    heardFrames += UInt64(samples.count / channels)
    var news: Transcript?
    // In parts, so that a cancel need not wait for an hour of sound.
    let part = 8192 * channels
    for start in stride(from: 0, to: samples.count, by: part) {
      waiting += converter.take(Array(samples[start..<min(start + part, samples.count)]))
      if let told = try decode(isCancelled) { news = told }
      if isCancelled() { return nil }
    }
    return news
  }

  private func decode(_ isCancelled: () -> Bool) throws(PluginFailure) -> Transcript? {
    var told: Transcript?
    var at = 0
    defer { waiting.removeFirst(at) }
    while waiting.count - at >= ListenStream.pieceSamples, !isCancelled() {
      try hear(Array(waiting[at..<at + ListenStream.pieceSamples]))
      at += ListenStream.pieceSamples
      decodedFrames += ListenStream.pieceFrames
      if decodedFrames % ListenStream.lessonFrames == 0, !hasWords { unlearn() }
      guard wantsPartials, mayHaveNews() else { continue }
      let heard = partial(parts(of: decoder.path()))
      guard heard.text != lastText || heard.stableBytes != lastStableBytes else { continue }
      lastText = heard.text
      lastStableBytes = heard.stableBytes
      told = heard
    }
    return told
  }

  /// Whether a look at the path may give another text, or another stable part of it.
  private func mayHaveNews() -> Bool {
    if decoder.wordsHaveChanged() { return true }
    if let due = stable.nextFrame, streamFrame(decodedFrames) >= due { return true }
    return decodedFrames % ListenStream.restFrames == 0
      && (decoder.fitHasChanged() || steadiness.isSteady)
  }

  /// What was heard; words in steady sound, music, noise and knocks do not count.
  private func parts(
    of path: [Decoder.Segment], offered: Vocabulary = Vocabulary(),
    heardFreely: [Decoder.Segment] = [], isWhole: Bool = false
  ) -> [Hearing.Part] {
    var hearing = hearing
    hearing.offered = offered
    hearing.heardFreely = heardFreely
    if isWhole { hearing.decibels = decibels(of: path) }
    var parts = hearing.parts(path, isWhole: isWhole)
    func isSaid(_ part: Hearing.Part) -> Bool { part.kind == .word || part.kind == .other }
    guard parts.contains(where: isSaid) else { return parts }
    let isMusic =
      converter.tonality
      > (hearing.expectsLine
        ? ListenStream.leastTonalityBesideLine : ListenStream.leastTonality)
    for index in parts.indices where isSaid(parts[index]) {
      let frames = parts[index].frames
      if isMusic || steadiness.covers(frames) || converter.left(frames) < ListenStream.leastLeft
        || converter.longest(frames) < ListenStream.leastLongest
      {
        parts[index].kind = .outside
      }
    }
    return parts
  }

  /// How far the words of a path are above the noise.
  private func decibels(of path: [Decoder.Segment]) -> Double {
    let words = path.filter { !$0.name.hasPrefix("<") && !$0.name.hasPrefix("+") }
    guard let first = words.first?.first, let last = words.last?.last, first <= last else {
      return WordDoubt.quietDecibels
    }
    return Double(converter.decibels(first..<last + 1))
  }

  /// Takes back what the decoders have learnt in this stream.
  private func unlearn() {
    decoder.mean = mean
    second?.decoder.mean = mean
    anything?.mean = mean
  }

  /// Whether the decoder has heard words by now.
  ///
  /// While it has none it must not learn: a minute of silence is not a speaker.
  private var hasWords: Bool { parts(of: decoder.path()).contains { $0.kind == .word } }

  /// No more sound: says what was heard.
  func finish(isCancelled: () -> Bool) throws(PluginFailure) -> Transcript {
    waiting += converter.finish()
    _ = try decode(isCancelled)
    guard !isCancelled() else { return Transcript(text: "") }
    if !waiting.isEmpty { try hear(waiting) }
    waiting = []
    // Noise may have cost the decoder the paths that reach an end of the grammar: then the best path of all is reported.
    let best = decoder.path()
    close()
    let final = decoder.path()
    let heardFreely = lineWitness?.judge.decoder.path() ?? []
    // The witness of a line hears what was changed in it by itself.
    var parts = parts(
      of: final.isEmpty ? best : final, heardFreely: heardFreely,
      isWhole: hearing.expectsLine && lineWitness == nil)
    // One or two words on a path that goes nowhere are what a decoder finds in noise.
    if final.isEmpty, parts.count(where: { $0.kind == .word }) < ListenStream.fewestLostWords {
      for index in parts.indices where parts[index].kind == .word { parts[index].kind = .outside }
    }
    if let again = try heardAgain(heardFreely) { parts = again }
    if let second {
      parts = second.revise(parts, by: second.decoder.path()) {
        hearing.vocabulary.entry(heardAs: $0)?.phones ?? []
      }
    }
    if let witness { parts = witness.agreed(parts, hearing, of: kept, mean: mean) }
    if !parts.contains(where: { $0.kind == .word }) { unlearn() }
    let heard = hearing.transcript(parts, isFinal: true, frame: streamFrame)
    var told = stable.finish(heard.words)
    told.confidence = heard.confidence
    told.noSpeech = heard.noSpeech
    return told
  }

  /// The parts of the sound with words that were said in place of the line's or besides them; nil if there are none.
  private func heardAgain(
    _ heardFreely: [Decoder.Segment]
  ) throws(PluginFailure) -> [Hearing.Part]? {
    guard let (witness, grammar) = lineWitness,
      let path = try witness.secondPath(grammar, of: kept, mean: mean)
    else { return nil }
    return parts(of: path, offered: witness.vocabulary, heardFreely: heardFreely)
  }

  /// Ends the stream, where it has not ended.
  func close() {
    guard isOpen else { return }
    isOpen = false
    _ = decoder.end()
    _ = second?.decoder.end()
    _ = anything?.end()
  }

  private func hear(_ samples: [Int16]) throws(PluginFailure) {
    steadiness.take(samples)
    if anything != nil, kept.count <= LineWitness.mostSamples { kept += samples }
    guard decoder.hear(samples), second?.decoder.hear(samples) ?? true,
      anything?.hear(samples) ?? true
    else {
      throw PluginFailure(CUE_E_INTERNAL, "PocketSphinx gave up: \(Decoder.complaint)")
    }
  }

  /// What is reported while words still come.
  private func partial(_ parts: [Hearing.Part]) -> Transcript {
    let heard = hearing.transcript(parts, isFinal: false, frame: streamFrame)
    // A second opinion may change any word in the end.
    guard second == nil, anything == nil else { return heard }
    var told = stable.take(heard.words, at: streamFrame(decodedFrames))
    told.confidence = heard.confidence
    told.noSpeech = heard.noSpeech
    return told
  }

  /// The frame of the stream that a frame of the decoder begins with.
  private func streamFrame(_ frame: Int) -> UInt64 {
    min(heardFrames, UInt64(frame) * rateHertz / 100)
  }
}
