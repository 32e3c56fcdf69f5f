import Foundation
import Testing
import TestSupport

@Suite(.startsProcesses) struct `host serve` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand(adding: ["pocketsphinx"]) }

  /// The body of an answer.
  private func answer(_ address: String) throws -> String {
    try Run("/usr/bin/env", ["curl", "-skg", address]).text
  }

  @Test(.needs(program: "openssl")) func `serves by TLS, with the key of the certificate only`()
    throws
  {
    for name in ["one", "two"] {
      let made = try Run(
        "/usr/bin/env",
        [
          "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
          "/CN=localhost",
          "-keyout", stage.folder.path(name + ".key"), "-out", stage.folder.path(name + ".pem"),
        ])
      #expect(made.status == 0, "\(made.talk)")
    }
    let options = ["--certificate", stage.folder.path("one.pem"), "--certificate-key"]
    let (server, port) = try serve(options + [stage.folder.path("one.key")])
    defer { server.kill() }
    #expect(try answer("https://localhost:\(port)/health").contains("ok"))
    #expect(try !answer("http://localhost:\(port)/health").contains("ok"))
    let wrong = try stage.host(["serve", "--port", "0"] + options + [stage.folder.path("two.key")])
    #expect(wrong.status == 65 && wrong.talk.contains("do not belong together"), "\(wrong.talk)")
  }

  @Test
  func `listens at both addresses of this machine, and ends with SIGINT and all it has started`()
    throws
  {
    let (server, port) = try serve()
    #expect(try answer("http://127.0.0.1:\(port)/health").contains("ok"))
    #expect(try answer("http://127.0.0.1:\(port)/v1/audio/voices").contains("mock:low"))
    if FileManager.default.fileExists(atPath: "/proc/net/if_inet6") {
      #expect(try answer("http://[::1]:\(port)/health").contains("ok"))
    }
    kill(server.processIdentifier, SIGINT)
    #expect(server.end().status == 0)
    #expect(Processes.mentioning(stage.plugins) == [])
  }

  /// Starts a server at a free port, and gives the address that it prints.
  private func serve(
    _ arguments: [String] = [], on other: Stagehand? = nil
  ) throws -> (server: Running, port: Int) {
    let server = try (other ?? stage).start(["serve", "--port", "0", "--json"] + arguments)
    let line = try #require(
      JSONSerialization.jsonObject(with: server.someOutput()) as? [String: Any])
    #expect(line["event"] as? String == "listening")
    // A line for each request follows; a pipe that nobody reads would hold the server up.
    server.dropOutput()
    return (server, try #require(line["port"] as? Int))
  }

  private func status(_ port: Int, _ path: String, _ headers: [String]) throws -> Int? {
    let run = try Run(
      "/usr/bin/env",
      ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}"]
        + headers.flatMap { ["-H", $0] } + ["http://127.0.0.1:\(port)\(path)"])
    return Int(run.text)
  }

  /// Real sockets: clients, attackers, clients that go away, workers that end, and 400 requests.
  @Test(.needsPython) func `gives clients what they ask for, and attackers nothing`() throws {
    let (server, port) = try serve()
    defer { server.kill() }
    let run = try Run(
      "/usr/bin/env",
      [
        "python3", Places.source("Tests/server/doors.py"), String(port),
        String(server.processIdentifier), stage.plugins + "/libmock",
      ])
    #expect(run.text == "all right\n", "\(run.text)\(run.talk)")
  }

  @Test(.needsPython, .needs(program: "chromium"))
  func `gives a page of another site nothing`() throws {
    let (server, port) = try serve()
    defer { server.kill() }
    let run = try Run(
      "/usr/bin/env", ["python3", Places.source("Tests/server/foreign_page.py"), String(port)])
    #expect(run.text == "all right\n", "\(run.text)\(run.talk)")
  }

  @Test(.needsClients) func `serves OpenAI's own client`() throws {
    let (server, port) = try serve()
    defer { server.kill() }
    let hears = Places.hasPlugin("pocketsphinx") && Places.hasPlugin("flite") ? ["hears"] : []
    let run = try Run(
      Places.clients, [Places.source("Tests/server/openai_client.py"), String(port)] + hears)
    #expect(run.text == "all right\n", "\(run.text)\(run.talk)")
  }

  @Test(.needsClients) func `serves the client of Home Assistant, by Wyoming`() throws {
    let server = try stage.start(["serve", "--port", "0", "--wyoming", "0", "--json"])
    defer { server.kill() }
    let line = try #require(
      JSONSerialization.jsonObject(with: server.someOutput()) as? [String: Any])
    let port = try #require(line["wyoming"] as? Int)
    let hears = Places.hasPlugin("pocketsphinx") && Places.hasPlugin("flite") ? ["hears"] : []
    let run = try Run(
      Places.clients, [Places.source("Tests/server/wyoming_client.py"), String(port)] + hears)
    #expect(run.text == "all right\n", "\(run.text)\(run.talk)")
  }

  @Test func `answers what agents ask, and what is no question`() throws {
    let messages = [
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"speak","arguments":{"text":"a","--set":"b"}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"rm","arguments":{}}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"nothing"}"#, "no JSON", #"{"id": 5}"#, "[]",
    ]
    let run = try stage.host(["mcp"], input: messages.joined(separator: "\n") + "\n")
    let answers = try run.text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(run.status == 0 && answers.count == messages.count, "\(run.text)\(run.talk)")
    let result = answers.first { $0["id"] as? Int == 2 }?["result"] as? [String: Any]
    #expect(result?["isError"] as? Bool == true, "\(run.text)")
    for code in [-32602, -32601, -32700, -32600] {
      #expect(
        answers.contains { ($0["error"] as? [String: Any])?["code"] as? Int == code }, "\(code)")
    }
  }

  @Test(.needsClients) func `serves the client of the authors of MCP, in both of its eras`() throws
  {
    let run = try stage.run(
      Places.clients,
      [
        Places.source("Tests/server/mcp_client.py"), Places.product("host"),
        Places.source("Examples/the-last-train.fountain"), stage.folder.path("said.wav"),
      ])
    #expect(run.text == "all right\n", "\(run.text)\(run.talk)")
  }

  @Test func `asks for a key, which is made in a file that only the user can read`() throws {
    let file = stage.folder.path("keys")
    let (server, port) = try serve(["--key-file", file])
    defer { server.kill() }
    let key = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600 && key.count == 32)
    #expect(try status(port, "/health", []) == 200)
    #expect(try status(port, "/v1/models", []) == 401)
    #expect(try status(port, "/v1/models", ["Authorization: Bearer \(key)x"]) == 401)
    #expect(try status(port, "/v1/models", ["Authorization: Bearer \(key)"]) == 200)
  }

  @Test(.needs(plugin: "flite")) func `replaces a voice that fails before its first sound`() throws
  {
    let (server, port) = try serve(["--voice", "mock", "--set", "fail-after=0", "--voice", "flite"])
    defer { server.kill() }
    let said = stage.folder.path("said.pcm")
    let run = try Run(
      "/usr/bin/env",
      [
        "curl", "-sf", "-o", said, "-H", "Content-Type: application/json", "-d",
        #"{"input": "Good evening", "voice": "mock", "response_format": "pcm"}"#,
        "http://127.0.0.1:\(port)/v1/audio/speech",
      ])
    #expect(run.status == 0)
    let size = try FileManager.default.attributesOfItem(atPath: said)[.size] as? Int
    #expect(try #require(size) > 20_000)
  }

  @Test(
    arguments: [
      (["--listen", "0.0.0.0"], 2, "Other machines could use this server without a key."),
      (["--listen", "127.0.0.300"], 69, "cannot listen at 127.0.0.300"),
      (["--certificate", "/etc/passwd"], 2, "belong together"),
      (["--certificate", "/etc/passwd", "--certificate-key", "/etc/passwd"], 65, "no PEM files"),
      (["--key-file", "/no/such/folder/keys"], 66, "cannot be used for keys"),
    ] as [([String], Int32, String)])
  func `explains what keeps it from starting`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let run = try stage.host(["serve", "--port", "0"] + arguments)
    #expect(run.status == status && run.talk.contains(words), "\(run.status) \(run.talk)")
  }

  @Test func `explains that another server has the port, and that others can read its keys`() throws
  {
    let (server, port) = try serve()
    defer { server.kill() }
    let second = try stage.host(["serve", "--port", String(port)])
    #expect(second.status == 69 && second.talk.contains("Choose another port with --port"))
    let file = try stage.folder.write("a-key-of-sixteen-letters\n", as: "open-keys")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let open = try stage.host(["serve", "--port", "0", "--key-file", file])
    #expect(open.status == 77 && open.talk.contains("chmod 600"), "\(open.talk)")
  }
}
