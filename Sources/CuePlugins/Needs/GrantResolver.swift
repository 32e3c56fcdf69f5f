import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Finds what needs are about on this machine: follows links, and refuses where they must not lead.
struct GrantResolver {
  /// The plugin's file, without links.
  let file: ExactPath
  let places: NeedsPlaces

  func grants(for need: PluginNeed) throws(GrantError.Reason) -> [Grant] {
    switch need {
    case .place(let place): try all(of: place)
    case .read(let path): try found(path, isWritten: false).map { .read($0) }
    case .write(let path): try found(path, isWritten: true).map { .write($0) }
    case .network: [.network]
    case .localNetwork: [.localNetwork]
    case .socket(let path): try sockets(path)
    case .device(let path): try devices(path.path)
    case .run: [.run]
    case .interpreter(let path): try interpreter(path)
    case .memory(let bytes): [.memory(bytes)]
    case .watch: []
    }
  }

  // MARK: Files and folders

  private func all(of place: NeedPath.Place) throws(GrantError.Reason) -> [Grant] {
    if place == .plugin, places.pluginFolder(of: file) == nil { return [.read(file)] }
    let folders = try found(NeedPath(place), isWritten: place.isWritable)
    guard place == .models else {
      return folders.map { place.isWritable ? .write($0) : .read($0) }
    }
    return (folders + linkedModels()).map { .read($0) }
  }

  /// Where the links in the user's own folder of models lead: users keep large models on other disks.
  private func linkedModels() -> [ExactPath] {
    guard let folder = places.ownModels else { return [] }
    return Folder.names(in: folder.text).map(folder.appending)
      .filter { RealPath.kind($0, followsLink: false) == .link }
      .compactMap { try? RealPath.resolved($0) }
      .filter { fault(of: $0, isWritten: false) == nil }
  }

  /// What is at `path`, without links; empty if nothing is.
  private func found(
    _ path: NeedPath, isWritten: Bool
  ) throws(GrantError.Reason) -> [ExactPath] {
    var found: [ExactPath] = []
    for (base, candidate) in try candidates(path) {
      guard let real = try resolved(candidate) else { continue }
      if let base, !real.isInside(RealPath.resolvedOrSame(base)) { throw .leavesPlace(real) }
      // The plugin's own folders are among what is closed to others.
      let isOwn = path.place?.isWritable ?? false
      if !isOwn, let fault = fault(of: real, isWritten: isWritten) { throw fault }
      found.append(real)
    }
    return found
  }

  /// Where `path` may be, each with the folder of its place.
  private func candidates(
    _ path: NeedPath
  ) throws(GrantError.Reason) -> [(base: ExactPath?, path: ExactPath)] {
    guard let place = path.place else { return [(nil, path.path)] }
    let folders = places.folders(place, file: file)
    if place == .plugin, folders.isEmpty { throw .pluginHasNoFolder }
    return folders.map { ($0, path.isWholePlace ? $0 : $0.appending(path.path.text)) }
  }

  /// `path` without links; nil if nothing is there.
  private func resolved(_ path: ExactPath) throws(GrantError.Reason) -> ExactPath? {
    do throws(SystemError) { return try RealPath.resolved(path) } catch {
      if error.errno == ENOENT || error.errno == ENOTDIR { return nil }
      throw .unresolved(path, errno: error.errno)
    }
  }

  /// Why no plugin may read or write what is at `path`, which is without links; nil if one may.
  func fault(of path: ExactPath, isWritten: Bool) -> GrantError.Reason? {
    if let reason = path.fault(isWritten: isWritten) { return .forbidden(path, reason) }
    let folders = places.closed + (isWritten ? places.sealed : [])
    return NeedsPlaces.touches(path, folders) ? .closed(path) : nil
  }

  // MARK: Sockets and devices

  private func sockets(_ path: NeedPath) throws(GrantError.Reason) -> [Grant] {
    var found: [Grant] = []
    for (base, path) in try candidates(path) {
      guard let real = try resolved(path) else {
        // The program that serves it may start later.
        found.append(.socket(RealPath.resolvedOrSame(path.folder).appending(path.name)))
        continue
      }
      if let base, !real.isInside(RealPath.resolvedOrSame(base)) { throw .leavesPlace(real) }
      guard RealPath.kind(real) == .socket else { throw .notASocket(real) }
      found.append(.socket(real))
    }
    return found
  }

  private func devices(_ path: ExactPath) throws(GrantError.Reason) -> [Grant] {
    var paths = [path]
    if path.text.utf8.last == UInt8(ascii: "*") {
      let start = path.name.utf8.dropLast()
      paths = Folder.names(in: path.folder.text).filter { $0.utf8.starts(with: start) }
        .map(path.folder.appending)
    }
    var found: [Grant] = []
    for path in paths {
      guard let real = try resolved(path) else { continue }
      if let reason = real.deviceFault { throw .forbidden(real, reason) }
      found.append(.device(real))
    }
    return found
  }

  /// The folders that a plugin watches; where they would be, if they are not there.
  func watched(_ path: NeedPath) throws(GrantError.Reason) -> [ExactPath] {
    var watched: [ExactPath] = []
    for (base, path) in try candidates(path) {
      let real = try resolved(path) ?? path
      if let base, real != path, !real.isInside(RealPath.resolvedOrSame(base)) {
        throw .leavesPlace(real)
      }
      watched.append(real)
    }
    return watched
  }

  // MARK: Programs

  /// What a program needs to be started, and what of it is neither the system's nor its own.
  func program() throws(GrantError) -> (grants: [Grant], foreign: [Grant]) {
    do throws(GrantError.Reason) {
      let interpreter: Interpreter?
      do throws(InterpreterError) {
        interpreter = try Interpreter.ofProgram(
          file, searchPath: places.searchPath, home: places.home)
      } catch { throw .interpreter(error) }
      let grants = try interpreter.map(checked) ?? []
      // What the program is made of lies in its folder.
      let own = [file, places.pluginFolder(of: file)].compactMap { $0 }.map(Grant.execute)
      return (own + grants, grants.filter(isForeign))
    } catch { throw GrantError(need: nil, reason: error) }
  }

  private func interpreter(_ path: NeedPath) throws(GrantError.Reason) -> [Grant] {
    var all: [Grant] = []
    for (_, path) in try candidates(path) {
      guard try resolved(path) != nil else { continue }
      let interpreter: Interpreter
      do throws(InterpreterError) {
        interpreter = try Interpreter(
          at: path, searchPath: places.searchPath, home: places.home)
      } catch { throw .interpreter(error) }
      all += try checked(interpreter)
    }
    return all
  }

  private func checked(_ interpreter: Interpreter) throws(GrantError.Reason) -> [Grant] {
    for path in interpreter.executable + interpreter.readable {
      if let fault = fault(of: path, isWritten: false) { throw fault }
    }
    return interpreter.executable.map { .execute($0) } + interpreter.readable.map { .read($0) }
  }

  /// Whether a grant of an interpreter is about something that is neither the system's nor in the plugin's folder.
  func isForeign(_ grant: Grant) -> Bool {
    guard let path = grant.path else { return true }
    let folder = places.pluginFolder(of: file)
    return !Interpreter.isSystem(path, home: places.home) && !(folder.map(path.isInside) ?? false)
  }
}
