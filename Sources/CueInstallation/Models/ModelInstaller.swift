import CueModel
import CueSystem
import Glibc

/// What is to be added.
package struct ModelRequest: Equatable, Sendable {
  /// A file, a folder, an archive, an address, or a name of the catalogue.
  package var source: String
  /// More files of the same model, as a vocoder.
  package var companions: [String] = []
  /// What it will be called; nil for the name of the source.
  package var id: String?
  /// Nil if the files state it.
  package var type: String?
  /// BCP 47; empty if the files state them.
  package var languages: [String] = []

  /// The model in `source`.
  package init(source: String) { self.source = source }
}

/// Adds models to the user's folder: whole, described and checked, or not at all.
package struct ModelInstaller: Sendable {
  private let shelf: ModelShelf
  private let catalogue: @Sendable () throws(ModelCatalogue.Fault) -> ModelCatalogue
  private let download: Download
  private let unpacking: ArchiveUnpacking
  private let isOffline: Bool
  private let clock: any MonotonicTime
  private let wallClock: any WallClock
  private let room: @Sendable (String) -> Int?

  /// An installer.
  ///
  /// - Parameters:
  ///   - shelf: where models are
  ///   - catalogue: reads the catalogue, when a name of it is asked for
  ///   - isOffline: nothing may be downloaded
  ///   - download: how
  ///   - unpacking: how archives are unpacked, and how much of them
  ///   - clock: for the wait for other programs
  ///   - wallClock: shows how old pieces of downloads are
  ///   - room: the bytes that are free in a folder; nil if that is not known
  package init(
    _ shelf: ModelShelf,
    catalogue: @escaping @Sendable () throws(ModelCatalogue.Fault) -> ModelCatalogue,
    isOffline: Bool = false, download: Download = Download(),
    unpacking: ArchiveUnpacking = ArchiveUnpacking(), clock: any MonotonicTime = MonotonicClock(),
    wallClock: any WallClock = SystemClock(),
    room: @escaping @Sendable (String) -> Int? = { FileTree.room(in: $0) }
  ) {
    self.shelf = shelf
    self.catalogue = catalogue
    self.isOffline = isOffline
    self.download = download
    self.unpacking = unpacking
    self.clock = clock
    self.wallClock = wallClock
    self.room = room
  }

  /// Adds the model of `request`, and answers it.
  ///
  /// A download that was broken off is gone on with by the next call for the same model.
  package func add(
    _ request: ModelRequest, cancellation: Cancellation = Cancellation(),
    event: @escaping (ModelEvent) -> Void = { _ in }
  ) throws(ModelFailure) -> InstalledModel {
    if let type = request.type, !ModelType.all.contains(type) {
      throw .unknownType(type)
    }
    let origins = try ([request.source] + request.companions).map(origin)
    let id = request.id ?? origins[0].id
    guard ModelShelf.isID(id) else { throw .badID(id) }
    do throws(WholeFile.FolderError) { try WholeFile.makeFolder(shelf.folder) } catch {
      throw .unwritable(path: error.path, error.system)
    }
    try refuseExisting(id)
    let lock = try awaitLock(id, cancellation, event)
    return try withExtendedLifetime(lock) { () throws(ModelFailure) in
      // The former holder of the lock may have added it.
      try refuseExisting(id)
      shelf.sweep(now: wallClock.millisecondsSince1970)
      let work = try WorkFolders(id, in: shelf.folder)
      do throws(ModelFailure) {
        let model = try make(id, request, origins, work, cancellation, event)
        work.remove(keepsPieces: false)
        return model
      } catch {
        work.remove(keepsPieces: error.leavesPieces)
        throw error
      }
    }
  }

  private func refuseExisting(_ id: String) throws(ModelFailure) {
    let folder = shelf.folder + "/" + id
    var state = stat()
    if unsafe lstat(folder, &state) == 0 { throw .exists(id: id, folder: folder) }
  }

  private func awaitLock(
    _ id: String, _ cancellation: Cancellation, _ event: (ModelEvent) -> Void
  ) throws(ModelFailure) -> ModelLock {
    var hasSaid = false
    while true {
      let lock = try ModelLock(folder: shelf.folder, id: id)
      if lock.isOurs { return lock }
      if !hasSaid { event(.waiting(id: id)) }
      hasSaid = true
      clock.wait(milliseconds: 200, cancellation: cancellation)
      if cancellation.isCancelled { throw .cancelled }
    }
  }

  // MARK: - Where it is from

  /// A file to download.
  private struct Remote {
    let address: WebAddress
    var byteCount: Int?
    var checksum: String?
    /// Whether it is well if the server has no such file.
    var isOptional = false
  }

  /// Where files are from.
  private struct Origin {
    /// What the model is called if the user does not say.
    let id: String
    var remotes: [Remote] = []
    var paths: [String] = []
    /// What the catalogue says of it.
    var entry: ModelCatalogue.Entry?
    /// What may be kept as its source.
    var shown = ""
  }

  private func origin(_ source: String) throws(ModelFailure) -> Origin {
    if WebAddress.isMeant(by: source) { return try remoteOrigin(source) }
    if FileTree.isFolder(source) || FileTree.isFile(source) { return try localOrigin(source) }
    if source.contains("/") { throw .unknownSource(source, known: []) }
    let known: ModelCatalogue
    do throws(ModelCatalogue.Fault) { known = try catalogue() } catch { throw .catalogue(error) }
    guard let entry = known[source] else {
      throw .unknownSource(source, known: known.entries.map(\.id))
    }
    guard !isOffline else { throw .offline(entry.id) }
    var origin = Origin(id: entry.id)
    origin.entry = entry
    for file in entry.files {
      origin.remotes.append(
        Remote(
          address: try address(file.address), byteCount: file.byteCount, checksum: file.checksum))
    }
    origin.shown =
      entry.description.source.isEmpty ? origin.remotes[0].address.shown : entry.description.source
    return origin
  }

  private func address(_ text: String) throws(ModelFailure) -> WebAddress {
    do throws(DownloadFailure) { return try WebAddress(text) } catch {
      throw .download(error, address: "")
    }
  }

  private func remoteOrigin(_ source: String) throws(ModelFailure) -> Origin {
    let address = try address(source)
    guard !isOffline else { throw .offline(address.shown) }
    let name = address.fileName.lowercased()
    var origin = Origin(id: ModelInstaller.id(of: address.fileName))
    origin.shown = address.shown
    // Of the two files of a Piper voice, either stands for both.
    if name.hasSuffix(".onnx.json"), let model = address.changed(ending: ".json", isRemoved: true) {
      origin.remotes = [Remote(address: address), Remote(address: model)]
      origin.shown = model.shown
    } else if name.hasSuffix(".onnx"), let config = address.changed(ending: ".json") {
      origin.remotes = [Remote(address: config, isOptional: true), Remote(address: address)]
    } else {
      origin.remotes = [Remote(address: address)]
    }
    return origin
  }

  private func localOrigin(_ source: String) throws(ModelFailure) -> Origin {
    let path: String
    do throws(SystemError) { path = try SystemPath.resolved(source) } catch {
      throw .unreadable(path: source, error)
    }
    // The name as it was given: what a link leads to is called otherwise.
    let name = source.split(separator: "/").last.map(String.init) ?? path
    var origin = Origin(id: ModelInstaller.id(of: name == "." || name == ".." ? path : name))
    origin.paths = [source]
    if FileTree.isFolder(path) { return origin }
    if source.lowercased().hasSuffix(".onnx.json") {
      let model = String(source.dropLast(".json".count))
      guard FileTree.isFile(model) else { throw .noModelBeside(path: source, missing: model) }
      origin.paths.append(model)
    } else if source.lowercased().hasSuffix(".onnx"), FileTree.isFile(source + ".json") {
      origin.paths.append(source + ".json")
    }
    return origin
  }

  /// A model's name of a file's: `en_US-joe-medium` of `en_US-joe-medium.onnx.json`.
  static func id(of name: String) -> String {
    var name = name.split(separator: "/").last.map(String.init) ?? name
    let endings = [
      ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar", ".zip", ".onnx.json",
      ".onnx", ".ort",
    ]
    if let ending = endings.first(where: { name.lowercased().hasSuffix($0) }) {
      name.removeLast(ending.count)
    }
    let id = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-"
    }
    let start = id.firstIndex { $0 != "." && $0 != "-" } ?? id.endIndex
    return String(id[start...].prefix(128))
  }

  // MARK: - Making it

  private typealias Candidate = ModelRecognition.Candidate

  private func make(
    _ id: String, _ request: ModelRequest, _ origins: [Origin], _ work: WorkFolders,
    _ cancellation: Cancellation, _ event: @escaping (ModelEvent) -> Void
  ) throws(ModelFailure) -> InstalledModel {
    var candidates: [Candidate] = []
    for origin in origins {
      for remote in origin.remotes {
        candidates += try fetched(remote, work, cancellation, event)
      }
      for path in origin.paths { candidates += try local(path, work, cancellation, event) }
    }
    if cancellation.isCancelled { throw .cancelled }
    let entry = origins[0].entry
    let found = try ModelRecognition(
      candidates, called: id + " " + origins[0].id,
      type: request.type
        ?? entry.flatMap { $0.description.type.isEmpty ? nil : $0.description.type },
      languages: request.languages.isEmpty ? entry?.description.languages ?? [] : request.languages
    ).result()
    var description = found.description
    if let entry { description.adopt(entry.description) }
    if description.name.isEmpty { description.name = id }
    description.source = origins[0].shown
    description.files = try place(found, work, cancellation)
    do throws(WholeFile.WriteError) {
      try WholeFile.write(
        Array(description.text.utf8), to: work.model + "/model.json", isSynced: true)
    } catch { throw .unwritable(path: work.model + "/model.json", error.system) }
    let folder = shelf.folder + "/" + id
    guard unsafe rename(work.model, folder) == 0 else {
      throw errno == EEXIST || errno == ENOTEMPTY
        ? .exists(id: id, folder: folder) : .unwritable(path: folder, SystemError(errno))
    }
    var model = InstalledModel(id: id, folder: folder, isYours: true)
    model.description = description
    return model
  }

  /// Downloads a file, unless an earlier run has done it, and unpacks it if it is an archive.
  private func fetched(
    _ remote: Remote, _ work: WorkFolders, _ cancellation: Cancellation,
    _ event: @escaping (ModelEvent) -> Void
  ) throws(ModelFailure) -> [Candidate] {
    let address = remote.address
    let name = ModelInstaller.fileName(of: address)
    let path = "\(work.pieces)/\(DownloadPiece.key(of: address).prefix(12))-\(name)"
    let isArchive = ArchiveUnpacking.isArchive(name)
    if !work.isDone(path) {
      let extra = isArchive ? remote.byteCount ?? 0 : 0
      do throws(DownloadFailure) {
        try download.fetch(
          .init(
            address, byteCount: remote.byteCount, checksum: remote.checksum, extraBytes: extra),
          to: path, cancellation: cancellation
        ) { event(.download($0, address: address.shown)) }
      } catch {
        if case .cancelled = error { throw .cancelled }
        if remote.isOptional, error.saysThereIsNone { return [] }
        throw .download(error, address: address.shown)
      }
      work.markDone(path)
    }
    if isArchive {
      return try unpacked(path, called: name, work, cancellation, event)
    }
    // A page that a server gives in place of a file that it has not.
    if remote.isOptional,
      (try? WholeFile.read(path, limit: 16 << 20)).map({
        (try? LinedJSON(parsing: $0)) == nil
      }) ?? true
    {
      return []
    }
    return [
      Candidate(
        name: name, path: path, byteCount: FileTree.state(path).map { Int($0.st_size) } ?? 0,
        isOurs: true)
    ]
  }

  /// The name of the file at an address, made fit for a folder.
  private static func fileName(of address: WebAddress) -> String {
    let name = address.fileName.map { character in
      character == "/" || character == "\\" || character.unicodeScalars.contains { $0.value < 0x20 }
        ? "_" : character
    }
    let text = String(name.prefix(100))
    return text.isEmpty || text.hasPrefix(".") ? "file" + text : text
  }

  private func local(
    _ path: String, _ work: WorkFolders, _ cancellation: Cancellation,
    _ event: (ModelEvent) -> Void
  ) throws(ModelFailure) -> [Candidate] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if FileTree.isFolder(path) {
      return FileTree.files(in: path).map {
        Candidate(name: $0.name, path: $0.path, byteCount: $0.byteCount, isOurs: false)
      }
    }
    if ArchiveUnpacking.isArchive(name) {
      return try unpacked(path, called: name, work, cancellation, event)
    }
    guard let state = FileTree.state(path) else {
      throw .unreadable(path: path, SystemError(errno))
    }
    return [Candidate(name: name, path: path, byteCount: Int(state.st_size), isOurs: false)]
  }

  private func unpacked(
    _ path: String, called name: String, _ work: WorkFolders, _ cancellation: Cancellation,
    _ event: (ModelEvent) -> Void
  ) throws(ModelFailure) -> [Candidate] {
    event(.unpacking(name: name))
    let folder = try work.folderForArchive()
    do throws(ArchiveFailure) {
      try unpacking.unpack(path, into: folder) { cancellation.isCancelled }
    } catch {
      if case .cancelled = error { throw .cancelled }
      throw .archive(error, name: name)
    }
    return FileTree.files(in: folder).map {
      Candidate(name: $0.name, path: $0.path, byteCount: $0.byteCount, isOurs: true)
    }
  }

  /// Brings the files into the model's folder, and describes them.
  private func place(
    _ found: ModelRecognition.Result, _ work: WorkFolders, _ cancellation: Cancellation
  ) throws(ModelFailure) -> [ModelDescription.File] {
    let copied = (found.files.map(\.file) + found.documents).filter { !$0.isOurs }
    let needed = copied.reduce(0) { $0 + $1.byteCount }
    if let free = room(work.model), needed > free {
      throw .noRoom(folder: shelf.folder, needed: needed, free: free)
    }
    var files: [ModelDescription.File] = []
    for (role, file) in found.files {
      let target = work.model + "/" + file.fileName
      guard !FileTree.isFile(target), file.fileName != "model.json" else {
        throw .twice(name: file.fileName)
      }
      try bring(file, to: target, cancellation)
      guard let checksum = FileTree.checksum(target) else {
        throw .unreadable(path: target, SystemError(errno))
      }
      files.append(
        .init(role: role, path: file.fileName, byteCount: file.byteCount, checksum: checksum))
    }
    for document in found.documents {
      let target = work.model + "/" + document.fileName
      if !FileTree.isFile(target) { try bring(document, to: target, cancellation) }
    }
    return files
  }

  private func bring(
    _ file: Candidate, to target: String, _ cancellation: Cancellation
  ) throws(ModelFailure) {
    if file.isOurs {
      guard unsafe rename(file.path, target) == 0 else {
        throw .unwritable(path: target, SystemError(errno))
      }
      return
    }
    do throws(SystemError) {
      try FileTree.copy(file.path, to: target) { cancellation.isCancelled }
    } catch {
      if error.errno == ECANCELED { throw .cancelled }
      throw .unwritable(path: target, error)
    }
  }
}

extension ModelDescription {
  /// Takes over what an entry of the catalogue says.
  fileprivate mutating func adopt(_ entry: ModelDescription) {
    if !entry.name.isEmpty { name = entry.name }
    if !entry.licence.isEmpty { licence = entry.licence }
    if !entry.summary.isEmpty { summary = entry.summary }
    if !entry.espeak.isEmpty { espeak = entry.espeak }
    if !entry.speakers.isEmpty { speakers = entry.speakers }
    quality = entry.quality ?? quality
    rateHertz = entry.rateHertz ?? rateHertz
  }
}

extension ModelFailure {
  /// Whether what was downloaded may be of use to another try.
  fileprivate var leavesPieces: Bool {
    switch self {
    case .cancelled, .unrecognized, .several, .lacks, .lacksLanguage, .noRoom: true
    case .archive(.noRoom, _), .archive(.noLibrary, _): true
    case .download(let failure, _): failure.mayPass || failure.isOfRoom
    default: false
    }
  }
}

extension DownloadFailure {
  fileprivate var isOfRoom: Bool { if case .noRoom = self { true } else { false } }

  /// Whether the server has no such file.
  fileprivate var saysThereIsNone: Bool {
    switch self {
    case .status(let status, _, _): [401, 403, 404, 410].contains(status)
    case .webPage: true
    default: false
    }
  }
}

/// The hidden folders in which a model is made: one for what is downloaded, and one for the rest.
private struct WorkFolders {
  /// What is downloaded; another run may go on with it.
  let pieces: String
  /// All else; gone at the end, or with the next run.
  private let new: String

  /// The folder that becomes the model's.
  var model: String { new + "/model" }

  init(_ id: String, in folder: String) throws(ModelFailure) {
    pieces = ModelShelf.hidden(id, "part", in: folder)
    new = ModelShelf.hidden(id, "new", in: folder)
    do throws(SystemError) { try FileTree.remove(new) } catch {
      throw .unwritable(path: new, error)
    }
    for path in [pieces, new + "/model"] {
      do throws(WholeFile.FolderError) { try WholeFile.makeFolder(path) } catch {
        throw .unwritable(path: error.path, error.system)
      }
    }
  }

  /// A new folder to unpack into.
  func folderForArchive() throws(ModelFailure) -> String {
    let path = "\(new)/archive\(Folder.names(in: new).count)"
    do throws(WholeFile.FolderError) { try WholeFile.makeFolder(path) } catch {
      throw .unwritable(path: error.path, error.system)
    }
    return path
  }

  /// Whether an earlier run has downloaded the file at `path` to its end.
  func isDone(_ path: String) -> Bool {
    guard let state = FileTree.state(path),
      let said = try? WholeFile.read(path + ".done", limit: 64)
    else { return false }
    return String(decoding: said, as: UTF8.self) == "\(state.st_size)"
  }

  /// Says that the file at `path` is whole; without that it is downloaded again.
  func markDone(_ path: String) {
    guard let state = FileTree.state(path) else { return }
    try? WholeFile.write(Array("\(state.st_size)".utf8), to: path + ".done")
  }

  func remove(keepsPieces: Bool) {
    try? FileTree.remove(new)
    if !keepsPieces || Folder.names(in: pieces).isEmpty { try? FileTree.remove(pieces) }
  }
}
