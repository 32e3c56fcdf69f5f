import CueModel
import Testing

struct ClipKeyTests {
  @Test func `a key is a SHA-256 in small hexadecimal, and nothing else is`() {
    let digits = String(repeating: "0af9", count: 16)
    #expect(ClipKey(hexadecimal: digits)?.hexadecimal == digits)
    #expect(ClipKey(hexadecimal: digits.uppercased()) == nil)
    #expect(ClipKey(hexadecimal: String(digits.dropLast())) == nil)
    #expect(ClipKey(hexadecimal: "../" + digits.dropFirst(3)) == nil)
  }
}
