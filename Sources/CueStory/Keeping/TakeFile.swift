import CueAudio
import CueModel
import CueSystem
import Glibc

/// The file of a take while it is written: a WAV file that gets its name when it is whole and on the disk.
///
/// It is read-only once it has its name: its mode is 0444 then.
final class TakeFile {
  let path: String
  let format: AudioFormat
  private(set) var frames = 0
  private let partial: PartialFile

  init(_ path: String, format: AudioFormat) throws(StoryFailure) {
    self.path = path
    self.format = format
    do throws(SystemError) {
      partial = try PartialFile(path, permissions: 0o444)
      try partial.append(WAV.header(format, frames: 0))
    } catch { throw .system(path: path, errno: error.errno) }
  }

  /// What it is called until it is whole, without its folder.
  var partialName: String {
    partial.partialPath.split(separator: "/").last.map(String.init) ?? partial.partialPath
  }

  /// Appends `sound`, which is of ``format``.
  func append(_ sound: AudioBuffer, name: String) throws(StoryFailure) {
    precondition(sound.format == format, "sound of another format than the take's")
    guard frames + sound.frameCount <= StoryLimits.mostSeconds * format.rateHertz else {
      throw .noTake(name: name, .tooLong)
    }
    do throws(SystemError) { try partial.append(sound.bytes) } catch {
      // What was written before is whole, and may still become a take.
      let end = off_t(TakeFiles.byteCount(frames: frames, format))
      _ = ftruncate(partial.descriptor, end)
      lseek(partial.descriptor, end, SEEK_SET)
      throw .system(path: path, errno: error.errno)
    }
    frames += sound.frameCount
  }

  /// Writes the header, and answers the SHA-256 of the whole file.
  func seal() throws(StoryFailure) -> String {
    let header = WAV.header(format, frames: frames)
    guard unsafe pwrite(partial.descriptor, header, header.count, 0) == header.count,
      lseek(partial.descriptor, 0, SEEK_SET) == 0,
      let digest = ContentDigest.ofFile(partial.descriptor)
    else { throw .system(path: path, errno: errno) }
    return digest
  }

  /// Gives the file its name, when its bytes are on the disk.
  func finish() throws(StoryFailure) {
    do throws(SystemError) { try partial.finish(isSynced: true) } catch {
      throw .system(path: path, errno: error.errno)
    }
  }
}

/// Files of takes, and the folders that they are in.
enum TakeFiles {
  /// Bytes of the file of a take.
  static func byteCount(frames: Int, _ format: AudioFormat) -> Int {
    WAV.headerByteCount + frames * format.frameByteCount
  }

  /// The file of a take's waveform, beside the take's own file at `path`: it can be made again and is nothing to be kept.
  static func peaks(of path: String) -> String {
    String(path.dropLast(4)) + peaksExtension
  }

  /// Whether a file of that name is the waveform of a take, which may be gone.
  static func isPeaks(_ name: String) -> Bool {
    name.hasSuffix(peaksExtension) && StoryLimits.isID(String(name.dropLast(peaksExtension.count)))
  }

  private static let peaksExtension = ".peaks"

  /// Waits until what a folder says of its files is on the disk.
  static func sync(folder: String) throws(StoryFailure) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path: folder, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(path: folder, errno: errno) }
  }

  /// Makes `folder` and those above it, for the user alone.
  static func make(folder: String) throws(StoryFailure) {
    do throws(WholeFile.FolderError) {
      try WholeFile.makeFolder(folder, permissions: 0o700)
    } catch { throw .system(path: error.path, errno: error.system.errno) }
  }

  /// The SHA-256 of the file at `path`; nil if there is none.
  static func digest(_ path: String) throws(StoryFailure) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(path: path, errno: errno)
    }
    defer { close(descriptor) }
    guard let digest = ContentDigest.ofFile(descriptor) else {
      throw .system(path: path, errno: errno)
    }
    return digest
  }
}
