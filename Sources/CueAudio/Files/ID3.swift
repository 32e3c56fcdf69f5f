/// Writes the tags of an MP3 file: ID3v2.3 ("ID3 tag version 2.3.0", id3.org) before the sound, ID3v1.1 after it.
///
/// libsndfile's own tags are not used: they hold UTF-8 where players expect Latin-1 (libsndfile#915).
enum ID3 {
  /// The ID3v2.3 tag: each text in ASCII, or in UTF-16 if it has other letters; empty if there are no notes.
  static func opening(_ notes: SoundNotes) -> [UInt8] {
    let frames = texts(notes).flatMap { frame($0.0, $0.1) }
    guard !frames.isEmpty else { return [] }
    let size = (0..<4).reversed().map { UInt8(frames.count >> (7 * $0) & 0x7F) }
    return Array("ID3".utf8) + [3, 0, 0] + size + frames
  }

  /// The ID3v1.1 tag, for old players: Latin-1, each text cut to 30 letters; empty if there are no notes.
  static func closing(_ notes: SoundNotes) -> [UInt8] {
    guard !texts(notes).isEmpty else { return [] }
    let track = UInt8(notes.track.prefix { $0.isNumber }) ?? 0
    // No year (4 bytes), no comment (28), a zero and the number of the track, no genre.
    return Array("TAG".utf8) + [notes.title, notes.artist, notes.album].flatMap { latin($0, 30) }
      + [UInt8](repeating: 0, count: 4 + 28) + [0, track, 0xFF]
  }

  private static func texts(_ notes: SoundNotes) -> [(String, String)] {
    [
      ("TIT2", notes.title), ("TPE1", notes.artist), ("TALB", notes.album), ("TRCK", notes.track),
      ("TLAN", LanguageCode.code(notes.language) ?? ""),
    ].map { ($0.0, printed($0.1)) }.filter { !$0.1.isEmpty }
  }

  private static func frame(_ name: String, _ text: String) -> [UInt8] {
    let body: [UInt8] =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? [0] + Array(text.utf8)
      : [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let size = (0..<4).reversed().map { UInt8(body.count >> (8 * $0) & 0xFF) }
    return Array(name.utf8) + size + [0, 0] + body
  }

  /// `text` in Latin-1, in a field of `count` bytes.
  private static func latin(_ text: String, _ count: Int) -> [UInt8] {
    let plain: [Unicode.Scalar: String] = [
      "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-", "…": "...",
      "š": "s", "Š": "S", "ž": "z", "Ž": "Z", "Œ": "OE", "œ": "oe",
    ]
    let bytes = printed(text).unicodeScalars.flatMap { scalar -> [UInt8] in
      if scalar.value <= 0xFF { return [UInt8(scalar.value)] }
      return plain[scalar].map { Array($0.utf8) } ?? [UInt8(ascii: "?")]
    }.prefix(count)
    return bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  /// `text` with blanks for control characters: a zero would end it, and players show no line breaks.
  private static func printed(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
