import CueABI
import CuePluginKit
import Glibc

/// A voice: it sounds a tone for every word, longer for longer words.
///
/// Put your engine where `tone` is.
final class ToneVoice: VoicePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "starter-name", name: "starter-name", version: "1.0", licence: "MIT",
      summary: "Sounds a tone for every word.", concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "base", kind: .number(80...400, initial: 160), unit: "Hz",
        summary: "The tone of a word.", changesSound: true)
    ]
  }

  private static let rate = 22050.0
  private static let speeds = 0.25...4.0
  private static let pitches = -24.0...24.0
  private var base = 160.0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .number(let hertz) = value { base = hertz }
  }

  var traits: VoiceTraits {
    var traits = VoiceTraits()
    traits.events = .word
    traits.speed = ToneVoice.speeds
    traits.pitch = ToneVoice.pitches
    return traits
  }

  func voices() -> [VoiceInfo] {
    var voice = VoiceInfo(id: "tone", name: "Tone", languages: [])
    voice.isDefault = true
    voice.rateHertz = UInt32(ToneVoice.rate)
    return [voice]
  }

  /// Change this whenever the same request begins to sound different: hosts keep sound by it.
  func soundFingerprint(voice: String) -> String { "starter-name 1.0" }

  /// The heart of a voice: sound is handed on as it is made, and nothing is kept.
  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    guard ["", "tone"].contains(request.voice) else {
      throw PluginFailure(CUE_E_VOICE, "There is no such voice; the only one is “tone”.")
    }
    if request.form != .plain { sink.ignored(.textForm) }
    if !request.tones.isEmpty { sink.ignored(.tones) }
    let speed = within(request.speed, ToneVoice.speeds) { sink.clamped(.speed, to: $0) }
    let pitch = within(request.pitch, ToneVoice.pitches) { sink.clamped(.pitch, to: $0) }
    let volume = within(request.volume, 0...4) { sink.clamped(.volume, to: $0) }
    let text = Array(request.text.utf8)
    var frame = 0
    for word in text.indices.split(whereSeparator: { " \t\r\n\0".utf8.contains(text[$0]) }) {
      if frame == 0, !sink.begin16Bit(rateHertz: UInt32(ToneVoice.rate)) { return }
      // Offsets are bytes of the request's text; the event goes out before the sound that holds its frame.
      if request.events.contains(.word),
        !sink.event(.word, atFrame: UInt64(frame), textRange: word.startIndex..<word.endIndex)
      {
        return
      }
      let letters = Double(text[word].count { $0 & 0xc0 != 0x80 })
      let sounded = Int(ToneVoice.rate * (0.1 + 0.04 * letters) / speed)
      let rest = Int(ToneVoice.rate * 0.08 / speed)
      guard tone(base * exp2(pitch / 12), volume, frames: sounded, sink),
        tone(0, 0, frames: rest, sink)
      else { return }
      frame += sounded + rest
    }
  }

  /// A tone that swells and fades, or silence where `hertz` is 0; false when it is time to stop.
  private func tone(_ hertz: Double, _ gain: Double, frames: Int, _ sink: SpeechSink) -> Bool {
    for start in stride(from: 0, to: frames, by: 1024) {
      let block = (start..<min(start + 1024, frames)).map { frame in
        let swell = min(Double(min(frame, frames - frame)) / (0.01 * ToneVoice.rate), 1)
        let wave = sin(2 * .pi * hertz * Double(frame) / ToneVoice.rate)
        return Int16((6000 * gain * swell * wave).rounded())
      }
      guard sink.sound(block) else { return false }
    }
    return true
  }

  private func within(
    _ asked: Double, _ range: ClosedRange<Double>, report: (Double) -> Void
  ) -> Double {
    let used = min(max(asked, range.lowerBound), range.upperBound)
    if used != asked { report(used) }
    return used
  }
}

/// The library's one exported function.
@c @implementation
public func cue_plugin_entry(_ host: UnsafePointer<cue_host>) -> UnsafePointer<cue_entry>? {
  unsafe PluginLibrary.enter(host, offering: [.voice(ToneVoice.self)])
}
