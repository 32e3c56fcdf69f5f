import Glibc
import Synchronization

/// The data files of Cue, such as lists of names: where they are, and which are missing.
///
/// They are in `share/cue` of an installation. A file is read when it is first needed.
public enum DataFile {
  /// The variable that names a folder with all data files, for a program that brings its own.
  public static let variable = "CUE_SHARE"

  /// The data files that were needed and could not be read, with the paths that were tried; empty for a complete
  /// installation.
  ///
  /// Without its file, a feature does nothing: without names, the gender of a part is unknown.
  public static var missing: [(name: String, paths: [String])] {
    unreadable.withLock { found in found.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } }
  }

  private static let unreadable = Mutex<[String: [String]]>([:])

  /// Where the file `name` may be, the first that exists counts: in the folder of ``variable``, installed beside the program,
  /// in the tree in which Cue was built, and where Cue is usually installed.
  ///
  /// - Parameters:
  ///   - name: as in `names.txt`
  ///   - programFolder: the folder of the running program
  /// - Returns: the paths, in order
  public static func paths(of name: String, programFolder: String) -> [String] {
    if let folder = unsafe getenv(variable), unsafe folder[0] != 0 {
      return [unsafe String(cString: folder) + "/" + name]
    }
    return [
      programFolder + "/../share/cue/", programFolder + "/share/cue/",
      // A debug build: .build/PLATFORM/debug, or a scratch path one folder deeper.
      programFolder + "/../../../Packaging/", programFolder + "/../../../../Packaging/",
      "/usr/local/share/cue/", "/usr/share/cue/",
    ].map { $0 + name }
  }

  /// The bytes of the file `name`; empty, and noted in ``missing``, if it cannot be read.
  package static func bytes(_ name: String) -> [UInt8] {
    let paths = paths(of: name, programFolder: programFolder)
    for path in paths {
      if let bytes = read(path) { return bytes }
    }
    unreadable.withLock { $0[name] = paths }
    return []
  }

  private static let programFolder: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    let program = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    let end = program.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return String(decoding: program[..<end], as: UTF8.self)
  }()

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let step = unsafe Glibc.read(
          descriptor, unsafe buffer.baseAddress.map { unsafe $0 + count }, size - count)
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { break }
        count += step
      }
    }
    return bytes.count == size ? bytes : nil
  }
}
