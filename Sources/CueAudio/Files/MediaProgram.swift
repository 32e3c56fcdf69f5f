import CSystem
import CueSystem
import Glibc

/// The program `ffmpeg`, which reads files that neither Cue nor libsndfile reads, such as M4A, WebM and films.
///
/// It runs in a process of its own, for its licence, and because the files may come from strangers.
enum MediaProgram {
  /// The path of the program, searched in `searchPath`, which has the form of the variable PATH; nil if it is not installed.
  static func find(in searchPath: String) -> String? {
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/ffmpeg"
      if unsafe access(path, X_OK) == 0 { return path }
    }
    return nil
  }

  /// The variable PATH.
  static var usualSearchPath: String {
    unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
  }

  /// The formats that the program may recognize, by its own names: those that contain the sound themselves.
  ///
  /// Playlists (HLS, DASH, concat, SDP) are left out, because the file of a stranger could make the program open other files.
  static let kinds =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aac,asf,asf_o,avi,flv,mpeg,mpegts,mp3,ogg,wav,w64,aiff,au,caf,"
    + "flac,amr,amrnb,amrwb,ac3,eac3,dts,ape,wv,tta,tak,mpc,mpc8,dsf,iff,voc,oma,rm,loas,mxf,nut,ircam,"
    + "sox,gsm,shn"

  /// The kind of a file that this program reads and libsndfile does not, by its first twelve bytes; nil for other files.
  static func kind(of first: [UInt8]) -> SoundFileError.Media? {
    func begins(_ bytes: [UInt8], at place: Int = 0) -> Bool {
      first.dropFirst(place).starts(with: bytes)
    }
    if begins(Array("ftyp".utf8), at: 4) { return .mpeg4 }
    if begins([0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
    if begins([0x30, 0x26, 0xB2, 0x75]) { return .windowsMedia }
    if begins([0xFF, 0xF1]) || begins([0xFF, 0xF9]) || begins(Array("ADIF".utf8)) { return .aac }
    if begins(Array("#!AMR".utf8)) { return .amr }
    if begins(Array("RIFF".utf8)), begins(Array("AVI ".utf8), at: 8) { return .avi }
    return nil
  }
}

/// A file that ``MediaProgram`` decodes to a stream, in the form of a WAV file of floats, while the stream is read.
final class DecodedMedia {
  private var program: cue_started?
  /// The stream.
  let source: ByteSource

  /// A program that writes nothing for so long hangs.
  private static let patienceMilliseconds: Int64 = 60_000
  /// The most address space that the program may use, in KiB.
  private static let mostKilobytes = 4 << 20

  /// Starts the program at `path` on the open file `descriptor`, from byte `start` on.
  ///
  /// - Throws: the system's error if it cannot be started
  init(_ path: String, descriptor: Int32, start: Int) throws(SystemError) {
    // In the program it is descriptor 4. The program opens /dev/fd/4, so it has a file position of its own.
    let file = fcntl(descriptor, F_DUPFD_CLOEXEC, 5)
    guard file >= 0 else { throw SystemError(errno) }
    defer { close(file) }
    var arguments = [
      "/bin/sh", "-c", "ulimit -v \(DecodedMedia.mostKilobytes); exec \"$@\"", "sh", path,
      "-nostdin", "-hide_banner", "-loglevel", "quiet", "-protocol_whitelist", "file,pipe",
      "-format_whitelist", MediaProgram.kinds,
    ]
    if start > 0 { arguments += ["-skip_initial_bytes", String(start)] }
    arguments += [
      "-i", "file:/dev/fd/4", "-map", "0:a:0", "-map_metadata", "-1", "-c:a", "pcm_f32le",
      "-fflags", "+bitexact", "-f", "wav", "pipe:1",
    ]
    let environment = ["LC_ALL=C", "PATH=\(MediaProgram.usualSearchPath)"]
    var started = cue_started()
    let failure = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe cue_start(arguments, environment, 0, 0, -1, file, &started)
      }
    }
    guard failure == 0 else { throw SystemError(failure) }
    _ = close(started.to_worker)
    program = started
    source = ByteSource(
      started.from_worker, isOurs: true, patienceMilliseconds: DecodedMedia.patienceMilliseconds)
  }

  deinit { _ = end(isOver: false) }

  /// Ends the program; whether it succeeded.
  ///
  /// `isOver`: it has closed its stream and exits by itself.
  func end(isOver: Bool) -> Bool {
    guard let program else { return true }
    self.program = nil
    var status: Int32 = 0
    if isOver {
      while unsafe waitpid(program.process, &status, 0) < 0, errno == EINTR { continue }
    } else {
      status = cue_end_group(program.process)
    }
    if program.ended >= 0 { _ = close(program.ended) }
    return status == 0
  }
}
