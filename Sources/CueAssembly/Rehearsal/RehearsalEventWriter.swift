import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import CueSystem
import CueText

/// Writes events of a rehearsal as JSON: one object an event, with a stable name in `event`.
///
/// New events and members may be added; the existing ones stay. Members whose value is not known are left out.
package struct RehearsalEventWriter: Sendable {
  private let script: Script
  private let numbers: DialogueNumbers
  private let explain: @Sendable (any Error) -> String

  /// A writer for a rehearsal of `script`; `explain` says in English why something failed.
  package init(_ script: Script, explain: @escaping @Sendable (any Error) -> String) {
    self.script = script
    self.explain = explain
    numbers = DialogueNumbers(script)
  }

  /// The JSON form of `event`; nil if it has none.
  package func json(_ event: RehearsalEvent) -> JSONObject? {
    switch event {
    case .course(let report, _): return json(report)
    case .hearing(let report): return json(report)
    case .level: return nil
    case .countdown(let seconds):
      var json = JSONObject(event: "countdown")
      json["seconds"] = .integer(seconds)
      return json
    case .summary(let summary): return json(summary)
    case .wording(let report, _):
      guard report.count > 0 else { return nil }
      return JSONObject.described(report) { script.lines[$0].text }
    case .recorded(let take):
      var json = JSONObject(event: "take")
      json["name"] = .string(take.name)
      json["folder"] = .string(take.folder)
      json["frames"] = .integer(take.frames)
      json["rate"] = .integer(take.rateHertz)
      return json
    case .note(let note): return json(note)
    }
  }

  // The course of a rehearsal.

  private func json(_ report: RehearsalReport) -> JSONObject {
    var json: JSONObject
    switch report {
    case .started(let title):
      json = JSONObject(event: "started")
      json["title"] = .string(title)
    case .state(let from, let to, let line):
      json = JSONObject(event: "state")
      json["from"] = .string("\(from)")
      json["to"] = .string("\(to)")
      json["line"] = .integer(line)
    case .shown(let line, let number, let isOwn):
      json = JSONObject(event: "shown")
      json["line"] = .integer(line.index)
      json["kind"] = .string("\(line.kind)")
      json["number"] = number.map { .integer($0) }
      json["character"] = line.character.map { .string($0) }
      json["own"] = .bool(isOwn)
      json["text"] = .string(line.text)
      if !line.beats.isEmpty {
        json["beats"] = .objects(
          line.beats.map { beat in
            var json = JSONObject()
            json["offset"] = .integer(beat.offset)
            json["milliseconds"] = .integer(beat.milliseconds)
            return json
          })
      }
    case .speaking(let line, let character, let voice, let frame):
      json = JSONObject(event: "speaking")
      json["line"] = .integer(line)
      json["character"] = .string(character)
      json["voice"] = .string(voice)
      json["frame"] = .integer(frame)
    case .word(let line, let range, let frame, let isEstimated):
      json = JSONObject(event: "word")
      json["line"] = .integer(line)
      json["offset"] = .integer(range.lowerBound)
      json["length"] = .integer(range.count)
      json["frame"] = .integer(frame)
      if isEstimated { json["estimated"] = .bool(true) }
    case .prompted(let line, let range, let isCorrection):
      json = JSONObject(event: "prompt")
      json["line"] = .integer(line)
      json["offset"] = .integer(range.lowerBound)
      json["length"] = .integer(range.count)
      if isCorrection { json["correction"] = .bool(true) }
    case .judged(let line, let strictness):
      json = JSONObject(event: "strictness")
      json["line"] = .integer(line)
      json["strictness"] = .string(strictness.rawValue)
    case .lineDone(let line, let end):
      json = JSONObject(event: "line-done")
      json["line"] = .integer(line)
      json["reason"] = .string(RehearsalEventWriter.reason(end))
    case .standIn(let line, let voice, let failure):
      json = JSONObject(event: "stand-in")
      json["line"] = .integer(line)
      json["voice"] = .string(voice)
      json["because"] = .string(explain(failure))
    case .failed(let line, let failure):
      json = JSONObject(event: "failed")
      json["line"] = .integer(line)
      json["because"] = .string(explain(failure))
    case .voicesGivenUp: json = JSONObject(event: "voices-given-up")
    case .shortfall(let line, let shortfall):
      json = JSONObject(event: "shortfall")
      json["line"] = .integer(line)
      json["field"] = .string(shortfall.field)
      json["outcome"] = .string(shortfall.outcome)
    case .ignored(let command, let why):
      json = JSONObject(event: "ignored")
      json["command"] = .string("\(command)")
      json["why"] = .string(explain(why))
    case .paused(let line, let frame), .resumed(let line, let frame):
      if case .paused = report {
        json = JSONObject(event: "paused")
      } else {
        json = JSONObject(event: "resumed")
      }
      json["line"] = .integer(line)
      json["frame"] = .integer(frame)
    case .outputLost(let line, let failure):
      json = JSONObject(event: "output-lost")
      json["line"] = .integer(line)
      json["because"] = .string(explain(failure))
    case .outputBack(let line):
      json = JSONObject(event: "output-back")
      json["line"] = .integer(line)
    case .roundBegins(let round):
      json = JSONObject(event: "round")
      json["number"] = .integer(round)
    case .finished(let outcome): json = RehearsalEventWriter.json("finished", outcome)
    case .stopped(let outcome): json = RehearsalEventWriter.json("stopped", outcome)
    case .brokenOff(let outcome): json = RehearsalEventWriter.json("broken-off", outcome)
    }
    return json
  }

  private static func json(_ event: String, _ outcome: RehearsalOutcome) -> JSONObject {
    var json = JSONObject(event: event)
    json["partner_lines"] = .integer(outcome.partnerLines)
    json["own_lines"] = .integer(outcome.ownLines)
    json["failed_lines"] = .integer(outcome.failedLines)
    json["completed_lines"] = .integer(outcome.completedLines)
    json["spoken_lines"] = .integer(outcome.spokenLines)
    json["frames"] = .integer(outcome.frames)
    json["rate"] = .integer(outcome.rateHertz)
    json["seconds"] = .number(Double(outcome.frames) / Double(max(outcome.rateHertz, 1)))
    return json
  }

  private static func reason(_ end: LineEnd) -> String {
    switch end {
    case .said: "said"
    case .cut: "cut"
    case .failed: "failed"
    case .actor(let end): "\(end)"
    }
  }

  // What is heard of the actor.

  private func json(_ report: ListeningReport) -> JSONObject {
    var json: JSONObject
    switch report {
    case .listening(let line):
      json = JSONObject(event: "listening")
      json["line"] = .integer(line)
    case .listeningEarly(let line):
      json = JSONObject(event: "listening-early")
      json["line"] = .integer(line)
    case .speechBegan(let line):
      json = JSONObject(event: "speech")
      json["line"] = .integer(line)
    case .partial(let line, let text):
      json = JSONObject(event: "partial")
      json["line"] = .integer(line)
      json["text"] = .string(text)
    case .microphoneFault(let fault):
      json = JSONObject(event: "microphone-fault")
      json["fault"] = .string(fault.rawValue)
    case .waits(let line, let why):
      json = JSONObject(event: "waits")
      json["line"] = .integer(line)
      json["reason"] = .string(RehearsalEventWriter.reason(why))
      if case .otherLine(let text) = why { json["text"] = .string(text) }
    case .languageUnknown(let name, let language):
      json = JSONObject(event: "language-unknown")
      json["recognizer"] = .string(name)
      json["language"] = .string(language)
    case .asksToStop(let line):
      json = JSONObject(event: "asks-to-stop")
      json["line"] = .integer(line)
    case .command(let line, let command):
      json = JSONObject(event: "spoken-command")
      json["line"] = .integer(line)
      json["command"] = .string(command.rawValue)
    case .heard(let heard):
      json = JSONObject(event: "heard")
      json["line"] = .integer(heard.line)
      json["reason"] = .string(heard.end.rawValue)
      json["text"] = .string(heard.text)
      json["source"] = .string(heard.source)
      json["share"] = heard.match.map { .number($0.share) }
      json["missing"] = heard.match.map { .integer($0.missing.count) }
      json["changed"] = heard.match.map { .integer($0.changed.count) }
      json["pick_up_seconds"] = heard.pickUpSeconds.map { .number($0) }
      json["seconds"] = .number(heard.seconds)
    case .wording(let opinion):
      json = JSONObject(event: "wording")
      json["line"] = .integer(opinion.number)
      json.describe(opinion.judgement, of: script.lines[opinion.number].text)
      if !opinion.heard.isEmpty { json["text"] = .string(opinion.heard) }
      json["because"] = opinion.failure.map { .string(explain($0)) }
    case .microphoneLost(let loss):
      json = JSONObject(event: "microphone-lost")
      json["because"] = .string(explain(loss))
    case .recognizerFailed(let failure, let loss):
      json = JSONObject(event: "recognizer-failed")
      json["because"] = .string(explain(failure))
      json["given_up"] = .bool(loss == .everything)
      json["started_again"] = .bool(loss == .startedAgain)
    }
    return json
  }

  private static func reason(_ why: TurnWait) -> String {
    switch why {
    case .noSpeech: "no-speech"
    case .slept: "slept"
    case .unfinished: "unfinished"
    case .otherLine: "other-line"
    case .echo: "echo"
    case .notUnderstood: "not-understood"
    case .otherWords: "other-words"
    case .notAsWritten: "not-as-written"
    }
  }

  // How it went.

  private func json(_ summary: RunSummary) -> JSONObject {
    var json = JSONObject(event: "report")
    json["lines"] = .integer(summary.lines)
    json["perfect"] = .integer(summary.perfect)
    json["prompts"] = .integer(summary.prompts)
    json["pick_up_seconds"] = summary.pickUpSeconds.map { .number($0) }
    json["spots"] = .objects(
      summary.spots.map { spot in
        var json = spot.attempt.json
        json["line"] = .integer(spot.line)
        json["number"] = numbers.number(at: spot.line).map { .integer($0) }
        return json
      })
    return json
  }

  // Notes.

  private func json(_ note: RehearsalNote) -> JSONObject? {
    var json = JSONObject(event: "note")
    func kind(_ name: String) { json["kind"] = .string(name) }
    switch note {
    // Casting has its own command, and its own events.
    case .casting, .alike: return nil
    case .hardNames(let names):
      kind("hard-names")
      json["names"] = .objects(
        names.map { JSONObject([("name", .string($0.name)), ("spoken", .string($0.spoken))]) })
    case .unkept(let matter, let failure):
      kind("not-kept")
      json["what"] = .string(matter.rawValue)
      json["because"] = .string(explain(failure))
    case .noOwnLines(let roles):
      kind("no-own-lines")
      json["roles"] = .strings(roles)
    case .goesOn(let line):
      kind("goes-on")
      json["number"] = .integer(line)
    case .chosen(let lines, let choice):
      kind("chosen-lines")
      json["by"] = .string(choice.rawValue)
      json["numbers"] = .array(lines.map { .integer($0) })
    case .shuffled(let seed):
      kind("shuffled")
      json["seed"] = .string("\(seed)")
    case .historyTaken(let taken, let all, let draft):
      kind("history-taken")
      json["lines"] = .integer(taken)
      json["of"] = .integer(all)
      json["draft"] = .string(draft)
    case .strangers(let names):
      kind("directions-for-nobody")
      json["names"] = .strings(names)
    case .recordingOfOwnLine(let number):
      kind("recording-of-own-line")
      json["number"] = .integer(number)
    case .readingUnused(let path, let number, let error):
      kind("reading-unused")
      json["path"] = .string(path)
      json["number"] = .integer(number)
      json["because"] = .string(explain(error))
    case .recognizerRefused(let error):
      kind("recognizer-refused")
      json["because"] = .string(explain(error))
    case .microphone(let note, let name):
      json["microphone"] = .string(name)
      switch note {
      case .lost(let failure):
        kind("microphone-gone")
        json["because"] = .string(explain(failure))
      case .back(let seconds):
        kind("microphone-back")
        json["after_seconds"] = .number(seconds)
      }
    case .recordsNoMore(let error):
      kind("records-no-more")
      json["because"] = .string(explain(error))
    // The report of the same fault has its own event.
    case .microphoneFault, .trace: return nil
    }
    return json
  }
}

extension LineAttempt {
  /// How a line was said.
  package var json: JSONObject {
    var json = JSONObject()
    json["quality"] = .integer(quality)
    json["share"] = share.map { .number($0) }
    json["missing"] = missing.isEmpty ? nil : .string(missing)
    json["changed"] = changed.isEmpty ? nil : .string(changed)
    json["heard"] = heard.isEmpty ? nil : .string(heard)
    json["pick_up_seconds"] = pickUpSeconds.map { .number($0) }
    json["seconds"] = seconds > 0 ? .number(seconds) : nil
    json["prompts"] = .integer(prompts)
    return json
  }
}
