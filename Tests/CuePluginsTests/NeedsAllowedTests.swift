import Foundation
import TestSupport
import Testing

@testable import CuePlugins

@Suite struct `What a user allows a plugin` {
  private func allowed(_ text: String) throws -> (plugin: String, need: String) {
    let one = try AllowedNeed(parsing: text, workingFolder: "/work", home: "/home/me: too")
    return (one.plugin, one.need.text)
  }

  @Test(
    arguments: [
      ("owl:read=/srv/texts", "owl", "read:/srv/texts"),
      ("org.example.owl:write=/srv/a b:c=d", "org.example.owl", "write:/srv/a b:c=d"),
      ("owl:network", "owl", "network"), ("owl:network=local", "owl", "network:local"),
      ("owl:run", "owl", "run"), ("owl:memory=1048576", "owl", "memory:1048576"),
      ("./a:b/libowl.so:device=/dev/snd", "./a:b/libowl.so", "device:/dev/snd"),
      ("owl:read=/x:read=/y", "owl", "read:/x:read=/y"),
      ("owl:read=texts", "owl", "read:/work/texts"),
      ("owl:read=./texts", "owl", "read:/work/texts"),
      ("owl:read=~/texts", "owl", "read:/home/me: too/texts"),
      ("owl:read=~", "owl", "read:/home/me: too"),
      ("owl:read=~root/x", "owl", "read:/work/~root/x"),
      ("owl:write=$own/x", "owl", "write:$own/x"),
    ])
  func `is read from an option`(text: String, plugin: String, need: String) throws {
    let one = try allowed(text)
    #expect(one.plugin == plugin && one.need == need)
  }

  @Test(
    arguments: [
      ("", .form), ("owl", .form), (":read=/x", .form), ("owl:", .form), ("owl:all", .form),
      ("owl:watch=/x", .form), ("owl:$models", .form), ("owl:reads=/x", .form),
      ("owl:read", .need(.missingPath)), ("owl:read=", .need(.missingPath)),
      ("owl:read=/", .need(.wholeSystem)), ("owl:read=../x", .need(.climbingPath)),
      ("owl:run=x", .need(.needlessValue)), ("owl:memory=1", .need(.memoryOutOfRange)),
      ("owl:read=/a\u{1b}", .need(.controlCharacter("\u{1b}"))),
    ] as [(String, AllowedNeed.Fault)])
  func `is refused if it makes no sense`(text: String, fault: AllowedNeed.Fault) {
    #expect(throws: fault) { try allowed(text) }
  }

  private func configured(_ text: String, id: String = "owl") throws -> String {
    try AllowedNeed.needs(
      ofPlugin: id, in: ConfigurationFile(text).entries, home: "/home/me"
    ).text
  }

  @Test func `is read from cue.conf, among the plugin's other settings`() throws {
    let text = """
      # comment
      owl.speed = 2
      owl.allow.read = /srv/My Texts: all \t
      owl.allow.read = /not/valid
      owl.allow.read.more = ~/texts
      owl.allow.network = local
      owl.allow.run = on
      owl.allow.memory = 1048576
      owls.allow.network = on
      org.example.owl.allow.device = /dev/snd
      """
    #expect(
      try configured(text)
        == "memory:1048576\nnetwork:local\nread:/home/me/texts\nread:/srv/My Texts: all\nrun\n")
    #expect(try configured(text, id: "org.example.owl") == "device:/dev/snd\n")
    #expect(try configured(text, id: "").isEmpty)
    #expect(try configured("owl.allow.run = off\nowl.allow.network = on") == "network\n")
    #expect(try configured("owl.allow.run = on\r\nowl.allow.network = on\r\n") == "network\nrun\n")
  }

  @Test(
    arguments: [
      ("owl.allow.all", "on"), ("owl.allow.read", "texts"), ("owl.allow.read", "/"),
      ("owl.allow.run", "yes"), ("owl.allow.network", ""), ("owl.allow.", "on"),
      ("owl.allow.watch", "/usr/lib"), ("owl.allow.memory", "much"),
    ])
  func `is refused with its key if a line of cue.conf makes no sense`(key: String, value: String) {
    #expect(throws: ConfigurationError.invalid(key: key, value: value)) {
      try configured("\(key) = \(value)")
    }
  }
}

@Suite struct `A plugin that comes with Cue` {
  private let folder: TemporaryFolder
  private let top: ExactPath

  init() throws {
    folder = try TemporaryFolder()
    top = RealPath.resolvedOrSame(ExactPath(folder.path))
    for name in ["bin/plugins", "lib/cue/plugins", "home/plugins"] { try folder.makeFolders(name) }
  }

  private func isShipped(_ name: String) throws -> Bool {
    if RealPath.kind(top.appending(name)) == nil { try folder.write("", as: name) }
    return ShippedPlugins(folders: [ExactPath(folder.path("bin"))])
      .contains(RealPath.resolvedOrSame(top.appending(name)))
  }

  @Test func `is in the table of names`() throws {
    let parts = [
      "Bridging", "Service", "Stretching", "ImportDocument", "ImportPDF", "Kokoro", "program",
    ]
    let folders = try FileManager.default.contentsOfDirectory(atPath: Places.source("Plugins"))
    #expect(
      ShippedPlugins.names == Set(folders.filter { !parts.contains($0) }.map { $0.lowercased() }))
  }

  @Test func `has one of the names, in a folder beside the program`() throws {
    #expect(try isShipped("bin/plugins/libflite.so"))
    #expect(try isShipped("bin/plugins/hibari"))
    #expect(try isShipped("lib/cue/plugins/libpulse.so"))
  }

  @Test func `is not one with its name elsewhere, or with another name there`() throws {
    for name in [
      "home/plugins/libflite.so", "bin/libflite.so", "bin/plugins/libevil.so",
      "lib/cue/libflite.so",
      "bin/plugins/libflite.so.1", "bin/plugins/libflite", "bin/plugins/flite.so",
    ] {
      #expect(try !isShipped(name))
    }
  }

  @Test func `is no link to another file`() throws {
    try folder.write("", as: "home/plugins/libflite.so")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/plugins/libflite.so"),
      withDestinationPath: folder.path("home/plugins/libflite.so"))
    #expect(try !isShipped("bin/plugins/libflite.so"))
  }

  @Test func `is none that others can write`() throws {
    #expect(try isShipped("bin/plugins/libflite.so"))
    let files = FileManager.default
    try files.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: folder.path("bin/plugins/libflite.so"))
    #expect(try !isShipped("bin/plugins/libflite.so"))
    try files.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path("lib/cue/plugins"))
    #expect(try !isShipped("lib/cue/plugins/libpulse.so"))
  }

  @Test func `is none that a group can write, unless it can replace the program`() throws {
    let files = FileManager.default
    let plugin = folder.path("bin/plugins/libflite.so")
    #expect(try isShipped("bin/plugins/libflite.so"))
    try files.setAttributes(
      [.posixPermissions: 0o664, .groupOwnerAccountID: 1], ofItemAtPath: plugin)
    #expect(try !isShipped("bin/plugins/libflite.so"))
    try files.setAttributes(
      [.posixPermissions: 0o775, .groupOwnerAccountID: 1], ofItemAtPath: folder.path("bin"))
    #expect(try isShipped("bin/plugins/libflite.so"))
  }

  @Test func `owns the ids that begin with its name`() {
    for (id, owner) in [
      ("openai", "openai"), ("openai-recognizer", "openai"), ("ladspa.amp", "ladspa"),
      ("openai-recognizer.x", "openai"), ("openair", nil), ("owl.openai", nil), ("mock-ear", nil),
    ] {
      #expect(ShippedPlugins.owner(ofPlugin: id) == owner, "\(id)")
    }
  }
}

@Suite struct `The places of a plugin` {
  @Test func `are folders of its own, whatever its id`() {
    let ids = [
      "owl", "org.example.owl", "", ".", "..", "a/b", "../x", ".hidden", "A", "a", "ä", "a%2fb",
      String(repeating: "long", count: 100), String(repeating: "long", count: 101),
    ]
    let names = ids.map { NeedsPlaces.folderName(ofPlugin: $0) }
    #expect(Set(names).count == ids.count)
    #expect(names.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") && $0.utf8.count <= 255 })
    #expect(NeedsPlaces.folderName(ofPlugin: "org.example.owl") == "org.example.owl")
  }

  @Test func `are in the user's folders, and Cue's own files are closed`() throws {
    let folder = try TemporaryFolder()
    let user = UserEnvironment(
      variables: [
        "CUE_HOME": folder.path, "HOME": folder.path("home"), "XDG_RUNTIME_DIR": "relative",
        "PATH": "/a:/b",
      ], programFolder: folder.path("bin"))
    let places = user.needsPlaces(ofPlugin: "owl", in: folder.path("libowl.so"))
    #expect(places.own == ExactPath(folder.path("data/cue/plugins/owl")))
    #expect(places.cache == ExactPath(folder.path("cache/cue/plugins/owl")))
    #expect(places.models.first == ExactPath(folder.path("data/cue/models")))
    #expect(places.runtime == nil && places.searchPath == "/a:/b")
    #expect(places.closed == [ExactPath(user.configurationFolder)])
    #expect(places.sealed.contains(ExactPath(folder.path("bin"))))
    #expect(user.consents.path == folder.path("config/cue/consent.json"))
    #expect(try user.allowedNeeds(ofPlugin: "owl") == .none)
    let foreign = user.needsPlaces(ofPlugin: "openai", in: folder.path("libopenai.so"))
    #expect(foreign.own == nil && foreign.cache == nil)
  }
}
