import CueCasting
import CueModel
import CuePlugins
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// How the plugins of a test are served: as in a session, unless it says otherwise.
func setup(
  _ path: String, id: String = "", name: String? = nil, isProgram: Bool = false,
  parameters: [(name: String, value: String)] = [], deadlines: Deadlines = Deadlines(),
  in folder: TemporaryFolder? = nil
) -> PluginSetup {
  var worker = WorkerSettings(workerPath: Places.product("cue-worker"))
  worker.deadlines = deadlines
  // What broken plugins do outside of their process is noticed by these tests; WallTests are about the wall.
  worker.wall.isOff = true
  let file = PluginFile(path: path, name: name ?? id, isProgram: isProgram, id: id)
  var setup = PluginSetup(file: file, worker: worker)
  setup.parameters = parameters
  // A caller that may start the plugin again keeps its file.
  setup.secret = { (_, _) throws(PluginFailure) in withExtendedLifetime(folder) { nil } }
  return setup
}

/// A voice of the plugins that Cue comes with.
func builtVoice(
  _ plugin: String, _ voice: String = "", _ parameters: [(name: String, value: String)] = []
) -> VoiceClient {
  VoiceClient(
    setup(Places.product("libplugin-\(plugin).so"), id: plugin, parameters: parameters),
    voice: voice)
}

extension VoiceClient {
  /// The voice with its texts in words and pieces, as all modes have it.
  var normalized: NormalizedVoice { NormalizedVoice(self) }
}

/// A copy of the library of broken voices, so that its processes can be distinguished from those of other tests.
struct Faulty {
  private let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.copy(Fixtures.faultyLibrary, as: "libfaulty.so")
  }

  func voice(_ id: String, _ deadlines: Deadlines = Deadlines()) -> VoiceClient {
    VoiceClient(setup(path, id: id, name: "faulty-\(id)", deadlines: deadlines, in: folder))
  }

  /// Its workers and what they have started, as far as they live.
  var processes: [Int32] { Processes.mentioning(path) }

  /// Those of them that we have started.
  var workers: [Int32] { processes.filter { Processes.parent(of: $0) == getpid() } }
}

extension PluginFailure {
  /// Whether it has that reason; of a plugin's own words, whether they hold those.
  func isDue(to expected: Reason) -> Bool {
    if let part = expected.words, let all = reason.words { return all.contains(part) }
    return reason == expected
  }
}

/// All results of a line.
struct Said: Equatable, CustomTestStringConvertible {
  var outcome: SpeechOutcome?
  var format: AudioFormat?
  var bytes: [UInt8] = []
  var marks: [SpeechMark] = []
  var shortfalls: [Shortfall] = []
  /// The voices that stood in, and why.
  var standIns: [(voice: String, because: PluginFailure)] = []

  var frames: Int { format.map { bytes.count / $0.frameByteCount } ?? 0 }
  var sound: AudioBuffer? { format.map { AudioBuffer(format: $0, bytes: bytes) } }

  var testDescription: String {
    "\(outcome.map { "\($0)" } ?? "unfinished"): \(frames) frames, \(marks.count) marks, "
      + "\(shortfalls.count) shortfalls, said by \(standIns.last?.voice ?? "the first")"
  }

  /// Takes the next event.
  ///
  /// What was heard of a line that starts over is dropped.
  mutating func take(_ event: SpeechEvent) {
    switch event {
    case .began(let begun): format = begun
    case .sound(let sound): bytes += sound.bytes
    case .mark(let mark): marks.append(mark)
    case .shortfall(let shortfall): shortfalls.append(shortfall)
    case .startedOver(let voice, let because):
      let standIns = standIns + [(voice, because)]
      self = Said()
      self.standIns = standIns
    }
  }

  static func == (one: Said, other: Said) -> Bool {
    one.outcome == other.outcome && one.format == other.format && one.bytes == other.bytes
      && one.marks == other.marks && one.shortfalls == other.shortfalls
      && one.standIns.map(\.voice) == other.standIns.map(\.voice)
      && one.standIns.map(\.because) == other.standIns.map(\.because)
  }
}

extension Voice {
  /// Says `request` to its end.
  func say(_ request: SpeechRequest, cancellation: Cancellation = Cancellation()) throws -> Said {
    var said = Said()
    said.outcome = try speak(request, cancellation: cancellation) { said.take($0) }
    return said
  }

  /// Says `text` in the voice's own way.
  func say(
    _ text: String, cancellation: Cancellation = Cancellation(),
    _ change: (inout SpeechRequest) -> Void = { _ in }
  ) throws -> Said {
    var request = SpeechRequest(text: text)
    change(&request)
    return try say(request, cancellation: cancellation)
  }
}
