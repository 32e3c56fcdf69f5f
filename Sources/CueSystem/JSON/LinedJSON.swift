/// JSON that was read (RFC 8259); every value knows its line, for messages about a file that people edit.
package struct LinedJSON: Sendable {
  /// A value of one of the six kinds of JSON.
  package enum Value: Sendable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    case array([LinedJSON])
    /// The members in their order; no name occurs twice. `line` is the line of the name.
    case object([(name: String, line: Int, value: LinedJSON)])
  }

  /// The line on which the value begins, from 1.
  package let line: Int
  /// The value itself.
  package let value: Value

  /// A value on a line.
  package init(line: Int, value: Value) {
    self.line = line
    self.value = value
  }

  /// Reads `bytes`, which are one value in UTF-8, with or without a byte order mark.
  ///
  /// Objects and lists may be nested ``deepest`` deep.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.document()
  }

  /// Reads `text`.
  package init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// How deep values may be nested: deeper than any file of Cue's, and little enough for the stack.
  package static let deepest = 32

  /// The value of the member `name`; nil if this is not an object or has no such member.
  package subscript(name: String) -> Value? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.value.value
  }
}

/// Why bytes are not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong at that place.
  public enum Reason: Equatable, Sendable {
    /// Something follows the value.
    case trailingText
    /// The text ends where a value should begin.
    case missingValueAtEnd
    /// A comma, colon or bracket stands where a value should begin.
    case missingValue
    /// Values are nested deeper than ``LinedJSON/deepest``.
    case tooDeep
    /// An object has something other than a string where a name should be.
    case expectedName
    /// An object has two members of this name.
    case duplicateName(String)
    /// The name of a member is followed by no colon.
    case expectedColon(name: String)
    /// A member is followed by neither a comma nor the end of its object.
    case expectedObjectEnd
    /// A value is followed by neither a comma nor the end of its list.
    case expectedListEnd
    /// A word that is not a number, `true`, `false` or `null`.
    case unknownWord(String)
    /// The text ends within a string.
    case unfinishedString
    /// A string holds a control character, such as a line end.
    case controlCharacter
    /// A string holds bytes that are not UTF-8.
    case invalidUTF8
    /// A backslash is followed by a character that cannot be escaped.
    case unknownEscape
    /// `\u` is not followed by four hexadecimal digits.
    case invalidHexadecimal
    /// `\u` gives one half of a surrogate pair without the other.
    case loneSurrogate
  }

  /// What is wrong.
  package let reason: Reason
  /// From 1.
  package let line: Int
  /// The character of the line at which reading stopped, from 1.
  package let column: Int
}
