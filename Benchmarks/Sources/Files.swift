import Glibc

/// The bytes of a file; nothing where it cannot be read.
func contents(ofFile path: String) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = unsafe read(descriptor, &block, block.count), count > 0 {
    bytes += block[..<count]
  }
  return bytes
}

/// Writes all of `text`.
func put(_ text: String, to descriptor: Int32) {
  let bytes = Array(text.utf8)
  _ = unsafe write(descriptor, bytes, bytes.count)
}

/// Writes all of a file, which is replaced.
func writeFile(_ bytes: [UInt8], at path: String) throws {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  defer { if descriptor >= 0 { close(descriptor) } }
  var written = 0
  while descriptor >= 0, written < bytes.count {
    let count = unsafe bytes[written...].withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count > 0 else { break }
    written += count
  }
  guard descriptor >= 0, written == bytes.count else {
    throw BenchFailure(sentence: "\(path) could not be written.")
  }
}

/// A new folder in /tmp; it and the files that `path` named are removed with this value.
final class TemporaryFolder {
  private let folder: String
  private var names: Set<String> = []

  init() throws {
    var template = Array("/tmp/cue-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchFailure(sentence: "No folder could be made in /tmp.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  /// The path of a file in it, which need not exist yet.
  func path(_ name: String) -> String {
    names.insert(name)
    return "\(folder)/\(name)"
  }

  /// Writes all of a file, and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let path = path(name)
    try writeFile(bytes, at: path)
    return path
  }
}

/// The text that is said, and the sounds that our program and the direct one make of it.
struct Scratch {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var text: String { folder.path("text.txt") }
  var ours: String { folder.path("ours.wav") }
  var direct: String { folder.path("direct.wav") }

  /// Makes `line` the text.
  func write(_ line: String) throws { try folder.write(Array("\(line)\n".utf8), as: "text.txt") }

  /// Makes samples what the direct program reads.
  func writeSound(_ samples: [UInt8]) throws { try folder.write(samples, as: "text.txt") }

  /// How many bytes of the two sounds differ, a difference in length included.
  func differingBytes() -> Int {
    let ours = contents(ofFile: ours)
    let direct = contents(ofFile: direct)
    let common = min(ours.count, direct.count)
    var differing = max(ours.count, direct.count) - common
    for index in 0..<common where ours[index] != direct[index] { differing += 1 }
    return common == 0 ? max(1, differing) : differing
  }
}
