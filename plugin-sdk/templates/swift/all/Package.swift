// swift-tools-version: 6.2
import PackageDescription

// Where Cue's SDK is; the Makefile asks pkg-config for it.
let sdk = Context.environment["CUE_SDK"] ?? "starter-sdk"

let package = Package(
  name: "starter-name",
  products: [
    .library(name: "plugin-starter-name", type: .dynamic, targets: ["StarterNamePlugin"])
  ],
  dependencies: [.package(name: "cue-plugin-sdk", path: sdk)],
  targets: [
    .target(
      name: "StarterNamePlugin",
      dependencies: [.product(name: "CuePluginKit", package: "cue-plugin-sdk")],
      // A plugin brings its own Swift runtime, exports one function, and is never unloaded.
      linkerSettings: [
        .unsafeFlags([
          "-static-stdlib",
          "-Xlinker", "--version-script=\(sdk)/cue-plugin.map",
          "-Xlinker", "-z", "-Xlinker", "nodelete",
          "-Xlinker", "-z", "-Xlinker", "defs",
          "-Xlinker", "--gc-sections",
        ])
      ])
  ]
)
