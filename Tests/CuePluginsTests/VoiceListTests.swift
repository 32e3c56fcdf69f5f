import Foundation
import TestSupport
import Testing

@testable import CuePlugins

/// Lists of voices that are kept.
@Suite struct `A list of voices` {
  private let folder: TemporaryFolder
  private let plugin: String

  init() throws {
    folder = try TemporaryFolder()
    plugin = try folder.write("one", as: "libone.so")
    try folder.makeFolders("models")
  }

  private func lists(now: Int64 = 1000) -> VoiceLists {
    VoiceLists(folder: folder.path("voices"), modelFolders: [folder.path("models")], now: { now })
  }

  private func key(_ change: (inout VoiceListKey) -> Void = { _ in }) -> VoiceListKey {
    var key = VoiceListKey(
      file: plugin, plugin: "one", version: "1", engine: "e", settings: [("a", "b")], secret: "s",
      needsNetwork: false)
    change(&key)
    return key
  }

  private var voices: [VoiceDescription] {
    var first = VoiceDescription(
      id: "gmw/en", name: "Ängla", languages: ["en-GB", "en"], gender: .female, age: 30,
      rateHertz: 22_050, licence: "CC0-1.0", summary: "One.", isDefault: true, keepsPitch: true,
      quality: 3, determinism: .bySeed)
    first.isNovelty = true
    first.isSlow = true
    return [
      first, VoiceDescription(id: "+f3", gender: .male, isVariant: true),
      VoiceDescription(id: "plain", gender: .neutral, determinism: .always),
    ]
  }

  @Test func `is kept with all that the plugin says of them`() throws {
    #expect(lists().voices(key()) == nil)
    lists().keep(voices, key())
    #expect(lists().voices(key()) == voices)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("voices"))
    let path = folder.path("voices/") + (try #require(names.first))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `an empty list of voices is kept, too`() {
    lists().keep([], key())
    #expect(lists().voices(key()) == [])
  }

  @Test func `counts no longer when the plugin's file, version, settings or account change`()
    throws
  {
    for change in [
      { $0.version = "2" }, { $0.engine = "f" }, { $0.settings = [("a", "c")] },
      { $0.secret = "t" }, { $0.plugin = "two" },
    ] as [(inout VoiceListKey) -> Void] {
      lists().keep(voices, key())
      #expect(lists().voices(key(change)) == nil)
      #expect(lists().voices(key()) != nil)
    }
    try folder.write("two, longer", as: "libone.so")
    #expect(lists().voices(key()) == nil)
  }

  @Test func `counts no longer when a model is added`() throws {
    lists().keep(voices, key())
    try folder.makeFolders("models/new")
    #expect(lists().voices(key()) == nil)
    let own = try folder.write("x", as: "own.onnx")
    lists().keep(voices, key { $0.settings = [("model", own)] })
    try folder.write("xyz", as: "own.onnx")
    #expect(lists().voices(key { $0.settings = [("model", own)] }) == nil)
  }

  @Test func `of a service is believed for a day`() {
    let remote = key { $0.needsNetwork = true }
    lists(now: 1000).keep(voices, remote)
    #expect(lists(now: 1000 + 86_400).voices(remote) == voices)
    #expect(lists(now: 1001 + 86_400).voices(remote) == nil)
    #expect(lists(now: 999).voices(remote) == nil, "a clock that was set back tells nothing")
    lists(now: 1000).keep(voices, key())
    #expect(lists(now: 9_999_999).voices(key()) == voices)
  }

  @Test func `a damaged list of voices is ignored`() throws {
    lists().keep(voices, key())
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("voices")).first)
    let path = folder.path("voices/" + name)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in stride(from: 0, to: whole.count, by: 7) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(lists().voices(key()) == nil)
      var odd = whole
      odd[count] ^= 0x40
      try odd.write(to: URL(fileURLWithPath: path))
      #expect(lists().voices(key()) == nil)
    }
  }
}
