import CueModel
import CueSystem
import Glibc

/// What a file or stream turns out to be when it is opened.
struct OpenedSound {
  enum Storage {
    case plain(SampleEncoding)
    case library(LibraryFile)
    case media(DecodedMedia, SampleEncoding)
  }

  var rateHertz = 0
  var channels = 0
  var frameCount: Int?
  var formatName = ""
  var missingFrames = 0
  var storage: Storage

  init(
    _ source: ByteSource, name: String, raw: RawSound?, programs: String,
    _ cancellation: Cancellation
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
    let head = isWAV ? try OpenedSound.head(source, name, fileByteCount) : nil
    if let head, case .plain(let encoding) = head.storage {
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
    var place = (source: source, start: Int(start))
    let media = MediaProgram.kind(of: first)
    if isFile {
      lseek(source.descriptor, start, SEEK_SET)
    } else {
      guard media != nil || OpenedSound.beginsAsSound(first) else {
        throw SoundFileError(name, .notSoundAtAll)
      }
      place = (try OpenedSound.kept(source, name, cancellation), 0)
    }
    if let media {
      self = try OpenedSound.decoded(place.source, place.start, media, name, programs, cancellation)
      return
    }
    let file: LibraryFile
    do throws(SoundFileError) { file = try LibraryFile(place.source, name: name) } catch {
      guard case .notSound = error.reason, MediaProgram.find(in: programs) != nil || head != nil
      else { throw error }
      var codec = 0
      if let head, case .codec(let number) = head.storage { codec = number }
      let media = SoundFileError.Media.wav(codec: codec)
      do throws(SoundFileError) {
        self = try OpenedSound.decoded(
          place.source, place.start, media, name, programs, cancellation)
        return
      } catch let other {
        // If the program does not recognize the file either, libsndfile's error is the better one.
        throw head == nil || other.kind == .cancelled ? error : other
      }
    }
    storage = .library(file)
    rateHertz = file.rateHertz
    channels = file.channels
    frameCount = file.frameCount
    formatName = file.formatName
    // libsndfile guesses the length of MPEG sound in a WAV file from its size: frames would be reported missing that never existed.
    if let head, case .codec(let number) = head.storage, [0x50, 0x55].contains(number) {
      frameCount = nil
    }
  }

  private init(_ media: DecodedMedia, _ head: WAVHead, _ encoding: SampleEncoding, _ name: String) {
    storage = .media(media, encoding)
    rateHertz = head.rateHertz
    channels = head.channels
    formatName = name
  }

  /// The sound that ffmpeg decodes from the file of `source`, from byte `start` on.
  private static func decoded(
    _ source: ByteSource, _ start: Int, _ kind: SoundFileError.Media, _ name: String,
    _ programs: String, _ cancellation: Cancellation
  ) throws(SoundFileError) -> OpenedSound {
    guard let program = MediaProgram.find(in: programs) else {
      throw SoundFileError(name, .needsProgram(kind))
    }
    let media: DecodedMedia
    do throws(SystemError) {
      media = try DecodedMedia(program, descriptor: source.descriptor, start: start)
    } catch { throw SoundFileError(name, .cannotStartProgram(errno: error.errno)) }
    let head: WAVHead?
    do throws(ReadFailure) {
      let isEmpty = try media.source.peek(1, cancellation).isEmpty
      head = isEmpty ? nil : try WAVHead.read(media.source, fileByteCount: nil)
    } catch {
      throw SoundFileError(name, .programFindsNoSound(kind))
    }
    guard !cancellation.isCancelled else { throw SoundFileError(name, .notWaitedFor) }
    guard let head, case .plain(let encoding) = head.storage else {
      throw SoundFileError(name, .programFindsNoSound(kind))
    }
    return OpenedSound(media, head, encoding, kind.formatName)
  }

  /// The header of a WAV file or stream; a stream in a codec is refused, because libsndfile reads only files.
  private static func head(
    _ source: ByteSource, _ name: String, _ fileByteCount: Int?
  ) throws(SoundFileError) -> WAVHead {
    let head: WAVHead
    do throws(ReadFailure) {
      head = try WAVHead.read(source, fileByteCount: fileByteCount)
    } catch { throw error.error(name) }
    if case .codec = head.storage, fileByteCount == nil {
      throw SoundFileError(name, .codecFromPipe)
    }
    return head
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
