import CueModel
import CueSystem
import Glibc

/// What a file or stream turns out to be when it is opened.
struct OpenedSound {
  enum Storage {
    case plain(SampleEncoding)
    case library(LibraryFile)
  }

  var rateHertz = 0
  var channels = 0
  var frameCount: Int?
  var formatName = ""
  var missingFrames = 0
  var storage: Storage

  init(
    _ source: ByteSource, name: String, raw: RawSound?, _ cancellation: Cancellation
  ) throws(SoundFileError) {
    var status = stat()
    guard unsafe fstat(source.descriptor, &status) == 0 else {
      throw SoundFileError(name, .cannotOpen(errno: errno))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SoundFileError(name, .isFolder)
    }
    let start = lseek(source.descriptor, 0, SEEK_CUR)
    let isFile = status.st_mode & S_IFMT == S_IFREG && start >= 0
    let fileByteCount = isFile ? max(0, Int(status.st_size) - Int(start)) : nil
    if let raw {
      storage = .plain(raw.encoding)
      rateHertz = raw.rateHertz
      channels = raw.channels
      frameCount = fileByteCount.map { $0 / max(1, raw.encoding.byteCount * raw.channels) }
      formatName = "raw, \(raw.encoding.name)"
      return
    }
    let first: [UInt8]
    do throws(ReadFailure) { first = try source.peek(12, cancellation) } catch {
      throw error.error(name)
    }
    guard !cancellation.isCancelled else {
      throw SoundFileError(name, .notWaitedFor)
    }
    guard !first.isEmpty else { throw SoundFileError(name, .isEmpty) }
    let isWAV =
      ["RIFF", "RF64", "BW64"].contains(String(decoding: first.prefix(4), as: UTF8.self))
      && first.dropFirst(8).elementsEqual("WAVE".utf8)
    if isWAV,
      let (head, encoding) = try OpenedSound.head(source, name, fileByteCount)
    {
      storage = .plain(encoding)
      rateHertz = head.rateHertz
      channels = head.channels
      formatName = "\(head.isRF64 ? "RF64" : "WAV"), \(encoding.name)"
      let frameBytes = encoding.byteCount * head.channels
      let there = fileByteCount.map { max(0, $0 - head.soundOffset) / frameBytes }
      let said = head.soundByteCount.map { $0 / frameBytes }
      frameCount = said.map { min($0, there ?? $0) } ?? there
      missingFrames = max(0, (said ?? 0) - (there ?? said ?? 0))
      return
    }
    let file: LibraryFile
    if isFile {
      lseek(source.descriptor, start, SEEK_SET)
      file = try LibraryFile(source, name: name)
    } else {
      guard OpenedSound.beginsAsSound(first) else { throw SoundFileError(name, .notSoundAtAll) }
      file = try LibraryFile(OpenedSound.kept(source, name, cancellation), name: name)
    }
    storage = .library(file)
    rateHertz = file.rateHertz
    channels = file.channels
    frameCount = file.frameCount
    formatName = file.formatName
  }

  /// The head of a WAV stream, and how its samples are stored; nothing where the sound is in a codec that the library may know.
  private static func head(
    _ source: ByteSource, _ name: String, _ fileByteCount: Int?
  ) throws(SoundFileError) -> (head: WAVHead, encoding: SampleEncoding)? {
    do throws(ReadFailure) {
      let head = try WAVHead.read(source, fileByteCount: fileByteCount)
      if case .plain(let encoding) = head.storage { return (head, encoding) }
    } catch { throw error.error(name) }
    guard fileByteCount != nil else {
      throw SoundFileError(name, .codecFromPipe)
    }
    return nil
  }

  /// Whether a pipe begins with something that is worth keeping until its end.
  private static func beginsAsSound(_ first: [UInt8]) -> Bool {
    let marks = ["fLaC", "OggS", "ID3", "FORM", ".snd", "riff", "caff", "RIFX", "RIFF"]
    return marks.contains { first.starts(with: $0.utf8) }
      || (first.count > 1 && first[0] == 0xff && first[1] & 0xe0 == 0xe0)
  }

  /// All that comes from a pipe, in a file without a name, from its start.
  private static func kept(
    _ source: ByteSource, _ name: String, _ cancellation: Cancellation
  ) throws(SoundFileError) -> ByteSource {
    func failed() -> SoundFileError {
      SoundFileError(name, .cannotKeep(errno: errno))
    }
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UnnamedFile.open(in: folder) } catch {
      throw SoundFileError(name, .cannotKeep(errno: error.errno))
    }
    let kept = ByteSource(descriptor, isOurs: true)
    while true {
      let bytes: [UInt8]
      do throws(ReadFailure) { bytes = try source.some(65536, cancellation) } catch {
        throw error.error(name)
      }
      guard !bytes.isEmpty else { break }
      guard Descriptor.write(bytes, to: descriptor) == 0 else { throw failed() }
    }
    lseek(descriptor, 0, SEEK_SET)
    return kept
  }
}
