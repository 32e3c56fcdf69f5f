import CueListening
import CueModel
import CuePlugins

/// Times of words that are found in sound, against those that flite's voices report.
///
/// Four voices say every line of the files that nothing was tuned on. What counts is where words begin.
struct WordTimes {
  let tree: Tree
  /// Every so-manieth line is said.
  let stride: Int

  private static let files = ["lines", "report", "fresh", "words"].map {
    "Benchmarks/listening/\($0).txt"
  }
  private static let voices = ["slt", "rms", "awb", "kal"]

  /// How far words were found from where they are, in seconds.
  private struct Errors {
    var all: [Double] = []
    /// Words of the voice that nothing was found for.
    var missing = 0
    /// Marks outside the sound, or ahead of the one before.
    var misplaced = 0

    mutating func compare(_ found: [SpeechMark], with clip: Clip) {
      let rate = Double(clip.sound.format.rateHertz)
      var latest = 0
      for mark in found {
        if mark.frame < latest || mark.frame >= clip.sound.frameCount { misplaced += 1 }
        latest = max(latest, mark.frame)
      }
      for word in clip.marks where word.kind == .word {
        // "5 o'clock" is one word for some and two for others: the one that begins there counts.
        guard let mark = found.first(where: { $0.textRange.overlaps(word.textRange) }) else {
          missing += 1
          continue
        }
        all.append(abs(Double(mark.frame - word.frame)) / rate)
      }
    }

    func milliseconds(at share: Double) -> Double {
      let sorted = all.sorted()
      guard !sorted.isEmpty else { return .infinity }
      return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))] * 1000
    }
  }

  func measure(into table: inout Table) throws {
    var lines: [String] = []
    for file in WordTimes.files {
      lines += String(decoding: contents(ofFile: file), as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }
    guard lines.count >= 200 else {
      throw BenchFailure(sentence: "\(WordTimes.files) should hold 200 lines.")
    }
    lines = Swift.stride(from: 0, to: lines.count, by: stride).map { lines[$0] }
    let ear = RecognizerClient(setup("pocketsphinx"))
    defer { ear.quit() }
    let timer = RecognizedWordTimer(ear, identity: "pocketsphinx")
    var (heard, spread, live) = (Errors(), Errors(), Errors())
    var ofVoice: [Errors] = []
    var (seconds, cost) = (0.0, 0.0)
    for name in WordTimes.voices {
      let voice = tree.voice(tree.plugin("flite"), name)
      defer { voice.quit() }
      let silent = TimedVoice(MarklessVoice(voice))
      var errors = Errors()
      for line in lines {
        let clip = try said(line, voice)
        let before = ProcessorTime.ofChildren + ProcessorTime.ofThread
        let words = try timer.words(
          of: line, language: "en", in: clip.sound, cancellation: Cancellation())
        cost += ProcessorTime.ofChildren + ProcessorTime.ofThread - before
        seconds += Double(clip.sound.frameCount) / Double(clip.sound.format.rateHertz)
        errors.compare(words, with: clip)
        spread.compare(WordSpread(line, language: "en").marks(in: clip.sound), with: clip)
        live.compare(try said(line, silent).marks, with: clip)
      }
      heard.all += errors.all
      heard.missing += errors.missing
      heard.misplaced += errors.misplaced
      ofVoice.append(errors)
    }
    add(
      "lines said, by \(WordTimes.voices.count) voices of flite",
      Double(lines.count * WordTimes.voices.count), .count, .none, &table)
    add("words found with PocketSphinx", Double(heard.all.count), .count, .none, &table)
    add("words without a time", Double(heard.missing), .count, .most(0), &table)
    add(
      "words outside the sound or out of order",
      Double(heard.misplaced + spread.misplaced + live.misplaced), .count, .most(0), &table)
    add("word starts: median error", heard.milliseconds(at: 0.5), .milliseconds, .most(15), &table)
    add(
      "word starts: 95 % are within", heard.milliseconds(at: 0.95), .milliseconds, .most(50), &table
    )
    for (name, errors) in zip(WordTimes.voices, ofVoice) {
      add(
        "word starts of \(name): 95 % are within", errors.milliseconds(at: 0.95), .milliseconds,
        .none, &table)
    }
    add("processor time for a second of sound", cost / seconds * 1000, .milliseconds, .none, &table)
    add(
      "spread, nobody listening: median error", spread.milliseconds(at: 0.5), .milliseconds, .none,
      &table)
    add(
      "spread, nobody listening: 95 % are within", spread.milliseconds(at: 0.95), .milliseconds,
      .none, &table)
    add(
      "spread while it is said: median error", live.milliseconds(at: 0.5), .milliseconds, .none,
      &table)
    add(
      "spread while it is said: 95 % are within", live.milliseconds(at: 0.95), .milliseconds, .none,
      &table)
  }

  private func add(
    _ name: String, _ value: Double, _ unit: Measure.Unit, _ limit: Measure.Limit,
    _ table: inout Table
  ) {
    table.add(Measure(name: "words: \(name)", ours: value, unit: unit, limit: limit))
  }

  private func setup(_ plugin: String) -> PluginSetup {
    let file = PluginFile(path: tree.plugin(plugin), name: plugin, isProgram: false, id: "")
    var setup = PluginSetup(file: file, worker: WorkerSettings(workerPath: tree.worker))
    setup.parameters = [("skip-cost", "140"), ("outside-cost", "60")]
    return setup
  }

  private func said(_ line: String, _ voice: any Voice) throws -> Clip {
    var request = SpeechRequest(text: line)
    request.wantsMarks = true
    var samples: [UInt8] = []
    var marks: [SpeechMark] = []
    var format = AudioFormat(sample: .int16, rateHertz: 16_000)
    _ = try voice.speak(request, cancellation: Cancellation()) { event in
      switch event {
      case .began(let began): format = began
      case .sound(let sound): samples += sound.bytes
      case .mark(let mark): marks.append(mark)
      case .shortfall, .startedOver: break
      }
    }
    return Clip(sound: AudioBuffer(format: format, bytes: samples), marks: marks)
  }
}

/// A voice that keeps its words to itself, as many do.
private final class MarklessVoice: Voice {
  private let voice: any Voice
  init(_ voice: any Voice) { self.voice = voice }
  var name: String { voice.name }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try voice.speak(request, cancellation: cancellation) { event in
      if case .mark = event { return }
      try receive(event)
    }
  }
}
