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

/// A folder for the sound that is made, which goes with it.
final class Scratch {
  private let folder: String

  init() throws {
    var template = Array("/tmp/cue-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchFailure(sentence: "No folder could be made in /tmp.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for path in [text, ours, direct] { unsafe unlink(path) }
    unsafe rmdir(folder)
  }

  var text: String { "\(folder)/text.txt" }
  var ours: String { "\(folder)/ours.wav" }
  var direct: String { "\(folder)/direct.wav" }

  /// Makes `line` the text.
  func write(_ line: String) throws {
    let descriptor = unsafe open(text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchFailure(sentence: "\(text) could not be written.") }
    put(line + "\n", to: descriptor)
    close(descriptor)
  }

  /// Makes samples what the direct program reads.
  func writeSound(_ samples: [UInt8]) throws {
    let descriptor = unsafe open(text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchFailure(sentence: "\(text) could not be written.") }
    defer { close(descriptor) }
    var at = 0
    while at < samples.count {
      let count = unsafe samples[at...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw BenchFailure(sentence: "\(text) could not be written.") }
      at += count
    }
  }

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
