import CueText
import Testing

@Suite struct `Text among signs` {
  @Test func `is no markup, and a format adds what it wants`() {
    #expect(MarkupText.escaped("a<b>&\"é\n") == "a&lt;b&gt;&amp;\"é\n")
    #expect(MarkupText.escaped("<\"\u{1}") { $0 == "\"" ? "&quot;" : nil } == "&lt;&quot;\u{1}")
  }
}
