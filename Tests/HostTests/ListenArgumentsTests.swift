import CueAudio
import CueListening
import CueModel
import Testing

@testable import host

@Suite struct `The arguments of host listen` {
  private func options(_ words: String...) throws -> ListenOptions {
    guard
      case .listen(let options) = try Arguments.parse(["listen"] + words, hasInput: true).command
    else {
      Issue.record("nobody was asked to listen")
      return ListenOptions()
    }
    return options
  }

  @Test func `name one sound, and expect anything in it`() throws {
    let options = try options("take.wav")
    #expect(options.source == "take.wav")
    #expect(options.expectation == .freeform)
    var settings = ListenSettings()
    settings.midLineSilenceSeconds = TurnRules.midLineSilenceSeconds
    #expect(options.settings == settings)
    #expect(options.recognizers.isEmpty)
    #expect(try self.options("-").source == "-")
  }

  @Test func `The arguments of host listen say what is expected`() throws {
    #expect(
      try options("x", "--expect", "name: Nora, Alex ,").expectation == .name(["Nora", "Alex"]))
    #expect(try options("x", "--expect=number").expectation == .number)
    #expect(
      try options("x", "--expect=phrase:yes|no, thanks").expectation
        == .phrases(["yes", "no, thanks"]))
    #expect(
      try options("x", "--expect", "line:Where: there?").expectation
        == .line(SceneLine("Where: there?")))
    #expect(try options("x", "--expect", "line:Õhtu").expectation == .line(SceneLine("Õhtu")))
  }

  @Test func `The arguments of host listen set each limit by itself`() throws {
    let limits = try options(
      "x", "--start", "3", "--inactivity", "0", "--stable", "1.5", "--timeout", "12"
    ).settings.limits
    #expect(limits.start == 3)
    #expect(limits.end == 0)
    #expect(limits.stable == 1.5)
    #expect(limits.max == 12)
  }

  @Test func `describe sound without a header`() throws {
    #expect(try options("-", "--raw-in", "16000").rawFormat == RawSound(rateHertz: 16000))
    #expect(
      try options("-", "--raw-in", "44100,2,f32").rawFormat
        == RawSound(encoding: .float32, rateHertz: 44100, channels: 2))
  }

  @Test func `set parameters of the recognizer they follow or name`() throws {
    let options = try options(
      "x", "--recognizer", "a.so", "--set", "one=1", "--recognizer", "b", "--set", "two=2",
      "--set", "a:three=3")
    #expect(options.recognizers.map(\.reference.text) == ["a.so", "b"])
    #expect(options.recognizers[0].settings.map(\.name) == ["one", "three"])
    #expect(options.recognizers[1].settings.map(\.name) == ["two"])
    #expect(
      try self.options("x", "--set", "pocketsphinx:model=/m").recognizers.map(\.reference.text)
        == ["pocketsphinx"])
  }

  @Test(arguments: [
    (["a", "b"], "Listening takes one sound file, not 2."),
    (["x", "--expect", "line:…!"], "needs a line with words in it"),
    (["x", "--expect", "name:,"], "needs names"),
    (["x", "--expect", "song"], "--expect is freeform"),
    (["x", "--among", "s.txt"], "no --expect line:TEXT"),
    (["x", "--strictness", "strict"], "gist, standard or word-perfect"),
    (["x", "--timeout", "0"], "a number from 0.1 to 3600"),
    (["x", "--inactivity", "-1"], "a number from 0 to 3600"),
    (["x", "--raw-in", "16000,0"], "--raw-in takes RATE"),
    (["x", "--raw-in", "16000,1,mp3"], "and u8, s16"),
    (["x", "--pronounce", "=x"], "--pronounce takes WORD=IPA"),
    (["x", "--set", "a=b"], "comes before any plugin"),
    (["x", "--rate", "2"], "There is no option --rate."),
    (["x", "--save"], "--save needs a value."),
    (["x", "--save", "-"], "--save needs a file's name."),
  ])
  func `that make no sense are explained`(words: [String], sentence: String) {
    do throws(UserError) {
      _ = try Arguments.parse(["listen"] + words, hasInput: false)
      Issue.record("no userError")
    } catch {
      #expect(error.sentence.contains(sentence), "\(error.sentence)")
      #expect(error.status == .usage)
    }
  }
}
