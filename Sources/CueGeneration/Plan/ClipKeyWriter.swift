import CueSystem
import CueModel

extension ClipRequest {
  /// The version of how keys are made.
  ///
  /// Another one makes all keys new.
  public static let keyVersion: UInt32 = 1
  /// The version of how texts are cut for voices that need short ones, and joined again.
  static let textRuleVersion: UInt32 = 1

  /// The key of the clip that a voice of `identity` makes of this, in the form that is sent: see ``asSent(to:)``.
  ///
  /// A SHA-256 over all that decides the clip. Every text follows its length, every list its count and every part
  /// its kind, so that no two clips are written the same way. `take` counts how often the same was requested again.
  public func key(_ identity: SoundIdentity, take: Int = 0) -> ClipKey {
    var writer = ClipKeyWriter()
    writer.add("cue clip")
    writer.add(ClipRequest.keyVersion)
    writer.add(ClipRequest.textRuleVersion)
    writer.add(UInt32(clamping: take))
    writer.add(identity.plugin)
    writer.add(identity.fingerprint)
    writer.add(UInt32(identity.parameters.count))
    for parameter in identity.parameters { writer.add(parameter) }
    writer.add(UInt32(parts.count))
    for part in parts {
      switch part {
      case .silence(let milliseconds):
        writer.add(UInt32(0))
        writer.add(UInt32(clamping: milliseconds))
      case .speech(let request):
        writer.add(UInt32(1))
        writer.add(request)
      }
    }
    let digest = ContentDigest.hexadecimal(ContentDigest.bytes(of: writer.bytes[...]))
    guard let key = ClipKey(hexadecimal: digest) else { preconditionFailure("no SHA-256") }
    return key
  }
}

/// Writes fields one after the other, numbers as little-endian.
private struct ClipKeyWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(1024) }

  mutating func add(_ number: UInt32) { addBytes(number) }

  /// A number that is written in several ways is written in one: there is one zero.
  mutating func add(_ number: Double) { addBytes((number == 0 ? 0 : number).bitPattern) }

  private mutating func addBytes(_ number: some FixedWidthInteger) {
    var rest = number
    for _ in 0..<number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func add(_ text: String) {
    addBytes(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ request: SpeechRequest) {
    precondition(
      request.toneDelivery == nil && request.mannerDelivery == nil,
      "the request is not as it is sent")
    add(request.form.rawValue)
    add(request.text)
    add(request.language)
    add(request.voice)
    add(request.speed)
    add(request.pitchSemitones)
    add(request.volume)
    add(UInt32(request.tones.count))
    for tone in request.tones {
      add(tone.label)
      add(tone.weight)
    }
    add(request.seed)
    add(request.direction)
    add(request.previousText)
    add(request.nextText)
    add(UInt32(request.wantsMarks ? 1 : 0))
    // What is said as written, and played in the voice's own way, keeps the key that it had before there was
    // anything else.
    let isPlayed = request.pitchRange != 1 || request.isWhispered || request.voiceEffect != nil
    if isPlayed || !request.spokenText.isEmpty { add(request.spokenText) }
    if isPlayed {
      add("played")
      add(request.pitchRange)
      add(UInt32(request.isWhispered ? 1 : 0))
      add(request.voiceEffect ?? "")
      if request.formantSemitones != 0 { add(request.formantSemitones) }
    }
    guard !request.lexicon.isEmpty else { return }
    add("lexicon")
    for (word, pronunciation) in request.lexicon.sorted(by: { $0.key < $1.key }) {
      add(word)
      add(pronunciation)
    }
  }
}
