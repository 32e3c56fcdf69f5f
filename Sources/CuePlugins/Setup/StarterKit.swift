import CueSystem
import Glibc

/// Why a project for a plugin was not made.
package enum StarterKitError: Error, Equatable, Sendable {
  /// A folder of the SDK has no templates.
  case templatesMissing(folder: String)
  /// A template cannot be read.
  case unreadable(path: String, TextError)
  /// There is a folder of that name.
  case exists(folder: String)
  /// A file or folder cannot be made; an `errno` value.
  case cannotMake(path: String, errno: Int32)
  /// A file cannot be written; an `errno` value.
  case cannotWrite(path: String, errno: Int32)
}

/// A project for a new plugin, made from the SDK's templates.
package struct StarterKit: Equatable, Sendable {
  /// The kinds of plugins for which there are templates.
  package static let kinds = ["voice", "recognizer", "dsp"]
  /// What a project may be for, apart from a small plugin: one that loads a model, or one around an engine that is a library.
  package static let purposes = ["model", "engine"]
  /// The languages in which there are templates.
  package static let languages = ["c", "cpp", "swift", "rust", "python"]

  /// The name of the project's folder, its library and its plugin.
  package let name: String
  /// One of ``kinds``.
  package let kind: String
  /// One of ``languages``.
  package let language: String

  /// One of ``purposes``; nil for a small plugin.
  package let purpose: String?

  /// A project of that name, which must pass ``isName(_:)``.
  package init(name: String, kind: String, language: String, purpose: String? = nil) {
    self.name = name
    self.kind = kind
    self.language = language
    self.purpose = purpose
  }

  /// Whether there is a template for the purpose: of a voice with a model in C++ and Python, of one with an engine in C++.
  package var hasTemplate: Bool {
    switch purpose {
    case nil: true
    case "model": kind == "voice" && ["cpp", "python"].contains(language)
    default: kind == "voice" && language == "cpp"
    }
  }

  /// One file of a project.
  package struct File: Equatable, Sendable {
    /// Its path in the project.
    package var path: String
    /// Its whole text.
    package var text: String

    /// A file of that path and text.
    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// Whether a plugin can have that name: 2 to 48 lower-case letters, digits and single hyphens, a letter first.
  package static func isName(_ name: String) -> Bool {
    (2...48).contains(name.utf8.count)
      && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
      && name.first?.isLetter == true && name.last != "-" && !name.contains("--")
  }

  /// Whether a plugin that comes with Cue, or a word of its own, has that name.
  package static func isTaken(_ name: String) -> Bool {
    let endings = ["-recognizer", "-denoiser"]
    let stem = endings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
    return ShippedPlugins.names.contains(stem) || name.hasPrefix("mock-")
      || ["null", "profile", "voice", "price", "rate"].contains(name)
  }

  /// The name of what `make` builds.
  package var product: String { language == "python" ? name : "lib\(name).so" }

  /// The file an author changes first.
  package var mainSource: String {
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
  package func files(
    sdk: String, packageConfig: String
  ) throws(StarterKitError) -> [File] {
    let templates = sdk + "/templates/"
    let words = [
      ("starter-pkgconfig", packageConfig), ("starter-sdk", sdk), ("starter-plugin", product),
      ("starter-source", mainSource), ("starter-name", name),
      ("starter_name", name.split(separator: "-").joined(separator: "_")),
      ("StarterName", camelName),
    ]
    var files: [File] = []
    let special = purpose.map { templates + language + "/with-" + $0 }
    let folders =
      [templates + language + "/all", templates + language + "/" + kind]
      + (special.map { [$0 + "/" + kind] } ?? [])
    for folder in folders {
      let paths = StarterKit.paths(in: folder).sorted()
      guard !paths.isEmpty else {
        throw .templatesMissing(folder: folder)
      }
      for path in paths {
        // What is for a purpose stands in for what is not.
        files.removeAll { $0.path == path }
        files.append(
          File(path: path, text: try StarterKit.text(ofFile: folder + "/" + path)))
      }
    }
    let notes = try StarterKit.text(ofFile: templates + language + "/notes.md")
    var readMe = try StarterKit.text(ofFile: templates + "kinds/\(kind).md")
    if let special { readMe += try StarterKit.text(ofFile: special + "/notes.md") }
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

  /// Writes `files` into a new folder of the plugin's name in `parent`; an existing folder is not changed.
  package func write(_ files: [File], in parent: String) throws(StarterKitError) -> String {
    let folder = parent + "/" + name
    guard unsafe mkdir(folder, 0o777) == 0 else {
      throw errno == EEXIST ? .exists(folder: folder) : .cannotMake(path: folder, errno: errno)
    }
    var made = [folder]
    do throws(StarterKitError) {
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
  ) throws(StarterKitError) {
    var path = folder
    let parts = file.path.split(separator: "/")
    for part in parts.dropLast() {
      path += "/" + part
      if unsafe mkdir(path, 0o777) == 0 { made.append(path) }
    }
    path = folder + "/" + file.path
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .cannotMake(path: path, errno: errno)
    }
    made.append(path)
    let failure = Descriptor.write(Array(file.text.utf8), to: descriptor)
    close(descriptor)
    guard failure == 0 else { throw .cannotWrite(path: path, errno: failure) }
  }

  private static func text(ofFile path: String) throws(StarterKitError) -> String {
    do throws(TextError) { return try TextInput.text(ofFile: path) } catch {
      throw .unreadable(path: path, error)
    }
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
    var paths: [String] = []
    for name in Folder.names(in: folder) {
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
