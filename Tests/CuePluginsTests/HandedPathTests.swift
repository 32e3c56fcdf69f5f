import Foundation
import TestSupport
import Testing

@testable import CuePlugins

/// A user with a home, settings of Cue, a program with its plugins, and a plugin of somebody else.
private struct Household {
  let folder: TemporaryFolder
  let environment: UserEnvironment

  init() throws {
    folder = try TemporaryFolder()
    for path in ["home/.config/cue", "bin/plugins", "tree/plugins", "tree/share/cue/models"] {
      try folder.makeFolders(path)
    }
    try folder.write("", as: "home/.config/cue/cue.conf")
    environment = UserEnvironment(
      variables: ["HOME": folder.path("home")], programFolder: folder.path("bin"))
  }

  /// The plugin of that file, set to use these values.
  func setup(
    _ file: String, id: String, settings: [String] = [], part: String = ""
  ) throws -> PluginSetup {
    let path = folder.path(file)
    if !FileManager.default.fileExists(atPath: path) { try folder.write("", as: file) }
    var setup = PluginSetup(
      file: PluginFile(path: path, name: id, isProgram: false, id: id),
      worker: WorkerSettings(workerPath: ""))
    setup.parameters = settings.map { ("value", $0) }
    setup.handOver(part: part, in: environment)
    return setup
  }

  func path(_ name: String) throws -> ExactPath {
    try RealPath.resolved(ExactPath(folder.path(name)))
  }

  /// The grants of the plugin behind its wall.
  func arguments(_ file: String, needs: String) throws -> [String] {
    try folder.write(needs, as: file + ".needs")
    let setup = try setup(file, id: "")
    return try PluginWall(environment).arguments(for: setup.file, isOffline: true, handed: [])
  }
}

@Suite struct `What a user names in a setting of a plugin` {
  private let household: Household

  init() throws { household = try Household() }

  @Test func `can be read by it, if it is there`() throws {
    try household.folder.write("", as: "home/voice.model")
    let model = household.folder.path("home/voice.model")
    let setup = try household.setup(
      "tree/plugins/libnight.so", id: "night", settings: [model, "/no/such/file", "0.5"])
    #expect(setup.worker.handed == [.read(try household.path("home/voice.model"))])
  }

  @Test func `is no file with keys or settings, and not all files`() throws {
    let setup = try household.setup(
      "tree/plugins/libnight.so", id: "night",
      settings: [
        household.folder.path("home/.config/cue/cue.conf"), "/", household.folder.path("home"),
      ]
    )
    #expect(setup.worker.handed.isEmpty)
  }

  @Test func `is written by the device of files, if that came with Cue`() throws {
    let sound = household.folder.path("home/new.wav")
    let own = try household.setup("bin/plugins/libfile.so", id: "file", part: sound)
    #expect(own.worker.handed == [.write(try household.path("home"))])
    let foreign = try household.setup("tree/plugins/libfile.so", id: "file", part: sound)
    #expect(foreign.worker.handed.isEmpty)
  }
}

@Suite struct `A network that the user allows a plugin` {
  @Test func `is there although the plugin declares none, but not if all stays on this machine`()
    throws
  {
    let household = try Household()
    var setup = try household.setup("tree/plugins/libnight.so", id: "night")
    setup.worker.wall = PluginWall(household.environment)
    setup.grantNetwork(asDeclaredBy: [], isLocalOnly: false)
    #expect(setup.worker.isOffline)
    setup.worker.wall.allowed = [
      try AllowedNeed(parsing: "night:network", workingFolder: "/", home: nil)
    ]
    setup.grantNetwork(asDeclaredBy: [], isLocalOnly: false)
    #expect(!setup.worker.isOffline)
    let arguments = try setup.worker.wall.arguments(for: setup.file, isOffline: false, handed: [])
    #expect(arguments.contains("--grant=network"))
    setup.grantNetwork(asDeclaredBy: [], isLocalOnly: true)
    #expect(setup.worker.isOffline)
  }
}

@Suite struct `The files that belong to a plugin` {
  private let household: Household

  init() throws { household = try Household() }

  @Test func `are not the models of a tree in which no plugins are looked for`() throws {
    let models = "--grant=read:\(try household.path("tree/share/cue/models"))"
    #expect(
      try !household.arguments("tree/plugins/libnight.so", needs: "$models\n").contains(models))
  }

  @Test func `lie beside the file, and beside a link that leads to it`() throws {
    try household.folder.makeFolders("linked")
    for (place, isGranted) in [("linked", true), ("home", false)] {
      let link = "\(place)/libnight.so"
      try household.folder.write("", as: "tree/plugins/libnight.so")
      try FileManager.default.createSymbolicLink(
        atPath: household.folder.path(link),
        withDestinationPath: household.folder.path("tree/plugins/libnight.so"))
      let beside = "--grant=read:\(try household.path(place))"
      #expect(
        try household.arguments(link, needs: "$plugin\n").contains(beside) == isGranted, "\(place)")
      #expect(try !household.arguments(link, needs: "$cache\n").contains(beside))
    }
  }
}
