import CueDocuments
import CueSystem
import Glibc

/// A screenplay that was read from a file or from standard input.
package struct ScreenplayFile: Sendable {
  /// Why a file is not a screenplay.
  package enum Failure: Error, Equatable, Sendable {
    /// It cannot be read.
    case unreadable(TextError)
    /// It is not a script.
    case script(ScriptError)
  }

  /// As the user named it; `-` for standard input.
  package let path: String
  /// Its content; for a PDF file or a document, the text of its script.
  package let bytes: [UInt8]
  /// The screenplay read from it.
  package let screenplay: Screenplay
  /// What was imported, if it is a PDF file or a document.
  package let imported: ImportedScript?
  /// The hash of its bytes, in hexadecimal.
  package let digest: String

  /// Reads the file at `path`, or standard input; `layout` says how a plain text marks its speakers.
  package init(_ path: String, layout: ScriptLayout? = nil) throws(Failure) {
    let bytes: [UInt8]
    do throws(TextError) {
      bytes =
        path == "-"
        ? try TextInput.bytes(of: STDIN_FILENO)
        : try TextInput.bytes(ofFile: ScreenplayFile.textOfBundle(path) ?? path)
    } catch { throw .unreadable(error) }
    do throws(ScriptError) { try self.init(path, bytes, layout: layout) } catch {
      throw .script(error)
    }
  }

  /// The text in a text bundle, which is a folder; nil if `path` is not one.
  private static func textOfBundle(_ path: String) -> String? {
    for ending in ["fountain", "spmd", "md", "markdown", "txt", "text"] {
      let text = path + "/text." + ending
      if unsafe access(text, R_OK) == 0 { return text }
    }
    return nil
  }

  /// The screenplay in `bytes`, which were read from `path`.
  package init(
    _ path: String, _ bytes: [UInt8], layout: ScriptLayout? = nil
  ) throws(ScriptError) {
    if layout == .prose {
      let (bytes, name) = try ScreenplayFile.prose(path, bytes)
      self.init(
        path: path, bytes: bytes,
        screenplay: try ScreenplayReader.read(bytes, fileName: name, layout: layout))
      return
    }
    if let kind = DocumentKind(bytes), ImportedScript.reads(kind) {
      let imported: ImportedScript
      do throws(ImportFault) { imported = try ImportedScript(bytes, kind) } catch {
        throw .notImported(kind, error)
      }
      try self.init(path, imported, layout: layout)
      return
    }
    self.init(
      path: path, bytes: bytes,
      screenplay: try ScreenplayReader.read(bytes, fileName: path, layout: layout))
  }

  private init(
    path: String, bytes: [UInt8], screenplay: Screenplay, imported: ImportedScript? = nil
  ) {
    self.path = path
    self.bytes = bytes
    self.screenplay = screenplay
    self.imported = imported
    digest = ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
  }

  /// The screenplay that was imported from `path`.
  package init(
    _ path: String, _ imported: ImportedScript, layout: ScriptLayout? = nil
  ) throws(ScriptError) {
    let bytes = Array(imported.text.utf8)
    let name = path + (imported.isFountain ? ".fountain" : ".txt")
    self.init(
      path: path, bytes: bytes,
      screenplay: try ScreenplayReader.read(bytes, fileName: name, layout: layout),
      imported: imported)
  }

  /// Rows of a PDF file or a document that may be read wrongly.
  package var doubtfulRows: [ImportDoubt] { imported?.doubts ?? [] }

  /// The reduced form of its lines, by which another draft is recognized.
  package var sketch: ContentSketch { ContentSketch(of: bytes) }

  /// The prose in `bytes`, which were read from `path`: a text that one voice reads.
  package init(prose path: String, _ bytes: [UInt8]) throws(ScriptError) {
    let (bytes, name) = try ScreenplayFile.prose(path, bytes)
    self.init(
      path: path, bytes: bytes,
      screenplay: try ScreenplayReader.readProse(bytes, fileName: name))
  }

  /// The prose of a file, with headings as Markdown has them where a document was imported, and a name that says so.
  private static func prose(
    _ path: String, _ bytes: [UInt8]
  ) throws(ScriptError) -> (bytes: [UInt8], name: String) {
    guard let kind = DocumentKind(bytes), ImportedScript.reads(kind) else { return (bytes, path) }
    do throws(ImportFault) {
      let text = try DocumentText(imported: bytes, kind, marksHeadings: true).text
      return (Array(text.utf8), path + ".md")
    } catch { throw .notImported(kind, error) }
  }

  /// Whether it is more likely prose: a text in which hardly anybody speaks under a name, and no place is set.
  package var looksLikeProse: Bool { screenplay.looksLikeProse }

  /// Whether it has a scene heading or a character: a text without them is probably no screenplay.
  package var looksLikeScreenplay: Bool {
    screenplay.elements.contains { $0.kind == .sceneHeading || $0.kind == .character }
  }

  /// Its title, else the name of its file.
  package var title: String {
    if let title = screenplay.title("title").first(where: { !$0.isEmpty }) { return title }
    return path == "-" ? "" : fileName
  }

  /// The last part of its path; empty if it came from no file.
  package var fileName: String {
    path == "-" ? "" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Where it is from the root on; empty if it came from no file.
  package var absolutePath: String {
    path == "-" ? "" : (try? SystemPath.resolved(path)) ?? ""
  }
}
