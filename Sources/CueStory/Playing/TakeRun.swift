import CueAudio
import CueModel

/// The sound of one take from a played frame on, under dials that do not change.
///
/// In the middle of a take its effects hear some of the sound before, which is dropped, so that nothing seems to begin again.
final class TakeRun {
  let take: PlayedTake
  /// The next played frame that it gives.
  private(set) var frame: Int
  /// The played frame after its last.
  let endFrame: Int
  private let source: TakeSource
  private let links: [any Effect]
  private let chain: EffectChain?
  private let endLink: (any Effect) -> Void
  private var nextSource: Int
  /// Frames of the effects' output that belong to the sound before.
  private var dropFrames = 0
  private var onTheirWay = 0
  private var sentBlocks = 0
  private let speed: Double
  private var isFlushed = false
  private var made: [Float] = []
  /// How many samples of `made` were given.
  private var given = 0

  /// Frames of the take that effects get at once in the beginning, when its sound may be wanted soon, and later on: each block
  /// costs messages and wakes, which matter less the more frames it has.
  static let blockFrames = 1024...8192
  /// How many blocks are small ones.
  private static let soonBlocks = 8
  /// How many small blocks they may have at once.
  private static let mostSoonBlocks = 2

  /// - Throws: ``StoryFailure/beyondReach(take:speed:semitones:)`` where no effects bring it there; what files and effects
  ///   throw
  init(
    _ take: PlayedTake, _ entry: TakeEntry, _ dials: StoryDials, _ effects: StoryEffects
  ) throws {
    let setting = NodeSetting(dials, take.recorded, local: take.localPitch)
    guard let changes = setting.changes else {
      throw StoryFailure.beyondReach(
        take: take.number, speed: setting.rate, semitones: setting.pitch.semitones)
    }
    self.take = take
    speed = setting.rate
    frame = entry.startFrame
    endFrame = entry.endFrame
    source = try TakeSource(take)
    endLink = effects.end
    if changes.isEmpty {
      nextSource = Int(entry.sourceFrame.rounded())
      (links, chain) = ([], nil)
      return
    }
    let lead = TakeRun.leadFrames(changes, speed: setting.rate)
    nextSource = max(0, Int(entry.sourceFrame) - lead)
    dropFrames = Int(((entry.sourceFrame - Double(nextSource)) / setting.rate).rounded())
    var links: [any Effect] = []
    do {
      for change in changes { links.append(try effects.make(change)) }
      let chain = EffectChain(links)
      try chain.configure(rateHertz: take.format.rateHertz, channels: take.format.channels)
      self.chain = chain
    } catch {
      for link in links { effects.end(link) }
      throw error
    }
    self.links = links
  }

  /// How much of the sound before its effects hear: a tape its filter, a stretcher a window of sound that is heard.
  private static func leadFrames(_ changes: [SoundChange], speed: Double) -> Int {
    changes.reduce(0) { most, change in
      switch change {
      case .varispeed: max(most, Int(320 * max(1, speed)))
      case .stretch: max(most, Int(1024 * min(2, max(0.5, speed))))
      }
    }
  }

  private var channels: Int { take.format.channels }
  private var madeFrames: Int { (made.count - given) / channels }

  /// Whether it has its sound up to the played frame `end`.
  func has(upTo end: Int) -> Bool {
    isFlushed || frame + madeFrames >= min(end, endFrame) || min(end, endFrame) <= frame
  }

  /// Hands sound to its effects, where they have little.
  ///
  /// - Parameters:
  ///   - end: the played frame up to which its sound is wanted
  ///   - laterFrames: how many frames effects get at once that have worked for a while
  /// - Throws: what its file and its effects throw
  func prepare(upTo end: Int, _ laterFrames: Int) throws {
    guard let chain else { return }
    let isYoung = sentBlocks < TakeRun.soonBlocks
    while onTheirWay < (isYoung ? TakeRun.mostSoonBlocks : 1), nextSource < source.frames {
      let block = try source.read(nextSource, blockFrames(upTo: end, laterFrames))
      nextSource += block.frameCount
      try chain.begin(block, changes: [], asking: [])
      onTheirWay += 1
      sentBlocks += 1
    }
  }

  /// The first block has all that is certainly needed.
  private func blockFrames(upTo end: Int, _ laterFrames: Int) -> Int {
    guard sentBlocks == 0 else {
      return sentBlocks < TakeRun.soonBlocks ? TakeRun.blockFrames.lowerBound : laterFrames
    }
    let wanted = Int(Double(min(end, endFrame) - frame + dropFrames) * speed)
    let least = TakeRun.blockFrames.lowerBound
    return min(max(1, (wanted + least - 1) / least), 8) * least
  }

  /// Waits for a block of what its effects make, or for their last.
  func collect() throws {
    guard let chain else {
      let block = try source.read(nextSource, TakeRun.blockFrames.lowerBound)
      nextSource += block.frameCount
      if block.frameCount == 0 { isFlushed = true }
      keep(block)
      return
    }
    if onTheirWay > 0 {
      onTheirWay -= 1
      keep(try chain.finish().sound)
    } else if nextSource >= source.frames, !isFlushed {
      isFlushed = true
      keep(try chain.flush())
    }
  }

  private func keep(_ sound: AudioBuffer) {
    precondition(sound.format.sample == .float32, "effects give floats")
    let dropped = min(dropFrames, sound.frameCount)
    dropFrames -= dropped
    unsafe sound.bytes.withUnsafeBytes { bytes in
      let kept = unsafe UnsafeRawBufferPointer(rebasing: bytes[(dropped * channels * 4)...])
      unsafe made.append(contentsOf: kept.bindMemory(to: Float.self))
    }
  }

  /// The samples up to the played frame `end`, or to its end; silence if there are none.
  func take(upTo end: Int) -> [Float] {
    let count = max(0, min(end, endFrame) - frame)
    frame += count
    var samples = Array(made[given...].prefix(count * channels))
    given += samples.count
    // What is small stays in the processor's cache.
    if given * 2 > made.count {
      made.removeFirst(given)
      given = 0
    }
    let missing = count * channels - samples.count
    if missing > 0 { samples += repeatElement(0, count: missing) }
    return samples
  }

  /// Ends its effects.
  func end() {
    chain?.abandon()
    for link in links { endLink(link) }
  }
}
