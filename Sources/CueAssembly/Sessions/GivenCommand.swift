import CueSystem

/// Why a text is not a command to a session.
public enum CommandFault: Error, Equatable, Sendable {
  /// It is not a JSON object with a `command`.
  case notACommand
  /// There is no command of that name; the existing ones.
  case unknown(String, known: [String])
  /// The command needs a member of that name, of that kind: "a number", "a text", "true or false".
  case missing(member: String, kind: String, command: String)
  /// The member has a value that is not one of these.
  case notOneOf(member: String, [String], command: String)
}

/// A command as an example in the documentation.
package struct CommandExample: Sendable {
  /// Its JSON form.
  package let json: String
  /// What it does.
  package let meaning: String

  init(_ json: String, _ meaning: String) {
    self.json = json
    self.meaning = meaning
  }

  /// The command's name.
  package var name: String { (try? GivenCommand(json).name) ?? "" }
}

/// A command in its JSON form, before its members are read.
struct GivenCommand {
  let name: String
  private let members: LinedJSON

  init(_ text: String) throws(CommandFault) {
    guard let parsed = try? LinedJSON(parsing: text), case .string(let name)? = parsed["command"]
    else { throw .notACommand }
    self.name = name
    members = parsed
  }

  /// Whether it has a member of that name.
  func has(_ member: String) -> Bool { members[member] != nil }

  func number(_ member: String) throws(CommandFault) -> Double {
    guard case .number(let number)? = members[member] else {
      throw .missing(member: member, kind: "a number", command: name)
    }
    return number
  }

  func integer(_ member: String) throws(CommandFault) -> Int {
    guard let whole = Int(exactly: try number(member)) else {
      throw .missing(member: member, kind: "a whole number", command: name)
    }
    return whole
  }

  func text(_ member: String) throws(CommandFault) -> String {
    guard case .string(let text)? = members[member] else {
      throw .missing(member: member, kind: "a text", command: name)
    }
    return text
  }

  func bool(_ member: String) throws(CommandFault) -> Bool {
    guard case .bool(let bool)? = members[member] else {
      throw .missing(member: member, kind: "true or false", command: name)
    }
    return bool
  }

  func numbers(_ member: String) throws(CommandFault) -> [Double] {
    guard case .array(let values)? = members[member] else {
      throw .missing(member: member, kind: "a list of numbers", command: name)
    }
    var numbers: [Double] = []
    for value in values {
      guard case .number(let number) = value.value else {
        throw .missing(member: member, kind: "a list of numbers", command: name)
      }
      numbers.append(number)
    }
    return numbers
  }

  func value<Value: RawRepresentable & CaseIterable>(
    _ member: String, of type: Value.Type
  ) throws(CommandFault) -> Value where Value.RawValue == String {
    try value(member, among: Array(Value.allCases))
  }

  func value<Value: RawRepresentable>(
    _ member: String, among values: [Value]
  ) throws(CommandFault) -> Value where Value.RawValue == String {
    let text = try text(member)
    guard let value = values.first(where: { $0.rawValue == text }) else {
      throw .notOneOf(member: member, values.map(\.rawValue), command: name)
    }
    return value
  }
}
