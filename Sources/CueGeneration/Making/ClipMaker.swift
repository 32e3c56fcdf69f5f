import CueModel

/// A voice that made nothing of words.
struct NothingSaid: Error {
  let text: String
}

/// Has a voice say all parts of a clip, and puts them together.
struct ClipMaker {
  /// The sound and marks so far, in the format of the first.
  private var format: AudioFormat?
  private var bytes: [UInt8] = []
  private var marks: [SpeechMark] = []
  /// Silence that is due and whose format is not known yet.
  private var dueMilliseconds = 0
  /// Where the words of this part begin in all words, and its sound in all sound.
  private var textOffset = 0
  private var frameOffset = 0

  /// Makes the clip of `request`; nil if it was cancelled.
  ///
  /// A clip is kept as the sound of this voice with the effects of its key. So a line that is started over, by another voice or
  /// without an effect, makes no clip and throws ``LineStartedOver``. `next` is the request after this one, if it is known: the
  /// voice may begin it early.
  static func clip(
    of request: ClipRequest, by voice: any RecordingVoice, then next: SpeechRequest?,
    capacity: Int, cancellation: Cancellation, beforeEach: () -> Bool
  ) throws -> Clip? {
    var maker = ClipMaker()
    let requests = request.requests
    var spoken = 0
    for part in request.parts {
      switch part {
      case .silence(let milliseconds): maker.rest(milliseconds)
      case .speech(let speech):
        guard beforeEach() else { return nil }
        spoken += 1
        if let next = spoken < requests.count ? requests[spoken] : next { voice.expect(next) }
        guard try maker.say(speech, voice, capacity, cancellation) else { return nil }
      }
    }
    guard let format = maker.format else {
      throw NothingSaid(text: requests.first?.text ?? "")
    }
    return Clip(sound: AudioBuffer(format: format, bytes: maker.bytes), marks: maker.marks)
  }

  private mutating func rest(_ milliseconds: Int) {
    guard let format else {
      dueMilliseconds += milliseconds
      return
    }
    let frames = format.frames(inSeconds: Double(milliseconds) / 1000)
    bytes.append(contentsOf: repeatElement(0, count: frames * format.frameByteCount))
  }

  private mutating func say(
    _ request: SpeechRequest, _ voice: any RecordingVoice, _ capacity: Int,
    _ cancellation: Cancellation
  ) throws -> Bool {
    let said = try voice.collect(
      request, mayStartOver: false, reserving: capacity, cancellation: cancellation)
    guard let said else { return false }
    if let own = said.format {
      guard format == nil || format == own else {
        throw PluginFailure(
          plugin: voice.name, activity: .speaking, kind: .misbehaved,
          reason: .broke(.formatChanged))
      }
      if format == nil {
        format = own
        rest(dueMilliseconds)
      }
      frameOffset = bytes.count / own.frameByteCount
    }
    for var mark in said.marks {
      mark.frame += frameOffset
      mark.textRange =
        mark.textRange.lowerBound + textOffset..<mark.textRange.upperBound + textOffset
      marks.append(mark)
    }
    if bytes.isEmpty { bytes = said.bytes } else { bytes += said.bytes }
    textOffset += request.text.utf8.count + 1
    return true
  }
}

extension Clip {
  /// Samples below this count as silence: a thousandth of full scale, −60 dB.
  static let silentBelow: Float = 0.001

  /// Whether nothing is heard in it.
  var isSilent: Bool {
    unsafe sound.bytes.withUnsafeBytes { bytes in
      switch sound.format.sample {
      case .int16:
        stride(from: 0, to: bytes.count, by: 2).allSatisfy {
          unsafe abs(Int32(bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self))) < 33
        }
      case .float32:
        stride(from: 0, to: bytes.count, by: 4).allSatisfy {
          unsafe abs(bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)) < Clip.silentBelow
        }
      }
    }
  }
}
