import CueSystem
import Foundation
import TestSupport

/// A program with plugins of its own build, in a home where it has never been.
struct RecordedStage {
  /// A program and its plugins, in a folder where nothing else is found.
  struct Edition: Sendable {
    /// What the tests were built with.
    static let built = Result { try Edition(program: Places.product("host")) }

    let program: String
    private let folder: TemporaryFolder

    /// The program at `path`; its worker and its plugins lie beside it, or in `plugins` there.
    init(program path: String) throws {
      let source = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent()
        .path(percentEncoded: false)
      let files = FileManager.default
      folder = try TemporaryFolder()
      program = folder.path("host")
      for name in ["host", "cue-worker"] {
        let place = folder.path(name)
        do { try files.linkItem(atPath: source + name, toPath: place) } catch {
          try files.copyItem(atPath: source + name, toPath: place)
        }
      }
      for name in ["plugins", "run"] {
        try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      }
      for name in [
        "mock", "flite", "espeak", "sonic", "rubberband", "varispeed", "dynamics", "whispering",
        "pocketsphinx",
      ] {
        for path in [source + "libplugin-\(name).so", source + "plugins/lib\(name).so"]
        where files.fileExists(atPath: path) {
          try files.createSymbolicLink(
            atPath: folder.path("plugins/lib\(name).so"), withDestinationPath: path)
        }
      }
      // What the plugins offer is asked once for all cases.
      _ = try Run(program, ["plugins"], environment: environment(home: folder.path("home")))
    }

    fileprivate var programFolder: String { folder.path }

    /// What the program knows of its plugins, for the home of a case.
    fileprivate func copyCache(to home: String) throws {
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: folder.path("home/cache"), toPath: home + "/cache")
    }

    fileprivate func environment(home: String) -> [String: String] {
      [
        "CUE_HOME": home, "CUE_PLUGIN_PATH": folder.path("plugins"), "HOME": home,
        "XDG_RUNTIME_DIR": folder.path("run"), "LC_ALL": "C.UTF-8",
        "CUE_SDK": Places.source("plugin-sdk"), "TZ": "UTC", "LANG": "", "LANGUAGE": "",
        "CUE_ELEVENLABS_KEY": "", "CUE_VOICE": "", "CUE_LOG": "", "CUE_WORKER": "",
        "PULSE_SERVER": "", "CREDENTIALS_DIRECTORY": "", "VISUAL": "", "EDITOR": "",
        "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "",
      ]
    }
  }

  private let edition: Edition
  private let folder: TemporaryFolder
  private let work: String

  init(_ edition: Edition, _ recorded: RecordedCase) throws {
    self.edition = edition
    folder = try TemporaryFolder()
    work = folder.path("work")
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    try edition.copyCache(to: folder.path("home"))
    for file in recorded.files { try folder.write(file.text, as: "work/" + file.name) }
    for copy in recorded.copies {
      try folder.copy(Places.source(copy.source), as: "work/" + copy.name)
    }
  }

  /// Runs the case; what it printed and wrote, as it stands in the record.
  func record(_ recorded: RecordedCase) throws -> String {
    var lines: [String] = []
    var before = try contents()
    for invocation in recorded.invocations {
      let run = try Run(
        "/usr/bin/env", ["-C", work, edition.program] + invocation.words,
        input: Data(invocation.input.utf8),
        environment: edition.environment(home: folder.path("home")).merging(invocation.environment)
        { $1 })
      lines.append((invocation.isHelp ? "help: " : "run: ") + invocation.line)
      lines.append("status: \(run.wasEndedBySignal ? "signal " : "")\(run.status)")
      if invocation.isHelp {
        lines.append(run.output.isEmpty ? "no text" : "some text")
        if !run.errors.isEmpty { lines.append("some errors") }
        continue
      }
      lines += part("output", run.output) + part("errors", run.errors)
      let after = try contents()
      for name in after.keys.sorted() where after[name] != before[name] {
        lines.append("file: \(name) \(described(after[name] ?? Data()))")
      }
      for name in before.keys.sorted() where after[name] == nil { lines.append("gone: \(name)") }
      before = after
    }
    return lines.joined(separator: "\n")
  }

  /// A text in lines, or what other bytes are, by their digest.
  private func part(_ name: String, _ bytes: Data) -> [String] {
    guard !bytes.isEmpty else { return [] }
    guard let text = String(validating: bytes, as: UTF8.self), bytes.count < 20_000 else {
      return ["\(name): \(described(bytes))"]
    }
    return ["\(name):"]
      + normalized(text).split(separator: "\n", omittingEmptySubsequences: false).dropLast(
        text.hasSuffix("\n") ? 1 : 0
      ).map { $0.isEmpty ? "|" : "| " + $0 }
  }

  private func described(_ bytes: Data) -> String {
    let same = String(validating: bytes, as: UTF8.self).map { Data(normalized($0).utf8) } ?? bytes
    return "\(same.count) bytes, \(RecordedStage.digest(same))"
  }

  /// SHA-256, in hexadecimal.
  static func digest(_ bytes: Data) -> String {
    ContentDigest.bytes(of: Array(bytes)[...]).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// All files of the working folder.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: work) {
      // What cannot be read is a folder.
      let bytes = try? Data(contentsOf: URL(filePath: work + "/" + name))
      contents[name] = bytes ?? Data("folder".utf8)
    }
    return contents
  }

  /// The text without what differs from run to run and from machine to machine.
  private func normalized(_ text: String) -> String {
    var text = text.replacing(work + "/", with: "").replacing(work, with: ".")
      .replacing(edition.programFolder, with: "<program>")
      .replacing(folder.path, with: "<folder>").replacing(Places.package, with: "<package>/")
    text = text.replacing(#/(?m)^(host|cue): /#, with: "<program>: ")
    // How often progress is reported depends on the speed.
    text = text.replacing(#/(?m)^\d+ of \d+ items · .*\n/#, with: "")
    text = text.replacing(#/\b(host|cue) (?=[a-z]+\b|-|")/#) { match in
      RecordedStage.isCommand(text[match.range.upperBound...])
        ? "<program> " : String(match.output.0)
    }
    text = text.replacing(#/\b[0-9a-f]{64}\b/#, with: "<digest>")
    text = text.replacing(#/\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?/#, with: "<time>")
    text = text.replacing(#/, in \d+\.\d s\n/#, with: ", in <time>\n")
    text = text.replacing(#/("milliseconds":|"process":|process  )\d+/#) {
      "\($0.output.1)<number>"
    }
    text = text.replacing(#/(?m)^(start time    |memory        )\d.*$/#) {
      "\($0.output.1)<number>"
    }
    text = text.replacing(#/0\.\d+\.\d+-dev/#, with: "<version>")
    return text
  }

  private static let commands: Set<Substring> = [
    "speak", "voices", "plugins", "plugin", "models", "doctor", "devices", "tones", "rehearse",
    "process",
    "listen", "credentials", "speech", "practice", "script", "cast", "generate", "jobs", "library",
    "audio", "conform",
  ]

  private static func isCommand(_ rest: Substring) -> Bool {
    rest.hasPrefix("-") || rest.hasPrefix("\"") || commands.contains(rest.prefix { $0.isLetter })
  }
}

/// What a library of the system is now, by its SHA-256; nil where it is not there.
enum SystemLibrary {
  private static let files = [
    "flite": "libflite_cmu_us_slt.so.1", "espeak": "libespeak-ng.so.1",
    "sndfile": "libsndfile.so.1", "sonic": "libsonic.so.0", "rubberband": "librubberband.so.2",
    "pocketsphinx": "libpocketsphinx.so.3", "samplerate": "libsamplerate.so.0",
    "loudness": "libebur128.so.1", "languages": "libexttextcat-2.0.so.0",
  ]

  static var names: [String] { files.keys.sorted() }

  static func digest(_ name: String) -> String? {
    guard let file = files[name] else { fatalError("no library is called \(name)") }
    for folder in [
      "/usr/lib/x86_64-linux-gnu/", "/usr/lib/aarch64-linux-gnu/", "/usr/lib64/", "/usr/lib/",
      "/usr/local/lib/",
    ] {
      if let bytes = try? Data(contentsOf: URL(filePath: folder + file)) {
        return RecordedStage.digest(bytes)
      }
    }
    return nil
  }
}
