/// A take's place in the tree: its id, and the take that it answers.
package protocol TreeMember {
  /// Its id.
  var id: String { get }
  /// The id of the take that it answers; empty for the first of the story.
  var parent: String { get }
}

/// The tree of a story's takes: each answers one, and may be answered by several.
package struct StoryTree<Take: TreeMember> {
  /// All takes, in the order in which they were added.
  package let takes: [Take]
  private let places: [String: Int]
  private let children: [String: [Int]]

  /// What is wrong with a tree.
  package enum Fault: Error, Equatable, Sendable {
    /// Two takes have this id.
    case twoOfOne(String)
    /// The take answers one that is not there.
    case missingParent(String)
    /// The take answers, in the end, itself.
    case cycle(String)
    /// The take begins the story a second time.
    case secondBeginning(String)
  }

  /// The tree of `takes`, whatever is wrong with it; see ``faults``.
  package init(_ takes: [Take]) {
    self.takes = takes
    var places: [String: Int] = [:]
    var children: [String: [Int]] = [:]
    for (index, take) in takes.enumerated() {
      if places[take.id] == nil { places[take.id] = index }
      children[take.parent, default: []].append(index)
    }
    self.places = places
    self.children = children
  }

  /// The take of that id.
  package func take(_ id: String) -> Take? { places[id].map { takes[$0] } }

  /// The takes that answer the one of that id; those that begin the story for an empty id.
  package func answers(to id: String) -> [Take] { (children[id] ?? []).map { takes[$0] } }

  /// Takes that nothing answers, in the order in which they were added.
  package var leaves: [Take] { takes.filter { children[$0.id] == nil } }

  /// All that is wrong with it.
  package var faults: [Fault] {
    var faults: [Fault] = []
    var seen: Set<String> = []
    for take in takes where !seen.insert(take.id).inserted { faults.append(.twoOfOne(take.id)) }
    for take in answers(to: "").dropFirst() { faults.append(.secondBeginning(take.id)) }
    // A take that is reached from the beginning, or from one whose parent is lost, is in no cycle.
    var reached: Set<String> = []
    var open = answers(to: "").map(\.id)
    for take in takes where !take.parent.isEmpty && places[take.parent] == nil {
      faults.append(.missingParent(take.id))
      open.append(take.id)
    }
    while let id = open.popLast() {
      guard reached.insert(id).inserted else { continue }
      open += answers(to: id).map(\.id)
    }
    for take in takes where !reached.contains(take.id) && isInCycle(take) {
      faults.append(.cycle(take.id))
    }
    return faults
  }

  private func isInCycle(_ take: Take) -> Bool {
    var at = self.take(take.parent)
    for _ in takes {
      guard let here = at else { return false }
      if here.id == take.id { return true }
      at = self.take(here.parent)
    }
    return false
  }

  /// The takes from the beginning to the one of that id; empty for an empty id, nil if it is not there or has no beginning.
  package func chain(to id: String) -> [Take]? {
    var chain: [Take] = []
    var at = id
    while !at.isEmpty {
      guard let take = take(at), chain.count < takes.count else { return nil }
      chain.append(take)
      at = take.parent
    }
    return chain.reversed()
  }

  /// Whether `id` is `other`, or before it on its way from the beginning; an empty id is before all.
  package func leads(_ id: String, to other: String) -> Bool {
    id.isEmpty || chain(to: other)?.contains { $0.id == id } == true
  }

  /// `first`, the takes that answer it, those that answer these, and so on.
  package func outline(from first: Take?) -> [Take] {
    var found: [Take] = []
    var seen: Set<String> = []
    var open = first.map { [$0] } ?? []
    while let take = open.popLast() {
      guard seen.insert(take.id).inserted else { continue }
      found.append(take)
      open += answers(to: take.id)
    }
    return found
  }

  /// All takes with how many takes are before each, every one after the one that it answers.
  package var outline: [(take: Take, depth: Int)] {
    var rows: [(take: Take, depth: Int)] = []
    var open = answers(to: "").reversed().map { (take: $0, depth: 0) }
    while let row = open.popLast(), rows.count < takes.count {
      rows.append(row)
      open += answers(to: row.take.id).reversed().map { (take: $0, depth: row.depth + 1) }
    }
    return rows
  }
}

extension StoryTree: Sendable where Take: Sendable {}

/// Whether this player may change a story.
package enum Pen: String, Sendable {
  /// This player holds the pen: may record, and turn dials.
  case active
  /// Another one holds it: this one may listen.
  case locked
}

/// Why a take may not be removed.
public enum RemovalRefusal: Error, Equatable, Sendable {
  /// It is another player's.
  case anothers(author: String)
  /// It was sent: others have it.
  case sent
  /// Other takes answer it.
  case answered(count: Int)
}

extension RemovalRefusal {
  /// Why a take may not be removed by `player`; nil if it may: only one's own, that was not sent and that nothing answers.
  package static func of(
    author: String, isSent: Bool, answers: Int, by player: String
  ) -> RemovalRefusal? {
    if author != player { return .anothers(author: author) }
    if isSent { return .sent }
    if answers > 0 { return .answered(count: answers) }
    return nil
  }
}

/// What goes on; while anything does, nothing may be touched.
package struct StoryActivity: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Sound is being made or checked.
  package static let processing = StoryActivity(rawValue: 4)
  /// A take is being recorded.
  package static let recording = StoryActivity(rawValue: 8)
  /// The playhead is on its way to the marker.
  package static let waitingToRecord = StoryActivity(rawValue: 16)

  /// Whether touching is locked.
  package var locksTouch: Bool { !isEmpty }
}
