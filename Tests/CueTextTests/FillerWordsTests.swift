import CueText
import Testing

@Suite struct `Fillers` {
  @Test func `are found among words beside the text, phrases as a whole`() {
    #expect(
      FillerWords.found(in: ["Um", "you", "know", "sister", "uh", "you"], language: "en-US")
        == ["um", "you know", "uh"])
    #expect(FillerWords.found(in: ["ähm", "Haus"], language: "de") == ["ähm"])
    #expect(FillerWords.found(in: ["noh", "tere"], language: "et") == ["noh"])
    #expect(FillerWords.found(in: ["um"], language: "ja") == [], "no list")
    #expect(FillerWords.found(in: ["um"], language: "") == ["um"], "English")
  }

  @Test func `Fillers have a source in each language`() {
    #expect(FillerWords.languages == ["de", "en", "et", "fr"])
    for language in FillerWords.languages { #expect(FillerWords.source(language) != nil) }
  }
}
