// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]

let package = Package(
  name: "cue",
  products: [
    .library(name: "Cue", targets: ["CueModel"]),
  ],
  targets: [
    .target(
      name: "CueABI", path: "plugin-sdk",
      exclude: ["cue-plugin.map", "LICENSE"],
      sources: ["abi_layout.c"], publicHeadersPath: "include"),
    .target(name: "CueModel", swiftSettings: swift),
    .target(name: "CueScreenplay", dependencies: ["CueModel"], swiftSettings: swift),
    .target(name: "CueRehearsal", dependencies: ["CueModel", "CueScreenplay"], swiftSettings: swift),
    .testTarget(name: "CueModelTests", dependencies: ["CueModel"], swiftSettings: swift),
    .testTarget(
      name: "CueScreenplayTests", dependencies: ["CueScreenplay", "CueModel"], swiftSettings: swift),
    .testTarget(
      name: "CueRehearsalTests", dependencies: ["CueRehearsal", "CueScreenplay", "CueModel"],
      swiftSettings: swift),
  ]
)
