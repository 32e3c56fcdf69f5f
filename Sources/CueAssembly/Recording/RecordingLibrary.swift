import CueCasting
import CueModel
import CueScreenplay
import CueStore
import CueSystem

/// What a recording needs of the library: the script's rows, its cast, its clips and what its files were made of.
package final class RecordingLibrary {
  private let library: UserLibrary
  private let rules: SpeakingRules
  private let clock = SystemClock()
  private var database: Database?
  private var keeps = false
  /// The script as stored; nil if it is not.
  private var stored: StoredScript?
  private var rows: [StoredItem] = []
  private var active: [Int64: StoredAudioVersion] = [:]

  /// Keeps the clips.
  package let cache: any SoundCache
  /// The kept cast as it was read last.
  private var seenCast = KeptCast()

  /// The library of a script that is said by `rules`; `clips` is a folder for clips instead of the library's.
  package init(_ library: UserLibrary, rules: SpeakingRules, clips: String?) {
    self.library = library
    self.rules = rules
    cache = ClipStore(clips ?? library.clipsFolder)
  }

  /// Opens the library for the script in `file`; only to read unless it `keeps`.
  package func open(_ file: ScreenplayFile, keeps: Bool) throws(StoreFailure) {
    self.keeps = keeps
    let database = try library.database(toLook: !keeps)
    self.database = database
    stored =
      file.absolutePath.isEmpty
      ? nil : try Scripts(database, clock: clock).script(of: ScriptIdentity(file))
  }

  /// The kept cast of this script.
  package func cast() throws(StoreFailure) -> KeptCast {
    guard let database, let stored else { return KeptCast() }
    let cast = try KeptCast(of: stored.number, in: Casts(database))
    seenCast = cast
    return cast
  }

  /// Keeps the cast of this script, unless the library is only looked at.
  package func keep(_ cast: Cast) throws(StoreFailure) {
    guard keeps, let database, let stored else { return }
    try Casts(database).keep(cast, over: seenCast, of: stored.number)
  }

  /// Keeps that the script was read.
  package func take(_ file: ScreenplayFile) throws(StoreFailure) {
    guard keeps, let database else { return }
    stored = try Scripts(database, clock: clock).put(
      ScriptIdentity(file), rules: rules.rawValue)
  }

  /// Changes whenever other sound becomes the active one of an item.
  package func stamp() throws(StoreFailure) -> String {
    guard let database, let stored else { return "" }
    return try database.rows(
      "SELECT ifnull(group_concat(item || ':' || number, ' '), '') FROM (SELECT a.item, a.number "
        + "FROM speakable_item i JOIN speakable_audio a ON a.item = i.number AND a.is_active = 1 "
        + "WHERE i.script = ?1 AND (a.is_chosen = 1 OR a.settings LIKE '%\"take\"%') ORDER BY a.item)",
      .integer(stored.number)
    ) { $0.text(0) }.first ?? ""
  }

  /// Makes the items of the script all that it has by its rules.
  package func replaceItems(_ script: RecordingScript) throws(StoreFailure) {
    guard let database, let stored else { return }
    active = try AudioVersions(database).active(of: stored.number, rules: rules.rawValue)
    guard keeps else { return }
    rows = try ScriptItems(database, clock: clock).replace(
      script.items.map { StoredItem($0) }, of: stored.number, rules: rules.rawValue)
  }

  /// How often each wanted item was requested again, this time included; `redone` are numbers of items, counted from 1.
  ///
  /// The number of a new take is higher than those of all kept takes, including takes that the user does not use.
  package func takes(
    _ script: RecordingScript, redone: [Int]
  ) throws(StoreFailure) -> [Int: Int] {
    var takes: [Int: Int] = [:]
    let redone = Set(redone)
    let latest = redone.isEmpty ? [:] : try latestTakes()
    for (index, place) in script.wanted.enumerated() {
      var take = 0
      if rows.indices.contains(place), rows[place].status != .textGenerated,
        let version = active[rows[place].number]
      {
        take = version.take
      }
      if redone.contains(place + 1) {
        let last = rows.indices.contains(place) ? latest[rows[place].number] ?? 0 : 0
        take = max(take, last) + 1
      }
      if take > 0 { takes[index] = take }
    }
    return takes
  }

  /// The number of the last kept take of each wanted item, by its place among those; items with only the first take are left
  /// out.
  package func latestTakes(_ script: RecordingScript) throws(StoreFailure) -> [Int: Int] {
    let latest = try latestTakes()
    var takes: [Int: Int] = [:]
    for (index, place) in script.wanted.enumerated() where rows.indices.contains(place) {
      if let take = latest[rows[place].number], take > 0 { takes[index] = take }
    }
    return takes
  }

  /// The same by the item's number.
  private func latestTakes() throws(StoreFailure) -> [Int64: Int] {
    guard let database, let stored else { return [:] }
    return Dictionary(
      try AudioVersions(database).versions(of: stored.number, rules: rules.rawValue)
        .map { ($0.item, $0.take) }, uniquingKeysWith: max)
  }

  /// The clips that somebody has chosen for wanted items, by their places among those.
  ///
  /// An item that has other words since, that is requested again, or whose clip is gone, has the voice of its part again.
  package func chosen(
    _ script: RecordingScript, redone: [Int]
  ) throws -> [Int: ClipEntry] {
    var chosen: [Int: ClipEntry] = [:]
    let redone = Set(redone)
    for (index, place) in script.wanted.enumerated() {
      guard rows.indices.contains(place), rows[place].status != .textGenerated,
        !redone.contains(place + 1), let version = active[rows[place].number], version.isChosen
      else { continue }
      chosen[index] = try cache.entry(version.made.clip.key)
    }
    return chosen
  }

  /// Begins the job that makes what `session` has planned; nil if the library is only looked at.
  ///
  /// - Parameters:
  ///   - session: what is made
  ///   - job: the job that this goes on with; nil for a new one
  ///   - words: the words of the command, for a program that goes on with it
  ///   - text: the words for what is kept to be read
  /// - Returns: the object that keeps the results
  /// - Throws: where the library cannot be written, or another program is at the job
  package func recorder(
    _ session: RecordingWork, job: Int64?, words: [String],
    text: @escaping (JobMessage) -> String
  ) throws(StoreFailure) -> JobRecorder? {
    guard keeps, let database, let stored else { return nil }
    var line = JSONObject()
    line["folder"] = .string(SystemPath.workingFolder)
    line["words"] = .string(words.joined(separator: "\u{1f}"))
    return try JobRecorder(
      database, stored, rows: rows, places: session.script.wanted, plan: session.plan,
      sources: session.voices.sources, unusable: session.unusable, cache: cache, active: active,
      job: job, options: line.text, clock: clock, text: text)
  }

  // What files were made of.

  /// Whether all files of the script are there as they were made, of what `digest` stands for.
  package func isUnchanged(_ digest: String) throws(StoreFailure) -> Bool {
    guard let database, let stored else { return false }
    let outputs = try Outputs(database, clock: clock).outputs(of: stored.number)
      .filter { $0.digest == digest }
    return !outputs.isEmpty
      && outputs.allSatisfy { output in
        FileState(output.path).map {
          $0.byteCount == output.byteCount && $0.modifiedNanoseconds == output.modifiedNanoseconds
        } ?? false
      }
  }

  /// Keeps that the files at `paths` were made of what `digest` stands for.
  package func keepOutputs(
    _ paths: [String], digest: String, job: Int64?
  ) throws(StoreFailure) {
    guard let database, let stored else { return }
    var outputs: [StoredOutput] = []
    for path in paths {
      guard let state = FileState(path) else { continue }
      outputs.append(
        StoredOutput(
          path: state.path, script: stored.number, task: job, digest: digest,
          byteCount: state.byteCount, modifiedNanoseconds: state.modifiedNanoseconds))
    }
    try Outputs(database, clock: clock).put(outputs)
  }
}

extension StoredAudioVersion {
  /// Which take of its line it is; 0 for the first.
  var take: Int {
    if case .number(let number)? = setting("take") { Int(number) } else { 0 }
  }

  /// The voice that should have said it, and why another one did; nil if the part's own voice says it.
  package var standIn: (of: String, because: String)? {
    guard case .string(let voice)? = setting("stands_in_for") else { return nil }
    if case .string(let reason)? = setting("because") { return (voice, reason) }
    return (voice, "")
  }

  private func setting(_ name: String) -> LinedJSON.Value? {
    (try? LinedJSON(parsing: made.settings))?[name]
  }
}

extension StoredTask {
  /// The folder in which the command was given that goes on with the task, and its words; nil if the task says neither.
  package var command: (folder: String, words: [String])? {
    guard let members = try? LinedJSON(parsing: options),
      case .string(let folder)? = members["folder"], case .string(let words)? = members["words"]
    else { return nil }
    return (
      folder, words.split(separator: "\u{1f}", omittingEmptySubsequences: false).map(String.init)
    )
  }
}
