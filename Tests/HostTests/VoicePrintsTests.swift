import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

/// What is measured of flite's and espeak's own voices.
@Suite(.startsProcesses) struct `Prints of real voices` {
  private func print(_ stage: Stagehand, _ voice: String, pitch: Int = 0) throws -> VoicePrint {
    let path = stage.folder.path("\(UUID().uuidString).wav")
    let run = try stage.host([
      "--voice", voice, "--pitch=\(pitch)", "-q", "-o", path,
      "Nobody knew why she would rather go home by boat.",
    ])
    #expect(run.status == 0, "\(run.talk)")
    let bytes = try Data(contentsOf: URL(filePath: path))
    let rate = Int(bytes[24]) | Int(bytes[25]) << 8
    let sound = AudioBuffer(
      format: AudioFormat(sample: .int16, rateHertz: rate),
      bytes: [UInt8](bytes[44...].prefix((bytes.count - 44) & ~1)))
    return try #require(VoicePrint(of: sound))
  }

  @Test
  func `voice prints distinguish slt from rms and kal, but hardly from slt a semitone higher`()
    throws
  {
    let stage = try Stagehand()
    let slt = try print(stage, "flite:slt")
    let rms = try print(stage, "flite:rms")
    let kal = try print(stage, "flite:kal16")
    #expect(slt.pitchHertz > rms.pitchHertz * 1.4 && rms.pitchHertz > kal.pitchHertz)
    #expect((150...190).contains(slt.pitchHertz) && (85...120).contains(rms.pitchHertz))
    let higher = try print(stage, "flite:slt", pitch: 1)
    #expect(slt.distance(to: higher) < VoicePrint.alikeDistance)
    #expect(slt.distance(to: slt.moved(bySemitones: 1)) < VoicePrint.alikeDistance)
    for other in [rms, kal] { #expect(slt.distance(to: other) > 3 * VoicePrint.alikeDistance) }
    #expect(rms.distance(to: kal) > VoicePrint.alikeDistance)
    #expect(slt.distance(to: try print(stage, "flite:slt", pitch: 3)) > VoicePrint.alikeDistance)
  }

  @Test func `voice prints distinguish espeak's women, men, whispers and tones`()
    throws
  {
    let stage = try Stagehand()
    let woman = try print(stage, "espeak:gmw/en+f3")
    let man = try print(stage, "espeak:gmw/en")
    let whisper = try print(stage, "espeak:gmw/en+whisper")
    #expect(woman.pitchHertz > 1.6 * man.pitchHertz)
    #expect(whisper.pitchHertz == 0 && whisper.distance(to: man) >= 12)
    #expect(try print(stage, "mock").isTone && !woman.isTone && !man.isTone)
  }
}
