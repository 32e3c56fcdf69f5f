import CueStore
import Glibc

extension StoryShelf {
  /// Repairs what can be repaired without a backup.
  ///
  /// A take that forms no tree with the others then answers an earlier take: the latest one that ends before it does. Only a take
  /// that no friend can have is changed. These are second beginnings and circles, because a friend's program refuses a bundle with
  /// them, and a take that was never sent and answers a lost one. Files of takes are made read-only again.
  ///
  /// - Parameters:
  ///   - named: the story; nil for all
  ///   - tell: takes each repair
  /// - Throws: where the story cannot be read or changed, and what `tell` throws
  package func repair(_ named: StoryView? = nil, _ tell: (StoryRepair) throws -> Void) throws {
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    for seen in try named.map({ [$0] }) ?? all() {
      for repair in try stories.whole({ try repairTree(of: try now(seen)) }) { try tell(repair) }
      for take in seen.takes {
        let path = path(take.id, of: seen.story.id)
        if try protect(path) { try tell(.protected(path: path)) }
      }
    }
  }

  /// Makes a file read-only; false if it was.
  private func protect(_ path: String) throws(StoryFailure) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o222 != 0
    else { return false }
    guard unsafe chmod(path, status.st_mode & 0o555) == 0 else {
      throw .system(path: path, errno: errno)
    }
    return true
  }

  private func repairTree(of view: StoryView) throws(StoreFailure) -> [StoryRepair] {
    var view = view
    var repairs: [StoryRepair] = []
    // Each repair ends a fault, and makes none.
    for _ in view.takes {
      guard let lost = view.tree.faults.lazy.compactMap({ self.movable($0, in: view) }).first,
        let parent = newParent(of: lost, in: view)
      else { break }
      try stories.answer(lost.id, to: parent?.id ?? "", of: view.story.number)
      try stories.log(
        .repair, of: view.story.number, take: lost.id, before: lost.parent,
        after: parent?.id ?? "")
      repairs.append(
        .answers(title: view.story.title, take: lost.number, parent: parent?.number ?? 0))
      view = try self.view(view.story)
    }
    return repairs
  }

  /// The take of a fault, if it may answer another take.
  private func movable(_ fault: StoryTree<StoredTake>.Fault, in view: StoryView) -> StoredTake? {
    switch fault {
    case .twoOfOne: nil
    case .secondBeginning(let id), .cycle(let id): view.tree.take(id)
    case .missingParent(let id):
      view.tree.take(id).flatMap { $0.isSent || $0.author != view.story.player ? nil : $0 }
    }
  }

  /// The take that `lost` can answer: `.some(nil)` if it can begin the story, nil if there is none.
  private func newParent(of lost: StoredTake, in view: StoryView) -> StoredTake?? {
    let sound = Set(view.tree.outline(from: view.tree.answers(to: "").first).map(\.id))
    guard !sound.isEmpty else { return .some(nil) }
    let candidates = view.takes.filter { sound.contains($0.id) && $0.id != lost.id }
    // Takes that were added before it come first, the latest of them first.
    let before = candidates.filter { $0.number < lost.number }.reversed()
    let ordered = Array(before) + candidates.filter { $0.number > lost.number }
    return ordered.first { fits(lost, after: $0, in: view) }.map { .some($0) }
  }

  /// Whether `lost` and all takes that follow it end after the takes that they answer.
  private func fits(_ lost: StoredTake, after parent: StoredTake, in view: StoryView) -> Bool {
    var open = [(take: lost, timeline: view.timeline(to: parent.id))]
    var count = 0
    while let (take, timeline) = open.popLast(), count <= view.takes.count {
      count += 1
      guard timeline.leavesTail(length: take.ticks) else { return false }
      var longer = timeline
      longer.append(length: take.ticks)
      open += view.tree.answers(to: take.id).filter { $0.id != lost.id }.map { ($0, longer) }
    }
    return true
  }
}
