import CueModel
import Glibc
import Processes

/// Many lines through one warm worker: how long they take, and whether they are the same bytes in any order.
struct ManyLines {
  let tree: Tree

  /// Interleaved with the direct program in blocks of lines, which both say one after the other.
  ///
  /// The ratio is the median of the blocks': another program that runs for a moment beside one of them changes nothing.
  func measureTime(_ engine: Engine, lines count: Int, into table: inout Table) throws {
    let lines = Texts.lines(count)
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    let direct = try DirectLines(engine.direct(tree) + ["lines"])
    let cancellation = Cancellation()
    _ = try voice.speak(SpeechRequest(text: lines[0]), cancellation: cancellation) { _ in }
    _ = try direct.say([lines[0]])
    var ours: [Double] = []
    var theirs: [Double] = []
    for first in stride(from: 0, to: count, by: 25) {
      let block = Array(lines[first..<min(first + 25, count)])
      let start = bench_now()
      for (index, line) in block.enumerated() {
        if index + 1 < block.count { voice.expect(SpeechRequest(text: block[index + 1])) }
        _ = try voice.speak(SpeechRequest(text: line), cancellation: cancellation) { _ in }
      }
      ours.append(milliseconds(since: start))
      theirs.append(try direct.say(block))
    }
    table.add(
      Measure(
        name: "\(engine.name): \(count) lines, one warm worker, wall", ours: ours.reduce(0, +),
        direct: theirs.reduce(0, +), pairedRatio: median(zip(ours, theirs).map { $0 / $1 }),
        unit: .milliseconds, limit: .ratio(engine.linesRatio)))
  }

  /// Shuffled, with two workers, and with other amounts of credit: how many lines are not the same bytes.
  func measureSameness(_ engine: Engine, lines count: Int, into table: inout Table) throws {
    let lines = Texts.lines(count)
    var shuffled = Array(lines.indices)
    var generator = RepeatableGenerator()
    shuffled.shuffle(using: &generator)
    let expected = try say(lines, Array(lines.indices), engine)
    func compare(_ how: String, _ said: [Int: Fingerprint]) {
      let differing = lines.indices.count { said[$0] != expected[$0] }
      table.add(
        Measure(
          name: "\(engine.name): \(count) lines, \(how): lines that differ",
          ours: Double(differing), unit: .count, limit: .most(0)))
    }
    compare("shuffled", try say(lines, shuffled, engine))
    let half = shuffled.count / 2
    let parts = try together([Array(shuffled[..<half]), Array(shuffled[half...])]) {
      try say(lines, $0, engine)
    }
    compare("shuffled, two workers", parts[0].merging(parts[1]) { first, _ in first })
    for credit: UInt32 in [12_000, 1 << 24] {
      let wire = try Wire(tree, plugin: tree.plugin(engine.plugin))
      try wire.hello()
      try wire.create()
      try wire.prepare(engine.voice)
      var said: [Int: Fingerprint] = [:]
      for index in shuffled {
        try wire.say(lines[index], voice: engine.voice, credit: credit) {
          said[index, default: Fingerprint()].take($0)
        }
      }
      compare("credit of \(credit) frames", said)
    }
  }

  private func say(_ lines: [String], _ order: [Int], _ engine: Engine) throws -> [Int: Fingerprint]
  {
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    let cancellation = Cancellation()
    var said: [Int: Fingerprint] = [:]
    for (place, index) in order.enumerated() {
      if place + 1 < order.count { voice.expect(SpeechRequest(text: lines[order[place + 1]])) }
      _ = try voice.speak(SpeechRequest(text: lines[index]), cancellation: cancellation) { event in
        if case .sound(let sound) = event { said[index, default: Fingerprint()].take(sound.bytes) }
      }
    }
    return said
  }
}
