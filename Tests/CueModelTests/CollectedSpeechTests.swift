import CueModel
import TestSupport
import Testing

/// Two tries of a line: the first ends midway.
@Suite struct `Speech that is collected` {
  private let first = DoubleVoice("first")
  private let second = DoubleVoice("second")
  private var chain: DoubleChain { DoubleChain(first, second) }
  private let request = SpeechRequest(text: "one two three")

  private func collect(
    mayStartOver: Bool = true, _ voice: any Voice
  ) throws -> CollectedSpeech? {
    try voice.collect(request, mayStartOver: mayStartOver, cancellation: Cancellation())
  }

  /// Recordings kept what the first try had said, before the second one.
  @Test(arguments: [0, 1, 129, 130, 131, 259])
  func `has nothing of a try that was started over`(frames: Int) throws {
    first.failure = (after: frames, .double())
    let said = try #require(try collect(chain))
    let clip = try #require(said.clip)
    #expect(clip.sound.int16s == DoubleVoice.samples(of: request.text))
    #expect(clip.marks.map(\.frame) == DoubleVoice.wordFrames(request.text))
    #expect(said.failures == [.double()] && !said.isAsAsked)
  }

  @Test func `has the format of the try that counts`() throws {
    first.failure = (after: 50, .double())
    second.format = AudioFormat(sample: .int16, rateHertz: 2000)
    let clip = try #require(try collect(chain)?.clip)
    #expect(clip.sound.format.rateHertz == 2000)
    #expect(clip.sound.frameCount == request.text.utf8.count * 20)
  }

  @Test func `speech is missing if only the first attempt succeeded`() throws {
    #expect(try collect(mayStartOver: false, chain)?.isAsAsked == true)
    first.failure = (after: 50, .double())
    let voice = chain
    #expect {
      try collect(mayStartOver: false, voice)
    } throws: {
      ($0 as? LineStartedOver)?.failure == .double()
    }
    #expect(second.requests.isEmpty)
  }

  @Test func `speech is missing if the voice fails or is cancelled`() throws {
    first.failure = (after: 50, .double())
    #expect(throws: PluginFailure.double()) { try collect(first) }
    let wish = Cancellation()
    wish.cancel()
    #expect(try second.collect(request, cancellation: wish) == nil)
  }

  @Test func `Speech that is collected has no sound of two formats`() {
    var said = CollectedSpeech()
    for rate in [1000, 2000] {
      said.take(.sound(AudioBuffer(int16: [1, 2], rateHertz: rate)))
    }
    #expect(said.hasMixedFormats && !said.isAsAsked && said.bytes.isEmpty)
    said.take(.startedOver(voice: "other", because: .double()))
    said.take(.sound(AudioBuffer(int16: [3], rateHertz: 2000)))
    #expect(said.clip?.sound.int16s == [3] && !said.hasMixedFormats)
  }

  @Test
  func `speech is marked if the voice ignored a setting, and empty if it gave no sound`()
    throws
  {
    var said = CollectedSpeech()
    #expect(said.clip == nil && said.isAsAsked)
    said.take(.began(AudioFormat(sample: .int16, rateHertz: 1000)))
    #expect(said.clip?.sound.frameCount == 0 && said.isAsAsked)
    said.take(.shortfall(Shortfall(field: "speed", outcome: "ignored")))
    #expect(!said.isAsAsked)
    second.isMute = true
    #expect(try #require(try collect(second)).clip == nil)
  }
}
