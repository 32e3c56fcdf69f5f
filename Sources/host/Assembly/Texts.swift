import CueSystem

/// A run of text to be said as one line, and where it stands in the whole.
struct Passage: Equatable {
  var text: String
  /// Bytes from the start of the input.
  var offset: Int
}

/// Reads what is to be said, and cuts it into passages.
enum Texts {
  /// Paragraphs, separated by empty lines, or single lines.
  static func passages(of text: String, byLine: Bool) -> [Passage] {
    let bytes = Array(text.utf8)
    var passages: [Passage] = []
    var start = 0
    var at = 0
    var lineHasText = false
    func flush(_ end: Int) {
      let from = bytes[start..<end].firstIndex { !isBlank($0) } ?? end
      guard from < end else { return }
      let to = (bytes[start..<end].lastIndex { !isBlank($0) } ?? from) + 1
      passages.append(
        Passage(text: String(decoding: bytes[from..<to], as: UTF8.self), offset: from))
    }
    while at < bytes.count {
      if bytes[at] == 0x0a || bytes[at] == 0x0d {
        if byLine || !lineHasText {
          flush(at)
          start = at + 1
        }
        if bytes[at] == 0x0d, at + 1 < bytes.count, bytes[at + 1] == 0x0a { at += 1 }
        lineHasText = false
      } else if !isBlank(bytes[at]) {
        lineHasText = true
      }
      at += 1
    }
    flush(bytes.count)
    return passages
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  /// `text` without blanks and empty lines at its ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(text[first..<scalars.index(after: last)])
  }

  /// The text in `bytes`; `name` says where it is from: "The text", "scene.txt".
  static func checked(_ bytes: [UInt8], _ name: String) throws(UserError) -> String {
    do throws(TextError) { return try TextInput.text(bytes) } catch {
      throw UserError(error, name)
    }
  }

  /// All of a file.
  static func contents(ofFile path: String) throws(UserError) -> [UInt8] {
    do throws(TextError) { return try TextInput.bytes(ofFile: path) } catch {
      throw UserError(error, path)
    }
  }

  /// All that comes from a descriptor.
  static func contents(of descriptor: Int32, _ name: String) throws(UserError) -> [UInt8] {
    do throws(TextError) { return try TextInput.bytes(of: descriptor) } catch {
      throw UserError(error, name)
    }
  }

  /// Writes `bytes` to the file at `path`, which is replaced at once or not at all.
  static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o666, isSynced: Bool = false
  ) throws(UserError) {
    do throws(WholeFile.WriteError) {
      try WholeFile.write(bytes, to: path, permissions: permissions, isSynced: isSynced)
    } catch { throw UserError(error, writing: path) }
  }
}

extension UserError {
  /// The file at `path` was not written.
  init(_ error: WholeFile.WriteError, writing path: String) {
    let status: ExitStatus =
      switch error {
      case .cannotCreate: .cannotCreate
      case .cannotComplete: .inputOutput
      }
    self.init("\(path) cannot be written: \(error.system.words).", status)
  }
}
