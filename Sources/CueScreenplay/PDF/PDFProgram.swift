import CSystem
import CueSystem
import Glibc

/// The program `cue-import-pdf`, which prints the words of a PDF file with their places.
///
/// It is a program of its own for its licence (it uses poppler), and because the files come from strangers: it gives up the network
/// and limits its memory and time before it reads anything.
enum PDFProgram {
  /// The words of the PDF file in `bytes`.
  static func words(of bytes: [UInt8]) throws(ScriptError) -> PDFWords {
    guard let path else { throw .pdf(.noProgram) }
    let (output, status) = try run(path, input: bytes)
    guard cue_status_signal(status) == 0 else { throw .pdf(.failed) }
    switch cue_status_exit(status) {
    case 0: break
    case 2: throw .pdf(.locked)
    case 3: throw .pdf(.damaged)
    default: throw .pdf(.failed)
    }
    let words: PDFWords
    do throws(PDFWords.Failure) {
      words = try PDFWords(parsing: String(decoding: output, as: UTF8.self))
    } catch { throw .pdf(.failed) }
    guard !words.isEmpty else { throw .pdf(.noText) }
    return words
  }

  /// Where the program is: as `CUE_IMPORT_PDF` says, beside this program, or where it is installed; nil if it is not there.
  private static var path: String? {
    let folder = (try? SystemPath.resolved("/proc/self/exe")).map {
      String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.endIndex))
    }
    let named = unsafe getenv("CUE_IMPORT_PDF").map { unsafe String(cString: $0) }
    let places =
      [named]
      + ["", "/../libexec/cue"].map { place in
        folder.map { $0 + place + "/cue-import-pdf" }
      }
    return places.compactMap { $0 }.first { unsafe access($0, X_OK) == 0 }
  }

  /// A program that prints nothing for so long hangs, in milliseconds.
  private static let patience: Int32 = 60_000
  /// More than this is no output of a script, in bytes.
  private static let mostBytes = 1 << 28

  /// Runs the program at `path` with `input` as its standard input; what it prints, and its status.
  private static func run(
    _ path: String, input: [UInt8]
  ) throws(ScriptError) -> (output: [UInt8], status: Int32) {
    var started = cue_started()
    let failure = unsafe withCStrings([path]) { arguments in
      unsafe withCStrings(["LC_ALL=C"]) { environment in
        unsafe cue_start(arguments, environment, 0, 0, -1, -1, &started)
      }
    }
    guard failure == 0 else { throw .pdf(.noProgram) }
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
