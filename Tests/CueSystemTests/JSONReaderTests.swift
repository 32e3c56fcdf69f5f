import Testing

@testable import CueSystem

@Suite struct `JSON that is read` {
  private func failure(_ text: String) -> JSONError? { failure(Array(text.utf8)) }

  private func failure(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try LinedJSON(parsing: bytes)
      return nil
    } catch { return error }
  }

  private func string(_ text: String) throws -> String? {
    guard case .string(let string) = try LinedJSON(parsing: text).value else { return nil }
    return string
  }

  @Test func `knows the lines of names and values, and the order of members`() throws {
    let json = try LinedJSON(parsing: "\u{FEFF}\n{\"b\":\n 1,\r\n\"a\" : [ true,\nnull ]} \n")
    guard case .object(let members) = json.value, case .array(let list) = members[1].value.value
    else {
      Issue.record("no object")
      return
    }
    #expect(json.line == 2 && members.map(\.name) == ["b", "a"])
    #expect(members.map(\.line) == [2, 4] && members.map(\.value.line) == [3, 4])
    #expect(list.map(\.line) == [4, 5])
    guard case .number(1) = json["b"], case nil = json["c"], case .bool(true) = list[0].value,
      case .null = list[1].value
    else {
      Issue.record("\(json)")
      return
    }
  }

  @Test func `may be written by another program`() throws {
    let json = try LinedJSON(
      parsing: " { \"a\\u00e4\\n\" : -1.5e1 , \"b\":true,\"c\":\"\\/\\\"\" }\n")
    guard case .number(-15) = json["aä\n"], case .bool(true) = json["b"],
      case .string("/\"") = json["c"]
    else {
      Issue.record("\(json)")
      return
    }
  }

  @Test(arguments: [
    (#""\b\f\n\r\t\"\\\/""#, "\u{8}\u{c}\n\r\t\"\\/"), (#""\u0041\u00E9\u20ac""#, "Aé€"),
    (#""\ud83c\udfad""#, "🎭"), ("\"🎭é\u{7f}\"", "🎭é\u{7f}"), (#""""#, ""), (#""\u0000""#, "\0"),
  ])
  func `JSON that is read has texts with every escape`(text: String, means: String) throws {
    #expect(try string(text) == means)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-12.50", -12.5), ("1e3", 1000), ("1E+2", 100), ("25e-1", 2.5),
    ("123456789012", 123_456_789_012), ("0.1e1", 1),
  ])
  func `has numbers with fractions and exponents`(text: String, means: Double) throws {
    guard case .number(means) = try LinedJSON(parsing: text).value else {
      Issue.record("\(text) is no \(means)")
      return
    }
  }

  @Test(arguments: [
    "01", "+1", ".5", "1.", "-", "--1", "1e", "1e+", "1.e3", "0x10", "NaN", "Infinity", "1e999",
    "tru", "True", "nul", "1_000", "٣",
  ])
  func `JSON that is read has no other words and numbers`(text: String) {
    #expect(failure(text) == JSONError(reason: .unknownWord(text), line: 1, column: text.count + 1))
  }

  @Test(arguments: [
    ("", JSONError.Reason.missingValueAtEnd, 1, 1), ("{", .expectedName, 1, 2),
    ("{\n\"a\":", .missingValueAtEnd, 2, 5), ("{\"a\"", .expectedColon(name: "a"), 1, 5),
    ("{\"a\":1", .expectedObjectEnd, 1, 7), ("[1", .expectedListEnd, 1, 3),
    ("[1,", .missingValueAtEnd, 1, 4), ("[1,]", .missingValue, 1, 4),
    ("{\"a\":1,}", .expectedName, 1, 8), ("{\"a\" 1}", .expectedColon(name: "a"), 1, 6),
    ("{\"a\":1\n\"b\":2}", .expectedObjectEnd, 2, 1), ("[1 2]", .expectedListEnd, 1, 4),
    ("{}\n {}", .trailingText, 2, 2), ("\"é🎭", .unfinishedString, 1, 4),
    ("\"a\\", .unfinishedString, 1, 4), ("\"a\nb\"", .controlCharacter, 1, 3),
    ("\"\\x\"", .unknownEscape, 1, 4), ("\"\\u12\"", .invalidHexadecimal, 1, 4),
    ("\"\\u12é4\"", .invalidHexadecimal, 1, 4), ("\"\\ud83c\"", .loneSurrogate, 1, 8),
    ("\"\\udfad\"", .loneSurrogate, 1, 8), ("\"\\ud83c\\u0041\"", .loneSurrogate, 1, 14),
    ("{\"a\":1,\n\"a\":2}", .duplicateName("a"), 2, 4),
    ("{\"a\":1,\"\\u0061\":2}", .duplicateName("a"), 1, 16),
  ])
  func `is refused with the place where it is damaged`(
    text: String, reason: JSONError.Reason, line: Int, column: Int
  ) {
    #expect(failure(text) == JSONError(reason: reason, line: line, column: column))
  }

  @Test func `JSON that is read is UTF-8`() {
    #expect(failure([0x22, 0xFF, 0x22])?.reason == .invalidUTF8)
    #expect(failure([0x22, 0xED, 0xA0, 0x80, 0x22])?.reason == .invalidUTF8, "a surrogate")
  }

  @Test func `is nested only so deep that the stack holds it`() throws {
    let deepest = LinedJSON.deepest
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try LinedJSON(parsing: nested(deepest))
    #expect(failure(nested(deepest + 1))?.reason == .tooDeep)
    #expect(failure(String(repeating: "{\"a\":", count: 100_000))?.reason == .tooDeep)
  }

  /// Every beginning of a whole object is refused, none crashes.
  @Test func `is refused wherever it is cut off`() throws {
    let whole = Array(#"{"a":[1,-2.5e3,"x\n\ud83c\udfad",{"b":null,"c":true}],"d":{}}"#.utf8)
    _ = try LinedJSON(parsing: whole)
    for count in whole.indices { #expect(failure(Array(whole[..<count])) != nil, "\(count)") }
  }
}
