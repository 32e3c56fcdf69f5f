import CSystem
import class CueAssembly.RecordingSession
import struct CueAssembly.StandIn
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueSystem
import CueTerminal
import Glibc

/// Shows the progress of a recording: a bar on a terminal, lines elsewhere, events for programs.
final class GenerationShow {
  private let plan: GenerationPlan
  private let manner: OutputManner
  /// The number of each of the plan's items, as users name them.
  let numbers: [Int]
  private let isAtTerminal: Bool
  private let began = cue_now_milliseconds()
  private var lastDrawn: Int64 = 0
  private var lastShare = 0
  private var hasBar = false
  private var writing = WritingProgress()
  private(set) var done = 0
  private(set) var made = 0
  private var toldStandIns: Set<String> = []
  /// The reasons for stand-ins that this run has given.
  private var toldReasons: Set<String> = []
  /// How many items are said by voices that stand in.
  var standIns = 0
  private var madeSeconds = 0.0
  private(set) var seconds = 0.0
  /// The jobs that have ended, each once, and how long their clips are.
  private var ended: [Int: Double] = [:]
  private(set) var failures: [(item: Int, failure: PluginFailure, mayPass: Bool)] = []

  init(_ plan: GenerationPlan, numbers: [Int], _ manner: OutputManner) {
    self.plan = plan
    self.numbers = numbers
    self.manner = manner
    isAtTerminal =
      isatty(STDERR_FILENO) == 1 && !manner.isQuiet && !manner.isJSON
      && UserEnvironment.current().hasMovingCursor
    done = plan.jobOfItem.count { $0 == nil }
  }

  func show(_ events: [GenerationEvent]) throws(UserError) {
    var json = ""
    for event in events {
      take(event)
      if manner.isJSON { json += text(event) } else { say(event) }
    }
    if !json.isEmpty { try Console.result(json) }
    if !manner.isJSON, !manner.isQuiet { draw() }
  }

  private func take(_ event: GenerationEvent) {
    switch event {
    case .made(let job, let entry, _):
      end(job, seconds: entry.seconds)
      made += 1
      madeSeconds += entry.seconds
    case .kept(let job, let entry, _): end(job, seconds: entry.seconds)
    case .failed(let job, let failure, let mayPass):
      end(job, seconds: 0)
      for item in plan.jobs[job].items { failures.append((item, failure, mayPass)) }
    default: break
    }
  }

  /// A job has ended; if it is repeated because its clip was lost, it counts once.
  private func end(_ job: Int, seconds length: Double) {
    let items = plan.jobs[job].items
    if ended[job] == nil { done += items.count }
    seconds += (length - (ended[job] ?? 0)) * Double(items.count)
    ended[job] = length
    failures.removeAll { items.contains($0.item) }
  }

  // For people.

  /// Reports that clips are made again.
  func tellLost(_ count: Int) throws(UserError) {
    if manner.isJSON {
      var line = JSONObject(event: "lost")
      line["clips"] = .integer(count)
      return try Console.result(line.line)
    }
    guard !manner.isQuiet else { return }
    wipe()
    Console.say("\(Counted.clips(count)) \(count == 1 ? "is" : "are") damaged, and made again.")
  }

  /// Shows the progress of measuring, of mixing and encoding, and of writing subtitles and the page.
  ///
  /// A terminal shows a bar. Elsewhere there is a line or an event now and then, if it takes long.
  func showWriting(_ progress: RecordingProgress) {
    guard progress.totalSeconds > 0 else { return }
    let now = cue_now_milliseconds()
    let parts = WritingProgress.parts(progress)
    if isAtTerminal {
      guard now - lastDrawn >= 100 || progress.share == 1 else { return }
      lastDrawn = now
      return drawBar(progress.share, parts)
    }
    guard writing.isDue(progress, now: now) else { return }
    if manner.isJSON {
      // If it cannot be written, that is noticed with the result.
      try? Console.result(WritingProgress.event(progress))
    } else if !manner.isQuiet {
      Console.talk(parts.joined(separator: Signs.fitted(" · ")) + "\n")
    }
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

  private func number(_ job: Int) -> Int { numbers[plan.jobs[job].items[0]] }

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
      let share = done * 10 / total
      guard share > lastShare, made > 0 else { return }
      lastShare = share
      Console.talk(status(now) + "\n")
      return
    }
    guard now - lastDrawn >= 100 || done == total else { return }
    lastDrawn = now
    drawBar(Double(done) / Double(total), parts(now))
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
      "\(done) of \(plan.items.count) items", "\(GenerationShow.clock(seconds)) of sound",
    ]
    let passed = Double(now - began) / 1000
    if passed > 0.5, madeSeconds > 0 {
      parts.append("\(Int((madeSeconds / passed).rounded())) \(Signs.fitted("×")) real time")
    }
    let left = plan.jobs.count { $0.entry == nil } - made - failures.count
    if made > 0, left > 0 {
      parts.append("\(GenerationShow.clock(passed / Double(made) * Double(left))) to go")
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

  /// Reports at the end what could not be made.
  func tellFailures() {
    guard !failures.isEmpty, !manner.isJSON else { return }
    var reasons: [(sentence: String, items: [Int])] = []
    for failure in failures.sorted(by: { $0.item < $1.item }) {
      if let place = reasons.firstIndex(where: { $0.sentence == failure.failure.sentence }) {
        reasons[place].items.append(numbers[failure.item])
      } else {
        reasons.append((failure.failure.sentence, [numbers[failure.item]]))
      }
    }
    let count = failures.count
    Console.say("\(count) of \(plan.items.count) items \(count == 1 ? "has" : "have") no sound:")
    for (sentence, items) in reasons {
      let shown = items.prefix(12).map(String.init).joined(separator: ", ")
      let rest = items.count > 12 ? " and \(items.count - 12) more" : ""
      Console.talk("      item \(shown)\(rest): \(sentence)\n")
    }
  }

  /// The result, in a line or two.
  func summary(_ report: RecordingReport?) -> String {
    var text = "\(Counted.items(numbers.count - failures.count)), \(made) of them made now"
    let paths = report.map { $0.files.map(\.path) + $0.companionPaths } ?? []
    if let report, let first = paths.first {
      text += "; \(GenerationShow.clock(report.seconds)) in \(first)"
      if paths.count > 1 { text += " and \(Counted.of(paths.count - 1, "more file"))" }
      let words = report.completeness
      text += "; \(words.heard) of \(words.words) words"
      if words.isComplete { text += ", each once" }
    }
    text += ".\n"
    if standIns > 0 {
      text +=
        "\(Counted.items(standIns)) \(standIns == 1 ? "is" : "are") said by voices that stand in.\n"
    }
    if let repeated = report?.completeness.repeated, !repeated.isEmpty {
      text += "Said more than once: item \(list(repeated)).\n"
    }
    return text
  }

  /// Reports which voice stands in for which, also since an earlier run.
  ///
  /// The reason is left out if this run has given it.
  func tell(standIns: [Int: StandIn]) {
    guard !manner.isQuiet else { return }
    for (standIn, items) in grouped(standIns) {
      let isKnown = standIn.because.isEmpty || toldReasons.contains(standIn.because)
      Console.say(
        "Item \(list(items)): \(standIn.voice) stands in for \(standIn.instead)"
          + (isKnown ? "." : ": \(standIn.because)"))
    }
  }

  /// The same for programs.
  func json(standIns: [Int: StandIn]) -> [JSONObject] {
    grouped(standIns).map { standIn, items in
      JSONObject([
        ("items", .array(items.map { .integer(numbers[$0]) })), ("voice", .string(standIn.voice)),
        ("instead_of", .string(standIn.instead)), ("because", .string(standIn.because)),
      ])
    }
  }

  private func grouped(_ standIns: [Int: StandIn]) -> [(standIn: StandIn, items: [Int])] {
    Dictionary(grouping: standIns.keys.sorted()) { standIns[$0] }
      .compactMap { standIn, items in standIn.map { ($0, items) } }
      .sorted { ($0.items.first ?? 0) < ($1.items.first ?? 0) }
  }

  /// Reports that another take sounds like an earlier one.
  func tell(repeated: Set<Int>) {
    guard !repeated.isEmpty else { return }
    Console.say(
      "Item \(list(repeated.sorted())): the new take sounds like an earlier one.",
      hint: GenerationShow.otherTakes)
  }

  /// What to try if a voice has no other take.
  static let otherTakes =
    "The voice always says these words in the same way. Try another voice (--cast), or another spelling in the lexicon."

  /// Shows that other takes are being made.
  func showRetakes() {
    guard isAtTerminal else { return }
    drawBar(0, ["making other takes"])
  }

  private func list(_ places: [Int]) -> String {
    let shown = places.prefix(12).map { String(numbers[$0]) }.joined(separator: ", ")
    return shown + (places.count > 12 ? " and \(places.count - 12) more" : "")
  }

  // For programs.

  private func text(_ event: GenerationEvent) -> String {
    switch event {
    case .generating(let job, let lane):
      return lines(job, "generating") { $0["lane"] = .integer(lane) }
    case .made(let job, let entry, let choice):
      return lines(job, "made") { self.add(entry, job, choice, to: &$0) }
    case .kept(let job, let entry, let choice):
      return lines(job, "kept") { self.add(entry, job, choice, to: &$0) }
    case .retrying(let job, let failure, let milliseconds):
      return lines(job, "retrying") {
        $0["milliseconds"] = .integer(milliseconds)
        $0["because"] = .string(failure.sentence)
      }
    case .fellBack(let job, let failure, let voice):
      return lines(job, "stand-in") {
        $0["voice"] = .string(voice)
        $0["because"] = .string(failure.sentence)
      }
    case .leftEffectOut(let job, let failure, let voice):
      return lines(job, "effect-left-out") {
        $0["voice"] = .string(voice)
        $0["because"] = .string(failure.sentence)
      }
    case .waiting(let job): return lines(job, "waiting") { _ in }
    case .failed(let job, let failure, let mayPass):
      return lines(job, "failed") {
        $0["because"] = .string(failure.sentence)
        $0["may_pass"] = .bool(mayPass)
      }
    case .cancelled(let job): return lines(job, "cancelled") { _ in }
    case .missed(let job, let miss):
      return lines(job, "missed") { $0["because"] = .string(GenerationShow.text(miss)) }
    }
  }

  private func lines(_ job: Int, _ event: String, _ body: (inout JSONObject) -> Void) -> String {
    plan.jobs[job].items.map { item in
      var line = JSONObject(event: event)
      line["item"] = .integer(numbers[item])
      body(&line)
      return line.line
    }.joined()
  }

  private func add(_ entry: ClipEntry, _ job: Int, _ choice: Int, to line: inout JSONObject) {
    line["clip"] = .string(entry.key.hexadecimal)
    line["seconds"] = .number(entry.seconds)
    let isStandIn = plan.roles[plan.jobs[job].role].choices[choice].isStandIn
    line["stand_in"] = isStandIn ? .bool(true) : nil
  }
}

/// The expected size and cost of a recording: `--dry-run`.
struct ForecastReport {
  private let session: RecordingSession
  private let numbers: [Int]
  private let studio: Studio

  /// The forecast for what `session` has planned; `numbers` are those of its items, as users name them.
  init(_ session: RecordingSession, numbers: [Int], _ studio: Studio) {
    self.session = session
    self.numbers = numbers
    self.studio = studio
  }

  func tell() throws(UserError) {
    let forecast = GenerationForecast(session.plan, session.voices.sources)
    if studio.manner.isJSON { try tellItems() }
    var text =
      "\(session.plan.items.count) items, about \(GenerationShow.clock(forecast.seconds)) of sound.\n"
    for share in forecast.shares {
      let price = try price(share.source)
      let cost = price.map { $0 * Double(share.characters) }
      if studio.manner.isJSON {
        try tell(share, cost)
        continue
      }
      text += "\(share.source): \(share.items) items; to be made: \(share.clips) clips of "
      text += "\(share.characters) characters, about \(GenerationShow.clock(share.seconds))"
      if let cost {
        text += ", cost about \((cost * 100).rounded() / 100)"
      } else if share.isRemote {
        text += ", cost not known (price.\(share.source) in cue.conf is a character's)"
      }
      text += ".\n"
    }
    if !studio.manner.isJSON { try Console.result(text) }
  }

  private func tell(_ share: GenerationForecast.Share, _ cost: Double?) throws(UserError) {
    var line = JSONObject(event: "provider")
    line["provider"] = .string(share.source)
    line["items"] = .integer(share.items)
    line["clips"] = .integer(share.clips)
    line["characters"] = .integer(share.characters)
    line["seconds"] = .number(share.seconds)
    line["cost"] = cost.map { .number($0) }
    try Console.result(line.line)
  }

  private func tellItems() throws(UserError) {
    let plan = session.plan
    var text = ""
    for (index, item) in plan.items.enumerated() {
      let job = plan.jobOfItem[index].map { plan.jobs[$0] }
      var line = JSONObject(event: "item")
      line["item"] = .integer(numbers[index])
      line["speaker"] = .string(plan.roles[plan.roleOfItem[index]].speaker)
      line["provider"] = job.map { .string(session.voices.sources[$0.source].name) }
      line["voice"] = job.map { .string($0.request.requests.first?.voice ?? "") }
      line["clip"] = job.map { .string($0.key.hexadecimal) }
      line["there"] = job.map { .bool($0.entry != nil) }
      line["text"] = .string(item.text)
      text += line.line
    }
    try Console.result(text)
  }

  /// `price.PLUGIN = 0.0003` in cue.conf: the price of a character.
  private func price(_ plugin: String) throws(UserError) -> Double? {
    guard let text = try studio.configured("price.\(plugin)") else { return nil }
    guard let price = Double(text), price >= 0, price.isFinite else {
      throw UserError(
        "price.\(plugin) in cue.conf is what a character costs, as in 0.0003; not “\(text)”.",
        .configuration)
    }
    return price
  }
}
