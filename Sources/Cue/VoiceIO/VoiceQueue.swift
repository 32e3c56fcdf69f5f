import CueModel
import CueSpeaking
import Synchronization

/// Speech, clips and pauses, one after the other in each channel, and all channels at once.
///
/// ```swift
/// let queue = VoiceQueue(primary: io)
/// queue.enqueueSpeak("Step one.")
/// queue.enqueueSFX("sounds/ding.wav", gainDecibels: 3)
/// queue.enqueuePause(0.2)
/// queue.enqueueParsingSFX("Hello [sfx:ding] world.") { name in "sounds/\(name).wav" }
/// try await queue.play()
/// ```
///
/// A clip after speech is opened before the speech begins, and starts with the frame after it. What is added while the queue
/// plays is played, too.
public final class VoiceQueue: Sendable {
  private let io: any VoiceIO
  private let speech: SpeechQueue
  private let isClaimed = Mutex(false)

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - io: speaks and plays
  ///   - hasChannels: whether channels are heard at the same time; if not, all items go to channel 0, in order
  public init(primary io: any VoiceIO, hasChannels: Bool = true) {
    self.io = io
    speech = io.makeSpeechQueue(hasChannels: hasChannels)
  }

  /// Whether it is played.
  public var isPlaying: Bool { isClaimed.withLock { $0 } }

  /// Adds an item at the end of a channel; 0 is the main one.
  public func enqueue(_ item: SpeechItem, channel: Int = 0) { speech.add(item, channel: channel) }

  /// Adds speech.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - voice: a profile or a voice; nil for the default profile, or else the usual voice
  ///   - channel: 0 is the main one
  public func enqueueSpeak(_ text: String, voice: String? = nil, channel: Int = 0) {
    enqueue(.speak(io.profiles.spoken(text, voice: voice)), channel: channel)
  }

  /// Adds a clip.
  ///
  /// - Parameters:
  ///   - path: a sound file of any kind that Cue reads
  ///   - gainDecibels: how much louder it is, or quieter if less than 0; the mix is limited to full scale
  ///   - channel: 0 is the main one
  public func enqueueSFX(_ path: String, gainDecibels: Double = 0, channel: Int = 0) {
    enqueue(.sound(path: path, gainDecibels: gainDecibels), channel: channel)
  }

  /// Adds silence of this many seconds; less than 0 is 0.
  public func enqueuePause(_ seconds: Double, channel: Int = 0) {
    enqueue(.pause(seconds: seconds), channel: channel)
  }

  /// Adds a text with marks for clips, as in `Hello [sfx:ding] world`.
  ///
  /// - Parameters:
  ///   - text: words with marks
  ///   - voice: says the words, as in ``enqueueSpeak(_:voice:channel:)``
  ///   - channel: 0 is the main one
  ///   - resolver: the file of a name; nil drops the mark, with a warning in the log
  /// - Returns: the names that have no file
  @discardableResult
  public func enqueueParsingSFX(
    _ text: String, voice: String? = nil, channel: Int = 0, resolver: (String) -> String?
  ) -> [String] {
    let (items, unresolved) = SoundMarks.items(of: text, path: resolver)
    for item in items {
      if case .speak(let words) = item {
        enqueueSpeak(words.text, voice: voice, channel: channel)
      } else {
        enqueue(item, channel: channel)
      }
    }
    for name in unresolved { io.log.tell(.warn, "there is no clip \(name)") }
    return unresolved
  }

  /// Plays what is in the queue, and what is added meanwhile.
  ///
  /// An item that fails is reported as an event and counted, and the next one is played.
  ///
  /// - Returns: how it ended; nil if it was being played already, and this call did nothing
  /// - Throws: ``CueError/cancelled`` if it was stopped; the items are gone then
  @discardableResult
  public func play() async throws(CueError) -> SpeechQueue.Outcome? {
    let isFree = isClaimed.withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
    guard isFree else { return nil }
    defer { isClaimed.withLock { $0 = false } }
    return try await io.play(speech)
  }

  /// Stops every channel at once, and forgets all items; twice is not an error.
  public func cancelAll() { speech.cancelAll() }
}

/// Several voices that say the same text together.
///
/// ```swift
/// let chorus = VoiceChorus(io)
/// try await chorus.speak("Good evening.", profiles: [
///   NamedProfile(voice: "flite:slt"), NamedProfile(voice: "flite:rms", pitch: 0.9),
/// ])
/// ```
///
/// Each voice has an engine of its own, which is kept for the next time; one voice may be named several times.
public struct VoiceChorus: Sendable {
  /// How far the beginnings of the voices may lie apart, in seconds: 0…5.
  public var onsetSeconds = 0.0
  /// How far the speeds may be from those of the profiles, as a share: 0…0.5.
  public var speedVariation = 0.0
  /// How far the pitches may be from those of the profiles, in semitones: 0…12.
  public var pitchVariation = 0.0
  /// Chooses the variation; the same seed gives the same one.
  public var seed: UInt64 = 1

  private let io: any VoiceIO

  /// A chorus of the voices of `io`.
  public init(_ io: any VoiceIO) { self.io = io }

  /// Says `text` with all profiles, and returns when all are done; the chorus before it is stopped.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - profiles: the voices; none say nothing
  ///   - seconds: how long each voice shall take, more than 0, as far as its own speed goes; nil for their own pace
  /// - Throws: ``CueError/cancelled`` if it was stopped
  public func speak(
    _ text: String, profiles: [NamedProfile], seconds: Double? = nil
  ) async throws(CueError) {
    guard !profiles.isEmpty else { return }
    var chorus = Chorus(text, voices: [])
    for profile in profiles {
      var spoken = io.profiles.spoken(text, by: profile)
      if let seconds, let fitted = try await io.fit(spoken, toSeconds: seconds) {
        spoken.speed = fitted.speed
      }
      chorus.voices.append(spoken)
    }
    chorus.onsetSeconds = onsetSeconds
    chorus.speedVariation = speedVariation
    chorus.pitchVariation = pitchVariation
    chorus.seed = seed
    try await io.sing(chorus)
  }

  /// Stops all voices; twice is not an error.
  public func stop() { io.stopSpeech() }
}
