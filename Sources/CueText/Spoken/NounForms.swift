/// The forms of a noun after numbers, and the gender that it gives them.
struct NounForms: Sendable {
  /// A gender of numbers; in Swedish, `feminine` is the common gender: `en meter`.
  enum Gender: String, Sendable {
    case masculine = ""
    case feminine = "f"
    case neuter = "n"
  }

  private enum Forms: Sendable {
    /// ICU knows them, by that name of a unit.
    case unit(String)
    case plural(one: String, many: String)
    /// After numbers that end in 2, 3 or 4, and after decimals, there are forms of their own.
    case few(one: String, few: String, many: String, part: String)
  }

  private let forms: Forms
  let gender: Gender

  /// A unit that ICU has words for.
  init(unit: String, gender: Gender) {
    forms = .unit(unit)
    self.gender = gender
  }

  /// `one|many|gender`, or `метр,метра,метров,метра|gender`: after one, few, many and decimals.
  init(columns: [String]) {
    let list = columns[0].split(separator: ",").map(String.init)
    if list.count == 4 {
      forms = .few(one: list[0], few: list[1], many: list[2], part: list[3])
    } else {
      forms = .plural(one: columns[0], many: columns.count > 1 ? columns[1] : columns[0])
    }
    let place = list.count == 4 ? 1 : 2
    gender = columns.count > place ? Gender(rawValue: columns[place]) ?? .masculine : .masculine
  }

  /// The form after `digits` in `language`; nil if ICU has none.
  func form(after digits: String, _ language: SpokenLanguage) -> String? {
    switch forms {
    case .unit(let name): return language.unit(name, after: digits)
    case .plural(let one, let many): return language.isOne(digits) ? one : many
    case .few(let one, let few, let many, let part):
      guard !digits.contains(".") else { return part }
      let last = digits.suffix(2)
      let isTeen = last.count == 2 && last.first == "1"
      // `21 метр`, but `21 metrów`.
      if digits == "1" || (language.tag == "ru" && last.last == "1" && !isTeen) { return one }
      return !isTeen && last.last.map { "234".contains($0) } == true ? few : many
    }
  }

  /// The form of most numbers.
  func plural(_ language: SpokenLanguage) -> String { form(after: "5", language) ?? "" }

  /// The form after `digits` in the genitive, in a language with cases: `до одного метра`, `до пяти метров`; nil for decimals.
  func genitive(after digits: String, _ language: SpokenLanguage) -> String? {
    guard !digits.contains(".") else { return nil }
    let isOne = form(after: digits, language) == form(after: "1", language)
    return form(after: isOne ? "1.5" : "5", language)
  }
}
