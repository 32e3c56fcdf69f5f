import CueGeneration
import CueModel
import CueSystem

/// Writes events of a recording as JSON: one object an event, with a stable name in `event`.
///
/// New events and members may be added; the existing ones stay. Members whose value is not known are left out. An item is named
/// by its number, as users count lines.
package struct RecordingEventWriter: Sendable {
  /// The sentences in events; libraries have none.
  package struct Words: Sendable {
    /// Why something failed, in English.
    package var explain: @Sendable (any Error) -> String
    /// What a clip lacks, in English.
    package var missed: @Sendable (ClipMiss) -> String

    /// Those sentences.
    package init(
      explain: @escaping @Sendable (any Error) -> String,
      missed: @escaping @Sendable (ClipMiss) -> String
    ) {
      self.explain = explain
      self.missed = missed
    }
  }

  let words: Words
  /// How far the making of clips has come; nil before they are planned.
  package private(set) var count: RecordingCount?

  /// A writer with those `words`.
  package init(_ words: Words) { self.words = words }

  /// The JSON forms of `event`, which follows those before; none if it has no form.
  package mutating func json(_ event: RecordingEvent) -> [JSONObject] {
    switch event {
    case .casting, .cast, .retakes, .times, .nothingToWrite: return []
    case .planned(let plan, let numbers):
      count = RecordingCount(plan, numbers: numbers)
      var json = JSONObject(event: "planned")
      json["items"] = .integer(plan.items.count)
      json["to_make"] = .integer(plan.jobs.count { $0.entry == nil })
      return [json]
    case .made(let events):
      return events.flatMap { event in
        count?.take(event)
        return json(event)
      }
    case .lost(let clips):
      var json = JSONObject(event: "lost")
      json["clips"] = .integer(clips)
      return [json]
    case .proof(let done, let total):
      var json = JSONObject(event: "reading-back")
      json["done"] = .integer(done)
      json["clips"] = .integer(total)
      return [json]
    case .writing(let progress):
      var json = JSONObject(event: "progress")
      json["phase"] = .string(progress.phase.rawValue)
      json["done_seconds"] = .number(progress.doneSeconds)
      json["total_seconds"] = .number(progress.totalSeconds)
      return [json]
    case .written(let report): return files(report)
    }
  }

  private func files(_ report: RecordingReport) -> [JSONObject] {
    let sounds = report.files.map { file in
      var json = JSONObject(event: "file")
      json["path"] = .string(file.path)
      if report.rateHertz > 0 {
        json["seconds"] = .number(Double(file.frames) / Double(report.rateHertz))
      }
      return json
    }
    return sounds
      + report.companionPaths.map { path in
        var json = JSONObject(event: "file")
        json["path"] = .string(path)
        return json
      }
  }

  // Clips.

  private func json(_ event: GenerationEvent) -> [JSONObject] {
    switch event {
    case .generating(let job, let lane):
      return lines(job, "generating") { $0["lane"] = .integer(lane) }
    case .made(let job, let entry, let choice):
      return lines(job, "made") { add(entry, job, choice, to: &$0) }
    case .kept(let job, let entry, let choice):
      return lines(job, "kept") { add(entry, job, choice, to: &$0) }
    case .retrying(let job, let failure, let milliseconds):
      return lines(job, "retrying") {
        $0["milliseconds"] = .integer(milliseconds)
        $0["because"] = .string(words.explain(failure))
      }
    case .fellBack(let job, let failure, let voice):
      return lines(job, "stand-in") {
        $0["voice"] = .string(voice)
        $0["because"] = .string(words.explain(failure))
      }
    case .leftEffectOut(let job, let failure, let voice):
      return lines(job, "effect-left-out") {
        $0["voice"] = .string(voice)
        $0["because"] = .string(words.explain(failure))
      }
    case .waiting(let job): return lines(job, "waiting") { _ in }
    case .failed(let job, let failure, let mayPass):
      return lines(job, "failed") {
        $0["because"] = .string(words.explain(failure))
        $0["may_pass"] = .bool(mayPass)
      }
    case .cancelled(let job): return lines(job, "cancelled") { _ in }
    case .missed(let job, let miss):
      return lines(job, "missed") { $0["because"] = .string(words.missed(miss)) }
    }
  }

  private func lines(
    _ job: Int, _ event: String, _ fill: (inout JSONObject) -> Void
  ) -> [JSONObject] {
    (count?.numbers(ofJob: job) ?? []).map { number in
      var json = JSONObject(event: event)
      json["item"] = .integer(number)
      fill(&json)
      return json
    }
  }

  private func add(_ entry: ClipEntry, _ job: Int, _ choice: Int, to json: inout JSONObject) {
    json["clip"] = .string(entry.key.hexadecimal)
    json["seconds"] = .number(entry.seconds)
    guard let plan = count?.plan else { return }
    let isStandIn = plan.roles[plan.jobs[job].role].choices[choice].isStandIn
    json["stand_in"] = isStandIn ? .bool(true) : nil
  }

  // The end.

  /// The JSON form of the end, after all events.
  ///
  /// - Parameters:
  ///   - end: how the recording ended
  ///   - request: what was requested
  ///   - unspoken: sentences about words of the script that no item says, or two
  /// - Returns: one object; nil for a plan that is only looked at
  package func json(
    _ end: RecordingSession.End, of request: RecordingRequest, unspoken: [String]
  ) -> JSONObject? {
    switch end.kind {
    case .planned: return nil
    case .unchanged:
      var json = JSONObject(event: "unchanged")
      json["output"] = request.output.map { .string($0) }
      return json
    case .cancelled:
      var json = JSONObject(event: "cancelled")
      json["done"] = .integer(count?.done ?? 0)
      json["job"] = end.recorder.map { .integer(Int($0.job)) }
      return json
    case .completed:
      guard let count else { return nil }
      return completed(end, count, isWhole: !request.isOnlyChanged, unspoken)
    }
  }

  private func completed(
    _ end: RecordingSession.End, _ count: RecordingCount, isWhole: Bool, _ unspoken: [String]
  ) -> JSONObject {
    func items(_ places: [Int]) -> JSON { .array(places.map { .integer(count.numbers[$0]) }) }
    var json = JSONObject(event: "completed")
    json["items"] = .integer(count.numbers.count)
    json["made"] = .integer(count.made)
    json["failed"] = .integer(count.failures.count)
    json["stand_ins"] = .integer(end.standIns)
    if let standIns = end.recorder?.standIns, !standIns.isEmpty {
      json["stand_in_reasons"] = .objects(
        count.grouped(standIns).map { standIn, places in
          JSONObject([
            ("items", items(places)), ("voice", .string(standIn.voice)),
            ("instead_of", .string(standIn.instead)), ("because", .string(standIn.because)),
          ])
        })
    }
    if let repeated = end.recorder?.repeated, !repeated.isEmpty {
      json["items_as_before"] = items(repeated.sorted())
    }
    json["seconds"] = .number(count.seconds)
    if let words = end.report?.completeness {
      json["words"] = .integer(words.words)
      json["words_heard"] = .integer(words.heard)
      if isWhole {
        json["items_missing"] = items(words.missing)
        json["items_repeated"] = items(words.repeated)
      }
    }
    if !unspoken.isEmpty { json["unspoken"] = .strings(unspoken) }
    json["files"] = .strings(
      end.report.map { $0.files.map(\.path) + $0.companionPaths } ?? [])
    json["job"] = end.recorder.map { .integer(Int($0.job)) }
    return json
  }
}
