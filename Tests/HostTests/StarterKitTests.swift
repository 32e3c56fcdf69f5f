import CueModel
import CuePlugins
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import host

/// Cue as `make install` lays it out for plugin authors, and a place for their projects.
private struct Workshop {
  private struct NotInstalled: Error { let talk: String }

  /// Installed once for all tests.
  private static let prefix = Result { try installed() }
  let folder: TemporaryFolder
  private let prefix: TemporaryFolder

  init(at place: TemporaryFolder? = nil) throws {
    folder = try place ?? TemporaryFolder()
    prefix = try Workshop.prefix.get()
  }

  /// The folder where projects are built one after another, and how many were.
  private static let onePlace = Mutex<(folder: TemporaryFolder, count: Int)?>(nil)

  /// Gives each kind of project the same folder in its turn, so that what they share is compiled once.
  static func atOnePlace(_ body: (Workshop) throws -> Void) throws {
    try onePlace.withLock { place in
      let (folder, count) = try place ?? (TemporaryFolder(), 0)
      place = count + 1 < StarterKit.kinds.count ? (folder, count + 1) : nil
      let files = FileManager.default
      let (project, kept) = (folder.path("night-owl"), folder.path("kept"))
      defer {
        try? files.moveItem(atPath: project + "/.build", toPath: kept)
        for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        where name != "kept" { try? files.removeItem(atPath: folder.path(name)) }
      }
      try body(Workshop(at: folder))
    }
  }

  private static func installed() throws -> TemporaryFolder {
    let prefix = try TemporaryFolder()
    let made = try Run(
      "/usr/bin/env",
      ["make", "-s", "-C", Places.package, "install-sdk", "PREFIX=\(prefix.path)"],
      environment: ["MAKEFLAGS": ""])
    guard made.status == 0 else { throw NotInstalled(talk: made.talk) }
    for (product, folder, name) in [
      ("host", "bin", "cue"), ("cue-worker", "libexec/cue", "cue-worker"),
    ] {
      try FileManager.default.createDirectory(
        atPath: prefix.path(folder), withIntermediateDirectories: true)
      try prefix.copy(Places.product(product), as: folder + "/" + name)
    }
    return prefix
  }

  /// Runs the installed program in the folder of projects.
  func host(_ arguments: [String]) throws -> Run {
    try Run(
      "/usr/bin/env",
      ["-C", folder.path, prefix.path("bin/cue")] + arguments, environment: environment)
  }

  func make(_ arguments: [String]) throws -> Run {
    try Run("/usr/bin/env", ["make", "-C", folder.path] + arguments, environment: environment)
  }

  private var environment: [String: String] {
    [
      "CUE_HOME": folder.path("home"), "CUE_PLUGIN_PATH": "", "CUE_WORKER": "", "CUE_SDK": "",
      "HOME": folder.path, "MAKEFLAGS": "", "CUE_PLUGINS": "", "PKG_CONFIG_PATH": "",
      // Toolchains that live in a home of their own find it without HOME.
      "CARGO_HOME": Workshop.toolHome("CARGO_HOME", ".cargo"),
      "RUSTUP_HOME": Workshop.toolHome("RUSTUP_HOME", ".rustup"),
      "CFLAGS": "-O2 -Werror", "CXXFLAGS": "-O2 -Werror", "RUSTFLAGS": "-D warnings",
    ]
  }

  private static func toolHome(_ name: String, _ folder: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    return environment[name] ?? (environment["HOME"] ?? "") + "/" + folder
  }

  /// A new plugin, built as its author would; its file.
  func build(_ kind: String, in language: String) throws -> PluginFile {
    let new = try host(["plugin", "new", "night-owl", "--kind", kind, "--code", language])
    try #require(new.status == 0, "\(new.talk)")
    try? FileManager.default.moveItem(
      atPath: folder.path("kept"), toPath: folder.path("night-owl/.build"))
    let built = try make(["-C", "night-owl"])
    try #require(built.status == 0, "\(built.talk)")
    let product = language == "python" ? "night-owl" : "libnight-owl.so"
    return PluginFile(
      path: folder.path("night-owl/" + product), name: "night-owl",
      isProgram: language == "python", id: "night-owl")
  }

  func setup(_ file: PluginFile, _ parameters: [(name: String, value: String)] = []) -> PluginSetup
  {
    var setup = PluginSetup(
      file: file, worker: WorkerSettings(workerPath: prefix.path("libexec/cue/cue-worker")))
    setup.parameters = parameters
    return setup
  }
}

private func has(_ program: String) -> Bool {
  (try? Run("/usr/bin/env", [program, "--version"]))?.status == 0
}

private let canMake = has("make") && has("pkg-config")

@Suite(.startsProcesses, .enabled(if: canMake, "make or pkg-config is missing"))
struct `A starter kit is built with one command, works and can be proved` {
  @Test(.enabled(if: has("cc"), "a C compiler is missing"), arguments: StarterKit.kinds)
  func `A starter kit is built with one command, works and can be proved in C`(kind: String) throws
  { try prove(kind, in: "c") }

  @Test(.enabled(if: has("c++"), "a C++ compiler is missing"), arguments: StarterKit.kinds)
  func `A starter kit is built with one command, works and can be proved in C++`(kind: String)
    throws
  { try prove(kind, in: "cpp") }

  @Test(.enabled(if: has("swift"), "Swift is missing"), arguments: StarterKit.kinds)
  func `A starter kit is built with one command, works and can be proved in Swift`(kind: String)
    throws
  {
    try Workshop.atOnePlace { try prove(kind, in: "swift", $0) }
  }

  @Test(.enabled(if: has("cargo"), "cargo, for Rust, is missing"), arguments: StarterKit.kinds)
  func `A starter kit is built with one command, works and can be proved in Rust`(kind: String)
    throws
  { try prove(kind, in: "rust") }

  @Test(.enabled(if: has("python3"), "python3 is missing"), arguments: StarterKit.kinds)
  func `A starter kit is built with one command, works and can be proved in Python`(kind: String)
    throws
  { try prove(kind, in: "python") }

  @Test(
    .enabled(if: has("c++") && has("python3"), "a C++ compiler or python3 is missing"),
    arguments: [("model", "cpp"), ("engine", "cpp"), ("model", "python")])
  func `A starter kit for a voice with a model or an engine is built and proved`(
    purpose: String, language: String
  ) throws {
    let workshop = try Workshop()
    let made = try workshop.host([
      "plugin", "new", "night-owl", "--kind", "voice", "--code", language, "--with", purpose,
    ])
    #expect(made.status == 0, "\(made.talk)")
    let built = try workshop.make(["-C", "night-owl"])
    #expect(built.status == 0, "\(built.talk)")
    let test = try workshop.make(["-C", "night-owl", "test"])
    #expect(test.status == 0, "\(test.text)\(test.talk)")
    #expect(test.text.contains("compatible (level 5)"))
    let readMe = try String(
      contentsOfFile: workshop.folder.path("night-owl/README.md"), encoding: .utf8)
    #expect(readMe.contains("## The \(purpose)"))
    let install = try workshop.make(["-C", "night-owl", "install"])
    #expect(install.status == 0, "\(install.talk)")
    let said = try workshop.host([
      "speak", "-v", "night-owl", "-o", workshop.folder.path("said.wav"), "Good evening",
    ])
    #expect(said.status == 0, "\(said.talk)")
  }

  private func prove(_ kind: String, in language: String, _ place: Workshop? = nil) throws {
    let workshop = try place ?? Workshop()
    let file = try workshop.build(kind, in: language)
    if language != "python" {
      let symbols = try Run(
        "/usr/bin/env", ["nm", "-D", "--defined-only", "--extern-only", file.path])
      #expect(symbols.text.split(separator: "\n").map { $0.suffix(16) } == ["cue_plugin_entry"])
    }
    switch kind {
    case "voice": try proveVoice(workshop, file)
    case "dsp": try proveEffect(workshop, file)
    default: try proveRecognizer(workshop, file)
    }
    let test = try workshop.make(["-C", "night-owl", "test"])
    #expect(test.status == 0, "\(test.text)\(test.talk)")
    let install = try workshop.make(["-C", "night-owl", "install"])
    #expect(install.status == 0, "\(install.talk)")
    let found = try workshop.host(["plugins"])
    #expect(found.text.hasPrefix("night-owl     \(kind) "), "\(found.text)")
    // Nothing of the template is left to be filled in.
    let left = try Run(
      "/usr/bin/env",
      [
        "grep", "-rniE", "starter[-_]?(name|source|plugin|sdk|pkg|lang)", "--exclude-dir=.build",
        "--exclude-dir=target",
      ]
        + [workshop.folder.path("night-owl")])
    #expect(left.text == "")
  }

  /// The same words, whatever the language: 0.1 s a word and 0.04 s a letter, then 0.08 s of silence.
  private func proveVoice(_ workshop: Workshop, _ file: PluginFile) throws {
    let voice = VoiceClient(workshop.setup(file, [("base", "220")]))
    defer { voice.quit() }
    var request = SpeechRequest(text: "Ärger,\tnow")
    request.wantsMarks = true
    var bytes: [UInt8] = []
    var marks: [SpeechMark] = []
    var rate = 0
    let outcome = try voice.speak(request, cancellation: Cancellation()) { event in
      switch event {
      case .began(let format): rate = format.rateHertz
      case .sound(let sound): bytes += sound.bytes
      case .mark(let mark): marks.append(mark)
      default: break
      }
    }
    #expect(outcome == .finished)
    #expect(marks.map(\.textRange) == [0..<7, 8..<11])
    #expect(marks.map(\.frame) == [0, 7496 + 1764])
    #expect(bytes.count / 2 == 7496 + 1764 + 4851 + 1764)
    let sound = AudioBuffer(format: AudioFormat(sample: .int16, rateHertz: rate), bytes: bytes)
    let crossings = zip(sound.floats.prefix(7496), sound.floats.prefix(7496).dropFirst())
      .count { $0 < 0 && $1 >= 0 }
    #expect((73...75).contains(crossings))  // 0.34 s of 220 Hz
    #expect(throws: PluginFailure.self) {
      request.voice = "nobody"
      _ = try voice.speak(request, cancellation: Cancellation()) { _ in }
    }
  }

  /// A fifth of a second is one swell; a change of depth counts from its frame on.
  private func proveEffect(_ workshop: Workshop, _ file: PluginFile) throws {
    let effect = EffectClient(workshop.setup(file, [("depth", "1")]))
    defer { effect.quit() }
    func ones(_ count: Int) -> AudioBuffer {
      AudioBuffer(
        float32: Array(repeating: 1, count: count * 2), rateHertz: 1000, channels: 2)
    }
    try effect.configure(rateHertz: 1000, channels: 2)
    let whole = try effect.process(ones(400), changes: [.init(parameter: 1, frame: 250, value: 0)])
    #expect(whole.frameCount == 400)
    let left = stride(from: 0, to: 800, by: 2).map { whole.floats[$0] }
    #expect(left == stride(from: 1, to: 800, by: 2).map { whole.floats[$0] })
    #expect(left[0] == 1 && abs(left[100]) < 1e-6 && abs(left[50] - 0.5) < 1e-6)
    #expect(left[249] < 0.6 && left[250...].allSatisfy { $0 == 1 })
    // However the sound is cut.
    let again = EffectClient(workshop.setup(file, [("depth", "1")]), blockFrames: 7)
    defer { again.quit() }
    try again.configure(rateHertz: 1000, channels: 2)
    let cut = try again.process(ones(400), changes: [.init(parameter: 1, frame: 250, value: 0)])
    #expect(cut.bytes == whole.bytes)
    try again.begin(ones(9), changes: [], asking: [401])
    #expect(try again.finish().places == [401])
    #expect(try again.flush().frameCount == 0)
    #expect(throws: (any Error).self) {
      _ = try again.process(ones(2), changes: [.init(parameter: 1, frame: 0, value: 2)])
    }
  }

  /// Two stretches of sound, the second with a short pause in it.
  private func proveRecognizer(_ workshop: Workshop, _ file: PluginFile) throws {
    func stretch(_ seconds: Double, loud: Bool) -> [Int16] {
      (0..<Int((seconds * 8000).rounded())).map { loud ? Int16(sin(Double($0) * 0.3) * 16000) : 0 }
    }
    let samples =
      stretch(0.3, loud: false) + stretch(0.5, loud: true) + stretch(0.6, loud: false)
      + stretch(0.2, loud: true) + stretch(0.1, loud: false) + stretch(0.2, loud: true)
    let sound = AudioBuffer(int16: samples, rateHertz: 8000)
    var all: [Heard] = []
    for cut in [samples.count, 777] {
      let recognizer = RecognizerClient(workshop.setup(file))
      defer { recognizer.quit() }
      _ = try recognizer.open(ListenRequest(format: sound.format), cancellation: Cancellation())
      for start in stride(from: 0, to: samples.count, by: cut) {
        _ = try recognizer.push(
          sound.frames(start..<min(start + cut, samples.count)), cancellation: Cancellation())
      }
      all.append(try recognizer.finish(cancellation: Cancellation()))
    }
    #expect(all[0].text == "sound sound")
    #expect(all[0].words.map(\.frames) == [2400..<6400, 11200..<15200])
    #expect(all[0].words.map(\.frames) == all[1].words.map(\.frames))
  }
}

@Suite struct `A new plugin` {
  @Test(
    .startsProcesses,
    arguments: [
      "", "a", "Owl", "night owl", "../owl", "/owl", ".owl", "-owl", "owl-", "night--owl", "1owl",
      "öwl", "owl;rm", String(repeating: "o", count: 49),
    ])
  func `has a name that can be typed and built`(name: String) throws {
    let stage = try Stagehand()
    let run = try stage.host([
      "plugin", "new", "--kind", "voice", "--code", "c", "--", name,
    ])
    #expect(run.status == 2)
    #expect(run.talk.contains("“\(name)” cannot be a plugin's name"))
  }

  @Test(.startsProcesses, arguments: ["flite", "openai-recognizer", "mock-ear", "null"])
  func `does not have the name of one that comes with Cue`(name: String) throws {
    let stage = try Stagehand()
    let run = try stage.host(["plugin", "new", "--kind", "voice", "--code", "c", name])
    #expect(run.status == 2)
    #expect(run.talk.contains("“\(name)” is the name of a plugin that comes with Cue"))
  }

  @Test(
    .startsProcesses,
    arguments: [
      ["dsp", "cpp", "model"], ["voice", "rust", "model"], ["voice", "python", "engine"],
    ]) func `is refused if there is no template for its purpose`(words: [String]) throws
  {
    let stage = try Stagehand()
    let run = try stage.host([
      "plugin", "new", "owl", "--kind", words[0], "--code", words[1], "--with", words[2],
    ])
    #expect(run.status == 2 && run.talk.contains("There is no template for that."))
  }

  @Test(.startsProcesses) func `a new plugin does not overwrite files`() throws {
    let stage = try Stagehand()
    let words = ["plugin", "new", "owl", "--kind=dsp", "--code=rust"]
    let sdk = ["CUE_SDK": Places.source("plugin-sdk")]
    func new() throws -> Run {
      try Run(
        "/usr/bin/env", ["-C", stage.folder.path, Places.product("host")] + words, environment: sdk)
    }
    try stage.folder.write("mine", as: "owl")
    let onFile = try new()
    #expect(onFile.status == 73)
    #expect(onFile.talk.contains("./owl is there already, and is left as it is."))
    #expect(try String(contentsOfFile: stage.folder.path("owl"), encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: stage.folder.path("owl"))
    #expect(try new().status == 0)
    let made = try FileManager.default.subpathsOfDirectory(atPath: stage.folder.path("owl"))
    #expect(
      made.sorted() == [
        ".gitignore", "Cargo.toml", "Makefile", "README.md", "build.rs", "src", "src/cue.rs",
        "src/lib.rs",
        "src/plugin.rs",
      ])
    #expect(try new().status == 73)
  }

  @Test func `is taken away again where it cannot be written whole`() throws {
    let folder = try TemporaryFolder()
    let kit = StarterKit(name: "owl", kind: "dsp", language: "c")
    let files = [StarterKit.File(path: "a/b", text: "1"), .init(path: "a/b/c", text: "2")]
    #expect(throws: StarterKitError.self) { try kit.write(files, in: folder.path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `needs a kind and a language, and names them`() throws {
    func userError(_ words: String...) -> String {
      (#expect(throws: UserError.self) { try Arguments.parse(["plugin"] + words, hasInput: false) })?
        .sentence ?? ""
    }
    #expect(
      userError("new", "owl").contains("--kind says what the plugin is: voice, recognizer, dsp"))
    #expect(userError("new", "owl", "--kind", "voice").contains("--code says"))
    #expect(userError("new", "owl", "--kind", "device").contains("not “device”"))
    #expect(
      userError("new", "owl", "--code", "cobol").contains("c, cpp, swift, rust or python"))
    #expect(userError("new").contains("A plugin can be made (new NAME)"))
    #expect(userError("--colour").contains("There is no option --colour"))
    let asked = try Arguments.parse(
      ["plugin", "new", "owl", "--kind", "voice", "--code", "cpp"], hasInput: false)
    #expect(
      asked.command == .plugin(.new(StarterKit(name: "owl", kind: "voice", language: "cpp"))))
  }

  @Test(.startsProcesses) func `finds its templates or says where they should be`() throws {
    let stage = try Stagehand()
    let run = try stage.host(
      ["plugin", "new", "owl", "--kind", "voice", "--code", "c"], ["CUE_SDK": "/nowhere"])
    #expect(run.status == 78)
    #expect(run.talk.contains("/nowhere"))
  }
}
