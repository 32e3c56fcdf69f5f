/// What a screenplay tells of the language it is written in.
public enum ScriptLanguage {
  /// So many bytes of it tell what there is to tell.
  private static let mostBytes = 2000

  /// The BCP 47 tag that the title page gives, as in `Language: et`.
  public static func given(by screenplay: Screenplay) -> String? {
    guard let given = screenplay.title("language").first?.split(separator: " ").first,
      given.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isAlphanumeric($0) })
    else { return nil }
    return String(given)
  }

  /// The beginning of what is told and said in it, to know its language by.
  public static func sample(of screenplay: Screenplay) -> String {
    var sample = ""
    for element in screenplay.elements where element.kind == .dialogue || element.kind == .action {
      sample += element.text + "\n"
      if sample.utf8.count >= mostBytes { break }
    }
    return sample
  }

  /// The primary tag that the title page gives, else that of the language whose small words are plainly the most; else nothing.
  static func plain(in screenplay: Screenplay) -> String? {
    if let given = given(by: screenplay) {
      return given.lowercased().split(separator: "-").first.map(String.init)
    }
    let ranked = GenderWords.ranked(screenplay)
    guard let best = ranked.first, best.count >= 4 else { return nil }
    let second = ranked.dropFirst().first?.count ?? 0
    return best.count * 2 >= second * 3 ? best.language : nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
