/// The files of a recording in order, for players: extended M3U in UTF-8.
enum Playlist {
  struct Track: Equatable {
    var file: String
    var seconds: Double
    var artist: String
    var title: String
  }

  static func text(of tracks: [Track], title: String) -> String {
    var text = "#EXTM3U\n"
    if !title.isEmpty { text += "#PLAYLIST:\(line(title))\n" }
    for track in tracks {
      let name = track.artist.isEmpty ? track.title : "\(track.artist) - \(track.title)"
      text += "#EXTINF:\(Int(track.seconds.rounded())),\(line(name))\n"
      // A name that begins like a comment gets its folder in front.
      text += (track.file.hasPrefix("#") ? "./" : "") + track.file + "\n"
    }
    return text
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
