/// The lines of a text that may be said by mistake in place of one of them.
public enum CompetingLines {
  /// The nearest lines that have other words, in the order of the text.
  ///
  /// - Parameters:
  ///   - place: where the expected line stands in `lines`; nil if it does not, and the first lines are the nearest
  ///   - lines: the text
  ///   - known: what is expected besides; lines of the same words do not compete
  ///   - language: a BCP 47 tag
  ///   - most: the most lines: more cost time and add little
  ///   - mostBytes: the most text
  /// - Returns: lines as written
  public static func around(
    _ place: Int?, of lines: [String], besides known: [String] = [], language: String = "en",
    most: Int, mostBytes: Int = .max
  ) -> [String] {
    var known = Set(known.map { SpokenWords.text(of: $0, language: language) })
    if let place, lines.indices.contains(place) {
      known.insert(SpokenWords.text(of: lines[place], language: language))
    }
    let center = place ?? 0
    var bytes = 0
    var competing: [Int] = []
    for index in lines.indices.sorted(by: { (abs($0 - center), $0) < (abs($1 - center), $1) })
    where index != place {
      bytes += lines[index].utf8.count
      guard competing.count < most, bytes <= mostBytes else { break }
      if known.insert(SpokenWords.text(of: lines[index], language: language)).inserted {
        competing.append(index)
      }
    }
    return competing.sorted().map { lines[$0] }
  }
}
