import Glibc

/// What is in a folder.
package enum Folder {
  /// The names in `folder`, those of hidden files too, sorted by their bytes.
  ///
  /// - Throws: the system's error where the folder cannot be opened, as where it is not there.
  package static func list(_ folder: String) throws(SystemError) -> [String] {
    guard let entries = unsafe opendir(folder) else { throw SystemError(errno) }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in `folder`, those of hidden files too, sorted by their bytes; none if it cannot be opened.
  package static func names(in folder: String) -> [String] { (try? list(folder)) ?? [] }

  /// The names in `folder` that do not begin with a dot, sorted by their bytes; none if it cannot be opened.
  package static func visibleNames(in folder: String) -> [String] {
    names(in: folder).filter { !$0.hasPrefix(".") }
  }
}
