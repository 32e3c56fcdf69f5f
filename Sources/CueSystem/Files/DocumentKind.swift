/// A kind of file that is not plain text, recognized by its bytes.
///
/// Every reader of text checks this first, so that all read the same files, and refuse the others for the same reason.
public enum DocumentKind: Equatable, Sendable, CaseIterable {
  /// PDF.
  case pdf
  /// Rich text (RTF).
  case richText
  /// Word, since 2007 (DOCX).
  case word
  /// Word, before 2007 (DOC), or another program's file in the same container.
  case oldWord
  /// OpenDocument (ODT).
  case openDocument
  /// An electronic book (EPUB).
  case book
  /// Apple's Pages.
  case pages
  /// Celtx.
  case celtx
  /// A presentation or a table (PPTX, XLSX, ODP, ODS).
  case office
  /// Final Draft: a script, which readers of scripts take and others do not.
  case finalDraft
  /// A web page (HTML).
  case webPage
  /// An archive.
  case archive
  /// A picture.
  case picture
  /// A sound or a film.
  case sound

  /// The kind of a file with those `bytes`, which are all of it; nil if they may be plain text.
  public init?(_ bytes: [UInt8]) {
    guard let kind = DocumentKind.marked(bytes) ?? DocumentKind.tagged(bytes) else { return nil }
    self = kind
  }

  /// The kind by its magic number.
  private static func marked(_ bytes: [UInt8]) -> DocumentKind? {
    func begins(_ mark: [UInt8], at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: mark)
    }
    func begins(_ mark: String, at place: Int = 0) -> Bool { begins(Array(mark.utf8), at: place) }
    if begins("PK\u{3}\u{4}") { return packed(bytes) }
    if begins([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) { return .oldWord }
    let archives: [[UInt8]] = [
      [0x1F, 0x8B], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], Array("Rar!\u{1A}".utf8),
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x28, 0xB5, 0x2F, 0xFD], Array("PK\u{5}\u{6}".utf8),
    ]
    if archives.contains(where: { begins($0) }) || begins("ustar", at: 257) { return .archive }
    let pictures: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), [0x49, 0x49, 0x2A, 0],
      [0x4D, 0x4D, 0, 0x2A],
    ]
    if pictures.contains(where: { begins($0) }) { return .picture }
    if begins("RIFF") || begins("RF64"), begins("WAVE", at: 8) || begins("AVI ", at: 8) {
      return .sound
    }
    if begins("RIFF"), begins("WEBP", at: 8) { return .picture }
    if begins("ftyp", at: 4) {
      return begins("heic", at: 8) || begins("avif", at: 8) ? .picture : .sound
    }
    let sounds: [[UInt8]] = [
      Array("OggS".utf8), Array("fLaC".utf8), Array("ID3\u{2}".utf8), Array("ID3\u{3}".utf8),
      Array("ID3\u{4}".utf8), [0x1A, 0x45, 0xDF, 0xA3], [0xFF, 0xFB], [0xFF, 0xF3],
    ]
    return sounds.contains(where: { begins($0) }) ? .sound : nil
  }

  /// The kind by its first words, after a byte order mark and blanks.
  ///
  /// Zeros are skipped, so that UTF-16 is read, too.
  private static func tagged(_ bytes: [UInt8]) -> DocumentKind? {
    let start = bytes.prefix(4096).filter { $0 != 0 }
      .drop { $0 >= 0x80 || [9, 10, 11, 12, 13, 32].contains($0) }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.hasPrefix("%pdf-") { return .pdf }
    if text.hasPrefix("{\\rtf") { return .richText }
    // The first tag, after comments and the declaration of XML.
    var tags = text[...]
    while let end = tags.hasPrefix("<!--") ? "-->" : tags.hasPrefix("<?xml") ? "?>" : nil,
      let close = tags.firstRange(of: end)
    {
      tags = tags[close.upperBound...].drop(while: \.isWhitespace)
    }
    if tags.hasPrefix("<finaldraft") { return .finalDraft }
    if tags.hasPrefix("<!doctype html") || tags.hasPrefix("<html") { return .webPage }
    // A part of a page: `<p>Good evening.</p>`, `<div class="talk">`.
    let parts = [
      "article", "blockquote", "body", "center", "div", "dl", "h1", "h2", "h3", "h4", "head",
      "main", "meta", "ol", "p", "pre", "section", "span", "style", "table", "title", "ul",
    ]
    return parts.contains { tags.hasPrefix("<\($0)>") || tags.hasPrefix("<\($0) ") }
      ? .webPage : nil
  }

  /// The kind of a ZIP file by the names of its members.
  private static func packed(_ bytes: [UInt8]) -> DocumentKind {
    // The first member of OpenDocument and EPUB is their media type, unpacked.
    if bytes.count > 38, bytes[30..<38].elementsEqual("mimetype".utf8) {
      let said = String(decoding: bytes[38...].prefix(80), as: UTF8.self)
      if said.hasPrefix("application/epub+zip") { return .book }
      if said.hasPrefix("application/vnd.oasis.opendocument.text") { return .openDocument }
      if said.hasPrefix("application/vnd.oasis.opendocument") { return .office }
    }
    let names = DocumentKind.names(in: bytes)
    // A file that was cut off has no list of names, but its first entry is one of Word's.
    let opensWord = ["[Content_Types].xml", "_rels/.rels", "word/", "docProps/"].contains {
      bytes.dropFirst(30).starts(with: $0.utf8)
    }
    if names.contains("word/document.xml") || names.isEmpty && opensWord { return .word }
    if names.contains(where: { $0.hasPrefix("ppt/") || $0.hasPrefix("xl/") }) { return .office }
    if names.contains("META-INF/container.xml") { return .book }
    if names.contains(where: { $0.hasSuffix("Document.iwa") }) { return .pages }
    if names.contains(where: { $0.hasPrefix("script") && $0.hasSuffix(".html") }) { return .celtx }
    if names.contains("content.xml"), names.contains("META-INF/manifest.xml") {
      return .openDocument
    }
    return .archive
  }

  /// The names in the central directory of a ZIP file, at most a thousand.
  private static func names(in bytes: [UInt8]) -> Set<String> {
    func number(_ place: Int, _ count: Int) -> Int {
      guard place >= 0, place + count <= bytes.count else { return 0 }
      return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
    // The end record may be followed by a comment of at most 64 kB.
    var end = bytes.count - 22
    while end >= max(0, bytes.count - 22 - 65_535), number(end, 4) != 0x0605_4B50 { end -= 1 }
    guard end >= 0, number(end, 4) == 0x0605_4B50 else { return [] }
    var place = number(end + 16, 4)
    var names: Set<String> = []
    while names.count < 1000, number(place, 4) == 0x0201_4B50 {
      let length = number(place + 28, 2)
      guard place + 46 + length <= bytes.count else { break }
      names.insert(String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self))
      place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
    }
    return names
  }
}
