import CueTerminal
import Foundation
import TestSupport
import Testing

@testable import CueStore
@testable import CueStory
@testable import host

@Suite struct `The canvas on a screen` {
  private static let words = Messages(language: .english)
  private static let hertz = 8000

  private static func take(
    _ id: Int, answers parent: Int?, seconds: Double, by author: String = "ann",
    _ label: String = "", _ change: (inout StoredTake) -> Void = { _ in }
  ) -> StoredTake {
    var take = StoredTake(
      id: "\(id)", parent: parent.map { "\($0)" } ?? "", author: author, channels: 1,
      isFloat: false, frames: Int(seconds * Double(hertz)), digest: "", recordedRate: 1000,
      recordedPitch: 0)
    take.number = id
    take.label = label
    change(&take)
    return take
  }

  private static var view: StoryView {
    var story = StoredStory(id: "s", title: "A Duet in Spring", player: "ann", rateHertz: hertz)
    story.head = "4"
    return StoryView(
      story: story,
      takes: [
        take(1, answers: nil, seconds: 4, "Good evening"),
        take(2, answers: 1, seconds: 7, by: "bob", "Is anybody there?"),
        take(3, answers: 2, seconds: 6) { $0.isMuted = true },
        take(5, answers: 2, seconds: 9, by: "bob", "Another way"),
        take(4, answers: 3, seconds: 5, by: "bob", "No") { $0.damage = "overruns=1" },
      ])
  }

  /// A waveform of known shape: louder from the start to the end.
  private static func peaks(_ take: StoredTake) -> TakePeaks? {
    var peaks = TakePeaks(rateHertz: hertz, recordedAt: .one)
    let count = TakePeaks.count(frames: take.frames, rateHertz: hertz)
    for index in 0..<count { peaks.append(Double(index) / Double(count)) }
    return peaks
  }

  private static func canvas(isColoured: Bool = true, _ words: Messages = words)
    -> StoryCanvasView
  {
    StoryCanvasView(words: words, isColoured: isColoured, peaks: peaks)
  }

  private static func state(named name: String) -> CanvasState {
    var view = view
    if name == "locked" {
      view.story.isActive = false
      view.story.holder = "bob"
    }
    if name == "empty" {
      view = StoryView(
        story: StoredStory(id: "s", title: "Nothing yet", player: "ann", rateHertz: hertz),
        takes: [])
    }
    var state = CanvasState(view, atLastTail: true)
    func press(_ keys: CanvasKey...) { for key in keys { _ = state.press(key, columns: 80) } }
    switch name {
    case "playing":
      press(.home, .go)
      _ = state.take(CanvasReport(tick: 5 * 8_000_000, isPlaying: true))
    case "marked":
      press(.fine, .slower, .higher, .link, .click, .marker, .previous, .preRoll)
    case "recording", "recorded-long":
      press(.marker, .go)
      for tenth in 0...(name == "recording" ? 15 : 60) {
        _ = state.take(
          CanvasReport(
            tick: state.target.map { $0.marker + tenth * 800_000 } ?? 0, isPlaying: true,
            level: Double(tenth % 10) / 10))
      }
    case "locked": press(.marker)
    case "far": press(.zoomOut, .zoomOut, .zoomOut, .zoomOut, .zoomOut)
    case "near": press(.zoomIn, .zoomIn, .home)
    case "tree": press(.tree, .previous, .previous)
    case "keys": press(.keys)
    default: break
    }
    return state
  }

  /// The pictures themselves are in files; look at them to judge a difference by eye.
  @Test(arguments: [
    ("stopped", 100, 30), ("stopped", 80, 24), ("stopped", 40, 12), ("stopped", 39, 11),
    ("playing", 80, 24), ("marked", 80, 24), ("marked", 40, 12), ("recording", 80, 24),
    ("recording", 40, 12), ("recorded-long", 60, 16), ("locked", 80, 24), ("far", 60, 16),
    ("near", 60, 16), ("tree", 80, 24), ("tree", 40, 12), ("keys", 80, 30), ("keys", 40, 12),
    ("empty", 60, 16),
  ])
  func `The canvas on a screen is as it was agreed on`(name: String, columns: Int, rows: Int) throws
  {
    let picture = Self.canvas().picture(
      of: Self.state(named: name), ScreenSize(columns: columns, rows: rows))
    let path = Places.source("Tests/Fixtures/canvas/\(name)-\(columns)x\(rows).txt")
    let shown = picture.text.joined(separator: "\n") + "\n"
    // CUE_UPDATE_PICTURES=1 writes what is shown now.
    if ProcessInfo.processInfo.environment["CUE_UPDATE_PICTURES"] != nil {
      try shown.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try shown == String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func `has its playhead in the middle, whatever the place`() throws {
    for columns in [40, 41, 80, 101] {
      for second in [0, 3, 9] {
        var state = Self.state(named: "stopped")
        _ = state.press(.home, columns: columns)
        for _ in 0..<second * 4 { _ = state.press(.right, columns: columns) }
        let text = Self.canvas().picture(of: state, ScreenSize(columns: columns, rows: 20)).text
        let ruler = Array(text[2])
        #expect(ruler.count > columns / 2 && ruler[columns / 2] == "▼", "\(columns), \(second)")
      }
    }
  }

  @Test func `the marker and own takes are distinguished without colours`() {
    let state = Self.state(named: "marked")
    let size = ScreenSize(columns: 80, rows: 24)
    let plain = Self.canvas(isColoured: false).picture(of: state, size)
    let coloured = Self.canvas().picture(of: state, size)
    #expect(plain.text == coloured.text)
    for style: Style in [.red, .green, .cyan] { #expect(plain.text(styled: style).isEmpty) }
    #expect(coloured.text(styled: [.red, .bold]).contains { $0.contains("◉ punch") })
    #expect(plain.text.contains { $0.contains("◉ punch") })
    #expect(plain.text.contains { $0.contains("○ pre-roll") })
    #expect(!coloured.text(styled: .green).isEmpty && !coloured.text(styled: .cyan).isEmpty)
  }

  @Test(arguments: TalkLanguage.allCases)
  func `says in words what goes on, on any screen`(language: TalkLanguage) {
    let words = Messages(language: language)
    for (name, message): (String, CanvasMessage) in [
      ("stopped", .stopped), ("playing", .playing), ("marked", .markerSet),
      ("recording", .recording),
    ] {
      for (columns, rows) in [(40, 12), (80, 24), (200, 60)] {
        let text = Self.canvas(words).picture(
          of: Self.state(named: name), ScreenSize(columns: columns, rows: rows)
        ).text
        #expect(text.contains { $0.contains(words(message)) }, "\(name), \(columns) × \(rows)")
      }
    }
  }

  /// Whatever the size, nothing traps, and no row is wider than the screen.
  @Test func `The canvas on a screen fits any screen`() {
    for name in [
      "stopped", "playing", "marked", "recording", "locked", "far", "near", "tree", "keys", "empty",
    ] {
      let state = Self.state(named: name)
      for columns in [1, 2, 20, 39, 40, 41, 57, 80, 133, 300] {
        for rows in [1, 2, 11, 12, 13, 17, 24, 50] {
          let size = ScreenSize(columns: columns, rows: rows)
          let picture = Self.canvas().picture(of: state, size)
          #expect(picture.size == size)
          for row in picture.text { #expect(Glyph.columns(of: row) <= columns) }
          if columns < 40 || rows < 12 {
            #expect(!picture.text.contains { $0.contains("ann") }, "\(columns) × \(rows)")
          }
        }
      }
    }
  }

  /// Of ten thousand takes only those are asked for their waveforms that are seen.
  @Test func `only the visible part of a long story is drawn`() {
    var story = StoredStory(id: "s", title: "Long", player: "ann", rateHertz: Self.hertz)
    let takes = (0..<10_000).map { index in
      Self.take(index, answers: index == 0 ? nil : index - 1, seconds: index == 0 ? 5 : 9) {
        $0.number = index + 1
      }
    }
    story.head = "9999"
    final class Count { var ids: Set<String> = [] }
    let count = Count()
    let canvas = StoryCanvasView(words: Self.words, isColoured: true) { take in
      count.ids.insert(take.id)
      return nil
    }
    var state = CanvasState(StoryView(story: story, takes: takes), atLastTail: true)
    let size = ScreenSize(columns: 200, rows: 50)
    _ = canvas.picture(of: state, size)
    #expect((1...40).contains(count.ids.count))
    for _ in 0..<20 {
      _ = state.press(.zoomOut, columns: 200)
      _ = canvas.picture(of: state, size)
    }
    #expect(count.ids.count < 400)
    _ = state.press(.tree, columns: 200)
    #expect(
      canvas.picture(of: state, size).text.contains {
        $0.contains("10000") || $0.contains("> ") || $0.contains(">")
      })
  }

  @Test func `The canvas on a screen is the same in lines of words`() {
    let lines = CanvasLines(words: Self.words)
    var state = Self.state(named: "stopped")
    #expect(lines.opening(state).first == "A Duet in Spring: 4 takes, 0:12.0; you have the pen.")
    #expect(lines.takes(state).count == 4)
    #expect(
      lines.takes(state)[1] == "take 2 by bob, “Is anybody there?”, 0:00.0 to 0:07.0")
    func press(_ key: CanvasKey) -> [String] {
      let before = state
      _ = state.press(key, columns: 80)
      return lines.changes(from: before, to: state)
    }
    func pass(_ second: Double) -> [String] {
      let before = state
      _ = state.take(CanvasReport(tick: Int(second * 8e6), isPlaying: true, level: 0.2))
      return lines.changes(from: before, to: state)
    }
    #expect(press(.home) == ["At 0:00.0 takes 1 and 2 sound."])
    #expect(press(.faster) == ["Dials: speed 1.05 ×, pitch 0, linked, click off."])
    #expect(press(.slower) == ["Dials: speed 1.00 ×, pitch 0, linked, click off."])
    #expect(press(.go) == ["Playing."])
    #expect(pass(3.9).isEmpty)
    #expect(pass(4.1) == ["0:04.0: take 1 ends.", "0:04.0: take 3 by ann begins."])
    #expect(press(.go) == ["Stopped.", "At 0:04.1 takes 2 and 3 sound."])
    #expect(
      press(.tree)
        == [
          "Take 3 by ann, “”, 0:06.0 long, 1 answer, branch 1.",
          "It is in the branch that is shown.",
        ])
    _ = press(.cancel)
    _ = press(.end)
    _ = press(.previous)
    #expect(
      press(.marker)
        == ["Space records an answer to take 4 from here.", "Marker set."])
    #expect(press(.go) == ["Recording begins at the marker."])
    #expect(pass(10.1) == ["Recording."])
    #expect(pass(15.1) == ["The take has a tail now and can be ended."])
    #expect(press(.keys).count > 15)
  }

  @Test(arguments: CanvasMessage.allCases)
  func `speaks every language, with the same places`(message: CanvasMessage) {
    let forms = TalkLanguage.allCases.map { Messages(language: $0).forms(message) }
    let places = forms.map { $0.map { Set(Messages.places(in: $0)) } }
    for (index, language) in forms.enumerated() {
      #expect(language.count == forms[0].count && places[index].last == places[0].last)
      for form in language {
        #expect(!form.isEmpty && form.first != " " && form.last != " ")
        #expect(form.filter { $0 == "{" }.count == form.filter { $0 == "}" }.count)
      }
    }
  }

  @Test func `The canvas on a screen has a key for all that it does`() {
    let keys: [Key] = [
      .character(" "), .character("m"), .character("r"), .character("x"), .character("u"), .left,
      .right, .up, .down, .pageUp, .pageDown, .home, .end, .character("+"), .character("-"),
      .character("["), .character("]"), .character("{"), .character("}"), .character("f"),
      .character("l"), .character("c"), .character("s"), .character("t"), .character("?"), .enter,
      .escape, .character("q"),
    ]
    #expect(Set(keys.compactMap(CanvasKey.of)) == Set(CanvasKey.allCases))
    let list = CanvasTalk.keyList(Self.words, columns: 80)
    for name in ["Space", "m", "r", "x", "[ ]", "{ }", "PageUp PageDown", "?", "q"] {
      #expect(list.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  /// A take of 4 s of sound that was recorded at half the speed is heard for 1 s at twice.
  @Test func `shows in the tree how long takes are heard, not how long they were recorded`() {
    var take = StoredTake(
      id: "1", parent: "", author: "ann", channels: 1, isFloat: false, frames: 4 * Self.hertz,
      digest: "", recordedRate: 500, recordedPitch: 0)
    take.number = 1
    take.label = "Slowly"
    var view = Self.view
    view.takes = [take]
    (view.story.head, view.story.masterRate) = ("1", 2000)
    var state = CanvasState(view)
    _ = state.press(.tree, columns: 80)
    let rows = Self.canvas().picture(of: state, ScreenSize(columns: 80, rows: 24)).text
    #expect(rows.contains { $0.contains("1 ann · 0:01.0 · ") }, "\(rows)")
    let before = CanvasState(view)
    let lines = CanvasLines(words: Self.words).changes(from: before, to: state)
    #expect(lines.contains { $0.contains("0:01.0") }, "\(lines)")
  }
}
