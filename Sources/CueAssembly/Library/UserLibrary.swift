import CueCasting
import CuePlugins
import CueScreenplay
import CueStore
import CueStory
import CueSystem
import CueText
import Glibc

/// Finds and opens what the user keeps.
package struct UserLibrary {
  /// All that is kept in a library.
  package static let modules = [
    Speeches.module, Practices.module, Scripts.module, Rehearsals.module,
    LineHistories.module, Stories.module,
  ]

  private let environment: UserEnvironment

  /// The library of a user; nothing is opened yet.
  package init(_ environment: UserEnvironment) { self.environment = environment }

  /// The database.
  package var path: String { environment.dataFolder + "/library.db" }

  /// The folder of the library's own clips.
  package var clipsFolder: String { environment.dataFolder + "/clips" }

  /// The folder of takes.
  package var takesFolder: String { environment.dataFolder + "/takes" }

  /// The folder of stories.
  package var storiesFolder: String { environment.dataFolder + "/stories" }

  /// The stories; to look at them alone, nothing is made where nothing is.
  ///
  /// `salvaged` gets each take that a program was recording when it was killed, and that is kept now.
  package func stories(
    toLook: Bool, salvaged: (StoredStory, StoredTake) -> Void = { _, _ in }
  ) throws(StoreFailure) -> StoryShelf {
    let shelf = StoryShelf(
      try database(toLook: toLook), folder: storiesFolder, clock: SystemClock())
    // A take that cannot be kept now stays where it is for the next program.
    for (story, take) in (try? shelf.recover()) ?? [] { salvaged(story, take) }
    return shelf
  }

  /// The speeches; to look at them alone, nothing is made where nothing is.
  package func speeches(toLook: Bool) throws(StoreFailure) -> Speeches {
    Speeches(try database(toLook: toLook), clock: SystemClock())
  }

  /// Keeps the cast of the script in `file`.
  package func castKeeper(of file: ScreenplayFile) throws(StoreFailure) -> CastKeeper {
    CastKeeper(
      try database(toLook: false), clock: SystemClock(), of: ScriptIdentity(file))
  }

  /// Remembers where the rehearsal of `roles` in `script`, which was read from `file`, stops; nil for a script from no file.
  ///
  /// `note` is called once if that cannot be kept.
  package func rehearsalMemory(
    of file: ScreenplayFile, _ script: Script, roles: Set<String>,
    note: @escaping (StoreFailure) -> Void
  ) throws(StoreFailure) -> RehearsalMemory? {
    guard !file.absolutePath.isEmpty else { return nil }
    let database = try database(toLook: false)
    return RehearsalMemory(
      Rehearsals(database), script: try number(of: file, in: database), script, roles: roles,
      note: note)
  }

  /// Remembers how the lines of `roles` in `script`, which was read from `file`, are said.
  ///
  /// - Parameters:
  ///   - file: where the script was read; it has a path
  ///   - script: what is rehearsed
  ///   - roles: the actor's characters, as the lines name them
  ///   - keeps: whether what happens now is kept
  ///   - note: is called once if something cannot be kept
  /// - Returns: what is known of these lines, to read and to add to
  /// - Throws: ``StoreFailure`` where the library cannot be opened
  package func lineMemory(
    of file: ScreenplayFile, _ script: Script, roles: Set<String>, keeps: Bool,
    note: @escaping (StoreFailure) -> Void
  ) throws(StoreFailure) -> LineMemory {
    precondition(!file.absolutePath.isEmpty, "a script from no file is not kept")
    let database = try database(toLook: false)
    return try LineMemory(
      LineHistories(database), script: try number(of: file, in: database), script, roles: roles,
      clock: SystemClock(), keeps: keeps, note: note)
  }

  /// The number of the script in `file`, which is kept from now on.
  private func number(of file: ScreenplayFile, in database: Database) throws(StoreFailure) -> Int64
  {
    let scripts = Scripts(database, clock: SystemClock())
    let identity = ScriptIdentity(file)
    let known = try scripts.script(of: identity)
    return try scripts.put(
      identity, rules: known?.rules ?? SpeakingRules.tableRead.rawValue
    ).number
  }

  /// The library with all its modules.
  ///
  /// With `toLook`, a missing library is not created, and a copy is opened of one that cannot be written.
  package func database(toLook: Bool) throws(StoreFailure) -> Database {
    if toLook, isReadOnly {
      return try Database.copy(
        ofReadOnly: path, in: environment.variable("TMPDIR") ?? "/tmp", modules: UserLibrary.modules
      )
    }
    let isNew = unsafe access(path, F_OK) != 0 && errno == ENOENT
    let place: Database.Place = toLook && isNew ? .memory : .file(path)
    if place != .memory { try makePlace() }
    return try Database(place, modules: UserLibrary.modules)
  }

  /// Whether the library exists and cannot be written: a backup, another user's, on a read-only medium.
  private var isReadOnly: Bool {
    unsafe access(path, R_OK) == 0
      && (access(path, W_OK) != 0 || access(environment.dataFolder, W_OK) != 0)
  }

  /// The folder and an empty file that only the user can read.
  private func makePlace() throws(StoreFailure) {
    do throws(WholeFile.FolderError) {
      try WholeFile.makeFolder(environment.dataFolder, permissions: 0o700)
    } catch {
      throw StoreFailure(.cannotMake(path: error.path, errno: error.system.errno))
    }
    try Database.makeFile(path)
  }
}

// Takes, which are filed by the path of their script.
extension UserLibrary {
  /// The takes of the script that the user calls `name`: a file, or the name of a folder of takes.
  package func takeShelf(called name: String) -> TakeShelf {
    if let shelf = TakeShelf.all(in: takesFolder).first(where: { $0.name == name }) { return shelf }
    guard let file = try? ScreenplayFile(name) else {
      return TakeShelf(in: takesFolder, script: SystemPath.absolute(name))
    }
    return takeShelf(of: file, title: file.title)
  }

  /// The takes of the script in `file`, even if its folder was moved since they were recorded.
  ///
  /// Takes that were filed under a former path of a script are filed again under its current one. A script that came from no
  /// file is filed under its `title`.
  package func takeShelf(of file: ScreenplayFile, title: String) -> TakeShelf {
    let path = file.absolutePath
    let shelf = TakeShelf(in: takesFolder, script: path.isEmpty ? title : path)
    guard !path.isEmpty, let database = try? database(toLook: true) else { return shelf }
    let scripts = Scripts(database, clock: SystemClock())
    let identity = ScriptIdentity(file)
    try? scripts.makeRoom(for: identity)
    let known = try? scripts.script(of: identity)
    // Note the move before another script comes to the old path.
    if let known, known.path != path { _ = try? scripts.put(identity, rules: known.rules) }
    refile(scripts)
    guard !shelf.exists, let known else { return shelf }
    // If the library cannot be written, the takes are still under the former path.
    let former = TakeShelf(in: takesFolder, script: known.path)
    return former.exists ? former : shelf
  }

  /// Files takes under the current paths of scripts that have moved; what fails now is tried again the next time.
  private func refile(_ scripts: Scripts) {
    for place in (try? scripts.formerPlaces()) ?? [] {
      let former = TakeShelf(in: takesFolder, script: place.path)
      let new = TakeShelf(in: takesFolder, script: place.now)
      guard !former.exists || new.exists || former.move(to: new) else { continue }
      try? scripts.forget(place)
    }
  }
}

extension ScriptIdentity {
  /// The script in `file`.
  package init(_ file: ScreenplayFile) {
    let path = file.absolutePath
    self.init(
      path: path, name: path.split(separator: "/").last.map(String.init) ?? file.fileName,
      digest: file.digest, sketch: file.sketch.text)
  }
}

extension Speeches {
  /// The speech with that number, else the one with that title.
  package func speech(called name: String) throws(StoreFailure) -> StoredSpeech? {
    if let number = Int64(name), let speech = try speech(number) { return speech }
    return try speech(titled: name.trimmed)
  }
}

extension Scripts {
  /// The script whose file, name or number in the library is `name`; nil if there is none.
  package func found(called name: String) throws(StoreFailure) -> StoredScript? {
    if let file = try? ScreenplayFile(name) {
      if let script = try self.script(of: ScriptIdentity(file)) { return script }
    } else if let path = try? SystemPath.resolved(name), let script = try self.script(at: path) {
      return script
    }
    return try find(name)
  }
}

extension KnownNames {
  /// The names from the file that `CUE_NAMES` names, that is installed, or in the build tree; none without a file.
  package init(_ environment: UserEnvironment) {
    let file = environment.sharedFile("names.txt", or: "CUE_NAMES")
    self.init(parsing: (try? TextInput.text(try TextInput.bytes(ofFile: file))) ?? "")
  }
}
