/// The forms of a noun after numbers, and the gender that it gives them.
struct NounForms: Sendable {
  /// A gender of numbers; in Swedish, `feminine` is the common gender: `en meter`.
  enum Gender: String, Sendable {
    case masculine = ""
    case feminine = "f"
    case neuter = "n"
  }

  /// After one.
  let one: String
  /// After most numbers.
  let many: String
  /// After numbers that end in 2, 3 or 4, and after decimals, where a language has such forms.
  private let few: String?
  private let part: String?
  let gender: Gender

  /// A noun with a singular and a plural.
  init(one: String, many: String, gender: Gender = .masculine) {
    self.one = one
    self.many = many
    few = nil
    part = nil
    self.gender = gender
  }

  /// `метр,метра,метров,метра`: after one, few, many and decimals.
  init(list: String, gender: Gender = .masculine) {
    let forms = list.split(separator: ",").map(String.init)
    precondition(forms.count == 4, "\(list) has not four forms")
    (one, few, many, part) = (forms[0], forms[1], forms[2], forms[3])
    self.gender = gender
  }

  /// Whether there are more forms than a singular and a plural.
  var hasFew: Bool { few != nil }

  /// The form after `digits` in `language`.
  func form(behind digits: String, _ language: SpokenLanguage) -> String {
    guard let few, let part else { return language.isOne(digits) ? one : many }
    guard !digits.contains(".") else { return part }
    let last = digits.suffix(2)
    let isTeen = last.count == 2 && last.first == "1"
    // `21 метр`, but `21 metrów`.
    if digits == "1" || (language.tag == "ru" && last.last == "1" && !isTeen) { return one }
    return !isTeen && last.last.map { "234".contains($0) } == true ? few : many
  }

  /// The form after `digits` in the genitive: `до одного метра`, `до пяти метров`; nil if a language has none here.
  func genitive(behind digits: String, _ language: SpokenLanguage) -> String? {
    guard let part, !digits.contains(".") else { return nil }
    return form(behind: digits, language) == one ? part : many
  }
}
