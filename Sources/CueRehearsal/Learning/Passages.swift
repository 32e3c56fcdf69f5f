import CueModel
import CueScreenplay

/// Lines of an actor with what leads to them, to be rehearsed by themselves.
public enum Passages {
  /// The indices of the actor's lines within `range`, in their order.
  public static func ownLines(
    of script: Script, _ roles: Set<String>, in range: Range<Int>
  ) -> [Int] {
    range.filter { isSpoken(script.lines[$0]) && isOwn(script.lines[$0], roles) }
  }

  /// For each of the actor's `lines` its passage: the partner's line before it, the actor's lines that follow that, and itself.
  ///
  /// A passage stays within its scene. Lines of one passage are rehearsed once, at the place of the first that asks for it.
  ///
  /// - Parameters:
  ///   - lines: indices of the actor's lines, in any order
  ///   - script: what is rehearsed
  ///   - roles: the actor's characters
  /// - Returns: indices of spoken lines, passage by passage; no line twice
  public static func leading(
    to lines: [Int], in script: Script, _ roles: Set<String>
  ) -> [[Int]] {
    var passages: [[Int]] = []
    var places: [Int: Int] = [:]
    for line in lines {
      let passage = passage(to: line, in: script, roles)
      guard let start = passage.first else { continue }
      if let place = places[start] {
        // The longer of two that begin alike.
        if passage.count > passages[place].count { passages[place] = passage }
      } else {
        places[start] = passages.count
        passages.append(passage)
      }
    }
    return passages
  }

  private static func passage(
    to line: Int, in script: Script, _ roles: Set<String>
  ) -> [Int] {
    var passage = [line]
    var index = line
    while index > 0 {
      index -= 1
      let before = script.lines[index]
      guard before.sceneIndex == script.lines[line].sceneIndex else { break }
      guard isSpoken(before), isOwn(before, roles) || !script.isBesideActor(before, roles) else {
        continue
      }
      passage.append(index)
      if !isOwn(before, roles) { break }
    }
    return passage.reversed()
  }

  /// The passages in an order that `seed` decides; the same seed gives the same order on every machine.
  public static func shuffled(_ passages: [[Int]], seed: UInt64) -> [[Int]] {
    // Fisher and Yates, by hand: the standard library's result for a seed may change.
    var random = SplitMix(seed: seed)
    var shuffled = passages
    for last in stride(from: shuffled.count - 1, to: 0, by: -1) {
      shuffled.swapAt(last, Int(random.next() % UInt64(last + 1)))
    }
    return shuffled
  }

  private static func isSpoken(_ line: Line) -> Bool {
    line.kind == .dialogue && line.character != nil
  }

  private static func isOwn(_ line: Line, _ roles: Set<String>) -> Bool {
    line.character.map(roles.contains) ?? false
  }
}
