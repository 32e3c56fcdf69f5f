import Foundation
import TestSupport
import Testing

@testable import CuePlugins

/// A machine in a folder: a home, places, and a plugin.
struct NeedsMachine {
  let folder = Result { try TemporaryFolder() }
  let top: ExactPath
  var places = NeedsPlaces()
  var file: ExactPath

  init() throws {
    let folder = try self.folder.get()
    top = RealPath.resolvedOrSame(ExactPath(folder.path))
    for name in [
      "home/my data: all", "home/config/keys", "home/models", "share/models", "plugins/data",
    ] {
      try folder.makeFolders(name)
    }
    try folder.write("", as: "plugins/libx.so")
    file = top.appending("plugins/libx.so")
    places.models = [self["home/models"], self["share/models"], self["no/models"]]
    places.ownModels = self["home/models"]
    places.own = self["home/data/plugins/x"]
    places.cache = self["home/cache/plugins/x"]
    places.home = self["home"]
    places.closed = [self["home/config"]]
    places.sealed = [self["plugins"]]
  }

  subscript(_ name: String) -> ExactPath { top.appending(name) }

  func link(_ name: String, to target: ExactPath) throws {
    try? FileManager.default.removeItem(atPath: self[name].text)
    try FileManager.default.createSymbolicLink(
      atPath: self[name].text, withDestinationPath: target.text)
  }

  func declaration(_ text: String, isProgram: Bool = false) throws -> PluginDeclaration {
    PluginDeclaration(file: file, isProgram: isProgram, needs: try needs(text))
  }

  /// What is granted for these needs, without the plugin's own file.
  func grants(_ text: String, allowed: PluginNeeds = .none) throws -> Grants {
    try Grants(declaration(text), allowed: allowed, in: places)
  }

  func arguments(_ text: String) throws -> [String] {
    try grants(text).arguments.filter { $0 != "--grant=read:\(file)" }
  }

  func reason(_ text: String) -> GrantError.Reason? {
    do {
      _ = try grants(text)
      return nil
    } catch { return (error as? GrantError)?.reason }
  }
}

@Suite struct `What a plugin is granted` {
  private let machine: NeedsMachine

  init() throws { machine = try NeedsMachine() }

  @Test func `is its own file if it needs nothing`() throws {
    #expect(try machine.grants("").arguments == ["--grant=read:\(machine.file)"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: machine.file.text)
    let program = try Grants(machine.declaration("", isProgram: true), in: machine.places)
    #expect(
      program.arguments == [
        "--grant=execute:\(machine["plugins"])", "--grant=execute:\(machine.file)",
      ])
    var home = machine.places
    home.home = machine["plugins"]
    let atHome = try Grants(machine.declaration("", isProgram: true), in: home)
    #expect(atHome.arguments == ["--grant=execute:\(machine.file)"])
  }

  @Test func `is in the arguments of the worker`() throws {
    #expect(
      try machine.arguments("network:local\nrun\nmemory:1048576\ndevice:/dev/null\nread:/usr/lib")
        == [
          "--grant=device:/dev/null", "--grant=memory:1048576", "--grant=network:local",
          "--grant=read:/usr/lib", "--grant=run",
        ])
    #expect(try machine.arguments("network\nnetwork:local") == ["--grant=network"])
  }

  @Test func `are its places, where they are on this machine`() throws {
    try machine.places.makeFolders(for: needs("$own\n$cache"))
    #expect(
      try machine.arguments("$models\n$own\n$cache\n$plugin") == [
        "--grant=read:\(machine["home/models"])", "--grant=read:\(machine["plugins"])",
        "--grant=read:\(machine["share/models"])",
        "--grant=write:\(machine["home/cache/plugins/x"])",
        "--grant=write:\(machine["home/data/plugins/x"])",
      ])
  }

  @Test func `is a path with blanks and colons as it is`() throws {
    let path = machine["home/my data: all"]
    #expect(try machine.arguments("read:\(path)") == ["--grant=read:\(path)"])
  }

  @Test func `leaves out what is not there, and says so`() throws {
    let grants = try machine.grants("read:/no/such\ndevice:/dev/no-such*\n$own\nsocket:/no/socket")
    // What is behind a socket may start later.
    #expect(
      grants.arguments == ["--grant=read:\(machine.file)", "--grant=socket:/no/socket"])
    #expect(grants.missing.count == 3)
  }

  @Test func `is where links in a declared path lead`() throws {
    try machine.link("books", to: machine["home/my data: all"])
    #expect(
      try machine.arguments("read:\(machine["books"])")
        == ["--grant=read:\(machine["home/my data: all"])"])
  }

  @Test func `is refused if a link leads out of its place`() throws {
    try machine.places.makeFolders(for: needs("$own"))
    try machine.link("plugins/data/secret", to: machine["home"])
    try machine.link("home/data/plugins/x/up", to: machine["home"])
    try machine.link("home/data/plugins/x/same", to: machine["home/data/plugins/x"])
    let home = machine["home"]
    #expect(machine.reason("read:$plugin/data/secret") == .leavesPlace(home))
    #expect(machine.reason("read:$own/up") == .leavesPlace(home))
    #expect(
      machine.reason("write:$own/up/config/keys") == .leavesPlace(machine["home/config/keys"]))
    #expect(machine.reason("watch:$plugin/data/secret") == .leavesPlace(home))
    #expect(machine.reason("write:$own/same") == nil)
    // A folder whose name begins with that of the place is not in it.
    try machine.link("plugins/data/secret", to: machine["plugins-of-others"])
    try FileManager.default.createDirectory(
      atPath: machine["plugins-of-others"].text, withIntermediateDirectories: false)
    #expect(
      machine.reason("read:$plugin/data/secret") == .leavesPlace(machine["plugins-of-others"]))
  }

  @Test func `is refused if a link leads to what no plugin gets`() throws {
    for (target, reason) in [
      ("/", .wholeSystem), ("/proc/self", .processes), ("/dev/null", .device),
    ] as [(String, NeedsError.Reason)] {
      try machine.link("books", to: ExactPath(target))
      let real = try RealPath.resolved(ExactPath(target))
      #expect(machine.reason("read:\(machine["books"])") == .forbidden(real, reason))
    }
  }

  @Test func `is never Cue's settings, and never to be written where plugins are`() throws {
    for path in ["home/config", "home/config/keys", "home"] {
      #expect(machine.reason("read:\(machine[path])") == .closed(machine[path]))
    }
    try machine.link("books", to: machine["home/config/keys"])
    #expect(machine.reason("read:\(machine["books"])") == .closed(machine["home/config/keys"]))
    #expect(machine.reason("write:\(machine["plugins"])") == .closed(machine["plugins"]))
    #expect(machine.reason("write:\(machine.top)") == .closed(machine.top))
    #expect(machine.reason("read:\(machine["plugins"])") == nil)
  }

  @Test func `is its file alone if it is in the home folder, above it, or where all may write`()
    throws
  {
    var machine = machine
    for folder in [machine["home"], machine.top, machine["home/config"]] {
      machine.file = folder.appending("libx.so")
      #expect(try machine.grants("$plugin").arguments == ["--grant=read:\(machine.file)"])
      #expect(machine.reason("read:$plugin/.ssh") == .pluginHasNoFolder)
    }
    machine.file = machine["plugins/libx.so"]
    #expect(try machine.arguments("$plugin") == ["--grant=read:\(machine["plugins"])"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o1777], ofItemAtPath: machine["plugins"].text)
    #expect(try machine.arguments("$plugin") == [])
    machine.file = ExactPath("/libx.so")
    #expect(machine.reason("read:$plugin/etc") == .pluginHasNoFolder)
  }

  @Test func `knows a home that is behind a link, and one with blanks and colons`() throws {
    var machine = machine
    try machine.link("link", to: machine["home/my data: all"])
    machine.places.home = machine["link"]
    machine.file = machine["home/my data: all/libx.so"]
    #expect(machine.reason("read:$plugin/x") == .pluginHasNoFolder)
  }

  @Test func `has models that the user has linked into a folder`() throws {
    try machine.link("home/models/large", to: machine["home/my data: all"])
    try machine.link("home/models/bad", to: machine["home/config"])
    try machine.link("home/models/none", to: machine["nowhere"])
    let arguments = try machine.arguments("$models")
    #expect(arguments.contains("--grant=read:\(machine["home/my data: all"])"))
    #expect(arguments.count == 3)
    // Nobody but the user makes links in the user's own folder.
    try machine.link("share/models/large", to: machine["home/my data: all"])
    var others = machine
    others.places.ownModels = nil
    #expect(try others.arguments("$models").count == 2)
  }

  @Test func `has no models if their folder is a link to what is closed`() throws {
    var machine = machine
    try machine.link("share/linked", to: machine["home/config"])
    machine.places.models = [machine["share/linked"]]
    #expect(machine.reason("$models") == .closed(machine["home/config"]))
  }

  @Test func `has folders of its own, which are made, but not through a link`() throws {
    let needed = try needs("write:$own/a/b\n$cache")
    try machine.places.makeFolders(for: needed)
    #expect(
      try machine.arguments("write:$own/a/b")
        == ["--grant=write:\(machine["home/data/plugins/x/a/b"])"])
    let mode = try FileManager.default.attributesOfItem(
      atPath: machine["home/data/plugins/x"].text)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    try machine.link("home/data/plugins/x/a", to: machine["home/config"])
    let error = #expect(throws: GrantError.self) {
      try machine.places.makeFolders(for: needed)
    }
    #expect(error?.reason == .leavesPlace(machine["home/config"]))
    #expect(RealPath.kind(machine["home/config/b"]) == nil)
  }

  @Test func `watches folders that may not be there yet`() throws {
    let grants = try machine.grants("watch:/usr/lib\nwatch:/no/such\nwatch:$models")
    let wanted = [
      machine["home/models"], machine["share/models"], machine["no/models"],
      ExactPath("/no/such"), ExactPath("/usr/lib"),
    ]
    #expect(wanted.allSatisfy(grants.watched.contains))
    #expect(grants.watched.count == wanted.count)
    #expect(grants.arguments.count == 1 && grants.missing.isEmpty)
  }

  @Test func `has devices by the beginning of their names, and a file is no socket`() throws {
    #expect(machine.reason("socket:\(machine.file)") == .notASocket(machine.file))
    #expect(try machine.arguments("device:/dev/nul*") == ["--grant=device:/dev/null"])
  }

  @Test func `is a program's interpreter with its libraries, asked about if it is foreign`() throws
  {
    let folder = try machine.folder.get()
    try folder.makeFolders("opt/lib")
    try folder.makeFolders("opt/bin")
    try folder.write("ELF", as: "opt/bin/python", isProgram: true)
    try folder.write("#!/bin/sh\n", as: "plugins/libx.so", isProgram: true)
    let shell = try Grants(machine.declaration("", isProgram: true), in: machine.places)
    #expect(!shell.items.contains { $0.isAsked })
    #expect(shell.arguments.contains { $0.hasPrefix("--grant=execute:/usr/") })
    try folder.write("#!\(machine["opt/bin/python"])\n", as: "plugins/libx.so", isProgram: true)
    let foreign = try Grants(machine.declaration("", isProgram: true), in: machine.places)
    #expect(foreign.items.filter { $0.isAsked }.map(\.need) == [nil])
    #expect(foreign.arguments.contains("--grant=read:\(machine["opt/lib"])"))
    // The same by a link in its own folder, which nobody would be asked about.
    try machine.link("plugins/python", to: machine["opt/bin/python"])
    let linked = try machine.grants("interpreter:$plugin/python")
    #expect(linked.items.filter { $0.isAsked }.count == 1)
    #expect(linked.arguments.contains("--grant=execute:\(machine["opt/bin/python"])"))
    #expect(!linked.withoutAsked.arguments.contains { $0.hasPrefix("--grant=execute") })
  }

  @Test func `has no network if there is to be none`() throws {
    let grants = try machine.grants("network\nrun").withoutNetwork
    #expect(grants.arguments == ["--grant=read:\(machine.file)", "--grant=run"])
  }
}
