import CueModel

/// How a part is played: what all requests of its voice have in common.
public struct RoleDelivery: Hashable, Sendable {
  /// The id of a voice; empty for the plugin's choice.
  public var voice = ""
  /// A BCP 47 tag; empty for the voice's own language.
  public var language = ""
  /// A factor; 1 is the voice's own speed.
  public var speed = 1.0
  /// Semitones; 0 is the voice's own pitch.
  public var pitchSemitones = 0.0
  /// A linear gain; 1 is the voice's own volume.
  public var volume = 1.0
  /// All of them are played at once.
  public var tones: [Tone] = []
  /// How the part is said, for voices that understand it; never spoken.
  public var direction = ""
  /// 0 where none is given.
  public var seed: UInt32 = 0

  /// The voice's own way.
  public init(voice: String = "") { self.voice = voice }

  /// The request to say `text`, with the direction of the moment behind the part's.
  func request(_ text: String, direction moment: String?) -> SpeechRequest {
    var request = SpeechRequest(text: text)
    request.voice = voice
    request.language = language
    request.speed = speed
    request.pitchSemitones = pitchSemitones
    request.volume = volume
    request.seed = seed
    request.wantsMarks = true
    request.direction = [direction, moment ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
    if !tones.isEmpty {
      request.tones = Set(tones).sorted { $0.rawValue < $1.rawValue }.map { tone in
        let count = tones.count { $0 == tone }
        return SpeechRequest.ToneWeight(
          label: tone.rawValue, weight: Double(count) / Double(tones.count))
      }
      request.toneDelivery = SpeechRequest.ToneDelivery(.blended(tones))
    }
    return request
  }
}
