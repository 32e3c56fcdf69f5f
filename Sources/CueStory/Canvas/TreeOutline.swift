import CueStore

/// The tree of a story as rows from the top down, so that each take stands right under the one that it answers.
///
/// A story without branches is a straight line, however long. Where a take has several answers, all but the first of them, with
/// what follows them, stand further in and before it:
///
/// ```
/// 1
/// 2
/// ├─4
/// │ 5
/// 3
/// ```
package struct TreeOutline: Equatable, Sendable {
  /// A take's row.
  package struct Row: Equatable, Sendable {
    /// The index of the take in the story.
    package let take: Int
    /// How many branches it is in; 0 for the main line.
    package let depth: Int
    /// Whether a branch begins with it.
    package let isFork: Bool
    /// How many takes answer it.
    package let answers: Int
  }

  /// The rows, from the top.
  package private(set) var rows: [Row] = []
  private var rowOfTake: [Int: Int] = [:]

  /// The outline of a tree.
  package init(_ tree: StoryTree<StoredTake>) {
    var indices: [String: Int] = [:]
    for (index, take) in tree.takes.enumerated() where indices[take.id] == nil {
      indices[take.id] = index
    }
    func open(_ id: String, depth: Int) -> [(take: Int, depth: Int, isFork: Bool)] {
      let answers = tree.answers(to: id).compactMap { indices[$0.id] }
      guard let first = answers.first else { return [] }
      // The last one is taken first.
      return [(first, depth, false)] + answers.dropFirst().reversed().map { ($0, depth + 1, true) }
    }
    var waiting = open("", depth: 0)
    while let next = waiting.popLast(), rows.count < tree.takes.count {
      let id = tree.takes[next.take].id
      let answers = open(id, depth: next.depth)
      rowOfTake[next.take] = rows.count
      rows.append(
        Row(take: next.take, depth: next.depth, isFork: next.isFork, answers: answers.count))
      waiting += answers
    }
  }

  /// The row of the take of that index in the story; nil if no way from the beginning leads to it.
  package func row(ofTake index: Int) -> Int? { rowOfTake[index] }

  /// The rows that are seen on a screen of `count` rows, with the row `selected` in the middle as far as there are enough.
  package func window(around selected: Int, rows count: Int) -> Range<Int> {
    let count = max(1, count)
    let first = min(max(0, selected - count / 2), max(0, rows.count - count))
    return first..<min(rows.count, first + count)
  }

  /// The next row in a direction at which a branch begins, or that has several answers; the last one in that direction where
  /// there is none.
  package func fork(from row: Int, isForward: Bool) -> Int {
    var at = row
    while true {
      let next = isForward ? at + 1 : at - 1
      guard rows.indices.contains(next) else { return at }
      at = next
      if rows[at].isFork || rows[at].answers > 1 { return at }
    }
  }
}

extension StoryTree<StoredTake> {
  /// The end of the branch that goes on from the take of that id, always by its newest answer.
  package func end(from id: String) -> String {
    var at = id
    for _ in takes {
      guard let next = answers(to: at).last else { break }
      at = next.id
    }
    return at
  }
}
