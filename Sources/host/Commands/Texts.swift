import CueDocuments
import CueSystem
import Glibc

/// Reads and writes files for commands; its errors are sentences.
enum Texts {
  /// The text in `bytes`; `name` is its source: "The text", "scene.txt".
  static func checked(_ bytes: [UInt8], _ name: String) throws(UserError) -> String {
    do throws(TextError) { return try TextInput.text(bytes) } catch {
      throw UserError(error, name)
    }
  }

  /// The text of a file that a person wrote; of standard input if `path` is `-`.
  static func document(_ path: String) throws(UserError) -> String {
    let name = path == "-" ? "Standard input" : path
    let bytes =
      path == "-" ? try contents(of: STDIN_FILENO, name) : try contents(ofFile: path)
    return try document(bytes, name)
  }

  /// A text by a person, in any format that ``DocumentText`` reads; `name` is its source.
  static func document(_ bytes: [UInt8], _ name: String) throws(UserError) -> String {
    do throws(TextError) { return try DocumentText(bytes).text } catch {
      throw UserError(error, name)
    }
  }

  /// All of a file.
  static func contents(ofFile path: String) throws(UserError) -> [UInt8] {
    do throws(TextError) { return try TextInput.bytes(ofFile: path) } catch {
      throw UserError(error, path)
    }
  }

  /// All bytes from a descriptor.
  static func contents(of descriptor: Int32, _ name: String) throws(UserError) -> [UInt8] {
    do throws(TextError) { return try TextInput.bytes(of: descriptor) } catch {
      throw UserError(error, name)
    }
  }

  /// Writes `bytes` to the file at `path`, which is replaced completely or not at all.
  static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o666, isSynced: Bool = false
  ) throws(UserError) {
    do throws(WholeFile.WriteError) {
      try WholeFile.write(bytes, to: path, permissions: permissions, isSynced: isSynced)
    } catch {
      let status: ExitStatus =
        switch error {
        case .cannotCreate: .cannotCreate
        case .cannotComplete: .inputOutput
        }
      throw UserError("\(path) cannot be written: \(error.system.words).", status)
    }
  }
}
