import CueModel
import CueSystem
import Glibc

/// The Model Context Protocol over standard input and output: one message of JSON-RPC 2.0 on a line.
///
/// It speaks the versions with `initialize` (2024-11-05 to 2025-11-25) and those without state (2026-07-28), in which a client asks by
/// `server/discover`. Calls run side by side.
package final class MCPServer: Sendable {
  private static let stateless = "2026-07-28"
  private static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private let program: ToolProgram
  private let version: String
  private let write: @Sendable (String) -> Void
  private let output = Monitor(())
  private let calls = Monitor([String: Cancellation]())

  /// A server.
  ///
  /// - Parameters:
  ///   - program: the path of this program, which the tools run
  ///   - version: that of this program
  ///   - write: sends a line
  package init(program: String, version: String, write: @escaping @Sendable (String) -> Void) {
    self.program = ToolProgram(path: program)
    self.version = version
    self.write = write
  }

  /// Takes a line of a client; what takes long goes on when it returns.
  package func take(_ line: [UInt8]) {
    guard line.contains(where: { $0 > 0x20 }) else { return }
    guard let message = try? LinedJSON(parsing: line) else {
      return send(id: .null, error: -32700, "This is no JSON.")
    }
    guard case .object = message.value, case .string(let method)? = message["method"] else {
      // An answer to what this server never asks.
      if message["result"] != nil || message["error"] != nil { return }
      return send(id: .null, error: -32600, "This is no message of JSON-RPC 2.0.")
    }
    guard let id = message["id"].map(Self.json) else { return notified(method, message["params"]) }
    answer(id, method, message["params"])
  }

  /// Ends what is still under way.
  package func stop() {
    for call in calls.change({ Array($0.values) }) { call.cancel() }
    calls.wait { $0.isEmpty ? () : nil }
  }

  private func notified(_ method: String, _ parameters: LinedJSON.Value?) {
    guard method == "notifications/cancelled", let id = Self.member("requestId", of: parameters)
    else { return }
    calls.change { $0[Self.key(Self.json(id))] }?.cancel()
  }

  private func answer(_ id: JSON, _ method: String, _ parameters: LinedJSON.Value?) {
    switch method {
    case "server/discover":
      send(
        id,
        JSONObject([
          ("resultType", .string("complete")),
          ("supportedVersions", JSON.strings([Self.stateless] + Self.versions)),
          ("capabilities", .object(capabilities)), ("ttlMs", .integer(3_600_000)),
          ("cacheScope", .string("public")),
          ("_meta", .object(JSONObject([("io.modelcontextprotocol/serverInfo", .object(about))]))),
        ]))
    case "initialize":
      var version = Self.versions[0]
      if case .string(let asked)? = Self.member("protocolVersion", of: parameters),
        Self.versions.contains(asked)
      {
        version = asked
      }
      send(
        id,
        JSONObject([
          ("protocolVersion", .string(version)), ("capabilities", .object(capabilities)),
          ("serverInfo", .object(about)),
        ]))
    case "ping": send(id, JSONObject())
    case "tools/list":
      send(
        id,
        JSONObject([
          ("resultType", .string("complete")), ("tools", JSON.objects(MCPTool.all.map(\.json))),
          ("ttlMs", .integer(3_600_000)), ("cacheScope", .string("public")),
        ]))
    case "tools/call": call(id, parameters)
    default: send(id: id, error: -32601, "There is no method “\(method.prefix(60))”.")
    }
  }

  private var capabilities: JSONObject { JSONObject([("tools", .object(JSONObject()))]) }

  private var about: JSONObject {
    JSONObject([("name", .string("cue")), ("title", .string("Cue")), ("version", .string(version))])
  }

  private func call(_ id: JSON, _ parameters: LinedJSON.Value?) {
    guard case .string(let name)? = Self.member("name", of: parameters),
      let tool = MCPTool.all.first(where: { $0.name == name })
    else { return send(id: id, error: -32602, "There is no such tool; tools/list names all.") }
    let words: [String]
    do throws(ServerError) {
      words = try tool.words(for: Self.member("arguments", of: parameters))
    } catch { return send(id, Self.result([], error.sentence, isError: true)) }
    let meta = Self.member("_meta", of: parameters)
    let token = Self.member("progressToken", of: meta).map(Self.json)
    let cancellation = Cancellation()
    calls.change { $0[Self.key(id)] = cancellation }
    do throws(ThreadError) {
      try Threads.start("cue-tool") { [self] in
        run(words, id, token, cancellation)
        calls.change { $0[Self.key(id)] = nil }
      }
    } catch {
      calls.change { $0[Self.key(id)] = nil }
      send(id, Self.result([], "The system has no thread for the tool. Try again.", isError: true))
    }
  }

  private func run(
    _ words: [String], _ id: JSON, _ token: JSON?, _ cancellation: Cancellation
  ) {
    var lines: [String] = []
    do throws(SystemError) {
      let outcome = try program.run(words, cancellation: cancellation) { line in
        lines.append(line)
        guard let token else { return }
        send(
          JSONObject([
            ("jsonrpc", .string("2.0")), ("method", .string("notifications/progress")),
            (
              "params",
              .object(
                JSONObject([
                  ("progressToken", token), ("progress", .integer(lines.count)),
                  ("message", .string(Self.event(line))),
                ]))
            ),
          ]))
      }
      // A client that cancels wants no answer.
      guard !cancellation.isCancelled else { return }
      send(id, Self.result(lines, outcome.talk, isError: outcome.status != 0))
    } catch {
      send(
        id,
        Self.result([], "Cue cannot be run: \(SystemError.words(error.errno)).", isError: true))
    }
  }

  /// The name of an event, for progress.
  private static func event(_ line: String) -> String {
    if case .string(let name)? = (try? LinedJSON(parsing: line))?["event"] { return name }
    return ""
  }

  private static func result(_ lines: [String], _ talk: String, isError: Bool) -> JSONObject {
    let talk = String(talk.trimmedEnd)
    let text = isError && !talk.isEmpty ? talk : lines.joined(separator: "\n")
    var result = JSONObject([
      ("resultType", .string("complete")),
      (
        "content",
        JSON.objects([
          JSONObject([("type", .string("text")), ("text", .string(text.isEmpty ? "Done." : text))])
        ])
      ),
    ])
    let objects = lines.compactMap { try? LinedJSON(parsing: $0) }.map { json($0.value) }
    result["structuredContent"] = .object(JSONObject([("results", .array(objects))]))
    result["isError"] = .bool(isError)
    return result
  }

  // The wire.

  private func send(_ id: JSON, _ result: JSONObject) {
    send(
      JSONObject([("jsonrpc", .string("2.0")), ("id", id), ("result", .object(result))]))
  }

  private func send(id: JSON, error code: Int, _ sentence: String) {
    let error = JSONObject([("code", .integer(code)), ("message", .string(sentence))])
    send(JSONObject([("jsonrpc", .string("2.0")), ("id", id), ("error", .object(error))]))
  }

  private func send(_ message: JSONObject) {
    output.change { _ in write(message.line) }
  }

  // JSON that was read.

  private static func member(_ name: String, of value: LinedJSON.Value?) -> LinedJSON.Value? {
    guard case .object(let members)? = value else { return nil }
    return members.first { $0.name == name }?.value.value
  }

  private static func key(_ id: JSON) -> String { JSONObject([("id", id)]).text }

  private static func json(_ value: LinedJSON.Value) -> JSON {
    switch value {
    case .string(let text): .string(text)
    case .number(let number): Int(exactly: number).map { .integer($0) } ?? .number(number)
    case .bool(let bool): .bool(bool)
    case .null: .null
    case .array(let values): .array(values.map { json($0.value) })
    case .object(let members):
      .object(JSONObject(members.map { ($0.name, json($0.value.value)) }))
    }
  }
}

extension String {
  /// Without white space at the end.
  fileprivate var trimmedEnd: Substring {
    var rest = self[...]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
