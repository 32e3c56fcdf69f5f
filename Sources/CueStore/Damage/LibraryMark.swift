import CueSystem
import Glibc

/// A small file beside a library, with the library's id: beside an empty library, it shows that there was another.
struct LibraryMark {
  private let path: String
  /// The id of the library that was here before; nil if there was none.
  private let known: String?
  private let hasFile: Bool

  /// The mark of the library at `place`; nil for one in memory.
  init?(_ place: Database.Place) {
    guard case .file(let file) = place else { return nil }
    path = LibraryMark.path(file)
    known = LibraryMark.id(of: file)
    hasFile = unsafe access(file, F_OK) == 0
  }

  /// Where the mark of the library at `file` is.
  static func path(_ file: String) -> String { file + ".id" }

  /// The id that is kept beside the library at `file`; nil if there is none.
  static func id(of file: String) -> String? {
    guard unsafe access(path(file), R_OK) == 0,
      let bytes = try? WholeFile.read(path(file), limit: 1024), !bytes.isEmpty
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  /// Whether a library was here.
  var wasThere: Bool { known != nil && hasFile }

  /// Keeps `id`; where it cannot be kept, an empty library will not be known for one that was emptied.
  func keep(_ id: String) {
    guard id != known else { return }
    try? WholeFile.write(Array((id + "\n").utf8), to: path, permissions: 0o600)
  }
}
