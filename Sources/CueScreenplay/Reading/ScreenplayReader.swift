import CueSystem

/// Reads screenplays: Fountain, Final Draft (FDX), Highland, Fade In, Trelby, text bundles, plays, and plain text.
///
/// Line ends may be LF, CRLF, CR or all of them; a byte order mark is dropped; UTF-8, UTF-16 and Windows-1252 are detected. The
/// time taken is in proportion to the length, whatever the text.
public enum ScreenplayReader {
  /// The screenplay that `bytes` hold.
  ///
  /// The format is detected by the ending of `fileName` (`.fountain`, `.fdx`), else by the text. `layout` says how a plain text
  /// marks its speakers; if it is nil, the text decides. Throws where there is no text, or one of another kind.
  ///
  /// Sounds and titles of the screen are separated from speech, whatever the format: see ``CueLabels``.
  public static func read(
    _ bytes: [UInt8], fileName: String = "", layout: ScriptLayout? = nil
  ) throws(ScriptError) -> Screenplay {
    var screenplay = try parsed(bytes, fileName: fileName, layout: layout)
    SoundMarker.mark(&screenplay)
    return screenplay
  }

  private static func parsed(
    _ bytes: [UInt8], fileName: String, layout: ScriptLayout?
  ) throws(ScriptError) -> Screenplay {
    let ending = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let kind = DocumentKind(bytes)
    if kind == .archive, bytes.starts(with: "PK\u{3}\u{4}".utf8),
      !["docx", "odt", "pages"].contains(ending),
      let packed = try ScriptArchive.script(in: bytes)
    {
      // Highland's files are Fountain, whatever their names.
      let name = ending == "highland" ? "text.fountain" : packed.name
      guard !packed.bytes.starts(with: "PK\u{3}\u{4}".utf8) else { throw .otherKind(.archive) }
      return try parsed(packed.bytes, fileName: name, layout: layout)
    }
    if let kind, kind != .finalDraft { throw .otherKind(kind) }
    if layout == .prose { return ProseCast.cast(try readProse(bytes, fileName: fileName), bytes) }
    if OpenScreenplayReader.opens(bytes) { return try OpenScreenplayReader.read(bytes) }
    if ending == "fdx" || opensFinalDraft(bytes) { return try FinalDraftReader.read(bytes) }
    let source = try text(bytes)
    if TrelbyReader.opens(bytes) { return TrelbyReader.read(source) }
    let screenplay: Screenplay
    if ["fountain", "spmd"].contains(ending), layout == nil {
      screenplay = FountainReader.read(source, .exact)
    } else {
      screenplay = PlainTextReader.read(source, layout: layout)
    }
    let isEmpty = screenplay.elements.allSatisfy(\.kind.isKeptFromReaders)
    if isEmpty, screenplay.titlePage.isEmpty { throw .empty }
    return screenplay
  }

  /// The prose in `bytes`, read without the rules of scripts.
  ///
  /// An ending of Markdown (`.md`, `.markdown`) says that headings and paragraphs are marked as there.
  public static func readProse(
    _ bytes: [UInt8], fileName: String = ""
  ) throws(ScriptError) -> Screenplay {
    if let kind = DocumentKind(bytes) { throw .otherKind(kind) }
    let source = try text(bytes)
    let ending = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let prose = ProseReader.read(source, isMarkdown: ["md", "markdown", "mdown"].contains(ending))
    guard prose.elements.contains(where: { $0.kind == .action }) else { throw .empty }
    return prose
  }

  private static func text(_ bytes: [UInt8]) throws(ScriptError) -> SourceText {
    do throws(SourceText.Fault) { return try SourceText(bytes) } catch {
      switch error {
      case .tooLong(let count): throw .tooLong(bytes: count)
      case .notText(let offset, let line): throw .notText(byteOffset: offset, line: line)
      }
    }
  }

  /// Whether the first thing in `bytes` is the element that Final Draft files have.
  private static func opensFinalDraft(_ bytes: [UInt8]) -> Bool {
    var start = bytes.prefix(4096).filter { $0 != 0 }[...]
    while let byte = start.first, byte >= 0x80 || byte.isBlank || byte.isLineEnd {
      start = start.dropFirst()
    }
    if start.starts(with: "<FinalDraft".utf8) { return true }
    return start.starts(with: "<?xml".utf8)
      && String(decoding: start, as: UTF8.self).contains("<FinalDraft")
  }
}
