import Foundation
import TestSupport
import Testing

/// A shell that may mount: only it sees the mount, which ends with the shell.
private enum MountingShell {
  /// Whether this user has it.
  static let isThere: Bool = {
    let mounts = try? run("mount -t tmpfs -o size=64k tmpfs /tmp") { try Run($0, $1) }
    return mounts?.status == 0
  }()

  /// Runs a script of the shell by `run`; its `$0` is the program.
  static func run(
    _ script: String, _ run: (String, [String]) throws -> Run
  ) rethrows -> Run {
    try run(
      "/usr/bin/env",
      [
        "unshare", "--user", "--map-root-user", "--mount", "/bin/bash", "-c", script,
        Places.product("host"),
      ])
  }
}

/// The real program with a library on a file system of its own, where this user may mount one.
@Suite(.startsProcesses, .enabled(if: MountingShell.isThere)) struct `A library` {
  private let stage: Stagehand
  private let scene: String

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    scene = try stage.folder.write(
      "INT. TRAIN\n\nJAMIE\nWho are you running from this time?\n\nALEX\nI have bought two tickets for the morning "
        + "train, and one for the evening.\n\nJAMIE\nThen I shall wait.\n", as: "scene.fountain")
  }

  private func run(_ script: String) throws -> Run {
    try MountingShell.run(script) { try stage.run($0, $1) }
  }

  /// Nothing at all fits, or the take's folder and a second of sound.
  @Test(arguments: [0, 8, 40, 200])
  func `that fills while a scene is recorded keeps no take that cannot be read`(kilobytes: Int)
    throws
  {
    let run = try run(
      """
      data="$CUE_HOME/data"; mkdir -p "$data" && mount -t tmpfs -o size=3m tmpfs "$data" || exit 99
      rehearse() { "$0" rehearse '\(scene)' --as alex -v mock --device null "$@" >/dev/null; echo "rehearsed $?"; }
      rehearse --scripted /dev/null 2>/dev/null
      head -c \(kilobytes * 1024) /dev/zero > "$data/room"
      cat /dev/zero > "$data/fill" 2>/dev/null
      rm "$data/room"
      rehearse --robot flite:rms --record
      rm "$data/fill"
      "$0" library check; echo "checked $?"
      "$0" takes list '\(scene)' --json
      """)
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.filter { $0 == "rehearsed 0" }.count == 2, "\(run.text) \(run.talk)")
    #expect(lines.contains("checked 0"), "\(run.text) \(run.talk)")
    #expect(run.talk.contains("recorded"), "\(run.talk)")
    for line in lines where line.hasPrefix("{") {
      let take = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(take?["frames"] as? Int ?? 0 > 0, "\(line)")
    }
  }

  @Test func `that cannot be written to is listed, shown and heard`() throws {
    try stage.story(["new", "Duet", "--player", "ann"])
    try stage.story(["import", "Duet", try stage.tone(0.2)])
    #expect(try stage.host(["speech", "add", "--title", "Toast"], input: "To you.").status == 0)
    let mix = stage.folder.path("mix.wav")
    let run = try run(
      """
      mount --bind "$CUE_HOME/data" "$CUE_HOME/data" && mount -o remount,bind,ro "$CUE_HOME/data" || exit 99
      for words in 'story list' 'story show Duet' 'story tree Duet' 'speech list' 'speech show Toast' 'takes list' \
        'library check' "story mix Duet -o \(mix)"; do
        "$0" $words; echo "$words: $?"
      done
      "$0" story dial Duet --speed 2; echo "dial: $?"
      """)
    #expect(run.status == 0, "\(run.talk)")
    for words in [
      "story list", "story show Duet", "story tree Duet", "speech list", "speech show Toast",
      "takes list", "library check", "story mix Duet -o \(mix)",
    ] { #expect(run.text.contains("\(words): 0\n"), "\(words): \(run.text) \(run.talk)") }
    #expect(run.text.contains("Toast") && run.text.contains("To you."))
    #expect(FileManager.default.fileExists(atPath: mix))
    // What would change it is refused.
    #expect(!run.text.contains("dial: 0"), "\(run.text)")
  }
}
