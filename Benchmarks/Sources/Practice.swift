import CueModel
import CuePractice
import CueText
import Glibc
import Processes
import Synchronization

/// What practice costs: how long the next segment is waited for, what lies between two, and what an hour does to memory.
struct Practice {
  let tree: Tree
  /// How many segments a median has.
  let rounds: Int

  /// Sentences of an ordinary speech; all of them differ.
  private static func text(_ count: Int) -> PracticeText {
    PracticeText(title: "", content: Texts.lines(count).joined(separator: "\n\n"), language: "en")
  }

  // The next segment.

  /// From the wish for the next segment, while the voice speaks, to its first sound; beside the engine's own time for it.
  func measureNext(_ engine: Engine, into table: inout Table) throws {
    let text = Practice.text(rounds + 1)
    let own = try ownFirstSounds(engine, text)
    let output = PacedOutput()
    let speaker = ImpatientSpeaker(milliseconds: 250)
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    var settings = PracticeSettings()
    settings.pause = .off
    let session = PracticeDriver(
      text, settings: settings, cast: OneVoice(voice), output: output, control: speaker)
    var waits: [Double] = []
    _ = try session.run { report in
      guard case .speaking = report, let asked = speaker.takeAsked() else { return }
      waits.append(milliseconds(since: asked))
    }
    table.add(
      Measure(
        name: "\(engine.name): from next to its first sound, median of \(waits.count)",
        ours: median(waits), direct: median(own), unit: .milliseconds, limit: .mostAbove(30)))
  }

  /// How long the engine takes by itself, through its worker, when nothing was begun early.
  private func ownFirstSounds(_ engine: Engine, _ text: PracticeText) throws -> [Double] {
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    var times: [Double] = []
    for segment in text.sentences {
      var request = SpeechRequest(text: segment.text)
      request.wantsMarks = true
      let start = bench_now()
      var first: Double?
      _ = try voice.speak(request, cancellation: Cancellation()) { event in
        if case .sound = event, first == nil { first = milliseconds(since: start) }
      }
      times.append(first ?? 0)
    }
    return times
  }

  /// From the last sound of a segment to the first of the next, without a pause, on a device that plays at its own pace.
  func measureGap(_ engine: Engine, into table: inout Table) throws {
    let text = Practice.text(max(4, rounds / 4))
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    let output = PacedOutput()
    var settings = PracticeSettings()
    settings.pause = .off
    let session = PracticeDriver(
      text, settings: settings, cast: OneVoice(voice), output: output,
      control: ScriptedSpeaker(PracticeScript([])))
    let outcome = try session.run { _ in }
    let rate = Double(outcome.rateHertz)
    let silent = Double(output.frames) - outcome.spoken / .seconds(1) * rate
    table.add(
      Measure(
        name: "\(engine.name): frames between segments that are nobody's",
        ours: abs(silent.rounded()),
        unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(engine.name): from a segment's last sound to the next one's first, longest",
        ours: output.gaps.max() ?? 0, unit: .milliseconds, limit: .most(5)))
  }

  // Whole sessions, as fast as they go.

  /// Segments and pauses of a voice that costs nothing: all that is left is practice itself.
  func measureHeadless(into table: inout Table) throws {
    let text = Practice.text(500)
    let start = bench_now()
    let outcome = try PracticeDriver(
      text, cast: OneVoice(HumVoice()), output: SilentOutput(),
      control: ScriptedSpeaker(PracticeScript([]))
    ).run { _ in }
    let took = milliseconds(since: start)
    guard outcome.segments == 500 else {
      throw BenchFailure(sentence: "Practice said \(outcome.segments) segments, not 500.")
    }
    table.add(
      Measure(
        name: "500 segments with their pauses, headless", ours: took, unit: .milliseconds,
        limit: .most(1000)))
  }

  /// An hour of sound and pauses in a loop, host and worker: memory at its end over that after five minutes.
  func measureHour(_ engine: Engine, minutes: Double, into table: inout Table) throws {
    let text = Practice.text(50)
    let voice = tree.voice(tree.plugin(engine.plugin), engine.voice)
    defer { voice.quit() }
    var settings = PracticeSettings()
    settings.loop = 0..<text.content.utf8.count
    settings.limit = .seconds(minutes * 60)
    let output = SilentOutput()
    // A forked child that begins with the next segment comes and goes: many looks, and the one in the middle.
    var early: [Double] = []
    var late: [Double] = []
    let session = PracticeDriver(
      text, settings: settings, cast: OneVoice(voice), output: output,
      control: ScriptedSpeaker(PracticeScript([])))
    _ = try session.run { report in
      guard case .said = report else { return }
      let passed = Double(output.frames) / Double(output.format?.rateHertz ?? 1) / 60
      if passed > minutes / 12, passed < minutes / 6 { early.append(Memory.writtenByProcesses()) }
      if passed > minutes * 11 / 12 { late.append(Memory.writtenByProcesses()) }
    }
    guard !early.isEmpty, !late.isEmpty else {
      throw BenchFailure(sentence: "The session was too short.")
    }
    table.add(
      Measure(
        name:
          "\(engine.name): memory after \(Int(minutes)) minutes, over that after a twelfth",
        ours: median(late), direct: median(early), unit: .megabytes, limit: .mostAbove(1)))
  }
}

private final class OneVoice: PracticeCast {
  private let voice: any Voice
  init(_ voice: any Voice) { self.voice = voice }
  func voice(_ choice: String) throws(VoiceRefusal) -> any Voice { voice }
}

/// Hums for 60 ms a byte of text, and reports each word.
private final class HumVoice: Voice {
  let name = "hum"
  private let format = AudioFormat(sample: .int16, rateHertz: 16000)

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try receive(.began(format))
    var byte = 0
    for word in request.text.split(separator: " ") {
      let end = byte + word.utf8.count
      try receive(.mark(SpeechMark(kind: .word, frame: byte * 960, textRange: byte..<end)))
      try receive(.sound(AudioBuffer(silentFrames: (end + 1 - byte) * 960, format: format)))
      byte = end + 1
    }
    return .finished
  }
}

/// Takes all sound at once.
private final class SilentOutput: SoundOutput {
  private(set) var format: AudioFormat?
  private(set) var frames = 0

  func beginLine(_ format: AudioFormat) { self.format = self.format ?? format }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) { frames += sound.frameCount }
  func endLine() {}
  func dropLine() {}
  func cutLine() {}
  func silence(frames: Int, cancellation: Cancellation) { self.frames += frames }
  func drain(cancellation: Cancellation) {}
}

/// Takes sound as a device does that holds a tenth of a second, and notes how long it has to wait between lines.
private final class PacedOutput: SoundOutput {
  private(set) var format: AudioFormat?
  private(set) var frames = 0
  private(set) var gaps: [Double] = []
  private var began: Int64 = 0
  private var aheadNanoseconds: Int64 = 0
  private var endedAt: Int64?

  func beginLine(_ format: AudioFormat) { self.format = self.format ?? format }

  func write(_ sound: AudioBuffer, cancellation: Cancellation) {
    if let endedAt { gaps.append(milliseconds(since: endedAt)) }
    endedAt = nil
    put(sound.frameCount, cancellation)
    endedAt = nil
    lastWrite = bench_now()
  }

  private var lastWrite: Int64 = 0

  private func put(_ count: Int, _ cancellation: Cancellation) {
    frames += count
    let now = bench_now()
    if began + aheadNanoseconds < now { (began, aheadNanoseconds) = (now, 0) }
    aheadNanoseconds += Int64(count) * 1_000_000_000 / Int64(format?.rateHertz ?? 1)
    while began + aheadNanoseconds - bench_now() > 100_000_000, !cancellation.isCancelled {
      usleep(200)
    }
  }

  func endLine() { endedAt = lastWrite }
  func dropLine() { cutLine() }
  func cutLine() {
    (began, aheadNanoseconds) = (bench_now(), 0)
    endedAt = nil
  }
  func silence(frames: Int, cancellation: Cancellation) { put(frames, cancellation) }
  func drain(cancellation: Cancellation) {}
}

/// Wants the next segment this many milliseconds into each, from a thread of its own.
private final class ImpatientSpeaker: PracticeControl, Sendable {
  private struct State {
    var isWanted = false
    var asked: Int64?
    var segment: Cancellation?
  }
  private let state = Mutex(State())
  private let milliseconds: UInt32

  init(milliseconds: UInt32) { self.milliseconds = milliseconds }

  func poll(_ moment: PracticeMoment) -> PracticeCommand? {
    state.withLock { state in
      guard state.isWanted else { return nil }
      state.isWanted = false
      return moment.state.index + 1 < moment.state.count ? .next : .stop
    }
  }

  func wait(_ moment: PracticeMoment) -> PracticeTurn { PracticeTurn(.stop) }

  func speaking(_ segment: Cancellation?) {
    state.withLock { $0.segment = segment }
    guard let segment else { return }
    onThread {
      usleep(self.milliseconds * 1000)
      self.state.withLock { state in
        guard state.segment === segment else { return }
        state.isWanted = true
        state.asked = bench_now()
      }
      segment.cancel()
    }
  }

  /// When it was asked, once.
  func takeAsked() -> Int64? {
    state.withLock { state in
      defer { state.asked = nil }
      return state.asked
    }
  }
}
