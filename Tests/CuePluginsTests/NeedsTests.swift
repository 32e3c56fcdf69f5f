import Testing

@testable import CuePlugins

/// The needs in `text`.
func needs(_ text: String) throws -> PluginNeeds { try PluginNeeds(parsing: Array(text.utf8)) }

/// Why `text` is no need.
private func reason(_ text: String) -> NeedsError.Reason? {
  do throws(NeedsError) {
    _ = try PluginNeeds(parsing: Array(text.utf8))
    return nil
  } catch { return error.reason }
}

@Suite struct `Needs of a plugin` {
  @Test func `are lines, among comments and empty lines`() throws {
    let all = try needs(
      """
      # What a bridge needs.
      $models
        $own

      read:/usr/share/hunspell
      read:$plugin/data
      write:$cache/compiled
      network:local
      socket:$runtime/pulse/native
      device:/dev/nvidia*
      run
      interpreter:/opt/python/bin/python3
      memory:34359738368
      watch:/usr/lib/ladspa
      """
    ).all
    #expect(all.count == 12)
    #expect(all.contains(.place(.models)) && all.contains(.place(.own)))
    #expect(all.contains(.localNetwork) && all.contains(.run))
    #expect(all.contains(.memory(34_359_738_368)))
    #expect(all.contains { $0.text == "device:/dev/nvidia*" })
  }

  @Test func `are the same in any order, repeated, and with paths written otherwise`() throws {
    let one = try needs("read:/a\nnetwork\nread:/b\n$models\nread:$own/x")
    let other = try needs(
      "read:$own//x\nread:/b/\n$models\r\nread:/./a\nread:/b\nnetwork:local\nread:$models\nnetwork")
    #expect(one == other)
    #expect(one.text == "$models\nnetwork\nread:$own/x\nread:/a\nread:/b\n")
    #expect(try needs(one.text) == one)
  }

  @Test func `may have no needs`() throws {
    for text in ["", "\n", "# nothing\n\n", "\u{feff}# with a byte order mark"] {
      #expect(try needs(text) == .none)
    }
    #expect(PluginNeeds.none.text.isEmpty)
  }

  @Test func `hold paths with blanks, colons, number signs and equals signs`() throws {
    let path = "/srv/My Books: part #2 = x"
    #expect(try needs("  read:\(path)  \n").text == "read:\(path)\n")
  }

  /// `"\r\n"` is one Character, so that splitting text at line feeds once found one line.
  @Test func `end their lines as Unix or Windows does`() throws {
    #expect(try needs("run\r\nnetwork\r\n").all == [.network, .run])
    #expect(reason("read:/a\rb") == .controlCharacter("\r"))
  }

  /// Strings are equal if they look the same, but these are two files.
  @Test func `tell paths apart that only look the same`() throws {
    let all = try needs("read:/caf\u{e9}\nread:/cafe\u{301}")
    #expect(all.all.count == 2)
    #expect(all.text.utf8.count == "read:/cafe\u{301}\nread:/caf\u{e9}\n".utf8.count)
  }

  @Test(
    arguments: [
      ("read:/", .wholeSystem), ("read://", .wholeSystem), ("read:/.", .wholeSystem),
      ("write:/./", .wholeSystem), ("watch:/", .wholeSystem), ("socket:/", .wholeSystem),
      ("interpreter:/", .wholeSystem),
      ("read:/a /", .blankAtEnd), ("read:/a /.", .blankAtEnd),
      ("read:/a/../b", .climbingPath), ("read:/..", .climbingPath),
      ("read:$own/../x", .climbingPath), ("interpreter:$plugin/../python", .climbingPath),
      ("read:data", .relativePath), ("read:./data", .relativePath), ("read:~/x", .relativePath),
      ("read: /a", .relativePath), ("read", .missingPath), ("read:", .missingPath),
      ("$home", .unknownPlace("$home")), ("read:$HOME/x", .unknownPlace("$HOME")),
      ("$models/x", .unknownPlace("$models/x")), ("read:$modelsx", .unknownPlace("$modelsx")),
      ("everything", .unknownWord("everything")), ("READ:/a", .unknownWord("READ")),
      ("execute:/bin/sh", .unknownWord("execute")), (":", .unknownWord("")),
      ("run:/bin/sh", .needlessValue), ("network:all", .needlessValue),
      ("network:", .missingPath), ("network: local", .needlessValue),
      ("read:/a\u{0}b", .controlCharacter("\0")), ("read:/a\tb", .controlCharacter("\t")),
      ("read:/a\u{1b}[2J", .controlCharacter("\u{1b}")),
      ("read:/a\u{202e}b", .controlCharacter("\u{202e}")),
      ("read:/a\u{2028}b", .controlCharacter("\u{2028}")),
      ("# \u{7}", .controlCharacter("\u{7}")),
      ("write:$models/x", .readOnlyPlace(.models)), ("write:$plugin", .readOnlyPlace(.plugin)),
      ("$runtime", .unsuitablePlace(.runtime)), ("read:$runtime/x", .unsuitablePlace(.runtime)),
      ("socket:$runtime", .unsuitablePlace(.runtime)), ("socket:$own/s", .unsuitablePlace(.own)),
      ("socket:$plugin/s", .unsuitablePlace(.plugin)),
      ("socket:$cache/s", .unsuitablePlace(.cache)),
      ("interpreter:$own/python", .unsuitablePlace(.own)),
      ("read:/proc", .processes), ("read:/proc/1/environ", .processes),
      ("read:/proc/self/mem", .processes), ("write:/proc/sys/x", .processes),
      ("read:/dev/mem", .device), ("write:/dev", .device),
      ("device:/dev", .notADevice), ("device:/dev/*", .notADevice), ("device:/etc/x", .notADevice),
      ("device:/dev/tty", .forbiddenDevice), ("device:/dev/t*", .forbiddenDevice),
      ("device:/dev/pts/3", .forbiddenDevice), ("device:/dev/mem", .forbiddenDevice),
      ("device:$own/x", .unsuitablePlace(.own)),
      ("memory:", .missingPath), ("memory", .missingPath), ("memory:lots", .notANumber),
      ("memory:-1", .notANumber), ("memory:+9999999", .notANumber), ("memory:1e9", .notANumber),
      ("memory:0", .memoryOutOfRange), ("memory:1048575", .memoryOutOfRange),
      ("memory:1099511627777", .memoryOutOfRange),
      ("memory:99999999999999999999999", .memoryOutOfRange),
      ("memory:1048576\nmemory:2097152", .twoMemories),
      ("read:/" + String(repeating: "a", count: 256), .pathTooLong),
      ("read:" + String(repeating: "/abcdefghi", count: 410), .pathTooLong),
    ] as [(String, NeedsError.Reason)])
  func `that make no sense are refused`(text: String, expected: NeedsError.Reason) {
    #expect(reason(text) == expected)
  }

  @Test func `that are no UTF-8 are refused with their line`() {
    let bytes = Array("run\n# fine\nread:/".utf8) + [0xc3, 0x28]
    #expect(throws: NeedsError(line: 3, .notUTF8)) { try PluginNeeds(parsing: bytes) }
  }

  @Test func `have 256 lines at most`() throws {
    let line = "# line\n"
    _ = try needs(String(repeating: line, count: 256))
    #expect(throws: NeedsError(line: 257, .tooManyLines)) {
      try needs(String(repeating: line, count: 257))
    }
    #expect(throws: NeedsError(line: 257, .tooManyLines)) {
      try needs(String(repeating: "\n", count: 10_000))
    }
    #expect(throws: NeedsError(line: 0, .tooLong)) {
      try needs(String(repeating: "read:/a\n", count: 10_000))
    }
  }

  @Test func `have 64 KiB at most`() throws {
    let comment = "#" + String(repeating: "x", count: 64 * 1024 - 1)
    #expect(try needs(comment) == .none)
    #expect(throws: NeedsError(line: 0, .tooLong)) { try needs(comment + "x") }
  }

  @Test func `are asked about beyond a plugin's places`() throws {
    let asked = try needs(
      "read:/a\nwrite:/a\nnetwork\nsocket:/run/x\nsocket:$runtime/x\ndevice:/dev/snd\nrun\n"
        + "interpreter:/opt/p\nmemory:\(17 << 30)")
    #expect(asked.all.allSatisfy { $0.isAsked })
    let free = try needs(
      "$models\n$own\n$cache\n$plugin\nread:$plugin/x\nwrite:$own/x\nwatch:/usr/lib\n"
        + "interpreter:$plugin/python\nmemory:\(16 << 30)")
    #expect(!free.all.contains { $0.isAsked })
  }

  @Test func `of two declarations are joined with the larger memory`() throws {
    let both = try needs("run\nmemory:1048576").joined(needs("network\nmemory:2097152\nrun"))
    #expect(both.text == "memory:2097152\nnetwork\nrun\n")
  }
}
