import CueTerminal
import TestSupport
import Testing

@Suite struct `The keys of a terminal` {
  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(bytes) + decoder.finish()
  }

  @Test func `The keys of a terminal are what they write`() {
    #expect(keys("a ?7") == ["a", " ", "?", "7"].map { .character($0) })
    #expect(keys("õ€😀") == ["õ", "€", "😀"].map { .character($0) })
    #expect(keys("0123456789").map(\.digit) == Array(0...9))
    #expect(Key.character("٣").digit == nil && Key.enter.digit == nil)
  }

  @Test func `keys that write nothing are reported by name`() {
    #expect(keys("\r\n\t\u{7f}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
    #expect(keys("\u{3}\u{c}\u{1a}") == [.control("c"), .control("l"), .control("z")])
    #expect(keys([0, 0x1c, 0x1f]).isEmpty)
  }

  @Test(arguments: [
    ("\u{1b}[A", Key.up), ("\u{1b}[B", .down), ("\u{1b}[C", .right), ("\u{1b}[D", .left),
    ("\u{1b}OA", .up), ("\u{1b}OD", .left), ("\u{1b}[H", .home), ("\u{1b}OH", .home),
    ("\u{1b}[1~", .home), ("\u{1b}[7~", .home), ("\u{1b}[F", .end), ("\u{1b}[4~", .end),
    ("\u{1b}[5~", .pageUp), ("\u{1b}[6~", .pageDown), ("\u{1b}[2~", .insert),
    ("\u{1b}[3~", .delete), ("\u{1b}OP", .function(1)), ("\u{1b}[[E", .function(5)),
    ("\u{1b}[15~", .function(5)), ("\u{1b}[24~", .function(12)), ("\u{1b}OM", .enter),
    ("\u{1b}[1;2P", .function(13)), ("\u{1b}[15;2~", .function(17)),
    ("\u{1b}[24;2~", .function(24)), ("\u{1b}[25~", .function(13)),
    ("\u{1b}[57376u", .function(13)), ("\u{1b}[57387u", .function(24)),
    ("\u{1b}[1;5P", .function(1)), ("\u{1b}[1;5C", .right), ("\u{1b}[6;2~", .pageDown),
    ("\u{1b}", .escape),
  ])
  func `that send a sequence are known by it, whole or in pieces`(sequence: String, key: Key) {
    #expect(keys(sequence) == [key])
    #expect(keys(sequence + "x") == (key == .escape ? [] : [key, .character("x")]))
    var decoder = KeyDecoder()
    var found: [Key] = []
    for byte in sequence.utf8 {
      #expect(found.isEmpty)
      found += decoder.decode([byte])
    }
    #expect(decoder.isWaiting == (key == .escape))
    #expect(found + decoder.finish() == [key])
    #expect(!decoder.isWaiting)
  }

  @Test func `unknown key sequences are not read as letters`() {
    #expect(keys("\u{1b}[200~q").last == .character("q"))
    #expect(keys("\u{1b}[200~\u{1b}[<0;3;4M\u{1b}[I\u{1b}[?1;2c").isEmpty)
    #expect(keys("\u{1b}q\u{1b}õ\u{1b}\r").isEmpty)
    #expect(keys("\u{1b}[99~\u{1b}[Z\u{1b}Oz\u{1b}[[z").isEmpty)
    #expect(keys("\u{1b}[1;2\u{1b}[A") == [.up])
    #expect(keys("\u{1b}\u{1b}[A") == [.escape, .up])
  }

  @Test func `keys are the same wherever the bytes are divided`() {
    let text = "a\u{1b}[5~õ\u{1b}OH😀\r\u{1b}[1;5Dz"
    let bytes = Array(text.utf8)
    let whole = keys(bytes)
    #expect(whole.count == 8)
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == whole)
    }
  }

  @Test func `in bytes that are no UTF-8 are passed over, and the next is found`() {
    #expect(keys([0xff, 0xc3, 0x61, 0xed, 0xa0, 0x80, 0x62]).suffix(1) == [.character("b")])
    #expect(keys([0xc3]).isEmpty)
    #expect(keys([0x80, 0xc0, 0xaf, 0x78]) == [.character("x")])
  }

  @Test func `a key is found after invalid bytes`() {
    var random = Seeded(1)
    for _ in 0..<2000 {
      var decoder = KeyDecoder()
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        _ = decoder.decode([UInt8.random(in: 0...255, using: &random)])
      }
      _ = decoder.finish()
      #expect(decoder.decode(Array("\u{1b}[6~".utf8)) == [.pageDown])
    }
  }

  @Test func `a sequence without an end is given up`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1b}[".utf8) + [UInt8](repeating: 0x31, count: 100)).count < 80)
    #expect(decoder.decode(Array("q".utf8)).last == .character("q"))
  }
}
