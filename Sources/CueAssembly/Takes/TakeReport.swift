import CueAudio
import CueModel
import CueSystem

extension Take {
  /// The take as an event.
  package func json(_ event: String) -> JSONObject {
    var json = JSONObject(event: event)
    json["scene"] = .integer(scene)
    json["number"] = .integer(number)
    json["name"] = .string(name)
    json["heading"] = .string(heading)
    json["roles"] = .strings(roles)
    json["began"] = .date(began)
    json["is_best"] = .bool(isBest)
    json["frames"] = .integer(frames)
    json["rate"] = .integer(TakeTracks.format.rateHertz)
    json["seconds"] = .number(seconds)
    json["folder"] = .string(folder)
    json["lines"] = .objects(lines.map(\.json))
    return json
  }
}

extension TakeLine {
  /// The line, with its times in seconds.
  package var json: JSONObject {
    let rate = Double(TakeTracks.format.rateHertz)
    var json = JSONObject()
    json["number"] = .integer(number)
    json["character"] = .string(character)
    json["is_own"] = .bool(isOwn)
    json["start"] = .number(Double(frames.lowerBound) / rate)
    json["end"] = .number(Double(frames.upperBound) / rate)
    json["share"] = share.map { .number($0) }
    json["pick_up_seconds"] = pickUpSeconds.map { .number($0) }
    json["seconds"] = seconds.map { .number($0) }
    return json
  }
}

/// How the actor spoke in a take.
package struct TakeVoice {
  /// How long the actor's lines last together.
  package private(set) var seconds = 0.0
  /// How loud they are; nil if nothing is to be heard.
  package private(set) var lufs: Double?
  /// The silences before the actor's lines, in seconds.
  package private(set) var pickUps: [Double] = []
  /// The actor's lines, by their numbers.
  package private(set) var lines: [Int: TakeLine] = [:]

  /// The mean silence before a line, in seconds; nil without one.
  package var meanPickUpSeconds: Double? {
    pickUps.isEmpty ? nil : pickUps.reduce(0, +) / Double(pickUps.count)
  }

  /// Measures the actor's voice in `take`.
  ///
  /// - Throws: a `SoundFileError` if its sound cannot be read
  package init(_ take: Take) throws {
    let meter = try LoudnessMeter(
      AudioFormat(sample: .int16, rateHertz: TakeTracks.format.rateHertz))
    try TakeMixer.read(.own, of: take) { meter.hear($0) }
    lufs = meter.integratedLUFS
    for line in take.lines where line.isOwn {
      seconds += line.seconds ?? 0
      if let pickUp = line.pickUpSeconds { pickUps.append(pickUp) }
      lines[line.number] = line
    }
  }

  /// The measures of `take`, as an event.
  package func json(_ take: Take) -> JSONObject {
    var json = take.json("compared")
    json["spoken_seconds"] = .number(seconds)
    json["lufs"] = lufs.map { .number($0) }
    return json
  }
}
