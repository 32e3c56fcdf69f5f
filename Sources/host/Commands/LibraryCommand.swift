import struct CueAssembly.TakeShelf
import struct CueAssembly.UserLibrary
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueSystem

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

  var library: UserLibrary { UserLibrary(environment) }

  func store(_ cache: String?) -> ClipStore {
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
    if manner.isJSON {
      return try Console.result(script.json(counts).line)
    }
    try Console.result(script.row(counts))
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
      try Console.result(collection.json(isTrial: isTrial).line)
    } else if !manner.isQuiet {
      Console.talk(collection.told(isTrial: isTrial))
    }
    return .done
  }

  /// A clip that is missing, also in the library's own folder, must be made again.
  private func forget(_ clips: [ClipKey], _ versions: AudioVersions) throws {
    let own = store(nil)
    try versions.markCollected(clips.filter { try own.entry($0) == nil })
  }
}
