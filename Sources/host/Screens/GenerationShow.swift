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
  let words: Messages
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

  init(_ count: RecordingCount, _ manner: OutputManner, _ words: Messages) {
    self.count = count
    self.manner = manner
    self.words = words
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
    Console.say(words.recording(.madeAgain, count: count))
  }

  /// Shows the progress of measuring, of mixing and encoding, and of writing subtitles and the page.
  ///
  /// A terminal shows a bar. Elsewhere there is a line or an event now and then, if it takes long.
  ///
  /// - Returns: whether programs are to be notified now
  func showWriting(_ progress: RecordingProgress) -> Bool {
    guard progress.totalSeconds > 0 else { return false }
    let now = cue_now_milliseconds()
    let parts = words.parts(progress)
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
    let part = words.recording(.readsBack, ["done": "\(done)", "all": "\(total)"])
    drawBar(Double(done) / Double(total), [part])
  }

  private func say(_ event: GenerationEvent) {
    switch event {
    case .retrying(let job, let failure, let milliseconds):
      guard milliseconds >= 1000 || manner.isVerbose, !manner.isQuiet else { return }
      wipe()
      let values = ["number": number(job), "why": failure.sentence(words)]
      guard milliseconds > 0 else { return Console.say(words.recording(.retries, values)) }
      let later = values.merging(["seconds": "\(milliseconds / 1000)"]) { $1 }
      Console.say(words.recording(.retriesLater, later))
    case .fellBack(let job, let failure, let voice):
      // A failure of a service is reported once; how many items it affected, at the end.
      guard toldStandIns.insert("\(voice) \(failure.sentence)").inserted || manner.isVerbose else {
        return
      }
      wipe()
      toldReasons.insert(failure.sentence)
      say(.standsIn, job, failure, voice)
    case .leftEffectOut(let job, let failure, let voice):
      guard toldStandIns.insert("\(voice) \(failure.sentence)").inserted || manner.isVerbose else {
        return
      }
      wipe()
      say(.withoutEffect, job, failure, voice)
    case .missed(let job, let miss):
      wipe()
      let why = words.text(miss)
      Console.say(
        words.recording(.missed, ["number": number(job), "why": why]), hint: excerpt(job))
    default: break
    }
  }

  /// Reports what another voice says, or how this one says it.
  private func say(
    _ message: RecordingMessage, _ job: Int, _ failure: PluginFailure, _ voice: String
  ) {
    Console.say(
      words.recording(
        message, ["voice": voice, "number": number(job), "why": failure.sentence(words)]))
  }

  private func number(_ job: Int) -> String { "\(count.numbers(ofJob: job)[0])" }

  private func excerpt(_ job: Int) -> String {
    let text = plan.items[plan.jobs[job].items[0]].text
    return text.count > 72 ? text.prefix(70) + Signs.fitted("…") : text
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
      words.recording(.itemsOf, ["done": "\(count.done)", "all": "\(plan.items.count)"]),
      words.recording(.ofSound, ["time": Messages.clock(count.seconds)]),
    ]
    let passed = Double(now - began) / 1000
    if passed > 0.5, count.madeSeconds > 0 {
      let factor = Int((count.madeSeconds / passed).rounded())
      parts.append(words.recording(.realTime, ["factor": "\(factor)"]))
    }
    let left = plan.jobs.count { $0.entry == nil } - count.made - count.failures.count
    if count.made > 0, left > 0 {
      let time = Messages.clock(passed / Double(count.made) * Double(left))
      parts.append(words.recording(.toGo, ["time": time]))
    }
    return parts
  }

  /// Removes the bar.
  func close() { wipe() }

  /// Shows that other takes are being made.
  func showRetakes() {
    guard isAtTerminal else { return }
    drawBar(0, [words.recording(.makesOtherTakes)])
  }
}
