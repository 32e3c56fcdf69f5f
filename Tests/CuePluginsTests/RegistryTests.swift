import CueModel
import Foundation
import Testing
import TestSupport

@testable import CuePlugins

extension WorkerSettings {
  /// Workers without a wall, for plugins that leave traces which a test looks for.
  static var unconfined: WorkerSettings {
    var settings = WorkerSettings(workerPath: Places.product("cue-worker"))
    settings.wall.isOff = true
    return settings
  }
}

/// A folder of copies of the library that does what its file is called.
struct Unruly {
  let folder: TemporaryFolder
  var settings = WorkerSettings.unconfined
  /// Where a registry of it may be kept.
  var registryPath: String { folder.path("cache/registry") }

  init(_ names: String...) throws {
    folder = try TemporaryFolder()
    for name in names { try add(name) }
  }

  @discardableResult
  func add(_ name: String) throws -> PluginFile {
    try folder.copy(Fixtures.unrulyLibrary, as: name + ".so")
    return file(name)
  }

  func file(_ name: String) -> PluginFile {
    let path = folder.path(name + ".so")
    return PluginFile(path: path, name: name, isProgram: false, id: "")
  }

  /// How often the plugin has been loaded.
  func loads(_ name: String = "leaves-a-trace") -> Int {
    FileManager.default.contents(atPath: folder.path(name + ".so.loaded"))?.count ?? 0
  }

  func registry() -> PluginRegistry { PluginRegistry(path: registryPath) }

  func look(_ registry: PluginRegistry, _ names: String...) -> [PluginRecord] {
    registry.records(of: names.map(file), settings)
  }

  var search: PluginSearch {
    PluginSearch(programFolder: folder.path("no"), folders: [folder.path])
  }
}

private func openDescriptors() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

@Suite struct `A plugin that nobody knows` {
  struct Deed: Sendable, CustomTestStringConvertible {
    let name: String
    let state: PluginRecord.State
    /// Another possible result.
    let other: PluginRecord.State
    var testDescription: String { name }
    init(_ name: String, _ state: PluginRecord.State, or other: PluginRecord.State? = nil) {
      self.name = name
      self.state = state
      self.other = other ?? state
    }
  }

  private static let patience = 700

  @Test(
    .startsProcesses,
    arguments: [
      Deed("well-behaved", .ok),
      Deed("forks", .ok),
      Deed("moves-away", .ok),
      Deed("moves-away-and-aborts", .crashed(signal: SIGABRT)),
      Deed("moves-away-and-spins", .hung(milliseconds: patience)),
      Deed(
        "exits",
        .incompatible(because: .exitedWhileLoaded(status: 0))),
      Deed("aborts", .crashed(signal: SIGABRT)),
      Deed("overflows", .crashed(signal: SIGSEGV)),
      Deed("spins", .hung(milliseconds: patience)),
      Deed("stops", .hung(milliseconds: patience)),
      Deed("logs-for-ever", .hung(milliseconds: patience)),
      Deed("works-for-ever", .hung(milliseconds: patience)),
      Deed("ends-its-group", .crashed(signal: SIGKILL)),
      Deed("raises-its-limit", .ok),
      // It depends on the worker's heap whether it needs more memory in the little time that it runs.
      Deed("lowers-its-limit", .crashed(signal: SIGKILL), or: .ok),
      Deed("opens-descriptors", .ok),
      Deed("changes-folder", .ok),
      Deed("closes-its-descriptors", .ok),
      Deed("closes-all-descriptors", .crashed(signal: SIGKILL)),
      Deed(
        "deletes-itself", .incompatible(because: .file(.goneAfterLoading))),
    ])
  func `an unknown plugin is examined, and leaves no process`(deed: Deed) throws {
    var unruly = try Unruly(deed.name)
    if case .hung = deed.state { unruly.settings.deadlines.start = Self.patience }
    let folder = FileManager.default.currentDirectoryPath
    let registry = unruly.registry()
    let record = try #require(unruly.look(registry, deed.name).first)
    #expect([deed.state, deed.other].contains(record.state))
    #expect(record.plugins.map(\.id) == (record.state == .ok ? [deed.name] : []))
    #expect(Processes.survivors(of: Processes.mentioning(unruly.folder.path)) == [])
    #expect(FileManager.default.currentDirectoryPath == folder)
    // What it did, it did once; but what looks as if somebody else had ended its process is not kept.
    let isKept = deed.name != "deletes-itself" && record.state != .crashed(signal: SIGKILL)
    let known = unruly.registry().known(unruly.file(deed.name), unruly.settings)
    #expect(known?.state == (isKept ? record.state : nil) || known?.digest == "")
  }

  @Test(.startsProcesses) func `an unknown plugin inherits no descriptor of the host`() throws {
    let unruly = try Unruly("opens-descriptors", "closes-all-descriptors", "aborts")
    _ = unruly.look(unruly.registry(), "opens-descriptors")
    // Other tests open and close some at the same time, so a loss shows by its size.
    let before = try openDescriptors()
    for _ in 0..<40 {
      _ = unruly.look(
        PluginRegistry(path: nil), "opens-descriptors", "closes-all-descriptors", "aborts")
    }
    #expect(try openDescriptors() < before + 100)
  }

  @Test func `is not opened where it is no file`() throws {
    let unruly = try Unruly()
    try FileManager.default.createDirectory(
      atPath: unruly.folder.path("folder.so"), withIntermediateDirectories: true)
    #expect(unsafe mkfifo(unruly.folder.path("pipe.so"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: unruly.folder.path("device.so"), withDestinationPath: "/dev/zero")
    try FileManager.default.createSymbolicLink(
      atPath: unruly.folder.path("link.so"), withDestinationPath: "/nowhere")
    try unruly.folder.write("", as: "empty.so")
    let records = unruly.look(
      unruly.registry(), "folder", "pipe", "device", "link", "empty", "missing")
    #expect(
      records.map(\.state) == [
        .incompatible(because: .file(.folder)), .incompatible(because: .file(.namedPipe)),
        .incompatible(because: .file(.deviceFile)),
        .incompatible(because: .file(.danglingLink)),
        .incompatible(because: .file(.empty)), .incompatible(because: .file(.missing)),
      ])
    // Nor where it is named by its path.
    for name in ["folder", "pipe", "device", "empty"] {
      let failure = #expect(throws: PluginFailure.self) {
        try unruly.search.file(
          for: PluginReference(unruly.folder.path(name + ".so")), unruly.registry(),
          unruly.settings)
      }
      #expect(failure?.kind == .unusable)
    }
  }

  @Test(.startsProcesses) func `a description of a plugin that is too long to keep is refused`()
    throws
  {
    let folder = try TemporaryFolder()
    let program = try folder.write(
      """
      #!/usr/bin/env python3
      import struct, sys
      def send(kind, request, *fields):
        body = b"".join(struct.pack("<HHI", tag, 0, len(value)) + value for tag, value in fields)
        sys.stdout.buffer.write(struct.pack("<IHHI", len(body), kind, 0, request) + body)
        sys.stdout.buffer.flush()
      send(0x80, 1, (1, bytes(4)))
      while True:
        send(0x82, 2, (10, b"endless"), (11, b"cue.voice/1"), (18, b"x" * 60000))

      """, as: "endless", isProgram: true)
    let file = PluginFile(path: program, name: "endless", isProgram: true, id: "")
    let settings = WorkerSettings.unconfined
    let record = try #require(PluginRegistry(path: nil).records(of: [file], settings).first)
    #expect(record.state == .incompatible(because: .broke(.endlessList)))
    #expect(Processes.survivors(of: Processes.mentioning(folder.path)) == [])
  }
}

@Suite(.startsProcesses) struct `A plugin that is known` {
  @Test func `is not loaded again, by this program or the next`() throws {
    let unruly = try Unruly("leaves-a-trace")
    let registry = unruly.registry()
    let first = unruly.look(registry, "leaves-a-trace")
    #expect(first.map(\.state) == [.ok])
    #expect(first[0].plugins.map(\.summary) == ["Does what its file is called."])
    #expect(first[0].digest.count == 64)
    #expect(unruly.look(registry, "leaves-a-trace") == first)
    #expect(unruly.look(unruly.registry(), "leaves-a-trace") == first)
    #expect(unruly.loads() == 1)
  }

  @Test func `is asked again when its file changes, and not when its times alone do`() throws {
    let unruly = try Unruly("leaves-a-trace")
    let path = unruly.file("leaves-a-trace").path
    _ = unruly.look(unruly.registry(), "leaves-a-trace")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
    _ = unruly.look(unruly.registry(), "leaves-a-trace")
    #expect(unruly.loads() == 1)
    // The loader ignores a byte after the end of a library.
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([1]))
    try handle.close()
    _ = unruly.look(unruly.registry(), "leaves-a-trace")
    #expect(unruly.loads() == 2)
  }

  /// A file can be given its old size and its old modification time, but no old content.
  @Test func `is asked again when it was replaced by one that looks the same`() throws {
    let unruly = try Unruly("leaves-a-trace")
    let path = unruly.file("leaves-a-trace").path
    _ = unruly.look(unruly.registry(), "leaves-a-trace")
    let date = try #require(
      FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let words = try #require(bytes.range(of: Data("Does what its".utf8)))
    bytes.replaceSubrange(words, with: Data("Did, what its".utf8))
    try bytes.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    let again = unruly.look(unruly.registry(), "leaves-a-trace")
    #expect(again[0].plugins.map(\.summary) == ["Did, what its file is called."])
    #expect(unruly.loads() == 2)
  }

  @Test func `a rescan examines a known plugin again`() throws {
    let unruly = try Unruly("leaves-a-trace")
    let registry = unruly.registry()
    _ = unruly.look(registry, "leaves-a-trace")
    registry.forget([unruly.file("leaves-a-trace")])
    _ = unruly.look(registry, "leaves-a-trace")
    #expect(unruly.loads() == 2)
  }

  @Test func `and could not be loaded is tried again with another worker or other libraries`()
    throws
  {
    var unruly = try Unruly("aborts")
    _ = unruly.look(unruly.registry(), "aborts")
    #expect(unruly.registry().known(unruly.file("aborts"), unruly.settings) != nil)
    try FileManager.default.copyItem(
      atPath: unruly.settings.workerPath, toPath: unruly.folder.path("worker"))
    unruly.settings.workerPath = unruly.folder.path("worker")
    #expect(unruly.registry().known(unruly.file("aborts"), unruly.settings) == nil)
  }

  @Test func `is not blamed for a worker that is missing`() throws {
    var unruly = try Unruly("well-behaved")
    let worker = unruly.settings.workerPath
    unruly.settings.workerPath = "/nowhere/cue-worker"
    let record = try #require(unruly.look(unruly.registry(), "well-behaved").first)
    #expect(
      record.failure("it")?.reason
        == .workerNotStarted(path: "/nowhere/cue-worker", errno: ENOENT))
    unruly.settings.workerPath = worker
    #expect(unruly.look(unruly.registry(), "well-behaved").map(\.state) == [.ok])
  }
}

@Suite(.startsProcesses) struct `A registry` {
  @Test func `A registry that is damaged is thrown away`() throws {
    let unruly = try Unruly("leaves-a-trace", "aborts")
    let names = ["leaves-a-trace", "aborts"]
    let files = names.map(unruly.file)
    let records = unruly.registry().records(of: files, unruly.settings)
    let whole = try Data(contentsOf: URL(filePath: unruly.registryPath))
    #expect(RegistryFile.read(unruly.registryPath).count == 2)
    var random = Seeded(7)
    for _ in 0..<300 {
      var damaged = whole
      if Bool.random(using: &random) {
        damaged = damaged.prefix(Int.random(in: 0..<whole.count, using: &random))
      } else {
        let at = Int.random(in: 0..<whole.count, using: &random)
        damaged[at] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      }
      try damaged.write(to: URL(filePath: unruly.registryPath))
      #expect(RegistryFile.read(unruly.registryPath).isEmpty)
    }
    // It is made again.
    #expect(unruly.registry().records(of: files, unruly.settings) == records)
    #expect(try Data(contentsOf: URL(filePath: unruly.registryPath)) == whole)
    #expect(unruly.loads() == 2)
  }

  @Test func `without a writable place, Cue works without a registry`() throws {
    let unruly = try Unruly("leaves-a-trace")
    try FileManager.default.createDirectory(
      atPath: unruly.registryPath, withIntermediateDirectories: true)
    #expect(unruly.look(unruly.registry(), "leaves-a-trace").map(\.state) == [.ok])
    let nowhere = PluginRegistry(path: "/dev/null/cache/registry")
    #expect(unruly.look(nowhere, "leaves-a-trace").map(\.state) == [.ok])
    try FileManager.default.removeItem(atPath: unruly.registryPath)
    #expect(unsafe mkfifo(unruly.registryPath, 0o600) == 0)
    #expect(unruly.look(unruly.registry(), "leaves-a-trace").map(\.state) == [.ok])
    #expect(unruly.loads() == 3)
    let left = try FileManager.default.contentsOfDirectory(atPath: unruly.folder.path("cache"))
    #expect(left == ["registry"])
  }

  @Test func `holds what two programs have found out at the same time`() throws {
    let unruly = try Unruly("one", "two", "three")
    let (one, other) = (unruly.registry(), unruly.registry())
    // Both have read it before either writes.
    #expect(one.known(unruly.file("one"), unruly.settings) == nil)
    #expect(other.known(unruly.file("one"), unruly.settings) == nil)
    _ = unruly.look(one, "one")
    _ = unruly.look(other, "two", "three")
    #expect(RegistryFile.read(unruly.registryPath).count == 3)
  }

  @Test func `is whole at any time, however many write it`() async throws {
    let unruly = try Unruly("a", "b", "c", "d", "e", "f")
    let files = ["a", "b", "c", "d", "e", "f"].map(unruly.file)
    let (path, settings) = (unruly.registryPath, unruly.settings)
    _ = PluginRegistry(path: path).records(of: [files[0]], settings)
    await withTaskGroup(of: Void.self) { group in
      for file in files {
        group.addTask {
          for _ in 0..<5 {
            let registry = PluginRegistry(path: path)
            registry.forget([file])
            _ = registry.records(of: [file], settings)
            #expect(!RegistryFile.read(path).isEmpty)
          }
        }
      }
    }
    #expect(unruly.registry().records(of: files, settings).allSatisfy { $0.state == .ok })
  }

  /// What it keeps about a file that is otherwise unknown.
  private func entry(_ state: PluginRecord.State, in folder: TemporaryFolder) throws
    -> RegistryEntry
  {
    var entry = RegistryEntry(
      stamp: try #require(FileStamp(path: folder.path)),
      record: PluginRecord(path: "/a/b.so", state: state, plugins: [], digest: "12"),
      circumstances: "dry")
    entry.stamp.isRegular = true
    return entry
  }

  @Test(arguments: [
    PluginFailure.Reason.said("Its licence is missing"), .unexplained, .noAnswer, .processEnded,
    .noRequestsTaken, .exitedWhileLoaded(status: -3), .misbehavedWhileLoaded(.broke(.halfField)),
    .misbehavedWhileLoaded(.said("in words of its own")),
    .broke(.messageTooLong(bytes: 4_294_967_295)), .broke(.unknownMessage(type: 238)),
    .broke(.halfField), .broke(.fieldTooLong(bytes: 12)),
    .broke(.fieldSize(tag: 1, bytes: 2, needed: 4)), .broke(.notFinite(tag: 59)), .broke(.notUTF8),
    .broke(.noStatus), .broke(.notCancelled), .broke(.endedEarly), .broke(.tooMuch),
    .broke(.endlessList),
    .broke(.undescribed), .broke(.noIDOrKind), .broke(.unknownParameterType(77)),
    .broke(.noEarlierInspection), .broke(.formatTwice),
    .broke(.format(sample: 1, channels: 0, rateHertz: .max)), .broke(.formatChanged),
    .broke(.soundBeforeFormat), .broke(.halfFrame), .broke(.tooMuchSound), .broke(.endlessSound),
    .broke(.notNumbers), .broke(.halfFramesOrNotNumbers), .broke(.soundNowhere),
    .broke(.endlessEvents),
    .broke(.eventBytes(start: 4_294_967_295, end: 4_294_967_296, count: 18)),
    .broke(.eventTooLate), .broke(.eventsBackInTime), .broke(.frameNowhere),
    .broke(.unknownStatus(3)), .broke(.effectTooLoud(times: 100)), .broke(.effectSilent),
    .broke(.effectLostSound(frames: 5, given: 1 << 40)),
    .broke(.placesMissing), .broke(.partialAfterFinal), .broke(.twoFinals), .broke(.noFinal),
    .broke(.framesTaken(1 << 40, given: 16000)), .broke(.wordBackwards),
    .broke(.confidenceAboveOne), .broke(.endedBetweenPieces),
  ])
  func `keeps why a plugin cannot be used, and how it failed`(reason: PluginFailure.Reason) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("registry")
    var states = [PluginRecord.State.incompatible(because: reason)]
    for kind in [
      PluginFailure.Kind.crashed(signal: 11), .exited(status: -1), .hung(milliseconds: 700),
      .misbehaved,
    ] {
      let failure = PluginFailure(plugin: "b", activity: .draining, kind: kind, reason: reason)
      states.append(.quarantined(because: .failedInUse(failure)))
    }
    for state in states {
      let entry = try entry(state, in: folder)
      #expect(RegistryFile.write(["/a/b.so": entry], to: path))
      #expect(RegistryFile.read(path) == ["/a/b.so": entry])
    }
  }

  @Test func `of an earlier version is read, with its reasons as words`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("registry")
    let words =
      "it failed in use three times in a row, at last like this: b crashed. It is left alone"
    let entry = try entry(.quarantined(because: .said(words)), in: folder)
    #expect(RegistryFile.write(["/a/b.so": entry], to: path))
    // Words were written then as they are now, and every reason was words.
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(0..<RegistryFile.title.count, with: RegistryFile.earlierTitle)
    try bytes.write(to: URL(filePath: path))
    #expect(RegistryFile.read(path) == ["/a/b.so": entry])
    #expect(RegistryFile.earlierTitle.starts(with: Array("cue registry 1 ".utf8)))
  }

  @Test func `A registry forgets files that are gone`() throws {
    let unruly = try Unruly("one", "two")
    _ = unruly.look(unruly.registry(), "one", "two")
    try FileManager.default.removeItem(atPath: unruly.file("one").path)
    try unruly.add("three")
    _ = unruly.look(unruly.registry(), "three")
    #expect(
      RegistryFile.read(unruly.registryPath).keys.sorted()
        == [unruly.file("three").path, unruly.file("two").path])
  }

  @Test func `keeps all that a plugin says of itself`() throws {
    let plugins = try ["flite", "espeak", "elevenlabs", "mock"].flatMap { name in
      try PluginProbe.descriptions(
        of: setup(Places.product("libplugin-\(name).so")).file,
        .unconfined)
    }
    let folder = try TemporaryFolder()
    let hang = PluginFailure(
      plugin: "b", activity: .processing, kind: .hung(milliseconds: 700), reason: .noAnswer)
    let record = PluginRecord(
      path: "/a/b.so", state: .quarantined(because: .failedInUse(hang)), plugins: plugins,
      digest: "12")
    let stamp = try #require(FileStamp(path: folder.path))
    var entry = RegistryEntry(stamp: stamp, record: record, circumstances: "dry")
    entry.stamp.isRegular = true
    #expect(RegistryFile.write(["/a/b.so": entry], to: folder.path("registry")))
    #expect(RegistryFile.read(folder.path("registry")) == ["/a/b.so": entry])
  }
}

@Suite(.startsProcesses) struct `A plugin in quarantine` {
  @Test func `a quarantined plugin is not used until its file changes or a rescan`() throws {
    let unruly = try Unruly("leaves-a-trace")
    let file = unruly.file("leaves-a-trace")
    let registry = unruly.registry()
    _ = unruly.look(registry, "leaves-a-trace")
    let crash = PluginFailure(
      plugin: "leaves-a-trace", activity: .speaking, kind: .crashed(signal: SIGSEGV),
      reason: .processEnded)
    registry.quarantine(file, because: crash, unruly.settings)
    let record = try #require(unruly.look(unruly.registry(), "leaves-a-trace").first)
    #expect(record.state == .quarantined(because: .failedInUse(crash)))
    #expect(record.offers("leaves-a-trace"))
    let failure = #expect(throws: PluginFailure.self) {
      try unruly.search.file(
        for: PluginReference("leaves-a-trace"), unruly.registry(), unruly.settings)
    }
    #expect(failure?.kind == .givenUp && failure?.reason == .failedInUse(crash))
    // A user who names the file itself may try it.
    let named = try unruly.search.file(
      for: PluginReference(file.path), unruly.registry(), unruly.settings)
    #expect(named.path == file.path)
    #expect(unruly.loads() == 1)
    let again = unruly.registry()
    again.forget([file])
    #expect(unruly.look(again, "leaves-a-trace").map(\.state) == [.ok])
  }

  @Test func `is one that failed three times in a row in use`() throws {
    let faulty = try Faulty()
    let folder = try TemporaryFolder()
    let given = Given()
    var setup = setup(faulty.path, id: "crash", name: "crash")
    setup.worker.gaveUp = { file, failure in given.take(file, failure) }
    let voice = VoiceClient(setup)
    for _ in 0..<3 { #expect(throws: PluginFailure.self) { try voice.say(line) } }
    #expect(given.all.map(\.kind) == [.crashed(signal: SIGSEGV)])
    #expect(#expect(throws: PluginFailure.self) { try voice.say(line) }?.kind == .givenUp)
    #expect(given.all.count == 1)
    withExtendedLifetime(folder) {}
  }

  private final class Given: @unchecked Sendable {
    private(set) var all: [PluginFailure] = []
    func take(_ file: PluginFile, _ failure: PluginFailure) { all.append(failure) }
  }
}

@Suite(.startsProcesses) struct `A plugin looked up by its id` {
  @Test func `is the file named after it, and nothing is loaded to find it`() throws {
    let unruly = try Unruly("leaves-a-trace", "aborts")
    let file = try unruly.search.file(
      for: PluginReference("leaves-a-trace"), unruly.registry(), unruly.settings)
    #expect(file.path == unruly.file("leaves-a-trace").path)
    #expect(file.id == "leaves-a-trace")
    #expect(unruly.loads() == 0)
  }

  @Test func `a plugin is the first file that offers it, and only unknown files are asked`() throws
  {
    let unruly = try Unruly("leaves-a-trace")
    try unruly.folder.copy(Fixtures.faultyLibrary, as: "others.so")
    let file = try unruly.search.file(
      for: PluginReference("healthy"), unruly.registry(), unruly.settings)
    #expect(file.path == unruly.file("others").path)
    #expect(unruly.loads() == 1)
    let again = try unruly.search.file(
      for: PluginReference("healthy"), unruly.registry(), unruly.settings)
    #expect(again == file)
    #expect(unruly.loads() == 1)
  }

  @Test func `is not the file named after it where that is known to offer others`() throws {
    let unruly = try Unruly()
    try unruly.folder.copy(Fixtures.faultyLibrary, as: "well-behaved.so")
    try FileManager.default.createDirectory(
      atPath: unruly.folder.path("more"), withIntermediateDirectories: true)
    try unruly.folder.copy(Fixtures.unrulyLibrary, as: "more/well-behaved.so")
    var search = unruly.search
    search.folders = [unruly.folder.path, unruly.folder.path("more")]
    _ = unruly.look(unruly.registry(), "well-behaved")
    // Of several files with one name, only the first counts.
    let failure = #expect(throws: PluginFailure.self) {
      try search.file(for: PluginReference("well-behaved"), unruly.registry(), unruly.settings)
    }
    #expect(failure?.kind == .notFound)
  }

  @Test func `and known to crash is refused without being loaded`() throws {
    let unruly = try Unruly("aborts")
    _ = unruly.look(unruly.registry(), "aborts")
    let failure = #expect(throws: PluginFailure.self) {
      try unruly.search.file(for: PluginReference("aborts"), unruly.registry(), unruly.settings)
    }
    #expect(failure?.kind == .crashed(signal: SIGABRT))
  }
}
