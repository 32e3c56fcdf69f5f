extension NameLists {
  /// The gender of a first name in small letters, and whether only the long lists have it; nil if it is unknown, or given to both.
  static func gender(ofFirstName word: String) -> (gender: PartGender, isRare: Bool)? {
    if let gender = TraitPhrases.only(women.contains(word), men.contains(word)) {
      return (gender, false)
    }
    guard !women.contains(word) else { return nil }
    let lists = [
      (womenElsewhere, menElsewhere), (womenOfMorePeoples, menOfMorePeoples),
      (womenInAmerica, menInAmerica),
    ]
    for (women, men) in lists {
      if let gender = TraitPhrases.only(women.contains(word), men.contains(word)) {
        return (gender, true)
      }
    }
    return nil
  }
}
