import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import CueStore
import CueText

/// Remembers how an actor says their lines, and says which to rehearse.
///
/// A failure to write the library is reported once, and the rehearsal continues.
package final class LineMemory {
  /// Where it is read, and the number of the script there; nil if nothing is kept.
  private let store: (lines: LineHistories, script: Int64)?
  private let keeps: Bool
  private let lines: Script
  private let numbers: DialogueNumbers
  private let roles: Set<String>
  private let clock: any WallClock
  private let note: (StoreFailure) -> Void
  /// The lines that are kept, by the index of the line that they are now.
  private var kept: [Int: StoredLine] = [:]
  /// What is known of each line, by its index in the script.
  package private(set) var histories: [Int: LineHistory] = [:]
  private var hasFailed = false

  private var prompts: [Int: Int] = [:]
  private var heard: [Int: HeardLine] = [:]
  private var attempts: [(line: Int, attempt: LineAttempt)] = []
  /// What was planned for a line before its last attempt.
  private var plansBefore: [Int: RepetitionPlan] = [:]

  /// The memory of rehearsing `roles` in `lines`.
  ///
  /// - Parameters:
  ///   - store: where it is kept
  ///   - script: the number of the script there
  ///   - lines: what is rehearsed
  ///   - roles: the actor's characters, as the lines name them
  ///   - clock: says when a line was said
  ///   - keeps: whether what happens now is kept, too
  ///   - note: is called once if something cannot be kept
  /// - Throws: where what is kept cannot be read
  package init(
    _ store: LineHistories, script: Int64, _ lines: Script, roles: Set<String>,
    clock: any WallClock, keeps: Bool = true, note: @escaping (StoreFailure) -> Void
  ) throws(StoreFailure) {
    self.store = (store, script)
    self.keeps = keeps
    self.lines = lines
    self.roles = roles
    self.clock = clock
    self.note = note
    numbers = DialogueNumbers(lines)
    take(LineMemory.found(try store.lines(of: script), in: lines, numbers))
  }

  /// A memory of one run that is forgotten with it.
  package init(_ lines: Script, roles: Set<String>, clock: any WallClock) {
    store = nil
    keeps = false
    self.lines = lines
    self.roles = roles
    self.clock = clock
    note = { _ in }
    numbers = DialogueNumbers(lines)
  }

  /// What is rehearsed, with whole lines.
  package var script: Script { lines }

  /// Now, in milliseconds since the start of 1970.
  package var now: Int64 { clock.millisecondsSince1970 }

  private func take(_ found: [Int: StoredLine]) {
    for (index, line) in found where kept[index] == nil {
      kept[index] = line
      histories[index] = LineHistory(line)
    }
  }

  /// The lines of `script` that are among `stored`, by their index.
  private static func found(
    _ stored: [StoredLine], in script: Script, _ numbers: DialogueNumbers
  ) -> [Int: StoredLine] {
    guard !stored.isEmpty, numbers.count > 0 else { return [:] }
    let indices = (1...numbers.count).compactMap { numbers.index(of: $0) }
    let before = stored.map {
      LineMatching.Mark(character: $0.character, words: $0.words, cue: $0.cue)
    }
    let matches = LineMatching.match(indices.map { mark(script, $0, numbers) }, with: before)
    var found: [Int: StoredLine] = [:]
    for (index, match) in zip(indices, matches) { found[index] = match.map { stored[$0] } }
    return found
  }

  private static func mark(
    _ script: Script, _ index: Int, _ numbers: DialogueNumbers
  ) -> LineMatching.Mark {
    let line = script.lines[index]
    let before = numbers.number(at: index).flatMap { numbers.index(of: $0 - 1) }
    return LineMatching.Mark(
      character: line.character ?? "", text: line.text,
      after: before.map { script.lines[$0].text } ?? "")
  }

  /// Takes over what is known of the lines of another script, as far as they are in this one and nothing is known of them here.
  ///
  /// - Parameter draft: the number of an earlier draft
  /// - Returns: how many lines of how many that are kept of it
  /// - Throws: ``StoreFailure`` where the library cannot be read or written
  package func takeOver(from draft: Int64) throws(StoreFailure) -> (taken: Int, all: Int) {
    guard let (store, script) = store, draft != script else { return (0, 0) }
    let stored = try store.lines(of: draft)
    let found = LineMemory.found(stored, in: lines, numbers).filter { kept[$0.key] == nil }
    guard !found.isEmpty else { return (0, stored.count) }
    try store.add(
      found.sorted { $0.key < $1.key }.map { current($0.value, at: $0.key) }, to: script)
    take(LineMemory.found(try store.lines(of: script), in: lines, numbers))
    return (found.count, stored.count)
  }

  /// What is kept of a line, with the place, name and words that it has now.
  private func current(_ line: StoredLine?, at index: Int) -> StoredLine {
    let mark = LineMemory.mark(lines, index, numbers)
    var line =
      line
      ?? StoredLine(
        place: 1, character: mark.character, words: mark.words, cue: mark.cue)
    line.place = numbers.number(at: index) ?? 1
    (line.character, line.words, line.cue) = (mark.character, mark.words, mark.cue)
    return line
  }

  // Which lines.

  /// The actor's lines within `range` that are trouble spots, the worst first.
  package func troubleSpots(in range: Range<Int>) -> [Int] {
    let own = Set(Passages.ownLines(of: lines, roles, in: range))
    return TroubleSpots.ranked(histories).filter(own.contains)
  }

  /// The actor's lines within `range` that are to be repeated now, the worst first.
  package func due(in range: Range<Int>) -> [Int] {
    TroubleSpots.due(Passages.ownLines(of: lines, roles, in: range), histories, at: now)
  }

  // How it goes.

  /// How the run went so far; nil if no line of the actor's was judged.
  package var summary: RunSummary? { attempts.isEmpty ? nil : RunSummary(attempts) }

  /// The actor asked for words of a line.
  package func prompted(_ line: Int) { prompts[line, default: 0] += 1 }

  /// Takes what was heard.
  package func take(_ report: ListeningReport) {
    if case .heard(let line) = report { heard[line.line] = line }
  }

  /// Keeps what a report says of a line.
  package func take(_ report: RehearsalReport) {
    switch report {
    case .lineDone(let line, .actor(let end)): keep(line, end)
    case .prompted(let line, _, isCorrection: false): prompted(line)
    // An actor who goes back or begins again starts afresh; what they asked for counts on.
    case .state(_, .waitingForUser, let line): heard[line] = nil
    default: break
    }
  }

  private func keep(_ index: Int, _ end: UserLineEnd) {
    let prompts = self.prompts.removeValue(forKey: index) ?? 0
    let heard = self.heard.removeValue(forKey: index)
    // A word to the recognizer that was not understood is not a judgement of the actor.
    let share = heard?.match.flatMap { $0.hasHeard ? $0.share : nil }
    guard
      let quality = LineAttempt.quality(
        share: share, prompts: prompts, pickUpSeconds: heard?.pickUpSeconds,
        isGivenUp: end == .spokenCommand)
    else { return }
    var attempt = LineAttempt(said: now, quality: quality)
    attempt.share = share
    attempt.prompts = prompts
    if let heard {
      attempt.heard = heard.text
      attempt.missing = words(heard.match?.missing ?? [], of: index)
      attempt.changed = words(heard.match?.changed ?? [], of: index)
      attempt.pickUpSeconds = heard.pickUpSeconds
      attempt.seconds = heard.seconds
    }
    attempts.append((index, attempt))
    plansBefore[index] = histories[index]?.plan ?? RepetitionPlan()
    histories[index, default: LineHistory()].take(attempt)
    write(index, attempt)
  }

  /// Two recognizers judged the wording of a line's last attempt, while the rehearsal went on.
  ///
  /// - Parameters:
  ///   - judgement: what speaks against the wording; changes nothing if the second recognizer gave no opinion
  ///   - index: the line
  package func take(_ judgement: LineJudgement, ofLine index: Int) {
    guard judgement.gap == nil, judgement.source != nil else { return }
    let ranges = { (kind: LineJudgement.Doubt.Kind) in
      judgement.doubts.filter { $0.kind == kind }.map(\.range)
    }
    revise(index, missing: ranges(.missing), changed: ranges(.changed))
  }

  /// The wording of a line's last attempt was judged again.
  ///
  /// - Parameters:
  ///   - index: the line
  ///   - missing: bytes of its words that were left out
  ///   - changed: bytes of its words in whose place others were said
  private func revise(_ index: Int, missing: [Range<Int>], changed: [Range<Int>]) {
    guard let place = attempts.lastIndex(where: { $0.line == index }),
      attempts[place].attempt.share != nil, let before = plansBefore[index]
    else { return }
    var attempt = attempts[place].attempt
    let all = ExpectedLine(lines.lines[index].text).words.count { !$0.isOptional }
    let wrong = min(all, missing.count + changed.count)
    attempt.share = all > 0 ? Double(all - wrong) / Double(all) : 1
    attempt.missing = words(missing, of: index)
    attempt.changed = words(changed, of: index)
    guard attempt != attempts[place].attempt,
      let quality = LineAttempt.quality(
        share: attempt.share, prompts: attempt.prompts, pickUpSeconds: attempt.pickUpSeconds)
    else { return }
    attempt.quality = quality
    attempts[place].attempt = attempt
    var history = histories[index] ?? LineHistory()
    history.plan = before
    history.attempts = Array(history.attempts.dropFirst())
    history.take(attempt)
    histories[index] = history
    write(index, attempt, isRevised: true)
  }

  private func words(_ ranges: [Range<Int>], of index: Int) -> String {
    let bytes = Array(lines.lines[index].text.utf8)
    return ranges.filter { $0.upperBound <= bytes.count }
      .map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: " ")
  }

  private func write(_ index: Int, _ attempt: LineAttempt, isRevised: Bool = false) {
    guard keeps, !hasFailed, let store, let history = histories[index] else { return }
    var line = current(kept[index], at: index)
    line.take(history.plan)
    do throws(StoreFailure) {
      if isRevised, line.number != 0 {
        try store.lines.revise(line, attempt: StoredAttempt(attempt))
      } else {
        line.number = try store.lines.keep(
          line, attempt: StoredAttempt(attempt), of: store.script)
      }
      kept[index] = line
    } catch {
      hasFailed = true
      note(error)
    }
  }
}

extension LineHistory {
  /// What is kept of a line.
  package init(_ line: StoredLine) {
    var plan = RepetitionPlan()
    plan.repetitions = line.repetitions
    plan.intervalDays = line.intervalDays
    plan.ease = Double(line.easeThousandths) / 1000
    plan.reviewed = line.reviewed
    self.init(plan: plan, attempts: line.attempts.map { LineAttempt($0) })
  }
}

extension StoredLine {
  fileprivate mutating func take(_ plan: RepetitionPlan) {
    repetitions = plan.repetitions
    intervalDays = plan.intervalDays
    easeThousandths = Int((plan.ease * 1000).rounded())
    reviewed = plan.reviewed
  }
}

extension LineAttempt {
  fileprivate init(_ stored: StoredAttempt) {
    self.init(said: stored.said, quality: min(max(stored.quality, 0), 5))
    share = stored.shareThousandths.map { Double($0) / 1000 }
    missing = stored.missing
    changed = stored.changed
    heard = stored.heard
    pickUpSeconds = stored.pickUpMilliseconds.map { Double($0) / 1000 }
    seconds = Double(stored.tookMilliseconds) / 1000
    prompts = stored.prompts
  }
}

extension StoredAttempt {
  fileprivate init(_ attempt: LineAttempt) {
    self.init(said: attempt.said, quality: attempt.quality)
    shareThousandths = attempt.share.map { Int(($0 * 1000).rounded()) }
    missing = attempt.missing
    changed = attempt.changed
    heard = attempt.heard
    pickUpMilliseconds = attempt.pickUpSeconds.map { Int(($0 * 1000).rounded()) }
    tookMilliseconds = Int((attempt.seconds * 1000).rounded())
    prompts = attempt.prompts
  }
}
