import CueAudio
import CueSystem
import Glibc

/// Why takes cannot be kept or found.
package enum TakeFailure: Error, Equatable, Sendable {
  /// A sound file cannot be made, written or read.
  case sound(SoundFileError)
  /// A folder or file cannot be made, renamed or removed; an `errno` value.
  case system(path: String, errno: Int32)
  /// There is no such take.
  case noSuchTake(String)
  /// A take of the scene is being recorded.
  case isBeingRecorded(String)
}

/// The takes of a script: a folder for each, numbered by scene and take.
package struct TakeShelf: Sendable {
  /// Where the takes of the script are.
  package let folder: String

  /// The takes of the script at `path`, absolute, below a folder of all takes.
  package init(in folder: String, script path: String) {
    self.init(folder: "\(folder)/\(TakeShelf.name(ofScript: path))")
  }

  /// The takes in `folder`.
  package init(folder: String) { self.folder = folder }

  /// Those of all scripts below a folder of all takes.
  package static func all(in folder: String) -> [TakeShelf] {
    Folder.visibleNames(in: folder).map { TakeShelf(folder: "\(folder)/\($0)") }
  }

  /// The name of its folder, which also names a script that was moved or removed.
  package var name: String { folder.split(separator: "/").last.map(String.init) ?? folder }

  /// The file's name and a digest of its path: two scripts of one name are two.
  private static func name(ofScript path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "script"
    let kept = name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
    let digest = ContentDigest.bytes(of: Array(path.utf8)[...]).prefix(4)
    return String(kept.prefix(40)) + "-"
      + digest.map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
      }.joined()
  }

  /// Whether there is a folder of takes.
  var exists: Bool { unsafe access(folder, F_OK) == 0 }

  /// Moves all takes to another shelf; false if that fails.
  func move(to other: TakeShelf) -> Bool { unsafe rename(folder, other.folder) == 0 }

  private func path(_ scene: Int, _ number: Int) -> String {
    "\(folder)/scene-\(scene)-take-\(number)"
  }

  /// All takes, by scene and number.
  package func takes() -> [Take] {
    Folder.visibleNames(in: folder).compactMap { name in
      let parts = name.split(separator: "-")
      guard parts.count == 4, parts[0] == "scene", parts[2] == "take", let scene = Int(parts[1]),
        let number = Int(parts[3]), scene >= 0, number >= 1
      else { return nil }
      var take = Take(scene: scene, number: number, folder: path(scene, number))
      take.readInfo()
      return take
    }.sorted { ($0.scene, $0.number) < ($1.scene, $1.number) }
  }

  /// The take that the user calls `name`: `2.3`, or its number alone where all takes are of one scene.
  package func take(called name: String) throws(TakeFailure) -> Take {
    let takes = takes()
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    let isOneScene = Set(takes.map(\.scene)).count == 1
    let found = takes.first {
      switch parts.count {
      case 1: isOneScene && $0.number == parts[0]
      case 2: $0.scene == parts[0] && $0.number == parts[1]
      default: false
      }
    }
    guard let found else { throw .noSuchTake(name) }
    return found
  }

  /// Begins a take of a scene: its number is one more than the highest there is.
  package func begin(scene: Int) throws(TakeFailure) -> Take {
    do throws(WholeFile.FolderError) { try WholeFile.makeFolder(folder, permissions: 0o700) } catch
    {
      throw .system(path: error.path, errno: error.system.errno)
    }
    var number = (takes().filter { $0.scene == scene }.map(\.number).max() ?? 0) + 1
    // Another program may be as fast.
    while unsafe mkdir(path(scene, number), 0o700) != 0 {
      guard errno == EEXIST else {
        throw .system(path: path(scene, number), errno: errno)
      }
      number += 1
    }
    return Take(scene: scene, number: number, folder: path(scene, number))
  }

  /// Removes the folder of a take that could not be begun.
  func abandon(_ take: Take) { try? FlatFolder.remove(take.folder) }

  /// Writes the information file of a take that is recorded.
  ///
  /// If the user has marked the take as the best meanwhile, that stays.
  package func keep(_ take: Take) throws(TakeFailure) {
    try change(take) { now in
      let isBest = now.isBest
      now = take
      now.isBest = take.isBest || isBest
    }
  }

  /// Marks a take as the best of its scene, and no other; `nil` of a scene's best: none is.
  package func setBest(_ best: Take) throws(TakeFailure) {
    for take in takes() where take.scene == best.scene {
      let isBest = take.number == best.number
      guard take.isBest != isBest else { continue }
      try change(take) { $0.isBest = isBest }
    }
  }

  /// Changes the information file of a take, under a lock.
  private func change(_ take: Take, _ change: (inout Take) -> Void) throws(TakeFailure) {
    let path = take.infoPath
    try SharedFile.change(
      path, permissions: 0o600,
      refusing: { TakeFailure.system(path: path, errno: $0.system.errno) }
    ) { () throws(TakeFailure) in
      var now = Take(scene: take.scene, number: take.number, folder: take.folder)
      now.readInfo()
      change(&now)
      return ((), Array(now.json.indentedText.utf8))
    }
  }

  /// Removes takes; those of higher numbers in their scenes move up.
  package func remove(_ removed: [Take]) throws(TakeFailure) {
    let all = takes()
    for scene in Set(removed.map(\.scene)) {
      let ofScene = all.filter { $0.scene == scene }
      if let growing = ofScene.first(where: { GrowingSoundFile.grows($0.path(of: .own)) }) {
        throw .isBeingRecorded(growing.name)
      }
      var number = 0
      for take in ofScene {
        if removed.contains(where: { $0.name == take.name }) {
          try FlatFolder.remove(take.folder)
          continue
        }
        number += 1
        let place = path(scene, number)
        guard place != take.folder else { continue }
        guard unsafe rename(take.folder, place) == 0 else {
          throw .system(path: take.folder, errno: errno)
        }
      }
    }
  }
}

/// A folder that holds files alone.
enum FlatFolder {
  /// Removes a folder and the files in it.
  static func remove(_ folder: String) throws(TakeFailure) {
    for name in Folder.visibleNames(in: folder) {
      let path = "\(folder)/\(name)"
      guard unsafe unlink(path) == 0 || errno == ENOENT else {
        throw .system(path: path, errno: errno)
      }
    }
    guard unsafe rmdir(folder) == 0 else { throw .system(path: folder, errno: errno) }
  }
}
