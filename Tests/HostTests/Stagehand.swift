import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

/// The real program with its plugins laid out as they are installed, in a folder of its own.
struct Stagehand {
  let folder: TemporaryFolder
  private var environment: [String: String]

  /// The program without a library.
  ///
  /// `hasBrokenVoices`: the library of broken voices is among the plugins; it takes long to list. `adding`: plugins that most
  /// tests do not need. `knowsPlugins`: the program was started before, and asks none of the others what it
  /// offers.
  init(
    hasBrokenVoices: Bool = false, adding more: [String] = [], knowsPlugins: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    let plugins = folder.path("plugins")
    try FileManager.default.createDirectory(
      atPath: plugins, withIntermediateDirectories: true)
    var files: [(path: String, built: String)] = []
    for name in ["mock", "flite", "espeak", "elevenlabs", "pulse"] + more {
      let built = Places.product("libplugin-\(name).so")
      guard FileManager.default.fileExists(atPath: built) else { continue }
      files.append(("\(plugins)/lib\(name).so", built))
      try FileManager.default.createSymbolicLink(
        atPath: files[files.count - 1].path, withDestinationPath: built)
    }
    // The files about the models of services lie beside their plugins, and a plugin reads nothing outside that folder.
    let sources = #filePath.components(separatedBy: "/Tests/")[0] + "/Plugins/"
    for facts in ["ElevenLabs/elevenlabs.json", "OpenAI/openai.json"] {
      try folder.copy(sources + facts, as: "plugins/" + facts.components(separatedBy: "/")[1])
    }
    if hasBrokenVoices { try folder.copy(Fixtures.faultyLibrary, as: "plugins/libfaulty.so") }
    if knowsPlugins {
      try KnownPlugins.tell(files, registry: folder.path("home/cache/cue/registry"))
    }
    environment = [
      "CUE_HOME": folder.path("home"), "CUE_PLUGIN_PATH": plugins, "HOME": folder.path,
      "CUE_ELEVENLABS_KEY": "", "CUE_OPENAI_KEY": "", "CUE_VOICE": "", "CUE_LOG": "",
      "PULSE_SERVER": "",
      "XDG_RUNTIME_DIR": folder.path, "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
    ]
  }

  /// With the plugins and the worker that `make` has put into the folder `build`, after its own plugins.
  mutating func add(build: String) {
    environment["CUE_PLUGIN_PATH"] = "\(plugins):\(build)/plugins"
    // A plugin beside the worker counts as one of Cue's.
    environment["CUE_WORKER"] = build + "/cue-worker"
  }

  /// Where the program finds its plugins.
  var plugins: String { folder.path("plugins") }

  /// Runs `host` to its end.
  func host(
    _ arguments: [String], input: String = "", _ more: [String: String] = [:]
  ) throws -> Run {
    try Run(
      Places.product("host"), arguments, input: Data(input.utf8),
      environment: environment.merging(more) { $1 })
  }

  /// Runs another program to its end, as one that may start `host`.
  func run(
    _ program: String, _ arguments: [String], _ more: [String: String] = [:]
  ) throws -> Run {
    try Run(program, arguments, environment: environment.merging(more) { $1 })
  }

  /// Starts `host`.
  func start(_ arguments: [String], _ more: [String: String] = [:]) throws -> Running {
    try Running(
      Places.product("host"), arguments, environment: environment.merging(more) { $1 })
  }

  /// Starts `host` before a screen of its own.
  func startAtTerminal(
    _ arguments: [String], _ more: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalRun {
    try TerminalRun(
      Places.product("host"), arguments, columns: columns, rows: rows,
      environment: environment.merging(more) { $1 })
  }

  /// Starts `host` before a screen, by a shell that has control of its jobs; `"$0" "$@"` is the program.
  func startAtTerminal(
    shell: String, _ arguments: [String], _ more: [String: String] = [:]
  ) throws -> TerminalRun {
    try TerminalRun(
      "/bin/bash", ["-c", "set -m; " + shell, Places.product("host")] + arguments,
      environment: environment.merging(more) { $1 })
  }

  /// Makes `text` the user's cue.conf.
  func configure(_ text: String) throws {
    let configuration = folder.path("home/config/cue")
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true)
    try text.write(toFile: configuration + "/cue.conf", atomically: true, encoding: .utf8)
  }

  /// Gives a module of the user's library version 99, as if a newer program had written it.
  func makeNewer(module: String) throws {
    let change = try Run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); "
          + "[d.create_function('cue_' + f, -1, lambda *a: 0) for f in ('row', 'sum', 'difference')]; "
          + "d.execute('update module set version = 99 where name = ?', sys.argv[2:]); d.commit()",
        folder.path("home/data/cue/library.db"), module,
      ])
    try #require(change.status == 0)
  }

  /// What a command of `story` prints with `--json`.
  @discardableResult
  func story(_ words: [String], status: Int32 = 0) throws -> [[String: Any]] {
    let run = try host(["story"] + words + ["--json"])
    #expect(run.status == status, "\(words): \(run.talk)")
    return try events(run)
  }

  /// The path of a new sound file with a tone of this many seconds.
  func tone(
    _ seconds: Double, _ name: String = "tone.wav", rateHertz: Int = 48_000
  ) throws -> String {
    let samples = (0..<Int(seconds * Double(rateHertz))).map {
      Int16(8000 * sin(Double($0) * 0.05))
    }
    let path = folder.path(name)
    let sound = AudioBuffer(int16: samples, rateHertz: rateHertz)
    try Data(WAV.header(sound.format, frames: samples.count) + sound.bytes)
      .write(to: URL(filePath: path))
    return path
  }

  /// The events of a run with `--json`.
  func events(_ run: Run) throws -> [[String: Any]] {
    try run.text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }
}
