import CueData

/// First names, and words of cues that show whether a part is a man or a woman, and how old: data files of Cue.
///
/// A name is in one list or none: names that are given to both, or to one here and to the other there, are left out.
enum NameLists {
  /// Well-known names.
  static let women = SortedWords(file: "words/names/women.txt")
  static let men = SortedWords(file: "words/names/men.txt")
  /// Names of some eighty languages and regions.
  static let womenElsewhere = SortedWords(file: "words/names/women-elsewhere.txt")
  static let menElsewhere = SortedWords(file: "words/names/men-elsewhere.txt")
  /// Names of Africa, Asia, Oceania and old plays.
  static let womenOfMorePeoples = SortedWords(file: "words/names/women-of-more-peoples.txt")
  static let menOfMorePeoples = SortedWords(file: "words/names/men-of-more-peoples.txt")
  /// Names in the United States, of all the peoples who live there.
  static let womenInAmerica = SortedWords(file: "words/names/women-in-america.txt")
  static let menInAmerica = SortedWords(file: "words/names/men-in-america.txt")

  /// Words of a cue that name a woman or a girl.
  static let female = GenderWords.everywhere.words("women")
  /// Words of a cue that name a man or a boy.
  static let male = GenderWords.everywhere.words("men")
  static let children = GenderWords.everywhere.words("children")
  static let young = GenderWords.everywhere.words("young")
  static let old = GenderWords.everywhere.words("old")
}
