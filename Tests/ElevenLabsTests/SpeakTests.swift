import CueABI
import Dispatch
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite(.timeLimit(.minutes(10))) struct `A line spoken by the service` {
  @Test func `is heard sample by sample, however it is split`() throws {
    let sound = sawtooth(5000)
    let vendor = Vendor { _, _ in .stream(oddPieces(bytes(of: sound))) }
    let stage = try Stage(vendor)
    let heard = try stage.speak()
    #expect(heard.samples == sound)
    #expect(heard.rates == [24000])
    let request = try #require(vendor.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/v1/text-to-speech/v1/stream?output_format=pcm_24000")
    #expect(request.headers["xi-api-key"] == Stage.key)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["user-agent"] == "Cue/9.8.7", "the version is the host's")
    #expect(Json(parsing: request.body)?["text"] == .text("Stay."))
  }

  @Test func `is handed on while the rest is still being made`() throws {
    let sound = sawtooth(300)
    let heardFirst = DispatchSemaphore(value: 0)
    let vendor = Vendor { _, _ in
      .opening() + .chunks([bytes(of: Array(sound.prefix(100)))])
        + [.run { heardFirst.wait() }]
        + .chunks([bytes(of: Array(sound.dropFirst(100)))]) + .ending
    }
    let listener = Listener()
    listener.onSound = { heardFirst.signal() }
    try Stage(vendor).speak(.line("Stay."), listener)
    #expect(listener.pieces.first == Array(sound.prefix(100)))
    #expect(listener.samples == sound)
  }

  @Test func `uses the connection of the line before it`() throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let stage = try Stage(vendor)
    for _ in 0..<3 { try stage.speak() }
    #expect(vendor.requests.count == 3)
    #expect(vendor.connections == 1)
  }

  @Test func `is as loud as asked, at the rate asked for`() throws {
    let vendor = Vendor { _, _ in .answer(200, bytes(of: [1000, -30_000]), type: "audio/pcm") }
    let stage = try Stage(vendor)
    try stage.set(.outputRate, 2)
    let heard = try stage.speak(.line("Stay.", volume: 1.5))
    #expect(heard.samples == [1500, -32768])
    #expect(heard.rates == [16000])
    #expect(vendor.requests[0].target.contains("output_format=pcm_16000"))
  }

  @Test func `says what it could not do as asked`() throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let stage = try Stage(vendor)
    try stage.set(.model, "eleven_multilingual_v2")
    let heard = try stage.speak(.line("Stay.", speed: 4, pitch: 1, language: "en"))
    let said = heard.honoured.map { [$0.field, $0.outcome] }
    #expect(
      Set(said) == [
        [CUE_FIELD_SPEED, CUE_HONOURED_CLAMPED], [CUE_FIELD_PITCH, CUE_HONOURED_IGNORED],
        [CUE_FIELD_LANGUAGE, CUE_HONOURED_IGNORED],
      ])
    #expect(heard.honoured.first { $0.field == CUE_FIELD_SPEED }?.value == 1.2)
  }

  @Test func `drops half a sample at its end, and the log says so`() throws {
    let vendor = Vendor { _, _ in .stream([[1, 0, 2]]) }
    let stage = try Stage(vendor)
    #expect(try stage.speak().samples == [1])
    #expect(stage.log.text.contains("within a sample"))
  }

  @Test(arguments: ["", " \n\t"])
  func `is silence without a request where there is nothing to say`(text: String) throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let stage = try Stage(vendor.address, key: "")
    let heard = try stage.speak(.line(text))
    #expect(heard.rates.isEmpty && heard.samples.isEmpty)
    #expect(vendor.connections == 0)
  }

  @Test func `brings its words with the sound that holds them`() throws {
    // 24 frames are a millisecond.
    let first = #"""
      {"audio_base64":"\#(base64(bytes(of: sawtooth(2400))))","alignment":{"characters":
      ["Ä","h"," ","s"],"character_start_times_seconds":[0,0.02,0.05,0.15],
      "character_end_times_seconds":[0.02,0.05,0.15,0.2]},"normalized_alignment":null}
      """#
    let second = #"""

      data: {"alignment":{"characters":["o"],"character_start_times_seconds":[0.18],
      "character_end_times_seconds":[0.2]},"audio_base64":"\#(base64(bytes(of: sawtooth(4800))))"}

      """#
    let pieces = oddPieces(Array((first + second).utf8))
    let vendor = Vendor { _, _ in .stream(pieces, "application/json") }
    let heard = try Stage(vendor).speak(.line("Äh so", events: .word))
    #expect(vendor.requests[0].target.contains("/stream/with-timestamps?"))
    #expect(heard.samples == sawtooth(2400) + sawtooth(4800))
    #expect(
      heard.events == [
        .init(frame: 0, textRange: 0..<3, framesBefore: 0),
        .init(frame: 3600, textRange: 4..<6, framesBefore: 2400),
      ])
  }

  @Test func `is heard without marks where the times make no sense`() throws {
    let body =
      #"{"audio_base64":"AQA=","alignment":{"characters":["S","t"],"#
      + #""character_start_times_seconds":[0],"character_end_times_seconds":[0]}}{"audio_base64":null}"#
    let vendor = Vendor { _, _ in .answer(200, body) }
    let heard = try Stage(vendor).speak(.line("Stay.", events: .word))
    #expect(heard.samples == [1])
    #expect(heard.events.isEmpty)
  }

  @Test func `is heard without marks where the service sends sound alone`() throws {
    let vendor = Vendor { _, _ in .stream(oddPieces(bytes(of: sawtooth(100)))) }
    let heard = try Stage(vendor).speak(.line("Stay.", events: .word))
    #expect(heard.samples == sawtooth(100))
    #expect(heard.honoured.map(\.field) == [CUE_FIELD_EVENTS])
  }

  @Test func `no times are requested if the setting is off`() throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let stage = try Stage(vendor)
    try stage.set(.timestamps, 0)
    let heard = try stage.speak(.line("Stay.", events: .word))
    #expect(heard.honoured.map(\.field) == [CUE_FIELD_EVENTS])
    #expect(vendor.requests[0].target.contains("/stream?"))
    #expect(stage.plugin.traits.events == [])
  }

  @Test
  func `continues the voice's earlier sound, if all of that was heard and no note says how to act`()
    throws
  {
    let vendor = Vendor { _, number in
      let headers = ["request-id: r\(number)"]
      if number == 1 {
        return .opening(headers: headers) + .chunks([[1, 0]]) + [.close]
      }
      return .stream([[1, 0]], headers: headers)
    }
    let stage = try Stage(vendor)
    try stage.set(.stitch, 1)
    try stage.speak()
    #expect(stage.failure() != nil)
    try stage.speak()
    try stage.speak(.line("Stay.", voice: "other"))
    try stage.speak()
    try stage.speak(.line("Stay.", previous: "Go."))
    try stage.speak(.line("Stay.", direction: "calm"))
    try stage.set(.model, "eleven_v3")
    try stage.speak()
    let ids = vendor.requests.filter { $0.method == "POST" }.map { request in
      (Json(parsing: request.body)?["previous_request_ids"]?.list ?? []).compactMap(\.text)
    }
    #expect(ids == [[], ["r0"], ["r0"], [], ["r0", "r2"], ["r0", "r2", "r4"], [], []])
  }

  @Test(arguments: [("gzip", 0x1f), ("deflate", 0x78)])
  func `is unpacked where it comes packed, though that was not asked for`(
    encoding: String, first: Int
  ) throws {
    let packed = try #require(packed[encoding])
    #expect(packed.first == UInt8(first))
    let vendor = Vendor { _, _ in
      .answer(200, packed, type: "audio/pcm", headers: ["Content-Encoding: \(encoding)"])
    }
    #expect(try Stage(vendor).speak().samples == [1, 2, 3, -4, 5000, -6000])
    #expect(vendor.requests[0].headers["accept-encoding"] == "identity")
  }

  @Test func `in an encoding that is unknown is a failure, and no sound`() throws {
    let vendor = Vendor { _, _ in
      .answer(
        200, bytes(of: [1, 2, 3]), type: "audio/pcm", headers: ["Content-Encoding: cue-riddle"])
    }
    let listener = Listener()
    #expect(try Stage(vendor).failure(.line("Stay."), listener)?.status == CUE_E_SERVICE)
    #expect(listener.samples.isEmpty)
  }

  @Test func `is named by all that decides how it sounds`() throws {
    let stage = try Stage("https://example.org")
    var seen: Set<String> = [stage.plugin.soundFingerprint(voice: "v")]
    for (setting, value) in [
      (Setting.toneTable, 1.0), (.stability, 0.5), (.style, 0.5), (.similarity, 0.5),
      (.speakerBoost, 0), (.outputRate, 1), (.normalization, 1), (.latency, 2),
    ] {
      try stage.set(setting, value)
      #expect(seen.insert(stage.plugin.soundFingerprint(voice: "v")).inserted)
    }
    try stage.set(.model, "eleven_v3")
    #expect(seen.insert(stage.plugin.soundFingerprint(voice: "v")).inserted)
    #expect(!seen.contains { $0.contains(Stage.key) })
  }
}

/// The samples 1, 2, 3, -4, 5000, -6000 as 16-bit PCM, packed by zlib.
private let packed: [String: [UInt8]] = [
  "gzip": [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 99, 100, 96, 98, 96, 102, 248, 243, 191, 67, 120, 194, 11, 0,
    157, 32, 35, 43, 12, 0, 0, 0,
  ],
  "deflate": [
    120, 156, 99, 100, 96, 98, 96, 102, 248, 243, 191, 67, 120, 194, 11, 0, 15, 136, 4, 21,
  ],
]

/// Bytes as base64, for what the service sends.
func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let part = bytes[start..<min(start + 3, bytes.count)]
    var bits = 0
    for offset in 0..<3 {
      bits = bits << 8 | (offset < part.count ? Int(part[start + offset]) : 0)
    }
    for place in 0..<4 {
      text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=")
    }
  }
  return text
}
