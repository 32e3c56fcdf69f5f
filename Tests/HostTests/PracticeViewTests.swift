import CueTerminal
import Foundation
import TestSupport
import Testing

@testable import host

@Suite struct `The view of practice` {
  private static let view = PracticeView(words: Messages(language: .english))
  private static let estonian = PracticeView(words: Messages(language: .estonian))
  private static let scene: PracticePage = {
    var scene = PracticePage()
    scene.title = "The Tide"
    scene.previous = "Good evening to you all."
    scene.current = "The tide comes in twice a day, and nobody has ever stopped it."
    scene.next = "So we built our houses higher."
    scene.word = 4..<8
    scene.number = 3
    scene.count = 9
    scene.phase = .reading
    scene.voice = "flite:slt"
    scene.secondsLeft = 125
    return scene
  }()

  private static func changed(_ change: (inout PracticePage) -> Void) -> PracticePage {
    var scene = scene
    change(&scene)
    return scene
  }

  private func picture(
    _ scene: PracticePage = scene, _ columns: Int = 80, _ rows: Int = 24
  ) -> Picture {
    Self.view.picture(of: scene, ScreenSize(columns: columns, rows: rows))
  }

  private static let repeating = changed {
    $0.phase = .repeating(secondsLeft: 12.3, of: 14)
    $0.word = nil
    $0.note = "The voice plugin flite crashed; espeak says it instead."
  }
  private static let many = changed {
    $0.count = 210
    $0.number = 104
    $0.phase = .paused
    $0.passes = 3
    $0.loop = 100...120
    $0.pause = .off
  }
  private static let keys = changed { $0.help = 0 }

  /// The pictures themselves are in files; look at them to judge a difference by eye.
  @Test(arguments: [
    ("80x24", scene, 80, 24), ("20x5", scene, 20, 5), ("40x8", scene, 40, 8),
    ("repeating-80x24", repeating, 80, 24), ("repeating-20x5", repeating, 20, 5),
    ("many-60x12", many, 60, 12), ("keys-80x24", keys, 80, 24), ("keys-20x5", keys, 20, 5),
  ])
  func `The view of practice is as it was agreed on`(
    name: String, scene: PracticePage, columns: Int, rows: Int
  ) throws {
    try compare(picture(scene, columns, rows), name)
  }

  @Test func `is as it was agreed on, in Estonian`() throws {
    let size = ScreenSize(columns: 80, rows: 16)
    var scene = Self.repeating
    scene.note = ""
    try compare(Self.estonian.picture(of: scene, size), "repeating-estonian-80x16")
    try compare(Self.estonian.picture(of: Self.keys, size), "keys-estonian-80x16")
  }

  private func compare(_ picture: Picture, _ name: String) throws {
    let path = Places.source("Tests/Fixtures/practice/\(name).txt")
    let shown = picture.text.joined(separator: "\n") + "\n"
    // CUE_UPDATE_PICTURES=1 writes what is shown now.
    if ProcessInfo.processInfo.environment["CUE_UPDATE_PICTURES"] != nil {
      try shown.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try shown == String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func `the current word stands out, its segment is large, and others are faint`() {
    let picture = picture()
    #expect(picture.text(styled: .reverse) == ["tide"])
    #expect(
      picture.text(styled: .bold) == [
        "The Tide", "The tide comes in twice a day,", "and nobody has ever stopped it.",
        "► Listen", "◆",
      ])
    let faint = picture.text(styled: .dim)
    #expect(faint.contains("Good evening to you all."))
    #expect(faint.contains("So we built our houses higher."))
  }

  /// Without styles, the page still shows what is done and where.
  @Test func `every state of practice has words and a sign`() {
    let phases: [PracticePage.Phase] = [
      .ready, .reading, .repeating(secondsLeft: 1, of: 2), .repeatingUntilQuiet, .paused, .theEnd,
      .timeIsUp,
    ]
    for size in [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 20, rows: 5)] {
      let texts = phases.map { phase in
        Self.view.picture(of: Self.changed { $0.phase = phase }, size).text.joined()
      }
      #expect(Set(texts).count == phases.count)
    }
  }

  @Test func `has dots up to twenty, then a bar`() {
    func progress(_ number: Int, _ count: Int) -> String {
      picture(
        Self.changed {
          $0.number = number
          $0.count = count
        }
      ).text[22]
    }
    #expect(progress(1, 20).hasPrefix(" ◆" + String(repeating: " ·", count: 19) + "  1 / 20"))
    #expect(progress(20, 20).hasPrefix(" •" + String(repeating: " •", count: 18) + " ◆  20 / 20"))
    #expect(progress(1, 21).hasPrefix(" █" + String(repeating: "░", count: 23) + "  1 / 21"))
    #expect(progress(21, 21).hasPrefix(" " + String(repeating: "█", count: 24) + "  21 / 21"))
    #expect(picture(PracticePage()).text[22].hasPrefix("   0 / 0"))
    #expect(picture(PracticePage()).text.contains { $0.contains("nothing to say") })
  }

  @Test func `of a segment larger than the screen shows the part that is spoken`() {
    let words = (0..<1600).map { "w\($0)" }
    let text = words.joined(separator: " ")
    #expect(text.utf8.count > 8000)
    for spoken in [0, 1, 700, 1598, 1599] {
      let offset = words[..<spoken].reduce(0) { $0 + $1.utf8.count + 1 }
      let scene = Self.changed {
        $0.current = text
        $0.word = offset..<offset + words[spoken].utf8.count
      }
      for (columns, rows) in [(80, 24), (20, 5), (7, 3)] {
        #expect(picture(scene, columns, rows).text(styled: .reverse) == [words[spoken]])
      }
    }
  }

  @Test func `stays on the screen, however small it is, and nothing traps`() {
    var scenes = [Self.scene, Self.repeating, Self.many, Self.keys, PracticePage()]
    scenes.append(
      Self.changed {
        $0.current = "日本語です。👩‍👩‍👧\u{1b}[2J"
        $0.entry = "12345"
      })
    for scene in scenes {
      for columns in [1, 2, 3, 5, 9, 12, 20, 24, 29, 30, 36, 40, 44, 60, 80] {
        for rows in [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 20, 24] {
          let picture = picture(scene, columns, rows)
          #expect(picture.text.count == rows)
          #expect(picture.text.allSatisfy { Glyph.columns(of: $0) <= columns })
        }
      }
    }
  }

  @Test func `says what has to be known before anything else`() {
    for (columns, rows) in [(80, 24), (20, 5)] {
      let scene = Self.changed { $0.note = "No sound." }
      #expect(picture(scene, columns, rows).text.contains { $0.contains("No sound.") })
    }
  }
}
