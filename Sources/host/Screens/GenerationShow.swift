import CSystem
import struct CueAssembly.RecordingCount
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueSystem
import CueTerminal
import Glibc

/// Shows the progress of a recording: a bar on a terminal, lines elsewhere, events for programs.
final class GenerationShow {
  let manner: OutputManner
  /// How far it has come.
  private(set) var count: RecordingCount
  private let isAtTerminal: Bool
  private let began = cue_now_milliseconds()
  private var lastDrawn: Int64 = 0
  private var lastShare = 0
  private var hasBar = false
  private var writing = WritingProgress()
  private var toldStandIns: Set<String> = []
  /// The reasons for stand-ins that this run has given.
  var toldReasons: Set<String> = []
  /// How many items are said by voices that stand in.
  var standIns = 0
  private var plan: GenerationPlan { count.plan }

  init(_ count: RecordingCount, _ manner: OutputManner) {
    self.count = count
    self.manner = manner
    isAtTerminal =
      isatty(STDERR_FILENO) == 1 && !manner.isQuiet && !manner.isJSON
      && UserEnvironment.current().hasMovingCursor
  }

  /// Shows `events`, after which so much is done.
  func show(_ events: [GenerationEvent], _ count: RecordingCount) {
    self.count = count
    guard !manner.isJSON else { return }
    for event in events { say(event) }
    if !manner.isQuiet { draw() }
  }

  // For people.

  /// Reports that clips are made again.
  func tellLost(_ count: Int) {
    guard !manner.isQuiet, !manner.isJSON else { return }
    wipe()
    Console.say("\(Counted.clips(count)) \(count == 1 ? "is" : "are") damaged, and made again.")
  }

  /// Shows the progress of measuring, of mixing and encoding, and of writing subtitles and the page.
  ///
  /// A terminal shows a bar. Elsewhere there is a line or an event now and then, if it takes long.
  ///
  /// - Returns: whether programs are to be notified now
  func showWriting(_ progress: RecordingProgress) -> Bool {
    guard progress.totalSeconds > 0 else { return false }
    let now = cue_now_milliseconds()
    let parts = WritingProgress.parts(progress)
    if isAtTerminal {
      guard now - lastDrawn >= 100 || progress.share == 1 else { return false }
      lastDrawn = now
      drawBar(progress.share, parts)
      return false
    }
    guard writing.isDue(progress, now: now) else { return false }
    if !manner.isJSON, !manner.isQuiet {
      Console.talk(parts.joined(separator: Signs.fitted(" · ")) + "\n")
    }
    return true
  }

  /// Shows the progress of reading back.
  func showProof(_ done: Int, of total: Int) {
    guard isAtTerminal, total > 0 else { return }
    let now = cue_now_milliseconds()
    guard now - lastDrawn >= 100 || done == total else { return }
    lastDrawn = now
    drawBar(Double(done) / Double(total), ["reading back \(done) of \(total)"])
  }

  private func say(_ event: GenerationEvent) {
    switch event {
    case .retrying(let job, let failure, let milliseconds):
      guard milliseconds >= 1000 || manner.isVerbose, !manner.isQuiet else { return }
      wipe()
      Console.say(
        "Item \(number(job)) is tried again\(milliseconds > 0 ? " in \(milliseconds / 1000) s" : ""): "
          + failure.sentence)
    case .fellBack(let job, let failure, let voice):
      // A failure of a service is reported once; how many items it affected, at the end.
      guard toldStandIns.insert("\(voice) \(failure.sentence)").inserted || manner.isVerbose else {
        return
      }
      wipe()
      toldReasons.insert(failure.sentence)
      Console.say("\(voice) stands in for item \(number(job)): \(failure.sentence)")
    case .leftEffectOut(let job, let failure, let voice):
      guard toldStandIns.insert("\(voice) \(failure.sentence)").inserted || manner.isVerbose else {
        return
      }
      wipe()
      Console.say("\(voice) says item \(number(job)) without its effect: \(failure.sentence)")
    case .missed(let job, let miss):
      wipe()
      Console.say("Item \(number(job)): \(GenerationShow.text(miss))", hint: excerpt(job))
    default: break
    }
  }

  private func number(_ job: Int) -> Int { count.numbers(ofJob: job)[0] }

  private func excerpt(_ job: Int) -> String {
    let text = plan.items[plan.jobs[job].items[0]].text
    return text.count > 72 ? text.prefix(70) + Signs.fitted("…") : text
  }

  static func text(_ miss: ClipMiss) -> String {
    switch miss {
    case .silent: "nothing is heard in its sound."
    case .length(let seconds, let expected):
      "its sound takes \(tenths(seconds)) s, and about \(tenths(expected)) s were expected."
    }
  }

  private static func tenths(_ seconds: Double) -> String {
    String((seconds * 10).rounded() / 10)
  }

  private func wipe() {
    if hasBar { Console.talk(TerminalText(.wipeRow)) }
    hasBar = false
  }

  private func draw() {
    let total = max(plan.items.count, 1)
    let now = cue_now_milliseconds()
    guard isAtTerminal else {
      // A line for each tenth, and none for what finishes at once.
      let share = count.done * 10 / total
      guard share > lastShare, count.made > 0 else { return }
      lastShare = share
      Console.talk(status(now) + "\n")
      return
    }
    guard now - lastDrawn >= 100 || count.done == total else { return }
    lastDrawn = now
    drawBar(Double(count.done) / Double(total), parts(now))
  }

  /// Draws a bar and as many of `parts` as fit into one row, at least the first.
  private func drawBar(_ share: Double, _ parts: [String]) {
    let columns = Terminal.size(of: STDERR_FILENO)?.columns ?? 80
    var text = parts[0]
    for part in parts.dropFirst() where text.count + 3 + part.count + 2 + 8 < columns {
      text += Signs.fitted(" · ") + part
    }
    // The last column stays free: otherwise a terminal would wrap.
    let width = max(0, min(24, columns - 2 - text.count))
    let filled = Int(share * Double(width))
    let bar = Signs.fitted(BlockChart.bar(filled, of: width))
    let row = width > 0 ? "\(bar) \(text)" : String(text.prefix(max(1, columns - 1)))
    Console.talk(TerminalText(.wipeRow) + TerminalText(row))
    hasBar = true
  }

  private func status(_ now: Int64) -> String { parts(now).joined(separator: Signs.fitted(" · ")) }

  private func parts(_ now: Int64) -> [String] {
    var parts = [
      "\(count.done) of \(plan.items.count) items",
      "\(GenerationShow.clock(count.seconds)) of sound",
    ]
    let passed = Double(now - began) / 1000
    if passed > 0.5, count.madeSeconds > 0 {
      let pace = Int((count.madeSeconds / passed).rounded())
      parts.append("\(pace) \(Signs.fitted("×")) real time")
    }
    let left = plan.jobs.count { $0.entry == nil } - count.made - count.failures.count
    if count.made > 0, left > 0 {
      let seconds = passed / Double(count.made) * Double(left)
      parts.append("\(GenerationShow.clock(seconds)) to go")
    }
    return parts
  }

  /// `1:02:03`, `4:05`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
  }

  /// Removes the bar.
  func close() { wipe() }

  /// Shows that other takes are being made.
  func showRetakes() {
    guard isAtTerminal else { return }
    drawBar(0, ["making other takes"])
  }
}
