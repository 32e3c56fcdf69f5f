/// An object to be written as JSON; its members keep the order in which they were added.
package struct JSONObject: Equatable, Sendable {
  struct Member: Equatable, Sendable {
    let name: String
    var value: JSON
  }

  private(set) var members: [Member] = []

  /// An object without members.
  package init() {}

  /// An object whose first member is `event`.
  package init(event: String) { self["event"] = .string(event) }

  /// An object of `members`; those without a value are left out.
  package init(_ members: [(String, JSON?)]) {
    for (name, value) in members { self[name] = value }
  }

  /// A member's value; setting one adds the member at the end or replaces its value, and setting nil changes nothing.
  package subscript(name: String) -> JSON? {
    get { members.first { $0.name == name }?.value }
    set {
      guard let newValue else { return }
      if let place = members.firstIndex(where: { $0.name == name }) {
        members[place].value = newValue
      } else {
        members.append(Member(name: name, value: newValue))
      }
    }
  }

  /// The object on one line, without a line feed.
  package var text: String { written(JSONWriter()) }

  /// The object on one line, with its line feed.
  package var line: String { text + "\n" }

  /// The object on one line, safe inside a script element of a page.
  package var pageText: String { written(JSONWriter(isForPage: true)) }

  /// The object on many lines, for people, indented by two blanks a level; ends with a line feed.
  package var indentedText: String { written(JSONWriter(isIndented: true)) + "\n" }

  private func written(_ writer: JSONWriter) -> String {
    var writer = writer
    writer.write(self)
    return writer.text
  }
}
