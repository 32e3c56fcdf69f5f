import CueRehearsal
import CueScreenplay
import Testing

@Suite struct `A prompter in time` {
  private let script: Script

  init() throws {
    let text = """
      INT. STATION - NIGHT

      OSKAR
      The train is late.

      NORA
      Then we wait.

      OSKAR
      All night?
      """
    script = try SceneReader.read(Array(text.utf8))
  }

  private func line(_ number: Int) -> Int { DialogueNumbers(script).index(of: number) ?? 0 }

  private func course(easeSeconds: Double = 0.4) -> PrompterCourse {
    var settings = PrompterSettings()
    settings.easeSeconds = easeSeconds
    var course = PrompterCourse(Prompter(script: script, roles: ["NORA"], settings))
    course.take(
      .state(from: .idle, to: .playingPartner, line: line(1)), secondsAhead: 0, at: 0)
    _ = course.pass(at: 100_000, frame: 40)
    return course
  }

  private func word(_ range: Range<Int>) -> RehearsalReport {
    .word(line: line(1), textRange: range, frame: 0)
  }

  @Test func `lights a word when it is heard, not when it is put out`() {
    var course = course()
    course.take(
      .speaking(line: line(1), character: "OSKAR", voice: "mock", frame: 0), secondsAhead: 0,
      at: 100_000)
    course.take(word(0..<3), secondsAhead: 0.5, at: 100_000)
    course.take(word(4..<9), secondsAhead: 0.9, at: 100_000)
    #expect(course.prompter.word == nil)
    #expect(course.pass(at: 100_200, frame: 40) == 300)
    #expect(course.prompter.word == nil)
    #expect(course.pass(at: 100_500, frame: 40) == 400)
    #expect(course.prompter.word == 0..<3)
    #expect(course.pass(at: 101_000, frame: 40) == nil)
    #expect(course.prompter.word == 4..<9)
  }

  @Test func `shows earlier words before the end of a line`() {
    var course = course()
    course.take(
      .speaking(line: line(1), character: "OSKAR", voice: "mock", frame: 0), secondsAhead: 0,
      at: 100_000)
    course.take(word(0..<3), secondsAhead: 5, at: 100_000)
    course.take(
      .state(from: .playingPartner, to: .waitingForUser, line: line(2)), secondsAhead: 0,
      at: 100_100)
    #expect(course.prompter.index == line(2) && course.prompter.isYourTurn)
    // The word is not shown a second time, in another line.
    _ = course.pass(at: 110_000, frame: 40)
    #expect(course.prompter.word == nil)
  }

  @Test func `moves the text to the next line, for as long as the settings say`() {
    var course = course()
    course.take(
      .state(from: .playingPartner, to: .waitingForUser, line: line(2)), secondsAhead: 0,
      at: 200_000)
    #expect(course.ease == .init(from: line(1), progress: 0))
    #expect(course.pass(at: 200_100, frame: 40) == 40)
    #expect(course.ease == .init(from: line(1), progress: 0.25))
    #expect(course.pass(at: 200_400, frame: 40) == nil)
    #expect(course.ease == nil)
    var still = self.course(easeSeconds: 0)
    still.take(
      .state(from: .playingPartner, to: .waitingForUser, line: line(2)), secondsAhead: 0,
      at: 200_000)
    #expect(still.ease == nil)
  }

  @Test func `keeps a note on a line during the next one`() {
    var course = course()
    course.show(note: "you left out a word")
    course.take(
      .state(from: .playingPartner, to: .waitingForUser, line: line(2)), secondsAhead: 0, at: 1)
    #expect(course.note == "you left out a word")
    course.take(
      .state(from: .waitingForUser, to: .playingPartner, line: line(3)), secondsAhead: 0, at: 2)
    #expect(course.note == "")
  }

  @Test func `keeps a note about silence until someone speaks`() {
    var course = course()
    course.show(note: "It is still your line.")
    course.holdNoteUntilSpeech()
    course.speechBegan()
    #expect(course.note == "")
    course.show(note: "The microphone is gone.")
    course.speechBegan()
    #expect(course.note == "The microphone is gone.")
  }
}
