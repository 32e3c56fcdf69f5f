import CueABI
import CueModel
import Foundation
import TestSupport
import Testing

@testable import CuePlugins

@Suite(.startsProcesses) struct `A worker` {
  /// Messages that begin an instance of `plugin`, and then make little sense.
  private func nonsense(for plugin: String, _ seed: UInt64) -> Data {
    var random = Seeded(seed)
    var writer = MessageWriter()
    writer.begin(CUE_MSG_CREATE, request: 1)
    writer.u32(CUE_TAG_INSTANCE, 1)
    writer.text(CUE_TAG_ID, plugin)
    writer.end()
    for _ in 0..<100 {
      writer.begin(
        UInt32.random(in: 0...0x48, using: &random),
        request: UInt32.random(in: 0...6, using: &random),
        flags: UInt16.random(in: 0...1, using: &random))
      if Int.random(in: 0..<20, using: &random) > 0 { writer.u32(CUE_TAG_INSTANCE, 1) }
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let tag = UInt32.random(in: 0...115, using: &random)
        let count = [0, 1, 4, 4, 4, 8, 8, 24].randomElement(using: &random) ?? 4
        let fill: UInt8? = [0, 1, 0x41, 0x7f, 0xff, nil].randomElement(using: &random) ?? nil
        writer.sound(
          tag, (0..<count).map { _ in fill ?? UInt8.random(in: 0...255, using: &random) })
      }
      // Credit for all sound that may come.
      writer.u32(CUE_TAG_CREDIT, 10_000_000)
      writer.end()
    }
    return Data(writer.bytes)
  }

  /// It ends by itself, or by the SIGKILL with which it ends its process group; never by a crash.
  @Test(arguments: ["mock", "mock-ear", "mock-gain", "null"])
  func `a worker survives invalid messages of its host`(plugin: String) throws {
    for seed: UInt64 in 0..<25 {
      let run = try Run(
        Places.product("cue-worker"), [Places.product("libplugin-mock.so")],
        input: nonsense(for: plugin, seed))
      if run.wasEndedBySignal {
        #expect(run.status == SIGKILL, "seed \(seed): \(run.talk)")
      } else {
        #expect([0, 70].contains(run.status), "seed \(seed): \(run.talk)")
      }
      #expect(!run.output.isEmpty)
    }
  }

  @Test func `a worker inherits no open files of its host`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a secret", as: "open-in-the-host")
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    // As a descriptor that a shell hands to a program.
    _ = fcntl(file.fileDescriptor, F_SETFD, 0)
    let faulty = try Faulty()
    let voice = faulty.voice("healthy")
    _ = try voice.say("Good evening.")
    let workers = faulty.processes
    #expect(!workers.isEmpty)
    for worker in workers {
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd")
      let files = descriptors.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(worker)/fd/\($0)")
      }
      #expect(!files.isEmpty && !files.contains(path), "\(files)")
    }
    voice.quit()
    try file.close()
  }

  @Test func `ends when its input is no message`() throws {
    let run = try Run(
      Places.product("cue-worker"), [Places.product("libplugin-mock.so")],
      input: Data(repeating: 0xff, count: 100))
    #expect(run.status == (run.wasEndedBySignal ? SIGKILL : 70))
    #expect(run.talk.contains("a message from the host is too long"))
  }

  @Test(arguments: [[], [""], ["--now"]])
  func `a worker that is started by hand explains itself`(arguments: [String]) throws {
    let run = try Run(Places.product("cue-worker"), arguments)
    #expect(run.status == 2)
    #expect(run.talk.contains("it is not started by hand"))
    #expect(run.output.isEmpty)
  }
}

@Suite(.startsProcesses) struct `An effect or device that claims too much` {
  private static let source = """
    #include <cue/cue.h>
    #include <string.h>
    static int32_t fine(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
    static void nothing(void *self) { (void)self; }
    static void cancel(void *self, uint64_t call) { (void)self, (void)call; }
    static int32_t drain(void *self, const cue_call *call, cue_error *error) {
      return (void)self, (void)call, (void)error, CUE_OK;
    }
    static uint32_t zero(void *self) { return (void)self, 0; }
    static uint64_t start(void *self) { return (void)self, 0; }
    static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
      return (void)self, (void)wanted, (void)error, CUE_OK;
    }
    static int32_t process(void *self, cue_process *block) {
      (void)self;
      block->used = block->input_frames;
      block->produced = block->output_capacity + 1;
      return CUE_OK;
    }
    static int32_t flush(void *self, cue_process *block) {
      (void)self;
      block->produced = block->output_capacity + 1;
      return CUE_OK;
    }
    static int32_t list(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
      *count = 0;
      return (void)self, (void)call, (void)error, CUE_OK;
    }
    static int32_t info(void *self, uint32_t index, cue_device_info *out) {
      return (void)self, (void)index, (void)out, CUE_E_NOT_FOUND;
    }
    static int32_t open(void *self, const cue_device_request *request, cue_error *error) {
      return (void)self, (void)request, (void)error, CUE_OK;
    }
    static int32_t swallow(void *self, const cue_write *sound, uint32_t *written, cue_error *error) {
      (void)self, (void)error;
      *written = sound->frames + 1;
      return CUE_OK;
    }
    static const void *extension(void *self, const char *id) {
      static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, zero, zero, NULL};
      static const cue_device device = {sizeof device, 0, list, info, open, swallow, NULL, start, zero,
                                        drain, fine, nothing, NULL};
      (void)self;
      return !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_KIND_DEVICE) ? &device : NULL;
    }
    static const cue_descriptor offered[] = {
        {.struct_size = sizeof *offered, .concurrency = CUE_PER_INSTANCE, .id = "dsp", .kind = CUE_KIND_DSP},
        {.struct_size = sizeof *offered, .concurrency = CUE_PER_INSTANCE, .id = "device", .kind = CUE_KIND_DEVICE}};
    static int32_t init(const cue_init_request *request, cue_error *error) {
      return (void)request, (void)error, CUE_OK;
    }
    static uint32_t count(void) { return 2; }
    static const cue_descriptor *at(uint32_t index) { return index < 2 ? &offered[index] : NULL; }
    static int32_t create(const cue_create_request *request, const cue_instance **made, cue_error *error) {
      static const cue_instance table = {sizeof table, 0, NULL, fine, nothing, cancel, fine, extension};
      (void)request, (void)error;
      *made = &table;
      return CUE_OK;
    }
    static const void *none(const char *id) { return (void)id, NULL; }
    CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
      static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, 0, CUE_TEXT("C"),
                                      init, count, at, create, none};
      (void)host;
      return &entry;
    }

    """

  @Test func `The worker speaks the protocol with a library that uses all of the interface`() throws
  {
    let run = try Run(
      "/usr/bin/env",
      ["python3", Places.source("Tests/worker-protocol"), Places.product("cue-worker")])
    #expect(run.status == 0, "\(run.text)\(run.talk)")
  }

  private func library() throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    try Fixtures.compile(
      folder.write(Self.source, as: "library.c"), to: folder.path("library.so"))
    return (folder, folder.path("library.so"))
  }

  @Test func `An effect or device that claims too much is misbehaviour`() throws {
    let (folder, path) = try library()
    let effect = EffectClient(setup(path, id: "dsp", in: folder), blockFrames: 64)
    let sound = AudioBuffer(float32: [0, 1, 0, 1], rateHertz: 48000)
    for _ in 1...2 {
      try effect.configure(rateHertz: 48000, channels: 1)
      let failure = try #require(throws: PluginFailure.self) { try effect.process(sound) }
      #expect(failure.kind == .misbehaved)
      #expect(failure.activity == .processing)
      #expect(failure.isDue(to: .said("more sound than there was room for")))
    }

    let device = DeviceClient(setup(path, id: "device", in: folder))
    try device.open(sound.format, latencyFrames: 0)
    let failure = try #require(throws: PluginFailure.self) {
      try device.write(sound, cancellation: Cancellation())
    }
    #expect(failure.kind == .misbehaved)
    #expect(failure.isDue(to: .said("taken more sound than it was given")))
    #expect(Processes.survivors(of: Processes.mentioning(path)) == [])
  }

  @Test func `or has no microphone and is read`() throws {
    let (folder, path) = try library()
    let microphone = MicrophoneClient(setup(path, id: "device", in: folder))
    _ = try microphone.open(
      AudioFormat(sample: .int16, rateHertz: 16_000), latencyFrames: 0, cancellation: Cancellation()
    )
    let failure = try #require(throws: PluginFailure.self) {
      try microphone.read(atMost: 1, cancellation: Cancellation())
    }
    #expect(failure.kind == .refused(status: .unsupported))
    #expect(failure.isDue(to: .said("This device does not capture")))
  }
}

@Suite(.startsProcesses) struct `A worker's place` {
  private let folder: TemporaryFolder
  private let mock: String

  init() throws {
    folder = try TemporaryFolder()
    mock = try folder.copy(Places.product("libplugin-mock.so"), as: "libmock.so")
  }

  /// The cores that a process or thread may use; the kernel writes them as in `0-3,5`.
  private func cores(_ process: String) throws -> [Int] {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let list = try #require(
      status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }?
        .split(separator: "\t").last)
    return try list.split(separator: ",").flatMap { range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      return Array(try #require(ends.first)...(try #require(ends.last)))
    }
  }

  @Test(arguments: [0, 1, 1000])
  func `is the core that it was given, and the host goes anywhere`(core: Int) throws {
    let before = try cores("thread-self")
    let voice = VoiceClient(setup(mock, id: "mock").kept(toCore: core))
    _ = try voice.start()
    #expect(try cores("thread-self") == before)
    let worker = try #require(Processes.mentioning(mock).first)
    #expect(try cores("\(worker)") == [before[core % before.count]])
    // With one core, more threads would only take turns.
    let environment = String(
      decoding: try Data(contentsOf: URL(filePath: "/proc/\(worker)/environ")), as: UTF8.self)
    #expect(environment.contains("\0CUE_THREADS=1\0"))
    #expect(environment.contains("\0OMP_NUM_THREADS=1\0"))
  }

  @Test func `lets a worker compute as it likes that is not kept to a core`() throws {
    let voice = VoiceClient(setup(mock, id: "mock"))
    _ = try voice.start()
    let worker = try #require(Processes.mentioning(mock).first)
    let environment = String(
      decoding: try Data(contentsOf: URL(filePath: "/proc/\(worker)/environ")), as: UTF8.self)
    #expect(environment.contains("PATH=") && !environment.contains("CUE_THREADS="))
  }

  @Test func `is the program with the heap for listening, where one listens and it is there`()
    throws
  {
    var plain = setup(mock, id: "mock-ear")
    plain.worker.workerPath = try folder.copy(Places.product("cue-worker"), as: "cue-worker")
    let words: (Int32) throws -> String = {
      String(
        decoding: try Data(contentsOf: URL(filePath: "/proc/\($0)/cmdline")), as: UTF8.self)
    }
    let first = RecognizerClient(plain)
    _ = try first.parameters()
    #expect(try words(#require(Processes.mentioning(mock).first)).contains("cue-worker\0"))
    first.quit()
    _ = try folder.copy(Places.product("cue-worker"), as: "cue-worker-jemalloc")
    let second = RecognizerClient(plain)
    _ = try second.parameters()
    let speaking = VoiceClient(setup(mock, id: "mock"))
    _ = try speaking.start()
    #expect(
      Processes.mentioning(mock).compactMap { try? words($0) }.count {
        $0.contains("cue-worker-jemalloc\0")
      }
        == 2, "a supervisor and a worker")
  }
}
