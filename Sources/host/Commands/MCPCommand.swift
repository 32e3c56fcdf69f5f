import CueServer
import CueSystem
import Glibc

/// `host mcp`: tools for agents, over standard input and output.
struct MCPCommand {
  func run() throws -> ExitStatus {
    let server = MCPServer(program: "/proc/self/exe", version: ProductVersion.number) { line in
      try? Console.result(line)
    }
    var rest: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(STDIN_FILENO, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += room[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        server.take(Array(rest[..<end]))
        rest.removeSubrange(...end)
      }
    }
    server.stop()
    return .done
  }
}
