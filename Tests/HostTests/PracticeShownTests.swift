import CuePractice
import Testing

@testable import host

/// What the screen knows is what the reducer says; here both are asked.
@Suite struct `The state of a practice screen` {
  private let text = PracticeText(
    title: "T", content: "Õhtust kõigile. Teine lause.\n\nKolmas.", language: "et")
  private let words = Messages(language: .english)

  private func after(
    _ events: [PracticeInput], _ settings: PracticeSettings = PracticeSettings()
  ) -> PracticeState {
    let reducer = PracticeReducer(text)
    return events.reduce(reducer.start(settings)) { reducer.reduce($0, $1, at: .zero).state }
  }

  private func shown(_ reports: [PracticeReport]) -> PracticeShown {
    var shown = PracticeShown()
    for report in reports { shown.take(report, text, words) }
    return shown
  }

  @Test func `the screen shows the segment, and those before and after it`() {
    let scene = shown([.state(after([.command(.next), .command(.play)]))]).scene
    #expect(scene.previous == "Õhtust kõigile.")
    #expect(scene.current == "Teine lause." && scene.next == "Kolmas.")
    #expect(scene.number == 2 && scene.count == 3 && scene.phase == .reading)
    #expect(scene.rate == 0.5 && scene.pause == .factor(1) && !scene.isByParagraph)
  }

  @Test func `is the word in its segment, until the segment ends`() {
    let playing = after([.command(.next), .command(.play)])
    // After a letter of two bytes.
    let place = text.sentences[1].range.lowerBound
    var shown = shown([
      .state(playing), .word(index: 1, range: place + 6..<place + 11, frame: 0),
    ])
    #expect(shown.scene.word == 6..<11)
    shown.take(.word(index: 0, range: 0..<7, frame: 0), text, words)
    #expect(shown.scene.word == 6..<11, "a word that comes late, of another segment")
    let held = PracticeReducer(text).reduce(playing, .command(.pause), at: .zero).state
    shown.take(.state(held), text, words)
    #expect(shown.scene.word == 6..<11 && shown.scene.phase == .paused)
    shown.take(.state(after([.command(.last), .command(.play)])), text, words)
    #expect(shown.scene.word == nil)
    var settings = PracticeSettings()
    settings.pause = .off
    let end = after(
      [.command(.last), .command(.play), .spoken(utterance: 1, took: .seconds(1))], settings)
    let last = text.sentences[2].range
    shown.take(.word(index: 2, range: last.lowerBound..<last.lowerBound + 6, frame: 0), text, words)
    #expect(shown.scene.word != nil)
    shown.take(.state(end), text, words)
    #expect(shown.scene.word == nil && shown.scene.phase == .theEnd)
  }

  @Test func `The state of a practice screen is the pause, counted down`() {
    let pausing = after([
      .command(.play), .spoken(utterance: 1, took: .milliseconds(2000)),
    ])
    var shown = shown([.state(pausing)])
    #expect(shown.scene.phase == .repeating(secondsLeft: 2, of: 2))
    shown.take(.countdown(tenths: 7), text, words)
    #expect(shown.scene.phase == .repeating(secondsLeft: 0.7, of: 2))
  }

  @Test func `The state of a practice screen is what is set`() {
    var settings = PracticeSettings()
    settings.rates = [PracticeRate(0.4), PracticeRate(0.6)]
    settings.pause = .off
    settings.granularity = .paragraph
    settings.voice = "mock"
    let scene = shown([
      .started(after([.command(.setLoop(1...2))], settings)),
      .progress(PracticeProgress(number: 1, count: 2, timeLeft: .milliseconds(61_900))),
      .speaking(index: 0, from: 0, voice: "stand-in", frame: 0),
    ]).scene
    #expect(scene.rate == 0.4 && scene.pass == 1 && scene.passes == 2)
    #expect(scene.pause == .off && scene.isByParagraph && scene.loop == 1...2)
    #expect(scene.voice == "stand-in" && scene.secondsLeft == 61)
  }

  @Test func `is why something was not done, in the user's language`() {
    let estonian = Messages(language: .estonian)
    var shown = shown([.state(after([.command(.play)]))])
    shown.take(.ignored(.jump(9), why: .noSuchSegment(9, count: 3)), text, estonian)
    #expect(shown.scene.note == "Numbrit 9 ei ole: kokku on 3.")
    shown.take(.ignored(.next, why: .isTheLast), text, estonian)
    #expect(shown.scene.note == "See on viimane.")
    shown.take(.state(after([.command(.next)])), text, estonian)
    #expect(shown.scene.note.isEmpty)
  }
}
