import CueModel
import CSystem
import CueSystem
import Glibc

/// Writes an audiobook: AAC in MPEG-4 with chapters, made by the program `ffmpeg`.
///
/// The file appears under its name when it is whole. One thread at a time.
public final class BookWriter {
  /// What the book says of itself; its places are the chapters.
  public struct Cover: Equatable, Sendable {
    /// The sound's title, author and chapters.
    public var notes: SoundNotes
    /// The path of a picture, JPEG or PNG.
    public var picturePath: String?
    /// How long the whole will be, which ends the last chapter.
    public var frames: Int

    /// A cover.
    public init(_ notes: SoundNotes, picturePath: String? = nil, frames: Int) {
      self.notes = notes
      self.picturePath = picturePath
      self.frames = frames
    }
  }

  private let path: String
  private let partial: PartialFile
  /// The chapters, for the program to read; nothing of it stays.
  private let metadata: PartialFile
  private var program: cue_started?
  private var words: [UInt8] = []

  /// Starts the program; `bitsPerSecond` is how many bits a second of sound has, `searchPath` is where it is looked for, as in
  /// the variable PATH.
  ///
  /// Throws a ``SoundFileError`` where it is not there, and where no file can be made at `path`.
  public init(
    path: String, format: AudioFormat, cover: Cover, bitsPerSecond: Int? = nil, searchPath: String
  ) throws(SoundFileError) {
    guard let program = MediaProgram.find(in: searchPath) else {
      throw SoundFileError(path, .noProgram)
    }
    self.path = path
    do throws(SystemError) {
      partial = try PartialFile(path)
      metadata = try PartialFile(path + ".chapters")
    } catch { throw SoundFileError(path, .cannotCreate(errno: error.errno)) }
    do throws(SystemError) {
      try metadata.append(Array(BookWriter.metadata(cover, rateHertz: format.rateHertz).utf8))
    } catch { throw SoundFileError(path, .writingStopped(errno: error.errno)) }
    let channels = String(format.channels)
    let bits = String(
      bitsPerSecond ?? min(64_000 * format.channels, 3 * format.rateHertz * format.channels))
    var arguments = [
      "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", program, "-hide_banner", "-loglevel", "error",
      "-y", "-f", "f32le", "-ar", String(format.rateHertz), "-ac", channels, "-i", "pipe:0",
      "-f", "ffmetadata", "-i", "file:" + metadata.partialPath,
    ]
    if let picture = cover.picturePath { arguments += ["-i", "file:" + picture] }
    arguments += ["-map", "0:a", "-map_metadata", "1", "-map_chapters", "1"]
    if cover.picturePath != nil {
      arguments += ["-map", "2:v", "-c:v", "copy", "-disposition:v:0", "attached_pic"]
    }
    if let language = LanguageCode.code(cover.notes.language) {
      arguments += ["-metadata:s:a:0", "language=" + language]
    }
    // The same sound is the same file: no version, no date.
    arguments += [
      "-c:a", "aac", "-b:a", bits, "-fflags", "+bitexact", "-flags:a", "+bitexact",
      "-movflags", "+faststart", "-f", "ipod", "file:" + partial.partialPath,
    ]
    var started = cue_started()
    let failure = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(["PATH=\(searchPath)", "LC_ALL=C"]) { environment in
        unsafe cue_start(arguments, environment, 0, 0, -1, -1, &started)
      }
    }
    guard failure == 0 else {
      throw SoundFileError(path, .cannotStartProgram(errno: failure))
    }
    self.program = started
  }

  deinit { discard() }

  /// Appends `sound`.
  public func write(_ sound: AudioBuffer) throws(SoundFileError) {
    guard let program else { preconditionFailure("a file that ended is written no more") }
    let bytes =
      sound.format.sample == .float32
      ? sound.bytes
      : AudioBuffer(
        float32: sound.floats, rateHertz: sound.format.rateHertz, channels: sound.format.channels
      ).bytes
    var sent = 0
    while sent < bytes.count {
      let ready = cue_wait(program.from_worker, program.to_worker, -1, -1)
      if ready & 1 != 0, !hear(program) { throw failure() }
      guard ready & 2 != 0 else { continue }
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe cue_write(program.to_worker, $0.baseAddress, $0.count)
      }
      if count > 0 {
        sent += count
      } else if errno != EAGAIN && errno != EINTR {
        // What it has to say about that comes before its end.
        while hear(program) { _ = cue_wait(program.from_worker, -1, -1, -1) }
        throw failure()
      }
    }
  }

  /// Reads what the program says; whether it may say more.
  private func hear(_ program: cue_started) -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(program.from_worker, &block, block.count)
    if count > 0, words.count < 4096 { words += block[..<count] }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }

  /// Completes the file and gives it its name.
  public func finish() throws(SoundFileError) {
    guard let program else { preconditionFailure("a file ends once") }
    _ = close(program.to_worker)
    while hear(program) { _ = cue_wait(program.from_worker, -1, -1, -1) }
    self.program = nil
    _ = close(program.from_worker)
    if program.ended >= 0 { _ = close(program.ended) }
    var status: Int32 = 0
    while unsafe waitpid(program.process, &status, 0) < 0, errno == EINTR { continue }
    metadata.discard()
    guard status == 0 else {
      partial.discard()
      throw failure()
    }
    do throws(SystemError) { try partial.finish() } catch {
      throw SoundFileError(path, .cannotRename(errno: error.errno))
    }
  }

  /// Leaves no file.
  public func discard() {
    guard let program else { return }
    self.program = nil
    _ = cue_end_group(program.process)
    _ = close(program.to_worker)
    _ = close(program.from_worker)
    if program.ended >= 0 { _ = close(program.ended) }
    partial.discard()
    metadata.discard()
  }

  private func failure() -> SoundFileError {
    let said = String(decoding: words, as: UTF8.self).split(separator: "\n").last
    return SoundFileError(path, .programFailed(said.map(String.init)))
  }

  /// Title, author and chapters as ffmpeg reads them; `=`, `;`, `#`, `\` and line ends follow a backslash.
  static func metadata(_ cover: Cover, rateHertz: Int) -> String {
    func escaped(_ text: String) -> String {
      var escaped = ""
      for character in text.unicodeScalars {
        if "=;#\\\n".unicodeScalars.contains(character) { escaped += "\\" }
        escaped.unicodeScalars.append(character)
      }
      return escaped
    }
    var text = ";FFMETADATA1\n"
    for (name, value) in [
      ("title", cover.notes.title), ("artist", cover.notes.artist), ("album", cover.notes.album),
      ("genre", "Audiobook"),
    ] where !value.isEmpty {
      text += "\(name)=\(escaped(value))\n"
    }
    let places = cover.notes.places
    for (index, place) in places.enumerated() {
      let end = index + 1 < places.count ? places[index + 1].frame : cover.frames
      text += "[CHAPTER]\nTIMEBASE=1/\(rateHertz)\nSTART=\(place.frame)\nEND=\(end)\n"
      text += "title=\(escaped(place.title))\n"
    }
    return text
  }
}
