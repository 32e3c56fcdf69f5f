/// Dates, times, heights and ranges.
extension SpokenNumbers {
  /// `2024-05-17`, `17.05.2024`, `17/05/2024`, `5/17/2024`.
  func date(_ at: Int) -> SpokenFinder.Found? {
    var parts: [Int] = []
    var counts: [Int] = []
    var index = at
    var separator: Unicode.Scalar?
    for place in 0..<3 {
      let start = index
      while text[index].isDigit, index - start < 4 { index += 1 }
      guard index > start, let value = Int(text.string(start..<index)) else { return nil }
      parts.append(value)
      counts.append(index - start)
      guard place < 2 else { break }
      let next = text[index]
      guard next == "." || next == "/" || next == "-", separator == nil || separator == next else {
        return nil
      }
      separator = next
      index += 1
    }
    guard !text[index].isDigit, !text[index].isLetter,
      text[index] != separator || !text[index + 1].isDigit
    else { return nil }
    var (day, month, year) = (0, 0, 0)
    if counts[0] == 4, separator == "-" {
      (year, month, day) = (parts[0], parts[1], parts[2])
    } else if counts[2] == 4, counts[0] <= 2, counts[1] <= 2 {
      (day, month, year) = (parts[0], parts[1], parts[2])
      if language.isMonthFirst && separator != "." && month <= 31 && day <= 12 || month > 12 {
        swap(&day, &month)
      }
    } else {
      return nil
    }
    guard (1...12).contains(month), (1...31).contains(day), (1000...2999).contains(year),
      let words = language.date(day, month, year, spellout, behind: wordBefore(at))
    else { return nil }
    return .init(range: at..<index, words: words)
  }

  /// `24.12.` in languages whose ordinals have points.
  func shortDate(_ at: Int) -> SpokenFinder.Found? {
    guard language.hasOrdinalPoints else { return nil }
    var values: [Int] = []
    var index = at
    for _ in 0..<2 {
      let start = index
      while text[index].isDigit, index - start < 2 { index += 1 }
      guard index > start, text[index] == ".", let value = Int(text.string(start..<index)) else {
        return nil
      }
      values.append(value)
      index += 1
    }
    guard (1...31).contains(values[0]), (1...12).contains(values[1]), !text[index].isDigit,
      !text[index].isLetter,
      isDay(at, goesOnAt: index),
      let day = spellout.words(
        String(values[0]),
        language.tag == "de"
          ? SpokenLanguage.germanOrdinal(behind: wordBefore(at)) : .ordinal)
    else { return nil }
    // The last point ends the sentence, too, where one begins behind it.
    let end = goesOn(behindPoint: index - 1) ? index : index - 1
    return .init(range: at..<end, words: day + " " + language.months[values[1] - 1])
  }

  /// Whether a day may be meant, and no number of a version or a paragraph.
  func isDay(_ at: Int, goesOnAt end: Int) -> Bool {
    let before = wordBefore(at).lowercased()
    if language.tag == "et" { return text[end] == " " && text[end + 1].isLower }
    return SpokenLanguage.germanOrdinal(behind: before) != .strongOrdinal
      || ["tag", "woch", "abend"].contains { before.hasSuffix($0) }
  }

  /// `5'11"` in English.
  func heights(_ at: Int) -> SpokenFinder.Found? {
    guard language.tag == "en" else { return nil }
    var index = at
    while text[index].isDigit, index - at < 3 { index += 1 }
    guard text[index] == "'" || text[index] == "’" || text[index] == "′" else { return nil }
    let feet = text.string(at..<index)
    let start = index + 1
    index = start
    while text[index].isDigit, index - start < 3 { index += 1 }
    guard index > start, "\"”″".unicodeScalars.contains(text[index]),
      let first = spellout.words(feet), let last = spellout.words(text.string(start..<index))
    else { return nil }
    let words =
      "\(first) \(feet == "1" ? "foot" : "feet") \(last) \(last == "one" ? "inch" : "inches")"
    return .init(range: at..<index + 1, words: words)
  }

  /// A time, as 14:30, “7.30 Uhr”, 8h30 or “7:30 pm”.
  func time(_ at: Int) -> SpokenFinder.Found? {
    var index = at
    while text[index].isDigit, index - at < 2 { index += 1 }
    guard index + 1 < text.count, let hours = Int(text.string(at..<index)), hours < 25 else {
      return nil
    }
    var separator = text[index]
    var start = index + 1
    if separator == " ", text[index + 1] == "h", language.usesHourLetter {
      separator = "h"
      start = index + 2
      if text[start] == " ", text[start + 1].isDigit { start += 1 }
    } else if separator == "h", text[start] == " ", text[start + 1].isDigit {
      start += 1
    }
    var end = start
    while text[end].isDigit, end - start < 3 { end += 1 }
    let minutes = Int(text.string(start..<end))
    switch separator {
    case ":":
      guard end - start == 2, !text[end].isLetter else { return nil }
      // Seconds are for machines.
      if text[end] == ":" && text[end + 1].isDigit { return nil }
    case "h":
      guard language.usesHourLetter, end == start || end - start == 2, !text[end].isLetter,
        !isElision(end)
      else {
        return nil
      }
    case ".":
      guard end - start == 2, !text[end].isLetter, text[end] != "." || !text[end + 1].isDigit,
        language.hourWord(behind: end, text) != nil
          || language.beforeTimes.contains(wordBefore(at).lowercased())
      else { return nil }
    default: return nil
    }
    guard minutes ?? 0 < 60 else { return nil }
    if let hour = language.hourWord(behind: end, text) { end = hour }
    let half = language.tag == "en" ? dayHalf(end) : nil
    guard
      let words = language.time(hours, minutes ?? 0, spellout, isOfTwelve: half != nil)
    else { return nil }
    return .init(
      range: at..<(half?.end ?? end), words: words + (half.map { " " + $0.words } ?? ""))
  }

  /// The half of the day behind a time, with or without a blank.
  func dayHalf(_ end: Int) -> (words: String, end: Int)? {
    let start = text[end] == " " ? end + 1 : end
    for (written, said) in [
      ("a.m.", "a.m."), ("p.m.", "p.m."), ("am", "a.m."), ("pm", "p.m."), ("AM", "a.m."),
      ("PM", "p.m."),
    ]
    where matches(written, start) {
      return (said, start + written.unicodeScalars.count)
    }
    return nil
  }

  /// `10–12`, `1914-1918`.
  func range(_ at: Int) -> SpokenFinder.Found? {
    var middle = at
    while text[middle].isDigit { middle += 1 }
    var end = middle + 1
    while text[end].isDigit { end += 1 }
    let isLong = middle - at == 4 && end - middle == 5
    // `5-10 €`
    if text[middle] == "-" || text[middle] == "–", end > middle + 1, middle - at <= 4,
      let last = WrittenAmount(text, at: middle + 1, language), let measured = measured(last),
      let first = whole(text.string(at..<middle))
    {
      return .init(
        range: at..<measured.range.upperBound,
        words: "\(first) \(language.word("–")) \(measured.words)")
    }
    guard !language.saysOnlyAmounts, text[middle] == "–" || (text[middle] == "-" && isLong),
      end > middle + 1,
      middle - at <= 4, end - middle <= 5, !text[end].isLetter,
      !(".,:-–/".unicodeScalars.contains(text[end]) && text[end + 1].isDigit),
      let first = whole(text.string(at..<middle)), let last = whole(text.string(middle + 1..<end))
    else { return nil }
    return .init(range: at..<end, words: "\(first) \(language.word("–")) \(last)")
  }
}
