import CueSystem

/// Reads and writes files for commands; its errors are sentences.
enum Texts {
  /// The text in `bytes`; `name` says where it is from: "The text", "scene.txt".
  static func checked(_ bytes: [UInt8], _ name: String) throws(UserError) -> String {
    do throws(TextError) { return try TextInput.text(bytes) } catch {
      throw UserError(error, name)
    }
  }

  /// All of a file.
  static func contents(ofFile path: String) throws(UserError) -> [UInt8] {
    do throws(TextError) { return try TextInput.bytes(ofFile: path) } catch {
      throw UserError(error, path)
    }
  }

  /// All that comes from a descriptor.
  static func contents(of descriptor: Int32, _ name: String) throws(UserError) -> [UInt8] {
    do throws(TextError) { return try TextInput.bytes(of: descriptor) } catch {
      throw UserError(error, name)
    }
  }

  /// Writes `bytes` to the file at `path`, which is replaced at once or not at all.
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
