import CueGeneration
import CueModel
import CueSystem

// Reading back.
extension RecordingEventWriter {
  /// The JSON forms of what a recognizer read, and of the takes that were made because of it.
  ///
  /// - Parameters:
  ///   - report: what was read
  ///   - retakes: the other takes
  ///   - command: what makes a job's clip again, as the user would type it; nil without a command line
  /// - Returns: the objects, in order; none before anything is planned
  package func json(
    _ report: ProofReport, _ retakes: [RetakeReport], command: (Int) -> String? = { _ in nil }
  ) -> [JSONObject] {
    guard let count else { return [] }
    var all = retakes.map { json($0, count) }
    all += report.differing.map { json($0, count, command: command($0.job)) }
    all += report.unread.map { job, failure in
      var json = JSONObject(event: "unread")
      json["items"] = .array(count.numbers(ofJob: job).map { .integer($0) })
      json["because"] = .string(words.explain(failure.plugin ?? failure))
      return json
    }
    var end = JSONObject(event: "proofread")
    end["recognizer"] = .string(report.recognizer)
    end["clips"] = .integer(report.read + report.known)
    end["read"] = .integer(report.read)
    end["differing"] = .integer(report.differing.count)
    end["unread"] = .integer(report.unread.count)
    return all + [end]
  }

  private func json(_ retake: RetakeReport, _ count: RecordingCount) -> JSONObject {
    var json = JSONObject(event: "retake")
    json["items"] = .array(count.numbers(ofJob: retake.job).map { .integer($0) })
    json["clip"] = .string(count.plan.jobs[retake.job].key.hexadecimal)
    json["takes"] = .integer(retake.tries)
    json["kept"] = .bool(retake.isKept)
    json["as_before"] = .bool(retake.tries > 0 && retake.isRepetition)
    json["differing_words_before"] = retake.before.map { .integer($0) }
    json["differing_words"] = retake.after.map { .integer($0) }
    return json
  }

  private func json(_ clip: ClipProof, _ count: RecordingCount, command: String?) -> JSONObject {
    let plan = count.plan
    let job = plan.jobs[clip.job]
    var json = JSONObject(event: "proof")
    json["items"] = .array(count.numbers(ofJob: clip.job).map { .integer($0) })
    json["speaker"] = .string(plan.roles[plan.roleOfItem[job.items[0]]].speaker)
    json["clip"] = .string(job.key.hexadecimal)
    json["text"] = .string(plan.items[job.items[0]].saidText)
    json["heard"] = .string(clip.heard)
    json["differences"] = .objects(
      clip.reading.differences.map { difference in
        JSONObject([
          ("offset", .integer(difference.range.lowerBound)),
          ("length", .integer(difference.range.count)),
          ("written", .string(difference.written)), ("heard", .string(difference.heard)),
        ])
      })
    json["command"] = command.map { .string($0) }
    return json
  }
}
