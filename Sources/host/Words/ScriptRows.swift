import CueDocuments
import CueScreenplay
import Glibc

// What lists say of scripts.

extension Screenplay {
  /// Its elements in order.
  var listing: String {
    var text = ""
    for entry in titlePage {
      text +=
        "title page      \(entry.key): \(title(entry.key).joined(separator: " | "))\n"
    }
    for element in elements {
      let kind = element.kind.rawValue
      var details: [String] = []
      if let number = element.sceneNumber { details.append("#\(number)") }
      if let level = element.level { details.append("level \(level)") }
      if let dual = element.dual { details.append(dual == .first ? "dual, left" : "dual, right") }
      if element.isForced { details.append("forced") }
      let lines = element.text.split(separator: "\n", omittingEmptySubsequences: false)
      text += kind + String(repeating: " ", count: 16 - kind.count)
      text += lines.joined(separator: "\n" + String(repeating: " ", count: 16))
      text += details.isEmpty ? "\n" : "  [\(details.joined(separator: ", "))]\n"
    }
    return text
  }

  /// What it is, and its scenes and characters.
  func summary(called name: String) -> String {
    var text =
      "\(name): \(ScriptJSON.formatName(format)), \(encoding)\n"
    text += reading.lines
    for entry in titlePage {
      text += "\(entry.key): \(title(entry.key).joined(separator: ", "))\n"
    }
    let scenes = self.scenes.filter { $0.id != "preamble" }
    let sounds = elements.count { $0.kind == .sound }
    var counts = [
      Counted.of(scenes.count, "scene"), Counted.of(characters.count, "character"),
    ]
    if sounds > 0 { counts.append(Counted.of(sounds, "sound")) }
    counts.append(Counted.of(elements.count, "element"))
    text += counts.joined(separator: ", ") + "\n"
    for (index, scene) in scenes.enumerated() {
      text += "  \(scene.number ?? String(index + 1))  \(scene.heading)\n"
    }
    if !characters.isEmpty { text += "Speeches by character:\n" }
    for character in characters {
      let others = character.aliases.filter { $0 != character.name }
      text += "  \(character.dialogueCount)  \(character.name)"
      text += others.isEmpty ? "\n" : " (\(others.joined(separator: ", ")))\n"
    }
    return text
  }
}

extension SpeakableItem {
  /// The item in a row of the list.
  var row: String {
    if let sound = sound {
      let length = sound.milliseconds.map { " [\($0) ms]" } ?? ""
      return "sound: \(sound.what)\(length)\n"
    }
    var line = (rawCharacterName ?? "narrator") + ":"
    for piece in pieces {
      switch piece {
      case .words(let words, let direction):
        line += direction.map { " (\($0))" } ?? ""
        line += " " + words
      case .silence(let milliseconds): line += " [\(milliseconds) ms]"
      }
    }
    return line + "\n"
  }
}

extension Screenplay.DoubtfulQuotation.Reason {
  /// Why it is doubtful.
  var message: Message {
    switch self {
    case .turns: .quotedByTurns
    case .pronoun: .quotedByPronoun
    case .unknown: .quotedByNobody
    }
  }
}

extension ImportDoubt.Reason {
  /// Why it is doubtful.
  var message: Message {
    switch self {
    case .sideBySide: .rowsSideBySide
    case .margin: .rowInMargin
    case .noSpeaker: .rowOfNobody
    }
  }
}

extension ScreenplayFile {
  /// How many of its rows or quotations may be read wrongly, and where they are listed.
  var rowDoubts: [UserError] {
    var doubts: [UserError] = []
    if !doubtfulRows.isEmpty {
      doubts.append(
        UserError(
          "\(name): \(doubtfulRows.count) of its rows may be read wrongly.",
          hint:
            "\(Program.name) script import \(path) lists them, and writes a script that can be edited.",
          .done))
    }
    let quotations = screenplay.reading.doubtfulQuotations.count
    if quotations > 0 {
      doubts.append(
        UserError(
          "\(name): \(quotations) of its quotations may be somebody else's.",
          hint:
            "\(Program.name) script import \(path) --prose lists them, and writes a script that can be edited.",
          .done))
    }
    return doubts
  }

  /// Why the file may be no screenplay, or in another layout; nil if it looks like one.
  var layoutDoubt: UserError? {
    if !looksLikeScreenplay {
      return UserError(
        "\(name): from line 1 on there is neither a scene heading nor a character; is it a "
          + "screenplay?",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech.",
        .done)
    }
    guard screenplay.reading.layout != nil, !screenplay.hasSpeechesOfNobody,
      screenplay.characters.allSatisfy({ $0.dialogueCount == 0 })
    else { return nil }
    return UserError(
      "\(name): nobody speaks in it: the narrator would say everything.",
      hint: "If that is wrong, name the layout with --layout.", .done)
  }
}
