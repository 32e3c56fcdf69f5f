import CueModel
import CueStory
import Glibc
import Processes

/// How long a mix of many takes takes, against the library on all cores and nothing else.
struct StoryMixing {
  let tree: Tree
  let isQuick: Bool

  func measure(into table: inout Table) throws {
    guard unsafe access(tree.direct("rubberband"), X_OK) == 0 else {
      put("Left out: \(tree.direct("rubberband")) is not built.\n", to: STDERR_FILENO)
      return
    }
    let (count, seconds) = (24, isQuick ? 4 : 300)
    var sound = try StorySound(tree: tree)
    let samples = StorySound.asKept(StorySound.tone(seconds * 60_000, hertz: 180))
    let take = try sound.take(1, samples, recordedAt: 1, linked: false)
    let takes = (1...count).map {
      MixedTake(
        number: $0, path: take.path, format: take.format, span: 0..<seconds * 48_000,
        changes: [.stretch(tempo: 1.25, semitones: 0)], gains: (1, 1))
    }
    let mix = StoryMix(
      rateHertz: 48_000, isStereo: false, frames: seconds * 48_000, takes: takes)
    let start = bench_now()
    let mixer = StoryMixer(mix, effects: StorySound.effects(tree, "finer"))
    while try mixer.next() != nil {}
    let ours = Double(bench_now() - start) / 1e6
    mixer.end()
    let scratch = try Scratch()
    try scratch.writeSound(AudioBuffer(float32: samples, rateHertz: 48_000).bytes)
    let direct = "'\(tree.direct("rubberband"))' 48000 1.25 '\(scratch.text)'"
    let lanes = (0..<2).map {
      "(for i in $(seq \(count / 2)); do \(direct) '\(scratch.direct)'\($0) > /dev/null; done)"
    }
    let begun = bench_now()
    _ = try RunningProgram(["/bin/sh", "-c", "\(lanes[0]) & \(lanes[1]); wait; echo done"])
      .receiveLine()
    let theirs = Double(bench_now() - begun) / 1e6
    for lane in 0..<2 { unsafe unlink("\(scratch.direct)\(lane)") }
    table.add(
      Measure(
        name: "mixing \(count) takes of \(seconds) s by R3, beside the library on two cores",
        ours: ours, direct: theirs, unit: .milliseconds, limit: .ratio(1 / 0.85)))
  }
}
