extension LanguageRules {
  /// `։` ends a sentence, and on many keyboards `:`; a point is a pause.
  static let armenian = LanguageRules(openers: "", moreStops: [":"], pausesAtPoint: true)
}
