import CueSystem
import CueScreenplay
import Glibc

/// A screenplay as it was read from a file or from standard input.
struct ScreenplayFile {
  /// As the user named it; `-` for standard input.
  let path: String
  let screenplay: Screenplay
  /// Of its bytes, in hexadecimal.
  let digest: String

  /// Reads it, and says a word about what is doubtful in it.
  init(_ path: String, _ manner: Manner) throws(UserError) {
    let bytes =
      path == "-"
      ? try Texts.contents(of: STDIN_FILENO, "Standard input") : try Texts.contents(ofFile: path)
    do throws(ScriptError) { try self.init(path, bytes) } catch {
      throw UserError(
        "\(ScreenplayFile.name(path)) cannot be read as a screenplay: "
          + "\(Messages(language: .english).why(error)).", .badInput)
    }
    guard !manner.isQuiet else { return }
    for warning in screenplay.warnings {
      Console.say("\(name), line \(warning.line): \(warning.sentence)")
    }
    if !screenplay.elements.contains(where: { $0.kind == .sceneHeading || $0.kind == .character }) {
      Console.say(
        "\(name): from line 1 on there is neither a scene heading nor a character; is it a "
          + "screenplay?",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech.")
    }
  }

  /// The screenplay in `bytes`, which were read from `path`.
  init(_ path: String, _ bytes: [UInt8]) throws(ScriptError) {
    screenplay = try ScreenplayReader.read(bytes, fileName: path)
    self.path = path
    digest = ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
  }

  /// Its name for people.
  var name: String { ScreenplayFile.name(path) }

  static func name(_ path: String) -> String { path == "-" ? "Standard input" : path }

  /// Its title, else the name of its file.
  var title: String {
    if let title = screenplay.title("title").first(where: { !$0.isEmpty }) { return title }
    return path == "-" ? "" : fileName
  }

  /// The last part of its path; empty where it came from no file.
  var fileName: String {
    path == "-" ? "" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Where it is from the root on; empty where it came from no file.
  var absolutePath: String {
    guard path != "-", let real = unsafe realpath(path, nil) else { return "" }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
