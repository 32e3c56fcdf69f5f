import CueStore
import CueStory
import CueSystem

/// What was copied into a backup of the library, or out of one.
package struct LibraryCopies {
  /// The clips that items refer to.
  package fileprivate(set) var clips = LibraryBackup.Clips()
  /// The takes of rehearsals.
  package fileprivate(set) var takes = TakeBackup()
  /// The takes of stories.
  package fileprivate(set) var stories = StoryCopies()

  /// Whether nothing is missing that the library refers to.
  package var isComplete: Bool { clips.missing.isEmpty && stories.missing.isEmpty }

  /// Adds the counts of takes to an event.
  fileprivate func describeTakes(in json: inout JSONObject) {
    json["takes_copied"] = .integer(takes.copied)
    json["takes_kept"] = .integer(takes.kept)
    json["takes_left_out"] = .strings(takes.growing)
    json["story_takes_copied"] = .integer(stories.copied)
    json["story_takes_kept"] = .integer(stories.kept)
    json["story_takes_missing"] = .strings(stories.missing)
  }

  /// The backup in `folder`, as an event.
  package func json(folder: String) -> JSONObject {
    var json = JSONObject(event: "backed_up")
    json["folder"] = .string(folder)
    json["copied"] = .integer(clips.copied)
    json["copied_bytes"] = .integer(clips.copiedByteCount)
    json["kept"] = .integer(clips.kept)
    json["missing"] = .strings(clips.missing.map(\.hexadecimal))
    describeTakes(in: &json)
    return json
  }
}

/// A library that was replaced by a backup, or by what could still be read of it.
package struct RebuiltLibrary {
  /// The tables that were saved from a damaged library; empty after a backup was restored.
  package let tables: [SavedTable]
  /// Where the former database is now; nil if there was none.
  package let former: String?
  /// What came back with it.
  package fileprivate(set) var copies = LibraryCopies()

  /// The rows that were saved.
  package var rows: Int { tables.reduce(0) { $0 + $1.rows } }
  /// The rows that could not be read.
  package var lost: Int { tables.reduce(0) { $0 + max(0, ($1.expected ?? $1.rows) - $1.rows) } }
  /// Whether nothing is lost or missing.
  package var isComplete: Bool { lost == 0 && copies.isComplete }

  /// The tables, and the whole, as events.
  package var json: [JSONObject] {
    var all = tables.map { table in
      var json = JSONObject(event: "table")
      json["name"] = .string(table.name)
      json["rows"] = .integer(table.rows)
      json["expected"] = table.expected.map { .integer($0) }
      return json
    }
    var json = JSONObject(event: "rebuilt")
    json["former"] = former.map { .string($0) }
    json["lost"] = .integer(lost)
    json["copied"] = .integer(copies.clips.copied)
    json["missing"] = .strings(copies.clips.missing.map(\.hexadecimal))
    copies.describeTakes(in: &json)
    all.append(json)
    return all
  }
}

extension UserLibrary {
  /// Copies the database, the clips that items refer to, and all takes into `folder`; what is there already stays.
  ///
  /// - Throws: a `StoreFailure`, `TakeFailure` or `StoryFailure`; what was copied before stays
  package func backUp(to folder: String) throws -> LibraryCopies {
    let database = try database(toLook: true)
    let backup = LibraryBackup(folder, modules: UserLibrary.modules)
    var copies = LibraryCopies()
    copies.clips = try backup.write(database, clips: ClipStore(clipsFolder))
    copies.takes = try TakeBackup.copy(from: takesFolder, to: folder + "/takes")
    copies.stories = try StoryCopies.copy(
      Stories(database, clock: SystemClock()), from: storiesFolder, to: folder + "/stories")
    return copies
  }

  /// Replaces the database by `backup`, whose clips and takes are copied back; without one, by what can still be read.
  ///
  /// - Throws: a `StoreFailure`, `TakeFailure` or `StoryFailure`
  package func rebuild(from backup: LibraryBackup?) throws -> RebuiltLibrary {
    let (tables, former) = try LibraryBackup.rebuild(
      path, modules: UserLibrary.modules, from: backup)
    var rebuilt = RebuiltLibrary(tables: tables, former: former)
    guard let backup else { return rebuilt }
    let database = try database(toLook: true)
    rebuilt.copies.clips = try LibraryBackup.copy(
      AudioVersions(database).clips().map(\.key), from: backup.store, to: ClipStore(clipsFolder))
    rebuilt.copies.takes = try TakeBackup.copy(from: backup.folder + "/takes", to: takesFolder)
    rebuilt.copies.stories = try StoryCopies.copy(
      Stories(database, clock: SystemClock()), from: backup.folder + "/stories", to: storiesFolder)
    return rebuilt
  }
}
