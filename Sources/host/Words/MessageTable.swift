/// The messages of one mode or area, in a table of their own; like ``Message``, with places and forms.
protocol MessageTable: CaseIterable, Sendable {
  var english: String { get }
  var estonian: String { get }
}

extension MessageTable {
  /// The message, its forms separated by `|`.
  func text(in language: TalkLanguage) -> String {
    switch language {
    case .english: english
    case .estonian: estonian
    }
  }
}

extension Messages {
  /// English, for programs and for what is kept, whatever the user's language.
  static let forPrograms = Messages(language: .english)

  /// The forms of a message, with their places.
  func forms(of message: some MessageTable) -> [String] {
    Signs.fitted(message.text(in: language)).split(separator: "|").map(String.init)
  }

  /// The message with `values` in its places; all of them must be given.
  func said(_ message: some MessageTable, _ values: [String: String] = [:]) -> String {
    fill(forms(of: message)[0], values)
  }

  /// The message in the form for `count`, which is the value of `{count}`.
  func said(
    _ message: some MessageTable, count: Int, _ values: [String: String] = [:]
  ) -> String {
    let forms = forms(of: message)
    precondition(forms.count == 2, "\(message) has no form for a number")
    return fill(forms[language.form(of: count)], values.merging(["count": "\(count)"]) { $1 })
  }

  /// The numbers of items, at most twelve of them: `1, 2, 3 and 4 more`.
  func list(ofItems numbers: [Int]) -> String {
    let shown = numbers.prefix(12).map { "\($0)" }.joined(separator: ", ")
    guard numbers.count > 12 else { return shown }
    return self(Message.namesAndMore, count: numbers.count - 12, ["names": shown])
  }
}
