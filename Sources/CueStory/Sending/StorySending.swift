import CArchive
import CueAudio
import CueStore
import CueSystem
import Glibc

/// What came with a bundle.
package struct ReceivedStory: Equatable, Sendable {
  /// The present state of the story.
  package var view: StoryView
  /// The takes that were not here before, in their order.
  package var added: [StoredTake]
  /// The sender.
  package var from: String
  /// Whether the pen came with it.
  package var broughtPen: Bool
  /// Whether takes were added here, too, since it was sent: both branches stay.
  package var hasForked: Bool
  /// Whether nothing of it is new: it changed nothing.
  package var isKnown: Bool
}

extension StoryShelf {
  // MARK: - Sending

  /// Writes the story into a bundle at `path`, and passes the pen.
  ///
  /// The pen is passed when the bundle is on the disk. A player who has passed it may write the bundle again, for the same one.
  /// A story that a friend's program would refuse is not sent: its tree and all bytes of its takes are checked first.
  ///
  /// - Parameters:
  ///   - view: the story
  ///   - recipient: the player who gets the pen; empty for any receiver of the bundle
  ///   - path: the file, which is replaced at once or not at all
  /// - Returns: the new state of the story
  /// - Throws: a ``StoryFailure``, also where a take is not what was recorded; nothing has changed then
  package func send(_ view: StoryView, to recipient: String, path: String) throws -> StoryView {
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    let view = try now(view)
    let story = view.story
    let recipient = try self.recipient(recipient, of: view)
    var passed = story
    if story.isActive { passed.turn += 1 }
    let bundle = StoryBundle(
      story: passed, from: story.player, recipient: recipient, takes: view.takes)
    do throws(BundleFault) { try bundle.check(beside: []) } catch {
      throw StoryFailure.broken(title: story.title)
    }
    let partial: PartialFile
    do throws(SystemError) { partial = try PartialFile(path) } catch {
      throw StoryFailure.system(path: path, errno: error.errno)
    }
    guard cue_archive_is_there() != 0 else {
      throw StoryFailure.bundle(path: path, .noLibrary)
    }
    try write(bundle, to: partial)
    step(.bundleWritten)
    do throws(SystemError) { try partial.finish(isSynced: true) } catch {
      throw StoryFailure.system(path: path, errno: error.errno)
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try TakeFiles.sync(folder: folder.isEmpty ? "/" : folder)
    step(.bundleNamed)
    guard story.isActive else { return view }
    try stories.transaction { () throws(StoreFailure) in
      // Dials that were turned while the bundle was written are kept; the next bundle has them.
      var sent = try stories.story(story.number) ?? story
      (sent.isActive, sent.holder, sent.turn) = (false, recipient, passed.turn)
      try stories.update(sent)
      for var take in try stories.takes(of: story.number) where !take.isSent {
        take.isSent = true
        try stories.update(take, of: story.number)
      }
      try stories.log(.send, of: story.number, before: story.player, after: recipient)
    }
    return try now(view)
  }

  /// The player that gets the pen if `recipient` is asked for; empty for any receiver.
  ///
  /// - Throws: a ``StoryFailure`` where the story has no takes, or its pen is with another one already
  func recipient(_ recipient: String, of view: StoryView) throws(StoryFailure) -> String {
    let story = view.story
    guard !view.takes.isEmpty else { throw .noTakes(title: story.title) }
    guard !story.isActive else { return recipient }
    guard recipient.isEmpty || recipient == story.holder else {
      throw .locked(title: story.title, holder: story.holder)
    }
    return story.holder
  }

  private func write(_ bundle: StoryBundle, to partial: PartialFile) throws(StoryFailure) {
    let path = partial.path
    func failed() -> StoryFailure { .system(path: path, errno: errno == 0 ? EIO : errno) }
    guard let writer = unsafe cue_archive_write(partial.descriptor) else { throw failed() }
    var isEnded = false
    defer { if !isEnded { _ = unsafe cue_archive_write_end(writer) } }
    let head = Array(bundle.json.indentedText.utf8)
    guard unsafe cue_archive_write_file(writer, "story.json", Int64(head.count)) != 0,
      unsafe cue_archive_write_bytes(writer, head, head.count) != 0
    else { throw failed() }
    for take in bundle.takes {
      let file = self.path(take.id, of: bundle.story.id)
      let size = TakeFiles.byteCount(
        frames: take.frames, take.format(rateHertz: bundle.story.rateHertz))
      let bytes: [UInt8]
      do throws(WholeFile.ReadError) { bytes = try WholeFile.read(file, limit: size) } catch {
        guard case .system(let system) = error else { throw .damaged(path: file) }
        throw .system(path: file, errno: system.errno)
      }
      // What is damaged is not passed on.
      guard bytes.count == size,
        ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...])) == take.digest
      else { throw .damaged(path: file) }
      guard unsafe cue_archive_write_file(writer, "takes/\(take.id).wav", Int64(size)) != 0,
        unsafe cue_archive_write_bytes(writer, bytes, bytes.count) != 0
      else { throw failed() }
    }
    isEnded = true
    guard unsafe cue_archive_write_end(writer) != 0 else { throw failed() }
  }

  // MARK: - Receiving

  /// Takes over what is in the bundle at `path` and not here: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - path: the bundle
  ///   - player: what the user is called in a story that is not here yet; else the user keeps the name
  /// - Returns: the story, and what was added
  /// - Throws: a ``StoryFailure``; nothing has changed then
  package func receive(_ path: String, player: String) throws -> ReceivedStory {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UserFile.open(path) } catch {
      throw error.errno == ESPIPE
        ? StoryFailure.bundle(path: path, .noFile)
        : StoryFailure.system(path: path, errno: error.errno)
    }
    defer { close(descriptor) }
    guard cue_archive_is_there() != 0 else {
      throw StoryFailure.bundle(path: path, .noLibrary)
    }
    guard let archive = unsafe cue_archive_open_file(descriptor) else {
      throw StoryFailure.bundle(path: path, .noArchive)
    }
    defer { unsafe cue_archive_close(archive) }
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    do {
      let reader = unsafe BundleReader(archive)
      let bundle = try reader.story()
      let known = try stories.story(id: bundle.story.id)
      let before = try known.map { (story) throws(StoreFailure) in try view(story) }
      if let known, known.rateHertz != bundle.story.rateHertz {
        throw BundleFault.rate(bundle.story.rateHertz, known: known.rateHertz)
      }
      try bundle.check(beside: before?.takes ?? [])
      let added = bundle.takes.filter { before?.tree.take($0.id) == nil }
      try keepFiles(of: bundle, added, reader)
      return try keepRows(of: bundle, added, before, player: player)
    } catch let fault as BundleFault {
      throw StoryFailure.bundle(path: path, fault)
    }
  }

  /// Writes the files of new takes, each when all its bytes are right.
  private func keepFiles(
    of bundle: StoryBundle, _ added: [StoredTake], _ reader: BundleReader
  ) throws {
    let story = bundle.story
    let storyFolder = "\(folder)/\(story.id)"
    if !added.isEmpty {
      try TakeFiles.make(folder: storyFolder)
      try TakeFiles.sync(folder: folder)
    }
    let ids = added.map(\.id)
    try stories.transaction { () throws(StoreFailure) in try stories.begin(ids, of: story.id) }
    step(.announced)
    do {
      let new = Set(ids)
      var missing = Dictionary(
        uniqueKeysWithValues: bundle.takes.map { ("takes/\($0.id).wav", $0) })
      while let name = try reader.next() {
        guard let take = missing.removeValue(forKey: name) else {
          throw bundle.takes.contains { "takes/\($0.id).wav" == name } || name == "story.json"
            ? BundleFault.twice(name) : BundleFault.name(name)
        }
        let format = take.format(rateHertz: story.rateHertz)
        let bytes = try reader.bytes(
          name, exactly: TakeFiles.byteCount(frames: take.frames, format))
        guard ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...])) == take.digest,
          bytes.starts(with: WAV.header(format, frames: take.frames))
        else { throw BundleFault.changed(name) }
        guard new.contains(take.id) else { continue }
        let path = path(take.id, of: story.id)
        do throws(WholeFile.WriteError) {
          try WholeFile.write(bytes, to: path, permissions: 0o444, isSynced: true)
        } catch { throw StoryFailure.system(path: path, errno: error.system.errno) }
        step(.named)
      }
      if let name = missing.keys.min() { throw BundleFault.missing(name) }
      if !added.isEmpty { try TakeFiles.sync(folder: storyFolder) }
      step(.synced)
    } catch {
      for id in ids { unsafe unlink(path(id, of: story.id)) }
      unsafe rmdir(storyFolder)
      try stories.transaction { () throws(StoreFailure) in try stories.end(ids, of: story.id) }
      throw error
    }
  }

  /// What a bundle changes here.
  private struct Merge {
    /// Whether the bundle was written when the pen was passed on, later than what is known here.
    var isNewer: Bool
    var wasActive: Bool
    var bringsPen: Bool

    init(_ bundle: StoryBundle, _ before: StoryView?, player: String) {
      isNewer = before.map { bundle.story.turn > $0.story.turn } ?? true
      wasActive = before?.story.isActive ?? false
      bringsPen =
        isNewer && !wasActive
        && (bundle.recipient.isEmpty || bundle.recipient == before?.story.player ?? player)
    }
  }

  private func keepRows(
    of bundle: StoryBundle, _ added: [StoredTake], _ before: StoryView?, player: String
  ) throws -> ReceivedStory {
    let merge = Merge(bundle, before, player: player)
    if let before, added.isEmpty, !merge.isNewer {
      return ReceivedStory(
        view: before, added: [], from: bundle.from, broughtPen: false, hasForked: false,
        isKnown: true)
    }
    var hasForked = false
    let number = try stories.transaction { () throws(StoreFailure) -> Int64 in
      var story: StoredStory
      if let before {
        // Dials change without a hold: they may have been turned meanwhile.
        story = try stories.story(before.story.number) ?? before.story
      } else {
        story = bundle.story
        story.player = player
        story.title = try free(story.title)
        (story.isActive, story.holder) = (false, bundle.recipient)
        story = try stories.add(story)
      }
      for take in added { _ = try stories.add(take, to: story.number) }
      if merge.isNewer, !merge.wasActive {
        // The player that held the pen has turned the dials.
        story.dials = bundle.story.dials
        story.click = bundle.story.click
        try takeMix(of: bundle, before, story.number)
      }
      let tree = StoryTree(try stories.takes(of: story.number))
      let goesOn = tree.leads(story.head, to: bundle.story.head)
      // The player that had the pen decides where the story goes on.
      let follows = merge.isNewer && !merge.wasActive
      hasForked =
        !follows && !goesOn && !tree.leads(bundle.story.head, to: story.head)
      if goesOn || follows { story.head = bundle.story.head }
      if merge.bringsPen {
        (story.isActive, story.holder) = (true, "")
        // What was to be sent has come back by another way.
        try stories.unqueue(ofStory: story.number)
      } else if merge.isNewer, !merge.wasActive, !bundle.recipient.isEmpty {
        story.holder = bundle.recipient
      }
      story.turn = max(story.turn, bundle.story.turn)
      try stories.update(story)
      try stories.end(added.map(\.id), of: story.id)
      try stories.log(
        .receive, of: story.number, before: bundle.from,
        after: added.map(\.id).joined(separator: " "))
      return story.number
    }
    step(.received)
    let view = try view("\(number)")
    return ReceivedStory(
      view: view, added: added.compactMap { view.tree.take($0.id) }, from: bundle.from,
      broughtPen: merge.bringsPen, hasForked: hasForked, isKnown: false)
  }

  /// Mixes the takes that were here before as the bundle says; others have them, then.
  private func takeMix(
    of bundle: StoryBundle, _ before: StoryView?, _ story: Int64
  ) throws(StoreFailure) {
    let theirs = Dictionary(bundle.takes.map { ($0.id, $0) }) { one, _ in one }
    for mine in try stories.takes(of: story) where before?.tree.take(mine.id) != nil {
      guard let their = theirs[mine.id] else { continue }
      var mixed = mine
      mixed.isSent = true
      mixed.take(track: their.trackRecord)
      try stories.update(mixed, of: story)
    }
  }

  /// `title`, or followed by a number where a story already has that title.
  private func free(_ title: String) throws(StoreFailure) -> String {
    var (free, number) = (title, 1)
    while try stories.story(titled: free) != nil {
      number += 1
      free = "\(title) (\(number))"
    }
    return free
  }
}

/// Reads the files of a bundle in their order; what no bundle has is a fault.
@safe private struct BundleReader {
  private let archive: OpaquePointer

  init(_ archive: OpaquePointer) { unsafe self.archive = unsafe archive }

  /// What it says of its story, which is its first file.
  func story() throws(BundleFault) -> StoryBundle {
    guard let name = try next() else { throw .noArchive }
    guard name == "story.json" else { throw .noStory }
    return try StoryBundle(try bytes(name, atMost: StoryBundle.mostBytes))
  }

  /// The name of the next file, which is plain and safe; nil at the end.
  func next() throws(BundleFault) -> String? {
    guard let pointer = unsafe cue_archive_next(archive) else {
      if unsafe cue_archive_is_damaged(archive) != 0 { throw .noArchive }
      return nil
    }
    let name = unsafe String(cString: pointer)
    guard Int(unsafe cue_archive_kind(archive)) == CUE_ARCHIVE_FILE else { throw .notAFile(name) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard name == "story.json" || (parts.count == 2 && parts[0] == "takes"),
      StoryLimits.isSafe(String(parts[parts.count - 1]))
    else { throw .name(name) }
    return name
  }

  /// The bytes of the file, which has `count`.
  func bytes(_ name: String, exactly count: Int) throws(BundleFault) -> [UInt8] {
    let bytes = try bytes(name, atMost: count)
    guard bytes.count == count else { throw .changed(name) }
    return bytes
  }

  private func bytes(_ name: String, atMost most: Int) throws(BundleFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe block.withUnsafeMutableBufferPointer { buffer in
        unsafe Int(cue_archive_read(archive, buffer.baseAddress, buffer.count))
      }
      guard count >= 0 else { throw .noArchive }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= most else { throw .tooLarge(name) }
      bytes += block[..<count]
    }
  }
}
