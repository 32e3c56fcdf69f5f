import struct CueAssembly.TakeBackup
import enum CueAssembly.TakeFailure
import enum CueAssembly.TakeFinding
import struct CueAssembly.TakeShelf
import struct CueAssembly.UserLibrary
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueSystem
import Glibc

/// `host library`: what is kept, whether it is undamaged, and what can be removed.
struct LibraryCommand {
  let action: LibraryAction
  let environment: UserEnvironment
  let manner: OutputManner

  func run() throws -> ExitStatus {
    switch action {
    case .info(let cache): try info(cache)
    case .check(let caches): try check(caches)
    case .clean(let cache, let mostBytes, let isTrial):
      try clean(cache, mostBytes, isTrial: isTrial)
    case .backup(let folder): try backup(folder)
    case .rebuild(let folder): try rebuild(folder)
    }
  }

  private var library: UserLibrary { UserLibrary(environment) }

  private func store(_ cache: String?) -> ClipStore {
    ClipStore(cache ?? library.clipsFolder)
  }

  // Info.

  private func info(_ cache: String?) throws -> ExitStatus {
    let database = try library.database(toLook: true)
    let store = store(cache)
    let listing = try store.list()
    let clock = SystemClock()
    let items = ScriptItems(database, clock: clock)
    for script in try Scripts(database, clock: clock).all() {
      let counts = try items.counts(of: script.number, rules: script.rules)
      try tell(script, counts)
    }
    let kept = try AudioVersions(database).clips()
    if manner.isJSON {
      var json = JSONObject(event: "library")
      json["path"] = .string(library.path)
      json["clips_folder"] = .string(store.folder)
      json["clips"] = .integer(listing.files.count)
      json["bytes"] = .integer(listing.byteCount)
      json["referred_to"] = .integer(kept.count)
      json["seconds"] = .number(kept.reduce(0) { $0 + $1.seconds })
      try Console.result(json.line)
    } else {
      try Console.result(
        "\(store.folder): \(Counted.clips(listing.files.count)), "
          + "\(Counted.bytes(listing.byteCount)); items refer to \(Counted.clips(kept.count)) of "
          + "\(Counted.time(kept.reduce(0) { $0 + $1.seconds })).\n")
    }
    return .done
  }

  private func tell(_ script: StoredScript, _ counts: [ItemStatus: Int]) throws {
    let total = counts.values.reduce(0, +)
    if manner.isJSON {
      var json = JSONObject(event: "script")
      json["number"] = .integer(Int(script.number))
      json["name"] = .string(script.name)
      json["path"] = .string(script.path)
      json["rules"] = .string(script.rules)
      json["items"] = .integer(total)
      for status in ItemStatus.allCases {
        json[Counted.member(status)] = .integer(counts[status] ?? 0)
      }
      json["updated"] = .string(Counted.date(script.updated, isUTC: true))
      return try Console.result(json.line)
    }
    var line = "\(script.number)  \(script.name)  \(Counted.items(total))"
    if let made = counts[.audioComplete] { line += ", \(made) with sound" }
    if let failed = counts[.audioFailed] { line += ", \(failed) failed" }
    try Console.result(
      line + "  \(Counted.date(script.updated, isUTC: false))  \(script.path)\n")
  }

  // Check.

  private func check(_ caches: [String]) throws -> ExitStatus {
    let report = LibraryReport(isJSON: manner.isJSON)
    let database: Database
    do throws(StoreFailure) {
      if Database.isGone(library.path) { throw StoreFailure(gone: library.path) }
      database = try library.database(toLook: true)
      try database.check()
    } catch {
      guard error.kind == .damaged else { throw error }
      return try report.damaged(error, library.path)
    }
    let stores = [store(nil)] + caches.map { ClipStore($0) }
    let isAtWork = try Tasks(database, clock: SystemClock()).all().contains {
      $0.state == .running && !$0.isInterrupted
    }
    let counts = try LibraryCheck(stores, AudioVersions(database), isAtWork: isAtWork)
      .run(report.say)
    var takes = 0
    for shelf in TakeShelf.all(in: library.takesFolder) {
      for take in shelf.takes() {
        takes += 1
        for finding in take.findings() { try report.say(finding) }
      }
    }
    takes += try StoryShelf(
      database, folder: library.storiesFolder, clock: SystemClock()
    ).verify { try report.say($0) }
    try report.end(counts, takes: takes, isQuiet: manner.isQuiet)
    return report.findings == 0 ? .done : .answerIsNo
  }

  // Backup and rebuild.

  private func backup(_ folder: String) throws -> ExitStatus {
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

  private func rebuild(_ folder: String?) throws -> ExitStatus {
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

  // Clean.

  private func clean(_ cache: String?, _ mostBytes: Int?, isTrial: Bool) throws -> ExitStatus {
    if cache != nil, mostBytes == nil {
      throw UserError.usage(
        "Others may need what is in a shared folder: 'clean --cache' needs --most SIZE.", "library")
    }
    let database = try library.database(toLook: isTrial)
    let versions = AudioVersions(database)
    let store = store(cache)
    let kept = try cache == nil ? Set(versions.clips().map(\.key)) : nil
    let collection = try store.collect(
      keeping: kept, mostBytes: mostBytes, isTrial: isTrial,
      now: Int(SystemClock().millisecondsSince1970 / 1000))
    if !isTrial, !collection.overLimit.isEmpty {
      try forget(collection.overLimit, versions)
    }
    if manner.isJSON {
      var json = JSONObject(event: isTrial ? "would_clean" : "cleaned")
      json["unused"] = .integer(collection.unused.count)
      json["over_limit"] = .integer(collection.overLimit.count)
      json["partial"] = .integer(collection.partials)
      json["removed_bytes"] = .integer(collection.removedByteCount)
      json["kept"] = .integer(collection.keptCount)
      json["kept_bytes"] = .integer(collection.keptByteCount)
      try Console.result(json.line)
    } else if !manner.isQuiet {
      let gone = collection.unused.count + collection.overLimit.count
      Console.talk(
        "\(isTrial ? "Would remove" : "Removed") \(Counted.clips(gone)) of "
          + "\(Counted.bytes(collection.removedByteCount)): \(collection.unused.count) that nothing "
          + "refers to, \(collection.overLimit.count) over the limit. \(Counted.clips(collection.keptCount)) "
          + "of \(Counted.bytes(collection.keptByteCount)) \(isTrial ? "would stay" : "stay").\n")
    }
    return .done
  }

  /// A clip that is missing, also in the library's own folder, must be made again.
  private func forget(_ clips: [ClipKey], _ versions: AudioVersions) throws {
    let own = store(nil)
    try versions.markCollected(clips.filter { try own.entry($0) == nil })
  }
}

/// Reports what is wrong with a library, as it is found.
private final class LibraryReport {
  private static let removeIt = "Remove it; '\(Program.name) generate' makes it again."

  private let isJSON: Bool
  private(set) var findings = 0
  private var lastHint = ""

  init(isJSON: Bool) { self.isJSON = isJSON }

  func say(_ finding: LibraryFinding) throws {
    switch finding {
    case .damagedFile(let path, let damage):
      try say("damaged_file", path, "\(path) \(damage.clause).", hint: LibraryReport.removeIt)
    case .damaged(let path, let damage):
      try say("damaged", path, "\(path) \(damage.clause).", hint: LibraryReport.removeIt)
    case .stranger(let path):
      try say(
        "stranger", path, "\(path) is no clip, and has no place there.",
        hint: "Move it away; '\(Program.name) library clean' leaves it alone.")
    case .other(let path, let found, let made):
      try say(
        "other", path,
        "\(path) is whole, but another than the library knows: it has "
          + "\(found.frames) frames and the checksum \(found.checksum), where \(made.frames) and "
          + "\(made.checksum) were made.", hint: LibraryReport.removeIt)
    case .unreferenced(let folder, let count, let bytes):
      try say(
        "unreferenced", folder,
        "\(folder): nothing refers to \(Counted.clips(count)) of \(Counted.bytes(bytes)).",
        hint: "'\(Program.name) generate' of their script finds them again; "
          + "'\(Program.name) library clean' removes them.")
    case .missing(let path):
      try say(
        "missing", path, "\(path) is not there.",
        hint: "'\(Program.name) generate' makes it again; --cache DIR says where else it may be.")
    }
  }

  func say(_ finding: TakeFinding) throws {
    let hint =
      "'\(Program.name) library rebuild --from FOLDER' brings takes back from a backup, if you remove the damaged one first."
    switch finding {
    case .missing(let path): try say("missing_track", path, "\(path) is not there.", hint: hint)
    case .damaged(let path):
      try say(
        "damaged_track", path, "\(path) is no sound, or has less of it than it says.", hint: hint)
    case .unknown(let path):
      try say(
        "damaged_take", path, "\(path) cannot be read: nothing is known of the take's lines.",
        hint: hint)
    }
  }

  func say(_ finding: StoryFinding) throws {
    let told = finding.told
    try say(told.kind, told.path, told.sentence, hint: told.hint)
  }

  /// Reports one fault; the same advice is given once in a row.
  private func say(_ kind: String, _ path: String, _ sentence: String, hint: String) throws {
    findings += 1
    if isJSON {
      var json = JSONObject(event: "finding")
      json["kind"] = .string(kind)
      json["path"] = .string(path)
      json["sentence"] = .string(sentence)
      json["hint"] = .string(hint)
      return try Console.result(json.line)
    }
    try Console.result(sentence + "\n")
    if !hint.isEmpty, hint != lastHint {
      try Console.result(hint.split(separator: "\n").map { "  \($0)\n" }.joined())
    }
    lastHint = hint
  }

  /// Reports that the database itself is damaged, so that nothing else can be checked.
  func damaged(_ failure: StoreFailure, _ path: String) throws -> ExitStatus {
    try say("database", path, failure.sentence, hint: failure.hint)
    return .answerIsNo
  }

  /// Reports what was checked.
  func end(_ counts: LibraryCheck.Counts, takes: Int, isQuiet: Bool) throws {
    if isJSON {
      var json = JSONObject(event: "checked")
      json["clips"] = .integer(counts.clips)
      json["bytes"] = .integer(counts.bytes)
      json["files"] = .integer(counts.files)
      if takes > 0 { json["takes"] = .integer(takes) }
      json["findings"] = .integer(findings)
      return try Console.result(json.line)
    }
    guard !isQuiet else { return }
    Console.talk(
      "\(Counted.clips(counts.clips)) of \(Counted.bytes(counts.bytes)) that items refer to, and "
        + "\(counts.files) files\(takes == 0 ? "" : ", and \(takes) takes"): "
        + (findings == 0
          ? "all is well.\n" : findings == 1 ? "1 is wrong.\n" : "\(findings) are wrong.\n"))
  }
}
