import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// A library that begins like a plugin; each test says what its entry holds.
private func entry(
  magic: String = "CUE_ABI_MAGIC", major: String = "CUE_ABI_MAJOR", size: String = "sizeof entry",
  initBody: String = "return CUE_OK;", returns: String = "&entry", more: String = ""
) -> String {
  """
  #include <cue/cue.h>
  #include <stdio.h>
  #include <stdlib.h>
  #include <string.h>
  \(more)
  static int32_t init(const cue_init_request *request, cue_error *error) {
    (void)request, (void)error;
    \(initBody)
  }
  static uint32_t plugin_count(void) { return 0; }
  static const cue_descriptor *descriptor(uint32_t index) { return (void)index, NULL; }
  static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
    return (void)request, (void)instance, (void)error, CUE_E_NOT_FOUND;
  }
  static const void *extension(const char *id) { return (void)id, NULL; }
  static const cue_entry entry = {\(size), \(magic), \(major), 0, CUE_TEXT("C"),
                                  init, plugin_count, descriptor, create, extension};
  CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
    (void)host, (void)&entry;
    return \(returns);
  }

  """
}

@Suite(.startsProcesses) struct `A library that cannot be used` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: String
    let kind: PluginFailure.Kind
    let reason: PluginFailure.Reason
    init(
      _ name: String, _ source: String, _ reason: PluginFailure.Reason,
      _ kind: PluginFailure.Kind = .unusable
    ) {
      testDescription = name
      self.source = source
      self.reason = reason
      self.kind = kind
    }
  }

  private static let fails = """
    static const char sentence[] = "Its licence is missing.";
    memcpy(error->sentence, sentence, sizeof sentence - 1);
    error->sentence_length = sizeof sentence - 1;
    return CUE_E_MODEL;
    """

  @Test(arguments: [
    Case(
      "no entry", "int nothing(void);\nint nothing(void) { return 0; }\n",
      .said("it is a library, but no Cue plugin: it has no cue_plugin_entry")),
    Case("major 2", entry(major: "2"), .said("it speaks plugin version 2.0; this host speaks 1.0")),
    Case("wrong magic", entry(magic: "0x12345678u"), .said("the magic number is wrong")),
    Case(
      "NULL entry", entry(returns: "NULL"), .said("it says that it cannot work on this machine")),
    Case("short entry", entry(size: "16"), .said("its entry is shorter than version 1.0")),
    Case("failing init", entry(initBody: fails), .said("Its licence is missing")),
    Case(
      "silently failing init", entry(initBody: "return CUE_E_MODEL;"),
      .said("its init failed and gave no reason")),
    Case(
      "nothing offered", entry(), .said("The library offers no such plugin"),
      .refused(status: .notFound)),
    Case("crashing init", entry(initBody: "abort();"), .processEnded, .crashed(signal: 6)),
    Case("exiting init", entry(initBody: "exit(4);"), .processEnded, .exited(status: 4)),
    Case(
      "crashing constructor",
      entry(more: "__attribute__((constructor)) static void first(void) { abort(); }"),
      .processEnded, .crashed(signal: 6)),
  ])
  func `A library that cannot be used is refused with a reason`(each: Case) throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(each.source, as: "library.c")
    try Fixtures.compile(source, to: folder.path("library.so"))
    try expect(each.kind, each.reason, of: folder.path("library.so"))
  }

  @Test func `because one that it needs is missing is refused with the loader's words`() throws {
    let folder = try TemporaryFolder()
    let needed = try folder.write("int needed(void);\nint needed(void) { return 1; }\n", as: "n.c")
    try Fixtures.compile(needed, to: folder.path("libneeded-by-a-test.so"))
    let source = try folder.write(
      entry(initBody: "return needed();", more: "int needed(void);"), as: "library.c")
    try Fixtures.compile(
      source, to: folder.path("library.so"), ["-L" + folder.path, "-lneeded-by-a-test"])
    try expect(
      .unusable, .said("the loader says: libneeded-by-a-test.so"), of: folder.path("library.so"))
  }

  @Test func `A library that cannot be used because it is text is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("This is a plugin. Believe me.\n", as: "library.so")
    try expect(.unusable, .said("the loader says"), of: path)
  }

  @Test func `a library that does not exist is refused`() throws {
    let folder = try TemporaryFolder()
    try expect(.unusable, .said("the loader says"), of: folder.path("library.so"))
  }

  /// The loader refuses a short file, and crashes in some that are longer.
  @Test(arguments: [0, 1, 63, 64, 65, 1000, 5000])
  func `because it is cut off does the host no harm`(bytes: Int) throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: Fixtures.faultyLibrary))
    try #require(whole.count > 3 * bytes)
    try whole.prefix(bytes).write(to: URL(filePath: folder.path("library.so")))
    let voice = VoiceClient(setup(folder.path("library.so"), name: "cut"))
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.plugin == "cut")
    #expect(Processes.survivors(of: Processes.mentioning(folder.path)) == [])
  }

  /// What a search makes of it, and what a voice does.
  private func expect(_ kind: PluginFailure.Kind, _ reason: PluginFailure.Reason, of path: String)
    throws
  {
    let setup = setup(path, name: "the-library")
    let voice = VoiceClient(setup)
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == kind)
    #expect(failure.plugin == "the-library")
    #expect(failure.isDue(to: reason), "\(failure.reason)")
    if kind == .unusable {
      let probed = try #require(throws: PluginFailure.self) {
        try PluginProbe.descriptions(of: setup.file, setup.worker)
      }
      #expect(probed.kind == .unusable)
      #expect(probed.reason == failure.reason)
    }
    #expect(Processes.survivors(of: Processes.mentioning(path)) == [])
  }
}

@Suite(.startsProcesses) struct `A library that prints while it is loaded` {
  @Test func `A library that prints while it is loaded does the protocol no harm`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      """
      #include "\(Places.source("Tests/Fixtures/faulty.c"))"
      __attribute__((constructor)) static void first(void) {
        printf("printed");
        fflush(stdout);
        if (write(STDOUT_FILENO, "written", 7) < 0) abort();
        if (read(STDIN_FILENO, (char[8]){0}, 8) > 0) abort();
      }

      """, as: "library.c")
    try Fixtures.compile(source, to: folder.path("library.so"))
    let voice = VoiceClient(setup(folder.path("library.so"), id: "healthy"))
    #expect(try voice.say(line).bytes == Faulty().voice("healthy").say(line).bytes)
  }
}

@Suite(.startsProcesses) struct `The example in C` {
  @Test func `is built by a C compiler alone, and hums`() throws {
    let folder = try TemporaryFolder()
    try Fixtures.compile(
      Places.source("plugin-sdk/examples/c/voice.c"), to: folder.path("example.so"), ["-lm"])
    let voice = VoiceClient(
      setup(folder.path("example.so"), id: "org.cue.example-c", parameters: [("base", "220")]))
    let said = try voice.say("Ärger, oh dear") { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    #expect(said.marks.map(\.textRange) == [0..<7, 8..<10, 11..<15])
    #expect(try voice.say("Ärger, oh dear") { $0.wantsMarks = true } == said)
    #expect(try voice.parameters().map(\.name) == ["base"])
  }

  @Test func `of an effect is built as well, and echoes what it hears a quarter of a second later`()
    throws
  {
    let folder = try TemporaryFolder()
    try Fixtures.compile(
      Places.source("plugin-sdk/examples/c/dsp.c"), to: folder.path("example.so"))
    let effect = EffectClient(
      setup(folder.path("example.so"), id: "org.cue.example-c-dsp", in: folder), blockFrames: 300)
    let noise = Sounds.noise(frames: 3000, rateHertz: 8000, channels: 2)
    let made = try effect.whole(
      noise, changes: [EffectChange(parameter: 1, frame: 2500, value: 0)])
    #expect(effect.latencyFrames == 0 && effect.tailFrames == 2000)
    #expect(made.frameCount == noise.frameCount + effect.tailFrames)
    let input = noise.floats
    for (index, sample) in made.floats.enumerated() {
      let now = index < input.count ? input[index] : 0
      let echo = index >= 4000 && index < 5000 ? 0.5 * input[index - 4000] : 0
      #expect(abs(sample - now - echo) < 1e-6)
    }
    #expect(try effect.parameters().map(\.name) == ["level"])
  }
}
