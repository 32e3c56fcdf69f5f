import CuePlugins
import Foundation
import TestSupport
import Testing

@testable import CueConformance

/// ONNX Runtime asked a host of its maker's nine seconds after it was loaded, and wrote into ~/.cache: the suite saw neither.
@Suite(.startsProcesses, .needsPython) struct `A program under watch` {
  /// The example of the SDK, which does something else besides.
  private func program(_ deed: String, after seconds: Double, in folder: TemporaryFolder) throws
    -> String
  {
    let example = try String(
      contentsOfFile: Places.source("plugin-sdk/examples/python/voice.py"), encoding: .utf8)
    let first = example.firstIndex(of: "\n") ?? example.startIndex
    let besides = """

      import os, socket, threading, time
      def once():
          try:
              \(deed)
          except OSError:
              pass
      def besides():
          while True:
              time.sleep(\(seconds))
              once()
      if \(seconds) == 0: once()  # before it serves anybody
      threading.Thread(target=besides, daemon=True).start()
      """
    return try folder.write(
      example[..<first] + besides + example[first...], as: "voice", isProgram: true)
  }

  private let checks = Suite.chosen(
    level: 8,
    only: ["plugin-without-network", "plugin-asks-nobody-later", "plugin-keeps-to-its-places"],
    skip: [])

  private func failures(_ deed: String, after seconds: Double = 0.2) throws -> Set<String> {
    let folder = try TemporaryFolder()
    let path = try program(deed, after: seconds, in: folder)
    let results = judge(path, checks: checks, isProgram: true)
    #expect(results.count == 3 && results.allSatisfy { $0.outcome.word != "skipped" })
    return Set(results.filter { $0.outcome.isFailure }.map(\.check))
  }

  @Test func `passes if it does nothing but speak`() throws {
    #expect(try failures("pass") == [])
  }

  @Test(arguments: [
    "socket.create_connection(('127.0.0.1', 9), 1)",
    "socket.getaddrinfo('host.of.the.maker.example', 443)",
    "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b'used', ('::1', 9))",
    "os.system('python3 -c \"import socket; socket.create_connection((\\'127.0.0.1\\', 9))\" 2>/dev/null')",
  ])
  func `a program that uses the network later is found, also by a child process`(deed: String)
    throws
  {
    let found = try failures(deed, after: 0.5)
    #expect(found.contains("plugin-asks-nobody-later"))
    #expect(found.isSubset(of: ["plugin-asks-nobody-later", "plugin-without-network"]))
  }

  @Test func `a program that uses the network at once is found at once`() throws {
    let found = try failures("socket.create_connection(('127.0.0.1', 9), 1)", after: 0)
    #expect(found == ["plugin-asks-nobody-later", "plugin-without-network"])
  }

  /// Libraries of Python make such a socket to see whether there is IPv6.
  @Test func `a program may make a socket that reaches no network`() throws {
    #expect(try failures("socket.socket(socket.AF_INET6).bind(('::1', 0))") == [])
  }

  @Test(arguments: [
    "open(os.path.expanduser('~/.diary-of-a-program'), 'w').close()",
    "os.makedirs(os.path.expanduser('~/.cache/diary of a program'), exist_ok=True)",
    "os.chdir(os.path.expanduser('~')) or open('.diary-of-a-program', 'a').close()",
  ])
  func `is caught when it leaves something in the user's home`(deed: String) throws {
    #expect(try failures(deed) == ["plugin-keeps-to-its-places"])
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    for name in [".diary-of-a-program", ".cache/diary of a program"] {
      try? FileManager.default.removeItem(atPath: "\(home)/\(name)")
    }
  }

  @Test(arguments: [
    "open(__file__ + '.notes', 'w').close()", "open('/tmp/notes-of-a-program', 'w').close()",
    "open('/dev/null', 'w').close()",
  ])
  func `A program under watch may write at its own places`(deed: String) throws {
    #expect(try failures(deed) == [])
    try? FileManager.default.removeItem(atPath: "/tmp/notes-of-a-program")
  }
}

@Suite struct `The places of a plugin` {
  private let places = OwnPlaces(
    PluginFile(path: "/opt/cue/plugins/libowl.so", name: "owl", isProgram: false, id: "owl"),
    id: "owl-recognizer",
    UserEnvironment(
      variables: ["HOME": "/home/ann", "TMPDIR": "/scratch/"], programFolder: "/usr/bin"))

  @Test func `only a plugin's own places count as its places`() {
    for path in [
      "/tmp/x", "/scratch/a/b", "/dev/null", "/home/ann/.cache/cue/owl/model.bin",
      "/home/ann/.cache/cue", "/home/ann/.cache/cue/owl-recognizer/x",
      "/opt/cue/plugins/owl/cache/x", "/opt/cue/plugins/libowl.so.cache",
      "/usr/lib/python3/__pycache__/os.pyc", "/opt/cue/plugins/../plugins/owl/x",
    ] { #expect(places.contain(path), "\(path)") }
    for path in [
      "/home/ann/.cache/Microsoft/DeveloperTools/deviceid", "/home/ann/.cache/cue/registry",
      "/home/ann/.cache/cue/hawk/x", "/opt/cue/plugins/libhawk.so",
      "/opt/cue/plugins/owlet/x",
      "/opt/cue/plugins/libowl.so", "/tmpx", "/home/ann/notes", "/tmp/../home/ann/notes",
    ] { #expect(!places.contain(path), "\(path)") }
  }
}
