import CTestSupport
import Foundation

/// Where the tests find what was built and what it was built from.
public enum Places {
  /// The folder of the running test bundle, which holds `cue-worker`, `host` and the plugins too.
  public static let products: String = {
    guard let file = unsafe test_file_at(#dsohandle), let path = unsafe realpath(file, nil) else {
      fatalError("the test bundle does not know where it is")
    }
    defer { unsafe free(path) }
    return unsafe URL(filePath: String(cString: path)).deletingLastPathComponent()
      .path(percentEncoded: false)
  }()

  /// The folder of `Package.swift`.
  public static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

  /// What was built under that name: `host`, `cue-worker`, `libplugin-mock.so`.
  public static func product(_ name: String) -> String { products + name }

  /// The variables of programs that tests start: ours, and where the data files are, for copies of a program elsewhere.
  public static let environment = ProcessInfo.processInfo.environment
    .merging(["CUE_SHARE": source("Packaging")]) { given, _ in given }

  /// A file of the package, named from its top folder.
  public static func source(_ name: String) -> String { package + name }
}

/// A folder that is removed when nothing refers to it any more.
public final class TemporaryFolder: Sendable {
  /// Where it is, without a slash at its end.
  public let path: String

  /// A new, empty folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.path(percentEncoded: false)
      .appending("cue-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in it.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Makes the folder `name`, and those that it is in.
  public func makeFolders(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// Writes `text` as `name`, and answers its path.
  @discardableResult
  public func write(_ text: String, as name: String, isProgram: Bool = false) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    if isProgram {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: path(name))
    }
    return path(name)
  }

  /// Copies the file at `source` as `name`, and answers its path.
  @discardableResult
  public func copy(_ source: String, as name: String) throws -> String {
    try FileManager.default.copyItem(atPath: source, toPath: path(name))
    return path(name)
  }
}
