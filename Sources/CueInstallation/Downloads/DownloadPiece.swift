import CueSystem
import Glibc

/// A file that is being downloaded: what has come of it, and of what it is a part.
///
/// Beside the file stands its state, `NAME.state`, so that another run can go on.
struct DownloadPiece {
  let path: String

  private var statePath: String { path + ".state" }

  init(_ path: String) { self.path = path }

  /// Of what the bytes are a part.
  struct State: Equatable {
    /// The digest of the address, which may hold keys.
    var address: String
    /// What the server called this edition; nil if it said nothing.
    var validator: String?
    /// Bytes in all, if they are known.
    var total: Int?
  }

  /// The bytes that are there.
  var byteCount: Int {
    var known = stat()
    return unsafe lstat(path, &known) == 0 && known.st_mode & S_IFMT == S_IFREG
      ? Int(known.st_size) : 0
  }

  /// Of what they are a part; nil if that is not known.
  var state: State? {
    guard let bytes = try? WholeFile.read(statePath, limit: 65_536),
      let json = try? LinedJSON(parsing: bytes), case .string(let address) = json["address"]
    else { return nil }
    var state = State(address: address)
    if case .string(let validator) = json["validator"] { state.validator = validator }
    if case .number(let total) = json["total"] { state.total = Int(exactly: total) }
    return state
  }

  func keep(_ state: State) throws(DownloadFailure) {
    var json = JSONObject()
    json["address"] = .string(state.address)
    json["validator"] = state.validator.map { .string($0) }
    json["total"] = state.total.map { .integer($0) }
    do throws(WholeFile.WriteError) {
      try WholeFile.write(Array(json.line.utf8), to: statePath)
    } catch { throw .unwritable(path: statePath, error.system) }
  }

  /// Drops what is there.
  func discard() {
    unsafe unlink(path)
    unsafe unlink(statePath)
  }

  /// Gives the whole file its place; nothing of the download stays.
  func finish(as target: String) throws(DownloadFailure) {
    guard unsafe rename(path, target) == 0 else {
      throw .unwritable(path: target, SystemError(errno))
    }
    unsafe unlink(statePath)
  }

  /// The SHA-256 of what is there; nil if it cannot be read.
  var checksum: String? { FileTree.checksum(path) }

  /// The digest under which an address is kept.
  static func key(of address: WebAddress) -> String {
    ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(address.whole.utf8)[...]))
  }
}
