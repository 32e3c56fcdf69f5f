import Foundation
import Testing

@testable import CuePlugins

@Suite struct `Consent to what a plugin needs` {
  private let machine: NeedsMachine
  private let store: ConsentStore

  init() throws {
    machine = try NeedsMachine()
    store = ConsentStore(path: machine["home/config/consent.json"].text)
  }

  private func request(
    _ text: String, allowed: String = "", id: String = "owl"
  ) throws -> ConsentRequest? {
    let declaration = try machine.declaration(text)
    let grants = try Grants(declaration, allowed: needs(allowed), in: machine.places)
    return try ConsentRequest(plugin: id, declaration, grants) { try declaration.digest() }
  }

  private func asked(_ text: String, allowed: String = "") throws -> [String] {
    try request(text, allowed: allowed)?.questions.compactMap { $0.need?.text } ?? []
  }

  @Test func `is not asked for places, and the file is not even read`() throws {
    let declaration = try machine.declaration("$models\n$own\n$cache\n$plugin\nread:$plugin/data")
    let grants = try Grants(declaration, in: machine.places)
    let request = try ConsentRequest(plugin: "owl", declaration, grants) { () throws -> String in
      throw CancellationError()
    }
    #expect(request == nil)
  }

  @Test func `is asked for the rest, with what it comes to on this machine`() throws {
    try machine.link("books", to: machine["home/my data: all"])
    let request = try #require(try request("$own\nread:\(machine["books"])\nnetwork"))
    #expect(request.questions.map { $0.need?.text } == ["network", "read:\(machine["books"])"])
    #expect(request.questions.map(\.grants) == [[.network], [.read(machine["home/my data: all"])]])
  }

  @Test func `is asked for what is not there yet`() throws {
    #expect(try asked("read:/no/such") == ["read:/no/such"])
  }

  @Test func `is not asked for what the user allows`() throws {
    let data = machine["home/my data: all"]
    let models = machine["home/models"]
    #expect(try asked("network:local\nrun", allowed: "network") == ["run"])
    #expect(
      try asked("read:\(data)\nread:\(models)", allowed: "write:\(data)") == ["read:\(models)"])
    #expect(try asked("write:\(data)", allowed: "read:\(data)") == ["write:\(data)"])
    #expect(try asked("memory:\(20 << 30)", allowed: "memory:\(30 << 30)") == [])
    #expect(try asked("memory:\(40 << 30)", allowed: "memory:\(30 << 30)") != [])
    #expect(try asked("run\nnetwork", allowed: "network\nrun") == [])
  }

  @Test func `is remembered, can be changed, and is forgotten`() throws {
    let request = try #require(try request("network"))
    #expect(try store.answer(to: request) == nil)
    try store.record(.allowed, to: request)
    #expect(try store.answer(to: request) == .allowed)
    try store.record(.refused, to: request)
    #expect(try store.answer(to: request) == .refused)
    #expect(try store.entries().count == 1)
    #expect(try store.entries().first?.asked == ["network"])
    let other = try #require(try self.request("run", id: "lark"))
    try store.record(.allowed, to: other)
    #expect(try store.forget(plugin: "owl") == 1)
    #expect(try store.forget(plugin: "owl") == 0)
    #expect(try store.answer(to: request) == nil)
    #expect(try store.answer(to: other) == .allowed)
  }

  @Test func `ends when the plugin is replaced`() throws {
    let before = try #require(try request("network"))
    try store.record(.allowed, to: before)
    try "other code".write(toFile: machine.file.text, atomically: true, encoding: .utf8)
    let after = try #require(try request("network"))
    #expect(after.key != before.key)
    #expect(try store.answer(to: after) == nil)
    #expect(try store.answer(to: before) == .allowed)
  }

  @Test func `ends when the plugin needs more, and not when it says the same otherwise`() throws {
    try store.record(.allowed, to: try #require(try request("run\nnetwork")))
    #expect(try store.answer(to: #require(try request("# why\nnetwork\nrun\nrun"))) == .allowed)
    #expect(try store.answer(to: #require(try request("run\nnetwork\n$models"))) == nil)
    #expect(try store.answer(to: #require(try request("run"))) == nil)
  }

  @Test func `ends when a link leads elsewhere`() throws {
    try machine.link("books", to: machine["home/my data: all"])
    let text = "read:\(machine["books"])"
    try store.record(.allowed, to: try #require(try request(text)))
    #expect(try store.answer(to: #require(try request(text))) == .allowed)
    try machine.link("books", to: machine["home/models"])
    #expect(try store.answer(to: #require(try request(text))) == nil)
  }

  @Test func `stays when the home is on another path`() throws {
    try store.record(.allowed, to: try #require(try request("network\n$models\n$own")))
    var moved = machine
    moved.places.models = [machine["share/models"]]
    moved.places.own = machine["elsewhere"]
    let declaration = try moved.declaration("network\n$models\n$own")
    let grants = try Grants(declaration, in: moved.places)
    let request = try ConsentRequest(plugin: "owl", declaration, grants) {
      try declaration.digest()
    }
    #expect(try store.answer(to: #require(request)) == .allowed)
  }

  @Test func `is kept in a file that the user alone can read and write`() throws {
    let request = try #require(try request("network"))
    try store.record(.allowed, to: request)
    let files = FileManager.default
    let mode = try files.attributesOfItem(atPath: store.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    for open in [0o620, 0o602] {
      try files.setAttributes([.posixPermissions: open], ofItemAtPath: store.path)
      #expect(throws: ConsentError.writableByOthers(path: store.path)) {
        try store.answer(to: request)
      }
    }
  }

  @Test(
    arguments: [
      "", "{", "[]", "{}", #"{"format":2,"answers":[]}"#, #"{"format":1,"answers":{}}"#,
      #"{"format":1,"answers":[{"key":"a"}]}"#, "\u{0}",
      #"{"format":1,"answers":[{"key":"K","plugin":"p","file":"f","asked":[],"answer":"yes"}]}"#,
    ])
  func `in a damaged file is none, and the file is not replaced`(text: String) throws {
    let request = try #require(try request("network"))
    try text.write(toFile: store.path, atomically: false, encoding: .utf8)
    #expect(throws: ConsentError.damaged(path: store.path, line: 1)) {
      try store.answer(to: request)
    }
    #expect(throws: ConsentError.self) { try store.record(.allowed, to: request) }
    #expect(try String(contentsOfFile: store.path, encoding: .utf8) == text)
  }

  @Test func `keeps names that hold anything`() throws {
    let odd = try #require(try request("network", id: "a\"b\n\u{1b}[2J\u{202e}"))
    try store.record(.allowed, to: odd)
    #expect(try store.answer(to: odd) == .allowed)
    #expect(try store.forget(plugin: odd.plugin) == 1)
  }
}
