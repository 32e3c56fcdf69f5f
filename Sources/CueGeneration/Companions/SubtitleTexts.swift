import CueText

/// Subtitles as SubRip, WebVTT and LRC write them.
enum SubtitleTexts {
  /// SubRip, numbered from 1.
  ///
  /// SubRip has no way to write `<` or `{` that is no markup; an invisible word joiner (U+2060) behind them keeps every player
  /// from reading any.
  static func srt(_ subtitles: Subtitles) -> String {
    var text = ""
    for (index, entry) in subtitles.entries.enumerated() {
      text += "\(index + 1)\n"
      text += "\(time(entry.start, ",")) --> \(time(entry.end, ","))\n"
      for line in entry.lines {
        text += (entry.isMerged ? "- " : "") + joined(line.text, behind: "<{-") + "\n"
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
    var speaker = ""
    for entry in subtitles.entries {
      var latest = entry.start
      text += "[\(short(entry.start))]"
      for (number, line) in entry.lines.enumerated() {
        if number > 0 { text += " " }
        if line.speaker != speaker, line.isOfCharacter {
          text += joined(oneLine(line.speaker), behind: "[<") + ": "
        }
        speaker = line.speaker
        for (place, word) in line.words.enumerated() {
          if word.isSpaced, place > 0 { text += " " }
          if let begins = word.milliseconds, begins >= latest {
            text += "<\(short(begins))>"
            latest = begins
          }
          text += joined(word.text, behind: "[<")
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

  /// `text` with a word joiner behind each of `marks` that something stands behind.
  private static func joined(_ text: String, behind marks: String) -> String {
    guard text.contains(where: marks.contains) else { return text }
    var joined = ""
    for character in text {
      joined.append(character)
      if marks.contains(character), character != "-" || joined.hasSuffix("--") {
        joined += "\u{2060}"
      }
    }
    return joined
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

  /// `text` with blanks where lines end or tabs are.
  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
  }

  private static func time(_ milliseconds: Int, _ point: String) -> String {
    let seconds = milliseconds / 1000
    return Decimal.padded(seconds / 3600, 2) + ":" + Decimal.padded(seconds / 60 % 60, 2) + ":"
      + Decimal.padded(seconds % 60, 2) + point + Decimal.padded(milliseconds % 1000, 3)
  }

  private static func short(_ milliseconds: Int) -> String {
    let hundredths = milliseconds / 10
    return Decimal.padded(hundredths / 6000, 2) + ":" + Decimal.padded(hundredths / 100 % 60, 2)
      + "." + Decimal.padded(hundredths % 100, 2)
  }
}
