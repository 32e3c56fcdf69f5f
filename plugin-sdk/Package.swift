// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
//
// CuePluginKit for plugins outside Cue's own tree: .package(name: "cue-plugin-sdk", path: "…/share/cue/sdk").
import PackageDescription

let package = Package(
  name: "cue-plugin-sdk",
  products: [.library(name: "CuePluginKit", targets: ["CueABI", "CuePluginKit"])],
  targets: [
    .target(
      name: "CueABI", path: ".",
      exclude: [
        "CuePluginKit", "LICENSE", "NEEDS.md", "PROTOCOL.md", "README.md", "abi",
        "cue-plugin.map", "cue-plugin.pc.in", "examples", "templates",
      ],
      sources: ["abi_layout.c"], publicHeadersPath: "include"),
    .target(
      name: "CuePluginKit", dependencies: ["CueABI"], path: "CuePluginKit",
      swiftSettings: [.strictMemorySafety()]),
  ]
)
