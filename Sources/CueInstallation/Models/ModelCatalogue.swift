import CueSystem

/// Models that can be downloaded by name: `share/cue/models.json`.
package struct ModelCatalogue: Sendable {
  /// A file to download.
  package struct File: Equatable, Sendable {
    /// Where it is.
    package var address: String
    /// In bytes; nil if it is not known.
    package var byteCount: Int?
    /// SHA-256; nil if it is not known.
    package var checksum: String?
  }

  /// A model.
  package struct Entry: Equatable, Sendable {
    /// What users call it, and its folder.
    package var id: String
    /// All that is known of it, but its files.
    package var description: ModelDescription
    /// An archive, or the files themselves.
    package var files: [File]
    /// Whether it was never tried with Cue.
    package var isUntested: Bool

    /// What is downloaded, in bytes; nil if that of a file is not known.
    package var byteCount: Int? {
      files.reduce(0) { sum, file in sum.flatMap { sum in file.byteCount.map { sum + $0 } } }
    }
  }

  /// In the order of the file.
  package var entries: [Entry] = []

  /// Why there is no catalogue.
  package enum Fault: Error, Equatable, Sendable {
    case unreadable(path: String, SystemError)
    /// The file is not as it should be, at that line.
    case damaged(path: String, line: Int)
  }

  /// Reads the file at `path`.
  package init(ofFile path: String) throws(Fault) {
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) { bytes = try WholeFile.read(path, limit: 16 << 20) } catch {
      switch error {
      case .system(let error): throw .unreadable(path: path, error)
      case .tooLong: throw .damaged(path: path, line: 1)
      }
    }
    let json: LinedJSON
    do throws(JSONError) { json = try LinedJSON(parsing: bytes) } catch {
      throw .damaged(path: path, line: error.line)
    }
    guard json.integer("format") == 1 else { throw .damaged(path: path, line: 1) }
    for each in json.list("models") {
      let files = each.list("files").map { file in
        File(
          address: file.text("url"), byteCount: file.integer("size"),
          checksum: file.text("sha256").isEmpty ? nil : file.text("sha256").lowercased())
      }
      let entry = Entry(
        id: each.text("id"), description: ModelDescription(common: each), files: files,
        isUntested: each.isTrue("untested"))
      guard ModelShelf.isID(entry.id), !files.isEmpty, files.allSatisfy({ !$0.address.isEmpty })
      else { throw .damaged(path: path, line: each.line) }
      entries.append(entry)
    }
  }

  /// The model of that id, in any case.
  package subscript(id: String) -> Entry? {
    entries.first { $0.id == id } ?? entries.first { $0.id.lowercased() == id.lowercased() }
  }
}
