import CueStore
import CueSystem
import Glibc

/// What became of a story in the queue.
package enum QueueOutcome: Equatable, Sendable {
  /// It is in the file, and the pen is passed.
  case sent(StoryView, path: String)
  /// Its folder cannot be reached; it stays in the queue.
  case waits(StoryView, folder: String, errno: Int32)
  /// It cannot be sent any more, and left the queue.
  case dropped(StoryView, StoryFailure)
}

// A queue of stories for folders that may not be reachable, which survives a restart.
extension StoryShelf {
  /// Queues a story for a folder, which need not be there.
  ///
  /// - Parameters:
  ///   - view: the story
  ///   - recipient: the player who gets the pen; empty for any receiver
  ///   - folder: the folder, absolute
  /// - Throws: a ``StoryFailure`` where the story has no takes, or its pen is with another one already
  package func queue(_ view: StoryView, to recipient: String, folder: String) throws {
    precondition(folder.hasPrefix("/"), "a folder is looked for from the root on")
    let recipient = try self.recipient(recipient, of: view)
    try stories.queue(view.story.number, folder: folder, recipient: recipient)
  }

  /// What waits to be sent, the oldest first.
  package func queued() throws -> [OutgoingStory] { try stories.outgoing() }

  /// Sends what is queued, the oldest first; what cannot be sent now stays.
  ///
  /// A folder that cannot be reached keeps only its own stories waiting. A program that is killed has sent a story, or has it
  /// in the queue still, or both: it is sent again then, which changes nothing.
  ///
  /// - Parameter tell: is called with the outcome of each
  /// - Throws: ``StoryFailure/inUse(folder:)`` while another program changes stories, a `StoreFailure`, and what `tell` throws
  package func sendQueued(_ tell: (QueueOutcome) throws -> Void) throws {
    var unreachable: [String: Int32] = [:]
    for outgoing in try stories.outgoing() {
      guard let story = try stories.story(outgoing.story) else { continue }
      let before = try view(story)
      if let errno = unreachable[outgoing.folder] {
        try tell(.waits(before, folder: outgoing.folder, errno: errno))
        continue
      }
      let path = "\(outgoing.folder)/\(StoryShelf.bundleName(of: story))"
      do {
        let sent = try send(before, to: outgoing.recipient, path: path)
        try stories.unqueue(outgoing.number)
        try tell(.sent(sent, path: path))
      } catch StoryFailure.system(let failed, let errno)
        where failed == path || failed == outgoing.folder
      {
        unreachable[outgoing.folder] = errno
        try tell(.waits(before, folder: outgoing.folder, errno: errno))
      } catch let failure as StoryFailure {
        if case .inUse = failure { throw failure }
        try stories.unqueue(outgoing.number)
        try tell(.dropped(before, failure))
      }
    }
  }

  /// The name of a story's bundle in a shared folder: each player writes one for a story, the newest.
  package static func bundleName(of story: StoredStory) -> String {
    func plain(_ text: String) -> String {
      let letters = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
      let words = String(letters).split(separator: "-")
      return String(words.joined(separator: "-").prefix(40))
    }
    let parts = [plain(story.title), String(story.id.prefix(8)), plain(story.player)]
    return parts.filter { !$0.isEmpty }.joined(separator: "-") + ".\(fileExtension)"
  }

  /// The extension of bundles.
  package static let fileExtension = "tapstory"

  /// Whether a folder is at `path`.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The bundles in a folder, those that changed first first.
  ///
  /// - Throws: ``StoryFailure/system(path:errno:)`` where it cannot be looked into
  package static func bundles(in folder: String) throws(StoryFailure) -> [String] {
    let names: [String]
    do throws(SystemError) { names = try Folder.list(folder) } catch {
      throw .system(path: folder, errno: error.errno)
    }
    let states =
      names
      .filter { $0.lowercased().hasSuffix("." + fileExtension) && !PartialFile.isPartial($0) }
      .map { (path: "\(folder)/\($0)", state: FileState("\(folder)/\($0)")) }
    return states.sorted {
      ($0.state?.modifiedNanoseconds ?? 0, $0.path) < ($1.state?.modifiedNanoseconds ?? 0, $1.path)
    }.map(\.path)
  }
}
