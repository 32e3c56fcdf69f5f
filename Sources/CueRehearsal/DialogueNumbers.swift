import CueScreenplay

/// The numbers people give to the lines of a script: spoken lines are counted, from 1.
///
/// Headings, directions and words without a speaker have none. "goto 3" in a scene that opens with a
/// heading is the third speech, whatever its speaker.
public struct DialogueNumbers: Equatable, Sendable {
  private let lines: [Int]

  /// The numbers in `script`.
  public init(_ script: Script) {
    lines = script.lines.filter { $0.kind == .dialogue && $0.character != nil }.map(\.index)
  }

  /// How many spoken lines there are.
  public var count: Int { lines.count }

  /// The index in the script of the spoken line `number`; nil if there is none.
  public func index(of number: Int) -> Int? {
    number >= 1 && number <= lines.count ? lines[number - 1] : nil
  }

  /// The number of the line at `index` in the script; nil for one that is not spoken.
  public func number(at index: Int) -> Int? {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low] == index ? low + 1 : nil
  }

  /// The index of the spoken line before the one at `index`, or after it; nil if there is none.
  func neighbour(of index: Int, before: Bool) -> Int? {
    guard let number = number(at: index) else { return nil }
    return self.index(of: before ? number - 1 : number + 1)
  }
}
