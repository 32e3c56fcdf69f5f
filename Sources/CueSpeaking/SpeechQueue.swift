import CueModel
import CueSystem
import Glibc

/// A clip while it is read.
public protocol ClipReader: AnyObject {
  /// Frames a second.
  var rateHertz: Int { get }
  /// Samples in a frame.
  var channels: Int { get }

  /// The next sound, at most `frames` of it; nil at its end.
  func nextSound(atMost frames: Int) throws -> AudioBuffer?
}

/// What a queue speaks and plays with.
public struct SpeakingTools: Sendable {
  /// Makes the voice of a channel for a name, which is empty for the usual voice; asked once for each channel and name.
  ///
  /// Two channels get two voices, also for one name: they speak at the same time. The thread that asks is the one that speaks.
  public var makeVoice: @Sendable (_ channel: Int, _ voice: String) throws -> any Voice
  /// Opens the clip at a path.
  public var openClip: @Sendable (_ path: String) throws -> any ClipReader
  /// Whether channels have voices of their own; if not, all share channel 0.
  public var hasChannels = true

  /// Voices and clips of those makers.
  public init(
    makeVoice: @escaping @Sendable (_ channel: Int, _ voice: String) throws -> any Voice,
    openClip: @escaping @Sendable (_ path: String) throws -> any ClipReader
  ) {
    self.makeVoice = makeVoice
    self.openClip = openClip
  }
}

/// Speech, clips and pauses, one after the other in each channel, and all channels at once.
///
/// Items may be added at any time, also while it plays, and are played then. A clip after speech is opened before the speech
/// begins and starts with the frame after it. The channels are mixed frame by frame: the same items give the same sound,
/// however fast their voices are, and where one is late, all wait. Loud places are turned down as far as they must be.
public final class SpeechQueue: Sendable {
  /// How a run ended.
  public struct Outcome: Equatable, Sendable {
    /// Items that were said or played to their end.
    public var finished = 0
    /// Items that could not be.
    public var failed = 0
    /// Whether it was cancelled.
    public var isCancelled = false
    /// How long it was, in seconds.
    public var seconds = 0.0

    /// Nothing was played.
    public init() {}
  }

  private struct State {
    var items: [Int: [SpeechItem]] = [:]
    /// What ends the run; nil while none is.
    var run: Cancellation?
  }

  private let tools: SpeakingTools
  private let state = Monitor(State())
  private let engines: EngineShelf

  /// An empty queue.
  public init(_ tools: SpeakingTools) {
    self.tools = tools
    engines = EngineShelf()
  }

  /// An empty queue with the voices and clips of `other`; the two must not play at the same time.
  ///
  /// - Parameters:
  ///   - other: the queue whose voices it uses, so that they are not started again
  ///   - hasChannels: whether channels have voices of their own; if not, all share channel 0
  public init(sharingVoicesOf other: SpeechQueue, hasChannels: Bool = true) {
    var tools = other.tools
    tools.hasChannels = hasChannels
    self.tools = tools
    engines = other.engines
  }

  /// Adds an item at the end of a channel; 0 is the main one.
  public func add(_ item: SpeechItem, channel: Int = 0) {
    let channel = tools.hasChannels ? channel : 0
    state.change { $0.items[channel, default: []].append(item) }
  }

  /// Whether it is played.
  public var isPlaying: Bool { state.change { $0.run != nil } }

  /// Stops every channel at once, and forgets all items; once is enough, and twice does no harm.
  public func cancelAll() {
    let run = state.change { state in
      state.items = [:]
      return state.run
    }
    run?.cancel()
  }

  /// How loud a channel is in the mix, as a linear gain.
  public typealias Gains = [Int: Double]

  /// Plays what was added, and what is added meanwhile.
  ///
  /// - Parameters:
  ///   - output: where the sound goes; it is one line there
  ///   - isLive: whether sound is handed on as it comes; if not, words whose voice failed in their middle are not heard
  ///   - language: of the words, as a BCP 47 tag; empty for the voices' own
  ///   - gains: of channels that are not as loud as they are
  ///   - hold: pauses and resumes it; nil if it is never paused
  ///   - cancellation: stops it as ``cancelAll()`` does
  ///   - tell: takes what happens, on this thread, as it is played
  /// - Returns: how it ended; nil if it was being played already, and this call does nothing
  /// - Throws: what `output` throws, and where no thread can be started
  public func play(
    into output: any SoundOutput, isLive: Bool = true, language: String = "", gains: Gains = [:],
    hold: PlaybackHold? = nil, cancellation: Cancellation, tell: (SpeakingEvent) throws -> Void
  ) throws -> Outcome? {
    let run = Cancellation()
    let isFree = state.change { state in
      guard state.run == nil else { return false }
      state.run = run
      return true
    }
    guard isFree else { return nil }
    defer { state.change { $0.run = nil } }
    return try cancellation.withHandler({ run.cancel() }) {
      var mixer = SpeechMixer(
        self, output, run, gains: gains, hold: hold, keepsWhole: !isLive, language)
      let outcome = try mixer.play(tell)
      if outcome.isCancelled { state.change { $0.items = [:] } }
      return outcome
    }
  }

  // For the mixer.

  /// The channels that have something to play.
  var channels: [Int] { state.change { $0.items.keys.sorted() } }

  /// The next item of a channel, and the one after it, which stays; nil if there is none.
  private func take(_ channel: Int) -> (item: SpeechItem, next: SpeechItem?)? {
    state.change { state in
      guard var items = state.items[channel], !items.isEmpty else { return nil }
      let item = items.removeFirst()
      state.items[channel] = items.isEmpty ? nil : items
      return (item, items.first)
    }
  }

  /// Makes the sound of a channel until it has no more items; `number` is that of the last item before.
  func make(
    _ channel: Int, _ counter: ItemCounter, into pipe: ChannelPipe, keepsWhole: Bool,
    language: String, _ cancellation: Cancellation
  ) {
    let maker = ChannelMaker(
      channel: channel, tools: tools, engines: engines, pipe: pipe, keepsWhole: keepsWhole,
      language: language, cancellation: cancellation)
    while !cancellation.isCancelled, let (item, next) = take(channel) {
      maker.make(item, number: counter.next(), ahead: next)
    }
    pipe.end()
  }
}

/// Counts the items of a channel.
final class ItemCounter: Sendable {
  private let count = Monitor(0)

  func next() -> Int {
    count.change { count in
      count += 1
      return count
    }
  }
}

/// The voices that were made, for the next time.
private final class EngineShelf: Sendable {
  // Only the thread of its channel uses it, and one follows the other.
  private struct Engine: @unchecked Sendable {
    let voice: any Voice
  }

  private let engines = Monitor([Int: [String: Engine]]())

  func voice(
    _ channel: Int, _ name: String, make: (Int, String) throws -> any Voice
  ) throws -> any Voice {
    if let engine = engines.change({ $0[channel]?[name] }) { return engine.voice }
    let engine = Engine(voice: try make(channel, name))
    engines.change { $0[channel, default: [:]][name] = engine }
    return engine.voice
  }
}

/// Makes the sound of one channel, on a thread of its own.
private final class ChannelMaker {
  /// A clip that was opened ahead.
  private var prepared: (path: String, reader: any ClipReader)?
  private let channel: Int
  private let tools: SpeakingTools
  private let engines: EngineShelf
  private let pipe: ChannelPipe
  private let keepsWhole: Bool
  private let language: String
  private let cancellation: Cancellation

  init(
    channel: Int, tools: SpeakingTools, engines: EngineShelf, pipe: ChannelPipe, keepsWhole: Bool,
    language: String, cancellation: Cancellation
  ) {
    self.channel = channel
    self.tools = tools
    self.engines = engines
    self.pipe = pipe
    self.keepsWhole = keepsWhole
    self.language = language
    self.cancellation = cancellation
  }

  func make(_ item: SpeechItem, number: Int, ahead next: SpeechItem?) {
    if case .speak = item, case .sound(let path, _)? = next { prepare(path) }
    do {
      switch item {
      case .speak(let spoken):
        pipe.put(.event(.began(item: number, item)))
        try say(spoken, number)
      case .sound(let path, let decibels): try play(path, decibels, item, number)
      case .pause(let seconds):
        pipe.put(.event(.began(item: number, item)))
        pipe.put(.silence(seconds: max(0, seconds)))
      }
      if !cancellation.isCancelled { pipe.put(.event(.ended(item: number))) }
    } catch { pipe.put(.event(.failed(item: number, item, because: error))) }
  }

  /// Opens the clip after the next words, so that it starts with the frame after them; if it cannot be opened, this is reported
  /// in its turn.
  private func prepare(_ path: String) {
    guard let reader = try? tools.openClip(path) else { return }
    prepared = (path, reader)
    pipe.put(.event(.prepared(path: path)))
  }

  private struct NoLongerWanted: Error {}

  private func say(_ spoken: SpokenText, _ number: Int) throws {
    let voice = try engines.voice(channel, spoken.voice, make: tools.makeVoice)
    var kept: [ChannelPipe.Piece] = []
    var hasBegun = false
    func put(_ piece: ChannelPipe.Piece) throws {
      if case .began = piece { hasBegun = true }
      if keepsWhole {
        kept.append(piece)
      } else if !pipe.put(piece) {
        throw NoLongerWanted()
      }
    }
    /// Drops the sound of these words. Before their first sound, the sound in the pipe belongs to the previous item and stays.
    func drop() {
      if keepsWhole { kept = [] } else if hasBegun { pipe.put(.dropped) }
      hasBegun = false
    }
    do {
      let outcome = try voice.speak(
        spoken.request(language: language), cancellation: cancellation
      ) { event in
        switch event {
        case .began(let format):
          try put(.began(format, isSpeech: true))
          pipe.put(.event(.said(item: number, voice: voice.speakerName)))
        case .sound(let sound): try put(.sound(sound))
        case .mark(let mark): try put(.mark(item: number, mark))
        case .shortfall(let shortfall):
          pipe.put(.event(.shortfall(item: number, shortfall)))
        case .startedOver(let standIn, let failure):
          drop()
          pipe.put(.event(.standIn(item: number, voice: standIn, because: failure)))
        }
      }
      guard outcome == .finished else { return }
      for piece in kept { pipe.put(piece) }
    } catch is NoLongerWanted {
      return
    } catch {
      drop()
      throw error
    }
  }

  private static let blockFrames = 8192

  private func play(
    _ path: String, _ decibels: Double, _ item: SpeechItem, _ number: Int
  ) throws {
    let reader: any ClipReader
    if let prepared, prepared.path == path {
      reader = prepared.reader
    } else {
      reader = try tools.openClip(path)
    }
    prepared = nil
    pipe.put(.event(.began(item: number, item)))
    let gain = ClipGain.linear(decibels: decibels)
    let format = AudioFormat(
      sample: .float32, rateHertz: reader.rateHertz, channels: reader.channels)
    pipe.put(.began(format, isSpeech: false))
    while !cancellation.isCancelled,
      let sound = try reader.nextSound(atMost: ChannelMaker.blockFrames)
    {
      let louder = AudioBuffer(
        float32: gain == 1 ? sound.floats : sound.floats.map { $0 * gain },
        rateHertz: reader.rateHertz, channels: reader.channels)
      guard pipe.put(.sound(louder)) else { return }
    }
  }
}

/// The gain of a clip.
public enum ClipGain {
  /// The linear gain of this many decibels: 10^(dB/20), also above 1; the mix keeps it from clipping.
  public static func linear(decibels: Double) -> Float {
    guard decibels.isFinite else { return decibels < 0 ? 0 : 1 }
    return Float(pow(10, decibels / 20))
  }
}
