import CueModel
import Foundation
import TestSupport
import Testing

import CuePlugins

/// The memory of a worker, searched from inside by Tests/Fixtures/keyholder.c.
@Suite(.startsProcesses) struct `A key in memory` {
  private static let key = "a key that is found nowhere else 4711"

  @Test(arguments: [false, true])
  func `is nowhere in the worker once the plugin has it`(hasLongPast: Bool) throws {
    let folder = try TemporaryFolder()
    let library = folder.path("keyholder.so")
    try Fixtures.compile(Places.source("Tests/Fixtures/keyholder.c"), to: library)
    var setup = setup(library, id: "keyholder", in: folder)
    setup.secret = { (_, _) throws(PluginFailure) in Secret(Self.key.utf8) }
    let voice = VoiceClient(setup)
    defer { voice.quit() }
    _ = try voice.start()
    // Other messages do not take its place.
    if hasLongPast { for _ in 0..<20 { _ = try voice.answer(to: [1], of: "x") } }
    let changed = Self.key.utf8.map { $0 ^ 0x5a }
    let answer = String(
      decoding: try voice.answer(to: changed, of: "org.example.search/1"), as: UTF8.self)
    #expect(answer == "\(Self.key.utf8.count) bytes, found 0 times")
  }

  @Test func `is given as it was, and compared`() {
    let key = Secret("four words of key".utf8)
    #expect(key == "four words of key" && key != "four words of kez" && key.count == 17)
    #expect(key.text == "four words of key")
    let bytes = unsafe key.withBytes { unsafe Array($0) }
    #expect(bytes == Array("four words of key".utf8))
  }
}

@Suite struct `A key` {
  private let folder: TemporaryFolder
  private let user: UserEnvironment

  init() throws {
    folder = try TemporaryFolder()
    user = UserEnvironment(variables: ["CUE_HOME": folder.path], programFolder: folder.path)
  }

  private func credentials(
    _ more: [String: String] = [:], descriptors: [String: Int32] = [:]
  ) -> Credentials {
    var user = user
    user.variables.merge(more) { $1 }
    return Credentials(user, descriptors: descriptors)
  }

  private func write(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: user.configurationFolder, withIntermediateDirectories: true)
    try text.write(
      toFile: user.configurationFolder + "/" + name, atomically: false, encoding: .utf8)
  }

  @Test func `a key that was not given does not exist`() throws {
    #expect(try credentials().secret(plugin: "elevenlabs", name: "key") == nil)
  }

  @Test func `of a voice is that of the recognizer beside it, unless it has its own`() throws {
    let credentials = credentials()
    try credentials.set(plugin: "openai", name: "key", secret: "of-the-voice")
    func found() throws -> Secret? {
      try credentials.secret(plugin: "openai-recognizer", name: "key")
    }
    #expect(try found() == "of-the-voice")
    try credentials.set(plugin: "openai-recognizer", name: "key", secret: "its-own")
    #expect(try found() == "its-own")
    #expect(try credentials.secret(plugin: "openai", name: "key") == "of-the-voice")
    #expect(try credentials.secret(plugin: "-recognizer", name: "key") == nil)
  }

  @Test(.startsProcesses)
  func `comes from a file, a command, systemd, the environment, a descriptor, the last first`()
    throws
  {
    func found(_ credentials: Credentials) throws -> Secret? {
      try credentials.secret(plugin: "elevenlabs", name: "key")
    }
    try credentials().set(plugin: "elevenlabs", name: "key", secret: "from-the-file")
    #expect(try found(credentials()) == "from-the-file")

    try write("# a comment\nelevenlabs.key.command = echo from-a-command\n", "cue.conf")
    #expect(try found(credentials()) == "from-a-command")

    try folder.write("from-systemd\n", as: "cue-elevenlabs-key")
    let systemd = ["CREDENTIALS_DIRECTORY": folder.path]
    #expect(try found(credentials(systemd)) == "from-systemd")

    let environment = systemd.merging(["CUE_ELEVENLABS_KEY": "from-the-environment"]) { $1 }
    #expect(try found(credentials(environment)) == "from-the-environment")

    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("from-a-descriptor\n".utf8))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(
      try found(credentials(environment, descriptors: ["elevenlabs": descriptor]))
        == "from-a-descriptor")
  }

  @Test func `is kept in a file that only its owner can read, and can be removed`() throws {
    let credentials = credentials()
    try credentials.set(plugin: "a", name: "key", secret: "first key")
    try credentials.set(plugin: "b", name: "token", secret: "second")
    try credentials.set(plugin: "a", name: "key", secret: "third key")
    let mode = try FileManager.default.attributesOfItem(atPath: credentials.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try credentials.stored().map(\.secret) == ["second", "third key"])
    #expect(try credentials.remove(plugin: "b", name: "token"))
    #expect(try !credentials.remove(plugin: "b", name: "token"))
    #expect(try credentials.stored().map(\.plugin) == ["a"])
  }

  @Test func `is shown by its ends alone, and a short one not at all`() {
    #expect(Credentials.masked("sk_0123456789abcd") == "sk_0••••••••abcd")
    #expect(!Credentials.masked("12345678").contains("1"))
  }

  @Test(.startsProcesses)
  func `of a command that fails is an error with the status, and without what it printed`()
    throws
  {
    try write("elevenlabs.key.command = echo secret-words; exit 3\n", "cue.conf")
    let error = #expect(throws: CredentialsError.self) {
      try credentials().secret(plugin: "elevenlabs", name: "key")
    }
    #expect(error == .commandFailed(status: 3))
  }

  @Test(.startsProcesses)
  func `of a command that a signal ends is an error with the signal`() throws {
    try write("elevenlabs.key.command = kill -TERM $$\n", "cue.conf")
    let error = #expect(throws: CredentialsError.self) {
      try credentials().secret(plugin: "elevenlabs", name: "key")
    }
    #expect(error == .commandEnded(signal: SIGTERM))
  }

  @Test(
    .startsProcesses,
    arguments: ["echo $$ > PID; exec sleep 1000", "echo early; echo $$ > PID; exec sleep 1000 >&-"])
  func `of a command that hangs is an error after a while, and the command is ended`(
    command: String
  ) throws {
    let pid = folder.path + "/pid"
    try write(
      "elevenlabs.key.command = \(command.replacing("PID", with: pid))\n", "cue.conf")
    let hasty = Credentials(user, commandLimit: .milliseconds(300))
    let error = #expect(throws: CredentialsError.self) {
      try hasty.secret(plugin: "elevenlabs", name: "key")
    }
    #expect(error == .commandHung(limit: .milliseconds(300)))
    let process = try #require(
      Int32(try String(contentsOfFile: pid, encoding: .utf8).trimmingCharacters(in: .newlines)))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test(.startsProcesses)
  func `a key is read when its command ends, even if a child keeps the output open`()
    throws
  {
    let pid = folder.path + "/pid"
    try write("elevenlabs.key.command = sleep 1000 & echo $! > \(pid); echo key-key\n", "cue.conf")
    #expect(try credentials().secret(plugin: "elevenlabs", name: "key") == "key-key")
    let agent = try #require(
      Int32(try String(contentsOfFile: pid, encoding: .utf8).trimmingCharacters(in: .newlines)))
    #expect(kill(agent, SIGKILL) == 0)
  }

  @Test(arguments: [mode_t(0o604), 0o640, 0o660])
  func `is not taken from a file that others can read or change`(mode: mode_t) throws {
    try credentials().set(plugin: "a", name: "key", secret: "first key")
    unsafe chmod(credentials().path, mode)
    let open = credentials()
    #expect(throws: CredentialsError.readableByOthers(path: open.path)) {
      try open.secret(plugin: "a", name: "key")
    }
    #expect(throws: CredentialsError.readableByOthers(path: open.path)) {
      try open.set(plugin: "a", name: "key", secret: "another key")
    }
  }

  @Test func `is kept, with all others that are stored at the same time`() throws {
    let credentials = credentials()
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      try? credentials.set(plugin: "plugin\(number)", name: "key", secret: "secret\(number)")
    }
    #expect(
      Set(try credentials.stored().map(\.plugin)) == Set((0..<200).map { "plugin\($0)" }))
  }

  @Test(.startsProcesses) func `a key descriptor is not inherited by commands that Cue starts`()
    throws
  {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("of-a\n".utf8))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFD, 0)
    try write(
      "b.key.command = cat /proc/self/fd/\(descriptor) 2>/dev/null || echo nothing\n", "cue.conf")
    let credentials = credentials(descriptors: ["a": descriptor])
    #expect(try credentials.secret(plugin: "b", name: "key") == "nothing")
    #expect(try credentials.secret(plugin: "a", name: "key") == "of-a")
  }
}
