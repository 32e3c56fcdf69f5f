import CueGeneration
import CueModel
import CueSystem

// Events for programs, as lines of JSON.
extension GenerationShow {
  func text(_ event: GenerationEvent) -> String {
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
