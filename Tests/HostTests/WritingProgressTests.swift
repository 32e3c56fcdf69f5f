import CueAssembly
import CueGeneration
import Testing

@testable import host

/// A recording of two hours said nothing for minutes after its last item, where no terminal was.
@Suite struct `The progress of a recording that is written` {
  private func progress(_ phase: RecordingProgress.Phase, _ share: Double) -> RecordingProgress {
    RecordingProgress(phase: phase, doneSeconds: 7200 * share, totalSeconds: 7200)
  }

  @Test func `the progress of fast work is not reported`() {
    var writing = WritingProgress()
    for step in 0...100 {
      let isDue = writing.isDue(progress(.measuring, Double(step) / 100), now: Int64(step) * 20)
      #expect(!isDue)
    }
    let isDue = writing.isDue(progress(.writing, 0), now: 2100)
    #expect(!isDue)
  }

  @Test func `is reported at each tenth of each phase`() {
    var writing = WritingProgress()
    for (phase, start) in [(RecordingProgress.Phase.measuring, Int64(0)), (.writing, 1_000_000)] {
      var said = 0
      for step in 0...1000
      where writing.isDue(progress(phase, Double(step) / 1000), now: start + Int64(step) * 100) {
        said += 1
      }
      #expect(said == 10)
    }
  }

  @Test func `is reported each half minute at least`() {
    var writing = WritingProgress()
    var said = 0
    for second in 0...600
    where writing.isDue(progress(.subtitles, Double(second) / 100_000), now: Int64(second) * 1000) {
      said += 1
    }
    #expect(said == 20)
  }

  @Test func `names the phase, and how much there is`() {
    #expect(
      Messages(language: .english).parts(progress(.page, 0.5)) == [
        "writing the page 50 %", "1:00:00 of 2:00:00",
      ])
    var writer = RecordingEventWriter(.english)
    #expect(
      writer.json(.writing(progress(.measuring, 0.25))).map(\.text) == [
        #"{"event":"progress","phase":"measuring","done_seconds":1800,"total_seconds":7200}"#
      ])
  }
}
