/// The names that a cast list has.
struct CastList {
  /// Names as written, in order.
  private(set) var names: [String] = []
  /// Every name, and every word of one in capitals, in the form for comparison.
  private(set) var keys: Set<String> = []

  /// Takes the entry on `row`: a name up to a comma, two blanks, a bracket or a stop; capitals end before small letters.
  mutating func take(_ row: String) {
    var text = row.filter { $0 != "_" && $0 != "*" }[...]
    // `{ Pansy.` and `DOUGLAS GLYNN, ALBERT PALK, }`.
    text = trimmed(text.drop { "{}[|•*-–— ".contains($0) })
    guard let first = text.first, first.isUppercase || first.isNumber else { return }
    let hasCapitals = StageName.isCapital(
      String(text.prefix { $0 != " " && $0 != "," && $0 != "." }))
    if hasCapitals {
      takeCapitals(text)
    } else {
      var end = text.startIndex
      var blank = false
      for index in text.indices {
        let character = text[index]
        if ",([{}:;".contains(character) { break }
        if character == ".", !StageName.titles.contains(word(before: index, in: text).uppercased())
        {
          break
        }
        if "-–—".contains(character), blank { break }
        if character == " ", blank { break }
        blank = character == " " || character == "\t"
        end = text.index(after: index)
      }
      add(String(trimmed(text[..<end])))
    }
  }

  private func word(before index: String.Index, in text: Substring) -> String {
    String(text[..<index].reversed().prefix { $0.isLetter }.reversed())
  }

  /// Runs of words in capitals; each is a name.
  private mutating func takeCapitals(_ text: Substring) {
    var run: [Substring] = []
    var isBroken = false
    func flush() {}
    for word in text.split(separator: " ") {
      let letters = word.filter { $0.isLetter || $0.isNumber || "'’-.&".contains($0) }
      let bare =
        letters.last == "." && !StageName.titles.contains(letters.dropLast().uppercased())
        ? String(letters.dropLast()) : letters
      let isName = StageName.isCapital(bare) || (bare == "&" && !run.isEmpty)
      if isName {
        run.append(bare[...])
        if let last = word.last, ",;.}:)".contains(last),
          !StageName.titles.contains(letters.dropLast().uppercased())
        {
          add(run.joined(separator: " "))
          run = []
          // After the first name in capitals others follow only after a comma.
        }
      } else {
        if !run.isEmpty { add(run.joined(separator: " ")) }
        run = []
        isBroken = true
      }
      if isBroken { break }
    }
    if !run.isEmpty { add(run.joined(separator: " ")) }
  }

  private mutating func add(_ text: String) {
    guard let name = StageName.cleaned(text), name.count > 1,
      !StageWords.noNames.contains(StageName.key(of: name))
    else { return }
    let key = StageName.key(of: name)
    if keys.insert(key).inserted { names.append(name) }
  }

  /// Whether `key` is a name of the list, the last part of one, or several of them.
  func has(_ key: String) -> Bool {
    if keys.contains(key) { return true }
    return parts.contains(key)
  }

  /// Parts of names, under which their speeches may stand: `FARNCOMBE` of `VISCOUNT FARNCOMBE`.
  private(set) var parts: Set<String> = []

  /// Makes the parts; call it when all rows are taken.
  mutating func finish() {
    for key in keys {
      let words = key.split(separator: " ")
      guard words.count > 1 else { continue }
      for start in words.indices {
        for end in (start + 1)...words.count where end - start < words.count {
          let part = words[start..<end].joined(separator: " ")
          if part.count > 2, !Self.common.contains(part) { parts.insert(part) }
        }
      }
    }
  }

  private static let common: Set<String> = [
    "THE", "AND", "OF", "HON", "MRS", "MISS", "A", "AN", "TO", "HIS", "HER", "VON", "DE", "DER",
    "DIE", "LE", "LA",
  ]

  /// The only name of the list that `key` shortens, as written: Marcus Cicero for `M. CIC`; nil if none does, or several do.
  ///
  /// Each word of a short name begins a word of the whole one, in the same order, and one at least is cut short.
  func wholeName(of key: String) -> String? {
    guard !has(key) else { return nil }
    let parts = key.split { !$0.isLetter && !$0.isNumber }
    guard parts.contains(where: { $0.count > 1 }) else { return nil }
    var found: String?
    for name in names where Self.shorten(parts, StageName.key(of: name)) {
      guard found == nil else { return nil }
      found = name
    }
    return found
  }

  private static func shorten(_ parts: [Substring], _ whole: String) -> Bool {
    var words = whole.split { !$0.isLetter && !$0.isNumber }[...]
    var isShort = false
    for part in parts {
      guard let place = words.firstIndex(where: { $0.hasPrefix(part) }) else { return false }
      isShort = isShort || words[place].count > part.count
      words = words[(place + 1)...]
    }
    return isShort
  }

  /// The names of the list that are not in `speakers`, and no part of which speaks.
  func silent(among speakers: Set<String>) -> [String] {
    names.filter { name in
      let key = StageName.key(of: name)
      if speakers.contains(key) { return false }
      let words = key.split { !$0.isLetter && !$0.isNumber && $0 != "'" }.filter {
        $0.count > 2 && !Self.common.contains(String($0))
      }
      return !speakers.contains { speaker in
        let spoken = speaker.split { !$0.isLetter && !$0.isNumber && $0 != "'" }
        return spoken.contains { part in
          words.contains { word in word == part || (part.count >= 3 && word.hasPrefix(part)) }
        }
      }
    }
  }
}
