/// A way to say something while a line is expected.
enum Variant: String, CaseIterable {
  case asWritten = "line as written"
  case restart = "with a restart and a filler"
  case innerPause = "with an inner pause of 0.5 to 1.5 s"
  case otherLine = "another line of the scene"
  case outside = "a line outside the grammar"
  case clauseMissing = "a clause missing"
  case firstHalf = "first half only"
  case replaced = "one or two words replaced"

  /// What is said: parts, with seconds of silence after each but the last; nothing where the line is too short for it.
  func says(
    _ place: (scene: Int, line: Int), of lines: Lines, using random: inout RepeatableGenerator
  ) -> [Part]? {
    let scene = lines.scenes[place.scene]
    let line = scene[place.line]
    let tokens = line.split(separator: " ").map(String.init)
    func joined(_ tokens: some Sequence<String>) -> [Part] {
      [Part(text: tokens.joined(separator: " "))]
    }
    switch self {
    case .asWritten: return joined([line])
    case .otherLine:
      let others = scene.indices.filter { Lines.words(scene[$0]) != Lines.words(line) }
      return others.randomElement(using: &random).map { joined([scene[$0]]) }
    case .outside:
      let others = lines.scenes.indices.filter { $0 != place.scene }
      return others.randomElement(using: &random).flatMap { other in
        lines.scenes[other].randomElement(using: &random).map { joined([$0]) }
      }
    case .restart:
      guard tokens.count >= 4 else { return nil }
      let stop = Int.random(in: 1..<tokens.count - 1, using: &random)
      let back = Int.random(in: 1...min(3, stop + 1), using: &random)
      let filler = Int.random(in: 1..<tokens.count, using: &random)
      var said: [String] = []
      for (index, token) in tokens.enumerated() {
        if index == filler { said.append(Bool.random(using: &random) ? "uh," : "um,") }
        said.append(index == stop ? Variant.bare(token) + "," : token)
        if index == stop { said += tokens[stop - back + 1...stop] }
      }
      return joined(said)
    case .innerPause:
      guard tokens.count > 1 else { return nil }
      let at = Int.random(in: 1..<tokens.count, using: &random)
      return [
        Part(
          text: tokens[..<at].joined(separator: " "),
          pauseSeconds: Double.random(in: 0.5...1.5, using: &random)),
        Part(text: tokens[at...].joined(separator: " ")),
      ]
    case .clauseMissing:
      let clauses = Lines.clauses(line)
      let long = clauses.indices.filter { Lines.words(clauses[$0]).count >= 2 }
      if clauses.count >= 2, tokens.count >= 5, let gone = long.randomElement(using: &random) {
        return joined(clauses.indices.filter { $0 != gone }.map { clauses[$0] })
      }
      guard tokens.count >= 6 else { return nil }
      let count = max(2, tokens.count / 3)
      let first = Int.random(in: 0...tokens.count - count, using: &random)
      return joined(tokens[..<first] + tokens[(first + count)...])
    case .firstHalf:
      guard tokens.count >= 4 else { return nil }
      return joined(tokens[..<((tokens.count + 1) / 2)])
    case .replaced:
      let own = Set(Lines.words(line))
      let all = Set(lines.scenes.flatMap { $0.flatMap(Lines.words) })
      let pool = all.filter { $0.count >= 4 && !own.contains($0) && !$0.contains("'") }.sorted()
      var places = tokens.indices.filter { Variant.bare(tokens[$0]).count >= 4 }
      guard !places.isEmpty else { return nil }
      let count = tokens.count < 10 ? 1 : min(places.count, Int.random(in: 1...2, using: &random))
      places.shuffle(using: &random)
      var said = tokens
      for place in places.prefix(count) {
        guard let other = pool.randomElement(using: &random) else { return nil }
        said[place] = other + tokens[place].dropFirst(Variant.bare(tokens[place]).count)
      }
      return joined(said)
    }
  }

  /// A token without the punctuation at its end.
  private static func bare(_ token: String) -> String {
    String(token.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
  }
}

/// Words said in one go, and the silence after them.
struct Part: Equatable {
  var text: String
  var pauseSeconds = 0.0
}
