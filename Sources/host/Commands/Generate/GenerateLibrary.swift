import struct Cue.RecordingVoices
import struct Cue.UserLibrary
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueStore
import CueSystem
import Glibc

/// What a recording needs of the library: the script's rows, its cast, its clips and what its files were made of.
final class GenerateLibrary {
  private let options: GenerateOptions
  private let library: UserLibrary
  private let clock = SystemClock()
  private(set) var database: Database?
  private var keeps = false
  /// The script as it is kept; nothing where it is not.
  private(set) var stored: StoredScript?
  private var rows: [StoredItem] = []
  private var active: [Int64: StoredAudioVersion] = [:]

  let cache: any SoundCache

  init(_ options: GenerateOptions, _ environment: UserEnvironment) {
    self.options = options
    library = UserLibrary(environment)
    cache = ClipStore(options.cache ?? library.clipsFolder)
  }

  /// Opens the library, to look at it alone unless it `keeps`; a share of the work does not even look.
  func open(keeps: Bool) throws {
    self.keeps = keeps
    guard options.shard == nil, !options.assembles else { return }
    let database = try library.database(toLook: !keeps)
    self.database = database
    let path = try GenerateScript.absolute(options.script)
    stored = try Scripts(database, clock: clock).script(at: path)
  }

  /// The kept cast of this script.
  func cast() throws(StoreFailure) -> KeptCast {
    guard let database, let stored else { return KeptCast() }
    return try KeptCast(of: stored.number, in: Casts(database))
  }

  /// Keeps the cast of this script, unless the library is only looked at.
  func keep(_ cast: Cast) throws(StoreFailure) {
    guard keeps, let database, let stored else { return }
    try Casts(database).keep(cast, of: stored.number)
  }

  /// Keeps that the script was read.
  func take(_ script: GenerateScript) throws {
    guard keeps, let database else { return }
    let name = script.path.split(separator: "/").last.map(String.init) ?? script.path
    stored = try Scripts(database, clock: clock).put(
      name: name, path: script.path, digest: script.digest, rules: options.rules.rawValue)
  }

  /// Changes whenever other sound becomes the active one of an item.
  func stamp() throws -> String {
    guard let database, let stored else { return "" }
    return try database.rows(
      "SELECT count(*) || ' ' || ifnull(sum(a.number), 0) FROM speakable_item i "
        + "JOIN speakable_audio a ON a.item = i.number AND a.is_active = 1 WHERE i.script = ?1 "
        + "AND a.settings LIKE '%\"take\"%'",
      .integer(stored.number)
    ) { $0.text(0) }.first ?? ""
  }

  /// Makes the items of the script all that it has by its rules.
  func replaceItems(_ script: GenerateScript) throws -> [StoredItem] {
    guard let database, let stored else { return [] }
    active = try AudioVersions(database).active(of: stored.number, rules: options.rules.rawValue)
    let items = ScriptItems(database, clock: clock)
    rows =
      keeps
      ? try items.replace(
        script.items.map { StoredItem($0) }, of: stored.number, rules: options.rules.rawValue)
      : []
    return rows
  }

  /// How often each wanted item was wanted anew, and is now.
  func takes(_ script: GenerateScript, redone: [Int]) -> [Int: Int] {
    var takes: [Int: Int] = [:]
    let redone = Set(redone)
    for (index, place) in script.wanted.enumerated() {
      var take = 0
      if rows.indices.contains(place), rows[place].status != .textGenerated,
        let version = active[rows[place].number],
        case .number(let number)? = (try? LinedJSON(parsing: version.made.settings))?["take"]
      {
        take = Int(number)
      }
      if redone.contains(place + 1) { take += 1 }
      if take > 0 { takes[index] = take }
    }
    return takes
  }

  /// Begins the job.
  func keeper(
    _ plan: GenerationPlan, _ script: GenerateScript, _ rows: [StoredItem],
    _ voices: RecordingVoices, words: [String]
  ) throws -> JobRecorder? {
    guard keeps, let database, let stored else { return nil }
    var line = JSONObject()
    line["folder"] = .string(WorkingFolder.current)
    line["words"] = .string(words.joined(separator: "\u{1f}"))
    return try JobRecorder(
      database, stored, rows: rows, places: script.wanted, plan: plan, sources: voices.sources,
      active: active, job: options.job, words: line.text, clock: clock)
  }

  // What files were made of.

  /// Whether all files of the output are there as they were made, of what they would be made of now.
  func isUnchanged(_ files: GenerateFiles, _ digest: String) throws -> Bool {
    guard let database, let stored, options.output != nil else { return false }
    let outputs = try Outputs(database, clock: clock).outputs(of: stored.number)
      .filter { $0.digest == digest }
    return !outputs.isEmpty
      && outputs.allSatisfy { output in
        FileState(output.path).map {
          $0.byteCount == output.byteCount && $0.modifiedNanoseconds == output.modifiedNanoseconds
        } ?? false
      }
  }

  func keepOutputs(_ files: GenerateFiles, digest: String, job: Int64?) throws {
    guard let database, let stored else { return }
    var outputs: [StoredOutput] = []
    for file in files.written {
      guard let state = FileState(file.path) else { continue }
      outputs.append(
        StoredOutput(
          path: state.path, script: stored.number, task: job, digest: digest,
          byteCount: state.byteCount, modifiedNanoseconds: state.modifiedNanoseconds))
    }
    try Outputs(database, clock: clock).put(outputs)
  }
}

/// How a file is now.
struct FileState {
  /// Absolute.
  let path: String
  let byteCount: Int
  let modifiedNanoseconds: Int64

  /// Nothing where there is no such file.
  init?(_ path: String) {
    var state = stat()
    guard unsafe stat(path, &state) == 0, let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    self.path = unsafe String(cString: real)
    byteCount = Int(state.st_size)
    modifiedNanoseconds = Int64(state.st_mtim.tv_sec) * 1_000_000_000 + Int64(state.st_mtim.tv_nsec)
  }
}

/// The folder that relative paths are in.
enum WorkingFolder {
  static var current: String {
    var bytes = [CChar](repeating: 0, count: 4096)
    guard unsafe getcwd(&bytes, bytes.count) != nil else { return "/" }
    return String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
