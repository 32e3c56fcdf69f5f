import CArchive
import CueSystem

/// The script in a packed file: of Highland, of Fade In, or a text bundle that was packed.
enum ScriptArchive {
  /// The name and the bytes of the script in the archive `bytes`; nil if there is none.
  ///
  /// - Throws: ``ScriptError`` where libarchive is not installed, or the script is too long
  static func script(in bytes: [UInt8]) throws(ScriptError) -> (name: String, bytes: [UInt8])? {
    guard cue_archive_is_there() != 0 else { throw .otherKind(.archive) }
    var best: (rank: Int, name: String, bytes: [UInt8])?
    var isTooLong = 0
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let archive = unsafe cue_archive_open(buffer.baseAddress, buffer.count) else { return }
      defer { unsafe cue_archive_close(archive) }
      var files = 0
      while files < mostFiles, let pointer = unsafe cue_archive_next(archive) {
        files += 1
        let name = unsafe String(cString: pointer)
        let rank = rank(name)
        guard rank > 0, rank > best?.rank ?? 0 else { continue }
        guard let content = unsafe content(archive, &isTooLong) else {
          // Others may be too long as well; unpacking each would waste time.
          if isTooLong > 0 { break }
          continue
        }
        best = (rank, name, content)
      }
    }
    if best == nil, isTooLong > 0 { throw .tooLong(bytes: isTooLong) }
    guard let best else { return nil }
    return (best.name, best.bytes)
  }

  private static let mostFiles = 10_000

  /// How likely a file of that name is the script; 0 if it is not.
  private static func rank(_ name: String) -> Int {
    let file = name.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if name.contains("__MACOSX") || file.hasPrefix("._") { return 0 }
    if file == "document.xml" { return 4 }
    if file.hasPrefix("text.") { return 3 }
    let ending = file.split(separator: ".").last ?? ""
    if ["fountain", "fdx", "spmd", "trelby", "osf"].contains(ending) { return 2 }
    return ["md", "markdown", "txt"].contains(ending) ? 1 : 0
  }

  private static func content(_ archive: OpaquePointer, _ isTooLong: inout Int) -> [UInt8]? {
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe piece.withUnsafeMutableBufferPointer { buffer in
        unsafe Int(cue_archive_read(archive, buffer.baseAddress, buffer.count))
      }
      guard count >= 0 else { return content.isEmpty ? nil : content }
      guard count > 0 else { return content }
      content += piece[..<count]
      guard content.count <= SourceText.maximumBytes else {
        isTooLong = content.count
        return nil
      }
    }
  }
}
