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
    do {
      return try kept("lib\(name).so", of: Places.source("Tests/Fixtures/\(name).c"), [])
    } catch { fatalError("Tests/Fixtures/\(name).c cannot be built: \(error)") }
  }

  /// The plugin of LADSPA effects; nil where the header that it needs is missing.
  public static let ladspaBridge = bridge("ladspa", in: "Ladspa", needs: "ladspa.h", [])
  /// The plugin of LV2 effects; nil where the headers that it needs are missing.
  public static let lv2Bridge = bridge(
    "lv2", in: "LV2", needs: "lilv-0/lilv/lilv.h", ["-I/usr/include/lilv-0", "-llilv-0"])

  /// The plugin of Festival; nil where its headers are missing.
  public static let festival: String? = {
    guard FileManager.default.fileExists(atPath: "/usr/include/festival/festival.h") else {
      return nil
    }
    let path = Places.products + "fixtures/libfestival.so"
    let sources = ["engine", "text", "voice"].map { Places.source("Plugins/Festival/\($0).cpp") }
    do {
      try FileManager.default.createDirectory(
        atPath: Places.products + "fixtures", withIntermediateDirectories: true)
      let run = try Run(
        "/usr/bin/env",
        [
          "c++", "-O2", "-std=c++17", "-w", "-shared", "-fPIC", "-fvisibility=hidden",
          "-I" + Places.source("plugin-sdk/include"),
          "-I" + Places.source("plugin-sdk/templates/cpp/all"), "-I/usr/include/festival",
          "-I/usr/include/speech_tools", "-Wl,-z,nodelete",
          "-Wl,--version-script=" + Places.source("plugin-sdk/cue-plugin.map"), "-o", path,
        ] + sources + ["-lFestival", "-lestools", "-lestbase", "-leststring", "-lm"])
      guard run.status == 0 else { throw Refused(message: run.talk) }
    } catch { fatalError("Plugins/Festival cannot be built: \(error)") }
    return path
  }()

  private static func bridge(
    _ name: String, in folder: String, needs header: String, _ options: [String]
  ) -> String? {
    let files = FileManager.default
    guard files.fileExists(atPath: "/usr/include/\(header)") else { return nil }
    let folders = ["Bridging", folder].map { Places.source("Plugins/\($0)") }
    let sources = folders.flatMap { folder in
      (files.subpaths(atPath: folder) ?? []).sorted().filter { $0.hasSuffix(".c") }
        .map { "\(folder)/\($0)" }
    }
    do {
      return try kept(
        "lib\(name).so", of: sources[0],
        ["-std=gnu11", "-O2", "-fvisibility=hidden"] + sources.dropFirst() + options
          + ["-lpthread", "-ldl", "-lm"],
        besides: folders)
    } catch { fatalError("Plugins/\(folder) cannot be built: \(error)") }
  }

  /// A library made of the broken plugins in `Tests/Fixtures/mutants/SOURCE`, with these options of the compiler.
  public static func mutants(_ source: String, as name: String, _ options: [String]) throws
    -> String
  {
    try kept(
      name, of: Places.source("Tests/Fixtures/mutants/\(source)"),
      ["-std=gnu99", "-O1", "-fvisibility=hidden", "-lpthread"] + options)
  }

  /// The library `name`, compiled by the first run of the tests that needs it and by the first after a change.
  private static func kept(
    _ name: String, of source: String, _ options: [String], besides: [String] = []
  ) throws -> String {
    let folder = Places.products + "fixtures"
    let path = "\(folder)/\(name)"
    let record = "\(path).made-of"
    let ingredients = try madeOf(
      [source, Places.source("plugin-sdk/include")] + besides, options)
    let files = FileManager.default
    if files.fileExists(atPath: path),
      (try? String(contentsOfFile: record, encoding: .utf8)) == ingredients
    {
      return path
    }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Several processes may make it at once, and others use the old one.
    let fresh = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    try compile(source, to: fresh, options)
    guard unsafe rename(fresh, path) == 0 else { fatalError("\(path) cannot be written") }
    try ingredients.write(toFile: record, atomically: true, encoding: .utf8)
    return path
  }

  /// The options, and all files at `paths` and in the folders there, each with its size and its time.
  private static func madeOf(_ paths: [String], _ options: [String]) throws -> String {
    let files = FileManager.default
    let all = paths.flatMap { path in
      [path] + (files.subpaths(atPath: path) ?? []).sorted().map { "\(path)/\($0)" }
    }
    let lines = try all.map { path in
      let attributes = try files.attributesOfItem(atPath: path)
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(path) \(attributes[.size] ?? 0) \(time)"
    }
    return (options + lines).joined(separator: "\n")
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

  /// The sound in the file at `path`: 16-bit if the file is, else floats.
  public static func sound(inFile path: String) throws -> AudioBuffer {
    let reader = try SoundFileReader(path: path)
    var samples: [Float] = []
    while let block = try reader.read(atMost: 65_536) { samples += block.floats }
    let sound = AudioBuffer(
      float32: samples, rateHertz: reader.rateHertz, channels: reader.channels)
    guard reader.formatName.hasSuffix("16-bit") else { return sound }
    return AudioBuffer(
      int16: sound.int16s, rateHertz: reader.rateHertz, channels: reader.channels)
  }
}
