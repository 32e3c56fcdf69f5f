import CueSystem
import Testing

@Suite struct `JSON that is written` {
  @Test func `keeps the order of its members and escapes what must be`() {
    var json = JSONObject(event: "word")
    json["text"] = .string("a\"b\\c\n\t\u{1}é")
    json["time"] = .number(0.1 + 0.2)
    json["whole"] = .number(3)
    json["frame"] = .integer(-7)
    json["nothing"] = nil
    json["own"] = .bool(true)
    json["all"] = .strings(["x", "y"])
    #expect(
      json.line
        == #"{"event":"word","text":"a\"b\\c\n\t\u0001é","time":0.3,"whole":3,"frame":-7,"#
        + #""own":true,"all":["x","y"]}"# + "\n")
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"), (1_795_858_199_999, "2026-11-28T09:29:59Z"),
  ])
  func `has dates in UTC`(milliseconds: Int64, text: String) {
    #expect(JSON.date(milliseconds) == .string(text))
  }

  @Test(arguments: [
    ("--redo", "--redo"), ("3,4", "3,4"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
    ("$HOME", "'$HOME'"),
  ])
  func `A word for a shell is quoted if the shell would change it`(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }

  @Test func `has no number that JSON has not`() {
    var json = JSONObject(event: "x")
    json["a"] = .number(.nan)
    json["b"] = .number(.infinity)
    json["c"] = .number(-.greatestFiniteMagnitude)
    #expect(json.text == #"{"event":"x","a":null,"b":null,"c":-1.7976931348623157e+308}"#)
  }

  @Test func `can hold text that would end the script element of a page`() {
    let text = "a\"\\\n\r\t\u{1b}\u{7f}é🎭</script>&\u{2028}"
    let json = JSONObject([("a", .string(text))])
    #expect(json.text == "{\"a\":\"a\\\"\\\\\\n\\r\\t\\u001b\\u007fé🎭</script>&\u{2028}\"}")
    #expect(
      json.pageText
        == "{\"a\":\"a\\\"\\\\\\n\\r\\t\\u001b\\u007fé🎭\\u003c/script\\u003e\\u0026\\u2028\"}")
  }

  @Test func `takes the last value of a member that is set twice`() {
    var json = JSONObject([("a", .integer(1)), ("b", nil), ("c", .null)])
    json["a"] = .integer(2)
    json["c"] = nil
    #expect(json["a"] == .integer(2) && json["b"] == nil && json.text == #"{"a":2,"c":null}"#)
  }

  @Test func `is indented for people, with plain lists on one line`() {
    let part = JSONObject([("list", .strings(["x", "y"])), ("pairs", .ranges([1..<2]))])
    let whole = JSONObject([
      ("none", .object(JSONObject())), ("empty", .array([])), ("parts", .objects([part])),
      ("digits", .digits("1.50")),
    ])
    #expect(
      whole.indentedText == """
        {
          "none": {},
          "empty": [],
          "parts": [
            {
              "list": ["x", "y"],
              "pairs": [
                [1, 2]
              ]
            }
          ],
          "digits": 1.50
        }

        """)
  }

  @Test func `JSON that is written is what the reader reads`() throws {
    let text = "\u{0}\u{1f}\"\\/\u{7f}é\u{2028}🎭</script>"
    let object = JSONObject([("a", .string(text)), ("b", .number(-1.25)), ("c", .range(3..<4))])
    for written in [object.text, object.pageText, object.indentedText] {
      let read = try LinedJSON(parsing: written)
      guard case .string(text) = read["a"], case .number(-1.25) = read["b"],
        case .array(let range) = read["c"], case .number(4) = range[1].value
      else {
        Issue.record("\(written) was read as \(read)")
        continue
      }
    }
  }
}
