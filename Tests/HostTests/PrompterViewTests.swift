import CueRehearsal
import CueScreenplay
import CueTerminal
import Foundation
import TestSupport
import Testing

@testable import host

@Suite struct `The prompter of a rehearsal` {
  private static let script = """
    Title: The Last Train

    INT. HALDEN STATION - NIGHT

    Rain on a glass roof.

    OSKAR
    There is always a train.

    NORA
    (to herself)
    Does it stop here,
    in the middle of the night?

    OSKAR
    If I put the lamp out. 你好，是的 café 👩‍👩‍👧.

    NORA
    Then put it out.
    """
  private static let view = PrompterView(words: Messages(language: .english), isColoured: true)

  private static func scene(
    _ settings: PrompterSettings = PrompterSettings(),
    _ change: (inout PrompterScene) -> Void = { _ in }
  ) throws -> PrompterScene {
    let script = try SceneReader.read(Array(script.utf8))
    var scene = PrompterScene(Prompter(script: script, roles: ["NORA"], settings))
    change(&scene)
    return scene
  }

  /// The line with that number, by its index.
  private static func line(_ number: Int) throws -> Int {
    let script = try SceneReader.read(Array(script.utf8))
    return try #require(DialogueNumbers(script).index(of: number))
  }

  private static func partner() throws -> PrompterScene {
    let line = try line(1)
    return try scene {
      $0.prompter.take(.state(from: .idle, to: .playingPartner, line: line))
      $0.prompter.take(.speaking(line: line, character: "OSKAR", voice: "mock", frame: 0))
      $0.prompter.take(.word(line: line, textRange: 9..<15, frame: 0))
    }
  }

  private static func mine(_ settings: PrompterSettings = PrompterSettings()) throws
    -> PrompterScene
  {
    let line = try line(2)
    return try scene(settings) {
      $0.mode = .heard
      $0.prompter.take(.state(from: .playingPartner, to: .waitingForUser, line: line))
      $0.prompter.take(.listening(line: line))
      $0.prompter.take(.partial(line: line, text: "does it stop"))
      $0.prompter.take(level: 0.5)
    }
  }

  private static func hidden(_ hiding: WordHiding) throws -> PrompterScene {
    var settings = PrompterSettings()
    settings.hiding = .fixed(hiding)
    return try mine(settings)
  }

  private static func scene(named name: String) throws -> PrompterScene {
    switch name {
    case "partner": return try partner()
    case "mine": return try mine()
    case "letters": return try hidden(.oneLetter)
    case "nothing": return try hidden(.nothing)
    case "mirror":
      var settings = PrompterSettings()
      settings.isMirrored = true
      return try mine(settings)
    case "only-mine":
      var settings = PrompterSettings()
      settings.isOnlyMine = true
      return try mine(settings)
    case "large":
      var settings = PrompterSettings()
      settings.size = 3
      return try mine(settings)
    case "note":
      var scene = try mine()
      scene.note = "That was another line: “Then put it out.” Say it again; Enter goes on."
      return scene
    case "entry":
      var scene = try partner()
      scene.entry = (.tones, "angry")
      return scene
    case "countdown":
      return try Self.scene { $0.prompter.take(countdown: 3) }
    default:
      var scene = try mine()
      scene.help = 0
      return scene
    }
  }

  /// The pictures themselves are in files; look at them to judge a difference by eye.
  @Test(arguments: [
    ("partner", 80, 24), ("partner", 20, 5), ("mine", 80, 24), ("mine", 40, 10), ("mine", 20, 5),
    ("mine", 19, 4), ("letters", 80, 24), ("nothing", 60, 16), ("mirror", 80, 24),
    ("only-mine", 60, 16), ("large", 80, 30), ("note", 80, 24), ("note", 20, 5),
    ("entry", 40, 12), ("countdown", 30, 8), ("keys", 80, 24), ("keys", 20, 5),
  ])
  func `The prompter of a rehearsal is as it was agreed on`(name: String, columns: Int, rows: Int)
    throws
  {
    let scene = try Self.scene(named: name)
    let picture = Self.view.picture(of: scene, ScreenSize(columns: columns, rows: rows))
    let path = Places.source("Tests/Fixtures/prompter/\(name)-\(columns)x\(rows).txt")
    let shown = picture.text.joined(separator: "\n") + "\n"
    // CUE_UPDATE_PICTURES=1 writes what is shown now.
    if ProcessInfo.processInfo.environment["CUE_UPDATE_PICTURES"] != nil {
      try shown.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try shown == String(contentsOfFile: path, encoding: .utf8))
  }

  private func picture(
    _ scene: PrompterScene, _ columns: Int = 80, _ rows: Int = 24, isColoured: Bool = true
  ) -> Picture {
    PrompterView(words: Messages(language: .english), isColoured: isColoured)
      .picture(of: scene, ScreenSize(columns: columns, rows: rows))
  }

  @Test func `has the current line in the middle`() throws {
    for rows in [12, 15, 24, 40] {
      let text = picture(try Self.mine(), 80, rows).text
      let first = try #require(text.firstIndex { $0.contains("NORA") })
      let last = try #require(text.firstIndex { $0.contains("in the middle") })
      #expect(abs((first + last) / 2 - rows / 2) <= 3, "\(rows) rows: \(first) to \(last)")
    }
  }

  @Test func `own lines are distinguished without colours`() throws {
    let plain = picture(try Self.mine(), isColoured: false)
    #expect(plain.text(styled: .green).isEmpty && plain.text(styled: .cyan).isEmpty)
    #expect(plain.text.filter { $0.contains("▌") }.allSatisfy { !$0.contains("OSKAR") })
    #expect(plain.text.contains { $0.contains("▌") && $0.contains("▶ 2  NORA") })
    let coloured = picture(try Self.mine())
    #expect(coloured.text == plain.text)
    #expect(!coloured.text(styled: .green).isEmpty)
  }

  @Test func `lights the word that is spoken, and those before it`() throws {
    let partner = picture(try Self.partner())
    #expect(partner.text(styled: [.bold, .reverse]).contains("always"))
    #expect(partner.text(styled: [.bold, .cyan]).contains("There is always"))
    let mine = picture(try Self.mine())
    #expect(mine.text(styled: [.bold, .reverse, .green]).contains("stop"))
    #expect(mine.text(styled: [.bold, .green]).contains { $0.hasSuffix("Does it stop") })
  }

  @Test func `says in words what goes on, on any screen`() throws {
    for (columns, rows) in [(80, 24), (40, 8), (20, 5)] {
      let text = picture(try Self.mine(), columns, rows).text.joined(separator: "\n")
      #expect(text.contains("Your turn"), "\(columns) × \(rows)")
      let partner = picture(try Self.partner(), columns, rows).text.joined(separator: "\n")
      #expect(partner.contains("OSKAR speaks"), "\(columns) × \(rows)")
    }
  }

  @Test func `shows hidden words when they are said or asked for`() throws {
    var scene = try Self.hidden(.blanks)
    #expect(picture(scene).text.contains { $0.contains("Does it stop ____,") })
    scene.prompter.take(
      .prompted(line: try Self.line(2), textRange: 13..<17, isCorrection: false))
    #expect(picture(scene).text.contains { $0.contains("Does it stop here,") })
    #expect(picture(scene).text(styled: .underline).contains("here"))
  }

  @Test func `moves smoothly from one line to the next`() throws {
    var scene = try Self.mine()
    let still = picture(scene).text
    func row(_ progress: Double) throws -> Int {
      scene.ease = PrompterScene.Ease(from: try Self.line(1), progress: progress)
      return try #require(picture(scene).text.firstIndex { $0.contains("▶ 2  NORA") })
    }
    let rows = try [0, 0.1, 0.3, 0.6, 0.9].map(row)
    #expect(rows == rows.sorted(by: >) && rows[0] > rows[4], "\(rows)")
    scene.ease = PrompterScene.Ease(from: try Self.line(1), progress: 1)
    #expect(picture(scene).text == still)
  }

  /// Whatever the size, nothing traps, and no row is wider than the screen.
  @Test func `The prompter of a rehearsal fits any screen`() throws {
    for name in ["partner", "mine", "nothing", "mirror", "only-mine", "large", "note", "keys"] {
      let scene = try Self.scene(named: name)
      for columns in [1, 2, 5, 19, 20, 27, 39, 80, 200] {
        for rows in [1, 2, 4, 5, 6, 7, 8, 11, 12, 14, 16, 60] {
          let text = picture(scene, columns, rows).text
          #expect(text.count == rows)
          #expect(text.allSatisfy { Glyph.columns(of: $0) <= columns })
        }
      }
    }
  }
}

@Suite(.startsProcesses) struct `A rehearsal on a screen of its own` {
  private let stage: Stagehand
  private var scene: String { stage.folder.path("scene.fountain") }

  init() throws {
    stage = try Stagehand()
    try stage.folder.write(
      "INT. HALL - NIGHT\n\nALEX\nOne and a half.\n\nJAMIE\nTwo.\n\nALEX\nThree.\n",
      as: "scene.fountain")
  }

  private func start(
    _ more: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> TerminalRun {
    let run = try stage.startAtTerminal(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "-o", stage.folder.path("session.wav")]
        + more, environment, columns: columns, rows: rows)
    #expect(run.waits { $0.text.contains { $0.contains("Your turn") } }, "\(run.screen.text)")
    return run
  }

  @Test func `shows what a file does in the actor's place, and keys work beside it`() throws {
    let stage = try Stagehand(adding: ["file"])
    try stage.folder.write(
      "INT. HALL - NIGHT\n\nALEX\nOne and a half.\n\nJAMIE\nTwo.\n\nALEX\nThree.\n",
      as: "scene.fountain")
    try stage.folder.write("0.2\n30\n", as: "actor.txt")
    let run = try stage.startAtTerminal([
      "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--device",
      "file:" + stage.folder.path("heard.wav"), "--scripted", stage.folder.path("actor.txt"),
      "--local-only",
    ])
    #expect(
      run.waits { $0.isOtherScreen && $0.text.contains { $0.contains("▶ 3  ALEX") } },
      "\(run.screen.text)")
    #expect(run.screen.text.first?.contains("offline") == true, "\(run.screen.text)")
    run.type("?")
    #expect(run.waits { $0.text.contains { $0.contains("Keys") } }, "\(run.screen.text)")
    // The first closes the list.
    run.type("q")
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test func `states that pass before they are drawn are not shown`() throws {
    try stage.folder.write("line\nline\n", as: "actor.txt")
    let run = try stage.startAtTerminal([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--scripted",
      stage.folder.path("actor.txt"),
    ])
    #expect(run.end() == 0)
    #expect(run.written.contains("One and a half.") && run.written.contains("The end."))
  }

  @Test func `goes from line to line, and leaves the terminal as it was`() throws {
    let run = try start()
    #expect(run.screen.isOtherScreen && !run.screen.isCursorShown)
    #expect(run.screen.text.contains { $0.contains("▶ 1  ALEX") })
    run.type("\r")
    #expect(
      run.waits {
        $0.text.contains { $0.contains("▌") && $0.contains("Three.") } && !$0.text[12].isEmpty
      })
    run.type("\r")
    #expect(run.end() == 0)
    #expect(run.written.contains("The end. 3 of 3 lines"), "\(run.written.suffix(200))")
    #expect(run.isAsItWas)
  }

  @Test func `hides and prompts by keys and pedals`() throws {
    let run = try start(["--hide", "blanks"])
    #expect(run.waits { $0.text.contains { $0.contains("___ ___ _ ____.") } })
    run.type("\t")
    #expect(run.waits { $0.text.contains { $0.contains("One and a ____.") } }, "\(run.screen.text)")
    run.type("\u{1b}[15;2~")
    #expect(run.waits { $0.text.contains { $0.contains("One and a half.") } })
    run.type("q")
    #expect(run.end() == 0)
  }

  @Test func `directs the partner by keys, keeps it beside the script, and takes it back`() throws {
    let run = try start()
    let path = scene + ".direction"
    func kept() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    run.type("tangry\r")
    #expect(run.waits { $0.text.contains { $0.contains("Line 2, JAMIE: angry.") } })
    run.type(">")
    #expect(run.waits { $0.text.contains { $0.contains("Line 2, JAMIE: 0.1 s of silence") } })
    #expect(kept() == "[line 2]\ntones = angry\ndelay = 0.1\n")
    run.type("u")
    #expect(run.waits { $0.text.contains { $0.contains("Taken back.") } })
    #expect(kept() == "[line 2]\ntones = angry\n")
    run.type("nlook up\r")
    #expect(run.waits { $0.text.contains { $0.contains("✎ look up") } }, "\(run.screen.text)")
    run.type("tblue\r")
    #expect(run.waits { $0.text.contains { $0.contains("“blue” names no tone") } })
    run.type("q")
    #expect(run.end() == 0)
  }

  @Test func `keys are listed on any screen, and a new size redraws it`()
    throws
  {
    let run = try start(columns: 20, rows: 5)
    run.type("?")
    #expect(run.waits { $0.text[0] == "Keys" })
    run.type("x")
    #expect(run.waits { $0.text.contains { $0.contains("Your turn") } })
    run.resize(columns: 80, rows: 24)
    #expect(run.waits { $0.text[0].contains("by hand") }, "\(run.screen.text)")
    run.resize(columns: 10, rows: 3)
    #expect(run.waits { $0.text[0] == "This" || $0.text[0].hasPrefix("This scree") })
    run.resize(columns: 80, rows: 24)
    #expect(run.waits { $0.text[0].contains("by hand") })
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test func `is there again when it comes back from the shell`() throws {
    let run = try stage.startAtTerminal(
      shell: "\"$0\" \"$@\"; echo stopped $?; stty -a; read answer; fg; echo ended $?",
      [
        "rehearse", scene, "--as", "alex", "-v", "mock", "-o", stage.folder.path("session.wav"),
      ])
    #expect(run.waits { $0.text.contains { $0.contains("▶ 1  ALEX") } })
    run.type("\u{1a}")
    #expect(run.waits(forWords: "stopped \(128 + SIGTSTP)"), "\(run.written)")
    #expect(run.waits(forWords: " icanon"), "the shell has its terminal back")
    run.type("yes\n")
    #expect(
      run.waits { $0.isOtherScreen && $0.text.contains { $0.contains("▶ 1  ALEX") } },
      "\(run.screen.text)")
    run.type("q")
    #expect(run.waits(forWords: "ended 0"), "\(run.written)")
    #expect(run.end() == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `ends by a signal, and leaves the terminal as it was`(signal: Int32) throws {
    let run = try start()
    kill(run.process, signal)
    #expect(run.end() == 130)
    #expect(run.isAsItWas)
  }

  @Test func `NO_COLOR switches colours off`() throws {
    let run = try start(environment: ["NO_COLOR": "1"])
    #expect(run.screen.text(styled: .green).isEmpty)
    run.type("q")
    #expect(run.end() == 0)
    let coloured = try start(environment: ["NO_COLOR": ""])
    #expect(!coloured.screen.text(styled: .green).isEmpty)
    coloured.type("q")
    #expect(coloured.end() == 0)
  }
}
