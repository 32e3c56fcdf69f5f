import CSystem
import CueModel
import CueStore
import CueSystem
import Glibc

/// A moment at which a program may be stopped, for tests.
package enum StoryStep: String, CaseIterable, Sendable {
  case announced, written, named, synced, kept, forgotten, removed, bundleWritten, bundleNamed,
    received
}

/// A take that is to be kept.
package struct NewTake: Sendable {
  /// What its sound is made of; its rate is the story's.
  package var format: AudioFormat
  /// What it is about.
  package var label: String
  /// What was heard while it was recorded.
  package var recorded: RecordedDials
  /// What went wrong; empty for nothing.
  package var damage = ""
  /// Whether its sound cannot be made again: it is kept as far as it was recorded if the program is killed.
  package var isLive = false

  /// A take of such sound.
  package init(format: AudioFormat, label: String, recorded: RecordedDials) {
    self.format = format
    self.label = label
    self.recorded = recorded
  }
}

/// The stories of a user: rows in the library, and a folder of takes beside it.
///
/// A take is reported as kept when its file and its row are on the disk. Its file is announced before it gets its name, so that
/// what a killed program left is known and removed. Nothing here ever changes a take's sound.
///
/// Several programs may change one story at the same time, so the ``StoryView`` of a caller may be out of date. Each change
/// reads the story again while no other program can change it, and applies only what the caller changed.
package struct StoryShelf {
  /// The folder of takes: a folder for each story, by its id.
  package let folder: String
  /// The rows.
  package let stories: Stories
  private let makeID: () -> String
  private let patienceMilliseconds: Int
  let step: (StoryStep) -> Void

  /// The stories in `database`, whose takes are in `folder`.
  ///
  /// - Parameters:
  ///   - database: it has `Stories.module`
  ///   - folder: it need not be there
  ///   - clock: dates what is done
  ///   - makeID: makes 32 hexadecimal digits that were never made before
  ///   - patienceMilliseconds: how long a change waits for another program that holds the folder
  ///   - step: is called after each step of a change
  package init(
    _ database: Database, folder: String, clock: any WallClock,
    makeID: @escaping () -> String = { PartialFile.chance() + PartialFile.chance() },
    patienceMilliseconds: Int = 5000, step: @escaping (StoryStep) -> Void = { _ in }
  ) {
    self.folder = folder
    self.makeID = makeID
    self.patienceMilliseconds = patienceMilliseconds
    self.step = step
    stories = Stories(database, clock: clock)
  }

  // MARK: - Looking

  /// The story that the user calls `name`: its number, or its title.
  package func view(_ name: String) throws -> StoryView {
    if let number = Int64(name), let story = try stories.story(number) { return try view(story) }
    guard let story = try stories.story(titled: name) else { throw StoryFailure.noStory(name) }
    return try view(story)
  }

  func view(_ story: StoredStory) throws(StoreFailure) -> StoryView {
    StoryView(story: story, takes: try stories.takes(of: story.number))
  }

  /// The present state of the story of `view`.
  func now(_ view: StoryView) throws -> StoryView {
    guard let story = try stories.story(view.story.number) else {
      throw StoryFailure.noStory(view.story.title)
    }
    return try self.view(story)
  }

  /// All stories, the one that changed last first.
  package func all() throws -> [StoryView] { try stories.all().map { try view($0) } }

  /// The file of a take.
  package func path(_ take: String, of story: String) -> String {
    "\(folder)/\(story)/\(take).wav"
  }

  // MARK: - Changing

  /// Holds the folder while it lives: one program at a time changes it.
  final class Hold {
    private let descriptor: Int32

    init(_ folder: String, patienceMilliseconds: Int) throws(StoryFailure) {
      try TakeFiles.make(folder: folder)
      let path = folder + "/lock"
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .system(path: path, errno: errno) }
      let end = cue_now_milliseconds() + Int64(patienceMilliseconds)
      var failure = cue_lock_byte(descriptor, 0)
      while failure == EAGAIN, cue_now_milliseconds() < end {
        usleep(5000)
        failure = cue_lock_byte(descriptor, 0)
      }
      guard failure != 0 else { return }
      close(descriptor)
      throw failure == EAGAIN ? .inUse(folder: folder) : .system(path: path, errno: failure)
    }

    deinit {
      // A process that is being started at the moment has a copy of the descriptor until it runs its program.
      cue_unlock_byte(descriptor, 0)
      close(descriptor)
    }
  }

  /// Holds the folder.
  ///
  /// What a killed program was recording is kept, and all else that it left is removed.
  ///
  /// - Throws: ``StoryFailure/inUse(folder:)`` if another program holds it for longer than this one waits
  func hold(waits: Bool = true) throws -> Hold {
    let hold = try Hold(folder, patienceMilliseconds: waits ? patienceMilliseconds : 0)
    try salvage()
    for pending in try stories.pending() {
      let path = path(pending.take, of: pending.story)
      unsafe unlink(TakeFiles.peaks(of: path))
      unsafe unlink(path)
      try stories.end([pending.take], of: pending.story)
    }
    return hold
  }

  /// Keeps what a killed program was recording, and removes all else that it left, unless another program holds the folder.
  ///
  /// - Returns: the takes that were kept, each with its story
  @discardableResult
  package func recover() throws -> [(story: StoredStory, take: StoredTake)] {
    let recordings = try stories.recordings()
    guard try !recordings.isEmpty || !stories.pending().isEmpty else { return [] }
    do { _ = try hold(waits: false) } catch StoryFailure.inUse {
      return []
    } catch StoryFailure.system(_, let errno) where errno == EROFS || errno == EACCES {
      // What cannot be changed is left unchanged.
      return []
    }
    return try recordings.compactMap { recording in
      guard let story = try stories.story(id: recording.story) else { return nil }
      let take = try stories.takes(of: story.number).first { $0.id == recording.take }
      return take.map { (story, $0) }
    }
  }

  /// Begins a story; `player` is what the user is called in it.
  ///
  /// - Throws: a ``StoryFailure`` where the title or the player's name cannot be one, the title is taken, or no story has the
  ///   rate
  package func begin(
    _ title: String, player: String, rateHertz: Int = StoryLimits.usualRateHertz
  ) throws -> StoryView {
    guard StoryLimits.ratesHertz.contains(rateHertz) else { throw StoryFailure.noRate(rateHertz) }
    for name in [title, player] where !StoryLimits.isName(name) {
      throw StoryFailure.noName(name)
    }
    if let other = try stories.story(titled: title) {
      throw StoryFailure.titleIsTaken(other.title, number: other.number)
    }
    let story = StoredStory(id: makeID(), title: title, player: player, rateHertz: rateHertz)
    return try view(
      try stories.transaction { () throws(StoreFailure) in
        let kept = try stories.add(story)
        try stories.log(.new, of: kept.number, after: kept.dialRecord.text)
        return kept
      })
  }

  private func checkPen(_ story: StoredStory) throws(StoryFailure) {
    guard story.isActive else { throw .locked(title: story.title, holder: story.holder) }
  }

  /// Keeps a take that answers the head of the story.
  ///
  /// The head is read when the take is kept: the take answers one that another program added meanwhile.
  ///
  /// - Parameters:
  ///   - new: what is known of it
  ///   - view: the story
  ///   - give: hands over its sound, piece by piece
  /// - Returns: the take, when it is on the disk
  /// - Throws: a ``StoryFailure`` where it is not a take or leaves no tail, and what `give` throws; nothing is kept then
  package func add(
    _ new: NewTake, to view: StoryView,
    _ give: (_ write: (AudioBuffer) throws -> Void) throws -> Void
  ) throws -> StoredTake {
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    return try keep(new, to: try now(view)) { write in
      try give(write)
      return new.damage
    }
  }

  /// Keeps a take that is recorded while the takes up to the head of `view` are heard; it answers that head.
  ///
  /// - Parameters:
  ///   - new: what is known of it
  ///   - view: the story as it is heard; its head may be any take, and a branch grows where that has an answer already
  ///   - give: hands over its sound, piece by piece, and answers what went wrong, empty for nothing
  /// - Returns: the take, when it is on the disk
  /// - Throws: as ``add(_:to:_:)``, and ``StoryFailure/changedMeanwhile(title:)`` if the head was removed meanwhile, or another
  ///   take has begun the story
  package func record(
    _ new: NewTake, to view: StoryView,
    _ give: (_ write: @escaping (AudioBuffer) throws -> Void) throws -> String
  ) throws -> StoredTake {
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    var heard = try now(view)
    heard.story.head = view.story.head
    let isThere =
      heard.story.head.isEmpty
      ? heard.takes.isEmpty : heard.tree.take(heard.story.head) != nil
    guard isThere else { throw StoryFailure.changedMeanwhile(title: heard.story.title) }
    return try keep(new, to: heard, give)
  }

  /// Keeps a take that answers the head of `view`, while this program holds the folder.
  private func keep(
    _ new: NewTake, to view: StoryView,
    _ give: (_ write: @escaping (AudioBuffer) throws -> Void) throws -> String
  ) throws -> StoredTake {
    let story = view.story
    try checkPen(story)
    precondition(new.format.rateHertz == story.rateHertz, "a take has the rate of its story")
    guard StoryLimits.channels.contains(new.format.channels) else {
      throw StoryFailure.noTake(name: new.label, .channels(new.format.channels))
    }
    let id = makeID()
    let storyFolder = "\(folder)/\(story.id)"
    try TakeFiles.make(folder: storyFolder)
    try TakeFiles.sync(folder: folder)
    let file = try TakeFile(path(id, of: story.id), format: new.format)
    if new.isLive {
      try stories.transaction { () throws(StoreFailure) in
        try stories.begin(
          StoredRecording(
            story: story.id, take: id, file: file.partialName, parent: story.head,
            author: story.player, label: new.label, channels: new.format.channels,
            isFloat: new.format.sample == .float32,
            recordedRate: new.recorded.rate.thousandths,
            recordedPitch: new.recorded.pitch.millicents))
      }
    }
    var isKept = false
    defer { if new.isLive, !isKept { try? stories.endRecording(id, of: story.id) } }
    let damage = try give { try file.append($0, name: new.label) }
    guard file.frames > 0 else { throw StoryFailure.noTake(name: new.label, .empty) }
    try checkTail(file.frames, new.recorded.rate, view)
    let digest = try file.seal()
    var take = StoredTake(
      id: id, parent: story.head, author: story.player, channels: new.format.channels,
      isFloat: new.format.sample == .float32, frames: file.frames, digest: digest,
      recordedRate: new.recorded.rate.thousandths, recordedPitch: new.recorded.pitch.millicents)
    take.label = new.label
    take.damage = damage
    step(.written)
    try stories.transaction { () throws(StoreFailure) in try stories.begin([id], of: story.id) }
    step(.announced)
    try file.finish()
    step(.named)
    try TakeFiles.sync(folder: storyFolder)
    step(.synced)
    let kept = try stories.transaction { () throws(StoreFailure) in
      let kept = try stories.add(take, to: story.number)
      // Dials and head change without a hold: another program may have changed them while the take was recorded.
      var changed = try stories.story(story.number) ?? story
      let before = changed.head
      changed.head = id
      try stories.update(changed)
      try stories.log(.take, of: story.number, take: id, before: before, after: id)
      try stories.end([id], of: story.id)
      try stories.endRecording(id, of: story.id)
      return kept
    }
    isKept = true
    step(.kept)
    return kept
  }

  private func checkTail(
    _ frames: Int, _ rate: PlaybackRate, _ view: StoryView
  ) throws(StoryFailure) {
    let timeline = view.timeline()
    let ticks = ChainTimeline.ticks(frames: frames, recordedAt: rate)
    guard !timeline.leavesTail(length: ticks) else { return }
    let least = (timeline.leastNextLength + rate.thousandths - 1) / rate.thousandths
    let hertz = Double(view.story.rateHertz)
    throw .noTail(leastSeconds: Double(least) / hertz, seconds: Double(frames) / hertz)
  }

  /// Turns the dials and the click as far as they differ from those in `view`; the others stay as they are now.
  package func turn(
    _ dials: StoryDials, click: StoryClick? = nil, of view: StoryView
  ) throws -> StoryView {
    var wished = view.story
    wished.dials = dials
    if let click { wished.click = click }
    let change = wished.dialRecord.changes(from: view.story.dialRecord)
    return try stories.whole {
      let now = try now(view)
      try checkPen(now.story)
      var changed = now.story
      changed.take(dials: change)
      let (before, after) = (now.story.dialRecord, changed.dialRecord)
      guard before != after else { return now }
      try stories.update(changed)
      try stories.log(.dial, of: changed.number, before: before.text, after: after.text)
      return try self.now(now)
    }
  }

  /// Mixes a take of the story as `take` says, as far as that differs from `view`; the rest does not change.
  package func mix(_ take: StoredTake, of view: StoryView) throws -> StoryView {
    let seen = view.tree.take(take.id)?.trackRecord ?? take.trackRecord
    let change = take.trackRecord.changes(from: seen)
    return try stories.whole {
      let now = try now(view)
      try checkPen(now.story)
      guard let known = now.tree.take(take.id) else {
        throw StoryFailure.noSuchTake("\(take.number)", story: now.story.title)
      }
      var mixed = known
      mixed.take(track: change)
      guard mixed != known else { return now }
      try stories.update(mixed, of: now.story.number)
      try stories.update(now.story)
      try stories.log(
        .track, of: now.story.number, take: take.id, before: known.trackRecord.text,
        after: mixed.trackRecord.text)
      return try self.now(now)
    }
  }

  /// Lets the next take answer the one of id `take`.
  package func branch(to take: String, of view: StoryView) throws -> StoryView {
    try stories.whole {
      let now = try now(view)
      try checkPen(now.story)
      guard take != now.story.head else { return now }
      guard now.tree.take(take) != nil else {
        let number = view.tree.take(take).map { "\($0.number)" } ?? take
        throw StoryFailure.noSuchTake(number, story: now.story.title)
      }
      var changed = now.story
      changed.head = take
      try stories.update(changed)
      try stories.log(
        .branch, of: changed.number, take: take, before: now.story.head, after: take)
      return try self.now(now)
    }
  }

  /// Removes one's own take that was not sent and that nothing answers.
  package func remove(_ take: StoredTake, of view: StoryView) throws -> StoryView {
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    try stories.whole {
      let now = try now(view)
      guard let take = now.tree.take(take.id) else {
        throw StoryFailure.noSuchTake("\(take.number)", story: now.story.title)
      }
      let answers = now.tree.answers(to: take.id).count
      if let refusal = RemovalRefusal.of(
        author: take.author, isSent: take.isSent, answers: answers, by: now.story.player)
      {
        throw StoryFailure.notRemovable(take: take.number, refusal)
      }
      try checkPen(now.story)
      var changed = now.story
      if changed.head == take.id { changed.head = take.parent }
      try stories.begin([take.id], of: changed.id)
      try stories.remove(take: take.id, of: changed.number)
      try stories.update(changed)
      try stories.log(.remove, of: changed.number, take: take.id, before: take.digest)
      for operation in try stories.operations(of: changed.number)
      where operation.take == take.id && !operation.isUndone {
        try stories.markUndone(operation.number)
      }
    }
    step(.forgotten)
    try removeFiles([take.id], of: view.story.id)
    return try now(view)
  }

  private func removeFiles(_ takes: [String], of story: String) throws {
    for take in takes {
      let path = path(take, of: story)
      unsafe unlink(TakeFiles.peaks(of: path))
      guard unsafe unlink(path) == 0 || errno == ENOENT else {
        throw StoryFailure.system(path: path, errno: errno)
      }
    }
    step(.removed)
    try stories.transaction { () throws(StoreFailure) in try stories.end(takes, of: story) }
  }

  /// Removes a story, if no other player has a take of it.
  package func remove(_ view: StoryView) throws {
    let hold = try hold()
    defer { withExtendedLifetime(hold) {} }
    let takes = try stories.whole {
      let now = try now(view)
      let shared = now.takes.count { $0.isSent || $0.author != now.story.player }
      guard shared == 0 else {
        throw StoryFailure.storyIsShared(title: now.story.title, takes: shared)
      }
      let takes = now.takes.map(\.id)
      try stories.begin(takes, of: now.story.id)
      try stories.remove(now.story.number)
      return takes
    }
    step(.forgotten)
    try removeFiles(takes, of: view.story.id)
    unsafe rmdir("\(folder)/\(view.story.id)")
  }

  // MARK: - Taking back

  /// What was taken back.
  package enum Undone: Equatable, Sendable {
    /// The dials are as they were.
    case dials
    /// A take is mixed as it was; its number.
    case track(Int)
    /// The next take answers the one that it did before.
    case branch
    /// The take that was added last is removed; its number.
    case take(Int)
  }

  /// Takes back what was done last and not taken back yet: since the story was sent or received last.
  package func undo(_ view: StoryView) throws -> (view: StoryView, undone: Undone) {
    switch try stories.whole({ try undoStep(of: now(view)) }) {
    case .done(let undone): return (try now(view), undone)
    case .remove(let take): return (try remove(take, of: view), .take(take.number))
    }
  }

  private enum UndoStep {
    case done(Undone)
    /// A take goes with its file, while this program holds the folder.
    case remove(StoredTake)
  }

  private func undoStep(of view: StoryView) throws -> UndoStep {
    try checkPen(view.story)
    let last = try stories.operations(of: view.story.number).last {
      !$0.isUndone && ![.undo, .remove, .repair].contains($0.kind)
    }
    guard let last else { throw StoryFailure.nothingToUndo(title: view.story.title) }
    var changed = view.story
    let undone: Undone
    var track: StoredTake?
    switch last.kind {
    case .dial:
      changed.take(dials: StoryRecord(last.before))
      undone = .dials
    case .branch:
      changed.head = last.before
      undone = .branch
    case .track:
      guard var take = view.tree.take(last.take) else {
        throw StoryFailure.nothingToUndo(title: changed.title)
      }
      take.take(track: StoryRecord(last.before))
      track = take
      undone = .track(take.number)
    case .take:
      guard let take = view.tree.take(last.take) else {
        throw StoryFailure.nothingToUndo(title: changed.title)
      }
      return .remove(take)
    case .new, .send, .receive, .undo, .remove, .repair:
      throw StoryFailure.nothingToUndo(title: changed.title)
    }
    try stories.update(changed)
    if let track { try stories.update(track, of: changed.number) }
    try stories.markUndone(last.number)
    try stories.log(
      .undo, of: changed.number, take: last.take, before: "\(last.number)", after: last.before)
    return .done(undone)
  }
}
