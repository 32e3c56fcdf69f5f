// SPDX-License-Identifier: MIT

import CueABI

/// The format of interleaved sound.
public struct SoundFormat: Equatable, Sendable {
  /// 32-bit float where true, 16-bit integer otherwise.
  public var isFloat: Bool
  /// Frames a second.
  public var rateHertz: UInt32
  /// Samples in a frame.
  public var channels: UInt32

  /// Bytes in a frame.
  public var frameByteCount: Int { (isFloat ? 4 : 2) * Int(channels) }
}

/// A phrase that may be heard, and its part in the scene.
public struct Phrase: Equatable, Sendable {
  /// One of `CUE_PHRASE_…`.
  public var role: UInt32
  /// Its words, as they are spoken: "doctor ross forty two".
  public var text: String
  /// The same as printed: "Dr. Ross, 42!"
  public var written: String
}

/// What a stream of sound is and what may be heard in it.
public struct ListenRequest: Sendable {
  /// The format of the sound that will be pushed.
  public var format: SoundFormat
  /// Whether to report what is heard so far.
  public var wantsPartials: Bool
  /// A BCP 47 tag, or nothing.
  public var language: String
  /// The id of a model, or nothing.
  public var model: String
  /// What may be heard; nothing where anything may.
  public var phrases: [Phrase]
  /// How words are spoken, in IPA.
  public var lexicon: [String: String]
}

/// A heard word; its times are frames of the stream.
public struct HeardWord: Equatable, Sendable {
  /// The word.
  public var text: String
  /// Where it begins.
  public var start: UInt64
  /// Where it ends.
  public var end: UInt64
  /// 0…1, below 0 where it is not known.
  public var confidence: Double
  /// Which of the request's phrases it belongs to, from 0 on; nothing where it belongs to none, or that is not known.
  public var phrase: Int?
  /// It is sound that is in none of the phrases; ``text`` says what it was like, or is empty.
  public var isOutside = false
  /// It is an "uh": it belongs to no phrase, and means nothing.
  public var isFiller = false
  /// How it is spoken was guessed.
  public var isGuessed = false

  /// A word with its place in the stream.
  public init(
    text: String, start: UInt64, end: UInt64, confidence: Double, phrase: Int? = nil
  ) {
    self.text = text
    self.start = start
    self.end = end
    self.confidence = confidence
    self.phrase = phrase
  }
}

/// Something of a listen request that is not done as asked.
public enum ListenShortfall: Equatable, Sendable {
  /// There is no model for the language; the one named is used.
  case languageReplaced(by: String)
  /// There is no such model; the one named is used.
  case modelReplaced(by: String)
  /// The phrase with that index, from 0 on, cannot be heard, for that reason.
  case phraseIgnored(Int, because: String)
  /// The pronunciation was not given, so it was guessed.
  case pronunciationGuessed(word: String, as: String)
}

/// What was heard.
public struct Transcript: Sendable {
  /// The words as text; fillers and sound outside the phrases are left out.
  public var text: String
  /// How many bytes of ``text`` no later result will change; never fewer than before.
  public var stableBytes: Int
  /// The words, where the engine knows them.
  public var words: [HeardWord]
  /// 0…1, from 0.5 on more likely right than not; below 0 where it is not known.
  public var confidence: Double
  /// 0…1, how sure it is that nobody spoke; below 0 where it is not known.
  public var noSpeech: Double

  /// What was heard.
  public init(
    text: String, stableBytes: Int = 0, words: [HeardWord] = [], confidence: Double = -1,
    noSpeech: Double = -1
  ) {
    self.text = text
    self.stableBytes = stableBytes
    self.words = words
    self.confidence = confidence
    self.noSpeech = noSpeech
  }
}

/// A recognizer.
///
/// The kit owns the one stream an instance has: it opens no second one, pushes nothing into none, and counts the results.
public protocol RecognizerPlugin: Plugin {
  /// Opens the stream, and says what of the request it cannot do as asked.
  func open(_ request: ListenRequest) throws(PluginFailure) -> [ListenShortfall]

  /// Takes the next sound, as floats of −1…1 whatever the stream's format, and says what is heard by now, where
  /// that has changed.
  ///
  /// `samples` are whole frames, interleaved, any number; ``MonoBlocks`` makes blocks of them, and ``StablePrefix`` knows
  /// what of a result is stable. Where nobody wants partials, what this says is dropped.
  func push(_ samples: [Float]) throws(PluginFailure) -> Transcript?

  /// No more sound: says what was heard.
  func finish() throws(PluginFailure) -> Transcript

  /// Ends the stream.
  func close()
}

/// An effect.
///
/// It works on interleaved floats, all of them numbers. ``FrameQueue`` holds sound back between blocks.
public protocol EffectPlugin: Plugin {
  /// Prepares for sound; forgets all sound before. Called again after ``Plugin/reset()``.
  ///
  /// Without it, as many channels come out as go in, there is no second sound, and
  /// ``configure(rateHertz:channels:maximumFrames:)`` prepares.
  func configure(_ setup: EffectSetup) throws(PluginFailure)

  /// Prepares for sound of that rate and channel count, in blocks of at most `maximumFrames`; forgets all sound.
  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) throws(PluginFailure)

  /// Takes frames from `input` and writes frames to `output`; says how many of each.
  ///
  /// Must not block, allocate or log, and ``flush(_:)`` neither: what either needs is made in
  /// ``configure(rateHertz:channels:maximumFrames:)``. In Swift that means arrays that grow or are copied, closures that
  /// escape, text, and values of a protocol's type that are created; `make conform-rtsan` finds them.
  ///
  /// `changes` are sorted by frame, lie within the input, and are of live parameters and within their ranges, one at a frame
  /// for each: the kit ensures that. Those at or after the frames that were used are given again. They must not be
  /// kept.
  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int)

  /// The same, with a second sound that is not heard itself: as long as the input, or empty.
  func process(
    _ input: UnsafeBufferPointer<Float>, side: UnsafeBufferPointer<Float>,
    _ output: UnsafeMutableBufferPointer<Float>, changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int)

  /// No more input: writes what is left and says how many frames; 0 when there is no more.
  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int

  /// The same, with changes at frames of the output. Those after what was written are given again.
  func flush(_ output: UnsafeMutableBufferPointer<Float>, changes: [ParameterChange]) -> Int

  /// Frames by which output comes later than its input: as many at the output's start belong to nothing. 0 for an effect
  /// that drops them itself.
  var latencyFrames: Int { get }

  /// Frames that sound on after the input has ended, beyond the latency; `Int.max` where that is not known.
  var tailFrames: Int { get }

  /// Where a frame of the input is heard: a frame of the output, both counted since ``configure(rateHertz:channels:maximumFrames:)``.
  func place(of frame: Int) -> Int
}

/// What sound an effect is to work on.
public struct EffectSetup: Equatable, Sendable {
  /// Frames a second.
  public var rateHertz: Int
  /// Frames of a block at most.
  public var maximumFrames: Int
  /// Channels of the input.
  public var inputChannels: Int
  /// Channels of the output.
  public var outputChannels: Int
  /// Channels of a second sound that is not heard itself; 0 for none.
  public var sideChannels: Int
  /// Nobody listens meanwhile: better may take longer.
  public var isOffline: Bool
}

extension EffectPlugin {
  /// As many channels come out as go in, and there is no second sound.
  public func configure(_ setup: EffectSetup) throws(PluginFailure) {
    guard setup.inputChannels == setup.outputChannels, setup.sideChannels == 0 else {
      throw PluginFailure(
        CUE_E_FORMAT,
        "As many channels come out of this effect as go in, and it takes no second sound.")
    }
    try configure(
      rateHertz: setup.rateHertz, channels: setup.inputChannels,
      maximumFrames: setup.maximumFrames)
  }

  /// Has no use for a second sound.
  public func process(
    _ input: UnsafeBufferPointer<Float>, side: UnsafeBufferPointer<Float>,
    _ output: UnsafeMutableBufferPointer<Float>, changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    unsafe process(input, output, changes: changes)
  }

  /// Changes count from the first frame of what is left.
  public func flush(_ output: UnsafeMutableBufferPointer<Float>, changes: [ParameterChange]) -> Int
  {
    for change in changes { try? set(change.id, to: .number(change.number)) }
    return unsafe flush(output)
  }

  /// Nothing sounds on.
  public var tailFrames: Int { 0 }

  /// Where it was, later by the latency.
  public func place(of frame: Int) -> Int { frame + latencyFrames }
}

/// A parameter that changes at a frame of the block.
public struct ParameterChange: Sendable {
  /// The parameter.
  public var id: UInt32
  /// Frames from the block's start.
  public var frame: Int
  /// The new value.
  public var number: Double
}

/// A place where sound is heard, or captured.
public struct DeviceInfo: Sendable {
  /// Stable: what users write after `PLUGIN:`.
  public var id: String
  /// The name for people.
  public var name: String
  /// Its own rate; 0 where it takes any.
  public var rateHertz: UInt32
  /// Its own channel count; 0 where it takes any.
  public var channels: UInt32
  /// It is used when none is asked for.
  public var isDefault: Bool
  /// It captures sound; false where it plays.
  public var captures: Bool
  /// It captures what another device plays, and is no microphone.
  public var isMonitor: Bool

  /// A device.
  public init(
    id: String, name: String, rateHertz: UInt32, channels: UInt32, isDefault: Bool,
    captures: Bool = false, isMonitor: Bool = false
  ) {
    self.id = id
    self.name = name
    self.rateHertz = rateHertz
    self.channels = channels
    self.isDefault = isDefault
    self.captures = captures
    self.isMonitor = isMonitor
  }
}

/// A stream to be opened on a device.
public struct DeviceRequest: Sendable {
  /// Whether sound is to be captured; otherwise it will be written.
  public var captures: Bool
  /// The format of the sound that will be written or read.
  public var format: SoundFormat
  /// How many frames should wait in the device at most, or gather before they can be read; 0 as it likes.
  public var latencyFrames: UInt32
  /// The id of a device, or nothing for the default one.
  public var device: String
  /// The stream's name in mixers.
  public var title: String
}

/// How the open stream is doing.
public struct DeviceState: Equatable, Sendable {
  /// How often since it was opened captured sound was not read in time, or sound to play was not written in time.
  public var xruns: UInt32
  /// Frames of captured sound that were lost by that.
  public var lostFrames: UInt64
  /// The id of the device that the stream is on now, or nothing where that is not known.
  public var device: String

  /// A stream that has lost this much.
  public init(xruns: UInt32 = 0, lostFrames: UInt64 = 0, device: String = "") {
    self.xruns = xruns
    self.lostFrames = lostFrames
    self.device = device
  }
}

/// A sound device for playback, and for capture where ``captures`` says so.
///
/// ``position`` and ``latencyFrames`` are asked on any thread. An instance has one stream, which plays or captures.
public protocol DevicePlugin: Plugin {
  /// Whether it captures sound, too; ``read(_:frames:cancelled:)`` is never called where it does not.
  static var captures: Bool { get }

  /// All devices.
  func devices() throws(PluginFailure) -> [DeviceInfo]

  /// Opens the stream, in exactly that format. A request to capture is given only to a device that ``captures``.
  func open(_ request: DeviceRequest) throws(PluginFailure)

  /// Takes at least one frame of `bytes` and says how many; waits while the device is full. Only called while a stream
  /// plays.
  func write(_ bytes: UnsafeRawBufferPointer, frames: Int, cancelled: CancelFlag)
    throws(PluginFailure) -> Int

  /// Waits for captured sound, writes at most `frames` frames of it to `bytes` and says how many; 0 where there will be no
  /// more, or where it was cancelled. Only called while a stream captures.
  func read(_ bytes: UnsafeMutableRawBufferPointer, frames: Int, cancelled: CancelFlag)
    throws(PluginFailure) -> Int

  /// Frames that have been heard since the stream was opened; of captured sound, those that were read, lost or dropped.
  var position: UInt64 { get }

  /// Frames between writing and ear, or between microphone and reading.
  var latencyFrames: UInt32 { get }

  /// Waits until all has been heard, then rests. Not called while a stream captures.
  func drain(cancelled: CancelFlag) throws(PluginFailure)

  /// Drops what has not been heard, or what was captured and not read.
  func flush() throws(PluginFailure)

  /// Closes the stream.
  func close()

  /// How the open stream is doing; nothing where the plugin counts nothing, or none is open.
  var state: DeviceState? { get }
}

extension DevicePlugin {
  /// It plays only.
  public static var captures: Bool { false }
  /// Not called where it plays only.
  public func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    throw PluginFailure(CUE_E_UNSUPPORTED, "This device does not capture.")
  }
  /// It counts nothing.
  public var state: DeviceState? { nil }
}
