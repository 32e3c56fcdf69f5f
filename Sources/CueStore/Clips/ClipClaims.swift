import CueModel
import CSystem
import Glibc
import Synchronization

/// Which thread or process makes which clip, among all that share a folder.
///
/// There is one file, of which each clip has a byte that is locked while somebody makes it. The kernel gives the locks of a
/// process back when that ends, however it ends.
final class ClipClaims: Sendable {
  private struct State {
    var descriptor: Int32 = -1
    var held: Set<ClipKey> = []
  }

  let path: String
  private let state = Mutex(State())

  init(_ path: String) { self.path = path }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether `key` is the caller's now; `makeFolder` is called where there is no folder yet.
  func claim(
    _ key: ClipKey, makeFolder: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> Bool {
    try state.withLock { state throws(StoreFailure) in
      guard !state.held.contains(key) else { return false }
      try open(&state, makeFolder)
      switch cue_lock_byte(state.descriptor, ClipClaims.place(key)) {
      case 0:
        state.held.insert(key)
        return true
      case EAGAIN: return false
      case let code:
        throw StoreFailure(.cannotLock(path: path, errno: code))
      }
    }
  }

  func release(_ key: ClipKey) {
    state.withLock { state in
      precondition(state.held.remove(key) != nil, "nobody here makes \(key)")
      cue_unlock_byte(state.descriptor, ClipClaims.place(key))
    }
  }

  /// Opens the file, again if it was removed since and nobody here holds any of the former one.
  private func open(
    _ state: inout State, _ makeFolder: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    if state.descriptor >= 0 {
      var known = stat()
      guard state.held.isEmpty, unsafe fstat(state.descriptor, &known) == 0, known.st_nlink == 0
      else { return }
      close(state.descriptor)
      state.descriptor = -1
    }
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    state.descriptor = unsafe Glibc.open(path, flags, 0o666)
    if state.descriptor < 0, errno == ENOENT {
      try makeFolder()
      state.descriptor = unsafe Glibc.open(path, flags, 0o666)
    }
    guard state.descriptor >= 0 else { throw StoreFailure(writing: path, errno: errno) }
  }

  /// Another place for each key, but for one case in 2⁶².
  private static func place(_ key: ClipKey) -> Int64 {
    Int64(ClipFile.bytes(key).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 2)
  }
}
