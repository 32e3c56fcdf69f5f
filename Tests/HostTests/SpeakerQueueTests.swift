import CueModel
import Testing

@testable import CuePractice
@testable import host

@Suite struct `A speaker at a terminal or a pipe` {
  private func moment(
    _ status: PracticeState.Status, _ hold: PracticeState.HoldReason? = nil
  ) -> PracticeMoment {
    let text = PracticeText(title: "", content: "One. Two.", language: "en")
    var state = PracticeReducer(text).start(PracticeSettings())
    state.status = status
    state.hold = hold
    return PracticeMoment(
      state: state, segment: text.sentences[0], elapsed: .zero, clock: .zero)
  }

  private let queue = PracticeCommandQueue(staysAtEnd: true)

  @Test func `A speaker at a terminal or a pipe is obeyed line by line`() {
    for line in ["next", "fly", "", "goto 2"] {
      LineKeys.take(Array(line.utf8), queue, Messages(language: .english))
    }
    #expect(queue.poll(moment(.speaking)) == .next)
    #expect(queue.wait(moment(.held, .asked)) == PracticeTurn(.playOrPause))
    #expect(queue.poll(moment(.speaking)) == .jump(2))
    #expect(queue.poll(moment(.speaking)) == nil)
  }

  @Test func `only commands that end speech stop it`() {
    let segment = Cancellation()
    queue.speaking(segment)
    queue.put(.changeRate(steps: 1))
    #expect(!segment.isCancelled)
    queue.put(.next)
    #expect(segment.isCancelled)
  }

  @Test func `is not waited for when nothing can come any more`() {
    queue.end()
    #expect(queue.wait(moment(.held, .asked)).command == .play)
    #expect(queue.wait(moment(.held, .interrupted)).command == .stop)
    #expect(queue.wait(moment(.held, .failed(.double()))).command == .stop)
    #expect(queue.wait(moment(.finished)).command == .stop)
    #expect(PracticeCommandQueue(staysAtEnd: false).wait(moment(.finished)).command == .stop)
  }
}
