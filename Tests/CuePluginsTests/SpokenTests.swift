import CueModel
import CuePlugins
import TestSupport
import Testing

@Suite(.startsProcesses) struct `A line with signs in it` {
  @Test(arguments: [("flite", "slt"), ("espeak", "gmw/en")])
  func `signs are spoken as words, and marks keep their places in the line`(
    plugin: String, voice: String
  ) throws {
    let text = "Louis XIV paid $3.50 *here* now."
    let said = try builtVoice(plugin, voice).normalized.say(text) { $0.wantsMarks = true }
    let bytes = Array(text.utf8)
    let words = said.marks.filter { $0.kind == .word }
      .map { String(decoding: bytes[$0.textRange], as: UTF8.self) }
    #expect(words.contains("XIV") && words.contains { $0.hasPrefix("now") })
    #expect(words.count { $0 == "$3.50" } == 1)
    #expect(said.frames > 0)
  }

  @Test func `spoken words are part of a clip's key`() throws {
    let voice = builtVoice("flite", "slt").normalized
    let sent = try voice.requestAsSent(SpeechRequest(text: "Room 5 & 6."))
    #expect(sent.text == "Room 5 & 6.")
    #expect(sent.spokenText == "Room five and six.")
    #expect(try voice.requestAsSent(SpeechRequest(text: "Plain.")).spokenText == "")
    #expect(try voice.requestAsSent(sent) == sent)
    var request = SpeechRequest(text: "<speak>5 & 6</speak>")
    request.form = .ssml
    // It does not read SSML: it gets the words.
    #expect(try voice.requestAsSent(request).spokenText == "5 & 6")
  }

  @Test func `a line in unknown letters goes to the next voice`() throws {
    let text = "Добрый вечер."
    let failure = try #require(throws: PluginFailure.self) {
      try builtVoice("flite", "slt").normalized.say(text)
    }
    guard case .otherLetters(let script, let languages) = failure.reason else {
      Issue.record("\(failure.reason)")
      return
    }
    #expect(script == "Cyrillic")
    #expect(languages.allSatisfy { $0.hasPrefix("en") } && !languages.isEmpty)
    let chain = FallbackVoice([
      builtVoice("flite", "slt").normalized, builtVoice("espeak", "zle/ru").normalized,
    ])
    let said = try chain.say(text)
    #expect(said.outcome == .finished && said.frames > 0)
  }

  @Test func `a line of marks alone is not spoken`() throws {
    let said = try builtVoice("flite", "slt").normalized.say("{{x}} ^")
    #expect(said.outcome == .finished && said.frames == 0)
  }
}
