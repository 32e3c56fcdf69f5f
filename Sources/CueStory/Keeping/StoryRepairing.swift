import CueStore
import Glibc

extension StoryShelf {
  /// Repairs what can be repaired without a backup; of one story where it is named, of all else.
  ///
  /// A take that makes no tree with the others answers an earlier take afterwards: the latest behind which it ends. Only a take
  /// that no friend can have is changed. A friend's program refuses a bundle with two beginnings or a circle, so these are free;
  /// a take whose answered take is lost is free if it was never sent. The protection of a file from changes is put back.
  ///
  /// - Parameters:
  ///   - named: the story; nil for all
  ///   - tell: takes what was repaired
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

  /// Takes away that a file can be written to; whether it could.
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

  /// The take of a fault, if it may get another place.
  private func movable(_ fault: StoryTree<StoredTake>.Fault, in view: StoryView) -> StoredTake? {
    switch fault {
    case .twoOfOne: nil
    case .secondBeginning(let id), .cycle(let id): view.tree.take(id)
    case .missingParent(let id):
      view.tree.take(id).flatMap { $0.isSent || $0.author != view.story.player ? nil : $0 }
    }
  }

  /// What `lost` can answer: nil inside where it can begin the story, nil where it fits nowhere.
  private func newParent(of lost: StoredTake, in view: StoryView) -> StoredTake?? {
    let sound = Set(view.tree.outline(from: view.tree.answers(to: "").first).map(\.id))
    guard !sound.isEmpty else { return .some(nil) }
    let candidates = view.takes.filter { sound.contains($0.id) && $0.id != lost.id }
    // What was added before it comes first, the latest ahead.
    let before = candidates.filter { $0.number < lost.number }.reversed()
    let ordered = Array(before) + candidates.filter { $0.number > lost.number }
    return ordered.first { fits(lost, behind: $0, in: view) }.map { .some($0) }
  }

  /// Whether `lost`, and all that follows it, end behind what they answer.
  private func fits(_ lost: StoredTake, behind parent: StoredTake, in view: StoryView) -> Bool {
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
