import Foundation
import TestSupport
import Testing

/// What `make neural` puts into build/, where it is there.
private enum Neural {
  /// The folder of plugins.
  static let plugins = Places.source("build/plugins")
  /// The library of voices, recognizers and the denoiser.
  static let sherpa = plugins + "/libsherpa.so"
  /// The folder of the models that are installed with it.
  static let models = Places.source("build/share/cue/models")
  /// The voice that a package ships.
  static let joe = models + "/en_US-joe-medium"

  /// The recognizer that a package ships.
  static let moonshine = models + "/moonshine-base-en"

  /// The voice in Python.
  static let hibari = plugins + "/hibari"

  /// Whether that one is installed, too.
  static let hasBoth =
    isInstalled && FileManager.default.isExecutableFile(atPath: hibari)
    && FileManager.default.fileExists(atPath: Places.source("build/neural/python"))

  /// Whether the engine is installed.
  static let isInstalled =
    FileManager.default.fileExists(atPath: Places.source("build/neural/sherpa"))
    && FileManager.default.fileExists(atPath: sherpa)
    && FileManager.default.fileExists(atPath: joe + "/model.json")
}

@Suite(.startsProcesses) struct `Neural plugins are installed by a script` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the script in a tree of its own, with what `python` does in Python's place.
  private func neural(
    _ names: [String], python: String = "exit 0", _ more: [String: String] = [:]
  ) throws -> Run {
    // The script works in the tree that it lies in.
    let script = folder.path("Packaging/neural")
    if !FileManager.default.fileExists(atPath: script) {
      try folder.makeFolders("Packaging")
      try folder.copy(Places.source("Packaging/neural"), as: "Packaging/neural")
      for name in ["Plugins", "plugin-sdk"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path(name), withDestinationPath: Places.source(name))
      }
    }
    let program = try folder.write("#!/bin/sh\n\(python)\n", as: "python", isProgram: true)
    return try Run(
      "/bin/bash", [script] + names,
      environment: ["PYTHON": program, "WHEELS": folder.path("wheels")].merging(more) { $1 })
  }

  @Test func `which refuses a name that no plugin has`() throws {
    let run = try neural(["parrot"])
    #expect(run.status == 1)
    #expect(
      run.talk
        == "make neural: there is no neural plugin “parrot”: Plugins/Parrot/packages.txt is missing.\n"
    )
    #expect(try neural(["../x"]).talk.contains("is not the name of a neural plugin"))
  }

  @Test func `which says that Python is missing`() throws {
    let run = try neural(["sherpa"], ["PYTHON": "no-such-python"])
    #expect(run.status == 1)
    #expect(
      run.talk.hasPrefix("make neural: there is no no-such-python: install Python 3.9 or later"))
  }

  @Test func `which says that Python is too old`() throws {
    let run = try neural(
      ["sherpa"], python: "case $1 in --version) echo Python 3.6.9;; *) exit 1;; esac")
    #expect(run.status == 1)
    #expect(
      run.talk.hasPrefix("make neural: Python 3.6.9 is too old: Python 3.9 or later is needed"))
  }

  @Test func `Neural plugins are installed by a script which says that pip is missing`() throws {
    let run = try neural(["sherpa"], python: "case $* in *pip*) exit 1;; esac")
    #expect(run.status == 1)
    #expect(run.talk.contains("has no pip: install it"))
  }

  @Test(arguments: [
    (
      "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
      "another checksum than Plugins/Sherpa/packages.txt says"
    ),
    (
      "WARNING: Retrying: NewConnectionError: Temporary failure in name resolution",
      "registry could not be reached"
    ),
    (
      "ERROR: Could not install packages due to an OSError: No space left on device",
      "disk became full"
    ),
    ("ERROR: No matching distribution found for sherpa-onnx-core==2.0.1", "is not offered for"),
    ("ERROR: something else", "its last words are: ERROR: something else"),
  ])
  func `which says in one sentence why a download failed`(said: String, expected: String) throws {
    let run = try neural(
      ["sherpa"],
      python: """
        case "$*" in
          *"pip --version"*) ;;
          *"pip download"*) echo "\(said)" >&2; exit 1;;
          -c*) ;;
          *) exit 1;;
        esac
        """)
    #expect(run.status == 1)
    #expect(run.talk.contains(expected))
    #expect(run.talk.split(separator: "\n").count == 1, "\(run.talk)")
    // The size comes first.
    #expect(run.text.hasPrefix("sherpa: 135 MB to download, 255 MB unpacked\n"))
  }

  /// 339 MB of packages stayed in build/neural/wheels after they were installed.
  @Test func `which keeps no package that it has downloaded, and all that were there`() throws {
    try folder.makeFolders("wheels")
    try folder.write("mine", as: "wheels/mine.whl")
    let python = #"""
      case "$*" in
        --version) echo "Python 3.11.2";;
        *"pip --version"*|-c*) ;;
        *"pip download"*)
          while [ "$1" != --dest ]; do shift; done
          echo new > "$2/new.whl";;
        "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python";;
        *"pip install"*) ls "$(dirname "$0")/../../../../wheels" > "$(dirname "$0")/installed";;
        *) cat > /dev/null; exit 1;;
      esac
      """#
    let run = try neural(["hibari"], python: python)
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.contains("hibari: downloading what is missing\n"))
    #expect(run.text.hasSuffix("hibari: installed\n"))
    let installed = try String(
      contentsOfFile: folder.path("build/neural/python/bin/installed"), encoding: .utf8)
    #expect(installed == "mine.whl\nnew.whl\n", "packages are there while they are installed")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("wheels")) == ["mine.whl"])
    let again = try neural(["hibari"], python: python)
    #expect(again.text == "hibari: installed already\n")
  }

  @Test func `which says that the disk is too small before it downloads anything`() throws {
    try folder.makeFolders("bin")
    try folder.write(
      "#!/bin/sh\necho head\necho /dev/x 9 9 1024 1% /\n", as: "bin/df", isProgram: true)
    let path = folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let run = try neural(["sherpa"], ["PATH": path])
    #expect(run.status == 1)
    #expect(run.talk.contains("645 MB are needed under"))
    #expect(run.talk.contains("and 1 MB are free"))
  }
}

@Suite(.startsProcesses, .enabled(if: Neural.isInstalled, "make neural has not been run"))
struct `Neural voices` {
  private let stage: Stagehand
  private var models: String { stage.folder.path("models") }

  init() throws {
    var stage = try Stagehand()
    stage.add(build: Places.source("build"))
    self.stage = stage
    let made = try Run(
      "/usr/bin/env", ["python3", Places.source("Tests/Fixtures/models/make.py"), models])
    try #require(made.status == 0, "\(made.talk)")
  }

  private func say(
    _ words: String, with options: [String] = [], models: String? = nil, as name: String = "out.wav"
  ) throws -> Run {
    let chosen = models.map { ["--set", "models=\($0)"] } ?? []
    return try stage.host(
      ["--voice=\(Neural.sherpa)", "-o", stage.folder.path(name)] + chosen + options + [words])
  }

  @Test func `speak, with the same bytes every time`() throws {
    for name in ["a.wav", "b.wav"] {
      let run = try say("Good evening. Are you there?", as: name)
      #expect(run.status == 0, "\(run.talk)")
    }
    let sound = try Fixtures.sound(inFile: stage.folder.path("a.wav"))
    #expect(sound.format.rateHertz == 22050)
    #expect(sound.frameCount > 22050)
    #expect(try Fixtures.sound(inFile: stage.folder.path("b.wav")) == sound)
  }

  @Test func `are listed with language, sex and licence`() throws {
    let run = try stage.host(["voices", "--json", Neural.sherpa])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.contains("en_US-joe-medium"))
    #expect(run.text.contains("en-US"))
    #expect(run.text.contains("CC0-1.0"))
  }

  @Test func `are understood by a recognizer that knows nothing of them`() throws {
    #expect(try say("The train leaves at seven.").status == 0)
    let heard = try stage.host([
      "listen", stage.folder.path("out.wav"), "--expect", "line:The train leaves at seven.", "-q",
      "--recognizer=\(Neural.plugins)/libpocketsphinx.so",
    ])
    #expect(heard.text == "the train leaves at seven\n", "\(heard.talk)")
  }

  @Test func `speak words as the user's lexicon says`() throws {
    #expect(try say("Aoife is here.", as: "a.wav").status == 0)
    #expect(
      try say("Aoife is here.", with: ["--set", "lexicon=Aoife=iːfə"], as: "b.wav").status == 0)
    #expect(
      try Fixtures.sound(inFile: stage.folder.path("a.wav"))
        != Fixtures.sound(inFile: stage.folder.path("b.wav")))
    let bad = try say("Hello", with: ["--set", "lexicon=Aoife"])
    #expect(bad.status != 0)
    #expect(bad.talk.contains("The lexicon entry “Aoife” says no pronunciation"))
  }

  @Test func `a Piper voice as published needs no description`() throws {
    let run = try say("Good evening", models: models)
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Fixtures.sound(inFile: stage.folder.path("out.wav")).frameCount > 4000)
  }

  @Test func `of a pair that is added speak, without a word about what it is`() throws {
    let added = try stage.host(["models", "add", models + "/tiny-voice/tiny.onnx", "--json"])
    #expect(added.status == 0, "\(added.talk)")
    #expect(try stage.events(added).last?["type"] as? String == "piper")
    let listed = try stage.host(["voices", Neural.sherpa, "--json"])
    #expect(listed.text.contains("tiny"), "\(listed.text)\(listed.talk)")
    let run = try stage.host([
      "--voice=\(Neural.sherpa):tiny", "-o", stage.folder.path("out.wav"), "Good evening",
    ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Fixtures.sound(inFile: stage.folder.path("out.wav")).frameCount > 4000)
    #expect(try stage.host(["models", "check", "tiny"]).status == 0)
  }

  @Test func `of many languages speak each with its phonemes or its lexicon`() throws {
    let folder = stage.folder.path("many")
    let made = try Run(
      "/usr/bin/env",
      ["python3", Places.source("Tests/Fixtures/models/make.py"), folder, "tiny-kokoro"])
    try #require(made.status == 0, "\(made.talk)")
    func frames(_ speaker: String, _ words: String, lexicon: String = "") throws -> Int {
      let run = try stage.host([
        "--voice=\(Neural.sherpa):tiny-kokoro/\(speaker)", "--set", "sherpa:models=\(folder)",
        "--set", "sherpa:lexicon=\(lexicon)", "-o", stage.folder.path("out.wav"), words,
      ])
      #expect(run.status == 0, "\(run.talk)")
      return try Fixtures.sound(inFile: stage.folder.path("out.wav")).frameCount
    }
    // Each token is 1,200 frames long; the lexicon gives the second character more of them.
    #expect(try frames("zf_mei", "好") > frames("zf_mei", "你") + 3000)
    #expect(
      try frames("af_anna", "Anna", lexicon: "Anna=ænænænænænæn") > frames("af_anna", "Anna") + 3000
    )
  }

  @Test func `that are not installed are named`() throws {
    let run = try stage.host([
      "--voice=\(Neural.sherpa):nobody", "-o", stage.folder.path("out.wav"), "Hello",
    ])
    #expect(run.status != 0)
    #expect(run.talk.contains("There is no voice “nobody”"))
  }

  /// What is wrong with a model, and the sentence's core.
  enum Damage: String, CaseIterable {
    case cut = "the model ends too soon: the file is cut off or damaged"
    case empty = "the file is empty"
    case page = "it is text and not ONNX; the download may have been an error page"
    case pointer = "it is a pointer of Git LFS and not the model itself"
    case noise = "has a field that no model has"
    case otherKind = "it has no input “scales”, so it is no Piper voice"
    case dimensions = "a tensor has absurd dimensions"
    case description = "says no sample_rate: it is not of a Piper voice"
    case scrambled = "The model is damaged, or was made for another engine or version"

    /// The model's bytes, changed.
    func apply(to model: Data) -> Data {
      switch self {
      case .cut: model.prefix(model.count / 2)
      case .empty: Data()
      case .page: Data("<html>Not Found</html>".utf8)
      case .pointer: Data("version https://git-lfs.github.com/spec/v1\noid sha256:0\n".utf8)
      case .noise: Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 7) })
      case .otherKind: Data(model).replacing(Data("scales".utf8), with: Data("scalps".utf8))
      // The weight of one number, with three dimensions of a million each.
      case .dimensions:
        Data(model).replacing(
          Data([0x08, 0x03, 0x10, 0x07]), with: Data([0x08, 0x7f, 0x10, 0x07]))
      case .description: model
      case .scrambled:
        Data(model).replacing(Data("Reshape".utf8), with: Data("Reshope".utf8))
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func `of a damaged model are refused in one sentence`(damage: Damage) throws {
    let file = models + "/tiny-voice/tiny.onnx"
    let model = try Data(contentsOf: URL(filePath: file))
    try damage.apply(to: model).write(to: URL(filePath: file))
    if damage == .description {
      try "{}".write(toFile: file + ".json", atomically: false, encoding: .utf8)
    }
    let run = try say("Good evening", models: models)
    #expect(run.status != 0 && !run.wasEndedBySignal)
    let expected =
      damage == .dimensions
      ? "a tensor has more or fewer numbers than its dimensions" : damage.rawValue
    #expect(run.talk.contains(expected), "\(run.talk)")
    #expect(run.talk.contains("The model tiny-voice in"), "\(run.talk)")
    #expect(run.talk.split(separator: "\n").count { $0.contains("tiny-voice") } == 1, "\(run.talk)")
  }

  @Test func `of a damaged model leave the line to the stand-in`() throws {
    let file = models + "/tiny-voice/tiny.onnx"
    try Data().write(to: URL(filePath: file))
    let run = try stage.host([
      "--voice=\(Neural.sherpa),mock", "--set", "sherpa:models=\(models)", "-o",
      stage.folder.path("out.wav"), "Good evening",
    ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Fixtures.sound(inFile: stage.folder.path("out.wav")).frameCount > 0)
  }

  @Test(arguments: ["tiny-transducer", "tiny-ctc"])
  func `beside recognizers, whose words lie within the sound and in order`(model: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: models + "/silero-vad", withDestinationPath: Neural.models + "/silero-vad")
    #expect(try say("She sells sea shells.").status == 0)
    let sound = try Fixtures.sound(inFile: stage.folder.path("out.wav"))
    let seconds = Double(sound.frameCount) / Double(sound.format.rateHertz)
    let run = try stage.host([
      "listen", stage.folder.path("out.wav"), "--recognizer=\(Neural.sherpa)", "--json", "--set",
      "models=\(models)", "--set", "model=\(model)",
    ])
    #expect(run.status == 0, "\(run.talk)")
    struct Heard: Decodable {
      struct Word: Decodable {
        var text: String
        var start, end: Double
      }
      var event: String
      var words: [Word]?
    }
    let result = try run.text.split(separator: "\n")
      .map { try JSONDecoder().decode(Heard.self, from: Data($0.utf8)) }
      .last { $0.event == "result" }
    let words = try #require(result?.words)
    #expect(words.contains { $0.text == "hiss" } && words.contains { $0.text == "hum" })
    var before = 0.0
    for word in words {
      #expect(word.start >= before - 0.0001 && word.end >= word.start)
      #expect(word.end <= seconds + 0.0001)
      before = word.end
    }
  }

  @Test func `beside a denoiser, which keeps the length`() throws {
    #expect(try say("Good evening").status == 0)
    let run = try stage.host([
      "process", stage.folder.path("out.wav"), "-o", stage.folder.path("clean.wav"), "--dsp",
      Neural.sherpa, "--set", "models=\(models)",
    ])
    #expect(run.status == 0, "\(run.talk)")
    let before = try Fixtures.sound(inFile: stage.folder.path("out.wav"))
    let after = try Fixtures.sound(inFile: stage.folder.path("clean.wav"))
    #expect(before.frameCount == after.frameCount)
  }

  @Test func `are understood by the recognizer that is installed with them`() throws {
    let words = "Good evening. The train leaves at midnight, and nobody is here."
    #expect(try say(words).status == 0)
    let run = try stage.host([
      "listen", stage.folder.path("out.wav"), "--recognizer=\(Neural.sherpa)",
    ])
    #expect(run.status == 0, "\(run.talk)")
    func plain(_ text: String) -> [String] {
      text.lowercased().split { !$0.isLetter }.map(String.init)
    }
    #expect(plain(run.text) == plain(words))
  }

  @Test func `a recognizer with damaged tokens is reported in one sentence`() throws {
    #expect(try say("Good evening").status == 0)
    let folder = stage.folder.path("cut/moonshine")
    try FileManager.default.createDirectory(
      atPath: stage.folder.path("cut"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Neural.moonshine, toPath: folder)
    let tokens = URL(fileURLWithPath: folder + "/tokenizer.bin")
    try Data(contentsOf: tokens).dropLast(100_001).write(to: tokens)
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path("cut/silero-vad"),
      withDestinationPath: Neural.models + "/silero-vad")
    let run = try stage.host([
      "listen", stage.folder.path("out.wav"), "--recognizer=\(Neural.sherpa)", "--set",
      "models=\(stage.folder.path("cut"))",
    ])
    #expect(run.status != 0)
    #expect(run.talk.contains("tokenizer.bin"), "\(run.talk)")
    #expect(run.talk.contains("cut off"), "\(run.talk)")
    #expect(run.talk.split(separator: "\n").count == 1, "\(run.talk)")
  }

  @Test(arguments: ["recognizer", "denoiser"])
  func `voices without a model report what is missing`(kind: String) throws {
    #expect(try say("Good evening").status == 0)
    let file = stage.folder.path("out.wav")
    try stage.folder.makeFolders("none")
    let run =
      kind == "denoiser"
      ? try stage.host(["process", file, "-o", stage.folder.path("x.wav"), "--dsp", Neural.sherpa])
      : try stage.host([
        "listen", file, "--recognizer=\(Neural.sherpa)", "--set",
        "models=\(stage.folder.path("none"))",
      ])
    #expect(run.status != 0)
    #expect(run.talk.contains("There is no model"))
    #expect(run.talk.contains("Documentation/Models.md"))
  }
}

@Suite(.startsProcesses, .enabled(if: Neural.hasBoth, "make neural has not been run"))
struct `Installed neural voices` {
  private let stage: Stagehand
  private let play: String

  init() throws {
    var stage = try Stagehand(adding: ["rubberband"])
    stage.add(build: Places.source("build"))
    self.stage = stage
    play = try stage.folder.write(
      """
      INT. HALL - DAY

      He waits.

      NORA
      Well. Good evening to you. She smiles.

      OSKAR
      Good evening. His hat falls. He picks it up himself.

      ILYA
      (whispering)
      And good night, father. He leaves.

      OSKAR
      He is a good man.

      """, as: "a.fountain")
  }

  @Test func `speak where none is named, and are cast first`() throws {
    let said = try stage.host(["--json", "-o", stage.folder.path("a.wav"), "Good evening"])
    #expect(said.status == 0 && said.text.contains("hibari"), "\(said.talk)")
    let cast = try stage.host(["cast", play, "--json"])
    #expect(cast.status == 0, "\(cast.talk)")
    #expect(cast.text.contains("hibari://heart") && cast.text.contains("sherpa://"))
    #expect(cast.text.contains("natural voice"))
  }

  @Test func `play several parts through an effect, with the same bytes each time`() throws {
    let parts = ["NORA=hibari", "OSKAR=hibari?pitch=-3&formants=-1.5", "ILYA=hibari?pitch=3"]
    var sounds: [Data] = []
    for name in ["a.wav", "b.wav"] {
      let run = try stage.host(
        ["generate", play, "-o", stage.folder.path(name), "--cache", stage.folder.path(name + "s")]
          + parts.flatMap { ["--cast", $0] } + ["--narrator", "sherpa", "--jobs", "2"])
      #expect(run.status == 0, "\(run.talk)")
      sounds.append(try Data(contentsOf: URL(filePath: stage.folder.path(name))))
    }
    #expect(sounds[0].count > 100_000 && sounds[0] == sounds[1])
  }

  @Test(arguments: ["hibari", "sherpa"])
  func `speak a name as the lexicon of a script has its sounds`(plugin: String) throws {
    var sounds: Set<Data> = []
    for (name, lexicon) in [
      ("a", "Oskar = Oskar"), ("b", "father = /ˈfɛðɚ/"), ("c", "father = /ˈfɛðɚ/"),
    ] {
      let file = try stage.folder.write(lexicon + "\n", as: name + ".lex")
      let run = try stage.host([
        "generate", play, "--voice=\(plugin)", "--narrator", plugin, "--lexicon", file,
        "--cache", stage.folder.path(name + "-clips"), "-o", stage.folder.path(name + ".wav"),
      ])
      #expect(run.status == 0, "\(run.talk)")
      sounds.insert(try Data(contentsOf: URL(filePath: stage.folder.path(name + ".wav"))))
    }
    #expect(sounds.count == 2)
  }

  /// Hibari's network leaves 0.7 s between two sentences.
  @Test(arguments: ["hibari", "sherpa"])
  func `pause between two sentences as people do`(plugin: String) throws {
    let run = try stage.host([
      "--voice=\(plugin)", "-o", stage.folder.path("a.wav"),
      "Nobody came. My sister sold the piano.",
    ])
    #expect(run.status == 0, "\(run.talk)")
    let sound = try Fixtures.sound(inFile: stage.folder.path("a.wav"))
    let (samples, rate) = (sound.floats, Double(sound.format.rateHertz))
    let loud = samples.indices.filter { abs(samples[$0]) > 0.01 }
    let pause = zip(loud, loud.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect((0.3...0.6).contains(Double(pause) / rate), "\(Double(pause) / rate) s")
  }
}
