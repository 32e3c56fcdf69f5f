import CueStore
import CueStory
import CueSystem

/// Writes the state of a story's canvas as JSON: one object an event, with a stable name in `event`.
///
/// An event is written if it differs from the last one of its name. New events and members may be added; the existing ones stay.
/// Times are in seconds as the story is heard now.
package struct CanvasEventWriter {
  private let text: (CanvasNote) -> String
  private var last: [JSONObject?] = [nil, nil, nil]

  /// A writer; `text` says a note in English.
  package init(text: @escaping (CanvasNote) -> String) { self.text = text }

  /// What is new in `state`.
  package mutating func json(_ state: CanvasState) -> [JSONObject] {
    let all = [story(state), canvas(state), note(state)]
    let new = zip(all, last).filter { $0 != $1 }.compactMap(\.0)
    last = all
    return new
  }

  private func story(_ state: CanvasState) -> JSONObject {
    let stored = state.view.story
    let shown = Set(state.chain.takes.map(\.id))
    let places = state.tree.places
    var json = JSONObject(event: "story")
    json["number"] = .integer(Int(stored.number))
    json["title"] = .string(stored.title)
    json["player"] = .string(stored.player)
    json["has_pen"] = .bool(stored.isActive)
    json["holder"] = stored.isActive || stored.holder.isEmpty ? nil : .string(stored.holder)
    json["rate_hertz"] = .integer(stored.rateHertz)
    json["rate"] = .number(state.dials.rate.factor)
    json["pitch"] = .number(state.dials.pitch.semitones)
    json["linked"] = .bool(state.dials.isLinked)
    json["click"] = .bool(state.isClicking)
    json["seconds"] = .number(state.scale.seconds(at: state.chain.timeline.length))
    json["takes"] = .objects(
      state.view.takes.map { take in
        var json = JSONObject()
        json["take"] = .integer(take.number)
        json["id"] = .string(take.id)
        json["answers"] = state.tree.take(take.parent).map { .integer($0.number) }
        json["player"] = .string(take.author)
        json["label"] = .string(take.label)
        json["start"] = .number(state.scale.seconds(at: places[take.id]?.start ?? 0))
        json["seconds"] = .number(state.scale.seconds(at: take.ticks))
        json["shown"] = .bool(shown.contains(take.id))
        json["sent"] = take.isSent ? .bool(true) : nil
        json["damaged"] = take.damage.isEmpty ? nil : .bool(true)
        json["muted"] = take.isMuted ? .bool(true) : nil
        json["solo"] = take.isSolo ? .bool(true) : nil
        json["gain"] = take.gain == 0 ? nil : .number(Double(take.gain) / 100)
        json["pan"] = take.pan == 0 ? nil : .number(Double(take.pan) / 100)
        return json
      })
    return json
  }

  private func canvas(_ state: CanvasState) -> JSONObject {
    func seconds(_ tick: Int) -> JSON { .number(state.scale.seconds(at: tick)) }
    var json = JSONObject(event: "canvas")
    json["activity"] = .string(activity(state))
    json["position"] = seconds(state.position)
    json["heard"] = .array(state.heard.map { .integer(state.chain.takes[$0].number) })
    json["aim"] = state.aim.map(seconds)
    json["marker"] = state.target.map { seconds($0.marker) }
    json["start"] = state.target.map { seconds($0.start) }
    json["answers"] = state.target?.answers.map { .integer(state.chain.takes[$0].number) }
    json["pre_roll"] = state.preRoll.map(seconds)
    json["missing"] = state.missingTicks > 0 ? seconds(state.missingTicks) : nil
    json["level"] = state.level.map { .number($0) }
    json["fine"] = state.isFine ? .bool(true) : nil
    json["scrub"] = state.isScrubbing ? .bool(true) : nil
    return json
  }

  private func activity(_ state: CanvasState) -> String {
    if state.isKeeping { return "keeping" }
    return switch state.recorder.state {
    case .recording: "recording"
    case .preRolling: "pre-rolling"
    case .targeting(nil, _): "aiming"
    case .targeting: state.isPlaying ? "playing" : "marked"
    case .idle: state.isPlaying ? "playing" : "stopped"
    }
  }

  private func note(_ state: CanvasState) -> JSONObject? {
    state.note.map { note in
      var json = JSONObject(event: "note")
      json["text"] = .string(text(note))
      return json
    }
  }
}
