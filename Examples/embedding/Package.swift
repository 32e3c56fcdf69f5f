// swift-tools-version: 6.2
import PackageDescription

// Nine programs that import Cue. Elsewhere the dependency names a URL instead of a path.
let package = Package(
  name: "embedding",
  dependencies: [.package(name: "cue", path: "../..")],
  targets: ["speak", "rehearse", "hear", "record", "converse", "echo", "queue", "chorus", "story"]
    .map { name in
      .executableTarget(name: name, dependencies: [.product(name: "Cue", package: "cue")])
    })
