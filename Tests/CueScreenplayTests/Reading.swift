import CueScreenplay

/// The script in `text`, read as a file of those bytes would be.
func read(_ text: String, title: String = "") throws(ScriptError) -> Script {
  try SceneReader.read(Array(text.utf8), title: title)
}

/// The lines of `text`, each as one short string: `ALEX: words`, `- direction`, `# heading`.
func outline(_ text: String) throws(ScriptError) -> [String] {
  try read(text).lines.map { line in
    switch line.kind {
    case .dialogue: "\(line.character ?? "?"): \(line.text)"
    case .stageDirection: "- \(line.text)"
    case .sceneHeading: "# \(line.text)"
    case .sound: "♪ \(line.text)"
    }
  }
}
