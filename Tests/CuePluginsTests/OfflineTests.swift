import CueModel
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CuePlugins

/// A socket of this machine that a plugin may connect to.
private final class Listener {
  private let descriptor: Int32
  let port: UInt16

  init() { (descriptor, port) = Loopback.listen() }

  deinit { close(descriptor) }
}

/// A voice that says nothing of networks, and asks one when it is loaded.
private struct Reaching {
  let folder: TemporaryFolder
  let path: String
  private let listener = Listener()

  init() throws {
    folder = try TemporaryFolder()
    let library = try Fixtures.mutants("reaching.c", as: "libreaching.so", ["-lm"])
    path = try folder.copy(library, as: "libreaching.so")
    _ = try folder.write("\(listener.port)\n", as: "libreaching.so.port")
  }

  func voice(isOffline: Bool) -> VoiceClient {
    var setup = CuePluginsTests.setup(path, name: "reaching", in: folder)
    setup.worker.isOffline = isOffline
    return VoiceClient(setup)
  }

  /// The result of each thing that it tried last: 0, or an `errno` value.
  func outcomes() throws -> [String: Int32] {
    let lines = try String(contentsOfFile: path + ".reach", encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: " ")
        return (String(parts[0]), Int32(parts[1]) ?? -1)
      })
  }
}

@Suite(.startsProcesses) struct `A plugin that does not declare a network` {
  /// Only --local-only took it away from those that say nothing.
  @Test func `a plugin without a declared network has none, whatever the user has set`() throws {
    let reaching = try Reaching()
    let environment = UserEnvironment(
      variables: [
        "CUE_WORKER": Places.product("cue-worker"), "CUE_PLUGIN_PATH": reaching.folder.path,
        "CUE_HOME": reaching.folder.path("home"),
      ], programFolder: reaching.folder.path("bin"))
    var host = PluginHost(environment)
    host.isUnconfined = true
    for name in ["org.cue.example-c", reaching.path] {
      let setup = try host.setup(PluginChoice(reference: PluginReference(name)))
      #expect(setup.worker.isOffline && !setup.mayAskNetwork)
      #expect(try VoiceClient(setup).say("Two words").outcome == .finished)
      #expect(try reaching.outcomes()["connect"] == EACCES)
    }
    #expect(try host.setups(ofKind: .voice).allSatisfy(\.worker.isOffline))
  }

  @Test func `a plugin without a network reaches no address, not even this machine, and speaks`()
    throws
  {
    let reaching = try Reaching()
    let voice = reaching.voice(isOffline: true)
    #expect(try voice.say("Two words").outcome == .finished)
    let outcomes = try reaching.outcomes()
    for refused in ["inet", "inet6", "packet", "ring", "connect"] {
      #expect(outcomes[refused] == EACCES, "\(refused)")
    }
    // Sound servers are asked by these.
    #expect(outcomes["unix"] == 0)
    #expect(outcomes["netlink"] == 0)
  }

  /// The test above means something: the same plugin connects where it may.
  @Test func `a plugin with a declared network reaches it`() throws {
    let reaching = try Reaching()
    #expect(try reaching.voice(isOffline: false).say("Two words").outcome == .finished)
    let outcomes = try reaching.outcomes()
    #expect(outcomes["inet"] == 0 && outcomes["connect"] == 0)
  }

  @Test func `a plugin program without a declared network has none`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      #!/usr/bin/env python3
      import socket, sys
      with open(sys.argv[0] + ".reach", "w") as trace:
        try:
          socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
          trace.write("open")
        except OSError as error:
          trace.write(str(error.errno))
      """, as: "reaching", isProgram: true)
    var setup = setup(path, name: "reaching", isProgram: true, in: folder)
    setup.worker.isOffline = true
    #expect(throws: PluginFailure.self) { try VoiceClient(setup).say("Two words") }
    #expect(try String(contentsOfFile: path + ".reach", encoding: .utf8) == "\(EACCES)")
  }
}

/// ONNX Runtime of the neural plugins reported to its maker, although "they run offline".
@Suite(.startsProcesses, .needsPython) struct `The environment of a plugin` {
  private func environment(isOffline: Bool, _ variables: [String: String] = [:]) throws -> [String:
    String]
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      #!/usr/bin/env python3
      import os, sys
      with open(sys.argv[0] + ".seen", "w") as trace:
        trace.write("\\n".join(f"{name}={value}" for name, value in os.environ.items()))
      """, as: "seeing", isProgram: true)
    var setup = setup(path, name: "seeing", isProgram: true, in: folder)
    setup.worker.isOffline = isOffline
    #expect(throws: PluginFailure.self) { try VoiceClient(setup).say("Two words") }
    let seen = try String(contentsOfFile: path + ".seen", encoding: .utf8)
    return Dictionary(
      seen.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      }, uniquingKeysWith: { $1 })
  }

  @Test func `has the switches of libraries that report to their makers, off`() throws {
    for isOffline in [true, false] {
      let seen = try environment(isOffline: isOffline)
      #expect(seen["ORT_DISABLE_TELEMETRY"] == "1" && seen["DO_NOT_TRACK"] == "1")
      #expect(seen["HF_HUB_DISABLE_TELEMETRY"] == "1")
      for each in TelemetrySwitches.silent { #expect(seen[each.name] == each.value) }
      // A plugin without a network asks no server for a model.
      #expect(seen["HF_HUB_OFFLINE"] == (isOffline ? "1" : nil))
    }
  }

  @Test func `The environment of a plugin has each variable once`() {
    let entries = WorkerEnvironment.entries(threads: 1, isOffline: true)
    let names = entries.map { $0.prefix { $0 != "=" } }
    #expect(Set(names).count == names.count)
    #expect(entries.contains("HF_HUB_OFFLINE=1"))
  }
}

/// A sound server on another machine is reached by a network, one of this session is not.
@Suite(.startsProcesses, .needsPython) struct `A plugin that may need a network` {
  /// The example of the SDK, whose server may be elsewhere, and which writes down whether it had a network each time it began.
  private func program(isElsewhere: Bool, _ folder: TemporaryFolder) throws -> String {
    var text = try String(
      contentsOfFile: Places.source("plugin-sdk/examples/python/voice.py"), encoding: .utf8)
    let flag = "(18, \"Hums a tone for every word.\")"
    let handle = "    if kind in (DESCRIBE, CREATE):"
    try #require(text.contains(flag) && text.contains(handle))
    text = text.replacing(flag, with: flag + ", (14, 16)")  // CUE_FLAG_MAY_NEED_NETWORK
    text = text.replacing(
      handle,
      with: """
            if kind == CREATE:
                import socket
                try:
                    socket.socket(socket.AF_INET)
                    has_network = True
                except OSError:
                    has_network = False
                with open(sys.argv[0] + ".tries", "a") as trace:
                    trace.write("online " if has_network else "offline ")
                if \(isElsewhere ? "not has_network" : "False"):
                    send(DONE, request, (1, -30), (2, "The server is on another machine."))
                    continue
        \(handle)
        """)
    return try folder.write(text, as: "humming", isProgram: true)
  }

  private func tries(
    isElsewhere: Bool, isLocalOnly: Bool = false
  ) throws -> (tries: String, failure: PluginFailure?) {
    let folder = try TemporaryFolder()
    let path = try program(isElsewhere: isElsewhere, folder)
    let environment = UserEnvironment(
      variables: [
        "CUE_WORKER": Places.product("cue-worker"), "CUE_HOME": folder.path("home"),
      ], programFolder: folder.path("bin"))
    var host = PluginHost(environment)
    host.isUnconfined = true
    host.staysLocal = isLocalOnly
    let setup = try host.setup(PluginChoice(reference: PluginReference(path)))
    var failure: PluginFailure?
    do throws(PluginFailure) {
      let voice = VoiceClient(setup)
      #expect(try voice.voices().first?.id == "hum")
    } catch { failure = error }
    return (try String(contentsOfFile: path + ".tries", encoding: .utf8), failure)
  }

  @Test func `a plugin with a local server has no network`() throws {
    let (tries, failure) = try tries(isElsewhere: false)
    #expect(tries == "offline " && failure == nil)
  }

  @Test func `a plugin with a remote server gets a network`() throws {
    let (tries, failure) = try tries(isElsewhere: true)
    #expect(tries == "offline online " && failure == nil)
  }

  @Test func `with --local-only a remote server is refused with the reason`() throws {
    let (tries, failure) = try tries(isElsewhere: true, isLocalOnly: true)
    #expect(tries == "offline ")
    #expect(failure?.kind == .refused(status: .network))
  }
}

@Suite(.startsProcesses) struct `A host that stays local` {
  private let folder: TemporaryFolder
  private let environment: UserEnvironment

  init() throws {
    folder = try TemporaryFolder()
    for name in ["mock", "elevenlabs", "openai"] {
      _ = try folder.copy(Places.product("libplugin-\(name).so"), as: "lib\(name).so")
    }
    environment = UserEnvironment(
      variables: [
        "CUE_WORKER": Places.product("cue-worker"), "CUE_PLUGIN_PATH": folder.path,
        "CUE_HOME": folder.path("home"),
      ], programFolder: folder.path("bin"))
  }

  private func choice(_ name: String) -> PluginChoice {
    PluginChoice(reference: PluginReference(name))
  }

  private func localHost() -> PluginHost {
    var host = PluginHost(environment)
    host.staysLocal = true
    return host
  }

  @Test func `starts no plugin that says that it needs a network`() throws {
    let host = localHost()
    #expect(throws: PluginSetupError.needsNetwork(plugin: "elevenlabs")) {
      _ = try host.setup(choice("elevenlabs"))
    }
    let path = folder.path("libelevenlabs.so")
    #expect(throws: PluginSetupError.needsNetwork(plugin: path)) {
      _ = try host.setup(choice(path))
    }
    #expect(try host.setups(ofKind: .voice).map(\.file.name) == ["mock"])
    #expect(try host.setup(choice("mock")).worker.isOffline)
    let elsewhere = PluginHost(environment)
    for name in ["elevenlabs", "openai", folder.path("libelevenlabs.so")] {
      #expect(try elsewhere.setup(choice(name)).worker.isOffline == false)
    }
    #expect(try elsewhere.setup(choice("mock")).worker.isOffline)
  }

  /// Its worker could open no socket, not even to this machine.
  @Test func `starts no plugin for a service on this machine either`() throws {
    let host = localHost()
    for name in ["openai", "openai-recognizer"] {
      var choice = choice(name)
      choice.settings = [.init(name: "base-url", value: "http://127.0.0.1:9/v1")]
      #expect(throws: PluginSetupError.needsNetwork(plugin: name)) { _ = try host.setup(choice) }
    }
  }

  @Test func `local-only in cue.conf has the same effect as the option`() throws {
    let host = PluginHost(environment)
    #expect(try !host.isLocalOnly())
    try environment.changeConfiguration { $0.set("local-only", to: "on") }
    #expect(try host.isLocalOnly())
    #expect(throws: PluginSetupError.needsNetwork(plugin: "elevenlabs")) {
      _ = try host.setup(choice("elevenlabs"))
    }
    // A mistyped privacy setting is not a permission.
    try environment.changeConfiguration { $0.set("local-only", to: "yes") }
    #expect(throws: ConfigurationError.invalid(key: "local-only", value: "yes")) {
      _ = try host.isLocalOnly()
    }
    #expect(
      throws: PluginSetupError.configuration(.invalid(key: "local-only", value: "yes"))
    ) { _ = try host.setup(choice("mock")) }
  }

  /// A plugin never has a network to be asked, so how it fails says all about it.
  @Test func `keeps how a plugin failed as any other host does`() throws {
    let reaching = try Fixtures.mutants("reaching.c", as: "libreaching.so", ["-lm"])
    let path = try folder.copy(reaching, as: "libreaching.so")
    let file = PluginFile(path: path, name: "reaching", isProgram: false, id: "")
    let host = localHost()
    let settings = try host.workerSettings()
    #expect(host.registry.records(of: [file], settings).first?.state == .ok)
    let failure = PluginFailure(
      plugin: "reaching", activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    settings.gaveUp(file, failure)
    #expect(
      PluginHost(environment).registry.known(file, settings)?.stateName == "quarantined")
  }
}

@Suite struct `cue.conf` {
  @Test func `keeps comments and order when a setting is changed or taken out`() {
    var file = ConfigurationFile("# mine\nvoice.et = espeak:et\nrate = 0.4\n\nrate = 0.5\n")
    file.set("rate", to: "0.6")
    #expect(file.text == "# mine\nvoice.et = espeak:et\nrate = 0.6\n\n")
    file.set("pitch", to: "1.2")
    #expect(file.text.hasSuffix("\npitch = 1.2\n"))
    #expect(file.unset("rate") && !file.unset("rate"))
    #expect(file.entries.map(\.key) == ["voice.et", "pitch"])
  }

  @Test func `has the defaults that the product promises (SP-70)`() {
    #expect(Preference.rate.usual == "0.5" && Preference.pitch.usual == "1")
    #expect(Preference.localOnly.usual == "off")
    for preference in Preference.allCases { #expect(preference.accepts(preference.usual)) }
    #expect(!Preference.rate.accepts("0.05") && Preference.rate.accepts("0.1"))
    #expect(!Preference.pitch.accepts("2.5") && !Preference.pitch.accepts("high"))
    #expect(!Preference.localOnly.accepts("yes") && !Preference.voice.accepts("flite,,espeak"))
    #expect(!Preference.device.accepts("pulse,null"))
  }

  @Test func `is written through a link, with the permissions it has`() throws {
    let folder = try TemporaryFolder()
    let kept = try folder.write("# dotfiles\n", as: "kept.conf")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: kept)
    let environment = UserEnvironment(
      variables: ["CUE_HOME": folder.path("home")], programFolder: "")
    try FileManager.default.createDirectory(
      atPath: environment.configurationFolder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: environment.configurationPath, withDestinationPath: kept)
    try environment.changeConfiguration { $0.set("rate", to: "0.7") }
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "# dotfiles\nrate = 0.7\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: kept)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try environment.number(.rate) == 0.7)
  }
}
