import CueStore
import CueSystem
import Testing
@testable import CuePractice

import CueAssembly

@Suite struct `The settings that practice keeps` {
  private let practices: Practices
  private let speech: StoredSpeech
  private let text: PracticeText

  init() throws {
    let database = try Database(.memory, modules: [Speeches.module, Practices.module])
    practices = Practices(database, clock: SystemClock())
    speech = try Speeches(database, clock: SystemClock()).add(
      title: "Toast", content: "One. Two.", language: "en-US")
    text = PracticeText(title: "Toast", content: speech.content, language: "en-US")
  }

  private func memory(keepsSettings: Bool = true) -> PracticeMemory {
    PracticeMemory(
      practices, speech, text, keepsSettings: keepsSettings,
      needsNetwork: { $0.contains("cloud") },
      note: { Issue.record("\($0)") })
  }

  private func practise(_ settings: PracticeSettings, with memory: PracticeMemory) {
    memory.take(
      .started(PracticeState(settings: settings, index: 0, count: 2, hasMicrophone: false)))
  }

  @Test func `practice keeps all settings except a voice that needs a network`() throws {
    var settings = PracticeSettings()
    settings.rates = [PracticeRate(0.4)]
    settings.voice = "flite"
    practise(settings, with: memory())
    #expect(try memory().settings() == settings)
    settings.voice = "cloud:anna,flite"
    settings.pauseFactor = 2
    practise(settings, with: memory())
    settings.voice = "flite"
    #expect(try memory().settings() == settings)
  }

  @Test func `a kept voice that needs a network is not used, even from an earlier version`()
    throws
  {
    try practices.set(["voice": "cloud", "factor": "2"], of: speech.number)
    let settings = try memory().settings()
    #expect(settings.voice.isEmpty && settings.pauseFactor == 2)
  }

  @Test func `settings of practice are neither read nor written with -o or --json`() throws {
    var settings = PracticeSettings()
    settings.pauseFactor = 2
    practise(settings, with: memory())
    let silent = memory(keepsSettings: false)
    #expect(try silent.settings() == PracticeSettings())
    settings.pauseFactor = 3
    practise(settings, with: silent)
    #expect(try memory().settings().pauseFactor == 2)
  }
}
