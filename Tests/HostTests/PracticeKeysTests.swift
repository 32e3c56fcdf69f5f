import CueKeys
import CuePractice
import CueTerminal
import Testing

@Suite struct `A key in practice` {
  private func actions(
    _ keys: [Key], loop: ClosedRange<Int>? = nil, lastHelpTop: Int = 2
  ) -> [PracticeKeys.Action] {
    var all = PracticeKeys()
    return keys.compactMap { all.take($0, at: 1, loop: loop, lastHelpTop: lastHelpTop) }
  }

  private func commands(_ keys: [Key], loop: ClosedRange<Int>? = nil) -> [PracticeCommand] {
    actions(keys, loop: loop).map { action in
      guard case .command(let command) = action else { preconditionFailure("\(action)") }
      return command
    }
  }

  @Test func `A key in practice is a command`() {
    #expect(commands([.character(" "), .enter]) == [.playOrPause, .playOrPause])
    #expect(commands([.right, .pageDown, .character("n")]) == [.next, .next, .next])
    #expect(commands([.left, .pageUp, .character("p")]) == [.previous, .previous, .previous])
    #expect(commands([.home, .end]) == [.first, .last])
    #expect(
      commands([.up, .character("+"), .down, .character("-")]) == [
        .changeRate(steps: 1), .changeRate(steps: 1), .changeRate(steps: -1),
        .changeRate(steps: -1),
      ])
    #expect(
      commands([.character("]"), .character("[")]) == [
        .changePauseFactor(steps: 1), .changePauseFactor(steps: -1),
      ])
    #expect(
      commands([.character("r"), .character("e"), .character("g"), .character("q"), .escape]) == [
        .repeatSegment, .changePause, .changeGranularity, .stop, .stop,
      ])
    #expect(commands([.tab, .character("x"), .function(9), .control("z"), .delete]).isEmpty)
    #expect(actions([.control("l")]) == [.redraw])
  }

  @Test func `A key in practice of a number waits for Enter`() {
    func digits(_ text: String) -> [Key] { text.map { .character($0) } }
    #expect(commands(digits("12") + [.enter]) == [.jump(12)])
    #expect(commands(digits("12") + [.backspace, .enter]) == [.jump(1)])
    #expect(commands(digits("12") + [.escape, .enter]) == [.playOrPause])
    #expect(commands(digits("12") + [.right, .enter]) == [.next, .playOrPause])
    #expect(commands(digits("99999999999999999999") + [.enter]) == [.jump(99999)])
  }

  @Test func `shows the keys, moves in them, and goes back`() {
    var keys = PracticeKeys()
    func press(_ key: Key) -> PracticeKeys.Action? {
      keys.take(key, at: 1, loop: nil, lastHelpTop: 2)
    }
    #expect(press(.character("?")) == nil && keys.help == 0)
    for top in [1, 2, 2] { #expect(press(.down) == nil && keys.help == top) }
    #expect(press(.up) == nil && keys.help == 1)
    // A pedal is for practice, whatever is shown.
    #expect(press(.pageDown) == .command(.next) && keys.help == 1)
    #expect(press(.character("q")) == nil && keys.help == nil)
    #expect(press(.character("q")) == .command(.stop))
  }

  @Test func `A key in practice plays what the speaker said`() {
    #expect(commands([.character("a")]) == [.playOwn])
  }

  @Test func `sets a loop from here to there, whichever is first, and ends it`() {
    #expect(commands([.character("l"), .character("l")]) == [.setLoop(2...2)])
    #expect(commands([.character("l")], loop: 1...2) == [.setLoop(nil)])
    var keys = PracticeKeys()
    #expect(keys.take(.character("l"), at: 1, loop: nil, lastHelpTop: 0) == nil)
    #expect(keys.loopStart == 2)
    let action = keys.take(.character("l"), at: 0, loop: nil, lastHelpTop: 0)
    #expect(action == .command(.setLoop(1...2)))
    #expect(keys.loopStart == nil)
  }

  @Test func `of a voice takes letters until Enter, and none of them is a command`() {
    func keys(_ text: String) -> [Key] { text.map { .character($0) } }
    #expect(commands(keys("vespeak:et+f3") + [.enter]) == [.setVoice("espeak:et+f3")])
    #expect(
      commands(keys("vqx") + [.backspace, .backspace] + keys("m") + [.enter]) == [.setVoice("m")])
    #expect(commands(keys("vq") + [.escape] + keys("q")) == [.stop])
    #expect(commands(keys("v") + [.enter] + keys("r")) == [.repeatSegment])
    #expect(commands(keys("v1 2") + [.enter]) == [.setVoice("1 2")])
  }
}

@Suite struct `A list in practice` {
  private static let voices = [
    "flite:slt  en-US, female", "flite:rms  en-US, male", "espeak:et  et, male",
  ]
  private static let text = ["One is here.", "Two is here.", "Three is there."]

  /// What the keys ask for, and the list that is left.
  private func press(
    _ keys: [Key], _ items: [String], at index: Int = 1
  ) -> (actions: [PracticeKeys.Action], picker: PracticePicker?) {
    var all = PracticeKeys()
    let actions = keys.compactMap {
      all.take($0, at: index, loop: nil, lastHelpTop: 0, items: items)
    }
    return (actions, all.picker)
  }

  private func keys(_ text: String) -> [Key] { text.map { .character($0) } }

  @Test func `of voices goes up and down, plays samples, and gives one`() {
    let v = Key.character("v")
    #expect(
      press([v, .down, .tab, .down, .tab, .enter], Self.voices).actions == [
        .command(.sample("flite:slt")), .command(.sample("flite:rms")),
        .command(.setVoice("flite:rms")),
      ])
    #expect(press([v, .up, .enter], Self.voices).actions == [.command(.setVoice("espeak:et"))])
    #expect(
      press([v, .down, .down, .down, .down, .up, .enter], Self.voices).actions == [
        .command(.setVoice("flite:rms"))
      ])
    #expect(press([v, .end, .home, .pageDown, .enter], Self.voices).actions.count == 1)
  }

  @Test func `a list keeps the rows with the typed words`() {
    let (actions, picker) = press(keys("vMALE") + [.tab, .down, .down], Self.voices)
    #expect(actions == [.command(.sample("flite:slt"))])
    #expect(picker?.matches(Self.voices) == [0, 1, 2] && picker?.marked == 1)
    let espeak = keys("vespeak") + [.down, .enter]
    #expect(press(espeak, Self.voices).actions == [.command(.setVoice("espeak:et"))])
    // What is typed counts, whatever the list has, until something is marked.
    #expect(
      press(keys("vespeak") + [.enter], Self.voices).actions == [.command(.setVoice("espeak"))])
    #expect(
      press(keys("vno") + [.down, .tab, .enter], Self.voices).actions == [.command(.setVoice("no"))]
    )
    #expect(press(keys("v") + [.enter], Self.voices).picker == nil)
    #expect(press(keys("vq") + [.escape], Self.voices).picker == nil)
  }

  @Test func `of the text begins where practice is, and goes to a segment`() {
    let t = Key.character("t")
    #expect(press([t, .enter], Self.text).actions == [.command(.jump(2))])
    #expect(press([t, .down, .enter], Self.text).actions == [.command(.jump(3))])
    #expect(press([t] + keys("is there") + [.enter], Self.text).actions == [.command(.jump(3))])
    let nowhere = press([t] + keys("xyz") + [.enter, .down], Self.text)
    #expect(nowhere.actions.isEmpty && nowhere.picker?.matches(Self.text) == [])
  }

  @Test func `takes a tap: a place at once, a voice when it was heard`() {
    func tap(_ open: Key, _ places: [Int], _ items: [String]) -> [PracticeKeys.Action] {
      var all = PracticeKeys()
      _ = all.take(open, at: 0, loop: nil, lastHelpTop: 0, items: items)
      return places.compactMap { all.tap($0, items: items) }
    }
    #expect(tap(.character("t"), [2], Self.text) == [.command(.jump(3))])
    #expect(
      tap(.character("v"), [1, 1, 1], Self.voices) == [
        .command(.sample("flite:rms")), .command(.setVoice("flite:rms")),
      ])
    #expect(tap(.character("t"), [3, -1], Self.text).isEmpty)
    var none = PracticeKeys()
    #expect(none.tap(0, items: Self.text) == nil)
  }
}
