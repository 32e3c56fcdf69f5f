/// The words that a decoder knows, under Cue's own names.
///
/// A decoder's dictionary only grows, and a name keeps its pronunciation. A word that is to be spoken in another way than
/// before, or that must be distinguished from the same word of another phrase, gets another name.
struct Vocabulary {
  /// What a name stands for.
  struct Entry: Hashable {
    var key: String
    var phones: [String]
    /// Words of this group are distinguished from those of others.
    var group = 0
  }

  /// The decoder's dictionary is one of words, and any of them may be heard.
  var isOpen = false

  private var names: [Entry: String] = [:]
  private(set) var entries: [String: Entry] = [:]

  /// The name of an entry; `add` is called for each pronunciation of one that is new.
  mutating func name(
    of entry: Entry, add: (_ name: String, _ phones: String, _ alternateOf: String?) -> Bool
  ) -> String {
    if let name = names[entry] { return name }
    var name = entry.group == 0 ? entry.key : "\(entry.key)~\(entry.group)"
    var turn = 2
    while entries[name] != nil {
      name = "\(entry.key)~\(entry.group)^\(turn)"
      turn += 1
    }
    for (index, phones) in entry.phones.enumerated() {
      _ = index == 0 ? add(name, phones, nil) : add("\(name)(\(index + 1))", phones, name)
    }
    names[entry] = name
    entries[name] = entry
    return name
  }

  /// The entry that the decoder heard, whichever of its pronunciations that was.
  func entry(heardAs name: String) -> Entry? {
    if let entry = entries[name] { return entry }
    let bracket = name.hasSuffix(")") ? name.lastIndex(of: "(") : nil
    let usual = bracket.map { String(name[..<$0]) } ?? name
    return isOpen ? Entry(key: usual, phones: []) : entries[usual]
  }
}
