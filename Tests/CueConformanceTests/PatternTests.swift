import CueConformance
import Testing

@Suite struct `The choice of checks` {
  @Test func `goes by level, by pattern and by whole names`() {
    let three = Suite.chosen(level: 3, only: [], skip: [])
    #expect(three.allSatisfy { $0.level <= 3 })
    #expect(!three.isEmpty)
    let words = Suite.chosen(level: 10, only: ["voice-word*"], skip: ["*-frames"]).map(\.id)
    #expect(words.contains("voice-words-come") && words.contains("voice-word-ranges"))
    #expect(words.allSatisfy { $0.hasPrefix("voice-word") && !$0.hasSuffix("-frames") })
    #expect(
      Suite.chosen(level: 10, only: ["voice-word*"], skip: []).contains {
        $0.id.hasSuffix("-frames")
      })
    #expect(Suite.chosen(level: 1, only: ["voice-soon"], skip: []).map(\.id) == ["voice-soon"])
    #expect(Suite.chosen(level: 1, only: ["voice-*"], skip: []).isEmpty)
  }
}
