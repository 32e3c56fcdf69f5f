import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// How often a second the sound rises through zero.
private func hertz(_ sound: AudioBuffer) -> Double {
  let samples = sound.int16s
  let rises = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
  return Double(rises) * Double(sound.format.rateHertz) / Double(samples.count)
}

@Suite(.startsProcesses) struct `The mock voice` {
  @Test(arguments: [0.05, 0.5, 0.9, 1, 1.7, 3, 20])
  func `gives 960 frames for each character, divided by the speed`(speed: Double) throws {
    let text = "Grüße aus Räckelwitz 𐐷"
    let said = try builtVoice("mock").say(text) { $0.speed = speed }
    #expect(said.format == AudioFormat(sample: .int16, rateHertz: 16000))
    #expect(said.frames == Int((960 * Double(text.unicodeScalars.count) / speed).rounded()))
  }

  @Test func `marks words at their bytes and frames`() throws {
    let text = "Öl  für 𐐷 x"
    let said = try builtVoice("mock").say(text) { $0.wantsMarks = true }
    #expect(
      said.marks == [
        SpeechMark(kind: .word, frame: 0, textRange: 0..<3),
        SpeechMark(kind: .word, frame: 4 * 960, textRange: 5..<9),
        SpeechMark(kind: .word, frame: 8 * 960, textRange: 10..<14),
        SpeechMark(kind: .word, frame: 10 * 960, textRange: 15..<16),
      ])
    #expect(try builtVoice("mock").say(text).marks == [])
  }

  @Test(arguments: [(0.0, "low", 220.0), (12, "low", 440), (-12, "low", 110), (0, "high", 440)])
  func `has the pitch that was asked for`(semitones: Double, voice: String, expected: Double) throws
  {
    let said = try builtVoice("mock", voice).say("aaaaaaaaaaaaaaaaaaaa") {
      $0.pitchSemitones = semitones
    }
    // The count of whole waves in 1.2 s is off by one at most.
    #expect(abs(hertz(try #require(said.sound)) - expected) < 1)
  }

  @Test func `is silent at volume 0, and half as loud at 0.5`() throws {
    let voice = builtVoice("mock")
    func peak(_ volume: Double) throws -> Int16 {
      let sound = try #require(try voice.say("aaaa") { $0.volume = volume }.sound)
      return sound.int16s.max() ?? 0
    }
    #expect(try peak(0) == 0)
    #expect(try peak(1) == 8192)
    #expect(try peak(0.5) == 4096)
  }

  @Test(arguments: ["1", "7", "100", "10000"])
  func `gives the same bytes in chunks of any size`(chunk: String) throws {
    let text = "Some words, and then some more."
    let usual = try builtVoice("mock").say(text) { $0.wantsMarks = true }
    #expect(
      try builtVoice("mock", "", [("chunk", chunk)]).say(text) { $0.wantsMarks = true } == usual)
  }

  @Test func `gives the same bytes when it thinks before it speaks`() throws {
    let usual = try builtVoice("mock").say("Well.")
    #expect(try builtVoice("mock", "", [("latency", "20")]).say("Well.") == usual)
  }

  @Test func `the mock voice fails at the set place, after the sound before it`() throws {
    let voice = builtVoice("mock", "", [("fail-after", "5")])
    var frames = 0
    let failure = try #require(throws: PluginFailure.self) {
      _ = try voice.speak(SpeechRequest(text: "0123456789"), cancellation: Cancellation()) {
        if case .sound(let sound) = $0 { frames += sound.frameCount }
      }
    }
    #expect(failure.kind == .refused(status: .service))
    #expect(failure.activity == .speaking)
    #expect(failure.reason == .said("The mock voice was set to fail here"))
    #expect(frames == 5 * 960)
    #expect(try voice.say("01234").frames == 5 * 960)
  }

  @Test(arguments: [
    ("nonsense", "1", Int32(-7), "mock has no parameter “nonsense”"),
    ("chunk", "0", -2, "chunk takes a whole number from 1 to 10000, not “0”"),
    ("chunk", "1.5", -2, "chunk takes a whole number"),
    ("chunk", "many", -2, "not “many”"),
    ("latency", "60001", -2, "latency takes a whole number from 0 to 60000"),
    ("key", "hunter2", -18, "key is a secret"),
  ])
  func `refuses a setting that it cannot have`(
    name: String, value: String, status: Int32, words: String
  ) throws {
    let failure = try #require(throws: PluginFailure.self) {
      try builtVoice("mock", "", [(name, value)]).say(line)
    }
    #expect(failure.kind == .refused(status: PluginStatus(code: status)))
    #expect(failure.isDue(to: .said(words)), "\(failure.reason)")
    #expect(failure.reason.words?.contains("hunter2") == false)
  }

  @Test func `takes a secret that is not in the open, and does not show it`() throws {
    var setup = setup(Places.product("libplugin-mock.so"), id: "mock")
    setup.secret = { (id, name) throws(PluginFailure) in
      #expect(id == "mock" && name == "key")
      return "hunter2"
    }
    let voice = VoiceClient(setup)
    #expect(try voice.say(line).outcome == .finished)
    let key = try #require(try voice.parameters().first { $0.name == "key" })
    #expect(key.isSecret)
    #expect(key.initial == "")
  }

  @Test func `names what decides its sound: itself, its voice and its settings, and no secret`()
    throws
  {
    var setup = setup(
      Places.product("libplugin-mock.so"), id: "mock",
      parameters: [("latency", "1"), ("chunk", "9")])
    setup.secret = { (_, _) throws(PluginFailure) in "hunter2" }
    let voice = VoiceClient(setup, voice: "low")
    let identity = try voice.soundIdentity()
    #expect(identity.plugin == "mock")
    #expect(identity.parameters == ["chunk=9", "latency=1"])
    #expect(identity.isReproducible)
    #expect(identity.fingerprint == (try voice.soundFingerprint(voice: "low")))
    #expect(!identity.fingerprint.isEmpty)
  }

  @Test func `a request has the voice that is used, and tones in the voice's form`() throws {
    var request = SpeechRequest(text: "Oh.")
    request.tones = [SpeechRequest.ToneWeight(label: "sad")]
    request.toneDelivery = SpeechRequest.ToneDelivery(Tone.sad.preset)
    let sent = try builtVoice("espeak", "gmw/en").requestAsSent(request)
    #expect(sent.voice == "gmw/en")
    #expect(sent.speed < 1)
    #expect(sent.toneDelivery == nil)
  }

  @Test func `a request has no settings that the voice ignores`() throws {
    var request = SpeechRequest(text: "Oh.")
    request.tones = [SpeechRequest.ToneWeight(label: "sad")]
    request.direction = "softly"
    request.previousText = "Well."
    request.nextText = "No."
    let sent = try builtVoice("mock", "low").requestAsSent(request)
    #expect(sent.tones.isEmpty)
    #expect(sent.direction + sent.previousText + sent.nextText == "")
    let told = try builtVoice("elevenlabs", "abc").requestAsSent(request)
    #expect(told.tones == request.tones)
    #expect(told.direction == "softly")
    #expect(told.previousText == "Well.")
    #expect(told.nextText == "No.")
  }

  @Test func `the mock voice refuses a voice that does not exist`() throws {
    let failure = try #require(throws: PluginFailure.self) {
      try builtVoice("mock", "middle").say(line)
    }
    #expect(failure.kind == .refused(status: .voice))
    #expect(failure.isDue(to: .said("no “middle”: low and high")))
  }

  @Test func `says a text of 100,000 characters`() throws {
    let text = String(repeating: "word ", count: 20_000)
    #expect(try builtVoice("mock").say(text) { $0.speed = 20 }.frames == 100_000 * 48)
  }
}

@Suite(.startsProcesses) struct `The mock recognizer` {
  private func ear(_ script: String) -> RecognizerClient {
    RecognizerClient(
      setup(
        Places.product("libplugin-mock.so"), id: "mock-ear", parameters: [("script", script)]))
  }

  /// What it hears in a second of silence, given in tenths.
  private func listen(_ ear: RecognizerClient) throws -> (heard: Heard, partials: [Heard]) {
    let format = AudioFormat(sample: .int16, rateHertz: 16000)
    try ear.begin(format)
    var partials: [Heard] = []
    for _ in 1...10 {
      partials += try ear.take(AudioBuffer(silentFrames: 1600, format: format))
    }
    return (try ear.finish(cancellation: Cancellation()), partials)
  }

  private static let json = #"["What is it?", "Größe \"M\" 𐐷", "a\/b|c"]"#

  @Test(arguments: [
    ("What is it?|Yes, Ärger\nthird", ["What is it?", "Yes, Ärger", "third", ""]),
    (
      Data(json.utf8).base64EncodedString(), ["What is it?", "Größe \"M\" 𐐷", "a/b|c", ""]
    ),
    ("", ["", ""]),
    ("abcd", ["abcd", ""]),
  ])
  func `hears a plain list, or base64 of JSON`(script: String, lines: [String]) throws {
    let ear = ear(script)
    for line in lines { #expect(try listen(ear).heard.text == line) }
  }

  @Test func `hears word by word, and in the end all`() throws {
    let (heard, partials) = try listen(ear("one two three"))
    #expect(partials.map(\.text) == ["one", "one two", "one two three"])
    #expect(heard.text == "one two three")
    #expect(heard.words.map(\.text) == ["one", "two", "three"])
    #expect(heard.words.map(\.frames) == [0..<1600, 1600..<3200, 3200..<4800])
    #expect(heard.stableBytes == 13)
    #expect(heard.confidence == 1)
  }
}

@Suite(.startsProcesses) struct `The mock effect` {
  private func gain(_ decibels: String = "0", blockFrames: Int = 64) -> EffectClient {
    EffectClient(
      setup(Places.product("libplugin-mock.so"), id: "mock-gain", parameters: [("gain", decibels)]),
      blockFrames: blockFrames)
  }

  private let noise: AudioBuffer = {
    var random = Seeded(7)
    return AudioBuffer(
      float32: (0..<2000).map { _ in Float.random(in: -1...1, using: &random) }, rateHertz: 48000,
      channels: 2)
  }()

  @Test(arguments: [1, 63, 64, 4096])
  func `changes no bit at 0 dB, in blocks of any size`(block: Int) throws {
    let effect = gain(blockFrames: block)
    try effect.configure(rateHertz: 48000, channels: 2)
    #expect(effect.latencyFrames == 0)
    #expect(try effect.process(noise) == noise)
    #expect(try effect.flush().frameCount == 0)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 999])
  func `changes the gain at a frame, wherever blocks begin`(frame: Int) throws {
    let effect = gain("-20")
    try effect.configure(rateHertz: 48000, channels: 2)
    let output = try effect.process(
      noise, changes: [EffectChange(parameter: 1, frame: frame, value: 0)])
    let tenth = Float(pow(10.0, -20.0 / 20))
    let expected = noise.floats.enumerated().map { $0 < frame * 2 ? $1 * tenth : $1 }
    #expect(output.floats == expected)
  }

  /// More than there is room for at once: the block is taken in pieces, and none is lost.
  @Test(arguments: [64, 4096])
  func `changes the gain at every frame, twice, and the last one counts`(block: Int) throws {
    let effect = gain(blockFrames: block)
    try effect.configure(rateHertz: 48000, channels: 2)
    let changes = (0..<1000).flatMap { frame in
      [24, -Double(frame % 90)].map { EffectChange(parameter: 1, frame: frame, value: $0) }
    }
    let output = try effect.process(noise, changes: changes)
    let expected = noise.floats.enumerated().map { index, sample in
      sample * Float(pow(10, -Double(index / 2 % 90) / 20))
    }
    #expect(output.floats == expected)
  }

  @Test func `a change beyond the range after many valid ones is refused with its whole block`()
    throws
  {
    let effect = gain(blockFrames: 4096)
    try effect.configure(rateHertz: 48000, channels: 2)
    let changes = (0..<1000).map {
      EffectChange(parameter: 1, frame: $0, value: $0 == 999 ? 25 : -1)
    }
    #expect(throws: PluginFailure.self) { try effect.process(noise, changes: changes) }
    try effect.configure(rateHertz: 48000, channels: 2)
    #expect(try effect.process(noise) == noise)
  }

  @Test func `refuses a change beyond the range, and takes nothing of its block`() throws {
    let effect = gain()
    try effect.configure(rateHertz: 48000, channels: 2)
    let failure = try #require(throws: PluginFailure.self) {
      try effect.process(noise, changes: [EffectChange(parameter: 1, frame: 3, value: 25)])
    }
    #expect(failure.kind == .refused(status: .invalid))
    #expect(failure.isDue(to: .said("takes no such change of a parameter")))
    try effect.configure(rateHertz: 48000, channels: 2)
    #expect(try effect.process(noise) == noise)
  }

  @Test func `answers blocks in the order in which they were handed over`() throws {
    let effect = gain()
    try effect.configure(rateHertz: 48000, channels: 2)
    let pieces = [0..<1, 1..<700, 700..<700, 700..<1000].map { noise.frames($0) }
    for piece in pieces { try effect.begin(piece, changes: [], asking: []) }
    for piece in pieces { #expect(try effect.finish().sound == piece) }
  }

  @Test func `takes samples that are no numbers as silence`() throws {
    let effect = gain()
    try effect.configure(rateHertz: 48000, channels: 1)
    let odd = AudioBuffer(float32: [1, .nan, 0.5, -.infinity, .infinity, 2], rateHertz: 48000)
    #expect(try effect.process(odd).floats == [1, 0, 0.5, 0, 0, 2])
  }
}

@Suite(.startsProcesses) struct `The null device` {
  private func device(_ name: String = "") -> DeviceClient {
    DeviceClient(setup(Places.product("libplugin-mock.so"), id: "null"), device: name)
  }

  @Test func `takes everything and plays it nowhere`() throws {
    let device = device()
    #expect(try device.devices().filter { !$0.captures }.map(\.id) == ["null"])
    let format = AudioFormat(sample: .float32, rateHertz: 48000, channels: 2)
    try device.open(format, latencyFrames: 480)
    let cancellation = Cancellation()
    // Longer than one message to a plugin could be half of.
    for frames in [0, 1, 48_000, 480_000] {
      try device.write(
        AudioBuffer(silentFrames: frames, format: format), cancellation: cancellation)
    }
    #expect(try device.position() == 528_001)
    try device.drain(cancellation: cancellation)
    try device.flush()
    device.close()
  }

  @Test func `refuses a device that is not there`() throws {
    let failure = try #require(throws: PluginFailure.self) {
      try device("kitchen").open(AudioFormat(sample: .int16, rateHertz: 16000), latencyFrames: 0)
    }
    #expect(failure.kind == .refused(status: .device))
    #expect(failure.isDue(to: .said("There is no device “kitchen”")))
  }
}
