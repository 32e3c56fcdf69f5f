/// Which of the allowed names was meant.
public struct NameResolver: Sendable {
  private let names: [String: String]
  private let isOpen: Bool

  /// Of names that are equal when folded, the first counts.
  public init(allowed: [String]) {
    isOpen = allowed.isEmpty
    var names: [String: String] = [:]
    for name in allowed {
      for key in Self.keys(name) where names[key] == nil { names[key] = name }
    }
    self.names = names
  }

  /// The allowed name that was heard, in its own spelling; nil if none was.
  ///
  /// Case, accents, blanks, punctuation and dashes do not count, and an apostrophe may be missing; anything else does: "Ann"
  /// is not "Anna". With no names allowed, any is: `heard` comes back without the blanks and punctuation at its edges.
  public func resolve(_ heard: String) -> String? {
    guard isOpen else { return Self.keys(heard).lazy.compactMap { names[$0] }.first }
    let scalars = heard.unicodeScalars
    func isInside(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isLetter || scalar.properties.numericType != nil
    }
    guard let first = scalars.firstIndex(where: isInside),
      let last = scalars.lastIndex(where: isInside)
    else { return "" }
    return String(scalars[first...last])
  }

  /// `name` with punctuation for blanks, and with apostrophes left out; none without letters.
  private static func keys(_ name: String) -> [String] {
    let spaced = Folding.folded(name.unicodeScalars).unicodeScalars.split {
      !($0.isLetter || $0.properties.numericType != nil)
    }.map(String.init).joined(separator: " ")
    let joined = NameKey.key(name).split(separator: "-").joined(separator: " ")
    return [spaced, joined].filter { !$0.isEmpty }
  }
}
