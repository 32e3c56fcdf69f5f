import CueSystem
import CueText

/// Subtitles as SubRip, WebVTT and LRC write them.
enum SubtitleTexts {
  /// SubRip, numbered from 1.
  ///
  /// SubRip has no way to write `<` or `{` that is not markup: brackets that look much the same stand for them.
  static func srt(_ subtitles: Subtitles) -> String {
    var text = ""
    for (index, entry) in subtitles.entries.enumerated() {
      text += "\(index + 1)\n"
      text += "\(time(entry.start, ",")) --> \(time(entry.end, ","))\n"
      for line in entry.lines {
        text += plain(line.text) + "\n"
      }
      text += "\n"
    }
    return text
  }

  /// WebVTT, after the W3C's "WebVTT: The Web Video Text Tracks Format": voices, and the times of words.
  static func vtt(_ subtitles: Subtitles) -> String {
    var text = "WEBVTT\n\n"
    for (index, entry) in subtitles.entries.enumerated() {
      text += "\(index + 1)\n"
      text += "\(time(entry.start, ".")) --> \(time(entry.end, "."))\n"
      var latest = entry.start
      for (number, line) in entry.lines.enumerated() {
        if number == 0 || entry.isMerged {
          text += "<v \(MarkupText.escaped(oneLine(line.speaker)))>"
        }
        for (place, word) in line.words.enumerated() {
          if word.isSpaced, place > 0 { text += " " }
          if let begins = word.milliseconds, begins > latest, begins < entry.end {
            text += "<\(time(begins, "."))>"
            latest = begins
          }
          text += MarkupText.escaped(word.text)
        }
        text += "\n"
      }
      text += "\n"
    }
    return text
  }

  /// LRC with the times of words in angle brackets.
  static func lrc(_ subtitles: Subtitles, title: String, author: String) -> String {
    var text = ""
    if !title.isEmpty { text += "[ti:\(oneLine(title))]\n" }
    if !author.isEmpty { text += "[ar:\(oneLine(author))]\n" }
    for entry in subtitles.entries {
      var latest = entry.start
      text += "[\(short(entry.start))]"
      for (number, line) in entry.lines.enumerated() {
        if number > 0 { text += " " }
        for (place, word) in line.words.enumerated() {
          if word.isSpaced, place > 0 { text += " " }
          if let begins = word.milliseconds, begins >= latest {
            text += "<\(short(begins))>"
            latest = begins
          }
          text += plain(word.text)
        }
      }
      text += "\n"
    }
    return text
  }

  /// A track of labels for Audacity: begin, end and text, parted by tabs.
  static func labels(_ items: [TimedItem], rateHertz: Int, start: Int) -> String {
    items.map { item in
      let seconds = { (frame: Int) in
        Decimal.text(Double(frame - start) / Double(rateHertz), digits: 6)
      }
      let words = item.isOfCharacter ? "\(item.speaker): \(item.text)" : item.text
      return "\(seconds(item.frames.lowerBound))\t\(seconds(item.frames.upperBound))\t"
        + oneLine(words) + "\n"
    }.joined()
  }

  /// `text` with nothing that a player could take for markup or for a time: `<b>`, `{\\an8}`, `[00:01.00]`, `-->`.
  ///
  /// A `<` before a blank stays, as it is never taken for markup.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { "<{[>".utf8.contains($0) }) else { return text }
    let characters = Array(text)
    var plain = ""
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      switch character {
      case "<" where next != " ": plain += "‹"
      case ">" where plain.hasSuffix("--"):
        plain.removeLast(2)
        plain += "→"
      case ">" where plain.contains("‹"): plain += "›"
      case "{": plain += "("
      case "}": plain += ")"
      case "[" where next.isNumber: plain += "("
      case "]" where plain.last?.isNumber == true && plain.contains("("): plain += ")"
      default: plain.append(character)
      }
    }
    return plain
  }

  /// Chapters as players and muxers read them: `CHAPTER01=00:00:00.000` and `CHAPTER01NAME=…`.
  static func chapters(_ places: [(milliseconds: Int, title: String)]) -> String {
    var text = ""
    for (index, place) in places.enumerated() {
      let name = "CHAPTER" + Decimal.padded(index + 1, places.count > 99 ? 3 : 2)
      text += "\(name)=\(time(place.milliseconds, "."))\n\(name)NAME=\(oneLine(place.title))\n"
    }
    return text
  }

  /// `text` with blanks where lines end or tabs are, and without characters that are not seen.
  static func oneLine(_ text: String) -> String {
    Subtitles.shownText(
      text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " "))
  }

  private static func time(_ milliseconds: Int, _ point: String) -> String {
    Decimal.time(milliseconds: milliseconds, point: point)
  }

  private static func short(_ milliseconds: Int) -> String {
    let hundredths = milliseconds / 10
    return Decimal.padded(hundredths / 6000, 2) + ":" + Decimal.padded(hundredths / 100 % 60, 2)
      + "." + Decimal.padded(hundredths % 100, 2)
  }
}
