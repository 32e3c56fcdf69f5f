import CueText
import Testing

@testable import CuePractice

@Suite struct `Words of a speaker` {
  @Test(
    arguments: [
      ("", .playOrPause), ("  ", .playOrPause), ("play", .play), ("PAUSE", .pause), ("next", .next),
      ("back", .previous), ("first", .first), ("last", .last), ("goto 7", .jump(7)),
      ("repeat", .repeatSegment), ("a", .playOwn), ("Own", .playOwn), ("restart", .restart),
      ("quit", .stop),
      ("rate .6", .setRate(0.6)),
      ("rates 0.6,0.8", .setRates([0.6, 0.8])), ("faster", .changeRate(steps: 1)),
      ("slower", .changeRate(steps: -1)), ("voice espeak:et", .setVoice("espeak:et")),
      ("by paragraph", .setGranularity(.paragraph)), ("pause off", .setPause(.off)),
      ("pause until-quiet", .setPause(.untilQuiet)), ("factor 1.5", .setPauseFactor(1.5)),
      ("longer", .changePauseFactor(steps: 1)), ("loop 3-5", .setLoop(3...5)),
      ("loop 4", .setLoop(4...4)), ("loop off", .setLoop(nil)), ("interrupt", .interrupt),
    ] as [(String, PracticeCommand)])
  func `Words of a speaker are commands`(words: String, command: PracticeCommand) throws {
    #expect(try PracticeWords.command(words) == command)
  }

  @Test(
    arguments: [
      ("fly", .unknownCommand("fly")), ("goto", .needsValue("goto", example: "goto 7")),
      ("goto x", .notASegment("x")), ("goto 1 2", .tooMuch("2", after: "goto 1")),
      ("next 3", .tooMuch("3", after: "next")), ("rate fast", .notANumber("fast")),
      ("rate 1e1", .notANumber("1e1")), ("rates ,", .notRates(",")),
      ("by word", .notAGranularity("word")), ("pause maybe", .notAPause("maybe")),
      ("loop 5-3", .notARange("5-3")), ("loop 0-2", .notARange("0-2")),
      ("loop 1-2-3", .notARange("1-2-3")), ("loop -3", .notARange("-3")),
      ("voice", .needsValue("voice", example: "voice espeak:et")),
    ] as [(String, PracticeWordsError)])
  func `words that are not commands are refused with the reason`(
    words: String, error: PracticeWordsError
  ) {
    #expect(throws: error) { try PracticeWords.command(words) }
  }

  @Test func `make a script, action by action`() throws {
    let script = try PracticeScript(parsing: "# a comment\n\n0.5\nNext # now\nsegment\npause off\n")
    #expect(
      script.actions == [
        .wait(.milliseconds(500)), .command(.next), .segment, .command(.setPause(.off)),
      ])
  }

  @Test(arguments: [("next\nfly", 2), ("1 2", 1), ("90000", 1), ("1x", 1)])
  func `an invalid line of a speaker's script is reported with its number`(text: String, line: Int)
  {
    let error = #expect(throws: PracticeScriptError.self) { try PracticeScript(parsing: text) }
    #expect(error?.line == line)
  }
}
