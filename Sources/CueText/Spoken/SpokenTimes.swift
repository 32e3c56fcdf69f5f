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
      let words = language.date(day, month, year, spellout, after: wordBefore(at))
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
          ? SpokenLanguage.germanOrdinal(after: wordBefore(at)) : .ordinal)
    else { return nil }
    // The last point ends the sentence, too, where one begins after it.
    let end = goesOn(behindPoint: index - 1) ? index : index - 1
    return .init(range: at..<end, words: day + " " + language.months[values[1] - 1])
  }

  /// Whether it may be a day, and no number of a version or a paragraph.
  func isDay(_ at: Int, goesOnAt end: Int) -> Bool {
    let before = wordBefore(at).lowercased()
    if language.tag == "et" { return text[end] == " " && text[end + 1].isLower }
    return SpokenLanguage.germanOrdinal(after: before) != .strongOrdinal
      || ["tag", "woch", "abend"].contains { before.hasSuffix($0) }
  }

  /// `5'11"`, `5' 10"`, `5'10` and `5 ft. 3 in.` in English.
  func heights(_ at: Int) -> SpokenFinder.Found? {
    guard language.tag == "en", let feet = shortNumber(at), let foot = footEnd(feet.end) else {
      return nil
    }
    var start = foot.end
    while text[start] == " " || text[start] == "\u{a0}" { start += 1 }
    guard let inches = shortNumber(start), let end = inchEnd(inches.end, after: foot, start),
      let first = spellout.words(String(feet.value)),
      let last = spellout.words(String(inches.value))
    else { return nil }
    let words =
      "\(first) \(feet.value == 1 ? "foot" : "feet") \(last) \(inches.value == 1 ? "inch" : "inches")"
    return .init(range: at..<end, words: words)
  }

  /// A number of one or two digits.
  private func shortNumber(_ at: Int) -> (value: Int, end: Int)? {
    var end = at
    while text[end].isDigit, end - at < 3 { end += 1 }
    guard (1...2).contains(end - at), let value = Int(text.string(at..<end)) else { return nil }
    return (value, end)
  }

  /// The place after the sign or the word for feet at `at`.
  private func footEnd(_ at: Int) -> (end: Int, isSign: Bool)? {
    if "'’′".unicodeScalars.contains(text[at]) { return (at + 1, true) }
    guard let end = wordEnd(["ft", "feet", "foot"], at) else { return nil }
    return (text[end] == "." ? end + 1 : end, false)
  }

  /// The place after the sign or the word for inches at `at`; after `5'`, inches need none.
  private func inchEnd(_ at: Int, after foot: (end: Int, isSign: Bool), _ start: Int) -> Int? {
    if foot.isSign {
      if "\"”″".unicodeScalars.contains(text[at]) { return at + 1 }
      // `5''`
      if "'’′".unicodeScalars.contains(text[at]), text[at + 1] == text[at] { return at + 2 }
      return start == foot.end && !text[at].isLetter ? at : nil
    }
    guard let end = wordEnd(["in", "inches", "inch"], at) else { return nil }
    // The last point may end the sentence, too.
    return text[end] == "." && goesOn(behindPoint: end) ? end + 1 : end
  }

  /// The place after one of `words` at `at`, with blanks before it or without.
  private func wordEnd(_ words: [String], _ at: Int) -> Int? {
    var start = at
    while text[start] == " " || text[start] == "\u{a0}" { start += 1 }
    let word = text.word(at: start)
    return words.contains(word) ? start + word.unicodeScalars.count : nil
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
      guard end - start == 2, !text[end].isLetter || (language.tag == "en" && dayHalf(end) != nil)
      else { return nil }
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
        language.hourWord(after: end, text) != nil
          || language.beforeTimes.contains(wordBefore(at).lowercased())
      else { return nil }
    default: return nil
    }
    guard minutes ?? 0 < 60 else { return nil }
    if let hour = language.hourWord(after: end, text) { end = hour }
    let half = language.tag == "en" ? dayHalf(end) : nil
    guard
      let words = language.time(hours, minutes ?? 0, spellout, isOfTwelve: half != nil)
    else { return nil }
    return .init(
      range: at..<(half?.end ?? end), words: words + (half.map { " " + $0.words } ?? ""))
  }

  /// `10:00-11:30`, `6:30-7pm`, `9–11 a.m.`, `14:00–15:30 Uhr`.
  func timeRange(_ at: Int) -> SpokenFinder.Found? {
    guard let first = clock(at) else { return nil }
    let firstHalf = language.tag == "en" ? dayHalf(first.end) : nil
    let dash = firstHalf?.end ?? first.end
    guard text[dash] == "-" || text[dash] == "–", let last = clock(dash + 1) else { return nil }
    let lastHalf = language.tag == "en" ? dayHalf(last.end) : nil
    var end = lastHalf?.end ?? last.end
    let hour = language.hourWord(after: end, text)
    // `6-7` may be anything.
    guard first.hasMinutes && last.hasMinutes || lastHalf != nil || hour != nil && first.hasMinutes,
      firstHalf == nil || lastHalf != nil
    else { return nil }
    if let hour { end = hour }
    let isOfTwelve = lastHalf != nil
    guard
      let start = language.time(first.hours, first.minutes, spellout, isOfTwelve: isOfTwelve),
      let stop = language.time(last.hours, last.minutes, spellout, isOfTwelve: isOfTwelve)
    else { return nil }
    let words = [
      start, firstHalf?.words ?? "", language.word("–"), stop, lastHalf?.words ?? "",
    ]
    return .init(
      range: at..<end, words: words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// An hour, with minutes after a colon or without.
  private func clock(_ at: Int) -> (hours: Int, minutes: Int, hasMinutes: Bool, end: Int)? {
    guard let hours = shortNumber(at), hours.value < 25 else { return nil }
    guard text[hours.end] == ":" else { return (hours.value, 0, false, hours.end) }
    let end = hours.end + 3
    guard let minutes = shortNumber(hours.end + 1), minutes.end == end, minutes.value < 60,
      !text[end].isDigit, !(text[end] == ":" && text[end + 1].isDigit)
    else { return nil }
    return (hours.value, minutes.value, true, end)
  }

  /// The half of the day after a time, with or without a blank.
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

  /// `10–12`, `1914-1918`, `3.5-4 kg`, `10%-20%`.
  func range(_ at: Int) -> SpokenFinder.Found? {
    guard let start = WrittenAmount(text, at: at, language, joinsBlanks: false) else { return nil }
    let own = measured(start)
    let middle = own?.range.upperBound ?? start.end
    guard text[middle] == "-" || text[middle] == "–",
      let last = WrittenAmount(text, at: middle + 1, language)
    else { return nil }
    let first =
      start.decimals.isEmpty && !start.isGrouped && start.whole.utf8.count <= 4
      ? whole(start.whole) : spellout.words(start.digits)
    // `5-10 €`
    if let sum = measured(last), let words = own?.words ?? first {
      return .init(
        range: at..<sum.range.upperBound, words: "\(words) \(language.word("–")) \(sum.words)")
    }
    var end = middle + 1
    while text[end].isDigit { end += 1 }
    let isLong = middle - at == 4 && end - middle == 5
    guard own == nil, !language.saysOnlyAmounts, text[middle] == "–" || isLong,
      start.decimals.isEmpty, !start.isGrouped, middle - at <= 4, end - middle <= 5,
      !text[end].isLetter, let first, let final = whole(text.string(middle + 1..<end))
    else { return nil }
    return .init(range: at..<end, words: "\(first) \(language.word("–")) \(final)")
  }
}
