import Foundation
import TestSupport
import Testing

/// A PulseAudio server of our own with a sink that plays nowhere, and a recorder of what it played.
final class SoundServer {
  /// Whether it can be started here, and the plugin that reaches it is built.
  static let isHere =
    FileManager.default.fileExists(atPath: "/usr/bin/pulseaudio")
    && Places.hasPlugin("pulse")

  let folder: TemporaryFolder
  private let server: Int32
  private let keepsAwake: Running?

  /// Without a sink, sound goes nowhere at all.
  init(hasSink: Bool = true) throws {
    folder = try TemporaryFolder()
    for name in ["run", "home"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let script = try folder.write(
      hasSink
        ? """
        load-module module-null-sink sink_name=out rate=48000 channels=2
        load-module module-native-protocol-unix
        set-default-sink out
        set-default-source out.monitor

        """ : "load-module module-native-protocol-unix\n", as: "null.pa")
    let environment = [
      "XDG_RUNTIME_DIR": folder.path("run"), "HOME": folder.path("home"), "PULSE_SERVER": "",
    ]
    // It goes to the background when it is ready, and writes down who it is.
    let log = folder.path("log")
    let start = try Run(
      "/bin/sh",
      [
        "-c",
        "exec pulseaudio -D --exit-idle-time=-1 -n -F \(script) > \(log) 2>&1",
      ], environment: environment)
    let process = try? String(contentsOfFile: folder.path("run/pulse/pid"), encoding: .utf8)
    server = try #require(
      process.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) },
      "PulseAudio did not start: \(start.status)")
    // A sink without streams sleeps in long blocks, and the next stream would lose its beginning.
    keepsAwake =
      hasSink
      ? try Running(
        "/bin/sh",
        [
          "-c",
          "exec pacat --latency-msec=20 --raw --rate=48000 --channels=2 -d out < /dev/zero",
        ], environment: environment) : nil
  }

  var environment: [String: String] {
    ["XDG_RUNTIME_DIR": folder.path("run"), "HOME": folder.path("home"), "PULSE_SERVER": ""]
  }

  /// Reads what the sink plays, 48,000 mono samples a second of 16 bits.
  func recorder() throws -> Running {
    try Running(
      "/usr/bin/parecord",
      [
        "--latency-msec=10", "-d", "out.monitor", "--raw", "--format=s16le", "--rate=48000",
        "--channels=1", "/dev/stdout",
      ], environment: environment)
  }

  /// Whether the sink plays nothing for a quarter of a second, looked at for at most ten.
  func fallsSilent() throws -> Bool {
    let recorder = try recorder()
    defer { recorder.kill() }
    var quiet = 0
    var heard = 0
    while quiet < 24_000, heard < 960_000 {
      let some = recorder.someOutput()
      guard !some.isEmpty else { return false }
      heard += some.count
      quiet = some.allSatisfy { $0 == 0 } ? quiet + some.count : 0
    }
    return quiet >= 24_000
  }

  /// Whether the sink plays something within ten seconds.
  func isHeard() throws -> Bool {
    let recorder = try recorder()
    defer { recorder.kill() }
    var heard = 0
    while heard < 960_000 {
      let some = recorder.someOutput()
      guard !some.isEmpty else { return false }
      heard += some.count
      if some.contains(where: { $0 != 0 }) { return true }
    }
    return false
  }

  /// Puts the sink to sleep, as a power saver or another program does.
  func suspendSink() throws {
    let run = try Run("/usr/bin/pactl", ["suspend-sink", "out", "1"], environment: environment)
    try #require(run.status == 0)
  }

  /// Keeps the server from answering, until it is stopped.
  func hang() { kill(server, SIGSTOP) }

  /// Ends the server, as when a sound card is pulled out.
  func stop() {
    keepsAwake?.kill()
    kill(server, SIGKILL)
  }

  /// What the sink played while `body` ran, 48,000 mono samples a second.
  func recorded(_ body: () throws -> Void) throws -> [Int16] {
    let recorder = try recorder()
    defer { recorder.kill() }
    var bytes = Data()
    func record(_ more: Int) throws {
      let end = bytes.count + more
      while bytes.count < end {
        let some = recorder.someOutput()
        try #require(!some.isEmpty, "nothing is recorded")
        bytes += some
      }
    }
    try record(20_000)
    try body()
    // Sound played in between waits in the pipe and in the server; then comes silence.
    try record(48_000 * 2 * 4)
    return unsafe bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        unsafe bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)
      }
    }
  }

  deinit { stop() }
}
