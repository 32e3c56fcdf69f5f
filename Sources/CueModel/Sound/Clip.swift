/// Names a clip by all that decides how it sounds: a SHA-256 in hexadecimal.
public struct ClipKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 64 digits, small letters.
  public let hexadecimal: String

  /// The key of those digits; nil if they are not SHA-256.
  public init?(hexadecimal: String) {
    let digits = hexadecimal.utf8
    guard digits.count == 64,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.hexadecimal = hexadecimal
  }

  /// Its digits.
  public var description: String { hexadecimal }

  /// The order of the digits.
  public static func < (one: ClipKey, other: ClipKey) -> Bool {
    one.hexadecimal < other.hexadecimal
  }
}

/// Sound that is kept, and what is said where in it.
public struct Clip: Equatable, Sendable {
  /// All of the sound, as the engine made it.
  public var sound: AudioBuffer
  /// In order; the bytes are those of the text that was said.
  public var marks: [SpeechMark]

  /// Sound and its marks.
  public init(sound: AudioBuffer, marks: [SpeechMark] = []) {
    self.sound = sound
    self.marks = marks
  }
}

/// What is known of a clip that is kept, without reading its sound.
public struct ClipEntry: Equatable, Sendable {
  /// Names it.
  public var key: ClipKey
  /// What its sound is made of.
  public var format: AudioFormat
  /// How long it is.
  public var frames: Int
  /// Bytes of the file that holds it.
  public var byteCount: Int
  /// The checksum that the file ends with, of all bytes before it; in hexadecimal.
  public var checksum: String

  /// What is known of the clip of `key`.
  public init(key: ClipKey, format: AudioFormat, frames: Int, byteCount: Int, checksum: String) {
    self.key = key
    self.format = format
    self.frames = frames
    self.byteCount = byteCount
    self.checksum = checksum
  }

  /// How long it is, in seconds.
  public var seconds: Double { Double(frames) / Double(format.rateHertz) }
}

/// What is known of a clip beside its sound, and was found out afterwards: each kind has a text of its own.
public enum ClipNote: String, CaseIterable, Sendable {
  /// When its words are heard.
  case words
  /// What recognizers heard in it.
  case heard
}

/// Finds out when the words of clips are heard whose voices do not report that.
public protocol ClipTiming: Sendable {
  /// The words of `text`, which `clip` says, in their order; empty if there are none.
  ///
  /// Any thread may call it, several at once. The same clip has the same times.
  ///
  /// - Parameters:
  ///   - clip: the sound
  ///   - entry: what is known of it; nil if it is not kept
  ///   - text: what is said in it, in the bytes of which the marks count
  ///   - language: of the text, a BCP 47 tag; empty for English
  ///   - cancellation: ends it early, with times that are guessed
  /// - Returns: marks of words, all within the sound and estimated
  /// - Throws: what the cache throws that the clip is from
  func words(
    of clip: Clip, _ entry: ClipEntry?, saying text: String, language: String,
    cancellation: Cancellation
  ) throws -> [SpeechMark]
}

/// What decides how a voice sounds, beside the request itself.
public struct SoundIdentity: Hashable, Sendable {
  /// The plugin's id.
  public var plugin: String
  /// What the plugin says of engine, data and model; see `sound_fingerprint` of the interface.
  public var fingerprint: String
  /// Every parameter that was set and is not a secret, sorted by name: `name=value`.
  public var parameters: [String]
  /// Whether the same request gives the same bytes again.
  public var isReproducible: Bool
  /// Whether the sound changes with the seed, as the voice declares.
  public var followsSeed = false
  /// Whether the sound changes only if the request does: it is reproducible and ignores the seed.
  public var repeatsItself: Bool { isReproducible && !followsSeed }

  /// All that decides how a voice of `plugin` sounds.
  public init(plugin: String, fingerprint: String, parameters: [String], isReproducible: Bool) {
    self.plugin = plugin
    self.fingerprint = fingerprint
    self.parameters = parameters
    self.isReproducible = isReproducible
  }
}

/// Keeps clips under what decides how they sound, for all programs that share its folder.
///
/// Any thread; nothing that is there is ever changed. A clip is there whole or not at all.
public protocol SoundCache: AnyObject, Sendable {
  /// What is known of a clip; nil if it is not kept.
  func entry(_ key: ClipKey) throws -> ClipEntry?

  /// A clip; nil if it is not kept, or no longer whole.
  func clip(_ key: ClipKey) throws -> Clip?

  /// The clip of `entry`, exactly as it was when that was read; nil if it is gone, damaged or another one by now.
  func clip(_ entry: ClipEntry) throws -> Clip?

  /// What is known of a clip of which every byte is as it was put.
  ///
  /// A damaged one is forgotten, so that it can be made again; nothing then, and where it is not kept.
  func wholeEntry(_ key: ClipKey) throws -> ClipEntry?

  /// The right to make a clip, for this process and thread alone; nothing while somebody else has it.
  ///
  /// It ends with ``release(_:)``, and with the process.
  func claim(_ key: ClipKey) throws -> Bool

  /// Gives back a claim.
  func release(_ key: ClipKey)

  /// Keeps `clip` under `key`.
  func put(_ clip: Clip, for key: ClipKey) throws -> ClipEntry

  /// What was noted of the clip of `entry`; nil if nothing was, or the note is on other sound.
  func note(_ kind: ClipNote, of entry: ClipEntry) throws -> String?

  /// Notes something of the clip of `entry`, in the place of what was noted before; the clip itself is not changed.
  func keep(_ text: String, as kind: ClipNote, of entry: ClipEntry) throws
}

extension SoundCache {
  /// The clip of `entry`'s key, as long as its format and length are those of `entry`.
  public func clip(_ entry: ClipEntry) throws -> Clip? {
    guard let clip = try clip(entry.key), clip.sound.format == entry.format,
      clip.sound.frameCount == entry.frames
    else { return nil }
    return clip
  }

  /// Knows of no notes.
  public func note(_ kind: ClipNote, of entry: ClipEntry) throws -> String? { nil }

  /// Notes nothing.
  public func keep(_ text: String, as kind: ClipNote, of entry: ClipEntry) throws {}

  /// The entry of a clip that is available.
  public func wholeEntry(_ key: ClipKey) throws -> ClipEntry? {
    try clip(key) == nil ? nil : entry(key)
  }
}
