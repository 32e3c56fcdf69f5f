import CSystem
import CueSystem
import Glibc

/// A program of its own that reads files of other programs: `cue-import-pdf` or `cue-import-document`.
///
/// The files come from strangers, and the libraries that read them are large: each program gives up the network and limits its
/// memory and time before it reads anything. poppler, which reads PDF, also has a different licence from Cue's.
enum ImportProgram: String {
  case pdf = "cue-import-pdf"
  case document = "cue-import-document"

  /// The program for files of that kind; nil if there is none.
  init?(_ kind: DocumentKind) {
    switch kind {
    case .pdf: self = .pdf
    case .richText, .word, .oldWord, .openDocument, .book, .webPage, .celtx: self = .document
    default: return nil
    }
  }

  /// The program's output for the file in `bytes`.
  func output(of bytes: [UInt8]) throws(ImportFault) -> String {
    guard let path else { throw .noProgram }
    let (output, status) = try ImportProgram.run(path, input: bytes)
    guard cue_status_signal(status) == 0 else { throw .failed }
    switch cue_status_exit(status) {
    case 0: return String(decoding: output, as: UTF8.self)
    case 2: throw .locked
    case 3: throw .damaged
    case 4: throw .otherForm
    case 5: throw .tooLarge
    default: throw .failed
    }
  }

  /// Where the program is: in the folder that `CUE_IMPORTERS` names, beside this program, or where it is installed; nil if it is
  /// not there.
  private var path: String? {
    let folder = (try? SystemPath.resolved("/proc/self/exe")).map {
      String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.endIndex))
    }
    let named = unsafe getenv("CUE_IMPORTERS").map { unsafe String(cString: $0) }
    let folders = [named, folder, folder.map { $0 + "/../libexec/cue" }]
    return folders.compactMap { $0 }.map { $0 + "/" + rawValue }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// A program that prints nothing for this long hangs, in milliseconds.
  private static let patience: Int32 = 60_000
  /// Longer output is not text, in bytes.
  private static let mostBytes = 1 << 28

  /// Runs the program at `path` with `input` as its standard input; what it prints, and its status.
  private static func run(
    _ path: String, input: [UInt8]
  ) throws(ImportFault) -> (output: [UInt8], status: Int32) {
    var started = cue_started()
    let failure = unsafe withCStrings([path]) { arguments in
      unsafe withCStrings(["LC_ALL=C"]) { environment in
        unsafe cue_start(arguments, environment, 0, 0, -1, -1, &started)
      }
    }
    guard failure == 0 else { throw .noProgram }
    defer {
      _ = close(started.from_worker)
      if started.ended >= 0 { _ = close(started.ended) }
    }
    // It reads all before it prints anything.
    let written = Descriptor.write(input, to: started.to_worker, patienceMilliseconds: patience)
    _ = close(started.to_worker)
    var output: [UInt8] = []
    var isOver = written != 0 && written != EPIPE
    while !isOver {
      var block = [UInt8](repeating: 0, count: 65536)
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(started.from_worker, $0.baseAddress, $0.count)
      }
      if count > 0 {
        output += block[..<count]
        isOver = output.count > mostBytes
      } else if count < 0, errno == EAGAIN {
        isOver = cue_wait(started.from_worker, -1, -1, patience) == 0
      } else if count == 0 || errno != EINTR {
        var status: Int32 = 0
        while unsafe waitpid(started.process, &status, 0) < 0, errno == EINTR { continue }
        return (output, status)
      }
    }
    return ([], cue_end_group(started.process))
  }
}
