import CuePlugins
import Glibc
import Processes

/// A PulseAudio server of the benchmark's own with a sink that plays nowhere.
final class PulseServer {
  private let folder: String
  private let server: pid_t

  /// Whether there is a server, and the plugin that plays by it.
  static func isInstalled(_ tree: Tree) -> Bool {
    unsafe access("/usr/bin/pulseaudio", X_OK) == 0 && access(tree.plugin("pulse"), F_OK) == 0
  }

  static func setup(_ tree: Tree) -> PluginSetup {
    PluginSetup(
      file: PluginFile(path: tree.plugin("pulse"), name: "pulse", isProgram: false, id: "pulse"),
      worker: WorkerSettings(workerPath: tree.worker))
  }

  /// Its sink.
  static func device(_ tree: Tree) -> DeviceClient { DeviceClient(setup(tree), device: "out") }

  init() throws {
    var template = Array("/tmp/cue-bench-pulse-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchFailure(sentence: "No folder could be made in /tmp.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in ["run", "home"] { unsafe mkdir("\(folder)/\(name)", 0o700) }
    let script = """
      load-module module-null-sink sink_name=out rate=48000 channels=2
      load-module module-native-protocol-unix
      set-default-sink out
      set-default-source out.monitor

      """
    guard let file = unsafe fopen("\(folder)/null.pa", "w") else {
      throw BenchFailure(sentence: "\(folder)/null.pa could not be written.")
    }
    unsafe fputs(script, file)
    unsafe fclose(file)
    unsafe setenv("XDG_RUNTIME_DIR", "\(folder)/run", 1)
    unsafe setenv("HOME", "\(folder)/home", 1)
    unsafe unsetenv("PULSE_SERVER")
    _ = try RunningProgram([
      "/bin/sh", "-c",
      "pulseaudio -D --exit-idle-time=-1 -n -F \(folder)/null.pa > \(folder)/log 2>&1; echo done",
    ]).receiveLine()
    let text = String(decoding: contents(ofFile: "\(folder)/run/pulse/pid"), as: UTF8.self)
    guard let process = Int32(text.split(separator: "\n").first ?? "") else {
      throw BenchFailure(sentence: "PulseAudio did not start; \(folder)/log tells why.")
    }
    server = process
    unsafe setenv("PULSE_SERVER", "unix:\(folder)/run/pulse/native", 1)
    // A sink without streams sleeps in long blocks, and the next stream would lose its beginning. Where this one comes late, the
    // sink goes back, and its monitor hears the same again: so it is preferred, where that is allowed.
    awake = try RunningProgram([
      "/bin/sh", "-c",
      "exec nice -n -11 pacat --latency-msec=20 --raw --rate=48000 --channels=2 -d out < /dev/zero",
    ])
  }

  private var awake: RunningProgram

  func end() {
    kill(server, SIGTERM)
    usleep(200_000)
    unsafe unlink("\(folder)/null.pa")
  }
}
