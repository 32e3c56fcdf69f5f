import CueAudio
import CueModel
import CueStore
import CueSystem
import Glibc

// A program was killed while it recorded: what it had recorded becomes a take.
extension StoryShelf {
  /// Keeps what was recorded.
  ///
  /// The caller holds the folder, so no program records any more.
  func salvage() throws {
    for recording in try stories.recordings() {
      guard let story = try stories.story(id: recording.story), story.isActive,
        try salvage(recording, story)
      else {
        try stories.endRecording(recording.take, of: recording.story)
        continue
      }
    }
  }

  /// Makes a take of what is on the disk; false if there is nothing.
  private func salvage(_ recording: StoredRecording, _ story: StoredStory) throws -> Bool {
    let storyFolder = "\(folder)/\(story.id)"
    let (part, path) = ("\(storyFolder)/\(recording.file)", path(recording.take, of: story.id))
    let format = AudioFormat(
      sample: recording.isFloat ? .float32 : .int16, rateHertz: story.rateHertz,
      channels: recording.channels)
    guard
      let file = try InterruptedFile(at: part, format) ?? InterruptedFile(at: path, format)
    else { return false }
    let takes = try stories.takes(of: story.number)
    var answered = story
    if recording.parent.isEmpty || takes.contains(where: { $0.id == recording.parent }) {
      answered.head = recording.parent
    }
    // A take may not end before the one that it answers, so silence is added.
    let least = StoryView(story: answered, takes: takes).timeline().leastNextLength
    file.frames = max(file.frames, (least + recording.recordedRate - 1) / recording.recordedRate)
    guard file.frames <= StoryLimits.mostSeconds * story.rateHertz else { return false }
    let digest = try file.seal()
    var take = StoredTake(
      id: recording.take, parent: answered.head, author: recording.author,
      channels: recording.channels, isFloat: recording.isFloat, frames: file.frames,
      digest: digest, recordedRate: recording.recordedRate,
      recordedPitch: recording.recordedPitch)
    take.label = recording.label
    take.damage = TakeDamage.text([.interrupted])
    try file.move(to: path)
    try TakeFiles.sync(folder: storyFolder)
    try stories.transaction { () throws(StoreFailure) in
      _ = try stories.add(take, to: story.number)
      if story.head == answered.head {
        var changed = story
        changed.head = take.id
        try stories.update(changed)
      }
      try stories.log(
        .take, of: story.number, take: take.id, before: story.head, after: take.id)
      try stories.end([take.id], of: story.id)
      try stories.endRecording(take.id, of: story.id)
    }
    return true
  }
}

/// The file of a take whose program was killed while it wrote it.
private final class InterruptedFile {
  /// Frames of sound; if it is set to more than there are, the rest is silence.
  var frames = 0
  private let path: String
  private let format: AudioFormat
  private let descriptor: Int32

  /// The file at `path`; nil if there is none, or no sound in it.
  init?(at path: String, _ format: AudioFormat) throws(StoryFailure) {
    // A file that already has its final name is read-only.
    unsafe chmod(path, 0o600)
    descriptor = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    self.path = path
    self.format = format
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(path: path, errno: errno)
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    frames = isFile ? (Int(status.st_size) - WAV.headerByteCount) / format.frameByteCount : 0
    guard frames > 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes a whole sound file of it, and returns its SHA-256.
  func seal() throws(StoryFailure) -> String {
    let header = WAV.header(format, frames: frames)
    guard ftruncate(descriptor, off_t(TakeFiles.byteCount(frames: frames, format))) == 0,
      unsafe pwrite(descriptor, header, header.count, 0) == header.count,
      fchmod(descriptor, 0o444) == 0, fsync(descriptor) == 0, lseek(descriptor, 0, SEEK_SET) == 0,
      let digest = ContentDigest.ofFile(descriptor)
    else { throw .system(path: path, errno: errno) }
    return digest
  }

  /// Gives it its final name.
  func move(to other: String) throws(StoryFailure) {
    guard unsafe path == other || rename(path, other) == 0 else {
      throw .system(path: path, errno: errno)
    }
  }
}
