import CueSystem
import Foundation
import Testing

@Suite struct `Bytes as Base64` {
  @Test(arguments: ["f", "fo", "foo", "foob", "fooba", "foobar", "ÿþ\u{0}"])
  func `are written as RFC 4648 says, and read back`(text: String) {
    let bytes = Array(text.utf8)
    let written = String(decoding: Base64.text(of: bytes[...]), as: UTF8.self)
    #expect(written == Data(bytes).base64EncodedString())
    #expect(Base64.bytes(of: written) == bytes)
  }

  @Test func `are refused if the text is not valid`() {
    for wrong in ["", "a", "abc", "ab=c", "a===", "ab c"] {
      #expect(Base64.bytes(of: wrong) == nil, "\(wrong)")
    }
    #expect(Base64.text(of: []) == [])
  }
}
