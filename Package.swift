// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]

// A plugin exports one symbol, is never unloaded, and brings its own Swift runtime: the worker that loads it has none.
let pluginLinking: [LinkerSetting] = [
  .unsafeFlags([
    "-static-stdlib",
    "-Xlinker", "--version-script=\(Context.packageDirectory)/plugin-sdk/cue-plugin.map",
    "-Xlinker", "-z", "-Xlinker", "nodelete",
    "-Xlinker", "-z", "-Xlinker", "defs",
    "-Xlinker", "--gc-sections",
  ])
]

/// A plugin in Swift: the folder Plugins/`name` holds its code, Plugins/`name`Entry the one exported function.
func pluginTargets(_ name: String, shims: [Target.Dependency] = []) -> [Target] {
  [
    .target(
      name: "\(name)Plugin", dependencies: ["CueABI", "CuePluginKit"] + shims,
      path: "Plugins/\(name)", swiftSettings: swift),
    .target(
      name: "\(name)Entry", dependencies: ["CueABI", "CuePluginKit", .target(name: "\(name)Plugin")],
      path: "Plugins/\(name)Entry", swiftSettings: swift, linkerSettings: pluginLinking),
  ]
}

let package = Package(
  name: "cue",
  products: [
    .library(name: "Cue", targets: ["CueModel"]),
    .executable(name: "cue-bench", targets: ["Benchmarks"]),
    .library(name: "plugin-mock", type: .dynamic, targets: ["MockEntry"]),
    .library(name: "plugin-flite", type: .dynamic, targets: ["FliteEntry"]),
    .library(name: "plugin-espeak", type: .dynamic, targets: ["EspeakEntry"]),
  ],
  targets: [
    .target(
      name: "CueABI", path: "plugin-sdk",
      exclude: ["CuePluginKit", "cue-plugin.map", "LICENSE"],
      sources: ["abi_layout.c"], publicHeadersPath: "include"),
    .target(
      name: "CuePluginKit", dependencies: ["CueABI"], path: "plugin-sdk/CuePluginKit",
      swiftSettings: swift),
    .executableTarget(
      name: "cue-worker", dependencies: ["CueABI"],
      linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("m")]),
    .target(name: "CueModel", swiftSettings: swift),
    .systemLibrary(name: "CSampleRate"),
    .target(name: "CueAudio", dependencies: ["CueModel", "CSampleRate"], swiftSettings: swift),
    .target(name: "CueText", swiftSettings: swift),
    .target(name: "CuePosix"),
    .target(
      name: "CuePlugins", dependencies: ["CueABI", "CueModel", "CuePosix", "CueText"],
      swiftSettings: swift),
    .executableTarget(
      name: "host",
      dependencies: [
        "CueAudio", "CueModel", "CuePlugins", "CuePosix", "CueRehearsal", "CueScreenplay",
      ],
      swiftSettings: swift),
    .target(name: "CueScreenplay", dependencies: ["CueModel"], swiftSettings: swift),
    .target(name: "CueRehearsal", dependencies: ["CueModel", "CueScreenplay"], swiftSettings: swift),
    .testTarget(name: "CueModelTests", dependencies: ["CueModel"], swiftSettings: swift),
    .testTarget(
      name: "CueScreenplayTests", dependencies: ["CueScreenplay", "CueModel"], swiftSettings: swift),
    .testTarget(
      name: "CueRehearsalTests", dependencies: ["CueRehearsal", "CueScreenplay", "CueModel"],
      swiftSettings: swift),
    .target(name: "Processes", path: "Benchmarks/Processes"),
    .executableTarget(
      name: "Benchmarks", dependencies: ["CueABI", "CueModel", "CuePlugins", "Processes"],
      path: "Benchmarks/Sources", swiftSettings: swift),
    .systemLibrary(name: "CFlite", path: "Plugins/CFlite"),
    .target(name: "CEspeak", path: "Plugins/CEspeak"),
  ]
    + pluginTargets("Mock")
    + pluginTargets("Flite", shims: ["CFlite"])
    + pluginTargets("Espeak", shims: ["CEspeak"])
)
