import CueSystem
import Glibc

/// A screenplay as it was read from a file or from standard input.
package struct ScreenplayFile: Sendable {
  /// Why a file is no screenplay.
  package enum Failure: Error, Equatable, Sendable {
    /// It cannot be read.
    case unreadable(TextError)
    /// It is no script.
    case script(ScriptError)
  }

  /// As the user named it; `-` for standard input.
  package let path: String
  /// What it holds: of a PDF file, the text of its script.
  package let bytes: [UInt8]
  /// What was read of it.
  package let screenplay: Screenplay
  /// Rows of a PDF file that may be read wrongly.
  package let doubtfulRows: [PDFLayout.Doubt]
  /// Of its bytes, in hexadecimal.
  package let digest: String

  /// Reads the file at `path`, or standard input; `layout` says how a plain text shows who speaks.
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

  /// The text in a text bundle, which is a folder; nothing where `path` is none.
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
    var (bytes, name) = (bytes, path)
    if DocumentKind(bytes) == .pdf {
      let layout = PDFLayout(try PDFProgram.words(of: bytes))
      bytes = Array(layout.text.utf8)
      doubtfulRows = layout.doubts
      name += ".txt"
    } else {
      doubtfulRows = []
    }
    screenplay = try ScreenplayReader.read(bytes, fileName: name, layout: layout)
    self.path = path
    self.bytes = bytes
    digest = ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
  }

  /// What is left of its lines, by which another draft is known.
  package var sketch: ContentSketch { ContentSketch(of: bytes) }

  /// The prose in `bytes`, which were read from `path`: a text that one voice reads.
  package init(prose path: String, _ bytes: [UInt8]) throws(ScriptError) {
    doubtfulRows = []
    screenplay = try ScreenplayReader.readProse(bytes, fileName: path)
    self.path = path
    self.bytes = bytes
    digest = ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
  }

  /// Whether it is rather prose: a text in which hardly anybody speaks under a name, and no place is set.
  package var looksLikeProse: Bool { screenplay.looksLikeProse }

  /// Whether it has a scene heading or a character: a text without them is rather none.
  package var looksLikeScreenplay: Bool {
    screenplay.elements.contains { $0.kind == .sceneHeading || $0.kind == .character }
  }

  /// Its title, else the name of its file.
  package var title: String {
    if let title = screenplay.title("title").first(where: { !$0.isEmpty }) { return title }
    return path == "-" ? "" : fileName
  }

  /// The last part of its path; empty where it came from no file.
  package var fileName: String {
    path == "-" ? "" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Where it is from the root on; empty where it came from no file.
  package var absolutePath: String {
    path == "-" ? "" : (try? SystemPath.resolved(path)) ?? ""
  }
}
