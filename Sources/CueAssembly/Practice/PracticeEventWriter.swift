import CueModel
import CuePractice
import CueStore
import CueSystem
import CueText

/// Writes events of practice as JSON: one object an event, with a stable name in `event`.
///
/// New events and members may be added; the existing ones stay. Members whose value is not known are left out.
package struct PracticeEventWriter: Sendable {
  private let text: PracticeText
  private let explain: @Sendable (any Error) -> String
  private var state: PracticeState?

  /// A writer for practice of `text`; `explain` says in English why something failed.
  package init(_ text: PracticeText, explain: @escaping @Sendable (any Error) -> String) {
    self.text = text
    self.explain = explain
  }

  /// The JSON form of `event`, which follows those before; nil if it has none.
  package mutating func json(_ event: PracticeEvent) -> JSONObject? {
    switch event {
    case .course(let report):
      switch report {
      case .started(let new), .state(let new): state = new
      default: break
      }
      return json(ofCourse: report)
    case .note(let note): return json(note)
    }
  }

  private func json(_ note: PracticeNote) -> JSONObject? {
    var json = JSONObject(event: "note")
    func kind(_ name: String) { json["kind"] = .string(name) }
    func moved(_ from: Double, _ to: Double) {
      json["from"] = .number(from)
      json["to"] = .number(to)
    }
    switch note {
    // The report of the same fault has its own event.
    case .casting, .microphoneFault: return nil
    case .otherLanguage(let language, let voices):
      kind("other-language")
      json["language"] = .string(language)
      json["voices"] = .strings(voices)
    case .unkept(let failure):
      kind("not-kept")
      json["because"] = .string(explain(failure))
    case .voiceGone(let voice, let absence):
      kind("voice-gone")
      json["voice"] = .string(voice)
      json["because"] = .string(explain(absence))
    case .rateMoved(let from, let to):
      kind("rate-moved")
      moved(from, to)
    case .pauseFactorMoved(let from, let to):
      kind("pause-factor-moved")
      moved(from, to)
    case .recognizerRefused(let error):
      kind("recognizer-refused")
      json["because"] = .string(explain(error))
    case .microphone(.lost(let failure), let name):
      kind("microphone-gone")
      json["microphone"] = .string(name)
      json["because"] = .string(explain(failure))
    case .microphone(.back(let seconds), let name):
      kind("microphone-back")
      json["microphone"] = .string(name)
      json["after_seconds"] = .number(seconds)
    case .notCompared(let failure):
      kind("not-compared")
      json["because"] = .string(explain(failure))
    }
    return json
  }

  private func segments() -> [Segment] {
    text.segments(state?.settings.granularity ?? .sentence)
  }

  private func json(ofCourse report: PracticeReport) -> JSONObject? {
    switch report {
    case .started(let state):
      var json = described(state, "started")
      json["title"] = .string(text.title)
      json["language"] = .string(text.language)
      return json
    case .state(let state): return described(state, "state")
    case .speaking(let index, let from, let voice, let frame):
      var json = numbered("speaking", index)
      json["voice"] = .string(voice)
      json["offset"] = .integer(from)
      json["length"] = .integer(segments()[index].range.upperBound - from)
      json["frame"] = .integer(frame)
      json["text"] = .string(segments()[index].text)
      return json
    case .word(let index, let range, let frame, let isEstimated):
      var json = numbered("word", index)
      json["offset"] = .integer(range.lowerBound)
      json["length"] = .integer(range.count)
      json["frame"] = .integer(frame)
      json["text"] = .string(String(decoding: Array(text.content.utf8)[range], as: UTF8.self))
      if isEstimated { json["estimated"] = .bool(true) }
      return json
    case .said(let index, let duration):
      var json = numbered("said", index)
      json["seconds"] = .number(duration / .seconds(1))
      return json
    case .countdown(let tenths):
      var json = JSONObject(event: "countdown")
      json["seconds"] = .number(Double(tenths) / 10)
      return json
    case .progress(let progress):
      var json = JSONObject(event: "progress")
      json["number"] = .integer(progress.number)
      json["count"] = .integer(progress.count)
      json["seconds_left"] = progress.timeLeft.map { .number($0 / .seconds(1)) }
      return json
    default: return trouble(report)
    }
  }

  private func trouble(_ report: PracticeReport) -> JSONObject? {
    switch report {
    case .repeated(let index, let repetition):
      var json = numbered("repeated", index)
      PracticeEventWriter.describe(repetition, in: &json)
      return json
    case .reconsidered(let index, let repetition):
      var json = numbered("reconsidered", index)
      PracticeEventWriter.describe(repetition, in: &json)
      if let judgement = repetition.judgement {
        let segments = segments()
        json.describe(judgement, of: segments.indices.contains(index) ? segments[index].text : "")
      }
      return json
    case .playingOwn(let index, let duration):
      var json = numbered("own-voice", index)
      json["seconds"] = .number(duration / .seconds(1))
      return json
    case .sampling(let voice):
      var json = JSONObject(event: "sample")
      json["voice"] = .string(voice)
      return json
    case .standIn(let index, let voice, let failure):
      var json = numbered("stand-in", index)
      json["voice"] = .string(voice)
      json["because"] = .string(explain(failure))
      return json
    case .failed(let index, let failure):
      var json = numbered("failed", index)
      json["because"] = .string(explain(failure))
      return json
    case .outputLost(let index, let sentence):
      var json = numbered("output-lost", index)
      json["because"] = .string(sentence)
      return json
    case .microphoneLost(let sentence):
      var json = JSONObject(event: "microphone-lost")
      json["because"] = .string(sentence)
      return json
    case .shortfall(let index, let shortfall):
      var json = numbered("shortfall", index)
      json["field"] = .string(shortfall.field)
      json["outcome"] = .string(shortfall.outcome)
      return json
    case .voiceRefused(let choice, let sentence):
      var json = JSONObject(event: "voice-refused")
      json["voice"] = .string(choice)
      json["because"] = .string(sentence)
      return json
    case .ignored(_, let why):
      var json = JSONObject(event: "ignored")
      json["because"] = .string(explain(why))
      return json
    case .finished(let outcome): return described(outcome, "finished")
    case .stopped(let outcome): return described(outcome, "stopped")
    case .brokenOff(let outcome): return described(outcome, "broken-off")
    default: return nil
    }
  }

  private func numbered(_ event: String, _ index: Int) -> JSONObject {
    var json = JSONObject(event: event)
    json["number"] = .integer(index + 1)
    return json
  }

  private func described(_ state: PracticeState, _ event: String) -> JSONObject {
    var json = JSONObject(event: event)
    json["status"] = .string(state.status.rawValue)
    json["number"] = .integer(state.index + 1)
    json["count"] = .integer(state.count)
    json["by"] = .string(state.settings.granularity.rawValue)
    json["rate"] = .number(state.rate.value)
    json["pause"] = .string(state.settings.pause.rawValue)
    json["factor"] = .number(state.settings.pauseFactor)
    if !state.settings.voice.isEmpty { json["voice"] = .string(state.settings.voice) }
    switch state.hold {
    case .asked: json["held"] = .string("asked")
    case .interrupted: json["held"] = .string("interrupted")
    case .failed(let failure):
      json["held"] = .string("failed")
      json["because"] = .string(explain(failure))
    case nil: break
    }
    if let length = state.pause?.length { json["pause_seconds"] = .number(length / .seconds(1)) }
    return json
  }

  private func described(_ outcome: PracticeOutcome, _ event: String) -> JSONObject {
    var json = JSONObject(event: event)
    json["end"] = .string(outcome.end?.rawValue ?? "hand")
    json["place"] = .integer(outcome.place)
    json["segments"] = .integer(outcome.segments)
    json["different_segments"] = .integer(outcome.differentSegments)
    json["failures"] = .integer(outcome.failures)
    json["spoken_seconds"] = .number(outcome.spoken / .seconds(1))
    json["paused_seconds"] = .number(outcome.paused / .seconds(1))
    json["frames"] = .integer(outcome.frames)
    json["rate_hertz"] = .integer(outcome.rateHertz)
    if !outcome.repetitions.isEmpty {
      PracticeEventWriter.describe(PracticeRecord(outcome), in: &json)
    }
    return json
  }

  /// Adds how the speaker repeated all segments to an event.
  package static func describe(_ record: PracticeRecord, in json: inout JSONObject) {
    json["repeated"] = .integer(record.repeated)
    json["words"] = .integer(record.words)
    json["missing"] = .integer(record.missing)
    json["changed"] = .integer(record.changed)
    json["added"] = .integer(record.added)
    json["compared"] = .integer(record.compared)
    json["whole"] = .integer(record.whole)
    if let score = record.score { json["score"] = .number(score) }
    json["model_seconds"] = .number(Double(record.modelMilliseconds) / 1000)
    json["took_seconds"] = .number(Double(record.tookMilliseconds) / 1000)
    json["silences"] = .integer(record.silences)
    json["longest_silence_seconds"] = .number(Double(record.longestSilenceMilliseconds) / 1000)
    json["filler_count"] = record.fillers.map { .integer($0) }
    measure(record, in: &json)
  }

  /// Adds how fast, how loud and how high the speaker was, if measured.
  private static func measure(_ record: PracticeRecord, in json: inout JSONObject) {
    for measure in PracticeMeasure.allCases where measure != .score && measure != .fillers {
      json[measure.rawValue] = measure.value(record).map { .number($0) }
    }
    json["pitch_low_hertz"] = record.pitchLowHertz.map { .number($0) }
    json["pitch_high_hertz"] = record.pitchHighHertz.map { .number($0) }
  }

  /// Adds how the speaker repeated one segment to an event.
  package static func describe(_ repetition: Repetition, in json: inout JSONObject) {
    json["words"] = .integer(repetition.words)
    json["missing"] = .ranges(repetition.missing)
    json["changed"] = .ranges(repetition.changed)
    json["not_heard"] = .ranges(repetition.notHeard)
    json["added"] = .array(repetition.added.map { .string($0) })
    var record = PracticeRecord()
    record.count(repetition)
    if let score = record.score { json["score"] = .number(score) }
    if !repetition.instead.isEmpty { json["instead"] = .string(repetition.instead) }
    json["model_seconds"] = .number(repetition.model / .seconds(1))
    json["took_seconds"] = .number(repetition.took / .seconds(1))
    json["silences"] = .integer(repetition.silences)
    json["longest_silence_seconds"] = .number(repetition.longestSilence / .seconds(1))
    if repetition.spokenWords > 0 { json["fillers"] = .strings(repetition.fillers) }
    record.take(repetition.voice)
    measure(record, in: &json)
  }
}
