import CueModel
import CueStory

/// Sixteen takes that play for an hour: whether the last strokes are where the timeline has them, as the first are.
///
/// A take lasts 300 s at most, so twelve rounds of sixteen takes follow one another. In a cycle of four seconds each take has a
/// quarter of a second for its stroke, so that it is known whose stroke is heard. The device takes sound as soon as it comes, so an
/// hour is heard in minutes.
struct StoryDrift {
  let tree: Tree
  let isQuick: Bool

  private static let takes = 16
  private static let nodes = [0.5, 0.8, 1.25, 2]
  private static let cycleFrames = 4 * 48_000
  private static let slotFrames = 12_000

  func measure(into table: inout Table) throws {
    try measure("varispeed", linked: true, rounds: isQuick ? 2 : 12, limit: .most(0), into: &table)
    try measure("short", linked: false, rounds: 2, limit: .none, into: &table)
  }

  private func measure(
    _ engine: String, linked: Bool, rounds: Int, limit: Measure.Limit, into table: inout Table
  ) throws {
    var sound = try StorySound(tree: tree)
    let seconds = isQuick ? 60 : 296
    let story = try story(&sound, seconds: seconds, rounds: rounds, linked: linked)
    let heard = HeardStrokes(cycles: seconds / 4 * rounds)
    let tree = tree
    let player = StoryPlayer(
      story, on: AtOnceDevice(heard), effects: { StorySound.effects(tree, engine) })
    try player.play()
    try player.waitUntilEnd()
    try player.checkAllPlayed()
    let places = heard.places
    let cycles = seconds / 4
    var drifts: [Double] = []
    for take in 0..<StoryDrift.takes {
      let (first, last) = (
        median(Array(places[take][..<cycles])),
        median(Array(places[take][(cycles * (rounds - 1))...]))
      )
      drifts.append(abs(last - first))
    }
    let minutes = rounded(Double(seconds * rounds) / 60, 0)
    table.add(
      Measure(
        name: "16 takes by \(engine) for \(minutes) minutes: drift in frames, the most of a take",
        ours: (drifts.max() ?? .infinity).rounded(), unit: .count, limit: limit))
    let end = story.endTick / 1000
    table.add(
      Measure(
        name: "16 takes by \(engine) for \(minutes) minutes: frames beside the timeline's",
        ours: Double(max(0, end - player.course.writtenFrames)), unit: .count, limit: .most(0)))
    table.note(
      "  largest drift \(rounded(drifts.max() ?? 0, 4)) frames; \(heard.missing) strokes not heard")
    guard heard.missing == 0 else {
      throw BenchFailure(sentence: "\(heard.missing) strokes were not heard.")
    }
  }

  private func story(
    _ sound: inout StorySound, seconds: Int, rounds: Int, linked: Bool
  ) throws -> PlayedStory {
    var files: [PlayedTake] = []
    for node in StoryDrift.nodes {
      let strokes = (0..<seconds / 4).map {
        Int((Double(StoryDrift.cycleFrames * $0 + StoryDrift.slotFrames / 2) * node).rounded())
      }
      files.append(
        try sound.take(
          1, StorySound.drum(Int(Double(seconds * 48_000) * node), strokes: strokes),
          recordedAt: 1 / node, linked: linked))
    }
    var takes: [PlayedTake] = []
    for round in 0..<rounds {
      for index in 0..<StoryDrift.takes {
        let file = files[index % files.count]
        let start = (round * seconds * 48_000 + index * StoryDrift.slotFrames) * 1000
        takes.append(
          PlayedTake(
            number: takes.count + 1, path: file.path, format: file.format, frames: file.frames,
            recorded: file.recorded,
            place: TimelinePlace(start: start, length: file.place.end)))
      }
    }
    return PlayedStory(rateHertz: 48_000, takes: takes, dials: StorySound.dials(1, linked: linked))
  }

  /// Finds strokes in what is played, as it comes.
  private final class HeardStrokes: @unchecked Sendable {
    private let cycles: Int
    private var kept: [Float] = []
    /// The played frame of the first that is kept.
    private var first = 0
    private var next = 0
    private(set) var places = Array(repeating: [Double](), count: StoryDrift.takes)
    private(set) var missing = 0

    init(cycles: Int) { self.cycles = cycles }

    /// Called by the device's thread only, and read when that has ended.
    func hear(_ sound: AudioBuffer) {
      let floats = sound.floats
      for index in 0..<sound.frameCount { kept.append(floats[2 * index]) }
      let slot = StoryDrift.slotFrames
      while next < cycles * StoryDrift.takes, first + kept.count >= (next + 1) * slot {
        let middle = next * slot + slot / 2
        let found = StorySound.middle(kept, near: middle - first, within: slot / 2 - 1)
        if found.isFinite {
          places[next % StoryDrift.takes].append(found + Double(first - middle))
        } else {
          missing += 1
        }
        next += 1
        let gone = next * slot - first
        if gone > 1 << 18 {
          kept.removeFirst(gone)
          first += gone
        }
      }
    }
  }

  /// A device that takes all sound at once.
  private final class AtOnceDevice: Device {
    let name = "at once"
    private let heard: HeardStrokes
    private var written = 0
    init(_ heard: HeardStrokes) { self.heard = heard }
    func open(_ format: AudioFormat, latencyFrames: Int) { written = 0 }
    func write(_ sound: AudioBuffer, cancellation: Cancellation) {
      heard.hear(sound)
      written += sound.frameCount
    }
    func position() -> Int { written }
    func drain(cancellation: Cancellation) {}
    func flush() {}
    func close() {}
  }
}
