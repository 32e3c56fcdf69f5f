import CueSystem
import Glibc

/// What identifies a script: its path and its content.
public struct ScriptIdentity: Equatable, Sendable {
  /// The absolute path of its file, without links; empty if it came from no file.
  public var path: String
  /// Its file's name; empty if it has none.
  public var name: String
  /// A digest of its content, in hexadecimal.
  public var digest: String
  /// A sketch of its lines, as in `ContentSketch/text`; empty if unknown.
  public var sketch: String

  /// The script at `path`.
  public init(path: String, name: String, digest: String, sketch: String = "") {
    self.path = path
    self.name = name
    self.digest = digest
    self.sketch = sketch
  }
}

/// A former path of a script, under which its takes may still be filed.
public struct FormerPlace: Equatable, Sendable {
  /// The number of the script.
  public let script: Int64
  /// The former path, absolute.
  public let path: String
  /// The current path, absolute.
  public let now: String
}

// A script whose folder was moved or renamed is the same script.
extension Scripts {
  /// A text with the same file name that shares at least this share of lines is another draft.
  private static let leastLikeness = 0.5

  /// The script with that path, else one that has moved there; nil if there is none.
  ///
  /// A script has moved if there is no file at its old path, and the file at the new path has the same content, or the same name and at
  /// least half of the lines. A copy is a script of its own, and so is another text with the same name or at the same path.
  public func script(of identity: ScriptIdentity) throws(StoreFailure) -> StoredScript? {
    guard !identity.path.isEmpty else {
      return try find(identity.name.isEmpty ? Scripts.unnamed : identity.name)
    }
    if let script = try script(at: identity.path), try !isAnother(identity, than: script) {
      return script
    }
    return try moved(to: identity)
  }

  /// Whether a file has another text than the script that was at its place: they share no line.
  private func isAnother(
    _ identity: ScriptIdentity, than script: StoredScript
  ) throws(StoreFailure) -> Bool {
    guard identity.digest != script.digest, !identity.sketch.isEmpty else { return false }
    let kept =
      try database.rows(
        "SELECT sketch FROM script WHERE number = ?1", .integer(script.number)
      ) { $0.text(0) }.first ?? ""
    guard !kept.isEmpty, let one = ContentSketch(text: identity.sketch),
      let other = ContentSketch(text: kept)
    else { return false }
    return one.likeness(to: other) == 0
  }

  /// Lets the script at the place of `identity` leave it, if the text there is another one now.
  ///
  /// It is found again when its own text comes to another place. Until then its place is one that no file can have: below the file.
  public func makeRoom(for identity: ScriptIdentity) throws(StoreFailure) {
    guard let script = try script(at: identity.path), try isAnother(identity, than: script) else {
      return
    }
    try database.change(
      "INSERT OR IGNORE INTO script_former(script, path) VALUES(?1, ?2)",
      .integer(script.number), .text(script.path))
    try database.change(
      "UPDATE script SET path = ?1 WHERE number = ?2", .text("\(script.path)/\(script.number)"),
      .integer(script.number))
  }

  /// The script that has moved to the path of `identity`; nil if there is none.
  func moved(to identity: ScriptIdentity) throws(StoreFailure) -> StoredScript? {
    let sketch = ContentSketch(text: identity.sketch)
    let candidates = try database.rows(
      "SELECT \(Scripts.columns), sketch FROM script WHERE path <> '' AND path <> ?1 "
        + "AND ((digest = ?2 AND digest <> '') OR (name = ?3 AND sketch <> '')) ORDER BY updated DESC, number DESC",
      .text(identity.path), .text(identity.digest), .text(identity.name)
    ) { (script: Scripts.script($0), sketch: $0.text(7)) }
    var best: (script: StoredScript, likeness: Double)?
    for candidate in candidates {
      var likeness = 0.0
      if candidate.script.digest == identity.digest {
        likeness = 2
      } else if let sketch, let other = ContentSketch(text: candidate.sketch) {
        likeness = sketch.likeness(to: other)
      }
      guard likeness >= Scripts.leastLikeness, likeness > best?.likeness ?? 0,
        Scripts.hasLeft(candidate.script.path, for: identity.path)
      else { continue }
      best = (candidate.script, likeness)
    }
    return best?.script
  }

  /// Whether there is no file at `path`, or a link to the path `now`.
  private static func hasLeft(_ path: String, for now: String) -> Bool {
    do throws(SystemError) { return try SystemPath.resolved(path) == now } catch {
      return error.errno == ENOENT || error.errno == ENOTDIR
    }
  }

  /// The former paths of scripts, until ``forget(_:)``.
  public func formerPlaces() throws(StoreFailure) -> [FormerPlace] {
    try database.rows(
      "SELECT f.script, f.path, s.path FROM script_former f JOIN script s ON s.number = f.script "
        + "ORDER BY f.script, f.path"
    ) { FormerPlace(script: $0.integer(0), path: $0.text(1), now: $0.text(2)) }
  }

  /// Forgets a former path, because nothing is filed under it any more.
  public func forget(_ place: FormerPlace) throws(StoreFailure) {
    try database.change(
      "DELETE FROM script_former WHERE script = ?1 AND path = ?2", .integer(place.script),
      .text(place.path))
  }
}
