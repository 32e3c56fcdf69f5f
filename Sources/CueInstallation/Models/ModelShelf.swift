import CSystem
import CueSystem
import Glibc

/// A model in one of the folders of models.
package struct InstalledModel: Equatable, Sendable {
  /// Its name: that of its folder.
  package let id: String
  /// Its folder.
  package let folder: String
  /// Whether it is in the user's own folder, where it can be removed.
  package let isYours: Bool
  /// What it says of itself; nil if that cannot be read.
  package var description: ModelDescription?
  /// Why it cannot be read.
  package var fault: ModelDescription.Fault?

  /// What its files take on the disk, in bytes.
  package var byteCount: Int { FileTree.files(in: folder).reduce(0) { $0 + $1.byteCount } }
}

/// What is wrong with a file of a model.
package enum ModelFinding: Equatable, Sendable {
  /// The description cannot be used.
  case description(ModelDescription.Fault)
  /// The file is not there.
  case missing(path: String)
  /// It cannot be read.
  case unreadable(path: String)
  /// It has another length than the description says, in bytes.
  case otherSize(path: String, expected: Int, found: Int)
  /// It has another SHA-256 than the description says.
  case otherChecksum(path: String)
  /// The description says neither length nor SHA-256: nothing can be compared.
  case unknown(path: String)

  /// Whether the model is not as it should be.
  package var isWrong: Bool { if case .unknown = self { false } else { true } }
}

/// The folders of models: the user's own, and those that came with plugins.
package struct ModelShelf: Sendable {
  /// The user's own, where models are added and removed.
  package let folder: String
  /// Others, which are only read.
  package let otherFolders: [String]

  /// Models in those folders, which need not exist.
  package init(folder: String, otherFolders: [String] = []) {
    self.folder = folder
    self.otherFolders = otherFolders
  }

  /// The folders of models that come with plugins in those folders: `share/cue/models` of the tree that each is in.
  package static func folders(besidePlugins folders: [String]) -> [String] {
    var found: [String] = []
    for folder in folders {
      let installed = "/lib/cue/plugins"
      let tree =
        folder.hasSuffix(installed)
        ? String(folder.dropLast(installed.count))
        : String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
      let models = tree + "/share/cue/models"
      if !found.contains(models) { found.append(models) }
    }
    return found
  }

  /// Whether `text` can be a model's name: letters, digits, `.`, `_`, `-`, and no `.` at the start.
  package static func isID(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || [0x2D, 0x2E, 0x5F].contains($0)
    }
    return isPlain && !text.isEmpty && text.utf8.count <= 128 && !text.hasPrefix(".")
      && !text.hasPrefix("-")
  }

  /// All models; the first of a name counts.
  package func models() -> [InstalledModel] {
    var models: [InstalledModel] = []
    for (index, parent) in ([folder] + otherFolders).enumerated() {
      for name in Folder.names(in: parent) where !name.hasPrefix(".") {
        guard !models.contains(where: { $0.id == name }),
          let model = model(name, in: parent, isYours: index == 0)
        else { continue }
        models.append(model)
      }
    }
    return models
  }

  /// The model of that name.
  package subscript(id: String) -> InstalledModel? {
    guard ModelShelf.isID(id) else { return nil }
    for (index, parent) in ([folder] + otherFolders).enumerated() {
      if let model = model(id, in: parent, isYours: index == 0) { return model }
    }
    return nil
  }

  /// Nil if that is not a folder, or a folder of other things.
  private func model(_ id: String, in parent: String, isYours: Bool) -> InstalledModel? {
    let folder = parent + "/" + id
    guard FileTree.isFolder(folder) else { return nil }
    var model = InstalledModel(id: id, folder: folder, isYours: isYours)
    do throws(ModelDescription.Fault) {
      model.description = try ModelDescription(ofFile: folder + "/model.json")
    } catch {
      guard error == .missing else {
        model.fault = error
        return model
      }
      // A Piper voice as published needs no description.
      guard let pair = ModelShelf.piperPair(in: folder) else { return nil }
      model.description = pair
    }
    if model.description?.name.isEmpty == true { model.description?.name = id }
    return model
  }

  private static func piperPair(in folder: String) -> ModelDescription? {
    let candidates = FileTree.files(in: folder).map {
      ModelRecognition.Candidate(
        name: $0.name, path: $0.path, byteCount: $0.byteCount, isOurs: false)
    }
    let pair = candidates.first { one in
      one.name.hasSuffix(".onnx") && candidates.contains { $0.name == one.name + ".json" }
    }
    guard let pair else { return nil }
    var description =
      (try? ModelRecognition(candidates, called: "", type: "piper").result().description)
      ?? ModelDescription(type: "piper")
    description.files = [
      .init(role: "model", path: pair.name), .init(role: "config", path: pair.name + ".json"),
    ]
    return description
  }

  /// Reads every byte of a model; `say` is called with what is wrong.
  package func check(_ model: InstalledModel, say: (ModelFinding) throws -> Void) rethrows {
    guard let description = model.description else {
      return try say(.description(model.fault ?? .missing))
    }
    for file in description.files {
      let path = model.folder + "/" + file.path
      guard let state = FileTree.state(path), state.st_mode & S_IFMT == S_IFREG else {
        try say(.missing(path: path))
        continue
      }
      if let expected = file.byteCount, expected != Int(state.st_size) {
        try say(.otherSize(path: path, expected: expected, found: Int(state.st_size)))
        continue
      }
      guard let expected = file.checksum else {
        try say(.unknown(path: path))
        continue
      }
      guard let found = FileTree.checksum(path) else {
        try say(.unreadable(path: path))
        continue
      }
      if found != expected { try say(.otherChecksum(path: path)) }
    }
  }

  /// Removes a model of the user's: its folder with all that is in it, or a link to a folder but not its target.
  package func remove(_ id: String) throws(ModelFailure) {
    guard let model = self[id] else { throw .notInstalled(id) }
    guard model.isYours else { throw .notYours(id: id, folder: model.folder) }
    let lock = try ModelLock(folder: folder, id: id)
    guard lock.isOurs else { throw .busy(id: id) }
    // It goes at once for everybody who looks, and then file by file.
    let gone = ModelShelf.hidden(id, "gone", in: folder)
    do throws(SystemError) { try FileTree.remove(gone) } catch {
      throw .unwritable(path: gone, error)
    }
    guard unsafe rename(model.folder, gone) == 0 else {
      throw .unwritable(path: model.folder, SystemError(errno))
    }
    do throws(SystemError) { try FileTree.remove(gone) } catch {
      throw .unwritable(path: gone, error)
    }
  }

  // MARK: - What is not finished

  /// What a model that is being added or removed has in `folder`: `.ID.part`, `.ID.new`, `.ID.gone`.
  static func hidden(_ id: String, _ kind: String, in folder: String) -> String {
    "\(folder)/.\(id).\(kind)"
  }

  /// Removes what programs left that were killed: what was being made at once, and pieces of downloads after a week.
  func sweep(now millisecondsSince1970: Int64) {
    for name in Folder.names(in: folder) where name.hasPrefix(".") {
      let parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count >= 2, let kind = parts.last, ["part", "new", "gone"].contains(kind) else {
        continue
      }
      let id = parts.dropLast().joined(separator: ".")
      let path = folder + "/" + name
      if kind == "part" {
        let files = Folder.names(in: path).compactMap { FileTree.state(path + "/" + $0) }
        let newest = files.map { Int64($0.st_mtim.tv_sec) }.max() ?? 0
        guard millisecondsSince1970 / 1000 - newest > ModelShelf.secondsOfPieces else { continue }
      }
      guard let lock = try? ModelLock(folder: folder, id: id), lock.isOurs else { continue }
      try? FileTree.remove(path)
    }
  }

  /// How long a piece of a download is kept: a week.
  static let secondsOfPieces: Int64 = 7 * 24 * 3600
}

/// The lock that allows one program to add or remove the model of a name; other programs wait, or go elsewhere.
///
/// It ends when its holder ends, in whatever way.
final class ModelLock {
  /// Whether this program has it, and not another.
  let isOurs: Bool
  private let descriptor: Int32

  /// Tries to get the lock of the model `id` in `folder`, which exists.
  init(folder: String, id: String) throws(ModelFailure) {
    let path = folder + "/.lock"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, SystemError(errno)) }
    // FNV-1a: each name has its own byte; two that share one wait for each other in vain, and no worse.
    let place = id.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    // A file system without locks gives it to everybody.
    isOurs = cue_lock_byte(descriptor, Int64(place >> 24)) != EAGAIN
  }

  deinit { close(descriptor) }
}
