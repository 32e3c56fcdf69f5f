import CueAudio
import CueSystem

/// A text that lies beside a recording, and appears when it is whole.
final class TextFile {
  private let path: String
  private let file: PartialFile

  /// Begins the file at `path`.
  init(_ path: String) throws(SoundFileError) {
    self.path = path
    do throws(SystemError) { file = try PartialFile(path) } catch {
      throw SoundFileError(path, .cannotCreate(errno: error.errno))
    }
  }

  /// Writes a whole file.
  static func write(_ text: String, to path: String) throws(SoundFileError) {
    let file = try TextFile(path)
    try file.append(text)
    try file.finish()
  }

  func append(_ text: String) throws(SoundFileError) { try append(Array(text.utf8)) }

  func append(_ bytes: [UInt8]) throws(SoundFileError) {
    do throws(SystemError) { try file.append(bytes) } catch { throw failure(error) }
  }

  /// Gives the file its name.
  func finish() throws(SoundFileError) {
    do throws(SystemError) { try file.finish() } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> SoundFileError {
    SoundFileError(path, .writingStopped(errno: error.errno))
  }

  /// Makes the folder that `path` is in, and those above it, where they are not there.
  static func makeFolder(of path: String) throws(SoundFileError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    do throws(WholeFile.FolderError) { try WholeFile.makeFolder(String(path[..<slash])) } catch {
      throw SoundFileError(error.path, .cannotMakeFolder(errno: error.system.errno))
    }
  }
}
