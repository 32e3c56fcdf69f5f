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

// The Makefile says which plugins have their library here; without it all are built.
let chosen = Context.environment["CUE_PLUGINS"].map { $0.split(separator: " ").map(String.init) }
let hasPulse = chosen?.contains("pulse") ?? true

// No pkgConfig: libpulse's flags are some that SwiftPM does not allow, and none is needed.
let pulseTargets =
  [
    Target.systemLibrary(
      name: "CPulse", path: "Plugins/Pulse/CPulse", providers: [.apt(["libpulse-dev"])])
  ]
  + pluginTargets("Pulse", shims: ["CPulse"], folders: ["CPulse"])

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
        "CuePluginKit", "LICENSE", "PROTOCOL.md", "Package.swift", "README.md", "abi",
        "cue-plugin.map", "cue-plugin.pc.in", "examples", "templates",
      ],
      sources: ["abi_layout.c"], publicHeadersPath: "include"),
    .target(
      name: "CuePluginKit", dependencies: ["CueABI"], path: "plugin-sdk/CuePluginKit",
      swiftSettings: swift),
    .executableTarget(
      name: "cue-worker", dependencies: ["CueABI", "CVersion"],
      linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("m")]),
    .target(
      name: "CVersion",
      cSettings: sourceDate.map { [.define("CUE_SOURCE_DATE_EPOCH", to: "\($0)")] } ?? []),
    .target(name: "CueModel", swiftSettings: swift),
    .systemLibrary(name: "CSampleRate"),
    .systemLibrary(name: "CMessageDigest"),
    .target(
      name: "CueSystem", dependencies: ["CMessageDigest", "CSystem", "CVersion", "CueModel"],
      swiftSettings: swift),
    .testTarget(
      name: "CueSystemTests", dependencies: ["CLibrary", "CueSystem", "TestSupport"],
      swiftSettings: swift),
    // The one place that loads shared libraries.
    .target(name: "CLibrary", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CSoundFile", dependencies: ["CLibrary"]),
    .target(name: "CLoudness", dependencies: ["CLibrary"]),
    .target(
      name: "CueAudio",
      dependencies: [
        "CLoudness", "CSampleRate", "CSoundFile", "CSystem", "CueModel", "CueSystem",
      ],
      swiftSettings: swift),
    .target(name: "CICU", dependencies: ["CLibrary"]),
    .target(name: "CMarkdown", dependencies: ["CLibrary"]),
    .target(name: "CTextCat", dependencies: ["CLibrary"]),
    .target(
      name: "CueText", dependencies: ["CICU", "CMarkdown", "CTextCat"], swiftSettings: swift),
    .target(name: "CSQLite", dependencies: ["CLibrary"]),
    // The checksum is compiled in from its header. Flags that SwiftPM calls unsafe would keep other packages from using Cue.
    .target(name: "CXXHash"),
    .target(
      name: "CueStore", dependencies: ["CSQLite", "CSystem", "CXXHash", "CueModel", "CueSystem"],
      swiftSettings: swift),
    .executableTarget(
      name: "clip-probe", dependencies: ["CueStore", "CueModel"], path: "Tests/ClipProbe",
      swiftSettings: swift),
    .testTarget(
      name: "CueStoreTests",
      dependencies: ["CueStore", "CueSystem", "CXXHash", "CueModel", "TestSupport"],
      swiftSettings: swift),
    .target(
      name: "CueListening", dependencies: ["CueAudio", "CueModel", "CueSystem", "CueText"],
      swiftSettings: swift),
    .target(name: "CSystem"),
    .target(name: "CueOptions", dependencies: ["CuePlugins"], swiftSettings: swift),
    .target(name: "CueTerminal", dependencies: ["CSystem", "CueSystem"], swiftSettings: swift),
    // What the keys of a terminal mean in each mode.
    .target(
      name: "CueKeys",
      dependencies: ["CueModel", "CuePractice", "CueRehearsal", "CueSystem", "CueTerminal"],
      swiftSettings: swift),
    .executableTarget(
      name: "screen-probe", dependencies: ["CueTerminal"], path: "Tests/ScreenProbe",
      swiftSettings: swift),
    .testTarget(
      name: "CueTerminalTests", dependencies: ["CueTerminal", "TestSupport"], swiftSettings: swift),
    .target(
      name: "CuePlugins",
      dependencies: ["CueABI", "CueSystem", "CueModel", "CSystem", "CueText"],
      swiftSettings: swift),
    .target(
      name: "CueOutput",
      dependencies: ["CueAudio", "CueModel", "CuePlugins", "CueSystem"],
      swiftSettings: swift),
    // Speech that is put together: queues, channels, choruses, and what fits into a time.
    .target(
      name: "CueSpeaking", dependencies: ["CueAudio", "CueModel", "CueSystem"],
      swiftSettings: swift),
    .testTarget(
      name: "CueSpeakingTests",
      dependencies: ["CueSpeaking", "CueModel", "CueSystem", "TestSupport"],
      swiftSettings: swift),
    // What a mode is put together from: what the library and the program share, without tasks.
    .target(
      name: "CueAssembly",
      dependencies: [
        "CSystem", "CueAudio", "CueCasting", "CueDocuments", "CueGeneration", "CueListening",
        "CueModel", "CuePlugins", "CuePractice", "CueRehearsal", "CueScreenplay", "CueSpeaking",
        "CueStore",
        "CueStory", "CueSystem", "CueText",
      ],
      swiftSettings: swift),
    // The library that other programs import.
    .target(
      name: "Cue",
      dependencies: [
        "CSystem", "CueAssembly", "CueAudio", "CueCasting", "CueConformance", "CueGeneration",
        "CueListening", "CueModel", "CueOutput", "CuePlugins", "CuePractice", "CueRehearsal",
        "CueScreenplay", "CueSpeaking", "CueStore", "CueStory", "CueSystem", "CueText",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueTests", dependencies: ["Cue", "CueAudio", "TestSupport"], swiftSettings: swift),
    // The programs of Examples/embedding, as the tests run them; 'make examples' builds them as a package of its own.
    .executableTarget(
      name: "embedding-speak", dependencies: ["Cue"], path: "Examples/embedding/Sources/speak"),
    .executableTarget(
      name: "embedding-rehearse", dependencies: ["Cue"],
      path: "Examples/embedding/Sources/rehearse"),
    .executableTarget(
      name: "embedding-record", dependencies: ["Cue"], path: "Examples/embedding/Sources/record"),
    .executableTarget(
      name: "embedding-converse", dependencies: ["Cue"],
      path: "Examples/embedding/Sources/converse"),
    .executableTarget(
      name: "embedding-story", dependencies: ["Cue"], path: "Examples/embedding/Sources/story"),
    .executableTarget(
      name: "host",
      dependencies: [
        "CueAssembly", "CueAudio", "CueCasting", "CueConformance", "CueDocuments",
        "CueGeneration", "CueInstallation", "CueListening", "CueSystem",
        "CueKeys", "CueModel", "CueOptions", "CueOutput", "CuePlugins",
        "CSystem", "CuePractice", "CueRehearsal", "CueScreenplay", "CueSpeaking", "CueStore",
        "CueStory", "CueTerminal", "CueText",
      ],
      swiftSettings: swift),
    .target(
      name: "CueConformance",
      dependencies: [
        "CSystem", "CueABI", "CueAudio", "CueModel", "CuePlugins", "CueSystem", "CueText",
      ],
      swiftSettings: swift),
    .target(name: "CArchive", dependencies: ["CLibrary"]),
    // Takes that are layered at any speed and pitch: rules, the takes on disk, the mix, and bundles.
    .target(
      name: "CueStory",
      dependencies: ["CArchive", "CSystem", "CueAudio", "CueModel", "CueStore", "CueSystem"],
      swiftSettings: swift),
    .executableTarget(
      name: "story-probe", dependencies: ["CueModel", "CueStore", "CueStory"],
      path: "Tests/StoryProbe", swiftSettings: swift),
    .testTarget(
      name: "CueStoryTests",
      dependencies: [
        "CArchive", "CSystem", "CueAudio", "CueModel", "CuePlugins", "CueStore", "CueStory",
        "CueSystem", "TestSupport",
      ],
      swiftSettings: swift),
    .target(name: "CLibcurl", dependencies: ["CLibrary"]),
    // Models: what is installed, what can be, and how they get here.
    .target(
      name: "CueInstallation",
      dependencies: ["CArchive", "CLibcurl", "CSystem", "CueModel", "CueSystem"],
      swiftSettings: swift),
    .testTarget(
      name: "CueInstallationTests",
      dependencies: ["CueInstallation", "CueModel", "CueSystem", "TestSupport"],
      swiftSettings: swift),
    .target(name: "CExpat", dependencies: ["CLibrary"]),
    .target(
      name: "CueDocuments", dependencies: ["CSystem", "CueSystem"], swiftSettings: swift),
    .testTarget(
      name: "CueDocumentsTests", dependencies: ["CueDocuments", "CueScreenplay"],
      swiftSettings: swift),
    .target(
      name: "CueScreenplay",
      dependencies: ["CArchive", "CExpat", "CueDocuments", "CueSystem", "CueText"],
      swiftSettings: swift),
    .target(
      name: "CueRehearsal",
      dependencies: [
        "CSystem", "CueAudio", "CueListening", "CueModel", "CueScreenplay", "CueSystem", "CueText",
      ],
      swiftSettings: swift),
    .target(
      name: "CuePractice", dependencies: ["CSystem", "CueAudio", "CueModel", "CueText"],
      swiftSettings: swift),
    .testTarget(
      name: "CuePracticeTests",
      dependencies: ["CuePractice", "CueModel", "CueText", "TestSupport"],
      swiftSettings: swift),
    .target(
      name: "CueCasting",
      dependencies: [
        "CueAudio", "CueModel", "CuePlugins", "CueScreenplay", "CueStore", "CueSystem", "CSystem",
        "CueText",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueCastingTests",
      dependencies: [
        "CueCasting", "CueAudio", "CueModel", "CuePlugins", "CueScreenplay", "CueStore",
        "TestSupport",
      ],
      swiftSettings: swift),
    .target(
      name: "CueGeneration",
      dependencies: [
        "CueAudio", "CueSystem", "CueModel", "CSystem", "CueScreenplay", "CueText",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueGenerationTests",
      dependencies: [
        "CueGeneration", "CueAudio", "CueModel", "CueScreenplay", "CueText", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueModelTests", dependencies: ["CueModel", "TestSupport"], swiftSettings: swift),
    .testTarget(
      name: "CueScreenplayTests", dependencies: ["CueScreenplay", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "HostTests",
      dependencies: [
        "host", "CueAssembly", "CueAudio", "CueConformance", "CueGeneration", "CueKeys",
        "CueListening", "CueModel", "CueOptions", "CuePlugins", "CuePractice", "CueRehearsal",
        "CueScreenplay", "CueStore", "CueStory", "CueSystem", "CueTerminal", "CueText",
        "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueRehearsalTests",
      dependencies: [
        "CueListening", "CueRehearsal", "CueScreenplay", "CueModel", "CueSystem", "CueText",
        "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueOutputTests", dependencies: ["CueOutput", "CueAudio", "CueModel", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "CuePluginsTests",
      dependencies: ["CuePlugins", "CueAudio", "CueModel", "CueABI", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "CueConformanceTests",
      dependencies: ["CueConformance", "CueModel", "CuePlugins", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "CueTextTests", dependencies: ["CueText", "TestSupport"], swiftSettings: swift),
    .testTarget(
      name: "CueListeningTests",
      dependencies: [
        "Corpus", "CueListening", "CueAudio", "CueModel", "CueSystem", "CueText", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CueAudioTests", dependencies: ["Corpus", "CueAudio", "CueModel", "TestSupport"],
      swiftSettings: swift),
    .target(name: "CTestSupport", path: "Tests/CSupport"),
    .target(
      name: "TestSupport",
      dependencies: ["CSystem", "CTestSupport", "CueAudio", "CueModel", "CueTerminal"],
      path: "Tests/Support", swiftSettings: swift),
    .target(name: "Processes", path: "Benchmarks/Processes"),
    .target(name: "Corpus", path: "Benchmarks/Corpus", swiftSettings: swift),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Corpus", "CueABI", "CueAssembly", "CueAudio", "CueGeneration", "CueListening", "CueModel",
        "CueOutput", "CuePlugins", "CuePractice", "CueRehearsal", "CueScreenplay", "CueStore",
        "CueStory", "CueSystem", "CueText", "Processes",
      ],
      path: "Benchmarks/Sources", swiftSettings: swift),
    .systemLibrary(name: "CFlite", path: "Plugins/Flite/CFlite"),
    .target(name: "CEspeak", path: "Plugins/Espeak/CEspeak"),
    .target(
      name: "CCurl", path: "Plugins/Service/CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .systemLibrary(name: "CJansson", path: "Plugins/Service/CJansson"),
    .testTarget(
      name: "CuePluginKitTests", dependencies: ["CuePluginKit", "CueABI"], swiftSettings: swift),
    .testTarget(
      name: "OpenAITests",
      dependencies: ["OpenAIPlugin", "ServicePlugin", "CuePluginKit", "CueABI", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "ElevenLabsTests",
      dependencies: [
        "ElevenLabsPlugin", "ServicePlugin", "CuePluginKit", "CueABI", "TestSupport",
      ],
      swiftSettings: swift),
  ]
    + [
      // What the stretching plugins share.
      .target(
        name: "StretchingPlugin", dependencies: ["CueABI", "CuePluginKit"],
        path: "Plugins/Stretching", swiftSettings: swift),
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
