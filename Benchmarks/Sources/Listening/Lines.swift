/// The lines that are listened to, scene by scene.
struct Lines {
  let scenes: [[String]]

  /// Reads them: a line each, an empty line between scenes, and `#` before what is no line.
  init(file: String) throws {
    let text = String(decoding: contents(ofFile: file), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("#") }
    scenes = lines.split(separator: "", omittingEmptySubsequences: true).map { $0.map(String.init) }
    guard scenes.count > 1, scenes.allSatisfy({ $0.count > 1 }) else {
      throw BenchFailure(sentence: "\(file) should hold at least two scenes of at least two lines.")
    }
  }

  init(scenes: [[String]]) { self.scenes = scenes }

  /// All lines, by scene and place.
  var places: [(scene: Int, line: Int)] {
    scenes.indices.flatMap { scene in scenes[scene].indices.map { (scene, $0) } }
  }

  /// The words of a line as they are compared: lower case, without punctuation.
  static func words(_ line: String) -> [String] {
    line.lowercased().replacing("’", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  /// The clauses of a line, each with its punctuation.
  static func clauses(_ line: String) -> [String] {
    var clauses = [""]
    for token in line.split(separator: " ") {
      clauses[clauses.count - 1] += (clauses[clauses.count - 1].isEmpty ? "" : " ") + token
      if let last = token.last, ",.;:?!".contains(last) { clauses.append("") }
    }
    return clauses.filter { !words($0).isEmpty }
  }
}
