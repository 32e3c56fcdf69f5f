import CueScreenplay
import Testing

@Suite struct `A screenplay's letters` {
  static let text = "INT. CAFÉ\n\nZOË “Z”\nÇa va — 黒澤?\n\nHe [[note]] goes.\nOn.\n"

  private func elements(_ bytes: [UInt8]) throws -> [Element] {
    try ScreenplayReader.read(bytes, fileName: "a.fountain").elements
  }

  private func utf16(_ text: String, big: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return big ? [high, low] : [low, high]
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func `make the same elements whatever ends the lines`(end: String, mark: String) throws {
    let plain = try elements(Array(Self.text.utf8))
    let bytes = Array((mark + Self.text.replacing("\n", with: end)).utf8)
    let other = try elements(bytes)
    #expect(other.map(\.text) == plain.map(\.text))
    #expect(other.map(\.kind) == plain.map(\.kind))
    #expect(String(decoding: bytes[other[2].range], as: UTF8.self) == "Ça va — 黒澤?")
  }

  @Test func `may end lines in every way in one file`() throws {
    let bytes = Array("INT. A\r\n\r\nBO\nHi.\r\rCY\r\nHo.\n\nCUT TO:\r\n\r\nINT. B".utf8)
    #expect(
      try elements(bytes).map(\.text) == ["INT. A", "BO", "Hi.", "CY", "Ho.", "CUT TO:", "INT. B"])
  }

  @Test(arguments: [true, false], [true, false])
  func `may be UTF-16, and ranges are of its bytes`(big: Bool, mark: Bool) throws {
    let text = String(repeating: "He waits.\n\n", count: mark ? 0 : 4) + Self.text + "\n🙂 smiles.\n"
    let bytes = utf16(text, big: big, mark: mark)
    let script = try ScreenplayReader.read(bytes, fileName: "a.fountain")
    #expect(script.encoding == (big ? "UTF-16BE" : "UTF-16LE"))
    let plain = try elements(Array(text.utf8))
    #expect(script.elements.map(\.text) == plain.map(\.text))
    for (element, other) in zip(script.elements, plain) where element.kind == .dialogue {
      let piece = Array(bytes[element.range])
      #expect(piece == utf16(other.text, big: big, mark: false))
    }
  }

  @Test func `may be Latin-1 or Windows' own, and ranges are of its bytes`() throws {
    let bytes: [UInt8] =
      Array("INT. CAF".utf8) + [0xC9] + Array("\n\nL".utf8) + [0xC9]
      + Array("A\n".utf8) + [0x93] + Array("Oui".utf8) + [0x94, 0x85, 0x0A]
    let script = try ScreenplayReader.read(bytes, fileName: "a.fountain")
    #expect(script.encoding == "Windows-1252")
    #expect(script.elements.map(\.text) == ["INT. CAFÉ", "LÉA", "“Oui”…"])
    #expect(script.elements.map(\.range) == [0..<9, 11..<14, 15..<21])
  }

  @Test func `are kept where one byte is odd, and at a file's torn end`() throws {
    let torn = Array("Ça va, là, où?\n\nÉ".utf8).dropLast()
    #expect(try elements(Array(torn)).map(\.text) == ["Ça va, là, où?", "\u{FFFD}"])
    let mixed = Array("Ça va, là, o".utf8) + [0xF9] + Array("?".utf8)
    #expect(try elements(mixed).map(\.text) == ["Ça va, là, où?"])
  }

  @Test func `in scripts without capitals, a name needs a mark`() throws {
    #expect(
      try elements(Array("黒澤\n何？\n\n@黒澤\n何？".utf8)).map(\.kind) == [.action, .character, .dialogue])
  }
}

@Suite struct `A screenplay that was cut off` {
  @Test(arguments: ["a.fountain", "a.txt", "a.fdx"])
  func `A screenplay that was cut off at any byte is read or refused`(name: String) throws {
    let whole = try bytes(name)
    var read = 0
    for count in 0...whole.count {
      do throws(ScriptError) {
        let script = try ScreenplayReader.read(Array(whole.prefix(count)), fileName: name)
        var end = 0
        for element in script.elements where !element.kind.isKeptFromReaders {
          #expect(element.range.lowerBound >= end && element.range.upperBound <= count)
          end = element.range.lowerBound
        }
        read += 1
      } catch {
        // Less than a letter is nothing, and less than a whole document no Final Draft.
        if case .notFinalDraft = error { #expect(name.hasSuffix("fdx")) }
      }
    }
    #expect(name.hasSuffix("fdx") ? read >= 1 : read > whole.count / 2)
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    let script = try ScreenplayReader.read(Array(Samples.fountain.utf8), fileName: "a.fountain")
    switch name {
    case "a.fdx": return Array(FinalDraftWriter.text(of: script).utf8)
    case "a.txt": return Array(PlainTextWriter.text(of: script).utf8)
    default: return Array(Samples.fountain.utf8)
    }
  }
}

enum Samples {
  static let fountain = """
    Title: Él & “Sie”
    Author: Ä

    FADE IN:

    INT. HAUS - NACHT #1A#

    Es *regnet* **[[Notiz]]** sehr.
        Zweite Zeile.

    ZOË (V.O.)
    (leise,
    dann laut)
    Wer _da_?
      
    ~Lied
    /* alt

    neu */
    JÖRG ^
    Ich & du <hier>.

    # Akt
    = Kurz
    === 
    > ENDE <

    > FADE OUT.

    .DACH
    !BANG
    @黒澤
    (beat)
    何？
    """
}
