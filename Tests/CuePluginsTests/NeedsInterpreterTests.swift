import Foundation
import TestSupport
import Testing

@testable import CuePlugins

@Suite struct `The interpreter of a program` {
  private let folder: TemporaryFolder
  private let place: ExactPath

  init() throws {
    folder = try TemporaryFolder()
    place = RealPath.resolvedOrSame(ExactPath(folder.path))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
  }

  /// A file that can be executed and is no script.
  private func binary(_ name: String) throws -> ExactPath {
    try folder.makeFolders((name as NSString).deletingLastPathComponent)
    return ExactPath(
      place.text
        + String(try folder.write("ELF", as: name, isProgram: true).dropFirst(folder.path.count)))
  }

  private func interpreter(
    _ firstLine: String, path: String = "/usr/bin:/bin", home: String? = nil
  ) throws -> Interpreter? {
    let program = try folder.write(firstLine + "\nrest\n", as: "program", isProgram: true)
    return try Interpreter.ofProgram(
      ExactPath(program), searchPath: path, home: home.map(ExactPath.init))
  }

  private func reason(_ firstLine: String) -> InterpreterError.Reason? {
    do {
      _ = try interpreter(firstLine, path: "bin:/nowhere")
      return nil
    } catch { return (error as? InterpreterError)?.reason }
  }

  @Test func `of the system is executed, and its libraries can be read by all`() throws {
    let shell = try #require(try interpreter("#! \t/bin/sh  -e"))
    #expect(shell.executable == [try RealPath.resolved(ExactPath("/bin/sh"))])
    #expect(shell.readable.isEmpty)
  }

  @Test func `is found by env in the folders of PATH, the first one first`() throws {
    let own = try binary("bin/python3")
    try folder.makeFolders("empty/python3")
    let path = ["bin", folder.path("empty"), folder.path("bin"), "/usr/bin"].joined(separator: ":")
    let env = try RealPath.resolved(ExactPath("/usr/bin/env"))
    for line in ["python3", "-S python3 -u", "-S A=1 B=2 python3", "  python3"] {
      let found = try interpreter("#!/usr/bin/env \(line)", path: path)
      #expect(Set(found?.executable ?? []) == [own, env])
    }
  }

  @Test func `is none if the first line names none`() throws {
    for line in ["\u{7f}ELF", "", "# !/bin/sh", " #!/bin/sh"] {
      #expect(try interpreter(line) == nil)
    }
  }

  @Test func `that is not clear is refused`() throws {
    #expect(reason("#!") == .unclear)
    #expect(reason("#!   ") == .unclear)
    #expect(reason("#!python3") == .relative("python3"))
    #expect(reason("#!./python3") == .relative("./python3"))
    #expect(reason("#!/usr/bin/env") == .unclear)
    #expect(reason("#!/usr/bin/env -i python3") == .unclear)
    #expect(reason("#!/usr/bin/env ./python3") == .relative("./python3"))
    #expect(reason("#!/usr/bin/env no-such-program") == .notInPath("no-such-program"))
    #expect(reason("#!/no/such") == .missing(ExactPath("/no/such"), errno: ENOENT))
    #expect(reason("#!/usr") == .notExecutable(ExactPath("/usr")))
    #expect(reason("#!/" + String(repeating: "a", count: 300)) == .unclear)
    #expect(reason("#!/bin/s\u{202e}h") == .unclear)
  }

  @Test func `that is a script has an interpreter, and so on, but not without end`() throws {
    let shell = try folder.write("#!/bin/sh\n", as: "shim", isProgram: true)
    let found = try interpreter("#!\(shell)")
    #expect(found?.executable.contains(place.appending("shim")) == true)
    #expect(found?.executable.count == 2)
    try folder.write("#!\(shell)\n", as: "shim", isProgram: true)
    #expect(reason("#!\(shell)") == .tooDeep)
  }

  @Test func `outside /usr comes with the libraries beside it, and no more`() throws {
    let python = try binary("opt/python/bin/python3.11")
    try folder.makeFolders("opt/python/lib")
    try folder.makeFolders("opt/python/secrets")
    let found = try #require(try interpreter("#!\(folder.path("opt/python/bin/python3.11"))"))
    #expect(found.executable == [python])
    #expect(found.readable == [place.appending("opt/python/lib")])
  }

  private func environment(_ name: String, home: String) throws {
    try folder.makeFolders(name + "/bin")
    try folder.makeFolders(name + "/lib")
    try folder.write("version = 3.11\nhome =  \(home) \r\n", as: name + "/pyvenv.cfg")
  }

  @Test func `in a virtual environment comes with its packages and with its Python`() throws {
    let python = try binary("pyenv/3.11/bin/python3.11")
    try folder.makeFolders("pyenv/3.11/lib/python3.11")
    try environment("a venv: mine", home: folder.path("pyenv/3.11/bin"))
    try link("a venv: mine/bin/python3", to: folder.path("pyenv/3.11/bin/python3.11"))
    try link("a venv: mine/bin/python", to: "python3")
    // The kernel ends the name of an interpreter at a blank, so a link leads there.
    try link("python", to: "a venv: mine/bin/python")
    let found = try #require(try interpreter("#!\(folder.path("python"))"))
    #expect(found.executable == [python])
    #expect(
      found.readable == [place.appending("a venv: mine"), place.appending("pyenv/3.11/lib")])
  }

  @Test func `in an environment that is the home folder does not come with all of it`() throws {
    try environment("users/home", home: "/usr/bin")
    _ = try binary("users/home/bin/python")
    let found = try interpreter(
      "#!\(folder.path("users/home/bin/python"))", home: folder.path("users/home"))
    let home = place.appending("users/home")
    #expect(found?.readable == [home.appending("lib"), home.appending("pyvenv.cfg")])
  }

  @Test(arguments: ["bin", "", "/usr/../bin", "/"])
  func `in an environment that does not say where its Python is is refused`(home: String) throws {
    try environment("venv", home: home)
    _ = try binary("venv/bin/python")
    let file = place.appending("venv/pyvenv.cfg")
    #expect(reason("#!\(folder.path("venv/bin/python"))") == .environment(file))
  }
}
