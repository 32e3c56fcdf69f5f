import CueSystem
import Foundation
import TestSupport
import Testing

@testable import CueInstallation

/// Writes tar archives as nobody should: byte by byte.
struct Tar {
  private(set) var bytes: [UInt8] = []

  /// Adds a file, or what `type` says: 1 a hard link, 2 a link, 3 a device, 5 a folder.
  mutating func add(
    _ name: String, _ content: [UInt8] = [], type: Character = "0", link: String = ""
  ) {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      for (index, byte) in text.utf8.enumerated() { head[place + index] = byte }
    }
    func octal(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    put(String(name.prefix(100)), at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(content.count, 11), at: 124)
    put(octal(0, 11), at: 136)
    put("        ", at: 148)
    put(String(type), at: 156)
    put(link, at: 157)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(head.reduce(0) { $0 + Int($1) }, 6), at: 148)
    head[154] = 0
    bytes += head + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// The archive with its end.
  var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}

@Suite struct `An archive` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolders("in/target")
  }

  private var target: String { folder.path("in/target") }

  private func unpack(
    _ bytes: [UInt8], limits: ArchiveUnpacking.Limits = .init(), room: Int? = nil
  ) throws {
    let path = folder.path("archive.tar")
    try WholeFile.write(bytes, to: path)
    try ArchiveUnpacking(limits: limits, room: { _ in room }).unpack(path, into: target)
  }

  private func tar(_ add: (inout Tar) -> Void) -> [UInt8] {
    var tar = Tar()
    add(&tar)
    return tar.whole
  }

  @Test func `An archive is unpacked with its folders`() throws {
    try unpack(
      tar {
        $0.add("./model/", type: "5")
        $0.add("./model/a.onnx", [1, 2, 3])
        $0.add("model/deep/er/b.txt", Array("b".utf8))
      })
    #expect(FileTree.files(in: target).map(\.name) == ["model/a.onnx", "model/deep/er/b.txt"])
    #expect(try WholeFile.read(target + "/model/a.onnx") == [1, 2, 3])
  }

  @Test(arguments: [
    "../x", "a/../../x", "/etc/cue-test", "..", "a/..", "a\u{1}b", "a\\b", "model/../../target2/x",
  ])
  func `with a name that leads out of its folder is refused`(name: String) throws {
    let bytes = tar {
      $0.add("good.txt", [1])
      $0.add(name, [2])
    }
    #expect(throws: ArchiveFailure.badName(name)) { try unpack(bytes) }
    #expect(Folder.names(in: folder.path("in")) == ["target"])
    #expect(Folder.names(in: target) == ["good.txt"])
  }

  @Test func `with links or devices is refused`() throws {
    #expect(throws: ArchiveFailure.link("a")) {
      try unpack(tar { $0.add("a", type: "2", link: "/etc") })
    }
    #expect(throws: ArchiveFailure.link("b")) {
      try unpack(tar { $0.add("b", type: "1", link: "../../secret") })
    }
    #expect(throws: ArchiveFailure.special("c")) { try unpack(tar { $0.add("c", type: "3") }) }
    #expect(throws: ArchiveFailure.special("d")) { try unpack(tar { $0.add("d", type: "6") }) }
  }

  @Test func `An archive with one name twice is refused`() throws {
    #expect(throws: ArchiveFailure.badName(target + "/a")) {
      try unpack(
        tar {
          $0.add("a", [1])
          $0.add("a", [2])
        })
    }
    #expect(try WholeFile.read(target + "/a") == [1])
  }

  @Test func `that grows beyond all measure is refused`() throws {
    var limits = ArchiveUnpacking.Limits()
    limits.mostGrowth = 0
    limits.allowance = 1000
    let bytes = tar {
      $0.add("a", Array(repeating: 0, count: 900))
      $0.add("b", Array(repeating: 0, count: 101))
    }
    #expect(throws: ArchiveFailure.tooLarge(most: 1000)) { try unpack(bytes, limits: limits) }
  }

  @Test func `An archive with too many files is refused`() throws {
    var limits = ArchiveUnpacking.Limits()
    limits.mostFiles = 3
    let bytes = tar { tar in for number in 0..<4 { tar.add("f\(number)") } }
    #expect(throws: ArchiveFailure.tooManyFiles(most: 3)) { try unpack(bytes, limits: limits) }
  }

  @Test func `for which there is no room is refused`() throws {
    let bytes = tar { $0.add("a", Array(repeating: 0, count: 5000)) }
    #expect(throws: ArchiveFailure.noRoom(folder: target, free: 100)) {
      try unpack(bytes, room: 100)
    }
  }

  @Test func `a file that is not an archive, or is cut off, is refused`() throws {
    #expect(throws: ArchiveFailure.damaged) { try unpack(Array("<html>Not found".utf8)) }
    #expect(throws: ArchiveFailure.damaged) { try unpack([]) }
    let whole = tar { $0.add("a", Array(repeating: 1, count: 5000)) }
    #expect(throws: ArchiveFailure.damaged) { try unpack(Array(whole[..<3000])) }
  }

  @Test func `an archive is abandoned if the user stops`() throws {
    let path = folder.path("archive.tar")
    try WholeFile.write(tar { $0.add("a", [1]) }, to: path)
    #expect(throws: ArchiveFailure.cancelled) {
      try ArchiveUnpacking().unpack(path, into: target) { true }
    }
  }

  @Test(arguments: [
    ("a.tar.bz2", true), ("A.TGZ", true), ("b.zip", true), ("c.tar.xz", true), ("d.onnx", false),
    ("e.json", false), ("zip", false),
  ])
  func `An archive is known by its name`(name: String, isArchive: Bool) {
    #expect(ArchiveUnpacking.isArchive(name) == isArchive)
  }
}

@Suite(.startsProcesses, .needsPython) struct `Archives of all kinds` {
  @Test(arguments: ["w:", "w:gz", "w:bz2", "w:xz", "zip"])
  func `Archives of all kinds are unpacked`(kind: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolders("target")
    let content = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * $0) }
    try Data(content).write(to: URL(filePath: folder.path("a.bin")))
    let made = try Run(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import sys, tarfile, zipfile
        kind, file, out = sys.argv[1:]
        if kind == "zip":
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED).write(file, "m/a.bin")
        else:
            with tarfile.open(out, kind) as archive: archive.add(file, "m/a.bin")
        """, kind, folder.path("a.bin"), folder.path("archive"),
      ])
    try #require(made.status == 0, "\(made.talk)")
    try ArchiveUnpacking().unpack(folder.path("archive"), into: folder.path("target"))
    #expect(try WholeFile.read(folder.path("target/m/a.bin")) == content)
  }
}
