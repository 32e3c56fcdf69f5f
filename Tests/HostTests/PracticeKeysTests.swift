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

  @Test func `is a command`() {
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

  @Test func `of a number waits for Enter`() {
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

  @Test func `plays what the speaker said`() {
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
