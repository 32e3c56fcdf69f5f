import Foundation
import TestSupport
import Testing

/// The program's models, and files that look like one.
@Suite(.startsProcesses) struct `Models in the program` {
  private let stage: Stagehand
  /// An ONNX file with a graph of nothing.
  private let onnx = Data([0x08, 0x08, 0x3A, 0x04, 0x0A, 0x02, 0x08, 0x01])

  init() throws {
    stage = try Stagehand()
    try onnx.write(to: URL(filePath: stage.folder.path("silero_vad.onnx")))
  }

  private var file: String { stage.folder.path("silero_vad.onnx") }
  private var models: String { stage.folder.path("home/data/cue/models") }
  private let catalogue = ["CUE_CATALOGUE": Places.source("Packaging/models.json")]

  @Test func `are added, listed, checked and removed`() throws {
    let added = try stage.host(["models", "add", file])
    #expect(added.status == 0, "\(added.talk)")
    #expect(
      added.text.hasPrefix(
        "silero_vad is installed in \(models)/silero_vad: voice activity (vad), "))
    #expect(
      try stage.host(["models", "list"]).text.hasPrefix(
        "silero_vad                  voice activity (vad), "))
    let whole = try stage.host(["models", "check"])
    #expect(whole.status == 0 && whole.talk == "1 model was read: all is well.\n")
    try Data("x".utf8).write(to: URL(filePath: models + "/silero_vad/silero_vad.onnx"))
    let damaged = try stage.host(["models", "check", "silero_vad"])
    #expect(damaged.status == 1)
    #expect(
      damaged.text == "\(models)/silero_vad/silero_vad.onnx has 1 bytes, and 8 are expected.\n")
    #expect(damaged.talk == "1 model was read. 1 thing is wrong.\n")
    let again = try stage.host(["models", "add", file])
    #expect(again.status == 73)
    #expect(again.talk.contains("There is a model silero_vad already"))
    let removed = try stage.host(["models", "remove", "silero_vad"])
    #expect(removed.status == 0 && removed.text == "silero_vad is removed.\n")
    #expect(try stage.host(["models", "list"]).talk.contains("No models are installed"))
    #expect(try stage.host(["models", "remove", "silero_vad"]).status == 66)
  }

  @Test func `models are listed as lines of JSON`() throws {
    let added = try stage.events(try stage.host(["models", "add", file, "--name", "v", "--json"]))
    #expect(added.last?["event"] as? String == "added")
    #expect(added.last?["id"] as? String == "v")
    #expect(added.last?["kind"] as? String == "activity")
    let listed = try stage.events(try stage.host(["models", "list", "--json"]))
    #expect(listed.count == 1 && listed[0]["yours"] as? Bool == true)
    let checked = try stage.events(try stage.host(["models", "check", "--json"]))
    #expect(checked.last?["findings"] as? Int == 0)
    let removed = try stage.events(try stage.host(["models", "remove", "v", "--json"]))
    #expect(removed.first?["event"] as? String == "removed")
  }

  @Test func `that can be downloaded are listed by language and type`() throws {
    let german = try stage.events(
      try stage.host(
        ["models", "list", "--available", "--language", "de", "--type", "piper", "--json"],
        catalogue))
    #expect(
      german.compactMap { $0["id"] as? String } == ["de_DE-thorsten-high", "de_DE-thorsten-medium"])
    #expect(
      german.allSatisfy { $0["untested"] as? Bool == true && $0["licence"] as? String == "CC0-1.0" }
    )
    let all = try stage.host(["models", "list", "--available"], catalogue).text
    #expect(all.contains("silero-vad ") && all.contains("2.3 MB, MIT\n"))
    #expect(all.contains("untested"))
  }

  @Test func `a model download reports its progress, but not its keys`() throws {
    let onnx = [UInt8](onnx)
    let vendor = Vendor { request, _ in
      request.target.hasPrefix("/silero_vad.onnx?")
        ? .answer(200, onnx, type: "application/x", headers: ["ETag: \"a\""]) : .answer(404, "")
    }
    let address = "http://ann:secret@127.0.0.1:\(vendor.port)/silero_vad.onnx?token=hidden"
    let run = try stage.host(["models", "add", address, "--json"])
    #expect(run.status == 0, "\(run.talk)")
    let events = try stage.events(run)
    #expect(events.first?["event"] as? String == "progress")
    #expect(events.first?["url"] as? String == "http://127.0.0.1:\(vendor.port)/silero_vad.onnx")
    #expect(!run.text.contains("secret") && !run.text.contains("hidden"))
    let missing = try stage.host([
      "models", "add", "http://ann:secret@127.0.0.1:\(vendor.port)/gone.onnx?token=hidden",
    ])
    #expect(missing.status == 69)
    #expect(
      missing.talk.contains(
        "http://127.0.0.1:\(vendor.port)/gone.onnx cannot be downloaded: 127.0.0.1 has no such file (404)."
      ), "\(missing.talk)")
    #expect(!missing.talk.contains("secret") && !missing.talk.contains("hidden"))
    try stage.configure("local-only = on\n")
    let offline = try stage.host(["models", "add", address])
    #expect(offline.status == 69)
    #expect(offline.talk.contains("nothing here may use a network (local-only)."))
    #expect(!offline.talk.contains("secret"))
  }

  /// The server sends the file's end only when the second program has said that it waits.
  @Test func `a model that two programs add at once is added by one, and the other reports it`()
    throws
  {
    let mayGoOn = DispatchSemaphore(value: 0)
    let onnx = [UInt8](onnx)
    let head = [UInt8]("HTTP/1.1 200 OK\r\nContent-Length: \(onnx.count)\r\n\r\n".utf8)
    let isAsked = DispatchSemaphore(value: 0)
    let vendor = Vendor { request, _ in
      guard request.target == "/silero_vad.onnx" else { return .answer(404, "") }
      return [
        .send(head + onnx[..<4]), .run { isAsked.signal() }, .run { mayGoOn.wait() },
        .send(Array(onnx[4...])),
      ]
    }
    let words = ["models", "add", vendor.address + "/silero_vad.onnx"]
    let first = try stage.start(words)
    isAsked.wait()
    let second = try stage.start(words)
    #expect(second.talk(upTo: "waits for it").contains("Another program is adding silero_vad"))
    mayGoOn.signal()
    #expect(first.end().status == 0)
    let end = second.end()
    #expect(end.status == 73)
    #expect(end.talk.contains("There is a model silero_vad already"))
    #expect(try stage.host(["models", "check"]).status == 0)
  }

  @Test func `that do not exist are looked for in the catalogue, and a near one is named`() throws {
    let run = try stage.host(["models", "add", "silero-vat"], catalogue)
    #expect(run.status == 66)
    #expect(run.talk.contains("the catalogue has no model of that name"))
    #expect(run.talk.contains("Did you mean silero-vad?"))
    let missing = try stage.host(["models", "add", "./nothing.onnx"], catalogue)
    #expect(missing.talk.contains("There is no file “./nothing.onnx”."))
    let estonian = try stage.host(
      ["models", "add", "./nothing.onnx"], ["LC_ALL": "", "LANG": "et_EE.UTF-8"])
    #expect(estonian.talk.contains("Faili „./nothing.onnx“ ei ole."))
  }

  @Test(arguments: [
    ["models", "add"], ["models", "add", "a", "b"], ["models", "add", "a", "--type", "parrot"],
    ["models", "add", "a", "--name", "../x"], ["models", "remove"], ["models", "list", "x"],
    ["models", "check", "--available"],
  ])
  func `invalid arguments of host models are refused`(words: [String]) throws {
    #expect(try stage.host(words).status == 2)
  }
}

@Suite(.startsProcesses) struct `What a plugin costs` {
  @Test func `What a plugin costs is measured by starting it`() throws {
    let stage = try Stagehand()
    let event = try #require(
      try stage.events(stage.host(["plugin", "info", "mock", "--json"])).first)
    #expect((event["memory_bytes"] as? Int ?? 0) > 100_000)
    #expect(event["start_milliseconds"] as? Int != nil)
    let text = try stage.host(["plugin", "info", "mock"]).text
    #expect(text.contains(#/\nstart time +\d+ ms\nmemory +\d/#), "\(text)")
  }
}
