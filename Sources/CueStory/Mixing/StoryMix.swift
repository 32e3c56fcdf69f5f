import CueAudio
import CueModel
import CueStore
import Glibc

/// A take in a mix.
package struct MixedTake: Equatable, Sendable {
  /// Its number in the story.
  package let number: Int
  /// Its file.
  package let path: String
  /// What its sound is made of.
  package let format: AudioFormat
  /// Its frames in the mix.
  package let span: Range<Int>
  /// What is done to it, in order; empty if it is heard as it was recorded.
  package let changes: [SoundChange]
  /// What its left and right samples are multiplied by.
  package let gains: (left: Float, right: Float)
  /// Whether it is heard.
  package let isHeard: Bool

  /// A take of that number in the file at `path`, changed and mixed so.
  package init(
    number: Int, path: String, format: AudioFormat, span: Range<Int>, changes: [SoundChange],
    gains: (left: Float, right: Float), isHeard: Bool = true
  ) {
    self.number = number
    self.path = path
    self.format = format
    self.span = span
    self.changes = changes
    self.gains = gains
    self.isHeard = isHeard
  }

  package static func == (one: MixedTake, other: MixedTake) -> Bool {
    one.number == other.number && one.path == other.path && one.format == other.format
      && one.span == other.span && one.changes == other.changes && one.gains == other.gains
      && one.isHeard == other.isHeard
  }
}

/// Which takes of a story are heard where, and how.
package struct StoryMix: Equatable, Sendable {
  /// What the mix is made of: floats; one channel where all takes are in the middle, else two.
  package let format: AudioFormat
  /// Frames of the whole.
  package let frames: Int
  /// The takes, in the order of the chain.
  package let takes: [MixedTake]

  /// The mix of a chain of `view`, to the head where no other take is named.
  ///
  /// - Parameters:
  ///   - view: the story
  ///   - end: the id of the last take
  ///   - dials: how it is heard; as its own dials are where nil
  ///   - path: the file of a take
  /// - Throws: ``StoryFailure/beyondReach(take:speed:semitones:)`` for a take that no effects can bring there
  package init(
    _ view: StoryView, to end: String? = nil, dials: StoryDials? = nil,
    path: (StoredTake) -> String
  ) throws(StoryFailure) {
    let dials = dials ?? view.story.dials
    let chain = view.chain(to: end)
    guard !chain.isEmpty else { throw .noTakes(title: view.story.title) }
    let timeline = ChainTimeline(lengths: chain.map(\.ticks))
    let hasSolo = chain.contains { $0.isSolo && !$0.isMuted }
    func isHeard(_ take: StoredTake) -> Bool { !take.isMuted && (take.isSolo || !hasSolo) }
    guard chain.contains(where: isHeard) else { throw .allMuted(title: view.story.title) }
    let isStereo = chain.contains { isHeard($0) && ($0.channels == 2 || $0.pan != 0) }
    var takes: [MixedTake] = []
    for (take, place) in zip(chain, timeline.places) {
      let setting = NodeSetting(
        dials, take.recorded, local: PitchOffset(millicents: take.localPitch))
      guard let changes = setting.changes else {
        throw .beyondReach(
          take: take.number, speed: setting.rate, semitones: setting.pitch.semitones)
      }
      takes.append(
        MixedTake(
          number: take.number, path: path(take),
          format: take.format(rateHertz: view.story.rateHertz),
          span: ChainTimeline.frame(
            ofTick: place.start, at: dials.rate)..<ChainTimeline.frame(
              ofTick: place.end, at: dials.rate),
          changes: changes, gains: StoryMix.gains(gain: take.gain, pan: take.pan),
          isHeard: isHeard(take)))
    }
    self.init(
      rateHertz: view.story.rateHertz, isStereo: isStereo,
      frames: ChainTimeline.frame(ofTick: timeline.length, at: dials.rate), takes: takes)
  }

  /// A mix of such takes.
  package init(rateHertz: Int, isStereo: Bool, frames: Int, takes: [MixedTake]) {
    format = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: isStereo ? 2 : 1)
    self.frames = frames
    self.takes = takes
  }

  /// The mix in which only the take of that number is heard, which stays in its place.
  package func stem(of number: Int) -> StoryMix {
    StoryMix(
      rateHertz: format.rateHertz, isStereo: format.channels == 2, frames: frames,
      takes: takes.filter { $0.number == number })
  }

  /// What left and right are multiplied by at a gain in hundredths of a decibel and a pan of −100…100.
  ///
  /// In the middle both are 1, so that nothing changes there.
  static func gains(gain: Int, pan: Int) -> (left: Float, right: Float) {
    let gain = gain == 0 ? 1 : Float(pow(10, Double(gain) / 2000))
    let pan = Float(pan) / 100
    return (gain * min(1, 1 - pan), gain * min(1, 1 + pan))
  }
}

/// Where a mix gets its effects.
package struct StoryEffects {
  /// Makes an effect that does a change, not configured yet.
  package let make: (SoundChange) throws -> any Effect
  /// Ends an effect.
  package let end: (any Effect) -> Void
  /// Whether effects that were ended are used again, so that those that were made once are ready sooner.
  package let areKept: Bool

  /// Effects of such makes.
  package init(
    areKept: Bool = false, make: @escaping (SoundChange) throws -> any Effect,
    end: @escaping (any Effect) -> Void
  ) {
    self.areKept = areKept
    self.make = make
    self.end = end
  }
}

/// Mixes a story, block by block, with as much in memory as what sounds.
///
/// Effects work ahead while the sum is made. The sum is that of the takes in their order, so the same story gives the same
/// samples, whatever the sizes of blocks and however much is worked out ahead.
package final class StoryMixer {
  /// What is mixed.
  package let mix: StoryMix
  /// The next frame.
  package private(set) var frame = 0
  private let effects: StoryEffects
  private let blockFrames: Int
  private let aheadBlocks: Int
  private var sounding: [(take: MixedTake, sound: TakeSound)] = []
  private var waiting: [MixedTake]

  /// A mixer at the start of `mix`.
  ///
  /// - Parameters:
  ///   - mix: what is mixed
  ///   - effects: where effects come from
  ///   - blockFrames: how many frames come at once at most
  ///   - aheadBlocks: how many blocks each take's effects have before the first is waited for; 0 for none
  package init(
    _ mix: StoryMix, effects: StoryEffects, blockFrames: Int = 8192, aheadBlocks: Int = 2
  ) {
    precondition(blockFrames > 0 && aheadBlocks >= 0, "a block has frames")
    self.mix = mix
    self.effects = effects
    self.blockFrames = blockFrames
    self.aheadBlocks = aheadBlocks
    waiting = mix.takes.filter { $0.isHeard && !$0.span.isEmpty }
  }

  deinit { end() }

  /// The next block; nil at the end.
  ///
  /// - Throws: a ``StoryFailure`` or `SoundFileError` for a take whose file is not whole, and what an effect throws
  package func next() throws -> AudioBuffer? {
    guard frame < mix.frames else { return nil }
    let block = frame..<min(frame + blockFrames, mix.frames)
    for take in waiting where take.span.lowerBound < block.upperBound {
      sounding.append((take, try TakeSound(take, effects, aheadBlocks: aheadBlocks)))
    }
    waiting.removeAll { $0.span.lowerBound < block.upperBound }
    // All effects get their work before the first is waited for.
    for (_, sound) in sounding { try sound.prepare() }
    let channels = mix.format.channels
    var sum = [Float](repeating: 0, count: block.count * channels)
    for (take, sound) in sounding {
      let first = max(block.lowerBound, take.span.lowerBound)
      let last = min(block.upperBound, take.span.upperBound)
      let samples = try sound.next(last - first)
      add(samples, of: take, to: &sum, at: first - block.lowerBound, frames: last - first)
    }
    for (take, sound) in sounding where take.span.upperBound <= block.upperBound { sound.end() }
    sounding.removeAll { $0.take.span.upperBound <= block.upperBound }
    frame = block.upperBound
    return AudioBuffer(
      float32: sum, rateHertz: mix.format.rateHertz, channels: channels)
  }

  private func add(
    _ samples: [Float], of take: MixedTake, to sum: inout [Float], at start: Int, frames: Int
  ) {
    let (left, right) = take.gains
    guard mix.format.channels == 2 else {
      for index in 0..<frames { sum[start + index] += samples[index] * left }
      return
    }
    let isStereo = take.format.channels == 2
    for index in 0..<frames {
      let place = 2 * (start + index)
      sum[place] += samples[isStereo ? 2 * index : index] * left
      sum[place + 1] += samples[isStereo ? 2 * index + 1 : index] * right
    }
  }

  /// Ends all effects.
  package func end() {
    for (_, sound) in sounding { sound.end() }
    sounding = []
  }
}

/// The sound of one take as it is heard in a mix, in order.
private final class TakeSound {
  private let take: MixedTake
  private let reader: SoundFileReader
  private let chain: EffectChain?
  private let links: [any Effect]
  private let endLink: (any Effect) -> Void
  private let aheadBlocks: Int
  private var onTheirWay = 0
  private var hasInput = true
  private var isFlushed = false
  private var made: [Float] = []
  /// How many of `made` were given.
  private var given = 0
  private static let inputFrames = 8192

  init(_ take: MixedTake, _ effects: StoryEffects, aheadBlocks: Int) throws {
    self.take = take
    self.aheadBlocks = aheadBlocks
    reader = try SoundFileReader(path: take.path)
    guard reader.channels == take.format.channels, reader.rateHertz == take.format.rateHertz,
      reader.missingFrames == 0
    else { throw StoryFailure.damaged(path: take.path) }
    var links: [any Effect] = []
    endLink = effects.end
    do {
      for change in take.changes { links.append(try effects.make(change)) }
      chain = links.isEmpty ? nil : EffectChain(links)
      try chain?.configure(rateHertz: take.format.rateHertz, channels: take.format.channels)
    } catch {
      for link in links { effects.end(link) }
      throw error
    }
    self.links = links
  }

  /// Hands as much to the effects as they may have ahead.
  func prepare() throws {
    guard let chain, hasInput else { return }
    while onTheirWay < aheadBlocks, hasInput { try begin(chain) }
  }

  private func begin(_ chain: EffectChain) throws {
    guard let block = try reader.read(atMost: TakeSound.inputFrames) else {
      hasInput = false
      return
    }
    try chain.begin(block, changes: [], asking: [])
    onTheirWay += 1
  }

  /// The next `frames` frames; silence after the end, which is a frame at most.
  func next(_ frames: Int) throws -> [Float] {
    let count = frames * take.format.channels
    while made.count - given < count, try more() {}
    if given > 1 << 20 {
      made.removeFirst(given)
      given = 0
    }
    let samples = Array(made[given...].prefix(count))
    given += samples.count
    return samples + [Float](repeating: 0, count: count - samples.count)
  }

  private func more() throws -> Bool {
    guard let chain else {
      guard let block = try reader.read(atMost: TakeSound.inputFrames) else { return false }
      made += block.floats
      return true
    }
    if onTheirWay == 0, hasInput { try begin(chain) }
    if onTheirWay > 0 {
      made += try chain.finish().sound.floats
      onTheirWay -= 1
      try prepare()
      return true
    }
    guard !isFlushed else { return false }
    isFlushed = true
    made += try chain.flush().floats
    return true
  }

  func end() {
    chain?.abandon()
    for link in links { endLink(link) }
  }
}
