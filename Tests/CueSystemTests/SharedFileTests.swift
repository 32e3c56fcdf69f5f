import CueSystem
import Foundation
import TestSupport
import Testing

@Suite struct `A file that several change` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func append(_ line: String, to path: String) throws(SharedFile.Failure) {
    try SharedFile.change(path, refusing: { $0 }) { () throws(SharedFile.Failure) in
      let before = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return ((), Array((before + line + "\n").utf8))
    }
  }

  @Test func `keeps every change, and leaves nothing beside it`() async throws {
    let path = folder.path("list")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for line in 0..<25 { try append("\(writer) \(line)", to: path) } }
      }
      try await group.waitForAll()
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(Set(lines).count == 100 && lines.count == 100)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["list"])
  }

  @Test func `is changed where a link leads, and keeps its permissions`() throws {
    let (path, link) = (folder.path("real"), folder.path("link"))
    try Data("a\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
    try append("b", to: link)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func `stays as it is where the change says so, or refuses`() throws {
    struct Refusal: Error {}
    let path = folder.path("list")
    try append("a", to: path)
    let identity = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let answer = try SharedFile.change(path, refusing: { $0 }) { () throws(SharedFile.Failure) in
      (7, nil)
    }
    #expect(answer == 7)
    #expect(throws: Refusal.self) {
      try SharedFile.change(path, refusing: { _ in Refusal() }) {
        () throws(Refusal) -> (Void, bytes: [UInt8]?) in
        throw Refusal()
      }
    }
    try append("b", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
    #expect(identity != nil)
  }

  @Test func `is not there where its folder is not`() throws {
    #expect(throws: SharedFile.Failure.locking(SystemError(ENOENT))) {
      try append("a", to: folder.path("none/list"))
    }
  }
}

@Suite struct `A file that is written through a link` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [true, false])
  func `A file that is written through a link is where the link leads`(isThere: Bool) throws {
    let far = folder.path("far")
    try FileManager.default.createDirectory(atPath: far, withIntermediateDirectories: true)
    if isThere { try Data("old".utf8).write(to: URL(filePath: far + "/file")) }
    for (link, target) in [("one", "far/file"), ("two", "one"), ("three", far + "/file")] {
      let link = folder.path(link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try WholeFile.write(Array("new \(target)".utf8), to: link)
      #expect(try String(contentsOfFile: far + "/file", encoding: .utf8) == "new \(target)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: far) == ["file"])
  }

  @Test func `a link that leads in a circle, or to no file, is refused`() throws {
    let (one, two) = (folder.path("one"), folder.path("two"))
    try FileManager.default.createSymbolicLink(atPath: one, withDestinationPath: two)
    try FileManager.default.createSymbolicLink(atPath: two, withDestinationPath: one)
    #expect(throws: WholeFile.WriteError.cannotCreate(SystemError(ELOOP))) {
      try WholeFile.write([1], to: one)
    }
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/null", "/dev/stdout"] {
      #expect(throws: WholeFile.WriteError.cannotCreate(SystemError(ESPIPE)), "\(path)") {
        try WholeFile.write([1], to: path)
      }
    }
    #expect(SystemError(ESPIPE).words == "it is a pipe or a device, not a file")
  }

  /// As `-o /dev/stdout` does where a shell has led standard output into a file.
  @Test func `a link to a file that is already open is refused`() throws {
    let file = try folder.write("kept", as: "file")
    let descriptor = unsafe open(file, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/proc/self/fd/\(descriptor)")
    #expect(throws: WholeFile.WriteError.cannotCreate(SystemError(ESPIPE))) {
      try WholeFile.write([1], to: link)
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
  }
}

@Suite struct `A file that a user names` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is read from a pipe whose writer comes later, or has gone`() async throws {
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let read = Task.detached { try WholeFile.read(pipe) }
    let writer = Task.detached {
      let file = try #require(FileHandle(forWritingAtPath: pipe))
      try file.write(contentsOf: Data("hello".utf8))
      try file.close()
    }
    try await writer.value
    #expect(try await read.value == Array("hello".utf8))
  }

  @Test func `a pipe is refused where a file is needed`() throws {
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: SystemError(ESPIPE)) { try UserFile.open(pipe) }
    #expect(throws: SystemError(ESPIPE)) { try UserFile.open("/dev/null") }
    #expect(throws: SystemError(EISDIR)) { try UserFile.open(folder.path) }
    #expect(throws: SystemError(ENOENT)) { try UserFile.open(folder.path("none")) }
  }
}

@Suite struct `Text for a terminal` {
  @Test(arguments: [
    ("plain text, Tallinn – õhtu\n\tand a tab", "plain text, Tallinn – õhtu\n\tand a tab"),
    ("\u{1b}]52;c;aGVsbG8=\u{7}title", "\u{fffd}]52;c;aGVsbG8=\u{fffd}title"),
    ("\u{9d}52;c;x\u{9c}", "\u{fffd}52;c;x\u{fffd}"),
    ("red \u{1b}[31m", "red \u{fffd}[31m"),
    ("over\rwritten\r\nend", "over\u{fffd}written\nend"),
    ("nul \0 del \u{7f} bs \u{8}", "nul \u{fffd} del \u{fffd} bs \u{fffd}"),
    ("Bo\u{202e}b\u{2066}\u{200f}", "Bob"),
    ("שלום\u{200f} مرحبا", "שלום مرحبا"),
    ("👩‍👧 Zo\u{0308}e", "👩‍👧 Zo\u{0308}e"),
  ])
  func `has nothing in it that a terminal obeys`(text: String, shown: String) {
    #expect(TerminalText(text).written == shown)
    #expect(TerminalText(text, style: "1;32").written == "\u{1b}[1;32m\(shown)\u{1b}[0m")
    #expect((TerminalText(.wipeRow) + TerminalText(text)).written == "\r\u{1b}[K" + shown)
  }

  /// A carriage return and an end of line are one Character: the two rows were one.
  @Test func `is cut into rows at each end of a line, also after a carriage return`() {
    let text = TerminalText("one") + TerminalText(.returnToStart) + TerminalText("\ntwo")
    #expect(text.rows.map(\.written) == ["one\r", "two"])
  }

  @Test func `is escaped in JSON, and read as it was`() throws {
    let text = "a\u{1b}]52\u{7}\u{9b}31m\u{202e}\u{7f}\u{85}ö"
    let line = JSONObject([("text", .string(text))]).line
    #expect(
      line == #"{"text":"a\u001b]52\u0007\u009b31m\u202e\u007f\u0085ö"}"# + "\n")
    #expect(TerminalText(line).written == line)
    let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(read?["text"] == text)
  }
}
