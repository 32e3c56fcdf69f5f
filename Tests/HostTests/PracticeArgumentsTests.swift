import class CueAssembly.PracticeMemory
import Testing

@testable import CuePractice
@testable import host

@Suite struct `The arguments of host practice` {
  private func parse(_ words: String...) throws -> (PracticeOptions, SoundOptions, OutputManner)? {
    let parsed = try Arguments.parse(["practice"] + words, hasInput: true)
    guard case .practice(let options, let sound) = parsed.command else { return nil }
    return (options, sound, parsed.manner)
  }

  @Test func `The arguments of host practice say what is practised, and how`() throws {
    let parsed = try parse(
      "The Wedding", "--by", "paragraph", "--rates", "0.6,0.8,1", "--pause-factor=1.5",
      "--from", "3", "--loop", "2-4", "--minutes", "10", "--auto-resume", "--plain", "--json",
      "--voice", "espeak:et,flite", "--set", "flite:x=1", "-l", "et", "-o", "a.wav")
    let (options, sound, manner) = try #require(parsed)
    #expect(options.source == "The Wedding" && options.granularity == .paragraph)
    #expect(options.rates == [0.6, 0.8, 1] && options.pauseFactor == 1.5)
    #expect(options.firstSegment == 3 && options.loop == 2...4 && options.minutes == 10)
    #expect(options.resumesAfterInterruption && options.isPlain && manner.isJSON)
    #expect(options.voice == "espeak:et,flite" && sound.voices.count == 2)
    #expect(sound.voices[1].settings == [.init(name: "x", value: "1")])
    #expect(sound.language == "et" && sound.output == "a.wav" && options.pause == nil)
  }

  @Test func `The arguments of host practice say how the speaker is heard`() throws {
    let (options, _, _) = try #require(
      try parse(
        "a", "--microphone", "-", "--raw-in", "16000", "--listen", "--until-quiet",
        "--recognizer", "pocketsphinx", "--set", "x=1"))
    #expect(options.listens && options.pause == .untilQuiet && options.microphone == "-")
    #expect(options.microphoneFormat?.rateHertz == 16000)
    #expect(options.recognizers.first?.settings == [.init(name: "x", value: "1")])
  }

  @Test(arguments: [
    ["a", "b"], ["a", "--by", "word"], ["a", "--rate", "fast"], ["a", "--rates", "0.5,"],
    ["a", "--pause", "maybe"], ["a", "--loop", "4-2"], ["a", "--from", "0"],
    ["a", "--minutes", "0"],
    ["a", "--until-quiet"], ["a", "--listen"], ["a", "--microphone", "b.wav"],
    ["-", "--microphone", "-", "--listen"],
    ["a", "--listen", "--microphone", "m", "--pause", "off"],
    ["a", "--raw"], ["a", "--json", "-o", "-"], ["a", "--set", "x=1"],
    ["a", "--fly"], ["a", "-l", "english!"],
  ])
  func `are refused where they make no sense`(words: [String]) {
    let userError = #expect(throws: UserError.self) {
      try Arguments.parse(["practice"] + words, hasInput: true)
    }
    #expect(userError?.status == .usage)
  }
}

@Suite struct `Settings of practice that were kept` {
  @Test func `missing or invalid settings of practice count as not set`() {
    #expect(PracticeMemory.settings([:]) == PracticeSettings())
    let nonsense = [
      "rates": "fast,x", "pause": "perhaps", "factor": "", "by": "word", "later": "9",
    ]
    #expect(PracticeMemory.settings(nonsense) == PracticeSettings())
  }

  @Test func `Settings of practice that were kept are moved into their ranges`() {
    let settings = PracticeMemory.settings(["rates": "-1,2", "factor": "99", "pause": "off"])
    #expect(settings.rates.map(\.value) == [0.1, 1] && settings.pauseFactor == 3)
    #expect(settings.pause == .off && settings.granularity == .sentence)
  }

  @Test func `Settings of practice that were kept come back as they were`() {
    var settings = PracticeSettings()
    settings.rates = [0.35, 0.7].map(PracticeRate.init)
    settings.pause = .untilQuiet
    settings.pauseFactor = 1.25
    settings.granularity = .paragraph
    settings.voice = "espeak:et"
    #expect(PracticeMemory.settings(PracticeMemory.values(settings)) == settings)
  }
}
