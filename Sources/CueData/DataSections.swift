/// A data file of sections: each has its heading in brackets, and then lines with a key, a colon and a value.
///
/// Lines of a key that is repeated belong together. Lines that begin with `#` are comments. Lines before the first heading are a section without one.
package struct DataSections: Sendable {
  /// The lines after a heading.
  package struct Section: Sendable {
    /// Without its brackets.
    package let heading: String
    /// The values of each key.
    package fileprivate(set) var lines: [String: [String]] = [:]

    /// A section without lines.
    package init(heading: String = "") { self.heading = heading }

    /// The values of all lines of `key`.
    package func rows(_ key: String) -> [String] { lines[key] ?? [] }

    /// The value of the one line of `key`; empty without one.
    package func text(_ key: String) -> String { lines[key]?.first ?? "" }

    /// What `separator` separates in the values of `key`, in order.
    package func list(_ key: String, separator: Character = " ") -> [String] {
      rows(key).flatMap { $0.split(separator: separator).map(String.init) }
    }

    /// The words of `key`, without an order.
    package func words(_ key: String) -> Set<String> { Set(list(key)) }
  }

  /// In the order of the file.
  package private(set) var sections: [Section] = []

  /// The sections of the data file `name`; none if it is missing.
  package init(file name: String) { self.init(DataFile.bytes(name)) }

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      switch line[line.startIndex] {
      case UInt8(ascii: "#"): continue
      case UInt8(ascii: "[") where line.last == UInt8(ascii: "]"):
        sections.append(
          Section(heading: String(decoding: line.dropFirst().dropLast(), as: UTF8.self)))
      default:
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
        if sections.isEmpty { sections.append(Section()) }
        let key = String(decoding: line[..<colon], as: UTF8.self)
        let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
        sections[sections.count - 1].lines[key, default: []].append(
          String(decoding: value, as: UTF8.self))
      }
    }
  }
}
