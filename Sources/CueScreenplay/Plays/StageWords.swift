/// Words of printed plays that are not names, or that begin what is not said.
enum StageWords {
  /// The headings of cast lists, in capitals.
  static let castLists: Set<String> = [
    "DRAMATIS PERSONAE", "DRAMATIS PERSONÆ", "DRAMATIS PERSONÃ\u{86}", "PERSONAE DRAMATIS",
    "PERSONS REPRESENTED",
    "PERSONS OF THE PLAY", "PERSONS IN THE PLAY", "PERSONS OF THE DRAMA", "THE PERSONS OF THE PLAY",
    "THE PERSONS IN THE PLAY",
    "THE PERSONS OF THE DRAMA", "PERSONS", "THE PERSONS", "PERSONS OF THE DIALOGUE", "CHARACTERS",
    "THE CHARACTERS",
    "CHARACTERS IN THE PLAY", "CHARACTERS OF THE PLAY", "THE CHARACTERS OF THE PLAY",
    "THE CHARACTERS IN THE PLAY",
    "CHARACTERS IN ORDER OF APPEARANCE", "LIST OF CHARACTERS", "CAST", "THE CAST",
    "CAST OF CHARACTERS",
    "THE CAST OF CHARACTERS", "CAST LIST", "THE PEOPLE OF THE PLAY", "PEOPLE OF THE PLAY",
    "PEOPLE IN THE PLAY",
    "THE ACTORS", "THE ACTORS NAMES", "THE NAMES OF THE ACTORS", "ACTORS NAMES",
    "DRAMATIS PERSONAE PERSONS REPRESENTED",
    "PERSONEN", "DIE PERSONEN", "PERSONEN DER HANDLUNG", "DARSTELLER", "PERSONNAGES",
    "LES PERSONNAGES", "ACTEURS", "PERSONAJES",
    "PERSONAGGI", "PERSONAGENS", "PERSONER", "PERSONERNA", "ROLLER", "HENKILÖT", "TEGELASED",
    "OSALISED", "PERSONAGES", "OSOBY",
    "ДЕЙСТВУЮЩИЕ ЛИЦА", "ДІЙОВІ ОСОБИ", "登場人物", "人物",
  ]
  /// The headings of tables of contents and lists of scenes.
  static let contents: Set<String> = [
    "CONTENTS", "TABLE OF CONTENTS", "THE CONTENTS", "THE SCENES OF THE PLAY", "SCENES OF THE PLAY",
    "SCENES",
    "LIST OF SCENES", "SYNOPSIS OF SCENES", "THE SCENES", "LIST OF ILLUSTRATIONS", "ILLUSTRATIONS",
    "INHALT",
    "INHALTSVERZEICHNIS", "TABLE DES MATIÈRES", "TABLE", "INDICE", "ÍNDICE", "SISUKORD", "INNEHÅLL",
    "INDHOLD", "SISÄLLYS",
    "SPIS TREŚCI", "СОДЕРЖАНИЕ",
  ]
  /// The headings of introductions.
  static let prefaces: Set<String> = [
    "PREFACE", "INTRODUCTION", "FOREWORD", "VORWORT", "EINLEITUNG", "PRÉFACE", "AVANT-PROPOS",
    "PUBLISHERS NOTE",
    "NOTE", "AUTHORS NOTE", "ARGUMENT", "THE ARGUMENT", "TO THE READER", "DEDICATION",
    "PRODUCTION NOTES", "INTRODUCTORY NOTE",
  ]
  /// What stands at the end of a play.
  static let endings: Set<String> = [
    "THE END", "END", "FINIS", "FIN", "ENDE", "FINE", "SLUT", "LOPP", "КОНЕЦ",
    "THE END OF THE PLAY", "END OF PLAY", "CURTAIN",
    "THE CURTAIN", "VORHANG", "RIDEAU", "TELÓN", "EESRIIE", "SIPARIO", "END OF THE PLAY",
  ]
  /// Headings that follow the end of a play.
  static let afterwords: Set<String> = [
    "NOTES", "FOOTNOTES", "FOOTNOTE", "ENDNOTES", "APPENDIX", "GLOSSARY", "INDEX", "ERRATA",
    "AFTERWORD", "EPILOGUE TO THE READER",
    "TRANSCRIBERS NOTE", "TRANSCRIBERS NOTES", "TRANSCRIBER'S NOTE", "ANMERKUNGEN", "NACHWORT",
    "COSTUMES AND SUGGESTIONS",
    "ADVERTISEMENTS",
  ]
  /// Texts that look like a cue and are none.
  static let noNames = labels.union([
    "SCENE", "SCENES", "ACT", "AT RISE", "CURTAIN",
    "THE CURTAIN", "END", "THE END", "FINIS", "FIN", "EXIT", "EXEUNT", "ENTER", "RE-ENTER",
    "MANENT", "MANET", "BLACKOUT",
    "INTERMISSION", "INTERVAL", "PAUSE", "SILENCE", "TABLEAU", "NOTE", "NOTES", "N.B", "FOOTNOTE",
    "FOOTNOTES", "CONTENTS",
    "PREFACE", "INTRODUCTION", "CHAPTER", "ILLUSTRATION", "SYNOPSIS", "TRANSCRIBER'S NOTE",
    "TRANSCRIBERS NOTE", "COPYRIGHT",
    "CONTINUED", "CUT TO", "FADE IN", "FADE OUT", "FADE TO BLACK", "DISSOLVE TO", "LATER",
    "MOMENTS LATER", "CONTINUOUS",
    "INTERCUT", "MONTAGE", "END OF ACT", "ACT DROP", "ACTUS", "FINIS ACTUS",
    "VORHANG", "PAUZE", "RIDEAU", "LIGHTS", "LIGHTS UP", "LIGHTS OUT", "LIGHTS DOWN",
  ])
  /// Labels of the time and the place of an act; there are no more of them than acts and scenes.
  static let labels: Set<String> = [
    "TIME", "THE TIME", "PLACE", "THE PLACE", "SETTING", "THE SETTING", "SET", "ORT", "ZEIT",
    "LIEU", "TEMPS", "AEG", "KOHT",
  ]
  /// Words that begin directions, and never a speech.
  static let directionOpeners = movements.union([
    "enters", "exits", "re-enters", "curtain", "scene", "act", "finis", "transcriber", "footnotes",
    "blackout",
  ])
  /// Those that stand before the names of people who come, go or stay.
  private static let movements: Set<String> = [
    "enter", "exit", "exeunt", "re-enter", "reenter", "manent", "manet",
  ]
  /// Words that describe somebody, where no brackets mark directions.
  static let told: Set<String> = [
    "he", "she", "they", "pause", "silence", "lights", "everyone", "all", "both",
  ]

  /// Whether somebody may be called `key`.
  static func mayBeName(_ key: String) -> Bool {
    if noNames.contains(key) || endings.contains(key) || afterwords.contains(key)
      || contents.contains(key)
      || castLists.contains(key) || prefaces.contains(key)
    {
      return false
    }
    // `Enter Lord.`
    if let end = key.firstIndex(of: " "), movements.contains(key[..<end].lowercased()) {
      return false
    }
    if key.hasPrefix("END OF") || key.hasSuffix(" SONG") || key == "SONG" || key.hasPrefix("SCENE ")
    {
      return false
    }
    // The number of a scene or of a song.
    return !BookHeading.isRoman(key) || key.count == 1 && key != "I"
  }

  /// Whether `text` is one of these headings, whatever its marks and stops.
  static func isHeading(_ text: String, _ words: Set<String>) -> Bool {
    guard text.utf8.count <= 80 else { return false }
    return words.contains(bare(text))
  }

  /// `text` in capitals, letters and single blanks only.
  static func bare(_ text: String) -> String {
    text.uppercased().filter { $0.isLetter || $0 == " " || $0 == "-" || $0.isNumber }
      .split(separator: " ").joined(separator: " ")
  }
}
