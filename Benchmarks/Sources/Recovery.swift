import CueModel
import CuePlugins
import Glibc
import Processes
import Synchronization

/// How soon things go on after a plugin has died, and how soon they stop when they are to.
struct Recovery {
  let tree: Tree
  let rounds: Int

  /// From the last sound of a voice that dies in mid-line to the first of the next voice in the chain, which is started
  /// only then.
  func measureCrash(_ name: String, _ plugin: String, into table: inout Table) throws {
    var worst = 0.0
    for _ in 0..<rounds {
      let dying = tree.voice(plugin)
      let next = tree.voice(tree.plugin("espeak"))
      defer { for voice in [dying, next] { voice.quit() } }
      var last: Int64 = 0
      var first: Double?
      var hasStartedOver = false
      let outcome = try FallbackVoice([dying, next]).speak(
        SpeechRequest(text: "die, and go on"), cancellation: Cancellation()
      ) { event in
        switch event {
        case .startedOver: hasStartedOver = true
        case .sound where hasStartedOver:
          if first == nil { first = milliseconds(since: last) }
        case .sound: last = bench_now()
        default: break
        }
      }
      guard outcome == .finished, let first else {
        throw BenchFailure(sentence: "No voice stood in for one that died \(name).")
      }
      worst = max(worst, first)
    }
    table.add(
      Measure(
        name: "a voice dies \(name): the next one's first sound", ours: worst,
        unit: .milliseconds, limit: .most(300)))
  }

  /// From a cancel in mid-line to the end of the line, and to the first sound of the line after it.
  func measureCancel(_ engine: Engine, into table: inout Table) throws {
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    let text = Texts.long(characters: 20_000)
    var worst = (end: 0.0, next: 0.0)
    for round in 0..<rounds {
      let cancellation = Cancellation()
      let clock = CancelClock()
      let line = SpeechRequest(text: text)
      var hasSounded = false
      let outcome = try voice.speak(line, cancellation: cancellation) { event in
        guard case .sound = event, !hasSounded else { return }
        hasSounded = true
        onThread {
          usleep(UInt32(2000 + 1700 * round))
          clock.start()
          cancellation.cancel()
        }
      }
      worst.end = max(worst.end, clock.milliseconds)
      guard outcome == .cancelled else {
        throw BenchFailure(sentence: "\(engine.name) was not cancelled.")
      }
      var next: Double?
      _ = try voice.speak(SpeechRequest(text: "Yes."), cancellation: Cancellation()) { event in
        if case .sound = event, next == nil { next = clock.milliseconds }
      }
      worst.next = max(worst.next, next ?? .infinity)
    }
    table.add(
      Measure(
        name: "\(engine.name): cancel to the end of the line", ours: worst.end,
        unit: .milliseconds, limit: .most(50)))
    table.add(
      Measure(
        name: "\(engine.name): cancel to the first sound of the next line", ours: worst.next,
        unit: .milliseconds, limit: .none))
  }
}

/// When a line was cancelled.
final class CancelClock: Sendable {
  private let started = Mutex<Int64>(0)

  func start() { started.withLock { $0 = bench_now() } }

  /// Since then.
  var milliseconds: Double { started.withLock { Double(bench_now() - $0) / 1e6 } }
}
