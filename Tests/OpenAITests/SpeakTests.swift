import CueABI
import Dispatch
import ServicePlugin
import TestSupport
import Testing

@testable import CuePluginKit
@testable import OpenAIPlugin

@Suite(.timeLimit(.minutes(10))) struct `A line that a speech server says` {
  private static func served(_ pieces: [[UInt8]], _ type: String = "audio/wav") -> Vendor {
    Vendor { _, _ in .stream(pieces, type) }
  }

  private static func body(_ vendor: Vendor) -> Json? {
    vendor.requests.last.flatMap { Json(parsing: $0.body) }
  }

  @Test func `is asked for as OpenAI documents it, with the key`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([1, 2]))])
    try Stage(vendor, key: Stage.key).speak(.line("Stay.", voice: "nova", speed: 1.5))
    let request = try #require(vendor.requests.last)
    #expect(request.method == "POST")
    #expect(request.target == "/v1/audio/speech")
    #expect(request.headers["authorization"] == "Bearer \(Stage.key)")
    #expect(request.headers["content-type"] == "application/json")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"model":"gpt-4o-mini-tts","input":"Stay.","voice":"nova","response_format":"wav","speed":1.5}"#
    )
  }

  @Test func `a local speech server needs no key, and gets none`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([7]))])
    #expect(try Stage(vendor).speak().samples == [7])
    #expect(vendor.requests.last?.headers["authorization"] == nil)
  }

  @Test func `A line that a speech server says needs no path in the address`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([7]))])
    let stage = try Stage(vendor.address)
    try stage.speak()
    try stage.set(.base, vendor.address + "/")
    try stage.speak()
    try stage.set(.base, vendor.address + "/speech/api/")
    try stage.speak()
    #expect(
      vendor.requests.map(\.target) == [
        "/v1/audio/speech", "/v1/audio/speech", "/speech/api/audio/speech",
      ])
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, nil])
  func `is heard as it arrives, whether its header knows the length or not`(length: Int?) throws {
    let samples = Sound.sawtooth(500)
    let list = Array("LIST".utf8) + Sound.number(26, 4) + [UInt8](repeating: 65, count: 26)
    let file = Sound.wave(Sound.bytes(samples), length: length, before: list)
    let listener = try Stage(Self.served(Sound.oddPieces(file))).speak()
    #expect(listener.rates == [22_050])
    #expect(listener.samples == samples)
  }

  @Test func `goes on with the next file where a server sends one for each sentence`() throws {
    let first = Sound.wave(Sound.bytes([1, 2, 3]))
    let second = Sound.wave(Sound.bytes([4, 5]))
    #expect(try Stage(Self.served([first + second])).speak().samples == [1, 2, 3, 4, 5])
  }

  @Test func `sound ends where its header says so, whatever follows`() throws {
    let info = Array("LIST".utf8) + Sound.number(4, 4) + [1, 2, 3, 4]
    #expect(try Stage(Self.served([Sound.wave(Sound.bytes([9])) + info])).speak().samples == [9])
  }

  @Test(arguments: [
    (16, 1, 2, Sound.bytes([100, 300, -20, 20]), [200, 0] as [Int16]),
    (32, 3, 1, [0, 0, 0, 0x3F, 0, 0, 0x80, 0xBF], [16384, -32768]),
    (32, 3, 1, [0, 0, 0xC0, 0x7F, 0, 0, 0, 0x3F], [0, 16384]),
    (24, 1, 1, [0, 0, 0x40, 0, 0, 0xC0], [16384, -16384]), (8, 1, 1, [128, 192], [0, 16384]),
  ])
  func `is one channel of 16 bits, whatever the file has`(
    bits: Int, kind: Int, channels: Int, data: [UInt8], expected: [Int16]
  ) throws {
    let file = Sound.wave(data, channels: channels, bits: bits, kind: kind)
    #expect(try Stage(Self.served(Sound.oddPieces(file))).speak().samples == expected)
  }

  @Test func `plain samples have the set rate, or that of the answer`() throws {
    let bytes = Sound.bytes(Sound.sawtooth(300))
    let stage = try Stage(Self.served(Sound.oddPieces(bytes), "audio/pcm"))
    try stage.set(.format, 1)
    let listener = try stage.speak(.line("Stay.", volume: 1))
    #expect(listener.rates == [24_000])
    #expect(listener.samples == Sound.sawtooth(300))
    try stage.set(.pcmRate, 16_000)
    #expect(try stage.speak().rates == [16_000])
    let told = try Stage(Self.served([bytes], "audio/L16; rate=48000"))
    #expect(try told.speak().rates == [48_000])
  }

  @Test func `a WAV file is accepted if the server has no plain samples`() throws {
    let stage = try Stage(
      Self.served([Sound.wave(Sound.bytes([5, 6]), rate: 16_000)], "audio/x-wav"))
    try stage.set(.format, 1)
    let listener = try stage.speak()
    #expect(listener.rates == [16_000])
    #expect(listener.samples == [5, 6])
  }

  @Test func `A line that a speech server says is softer or louder as asked`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([100, -100, 30_000]))])
    let stage = try Stage(vendor)
    #expect(try stage.speak(.line("Stay.", volume: 0.5)).samples == [50, -50, 15_000])
    #expect(try stage.speak(.line("Stay.", volume: 2)).samples == [200, -200, 32_767])
  }

  @Test func `a model that takes instructions gets the directions`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([1]))])
    let stage = try Stage(vendor)
    try stage.set(.instructions, "A radio play of 1950.")
    let listener = try stage.speak(
      .line("Stay.", tones: ["angry"], direction: "without looking up"))
    #expect(
      Self.body(vendor)?["instructions"]?.text
        == "A radio play of 1950. Say this line with barely held anger, without looking up.")
    #expect(listener.honoured.isEmpty)
    #expect(stage.voice.traits.actsOnTones && stage.voice.traits.usesContext)
  }

  @Test(arguments: [("tts-1", 0), ("tts-1-hd", 0), ("kokoro", 0), ("gpt-4o-mini-tts", 2)])
  func `a model without instructions gets no directions, and this is reported`(
    model: String, acting: Double
  ) throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([1]))])
    let stage = try Stage(vendor)
    try stage.set(.model, model)
    try stage.set(.acting, acting)
    try stage.set(.instructions, "A radio play.")
    let listener = try stage.speak(.line("Stay.", tones: ["angry"], direction: "softly"))
    #expect(Self.body(vendor)?["instructions"] == nil)
    #expect(
      listener.honoured.map(\.field) == [
        SpeechField.tones.rawValue, SpeechField.direction.rawValue,
      ])
    #expect(!stage.voice.traits.actsOnTones && !stage.voice.traits.usesContext)
  }

  @Test func `a model of another server gets directions if that is set`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([1]))])
    let stage = try Stage(vendor)
    try stage.set(.model, "qwen3-tts")
    try stage.set(.acting, 1)
    try stage.speak(.line("Stay.", direction: "softly"))
    #expect(Self.body(vendor)?["instructions"]?.text == "Say this line softly.")
  }

  @Test func `says what of a request cannot be done`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([1]))])
    let listener = try Stage(vendor).speak(
      .line("Stay.", speed: 9, pitch: 2, previous: "Go.", language: "en", seed: 3, events: .word))
    let fields: [SpeechField] = [.speed, .context, .language, .pitch, .seed, .events]
    #expect(listener.honoured.map(\.field) == fields.map(\.rawValue))
    #expect(listener.honoured.first?.value == 4)
    #expect(Self.body(vendor)?["speed"]?.number == 4)
  }

  @Test func `a line of spaces sends no request`() throws {
    let vendor = Self.served([])
    #expect(try Stage(vendor).speak(.line(" \n")).samples.isEmpty)
    #expect(vendor.connections == 0)
  }

  @Test func `takes as much text as a request may have, and no markup`() throws {
    let vendor = Self.served([Sound.wave(Sound.bytes([1]))])
    let stage = try Stage(vendor)
    #expect(stage.voice.traits.maximumTextBytes == 4096)
    try stage.speak(.line(String(repeating: "a", count: 4096)))
    let long = String(repeating: "a", count: 4097)
    #expect(stage.failure(.line(long))?.status == CUE_E_TEXT_TOO_LONG)
    #expect(stage.failure(.line("<speak/>", form: .ssml))?.status == CUE_E_UNSUPPORTED)
    #expect(vendor.requests.count == 1)
  }

  @Test func `ends when it is cancelled in the middle of its sound`() throws {
    let sender = DispatchSemaphore(value: 0)
    let stage = Mutexed<Stage?>(nil)
    let vendor = Vendor { _, _ in
      .opening("audio/wav") + .chunks([Sound.wave(Sound.bytes([1]), length: 0)])
        + [.run { sender.wait() }, .run { stage.value?.voice.cancel() }, .hang]
    }
    let cancelled = try Stage(vendor)
    try cancelled.set(.timeout, 90)
    stage.value = cancelled
    let listener = Listener()
    listener.onSound = { sender.signal() }
    try cancelled.speak(.line("Stay."), listener)
    #expect(listener.samples == [1])
  }

  @Test func `ends when it is cancelled while the server thinks`() throws {
    let stage = Mutexed<Stage?>(nil)
    let vendor = Vendor { _, _ in [.run { stage.value?.voice.cancel() }, .hang] }
    let cancelled = try Stage(vendor)
    try cancelled.set(.timeout, 90)
    stage.value = cancelled
    #expect(try cancelled.speak().samples.isEmpty)
  }

  @Test func `is kept apart by all that decides how it sounds`() throws {
    let stage = try Stage("http://127.0.0.1:9/v1")
    var seen: Set<String> = [stage.voice.soundFingerprint(voice: "")]
    for change in [
      { try stage.set(.base, "http://127.0.0.1:10/v1") }, { try stage.set(.model, "tts-1") },
      { try stage.set(.voice, "nova") }, { try stage.set(.format, 1) },
      { try stage.set(.pcmRate, 16_000) }, { try stage.set(.instructions, "Slowly.") },
    ] as [() throws -> Void] {
      try change()
      #expect(seen.insert(stage.voice.soundFingerprint(voice: "")).inserted)
    }
    #expect(
      stage.voice.soundFingerprint(voice: "") == stage.voice.soundFingerprint(voice: "nova"))
  }
}
