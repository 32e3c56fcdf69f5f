import Foundation
import TestSupport
import Testing

@testable import host

/// The files that describe the program, read by the programs they are for.
@Suite(.startsProcesses) struct `A shell` {
  private let stage: Stagehand
  private let environment: [String: String]

  init() throws {
    stage = try Stagehand()
    let folder = stage.folder.path("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/cue", withDestinationPath: Places.product("host"))
    _ = try stage.folder.write(HelpFormat.bash.text, as: "cue.bash")
    _ = try stage.folder.write(HelpFormat.fish.text, as: "cue.fish")
    _ = try stage.folder.write(HelpFormat.zsh.text, as: "_cue")
    _ = try stage.folder.write(HelpFormat.man.text, as: "cue.1")
    _ = try stage.folder.write("", as: "zebra.wav")
    environment = ["PATH": "\(folder):/usr/bin:/bin", "TERM": "dumb"]
  }

  static func program(_ name: String) -> String? {
    ["/usr/bin/", "/bin/"].map { $0 + name }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// What is typed, and what is offered.
  static let cases: [(line: String, offered: [String])] = [
    ("cue reh", ["rehearse"]), ("cue speech l", ["list"]), ("cue rehearse x --scr", ["--scripted"]),
    ("cue rehearse x --tone te", ["tense"]), ("cue audio rate 3 n", ["none"]),
    ("cue script convert a b --format fd", ["fdx"]), ("cue speak -v fl", ["flite"]),
    ("cue library clean --mo", ["--most"]), ("cue --voi", ["--voice"]),
    ("cue speech show --titl", []),
    ("cue help prac", ["practice"]),
  ]

  @Test(.enabled(if: program("bash") != nil, "bash is not installed"))
  func `that is bash offers commands, verbs, options, choices, files and plugins`() throws {
    let more: [(line: String, offered: [String])] = [
      ("cue generate x --subtitles srt,v", ["srt,vtt"]), ("cue speak --voice=fl", ["flite"]),
      ("cue -v flite:s", ["slt"]),
      ("cue listen \(stage.folder.path("zeb"))", [stage.folder.path("zebra.wav")]),
    ]
    for (line, offered) in Self.cases + more {
      let script = """
        source '\(stage.folder.path("cue.bash"))'; complete -p cue >/dev/null || exit 1
        COMP_LINE=$1; COMP_POINT=${#1}; COMP_WORDS=(cue); _cue 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let run = try stage.run("/bin/bash", ["-c", script, "bash", line], environment)
      #expect(run.text.split(separator: "\n").map(String.init) == offered, "\(line) \(run.talk)")
    }
  }

  @Test(.enabled(if: program("fish") != nil, "fish is not installed"))
  func `A shell that is fish offers them, too`() throws {
    let fish = try #require(Self.program("fish"))
    for (line, offered) in Self.cases {
      let script = "source '\(stage.folder.path("cue.fish"))'; complete -C '\(line)'"
      let run = try stage.run(fish, ["--no-config", "-c", script], environment)
      let words = run.text.split(separator: "\n").map {
        String($0.prefix { $0 != "\t" }).replacing("--voice=", with: "")
      }
      #expect(words == offered, "\(line) \(run.talk)")
    }
  }

  @Test(.enabled(if: program("zsh") != nil, "zsh is not installed"))
  func `that is zsh reads its completion`() throws {
    let zsh = try #require(Self.program("zsh"))
    #expect(try stage.run(zsh, ["-n", stage.folder.path("_cue")], environment).status == 0)
    let script = """
      fpath=('\(stage.folder.path)' $fpath); autoload -Uz compinit
      compinit -u -d '\(stage.folder.path("dump"))'; print -r -- $_comps[cue]
      """
    let run = try stage.run(zsh, ["-f", "-c", script], environment)
    #expect(run.text == "_cue\n", "\(run.talk)")
  }

  @Test(.enabled(if: program("man") != nil, "man is not installed"))
  func `has a man page without a complaint`() throws {
    let man = try #require(Self.program("man"))
    let page = stage.folder.path("cue.1")
    let run = try stage.run(
      man, ["--warnings", "-l", page],
      environment.merging(["MANWIDTH": "80"]) { $1 })
    #expect(run.status == 0 && run.talk.isEmpty, "\(run.talk)")
    for title in [
      "NAME", "SYNOPSIS", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
    ] {
      #expect(run.text.contains(title), "\(title)")
    }
  }
}
