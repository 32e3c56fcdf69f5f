import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Why the program that runs a plugin is not known.
public struct InterpreterError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Equatable, Sendable {
    /// The `#!` line is cut off, empty, or uses options of `env`.
    case unclear
    /// The line names no absolute path, so what it means depends on the working folder.
    case relative(String)
    /// No folder of PATH has this program.
    case notInPath(String)
    /// There is no such file, or a link to it cannot be followed; an `errno` value.
    case missing(ExactPath, errno: Int32)
    /// It is no file that can be executed.
    case notExecutable(ExactPath)
    /// The interpreter of the interpreter of the … has an interpreter.
    case tooDeep
    /// The `home` in this `pyvenv.cfg` is not an absolute path, or the file cannot be read.
    case environment(ExactPath)
  }

  /// The file whose interpreter was looked for.
  public let path: ExactPath
  /// What is wrong.
  public let reason: Reason
}

/// The program that runs a plugin that is a script, and the files that it needs.
///
/// All paths are without links, so that they can be granted.
public struct Interpreter: Equatable, Sendable {
  /// Files that are executed: the interpreter, and those of interpreters that are scripts themselves.
  public private(set) var executable: [ExactPath] = []
  /// Files and folders that are read: its libraries, and the packages of a virtual environment.
  public private(set) var readable: [ExactPath] = []

  /// The user's home folder, without links.
  private let home: ExactPath?

  /// An interpreter may be a script; the kernel follows this many of them.
  private static let mostLevels = 4
  /// What every machine has for all users; `/bin` and others are links to it, or its like.
  private static let systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib64"].map(ExactPath.init)

  /// The interpreter that the `#!` line of the program at `path` names.
  ///
  /// - Parameters:
  ///   - path: the program
  ///   - searchPath: what PATH holds for it, for `#!/usr/bin/env NAME`
  ///   - home: the user's home folder, which counts as no virtual environment
  /// - Returns: nil if it has no such line
  /// - Throws: ``InterpreterError``
  public static func ofProgram(
    _ path: ExactPath, searchPath: String, home: ExactPath?
  ) throws(InterpreterError) -> Interpreter? {
    do throws(InterpreterError.Reason) {
      let named = try named(in: path, searchPath)
      guard !named.isEmpty else { return nil }
      var all = Interpreter(home)
      for next in named { all.add(try Interpreter(at: next, searchPath, home, level: 1)) }
      return all
    } catch { throw InterpreterError(path: path, reason: error) }
  }

  /// The interpreter at `path`.
  ///
  /// - Parameters:
  ///   - path: the interpreter, or a link to it, as in a virtual environment
  ///   - searchPath: what PATH holds, in case it is a script
  ///   - home: the user's home folder, which counts as no virtual environment
  /// - Throws: ``InterpreterError``
  public init(
    at path: ExactPath, searchPath: String, home: ExactPath?
  ) throws(InterpreterError) {
    do throws(InterpreterError.Reason) {
      try self.init(at: path, searchPath, home, level: 1)
    } catch { throw InterpreterError(path: path, reason: error) }
  }

  private init(_ home: ExactPath?) { self.home = home.map(RealPath.resolvedOrSame) }

  private mutating func add(_ other: Interpreter) {
    executable = Set(executable + other.executable).sorted()
    readable = Set(readable + other.readable).sorted()
  }

  private init(
    at path: ExactPath, _ searchPath: String, _ home: ExactPath?, level: Int
  ) throws(InterpreterError.Reason) {
    guard level <= Interpreter.mostLevels else { throw .tooDeep }
    let real: ExactPath
    do throws(SystemError) { real = try RealPath.resolved(path) } catch {
      throw .missing(path, errno: error.errno)
    }
    guard RealPath.kind(real) == .file, unsafe access(real.text, X_OK) == 0 else {
      throw .notExecutable(real)
    }
    self.init(home)
    executable = [real]
    readable = libraries(of: real)
    // A virtual environment is found at any link on the way, as its Python finds it.
    for place in Interpreter.hops(from: path) { readable += try environment(around: place) }
    for next in try Interpreter.named(in: real, searchPath) {
      add(try Interpreter(at: next, searchPath, home, level: level + 1))
    }
    readable = Set(readable).sorted()
  }

  private func isSystem(_ path: ExactPath) -> Bool { Interpreter.isSystem(path, home: home) }

  /// Whether `path`, which is without links, is what every user of the machine has.
  static func isSystem(_ path: ExactPath, home: ExactPath?) -> Bool {
    // A home may be anywhere.
    systemFolders.contains(where: path.isInside)
      && !(home.map { path.isInside(RealPath.resolvedOrSame($0)) } ?? false)
  }

  private static func named(
    in path: ExactPath, _ searchPath: String
  ) throws(InterpreterError.Reason) -> [ExactPath] {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UserFile.open(path.text) } catch {
      // A program of the system may be executable without being readable; it is no script then.
      if error.errno == EACCES { return [] }
      throw .missing(path, errno: error.errno)
    }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return [] }
    return try HashBangLine.interpreters(in: Array(bytes[..<count]), searchPath: searchPath)
  }

  /// `path` and the links that follow it, up to what is no link.
  private static func hops(from path: ExactPath) -> [ExactPath] {
    var hops: [ExactPath] = []
    var next: ExactPath? = path
    while let place = next, hops.count < 40 {
      // Links on the way to it are resolved, and the last one is not.
      let exact = RealPath.resolvedOrSame(place.folder).appending(place.name)
      hops.append(exact)
      next = RealPath.target(ofLink: exact)
    }
    return hops
  }

  // MARK: Python

  /// The libraries of an interpreter in `PREFIX/bin`; none if it is the system's, whose libraries every plugin can read.
  private func libraries(of path: ExactPath) -> [ExactPath] {
    guard !isSystem(path), path.folder.name == "bin" else { return [] }
    return libraries(in: path.folder.folder)
  }

  private func libraries(in prefix: ExactPath) -> [ExactPath] {
    guard prefix.text != "/", !isSystem(prefix) else { return [] }
    return ["lib", "lib64"].compactMap { try? RealPath.resolved(prefix.appending($0)) }
      .filter { $0.isInside(prefix) && $0 != prefix }
  }

  /// What a virtual environment with `path` in its `bin` needs; empty if there is none.
  private func environment(
    around path: ExactPath
  ) throws(InterpreterError.Reason) -> [ExactPath] {
    let folders = [path.folder, path.folder.folder]
    guard
      let prefix = folders.first(where: { RealPath.kind($0.appending("pyvenv.cfg")) == .file })
    else { return [] }
    let file = prefix.appending("pyvenv.cfg")
    guard let base = Interpreter.base(namedIn: file)?.folder else { throw .environment(file) }
    let isHome = home.map { $0.isInside(prefix) } ?? false
    // In a folder with everything of the user, only what is Python's.
    let own = isHome || prefix.text == "/" ? [file] + libraries(in: prefix) : [prefix]
    return own + libraries(in: RealPath.resolvedOrSame(base))
  }

  /// The folder of the Python from which an environment was made: `home` in its `pyvenv.cfg`; nil if that is not said.
  private static func base(namedIn file: ExactPath) -> ExactPath? {
    guard let descriptor = try? UserFile.open(file.text) else { return nil }
    defer { _ = close(descriptor) }
    guard let bytes = try? WholeFile.read(descriptor, limit: 65_536) else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1)
      func trimmed(_ part: ArraySlice<UInt8>) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0d }
        return Array(part.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
      }
      guard parts.count == 2, trimmed(parts[0]).elementsEqual("home".utf8) else { continue }
      guard let path = try? NeedPath(parsing: trimmed(parts[1])), path.place == nil,
        String(validating: trimmed(parts[1]), as: UTF8.self) != nil
      else { return nil }
      return path.path
    }
    return nil
  }
}
