/// What stands between two lines of dashes at the front of a Markdown file, such as `title: My talk`; it is not said.
public struct FrontMatter: Sendable {
  /// Keys with their values, without quotation marks, in order.
  public private(set) var entries: [(key: String, value: String)] = []
  /// How many rows of the file it takes, the dashes included.
  public let rowCount: Int

  /// A longer block is a text between two rules.
  private static let mostRows = 200

  /// Reads it from the first `rows` of a file; nil if there is none.
  public init?(_ rows: some Collection<some StringProtocol>) {
    let rows = rows.prefix(Self.mostRows).map { Self.trimmed(Substring($0), fromStart: false) }
    guard rows.first == "---",
      let end = rows.dropFirst().firstIndex(where: { $0 == "---" || $0 == "..." }), end > 1
    else { return nil }
    rowCount = end + 1
    for row in rows[1..<end] {
      guard let first = row.first, !" -#\t".contains(first) else { continue }
      guard let colon = row.firstIndex(of: ":") else { return nil }
      let value = Self.trimmed(row[row.index(after: colon)...]).filter { $0 != "\"" }
      entries.append((String(row[..<colon]), value))
    }
  }

  /// The value of `key`, which is in small letters; nil if there is none.
  public func value(of key: String) -> String? {
    entries.first { $0.key.lowercased() == key }?.value
  }

  private static func trimmed(_ text: Substring, fromStart: Bool = true) -> Substring {
    var text = fromStart ? text.drop(while: \.isWhitespace) : text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
