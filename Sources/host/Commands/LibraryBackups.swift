import CueAssembly
import CueModel
import CueStore
import CueStory
import CueSystem
import Glibc

// Backup and rebuild.
extension LibraryCommand {
  func backup(_ folder: String) throws -> ExitStatus {
    let database = try library.database(toLook: true)
    let backup = LibraryBackup(folder, modules: UserLibrary.modules)
    let clips = try backup.write(database, clips: store(nil))
    let takes = try copyTakes(from: library.takesFolder, to: folder + "/takes")
    let ofStories = try StoryCopies.copy(
      Stories(database, clock: SystemClock()), from: library.storiesFolder,
      to: folder + "/stories")
    if manner.isJSON {
      var json = JSONObject(event: "backed_up")
      json["folder"] = .string(folder)
      json["copied"] = .integer(clips.copied)
      json["copied_bytes"] = .integer(clips.copiedByteCount)
      json["kept"] = .integer(clips.kept)
      json["missing"] = .strings(clips.missing.map(\.hexadecimal))
      put(takes, into: &json)
      put(ofStories, into: &json)
      try Console.result(json.line)
    } else if !manner.isQuiet {
      Console.talk(
        "\(folder) has the library and \(Counted.clips(clips.copied + clips.kept)) that items refer to; "
          + "\(clips.copied) of them are new.\n")
      if takes.copied + takes.kept > 0 {
        Console.talk(
          "It has \(takes.copied + takes.kept) takes; \(takes.copied) of them are new.\n")
      }
      if ofStories.copied + ofStories.kept > 0 {
        let count = ofStories.copied + ofStories.kept
        Console.talk(
          "It has \(count == 1 ? "1 take" : "\(count) takes") of stories; \(ofStories.copied) of them are new.\n"
        )
      }
    }
    tellGrowing(takes)
    try tellMissing(clips)
    tellMissing(ofStories)
    return clips.missing.isEmpty && ofStories.missing.isEmpty ? .done : .answerIsNo
  }

  private func copyTakes(from folder: String, to other: String) throws(UserError) -> TakeBackup {
    do throws(TakeFailure) { return try TakeBackup.copy(from: folder, to: other) } catch {
      throw UserError(error)
    }
  }

  private func put(_ takes: TakeBackup, into json: inout JSONObject) {
    json["takes_copied"] = .integer(takes.copied)
    json["takes_kept"] = .integer(takes.kept)
    json["takes_left_out"] = .strings(takes.growing)
  }

  private func put(_ stories: StoryCopies, into json: inout JSONObject) {
    json["story_takes_copied"] = .integer(stories.copied)
    json["story_takes_kept"] = .integer(stories.kept)
    json["story_takes_missing"] = .strings(stories.missing)
  }

  private func tellMissing(_ stories: StoryCopies) {
    guard let first = stories.missing.first, !manner.isJSON else { return }
    let rest = stories.missing.count - 1
    Console.say(
      "\(first)\(rest == 0 ? " is" : " and \(rest) more takes of stories are") damaged or gone.",
      hint: "'\(Program.name) story verify' names them all.")
  }

  private func tellGrowing(_ takes: TakeBackup) {
    guard let first = takes.growing.first, !manner.isJSON else { return }
    Console.say(
      "\(first) is being recorded, and is not in the backup.",
      hint: "Make the backup again when the rehearsal is over.")
  }

  private func tellMissing(_ clips: LibraryBackup.Clips) throws {
    guard !clips.missing.isEmpty, !manner.isJSON else { return }
    Console.say(
      "\(Counted.clips(clips.missing.count)) that items refer to "
        + "\(clips.missing.count == 1 ? "is" : "are") damaged or gone.",
      hint:
        "'\(Program.name) library check' names them; '\(Program.name) generate' makes them again.")
  }

  func rebuild(_ folder: String?) throws -> ExitStatus {
    let backup = folder.map { LibraryBackup($0, modules: UserLibrary.modules) }
    if let backup, unsafe access(backup.path, R_OK) != 0 {
      throw UserError(TextError.unreadable(errno: errno), backup.path)
    }
    let (saved, former) = try LibraryBackup.rebuild(
      library.path, modules: UserLibrary.modules, from: backup)
    var clips = LibraryBackup.Clips()
    var takes = TakeBackup()
    var ofStories = StoryCopies()
    if let backup {
      let versions = AudioVersions(try library.database(toLook: true))
      clips = try LibraryBackup.copy(
        versions.clips().map(\.key), from: backup.store, to: store(nil))
      takes = try copyTakes(from: backup.folder + "/takes", to: library.takesFolder)
      ofStories = try StoryCopies.copy(
        Stories(try library.database(toLook: true), clock: SystemClock()),
        from: backup.folder + "/stories", to: library.storiesFolder)
    }
    let lost = saved.reduce(0) { $0 + max(0, ($1.expected ?? $1.rows) - $1.rows) }
    if manner.isJSON {
      for table in saved {
        var json = JSONObject(event: "table")
        json["name"] = .string(table.name)
        json["rows"] = .integer(table.rows)
        json["expected"] = table.expected.map { .integer($0) }
        try Console.result(json.line)
      }
      var json = JSONObject(event: "rebuilt")
      json["former"] = former.map { .string($0) }
      json["lost"] = .integer(lost)
      json["copied"] = .integer(clips.copied)
      json["missing"] = .strings(clips.missing.map(\.hexadecimal))
      put(takes, into: &json)
      put(ofStories, into: &json)
      try Console.result(json.line)
    } else if !manner.isQuiet {
      try tellRebuilt(saved, lost, former, folder)
      if takes.copied > 0 { Console.talk("\(takes.copied) takes came back with it.\n") }
      if ofStories.copied > 0 {
        Console.talk("\(ofStories.copied) takes of stories came back with it.\n")
      }
    }
    try tellMissing(clips)
    tellMissing(ofStories)
    return lost == 0 && clips.missing.isEmpty && ofStories.missing.isEmpty ? .done : .answerIsNo
  }

  private func tellRebuilt(
    _ saved: [SavedTable], _ lost: Int, _ former: String?, _ folder: String?
  ) throws {
    if let folder {
      Console.talk("\(library.path) is as it is in \(folder).\n")
    } else {
      let rows = saved.reduce(0) { $0 + $1.rows }
      Console.talk("\(library.path) is new, with \(rows) rows that could be read.\n")
      for table in saved {
        guard let expected = table.expected, expected > table.rows else { continue }
        Console.talk("  \(table.name): \(table.rows) of \(expected) rows\n")
      }
      if lost == 0, rows > 0 {
        Console.talk(
          "No row is lost; what was changed by damage is kept as it is now: look at your speeches.\n"
        )
      }
    }
    if let former { Console.talk("The former library is \(former).\n") }
  }
}
