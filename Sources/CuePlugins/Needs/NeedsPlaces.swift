import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Where the places of a plugin's needs are on this machine, and what no plugin gets.
public struct NeedsPlaces: Sendable {
  /// Folders with models; those that are not there are left out.
  public var models: [ExactPath]
  /// The one of them that is the user's own, in which links are followed; nil if the user has none.
  public var ownModels: ExactPath?
  /// The plugin's own folder in the cache; nil if the user has no cache.
  public var cache: ExactPath?
  /// The plugin's own folder among the user's data.
  public var own: ExactPath?
  /// The folder of the user's sockets; nil if there is none.
  public var runtime: ExactPath?
  /// The folder of the settings of the user's programs; nil if there is none.
  public var config: ExactPath?
  /// The user's home folder; nil if the user has none.
  public var home: ExactPath?
  /// What PATH holds for the plugin.
  public var searchPath = "/usr/local/bin:/usr/bin:/bin"
  /// Folders that no plugin may read or write, and no folder above them: keys, settings and consents.
  public var closed: [ExactPath] = []
  /// Folders that no plugin may write, nor any folder above them: programs, plugins, Cue's own data.
  public var sealed: [ExactPath] = []

  /// These places.
  public init(
    models: [ExactPath] = [], cache: ExactPath? = nil, own: ExactPath? = nil,
    runtime: ExactPath? = nil, home: ExactPath? = nil
  ) {
    self.models = models
    self.cache = cache
    self.own = own
    self.runtime = runtime
    self.home = home
  }

  /// The name of the folder of the plugin `id`, in which every byte that is not a letter, a digit, `.`, `_` or `-` is escaped.
  ///
  /// Different ids have different names, and none is `.` or `..`.
  static func folderName(ofPlugin id: String) -> String {
    var name = ""
    for (index, byte) in id.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where index > 0: name += "."
      default: name += "%" + ContentDigest.hexadecimal([byte])
      }
    }
    if name.isEmpty { return "%" }
    // No file system takes a longer name; a long one could otherwise be that of no folder.
    guard name.utf8.count > 200 else { return name }
    return String(name.utf8.prefix(120))! + "%%"
      + ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(id.utf8)[...]))
  }

  /// The folder that `$plugin` means for the plugin in `file`, which is without links; nil if it would be too much.
  ///
  /// It is too much if it is `/`, the home folder or one above it, if it holds or is in what is closed, or if all users can write
  /// to it, as to `/tmp`. Such a plugin gets its file alone.
  func pluginFolder(of file: ExactPath) -> ExactPath? {
    let folder = file.folder
    let homes = home.map { [$0, RealPath.resolvedOrSame($0)] } ?? []
    guard folder.text != "/", !homes.contains(where: { $0.isInside(folder) }),
      !NeedsPlaces.touches(folder, closed), !RealPath.isOpenToAll(folder)
    else { return nil }
    return folder
  }

  /// Whether `path` is in one of `folders`, or holds one.
  static func touches(_ path: ExactPath, _ folders: [ExactPath]) -> Bool {
    folders.contains { folder in
      [folder, RealPath.resolvedOrSame(folder)].contains {
        path.isInside($0) || $0.isInside(path)
      }
    }
  }

  /// The folders of a place; empty if there is none on this machine.
  func folders(_ place: NeedPath.Place, file: ExactPath) -> [ExactPath] {
    switch place {
    case .models: models
    case .cache: cache.map { [$0] } ?? []
    case .own: own.map { [$0] } ?? []
    case .plugin: pluginFolder(of: file).map { [$0] } ?? []
    case .runtime: runtime.map { [$0] } ?? []
    case .config: config.map { [$0] } ?? []
    }
  }

  /// Makes the folders below `$own` and `$cache` that `needs` name, readable by the user alone.
  ///
  /// - Throws: ``GrantError`` if a folder cannot be made, or a link on the way leads out of its place
  public func makeFolders(for needs: PluginNeeds) throws(GrantError) {
    for need in needs.all {
      let path: NeedPath
      switch need {
      case .place(let place): path = NeedPath(place)
      case .write(let written): path = written
      default: continue
      }
      guard let place = path.place, place.isWritable,
        let folder = place == .own ? own : cache
      else { continue }
      do throws(GrantError.Reason) { try NeedsPlaces.make(path, in: folder) } catch {
        throw GrantError(need: need, reason: error)
      }
    }
  }

  private static func make(_ path: NeedPath, in folder: ExactPath) throws(GrantError.Reason) {
    do throws(WholeFile.FolderError) {
      try WholeFile.makeFolder(folder.text, permissions: 0o700)
    } catch { throw .unresolved(ExactPath(error.path), errno: error.system.errno) }
    var place: ExactPath
    do throws(SystemError) { place = try RealPath.resolved(folder) } catch {
      throw .unresolved(folder, errno: error.errno)
    }
    let top = place
    for part in path.path.text.utf8.split(separator: UInt8(ascii: "/")) {
      let next = place.appending(String(Substring(part)))
      guard unsafe mkdir(next.text, 0o700) == 0 || errno == EEXIST else {
        throw .unresolved(next, errno: errno)
      }
      // The plugin itself may have put a link there.
      do throws(SystemError) { place = try RealPath.resolved(next) } catch {
        throw .unresolved(next, errno: error.errno)
      }
      guard place.isInside(top) else { throw .leavesPlace(place) }
      // It may be a file that the plugin has written.
      guard RealPath.kind(place) == .folder else { return }
    }
  }
}
