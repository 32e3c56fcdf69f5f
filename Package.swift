// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]

// When the sources were made, where whoever builds them says so: builds of the same sources are the same.
let sourceDate = Context.environment["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }

// A sanitizer's own functions come with the worker ('make conform-asan').
let definesAll =
  Context.environment["CUE_SANITIZED"] == nil ? ["-Xlinker", "-z", "-Xlinker", "defs"] : []

// A plugin exports one symbol, is never unloaded, and brings its own Swift runtime: the worker that loads it has none.
let pluginLinking: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib",
      "-Xlinker", "--version-script=\(Context.packageDirectory)/plugin-sdk/cue-plugin.map",
      "-Xlinker", "-z", "-Xlinker", "nodelete",
      "-Xlinker", "--gc-sections",
    ] + definesAll)
]

/// A plugin in Swift: the folder Plugins/`name` holds its code, its Entry the one exported function.
///
/// `shims` are what its code depends on, `folders` those of them that are in the plugin's own folder.
func pluginTargets(
  _ name: String, shims: [Target.Dependency] = [], folders: [String] = []
) -> [Target] {
  [
    .target(
      name: "\(name)Plugin", dependencies: ["CueABI", "CuePluginKit"] + shims,
      path: "Plugins/\(name)", exclude: ["Entry"] + folders, swiftSettings: swift),
    .target(
      name: "\(name)Entry",
      dependencies: ["CueABI", "CuePluginKit", .target(name: "\(name)Plugin")],
      path: "Plugins/\(name)/Entry", swiftSettings: swift, linkerSettings: pluginLinking),
  ]
}

/// A module in Swift: the folder Sources/`name`, or `path`.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target
{
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: swift)
}

/// A program in Swift.
func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil
) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: swift)
}

/// Tests in Swift: the folder Tests/`name`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// The folder of the code in C that knows a library or the system.
let shims = "Sources/Shims/"

/// Code in C that knows one library, which is opened when it is first needed.
func shim(_ name: String, _ dependencies: [Target.Dependency] = ["CLibrary"]) -> Target {
  .target(name: name, dependencies: dependencies, path: shims + name)
}

// The programs of Examples/embedding, as the tests run them; 'make examples' builds them as a package of its own.
let examples = [
  "speak", "rehearse", "hear", "record", "converse", "echo", "queue", "chorus", "story",
].map { name in
  Target.executableTarget(
    name: "embedding-" + name, dependencies: ["Cue"], path: "Examples/embedding/Sources/" + name)
}

// The Makefile says which plugins have their library here; without it all are built.
let chosen = Context.environment["CUE_PLUGINS"].map { $0.split(separator: " ").map(String.init) }
let hasPulse = chosen?.contains("pulse") ?? true

// No pkgConfig: libpulse's flags are some that SwiftPM does not allow, and none is needed.
let pulseTargets =
  [
    Target.systemLibrary(
      name: "CPulse", path: "Plugins/Pulse/CPulse", providers: [.apt(["libpulse-dev"])]),
    .target(name: "CPulseNeeds", dependencies: ["CueABI"], path: "Plugins/Pulse/CNeeds"),
  ]
  + pluginTargets("Pulse", shims: ["CPulse", "CPulseNeeds"], folders: ["CPulse", "CNeeds"])

let hasPocketSphinx = chosen?.contains("pocketsphinx") ?? true

// libpocketsphinx's headers include each other as if their folder were searched.
let pocketSphinxTargets =
  [
    Target.target(
      name: "CPocketSphinx", path: "Plugins/PocketSphinx/CPocketSphinx",
      cSettings: [.unsafeFlags(["-I/usr/include/pocketsphinx"])],
      linkerSettings: [.linkedLibrary("pocketsphinx"), .linkedLibrary("sphinxbase")]),
    .systemLibrary(
      name: "CLetters", path: "Plugins/PocketSphinx/CLetters", providers: [.apt(["flite1-dev"])]),
    .testTarget(
      name: "PocketSphinxTests",
      dependencies: ["PocketSphinxPlugin", "CuePluginKit", "CueABI"], swiftSettings: swift),
  ]
  + pluginTargets(
    "PocketSphinx", shims: ["CPocketSphinx", "CConverter", "CLetters"],
    folders: ["CPocketSphinx", "CLetters"])

let hasSonic = chosen?.contains("sonic") ?? true
let hasRubberBand = chosen?.contains("rubberband") ?? true

let sonicTargets =
  [
    Target.target(
      name: "CSonic", path: "Plugins/Sonic/CSonic", linkerSettings: [.linkedLibrary("sonic")])
  ]
  + pluginTargets("Sonic", shims: ["CSonic", "StretchingPlugin"], folders: ["CSonic"])

// No pkgConfig here either: its flags would want a C++ library that is linked already.
let rubberBandTargets =
  [
    Target.systemLibrary(
      name: "CRubberBand", path: "Plugins/RubberBand/CRubberBand",
      providers: [.apt(["librubberband-dev"])])
  ]
  + pluginTargets(
    "RubberBand", shims: ["CRubberBand", "StretchingPlugin"], folders: ["CRubberBand"])

// 'make fuzz' alone builds these: libFuzzer brings its own main.
let fuzzLinking = LinkerSetting.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])
let fuzzTargets =
  Context.environment["CUE_FUZZ"] == nil
  ? []
  : [
    Target.target(name: "CFuzz", path: "Tests/Fuzz/CFuzz"),
    Target.executableTarget(
      name: "cue-fuzz",
      dependencies: ["CFuzz", "CueABI", "CueModel", "CuePlugins"],
      path: "Tests/Fuzz/Host", swiftSettings: swift, linkerSettings: [fuzzLinking]),
    Target.executableTarget(
      name: "cue-fuzz-script", dependencies: ["CFuzz", "CueScreenplay"],
      path: "Tests/Fuzz/Script", swiftSettings: swift, linkerSettings: [fuzzLinking]),
    Target.executableTarget(
      name: "cue-fuzz-needs", dependencies: ["CFuzz", "CuePlugins"],
      path: "Tests/Fuzz/Needs", swiftSettings: swift, linkerSettings: [fuzzLinking]),
  ]

let package = Package(
  name: "cue",
  products: [
    .library(name: "Cue", targets: ["Cue"]),
    .executable(name: "cue-bench", targets: ["Benchmarks"]),
    .library(name: "plugin-mock", type: .dynamic, targets: ["MockEntry"]),
    .library(name: "plugin-flite", type: .dynamic, targets: ["FliteEntry"]),
    .library(name: "plugin-espeak", type: .dynamic, targets: ["EspeakEntry"]),
    .library(name: "plugin-elevenlabs", type: .dynamic, targets: ["ElevenLabsEntry"]),
    .library(name: "plugin-openai", type: .dynamic, targets: ["OpenAIEntry"]),
    .library(name: "plugin-varispeed", type: .dynamic, targets: ["VarispeedEntry"]),
    .library(name: "plugin-dynamics", type: .dynamic, targets: ["DynamicsEntry"]),
    .library(name: "plugin-whispering", type: .dynamic, targets: ["WhisperingEntry"]),
    .library(name: "plugin-file", type: .dynamic, targets: ["FileEntry"]),
  ]
    + (hasSonic ? [.library(name: "plugin-sonic", type: .dynamic, targets: ["SonicEntry"])] : [])
    + (hasRubberBand
      ? [.library(name: "plugin-rubberband", type: .dynamic, targets: ["RubberBandEntry"])] : [])
    + (hasPocketSphinx
      ? [.library(name: "plugin-pocketsphinx", type: .dynamic, targets: ["PocketSphinxEntry"])]
      : [])
    + (hasPulse ? [.library(name: "plugin-pulse", type: .dynamic, targets: ["PulseEntry"])] : []),
  targets: [
    .target(
      name: "CueABI", path: "plugin-sdk",
      exclude: [
        "CuePluginKit", "LICENSE", "NEEDS.md", "PROTOCOL.md", "Package.swift", "README.md",
        "abi", "cue-plugin.map", "cue-plugin.pc.in", "examples", "templates",
      ],
      sources: ["abi_layout.c"], publicHeadersPath: "include"),
    module("CuePluginKit", ["CueABI"], path: "plugin-sdk/CuePluginKit"),
    .executableTarget(
      name: "cue-worker", dependencies: ["CueABI", "CVersion"],
      linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("m")]),
    .target(
      name: "CVersion", path: shims + "CVersion",
      cSettings: sourceDate.map { [.define("CUE_SOURCE_DATE_EPOCH", to: "\($0)")] } ?? []),
    // Data files of the program.
    module("CueData"),
    tests("CueDataTests", ["CueData", "TestSupport"]),
    module("CueModel", ["CueData"]),
    .systemLibrary(name: "CSampleRate", path: shims + "CSampleRate"),
    .systemLibrary(name: "CMessageDigest", path: shims + "CMessageDigest"),
    module("CueSystem", ["CMessageDigest", "CSystem", "CVersion", "CueModel"]),
    tests("CueSystemTests", ["CLibrary", "CueSystem", "TestSupport"]),
    // The one place that loads shared libraries.
    .target(
      name: "CLibrary", path: shims + "CLibrary", linkerSettings: [.linkedLibrary("dl")]),
    shim("CSoundFile"),
    shim("CLoudness"),
    module(
      "CueAudio", ["CLoudness", "CSampleRate", "CSoundFile", "CSystem", "CueModel", "CueSystem"]),
    shim("CICU"),
    shim("CMarkdown"),
    shim("CTextCat"),
    module("CueText", ["CICU", "CMarkdown", "CTextCat", "CueData"]),
    shim("CSQLite"),
    // The checksum is compiled in from its header. Flags that SwiftPM calls unsafe would keep other packages from using Cue.
    shim("CXXHash", []),
    module("CueStore", ["CSQLite", "CSystem", "CXXHash", "CueModel", "CueSystem"]),
    program("clip-probe", ["CueStore", "CueModel"], path: "Tests/ClipProbe"),
    tests("CueStoreTests", ["CueStore", "CueSystem", "CXXHash", "CueModel", "TestSupport"]),
    module("CueListening", ["CueAudio", "CueModel", "CueSystem", "CueText"]),
    shim("CSystem", []),
    module("CueOptions", ["CuePlugins"]),
    module("CueTerminal", ["CSystem", "CueSystem"]),
    // What the keys of a terminal mean in each mode.
    module(
      "CueKeys",
      ["CueModel", "CuePractice", "CueRehearsal", "CueStory", "CueSystem", "CueTerminal"]),
    program("screen-probe", ["CueTerminal"], path: "Tests/ScreenProbe"),
    tests("CueTerminalTests", ["CueTerminal", "TestSupport"]),
    module("CuePlugins", ["CueABI", "CueSystem", "CueModel", "CSystem"]),
    module("CueOutput", ["CueAudio", "CueModel", "CuePlugins", "CueSystem"]),
    // Speech that is put together: queues, channels, choruses, and what fits into a time.
    module("CueSpeaking", ["CueAudio", "CueModel", "CueSystem"]),
    tests("CueSpeakingTests", ["CueSpeaking", "CueModel", "CueSystem", "TestSupport"]),
    // What a mode is put together from: what the library and the program share, without tasks.
    module(
      "CueAssembly",
      [
        "CSystem", "CueAudio", "CueCasting", "CueData", "CueDocuments", "CueGeneration",
        "CueListening",
        "CueModel", "CueOutput", "CuePlugins", "CuePractice", "CueRehearsal", "CueScreenplay",
        "CueSpeaking", "CueStore", "CueStory", "CueSystem", "CueText",
      ]),
    // The library that other programs import.
    module(
      "Cue",
      [
        "CSystem", "CueAssembly", "CueAudio", "CueCasting", "CueConformance", "CueData",
        "CueGeneration",
        "CueListening", "CueModel", "CueOutput", "CuePlugins", "CuePractice", "CueRehearsal",
        "CueScreenplay", "CueSpeaking", "CueStore", "CueStory", "CueSystem", "CueText",
      ]),
    tests("CueTests", ["Cue", "CueAudio", "CueModel", "TestSupport"]),
    program(
      "host",
      [
        "CueAssembly", "CueAudio", "CueCasting", "CueConformance", "CueData", "CueDocuments",
        "CueGeneration", "CueInstallation", "CueListening", "CueSystem", "CueKeys", "CueModel",
        "CueOptions", "CueOutput", "CuePlugins", "CSystem", "CuePractice", "CueRehearsal",
        "CueScreenplay", "CueServer", "CueSpeaking", "CueStore", "CueStory", "CueTerminal",
        "CueText",
      ]),
    module(
      "CueConformance",
      ["CSystem", "CueABI", "CueAudio", "CueModel", "CuePlugins", "CueSystem", "CueText"]),
    shim("CArchive"),
    // Takes that are layered at any speed and pitch: rules, the takes on disk, the mix, and bundles.
    module("CueStory", ["CArchive", "CSystem", "CueAudio", "CueModel", "CueStore", "CueSystem"]),
    program("story-probe", ["CueModel", "CueStore", "CueStory"], path: "Tests/StoryProbe"),
    tests(
      "CueStoryTests",
      [
        "CArchive", "CSystem", "CueAudio", "CueModel", "CuePlugins", "CueStore", "CueStory",
        "CueSystem", "TestSupport",
      ]),
    shim("CLibcurl"),
    // Models: what is installed, what can be, and how they get here.
    module("CueInstallation", ["CArchive", "CLibcurl", "CSystem", "CueModel", "CueSystem"]),
    tests("CueInstallationTests", ["CueInstallation", "CueModel", "CueSystem", "TestSupport"]),
    shim("CHTTP"),
    // Programs that people use reach Cue through it.
    module(
      "CueServer",
      [
        "CHTTP", "CSystem", "CueAudio", "CueCasting", "CueModel", "CueOptions", "CuePlugins",
        "CueSystem",
      ]),
    tests("CueServerTests", ["CueServer", "CueModel", "CueSystem"]),
    shim("CExpat"),
    module("CueDocuments", ["CSystem", "CueSystem"]),
    tests("CueDocumentsTests", ["CueDocuments", "CueScreenplay"]),
    module(
      "CueScreenplay", ["CArchive", "CExpat", "CueData", "CueDocuments", "CueSystem", "CueText"]),
    module(
      "CueRehearsal",
      ["CSystem", "CueAudio", "CueListening", "CueModel", "CueScreenplay", "CueSystem", "CueText"]),
    module("CuePractice", ["CSystem", "CueAudio", "CueModel", "CueText"]),
    tests("CuePracticeTests", ["CuePractice", "CueModel", "CueText", "TestSupport"]),
    module(
      "CueCasting",
      [
        "CSystem", "CueAudio", "CueListening", "CueModel", "CuePlugins", "CueScreenplay",
        "CueStore",
        "CueSystem", "CueText",
      ]),
    tests(
      "CueCastingTests",
      [
        "CueCasting", "CueAudio", "CueModel", "CuePlugins", "CueScreenplay", "CueStore",
        "TestSupport",
      ]),
    module(
      "CueGeneration", ["CueAudio", "CueSystem", "CueModel", "CSystem", "CueScreenplay", "CueText"]),
    tests(
      "CueGenerationTests",
      ["CueGeneration", "CueAudio", "CueModel", "CueScreenplay", "CueText", "TestSupport"]),
    tests("CueModelTests", ["CueModel", "TestSupport"]),
    tests("CueScreenplayTests", ["CueScreenplay", "TestSupport"]),
    tests(
      "HostTests",
      [
        "host", "CueAssembly", "CueAudio", "CueCasting", "CueConformance", "CueGeneration",
        "CueKeys",
        "CueListening", "CueModel", "CueOptions", "CuePlugins", "CuePractice", "CueRehearsal",
        "CueScreenplay", "CueStore", "CueStory", "CueSystem", "CueTerminal", "CueText",
        "TestSupport",
      ]),
    tests(
      "CueRehearsalTests",
      [
        "CueListening", "CueRehearsal", "CueScreenplay", "CueModel", "CueSystem", "CueText",
        "TestSupport",
      ]),
    tests("CueOutputTests", ["CueOutput", "CueAudio", "CueModel", "TestSupport"]),
    tests(
      "CuePluginsTests",
      ["CuePlugins", "CueABI", "CueAudio", "CueCasting", "CueModel", "TestSupport"]),
    tests("CueConformanceTests", ["CueConformance", "CueModel", "CuePlugins", "TestSupport"]),
    tests("CueTextTests", ["CueText", "TestSupport"]),
    tests(
      "CueListeningTests",
      ["Corpus", "CueListening", "CueAudio", "CueModel", "CueSystem", "CueText", "TestSupport"]),
    tests("CueAudioTests", ["Corpus", "CueAudio", "CueModel", "TestSupport"]),
    .target(name: "CTestSupport", path: "Tests/CSupport"),
    module(
      "TestSupport", ["CSystem", "CTestSupport", "CueAudio", "CueModel", "CueTerminal"],
      path: "Tests/Support"),
    .target(name: "Processes", path: "Benchmarks/Processes"),
    module("Corpus", path: "Benchmarks/Corpus"),
    program(
      "Benchmarks",
      [
        "Corpus", "CueABI", "CueAssembly", "CueAudio", "CueCasting", "CueGeneration",
        "CueListening", "CueModel",
        "CueOutput", "CuePlugins", "CuePractice", "CueRehearsal", "CueScreenplay", "CueStore",
        "CueStory", "CueSystem", "CueText", "Processes",
      ], path: "Benchmarks/Sources"),
    .systemLibrary(name: "CFlite", path: "Plugins/Flite/CFlite"),
    .target(name: "CEspeak", dependencies: ["CueABI"], path: "Plugins/Espeak/CEspeak"),
    .target(
      name: "CCurl", dependencies: ["CueABI"], path: "Plugins/Service/CCurl",
      linkerSettings: [.linkedLibrary("curl")]),
    .systemLibrary(name: "CJansson", path: "Plugins/Service/CJansson"),
    tests("CuePluginKitTests", ["CuePluginKit", "CueABI"]),
    tests(
      "OpenAITests", ["OpenAIPlugin", "ServicePlugin", "CuePluginKit", "CueABI", "TestSupport"]),
    tests(
      "ElevenLabsTests",
      ["ElevenLabsPlugin", "ServicePlugin", "CuePluginKit", "CueABI", "TestSupport"]),
  ]
    + examples
    + [
      // What the stretching plugins share.
      module("StretchingPlugin", ["CueABI", "CuePluginKit"], path: "Plugins/Stretching"),
      // What the plugins of services share: HTTP, JSON, and when to try again.
      .target(
        name: "ServicePlugin", dependencies: ["CCurl", "CJansson", "CueABI", "CuePluginKit"],
        path: "Plugins/Service", exclude: ["CCurl", "CJansson"], swiftSettings: swift),
      .systemLibrary(
        name: "CConverter", path: "Plugins/Varispeed/CConverter",
        providers: [.apt(["libsamplerate0-dev"])]),
    ]
    + pluginTargets(
      "Varispeed", shims: ["CConverter", "StretchingPlugin"], folders: ["CConverter"])
    + pluginTargets("Dynamics")
    + pluginTargets("Whispering")
    + pluginTargets("File", shims: ["CConverter"])
    + (hasSonic ? sonicTargets : [])
    + (hasRubberBand ? rubberBandTargets : [])
    + pluginTargets("Mock")
    + pluginTargets("Flite", shims: ["CFlite"], folders: ["CFlite"])
    + pluginTargets("Espeak", shims: ["CEspeak"], folders: ["CEspeak", "NoAudio"])
    + pluginTargets("ElevenLabs", shims: ["ServicePlugin"], folders: ["elevenlabs.json"])
    + pluginTargets("OpenAI", shims: ["ServicePlugin"], folders: ["openai.json"])
    + (hasPulse ? pulseTargets : [])
    + (hasPocketSphinx ? pocketSphinxTargets : [])
    + fuzzTargets
)

// 'make test' runs what computes optimized, which halves its work. The tests and the program are compiled as usual, which
// takes half the time.
if Context.environment["CUE_TESTED"] != nil {
  let unchanged: Set = ["host", "Benchmarks"]
  for target in package.targets where target.type == .regular || target.type == .executable {
    if unchanged.contains(target.name) { continue }
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
  }
}
