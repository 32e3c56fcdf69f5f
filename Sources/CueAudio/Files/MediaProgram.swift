import CSystem
import CueSystem
import Glibc

/// The program `ffmpeg`, which reads what neither we nor libsndfile read: M4A, WebM and films among others.
///
/// It is run as a program of its own, for its licence, and because what it reads are other people's files.
enum MediaProgram {
  /// Where it is, in the folders of `searchPath`, which is as the variable PATH; nil where it is not.
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

  /// The kinds of files that it may take one for, by its own names: those that hold sound themselves.
  ///
  /// Lists that name other files are left out (HLS, DASH, concat, SDP): a recording from a stranger would open them.
  static let kinds =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aac,asf,asf_o,avi,flv,mpeg,mpegts,mp3,ogg,wav,w64,aiff,au,caf,"
    + "flac,amr,amrnb,amrwb,ac3,eac3,dts,ape,wv,tta,tak,mpc,mpc8,dsf,iff,voc,oma,rm,loas,mxf,nut,ircam,"
    + "sox,gsm,shn"

  /// What a file is that this program reads and libsndfile does not, by its first twelve bytes; nil where it is another.
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

/// A file that ``MediaProgram`` turns into a WAV stream of floats, while it is read.
final class DecodedMedia {
  private var program: cue_started?
  /// The stream.
  let source: ByteSource

  /// If the program gives nothing for so long, it hangs, in milliseconds.
  private static let patienceMilliseconds: Int64 = 60_000
  /// The most memory that it may have, in kB.
  private static let mostKilobytes = 4 << 20

  /// Starts the program at `path` with the file that `descriptor` has open, from byte `start` on.
  init(_ path: String, descriptor: Int32, start: Int) throws(SystemError) {
    // In the program it is descriptor 4, by which it opens the file itself: its own place in it.
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

  /// Ends the program, and tells whether it went well.
  ///
  /// `isOver`: it has closed its stream, and ends by itself.
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
