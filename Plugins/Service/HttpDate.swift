/// Reads the date of an HTTP header, "Sun, 06 Nov 1994 08:49:37 GMT", as seconds since 1970.
package func httpDate(_ text: String) -> Double? {
  let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
  guard words.count >= 5, let day = Int(words[1]), (1...31).contains(day),
    let month = months.firstIndex(of: words[2].prefix(3).lowercased()), let year = Int(words[3]),
    (1970...9999).contains(year)
  else { return nil }
  let clock = words[4].split(separator: ":").compactMap { Int($0) }
  guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
    (0...60).contains(clock[2])
  else { return nil }
  let days = daysSince1970(year: year, month: month + 1, day: day)
  return Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
}

private let months = [
  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
]

/// Counts days of the Gregorian calendar; a year begins in March, so that the leap day is its last.
func daysSince1970(year: Int, month: Int, day: Int) -> Int {
  let year = month <= 2 ? year - 1 : year
  let era = year / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}
