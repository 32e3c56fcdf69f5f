import CueAudio
import CueModel
import Foundation

/// Files that tests make or are given.
public enum Fixtures {
  /// The library of broken voices.
  public static let faultyLibrary = library("faulty")

  /// The library that does what its file is called.
  public static let unrulyLibrary = library("unruly")

  private static func library(_ name: String) -> String {
    let folder = Places.products + "fixtures"
    let path = folder + "/lib\(name).so"
    let fresh = folder + "/lib\(name).\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try compile(Places.source("Tests/Fixtures/\(name).c"), to: fresh)
    } catch { fatalError("Tests/Fixtures/\(name).c cannot be built: \(error)") }
    // Another run of the tests may use the old one.
    guard unsafe rename(fresh, path) == 0 else { fatalError("\(path) cannot be written") }
    return path
  }

  /// A library made of the broken plugins in `Tests/Fixtures/mutants/SOURCE`, with these options of the compiler.
  public static func mutants(_ source: String, as name: String, _ options: [String]) throws
    -> String
  {
    let folder = Places.products + "fixtures"
    let path = "\(folder)/\(name)"
    let fresh = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try compile(
      Places.source("Tests/Fixtures/mutants/\(source)"), to: fresh,
      ["-std=gnu99", "-O1", "-fvisibility=hidden", "-lpthread"] + options)
    guard unsafe rename(fresh, path) == 0 else { fatalError("\(path) cannot be written") }
    return path
  }

  /// What the compiler says of a file it refuses.
  public struct Refused: Error { let message: String }

  /// Makes a library of a C file, with nothing but the C compiler and the plugin interface.
  public static func compile(
    _ source: String, to library: String, _ more: [String] = [],
    headers: String = "plugin-sdk/include"
  ) throws {
    let run = try Run(
      "/usr/bin/env",
      [
        "cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC",
        "-I" + Places.source(headers), "-o", library, source,
      ] + more)
    guard run.status == 0 else { throw Refused(message: run.talk) }
  }

  /// The sound in the WAV file at `path`.
  public static func sound(inFile path: String) throws -> AudioBuffer {
    try WAV.sound(in: Array(try Data(contentsOf: URL(filePath: path))))
  }
}
