import CueModel
import CueSystem
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CueInstallation

/// A time that a test sets.
private struct SetClock: WallClock {
  var millisecondsSince1970: Int64
}

/// A user's folder of models, and a server with the files of some.
private final class Household: Sendable {
  let folder: TemporaryFolder
  let vendor: Vendor
  let clock = VirtualClock()
  let events = Mutex<[ModelEvent]>([])

  init(
    _ script: @escaping Vendor.Script = { _, _ in .answer(404, "") }
  ) throws {
    folder = try TemporaryFolder()
    try folder.makeFolders("given")
    vendor = Vendor(script)
  }

  var shelf: ModelShelf {
    ModelShelf(folder: folder.path("data/models"), otherFolders: [folder.path("share/models")])
  }
  /// All that is in the user's folder, what is hidden included.
  var names: [String] { Folder.names(in: shelf.folder).filter { $0 != ".lock" } }
  var said: [ModelEvent] { events.withLock { $0 } }

  func give(_ bytes: [UInt8], as name: String) throws -> String {
    try folder.makeFolders(("given/" + name as NSString).deletingLastPathComponent)
    try WholeFile.write(bytes, to: folder.path("given/" + name))
    return folder.path("given/" + name)
  }

  func add(
    _ request: ModelRequest, isOffline: Bool = false, now: Int64? = nil, room: Int? = nil,
    catalogue: String = "", attempts: Int = 1, cancellation: Cancellation = Cancellation(),
    event: @escaping (ModelEvent) -> Void = { _ in }
  ) throws -> InstalledModel {
    var limits = Download.Limits()
    limits.mostAttempts = attempts
    let installer = ModelInstaller(
      shelf,
      catalogue: { () throws(ModelCatalogue.Fault) in try ModelCatalogue(ofFile: catalogue) },
      isOffline: isOffline,
      download: Download(limits: limits, clock: clock, room: { _ in room }),
      unpacking: ArchiveUnpacking(room: { _ in room }), clock: clock,
      wallClock: now.map { SetClock(millisecondsSince1970: $0) } ?? SystemClock(),
      room: { _ in room })
    return try installer.add(request, cancellation: cancellation) { said in
      self.events.withLock { $0.append(said) }
      event(said)
    }
  }

  func add(_ source: String) throws -> InstalledModel { try add(ModelRequest(source: source)) }

  /// What the model's folder holds.
  func files(of id: String) -> [String] { Folder.names(in: shelf.folder + "/" + id) }
}

@Suite struct `A model is added` {
  private static func pair(_ request: Vendor.Request) -> [Vendor.Step] {
    switch request.target.prefix(while: { $0 != "?" }) {
    case "/v/jane.onnx": Site.served(Fake.onnx(), request)
    case "/v/jane.onnx.json":
      .answer(200, Fake.config, type: "application/json", headers: ["ETag: \"c\""])
    default: .answer(404, "no")
    }
  }

  @Test(arguments: ["jane.onnx", "jane.onnx.json"])
  func `from either file of a Piper voice`(name: String) throws {
    let household = try Household()
    for (name, bytes) in [("jane.onnx", Fake.onnx()), ("jane.onnx.json", Fake.config)] {
      _ = try household.give(bytes, as: name)
    }
    let model = try household.add(household.folder.path("given/" + name))
    #expect(model.id == "jane" && model.isYours)
    #expect(household.files(of: "jane") == ["jane.onnx", "jane.onnx.json", "model.json"])
    #expect(household.names == ["jane"])
    let description = try #require(household.shelf["jane"]?.description)
    #expect(description.type == "piper" && description.languages == ["en-GB", "en"])
    #expect(description.files.allSatisfy { $0.byteCount != nil && $0.checksum?.count == 64 })
    // What was given stays.
    #expect(Folder.names(in: household.folder.path("given")).count == 2)
  }

  @Test func `from one file of a voice whose other is missing, with a sentence`() throws {
    let household = try Household()
    let config = try household.give(Fake.config, as: "jane.onnx.json")
    let missing = String(config.dropLast(5))
    #expect(throws: ModelFailure.noModelBeside(path: config, missing: missing)) {
      try household.add(config)
    }
    let model = try household.give(Fake.onnx(), as: "jim.onnx")
    #expect(throws: ModelFailure.unrecognized(names: ["jim.onnx"])) { try household.add(model) }
    #expect(household.names.isEmpty)
  }

  @Test(arguments: ["jane.onnx", "jane.onnx.json", "jane.onnx?download=true"])
  func `from the address of either file of a Piper voice`(name: String) throws {
    let household = try Household { request, _ in Self.pair(request) }
    let model = try household.add(household.vendor.address + "/v/" + name)
    #expect(model.id == "jane")
    #expect(household.files(of: "jane") == ["jane.onnx", "jane.onnx.json", "model.json"])
    #expect(household.names == ["jane"])
    #expect(model.description?.source == household.vendor.address + "/v/jane.onnx")
  }

  @Test func `from the address of a single file that needs no other`() throws {
    let household = try Household { request, _ in
      request.target == "/silero_vad.onnx"
        ? Site.served(Fake.onnx(), request) : .answer(404, "no")
    }
    let model = try household.add(household.vendor.address + "/silero_vad.onnx")
    #expect(model.description?.type == "vad")
  }

  @Test func `without the keys of its address`() throws {
    let household = try Household { request, _ in Self.pair(request) }
    let address = "http://ann:secret@127.0.0.1:\(household.vendor.port)/v/jane.onnx?token=hidden"
    _ = try household.add(address)
    let text = try String(
      contentsOfFile: household.shelf.folder + "/jane/model.json", encoding: .utf8)
    #expect(!text.contains("secret") && !text.contains("hidden") && text.contains("/v/jane.onnx"))
    for event in household.said {
      #expect(!"\(event)".contains("secret") && !"\(event)".contains("hidden"))
    }
  }

  private static func whisper() -> [UInt8] {
    var tar = Tar()
    tar.add("sherpa-onnx-whisper-tiny.en/", type: "5")
    tar.add("sherpa-onnx-whisper-tiny.en/README.md", Array("read me".utf8))
    for part in ["encoder", "decoder"] {
      tar.add("sherpa-onnx-whisper-tiny.en/tiny.en-\(part).onnx", Fake.onnx(graph: 900))
      tar.add("sherpa-onnx-whisper-tiny.en/tiny.en-\(part).int8.onnx", Fake.onnx())
    }
    tar.add("sherpa-onnx-whisper-tiny.en/tiny.en-tokens.txt", [1, 2])
    tar.add("sherpa-onnx-whisper-tiny.en/test_wavs/0.wav", [1, 2])
    return tar.whole
  }

  @Test func `from an archive, with those of its files that count`() throws {
    let household = try Household()
    let path = try household.give(Self.whisper(), as: "whisper.tiny.en.tar")
    let model = try household.add(path)
    #expect(model.id == "whisper.tiny.en")
    #expect(model.description?.type == "whisper" && model.description?.languages == ["en"])
    #expect(
      household.files(of: model.id) == [
        "README.md", "model.json", "tiny.en-decoder.int8.onnx", "tiny.en-encoder.int8.onnx",
        "tiny.en-tokens.txt",
      ])
    #expect(household.said == [.unpacking(name: "whisper.tiny.en.tar")])
    #expect(household.names == [model.id])
  }

  @Test func `from the catalogue, with what that says of it, and checked`() throws {
    let archive = Self.whisper()
    let household = try Household { request, _ in Site.served(archive, request) }
    func catalogue(_ checksum: String) throws -> String {
      try household.folder.write(
        """
        {"format": 1, "models": [{"id": "w", "name": "W", "type": "whisper", "languages": ["en", "de"],
          "licence": "MIT", "source": "https://w.example", "files": [
            {"url": "\(household.vendor.address)/w.tar", "size": \(archive.count), "sha256": "\(checksum)"}]}]}
        """, as: "catalogue.json")
    }
    let right = ContentDigest.hexadecimal(ContentDigest.bytes(of: archive[...]))
    let wrong = String(repeating: "0", count: 64)
    #expect(
      throws: ModelFailure.download(
        .otherChecksum(expected: wrong, found: right), address: household.vendor.address + "/w.tar")
    ) { try household.add(ModelRequest(source: "w"), catalogue: try catalogue(wrong)) }
    #expect(household.names.isEmpty)
    let model = try household.add(ModelRequest(source: "w"), catalogue: try catalogue(right))
    #expect(model.description?.licence == "MIT" && model.description?.name == "W")
    #expect(model.description?.languages == ["en", "de"])
    #expect(model.description?.source == "https://w.example")
    #expect(throws: ModelFailure.unknownSource("v", known: ["w"])) {
      try household.add(ModelRequest(source: "v"), catalogue: try catalogue(right))
    }
  }

  @Test func `from a folder and a file beside it, under a name of the user's`() throws {
    let household = try Household()
    _ = try household.give(Fake.onnx(["model_type": "matcha-tts"]), as: "m/model-steps-3.onnx")
    _ = try household.give([1], as: "m/tokens.txt")
    let vocoder = try household.give(Fake.onnx(), as: "vocos-22khz-univ.onnx")
    var request = ModelRequest(source: household.folder.path("given/m"))
    #expect(throws: ModelFailure.lacks(type: "matcha", file: "vocos-22khz-univ.onnx")) {
      try household.add(request)
    }
    request.companions = [vocoder]
    request.languages = ["en-US"]
    request.id = "my.matcha"
    let model = try household.add(request)
    #expect(model.description?.files.map(\.role) == ["model", "vocoder", "tokens"])
    #expect(household.names == ["my.matcha"])
  }

  @Test func `once: a second one of the name is refused, and the first stays`() throws {
    let household = try Household()
    let path = try household.give(Fake.onnx(), as: "silero_vad.onnx")
    _ = try household.add(path)
    let folder = household.shelf.folder + "/silero_vad"
    #expect(throws: ModelFailure.exists(id: "silero_vad", folder: folder)) {
      try household.add(path)
    }
    #expect(household.names == ["silero_vad"])
  }

  @Test func `without permission for a network, no model is added, and nothing is downloaded`()
    throws
  {
    let household = try Household { request, _ in Self.pair(request) }
    let address = household.vendor.address + "/v/jane.onnx"
    #expect(throws: ModelFailure.offline(address)) {
      try household.add(ModelRequest(source: address), isOffline: true)
    }
    #expect(household.vendor.connections == 0)
    let path = try household.give(Fake.onnx(), as: "silero_vad.onnx")
    #expect(try household.add(ModelRequest(source: path), isOffline: true).id == "silero_vad")
  }

  @Test func `after a download that was cut off from where it ended`() throws {
    let isUp = Mutex(false)
    let content = Fake.onnx(graph: 50_000)
    let household = try Household { request, _ in
      guard request.target == "/silero_vad.onnx" else { return .answer(404, "") }
      guard isUp.withLock({ $0 }) else {
        return [
          .send(Site.answer(length: content.count, ["ETag: \"a\""], body: content[..<20_000])),
          .close,
        ]
      }
      return Site.served(content, request)
    }
    let address = household.vendor.address + "/silero_vad.onnx"
    #expect(throws: ModelFailure.self) { try household.add(address) }
    // Nothing has a name that counts, and the piece is kept.
    #expect(household.names == [".silero_vad.part"])
    #expect(household.shelf.models().isEmpty)
    isUp.withLock { $0 = true }
    _ = try household.add(address)
    #expect(household.said.contains(.download(.resumed(at: 20_000), address: address)))
    #expect(household.names == ["silero_vad"])
    #expect(try WholeFile.read(household.shelf.folder + "/silero_vad/silero_vad.onnx") == content)
  }

  @Test func `and not downloaded again where only its type was missing`() throws {
    var tar = Tar()
    tar.add("a.onnx", Fake.onnx())
    tar.add("tokens.txt", [1])
    let bytes = tar.whole
    let household = try Household { request, _ in Site.served(bytes, request) }
    var request = ModelRequest(source: household.vendor.address + "/a.tar")
    #expect(throws: ModelFailure.unrecognized(names: ["a.onnx", "tokens.txt"])) {
      try household.add(request)
    }
    request.type = "vits"
    request.languages = ["et"]
    #expect(try household.add(request).description?.type == "vits")
    #expect(household.vendor.requests.count == 1)
    #expect(household.names == ["a"])
  }

  @Test func `a malicious archive adds no model, and leaves no file`() throws {
    var tar = Tar()
    tar.add("../../evil", [1])
    let bytes = tar.whole
    let household = try Household { request, _ in Site.served(bytes, request) }
    #expect(throws: ModelFailure.archive(.badName("../../evil"), name: "a.tar.bz2")) {
      try household.add(household.vendor.address + "/a.tar.bz2")
    }
    #expect(household.names.isEmpty)
    #expect(!FileTree.isFile(household.folder.path("data/evil")))
  }

  @Test func `a full disk is noticed before a model is added`() throws {
    let household = try Household { request, _ in Self.pair(request) }
    let path = try household.give(Fake.onnx(), as: "silero_vad.onnx")
    #expect(
      throws: ModelFailure.noRoom(folder: household.shelf.folder, needed: 322, free: 321)
    ) { try household.add(ModelRequest(source: path), room: 321) }
    #expect(throws: ModelFailure.self) {
      try household.add(
        ModelRequest(source: household.vendor.address + "/v/jane.onnx"), room: 10)
    }
    #expect(household.names.isEmpty)
  }

  @Test func `adding a model ends if the user stops it`() throws {
    let household = try Household { request, _ in Self.pair(request) }
    let cancellation = Cancellation()
    #expect(throws: ModelFailure.cancelled) {
      try household.add(
        ModelRequest(source: household.vendor.address + "/v/jane.onnx"),
        cancellation: cancellation
      ) { _ in cancellation.cancel() }
    }
    #expect(household.shelf.models().isEmpty)
  }

  /// The first one is held in the middle of its download until the second has said that it waits.
  @Test func `by two programs at once without harm: the second waits, and finds it`() throws {
    let (isWaiting, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let content = Fake.onnx(graph: 50_000)
    let household = try Household { request, _ in
      guard request.target == "/silero_vad.onnx" else { return .answer(404, "") }
      let head = Site.answer(length: content.count, ["ETag: \"a\""], body: content[..<20_000])
      return [
        .send(head), .run { isWaiting.signal() }, .run { mayGoOn.wait() },
        .send(Array(content[20_000...])),
      ]
    }
    let address = household.vendor.address + "/silero_vad.onnx"
    let first = Mutex<Result<InstalledModel, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let result = Result { try household.add(address) }
      first.withLock { $0 = result }
      isDone.signal()
    }
    isWaiting.wait()
    // The clock of the second is what lets the first go on.
    household.clock.onWait { count in
      if count == 1 { mayGoOn.signal() }
      isDone.wait()
      isDone.signal()
    }
    #expect(
      throws: ModelFailure.exists(
        id: "silero_vad", folder: household.shelf.folder + "/silero_vad")
    ) { try household.add(address) }
    #expect(household.said.contains(.waiting(id: "silero_vad")))
    let added = try #require(first.withLock { $0 }).get()
    #expect(added.id == "silero_vad")
    #expect(household.names == ["silero_vad"])
    var wrong: [ModelFinding] = []
    household.shelf.check(added) { wrong.append($0) }
    #expect(wrong.isEmpty)
  }

  @Test func `adding a model removes files of killed programs that are older than a week`()
    throws
  {
    let household = try Household()
    let path = try household.give(Fake.onnx(), as: "silero_vad.onnx")
    for name in [".a.new/model", ".b.part", ".c.gone", ".d.part", ".keep"] {
      try household.folder.makeFolders("data/models/" + name)
    }
    for name in [".b.part/x.piece", ".d.part/x.piece"] {
      try household.folder.write("x", as: "data/models/" + name)
    }
    var known = stat()
    try #require(unsafe stat(household.folder.path("data/models/.b.part/x.piece"), &known) == 0)
    let written = Int64(known.st_mtim.tv_sec) * 1000
    let week = ModelShelf.secondsOfPieces * 1000
    // Somebody is at work on d, and its piece is left, however old.
    let lock = try ModelLock(folder: household.shelf.folder, id: "d")
    _ = try household.add(ModelRequest(source: path), now: written + week)
    #expect(household.names == [".b.part", ".d.part", ".keep", "silero_vad"])
    let other = try household.give(Fake.onnx(), as: "gtcrn.onnx")
    _ = try household.add(ModelRequest(source: other), now: written + week + 5000)
    #expect(household.names == [".d.part", ".keep", "gtcrn", "silero_vad"])
    withExtendedLifetime(lock) {}
  }

  @Test(arguments: [
    ("en_US-joe-medium.onnx.json", "en_US-joe-medium"), ("a b.tar.bz2", "a-b"),
    ("/x/.hidden.zip", "hidden"), ("küsk.onnx", "k-sk"), ("v1.0", "v1.0"),
  ])
  func `A model is added under the name of its file`(file: String, id: String) {
    #expect(ModelInstaller.id(of: file) == id)
  }
}

@Suite struct `Installed models` {
  private let household: Household

  init() throws {
    household = try Household()
    let path = try household.give(Fake.onnx(), as: "silero_vad.onnx")
    _ = try household.add(path)
    try household.folder.makeFolders("share/models/gtcrn")
    try WholeFile.write(Fake.onnx(), to: household.folder.path("share/models/gtcrn/g.onnx"))
    var description = ModelDescription(type: "denoise")
    description.files = [.init(role: "model", path: "g.onnx")]
    try household.folder.write(description.text, as: "share/models/gtcrn/model.json")
  }

  private var file: String { household.shelf.folder + "/silero_vad/silero_vad.onnx" }

  private func findings(_ id: String) throws -> [ModelFinding] {
    var findings: [ModelFinding] = []
    let model = try #require(household.shelf[id])
    household.shelf.check(model) { findings.append($0) }
    return findings
  }

  @Test func `are found in all folders; the user's come first, and hidden ones not at all`() throws
  {
    try household.folder.makeFolders("data/models/.x.part")
    try household.folder.makeFolders("data/models/strange")
    let models = household.shelf.models()
    #expect(models.map(\.id) == ["silero_vad", "gtcrn"])
    #expect(models.map(\.isYours) == [true, false])
    _ = try household.add(try household.give(Fake.onnx(), as: "gtcrn.onnx"))
    #expect(household.shelf["gtcrn"]?.isYours == true)
    #expect(household.shelf.models().count == 2)
  }

  @Test func `need no description if they are a Piper voice as it is published`() throws {
    try household.folder.makeFolders("data/models/jane")
    let folder = household.shelf.folder + "/jane/"
    try WholeFile.write(Fake.onnx(), to: folder + "j.onnx")
    try WholeFile.write(Fake.config, to: folder + "j.onnx.json")
    let description = try #require(household.shelf["jane"]?.description)
    #expect(description.type == "piper" && description.languages == ["en-GB", "en"])
    #expect(
      try findings("jane") == [
        .unknown(path: folder + "j.onnx"), .unknown(path: folder + "j.onnx.json"),
      ])
  }

  @Test func `Installed models are read byte by byte`() throws {
    #expect(try findings("silero_vad").isEmpty)
    var bytes = try WholeFile.read(file)
    bytes[100] ^= 1
    try WholeFile.write(bytes, to: file)
    #expect(try findings("silero_vad") == [.otherChecksum(path: file)])
    try WholeFile.write(Array(bytes[..<50]), to: file)
    #expect(
      try findings("silero_vad") == [.otherSize(path: file, expected: bytes.count, found: 50)])
    try FileManager.default.removeItem(atPath: file)
    #expect(try findings("silero_vad") == [.missing(path: file)])
    try household.folder.write("{", as: "data/models/silero_vad/model.json")
    #expect(try findings("silero_vad") == [.description(.notJSON(line: 1))])
  }

  @Test func `are removed where they are the user's, and nowhere else`() throws {
    try household.shelf.remove("silero_vad")
    #expect(household.names.isEmpty)
    let folder = household.folder.path("share/models/gtcrn")
    #expect(throws: ModelFailure.notYours(id: "gtcrn", folder: folder)) {
      try household.shelf.remove("gtcrn")
    }
    #expect(FileTree.isFile(folder + "/g.onnx"))
    for name in ["silero_vad", "../models", ".", "..", "", "a/b", ".lock"] {
      #expect(throws: ModelFailure.notInstalled(name)) { try household.shelf.remove(name) }
    }
  }

  @Test func `removing a model that is a link removes only the link`() throws {
    let elsewhere = household.folder.path("share/models/gtcrn")
    try FileManager.default.createSymbolicLink(
      atPath: household.shelf.folder + "/linked", withDestinationPath: elsewhere)
    try household.shelf.remove("linked")
    #expect(household.names == ["silero_vad"])
    #expect(FileTree.isFile(elsewhere + "/g.onnx"))
  }

  @Test func `that another program is adding are not removed`() throws {
    let lock = try ModelLock(folder: household.shelf.folder, id: "silero_vad")
    #expect(lock.isOurs)
    #expect(throws: ModelFailure.busy(id: "silero_vad")) {
      try household.shelf.remove("silero_vad")
    }
    withExtendedLifetime(lock) {}
  }

  @Test func `lie beside the plugins that they came with`() {
    #expect(
      ModelShelf.folders(besidePlugins: [
        "/usr/lib/cue/plugins", "/home/a/cue/build/plugins", "/usr/lib/cue/plugins",
      ]) == ["/usr/share/cue/models", "/home/a/cue/build/share/cue/models"])
  }
}
