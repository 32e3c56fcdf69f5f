import CueAssembly
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
      for take in takes { try Console.result(take.json(event).line) }
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
          try Console.result(take.row + "\n")
          continue
        }
        var json = take.json("take")
        json["script"] = .string(shelf.name)
        try Console.result(json.line)
      }
    }
    return .done
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
      var json = take.json(event)
      json["track"] = .string(track.rawValue)
      json["path"] = options.output.map { .string($0) }
      try Console.result(json.line)
    }
    return .done
  }

  // Comparison.

  private func compare(_ one: Take, _ other: Take) throws -> ExitStatus {
    let voices: (TakeVoice, TakeVoice)
    do { voices = (try TakeVoice(one), try TakeVoice(other)) } catch let error as SoundFileError {
      throw UserError(error)
    }
    if manner.isJSON {
      for (take, voice) in [(one, voices.0), (other, voices.1)] {
        try Console.result(voice.json(take).line)
      }
      return .done
    }
    try Console.result(Take.comparison(one, other, voices))
    return .done
  }
}
