import CueSystem
import Glibc

/// A project for a new plugin, made of the SDK's templates.
struct StarterKit: Equatable {
  static let kinds = ["voice", "recognizer", "dsp"]
  static let languages = ["c", "cpp", "swift", "rust", "python"]

  /// Of the project's folder, its library and its plugin.
  let name: String
  let kind: String
  let language: String

  /// One file of a project.
  struct File: Equatable {
    /// Within the project.
    var path: String
    var text: String
  }

  /// Why a plugin cannot have that name, or nothing.
  static func refusal(ofName name: String) -> String? {
    let isGood =
      (2...48).contains(name.utf8.count)
      && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
      && name.first?.isLetter == true && name.last != "-" && !name.contains("--")
    guard !isGood else { return nil }
    return
      "“\(name)” cannot be a plugin's name: it is 2 to 48 lower-case letters, digits and single "
      + "hyphens, and begins with a letter, as in night-owl."
  }

  /// The name of what `make` builds.
  var product: String { language == "python" ? name : "lib\(name).so" }

  /// The file an author changes first.
  var mainSource: String {
    let stems = ["voice": "voice", "recognizer": "detector", "dsp": "tremolo"]
    let swift = ["voice": "ToneVoice", "recognizer": "Detector", "dsp": "Tremolo"]
    switch language {
    case "c": return "\(stems[kind] ?? kind).c"
    case "cpp": return "\(stems[kind] ?? kind).cpp"
    case "swift": return "Sources/\(camelName)Plugin/\(swift[kind] ?? kind).swift"
    case "rust": return "src/lib.rs"
    default: return "src/__main__.py"
    }
  }

  private var camelName: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// All files of the project, from the templates in `sdk`; `packageConfig` is the folder of cue-plugin.pc.
  func files(sdk: String, packageConfig: String) throws(UserError) -> [File] {
    let templates = sdk + "/templates/"
    let words = [
      ("starter-pkgconfig", packageConfig), ("starter-sdk", sdk), ("starter-plugin", product),
      ("starter-source", mainSource), ("starter-name", name),
      ("starter_name", name.split(separator: "-").joined(separator: "_")),
      ("StarterName", camelName),
    ]
    var files: [File] = []
    for folder in [templates + language + "/all", templates + language + "/" + kind] {
      let paths = StarterKit.paths(in: folder).sorted()
      guard !paths.isEmpty else {
        throw UserError(
          "The templates for a \(kind) in \(language) are missing: \(folder) has none.",
          hint: "Install the whole of Cue again, or name its SDK in CUE_SDK.", .configuration)
      }
      for path in paths {
        files.append(
          File(path: path, text: try StarterKit.text(ofFile: folder + "/" + path)))
      }
    }
    let notes = try StarterKit.text(ofFile: templates + language + "/notes.md")
    let readMe = try StarterKit.text(ofFile: templates + "kinds/\(kind).md")
    files.append(
      File(
        path: "README.md",
        text: StarterKit.replacing([("starter-language\n", notes)], in: readMe)))
    return files.map { file in
      File(
        path: StarterKit.replacing(words, in: file.path),
        text: StarterKit.replacing(words, in: file.text))
    }
  }

  /// Writes `files` into a new folder of the plugin's name in `parent`; one that is there already is left as it is.
  func write(_ files: [File], in parent: String) throws(UserError) -> String {
    let folder = parent + "/" + name
    guard unsafe mkdir(folder, 0o777) == 0 else {
      throw UserError(
        errno == EEXIST
          ? "\(folder) is there already, and is left as it is."
          : "\(folder) cannot be made: \(Console.describe(errno: errno)).",
        hint: errno == EEXIST ? "Choose another name, or move it away." : "", .cannotCreate)
    }
    var made = [folder]
    do throws(UserError) {
      for file in files { try StarterKit.write(file, in: folder, &made) }
    } catch {
      // Half a project is worse than none.
      for path in made.reversed() { unsafe remove(path) }
      throw error
    }
    return folder
  }

  private static func write(
    _ file: File, in folder: String, _ made: inout [String]
  ) throws(UserError) {
    var path = folder
    let parts = file.path.split(separator: "/")
    for part in parts.dropLast() {
      path += "/" + part
      if unsafe mkdir(path, 0o777) == 0 { made.append(path) }
    }
    path = folder + "/" + file.path
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UserError("\(path) cannot be made: \(Console.describe(errno: errno)).", .cannotCreate)
    }
    made.append(path)
    let failure = Descriptor.write(Array(file.text.utf8), to: descriptor)
    close(descriptor)
    guard failure == 0 else {
      throw UserError(
        "\(path) could not be written: \(Console.describe(errno: failure)).", .inputOutput)
    }
  }

  private static func text(ofFile path: String) throws(UserError) -> String {
    try Texts.checked(try Texts.contents(ofFile: path), path)
  }

  /// `text` with each word replaced, once and from left to right.
  private static func replacing(_ words: [(word: String, by: String)], in text: String) -> String {
    let bytes = Array(text.utf8)
    let words = words.map { (word: Array($0.word.utf8), by: Array($0.by.utf8)) }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if let found = words.first(where: { bytes[at...].starts(with: $0.word) }) {
        result += found.by
        at += found.word.count
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The files below `folder`, by their paths in it.
  private static func paths(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var paths: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      guard unsafe stat(folder + "/" + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        paths += StarterKit.paths(in: folder + "/" + name).map { name + "/" + $0 }
      } else {
        paths.append(name)
      }
    }
    return paths
  }
}
