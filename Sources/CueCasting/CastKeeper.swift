import CueModel
import CueScreenplay
import CueStore

/// Keeps the cast of one script in a library.
public struct CastKeeper {
  private let scripts: Scripts
  private let casts: Casts
  private let path: String
  private let name: String
  private let digest: String

  /// The cast of the script at `path`.
  ///
  /// - Parameters:
  ///   - database: the library, with the module of ``Scripts``
  ///   - clock: tells when the script was last seen
  ///   - path: absolute; empty for the script that came from no file
  ///   - name: its file's name, empty if it has none
  ///   - digest: of its content, in hexadecimal
  public init(
    _ database: Database, clock: any WallClock, path: String, name: String, digest: String
  ) {
    scripts = Scripts(database, clock: clock)
    casts = Casts(database)
    self.path = path
    self.name = name
    self.digest = digest
  }

  /// What is kept; nothing if the library does not know the script.
  public func kept() throws(StoreFailure) -> KeptCast {
    let script =
      path.isEmpty ? try scripts.find(Scripts.unnamed) : try scripts.script(at: path)
    return try script.map { (script) throws(StoreFailure) in
      try KeptCast(of: script.number, in: casts)
    } ?? KeptCast()
  }

  /// Keeps `cast`, and the script if the library does not know it.
  public func keep(_ cast: Cast) throws(StoreFailure) {
    let known = path.isEmpty ? nil : try scripts.script(at: path)
    let script = try scripts.put(
      name: name, path: path, digest: digest,
      rules: known?.rules ?? SpeakingRules.tableRead.rawValue)
    try casts.keep(cast, of: script.number)
  }
}
