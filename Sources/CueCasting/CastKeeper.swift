import CueModel
import CueScreenplay
import CueStore

/// Keeps the cast of one script in a library.
public struct CastKeeper {
  private let scripts: Scripts
  private let casts: Casts
  private let identity: ScriptIdentity

  /// The cast of a script.
  ///
  /// - Parameters:
  ///   - database: the library, with the module of ``Scripts``
  ///   - clock: gives the time at which the script was last seen
  ///   - identity: which script it is
  public init(_ database: Database, clock: any WallClock, of identity: ScriptIdentity) {
    scripts = Scripts(database, clock: clock)
    casts = Casts(database)
    self.identity = identity
  }

  /// What is kept; nothing if the library does not know the script.
  public func kept() throws(StoreFailure) -> KeptCast {
    let script =
      identity.path.isEmpty
      ? try scripts.find(Scripts.unnamed) : try scripts.script(of: identity)
    return try script.map { (script) throws(StoreFailure) in
      try KeptCast(of: script.number, in: casts)
    } ?? KeptCast()
  }

  /// Keeps `cast`, and the script if the library does not know it; `before` is the kept cast from which `cast` was made.
  public func keep(_ cast: Cast, over before: KeptCast) throws(StoreFailure) {
    let known = identity.path.isEmpty ? nil : try scripts.script(of: identity)
    let script = try scripts.put(
      identity, rules: known?.rules ?? SpeakingRules.tableRead.rawValue)
    try casts.keep(cast, over: before, of: script.number)
  }
}
