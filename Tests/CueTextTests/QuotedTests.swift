import CueText
import Testing

@Suite struct `Text among signs` {
  @Test func `is no markup, and a format adds what it wants`() {
    #expect(MarkupText.escaped("a<b>&\"é\n") == "a&lt;b&gt;&amp;\"é\n")
    #expect(MarkupText.escaped("<\"\u{1}") { $0 == "\"" ? "&quot;" : nil } == "&lt;&quot;\u{1}")
  }

  @Test func `is one string of JSON, which also ends no page's script`() {
    let text = "a\"\\\n\r\t\u{1b}\u{7f}é🎭</script>&\u{2028}"
    #expect(
      JSONString.quoted(text) == "\"a\\\"\\\\\\n\\r\\t\\u001b\\u007fé🎭</script>&\u{2028}\"")
    #expect(
      JSONString.quoted(text, isForPage: true)
        == "\"a\\\"\\\\\\n\\r\\t\\u001b\\u007fé🎭\\u003c/script\\u003e\\u0026\\u2028\"")
  }
}
