import CueSystem
import Testing

@Suite struct `A text file in any encoding` {
  private func text(_ bytes: [UInt8]) throws -> String { try TextInput.document(bytes) }

  private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap {
      isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
  }

  @Test func `is read as UTF-8, UTF-16 and Windows-1252`() throws {
    let words = "Søster — “Ça va?” à 5 €\n"
    #expect(try text(Array(words.utf8)) == words)
    #expect(try text([0xEF, 0xBB, 0xBF] + Array(words.utf8)) == words)
    #expect(try text([0xFF, 0xFE] + utf16(words, isBigEndian: false)) == words)
    #expect(try text([0xFE, 0xFF] + utf16(words, isBigEndian: true)) == words)
    #expect(try text(utf16("Plain words of a long line.", isBigEndian: false)).hasPrefix("Plain"))
    let windows: [UInt8] =
      Array("Caf".utf8) + [0xE9, 0x20, 0x93] + Array("Oui".utf8) + [0x94, 0x85, 0x20, 0x80]
    #expect(try text(windows) == "Café “Oui”… €")
    #expect(try text(Array("The end.\u{1A}".utf8)) == "The end.")
  }

  @Test func `is refused where a byte is in no text, with its place`() {
    #expect(throws: TextError.containsNUL(offset: 2)) { try text(Array("ab\0cdefghij".utf8)) }
    #expect(throws: TextError.notText(offset: 4, line: 2)) { try text(Array("ab\nc\u{7}".utf8)) }
  }

  /// An archive of the packed kind with empty files of those names, and `first` as the bytes of the first.
  static func packed(_ names: [String], first: String = "") -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (index, name) in names.enumerated() {
      let content = index == 0 ? Array(first.utf8) : []
      let sizes = number(0, 4) + number(content.count, 4) + number(content.count, 4)
      let place = bytes.count
      bytes += number(0x0403_4B50, 4) + number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4)
      bytes += sizes + number(name.utf8.count, 2) + number(0, 2) + Array(name.utf8) + content
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(0, 2)
      directory += number(0, 2) + number(0, 4) + sizes + number(name.utf8.count, 2) + number(0, 2)
      directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(place, 4)
      directory += Array(name.utf8)
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(names.count, 2) + number(names.count, 2)
      + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
    return bytes + directory + end
  }

  static let files: [(String, [UInt8], DocumentKind)] = [
    ("PDF", Array("%PDF-1.7\nx".utf8), .pdf),
    ("PDF after a mark", [0xEF, 0xBB, 0xBF] + Array("\n%PDF-1.4".utf8), .pdf),
    ("RTF", Array("{\\rtf1\\ansi Good evening.}".utf8), .richText),
    ("RTF with blanks ahead", Array("\r\n {\\rtf1 A}".utf8), .richText),
    ("a web page", Array("<!doctype HTML>\n<title>A</title>".utf8), .webPage),
    (
      "a part of a web page", Array("<div class=\"talk\">\n<p>Good evening.</p></div>".utf8),
      .webPage
    ),
    ("a part after a comment", Array("<!-- A list. -->\n<ul>\n<li>Good evening.".utf8), .webPage),
    ("a web page in XML", Array("<?xml version=\"1.0\"?>\n<html xmlns=\"x\">".utf8), .webPage),
    (
      "a web page in UTF-16", Array("<html>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      .webPage
    ),
    ("Final Draft", Array("<?xml version=\"1.0\"?>\n<FinalDraft Version=\"5\">".utf8), .finalDraft),
    ("Word", packed(["[Content_Types].xml", "word/document.xml"]), .word),
    (
      "Word, cut off", Array(packed(["docProps/app.xml", "word/document.xml"]).prefix(60)), .word
    ),
    ("Word, cut off after its links", Array(packed(["_rels/.rels"]).prefix(60)), .word),
    ("old Word", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0], .oldWord),
    (
      "OpenDocument", packed(["mimetype"], first: "application/vnd.oasis.opendocument.text"),
      .openDocument
    ),
    (
      "OpenDocument, packed again", packed(["META-INF/manifest.xml", "content.xml"]), .openDocument
    ),
    ("EPUB", packed(["mimetype"], first: "application/epub+zip"), .book),
    ("Pages", packed(["Index/Document.iwa", "preview.jpg"]), .pages),
    ("a presentation", packed(["[Content_Types].xml", "ppt/presentation.xml"]), .office),
    ("an archive", packed(["script.txt"]), .archive),
    ("a packed tape", [0x1F, 0x8B, 8, 0, 0, 0], .archive),
    ("a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .picture),
    ("a photograph", [0xFF, 0xD8, 0xFF, 0xE0, 0], .picture),
    ("a voice memo", [0, 0, 0, 0x20] + Array("ftypM4A \0".utf8), .sound),
    ("a sound", Array("RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ".utf8), .sound),
  ]

  @Test(arguments: files.map(\.0))
  func `is refused by what it is where it is a file of another kind`(name: String) throws {
    let file = try #require(Self.files.first { $0.0 == name })
    #expect(throws: TextError.otherKind(file.2)) { try text(file.1) }
  }

  @Test(arguments: [
    "RIFF RAFF\nThe time warp.\n", "PK is what we call him.\n", "<speak>Good evening.</speak>",
    "<?xml version=\"1.0\"?><speak>Good evening.</speak>", "<!-- A note. -->\nANNA\nHello!",
    "Rar! said the lion.",
    "%PDF is a format.",
    "MM\u{2A} we say.", "{\\it text}", "ID3 was a tag.", "",
  ])
  func `is text although it begins as others do`(words: String) throws {
    #expect(try text(Array(words.utf8)) == words)
  }
}
