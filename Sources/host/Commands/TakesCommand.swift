import enum CueAssembly.TakeFailure
import enum CueAssembly.TakeMixer
import struct CueAssembly.Take
import struct CueAssembly.TakeLine
import struct CueAssembly.TakeShelf
import class CueAssembly.TakeTracks
import struct CueAssembly.UserLibrary
import CueAudio
import CueModel
import CuePlugins
import CueSystem

/// The action of `takes`.
enum TakesAction: Equatable {
  /// The takes of a script; of all if none is named.
  case list(String?)
  case play(String, take: String, Take.Track, device: PluginChoice?)
  case compare(String, String, String)
  case best(String, take: String)
  case export(String, take: String, Take.Track, to: String)
  case remove(String, takes: [String])
}

/// `host takes`: recordings of rehearsals.
struct TakesCommand {
  let action: TakesAction
  let studio: Studio
  private var manner: OutputManner { studio.manner }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    do {
      switch action {
      case .list(let script?): return try list([shelf(script)], script)
      case .list(nil): return try list(TakeShelf.all(in: library.takesFolder), nil)
      case .play(let script, let name, let track, let device):
        var options = SoundOptions()
        options.device = device
        return try put(try take(name, script), track, options, "played", cancellation)
      case .export(let script, let name, let track, let path):
        var options = SoundOptions()
        options.output = path
        return try put(try take(name, script), track, options, "exported", cancellation)
      case .compare(let script, let one, let other):
        return try compare(try take(one, script), try take(other, script))
      case .best(let script, let name):
        var take = try take(name, script)
        try shelf(script).setBest(take)
        take.isBest = true
        return try tell("best", [take], "Take \(take.name) is the best of its scene.")
      case .remove(let script, let names):
        let takes = try names.map { try take($0, script) }
        try shelf(script).remove(takes)
        let list = takes.map(\.name).joined(separator: ", ")
        return try tell(
          "removed", takes,
          takes.count == 1 ? "Take \(list) is removed." : "Takes \(list) are removed.")
      }
    } catch let failure as TakeFailure {
      throw UserError(failure)
    }
  }

  private var library: UserLibrary { UserLibrary(studio.environment) }

  /// The takes of the script in a file, or in the folder of that name.
  private func shelf(_ script: String) -> TakeShelf { library.takeShelf(called: script) }

  private func take(_ name: String, _ script: String) throws -> Take {
    do throws(TakeFailure) { return try shelf(script).take(called: name) } catch {
      throw UserError(
        "\(script) has no take \(name).",
        hint:
          "'\(Program.name) takes list \(script)' shows them; 2.3 is the third take of scene 2.",
        .noInput)
    }
  }

  private func tell(_ event: String, _ takes: [Take], _ sentence: String) throws -> ExitStatus {
    if manner.isJSON {
      for take in takes { try Console.result(json(take, event).line) }
    } else if !manner.isQuiet {
      Console.talk(sentence + "\n")
    }
    return .done
  }

  // The list.

  private func list(_ shelves: [TakeShelf], _ script: String?) throws -> ExitStatus {
    let takes = shelves.map { ($0, $0.takes()) }.filter { !$1.isEmpty }
    if takes.isEmpty, !manner.isJSON, !manner.isQuiet {
      Console.talk(
        "There are no takes\(script.map { " of \($0)" } ?? ""); "
          + "'\(Program.name) rehearse --record' records them.\n")
    }
    for (shelf, takes) in takes {
      if script == nil, !manner.isJSON { try Console.result(shelf.name + "\n") }
      for take in takes {
        guard manner.isJSON else {
          try Console.result(row(take) + "\n")
          continue
        }
        var json = json(take, "take")
        json["script"] = .string(shelf.name)
        try Console.result(json.line)
      }
    }
    return .done
  }

  private func row(_ take: Take) -> String {
    var row = "\(take.isBest ? "*" : " ") \(take.name)  \(Counted.time(take.seconds))"
    row += "  " + Counted.date(take.began, isUTC: false)
    if let words = summary(take) { row += "  " + words }
    if !take.heading.isEmpty { row += "  " + take.heading }
    return row
  }

  /// How the actor's lines went; nil if they were not judged.
  private func summary(_ take: Take) -> String? {
    let judged = take.lines.filter { $0.isOwn && $0.share != nil }
    guard !judged.isEmpty else { return nil }
    return "\(judged.count { $0.share == 1 }) of \(judged.count) lines word for word"
  }

  private func json(_ take: Take, _ event: String) -> JSONObject {
    var json = JSONObject(event: event)
    json["scene"] = .integer(take.scene)
    json["number"] = .integer(take.number)
    json["name"] = .string(take.name)
    json["heading"] = .string(take.heading)
    json["roles"] = .strings(take.roles)
    json["began"] = .string(Counted.date(take.began, isUTC: true))
    json["is_best"] = .bool(take.isBest)
    json["frames"] = .integer(take.frames)
    json["rate"] = .integer(TakeTracks.format.rateHertz)
    json["seconds"] = .number(take.seconds)
    json["folder"] = .string(take.folder)
    json["lines"] = .objects(take.lines.map { self.json($0) })
    return json
  }

  private func json(_ line: TakeLine) -> JSONObject {
    let rate = Double(TakeTracks.format.rateHertz)
    var json = JSONObject()
    json["number"] = .integer(line.number)
    json["character"] = .string(line.character)
    json["is_own"] = .bool(line.isOwn)
    json["start"] = .number(Double(line.frames.lowerBound) / rate)
    json["end"] = .number(Double(line.frames.upperBound) / rate)
    json["share"] = line.share.map { .number($0) }
    json["pick_up_seconds"] = line.pickUpSeconds.map { .number($0) }
    json["seconds"] = line.seconds.map { .number($0) }
    return json
  }

  // Sound.

  private func put(
    _ take: Take, _ track: Take.Track, _ options: SoundOptions, _ event: String,
    _ cancellation: Cancellation
  ) throws -> ExitStatus {
    try options.check(manner)
    let isWhole = try studio.put(TakeTracks.format, options, cancellation) { write in
      try TakeMixer.read(track, of: take) { sound in
        if !cancellation.isCancelled { try write(sound) }
      }
    }
    guard isWhole else { return .interrupted }
    if manner.isJSON {
      var json = json(take, event)
      json["track"] = .string(track.rawValue)
      json["path"] = options.output.map { .string($0) }
      try Console.result(json.line)
    }
    return .done
  }

  // Comparison.

  private struct Voice {
    var seconds = 0.0
    var lufs: Double?
    var pickUps: [Double] = []
    var shares: [Int: TakeLine] = [:]
  }

  private func voice(_ take: Take) throws -> Voice {
    var voice = Voice()
    do {
      let meter = try LoudnessMeter(
        AudioFormat(sample: .int16, rateHertz: TakeTracks.format.rateHertz))
      try TakeMixer.read(.own, of: take) { meter.hear($0) }
      voice.lufs = meter.integratedLUFS
    } catch let error as SoundFileError { throw UserError(error) }
    for line in take.lines where line.isOwn {
      voice.seconds += line.seconds ?? 0
      if let pickUp = line.pickUpSeconds { voice.pickUps.append(pickUp) }
      voice.shares[line.number] = line
    }
    return voice
  }

  private func compare(_ one: Take, _ other: Take) throws -> ExitStatus {
    let voices = (try voice(one), try voice(other))
    if manner.isJSON {
      for (take, voice) in [(one, voices.0), (other, voices.1)] {
        var json = json(take, "compared")
        json["spoken_seconds"] = .number(voice.seconds)
        json["lufs"] = voice.lufs.map { .number($0) }
        try Console.result(json.line)
      }
      return .done
    }
    let words = Messages(language: .english)
    func number(_ value: Double?, _ unit: String) -> String {
      value.map { words.number($0, decimals: 1) + unit } ?? "-"
    }
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    var rows = [
      ["", one.name + (one.isBest ? "*" : ""), other.name + (other.isBest ? "*" : "")],
      ["length", Counted.time(one.seconds), Counted.time(other.seconds)],
      ["you spoke", number(voices.0.seconds, " s"), number(voices.1.seconds, " s")],
      ["loudness", number(voices.0.lufs, " LUFS"), number(voices.1.lufs, " LUFS")],
      [
        "first word after", number(mean(voices.0.pickUps), " s"),
        number(mean(voices.1.pickUps), " s"),
      ],
    ]
    for line in Set(voices.0.shares.keys).union(voices.1.shares.keys).sorted() {
      func cell(_ line: TakeLine?) -> String {
        guard let line else { return "-" }
        let share = line.share.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
        let seconds = line.seconds.map { words.number($0, decimals: 1) + " s" } ?? ""
        let text = [share, seconds].filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? "-" : text
      }
      rows.append(["line \(line)", cell(voices.0.shares[line]), cell(voices.1.shares[line])])
    }
    for row in rows {
      let padded = row.enumerated().map { index, text in
        text + String(repeating: " ", count: max(0, (index == 2 ? 0 : 18) - text.count))
      }
      var line = padded.joined()
      while line.last == " " { line.removeLast() }
      try Console.result(line + "\n")
    }
    return .done
  }
}
