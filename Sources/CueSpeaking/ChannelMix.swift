import CueAudio
import CueModel

/// The sound of a channel as the mix takes it: in the mix's format, block by block.
final class ChannelMix {
  /// Sound, or something that happens at its place.
  private enum Stretch {
    case samples(ArraySlice<Float>, isSpeech: Bool)
    /// This many samples of 0, however long.
    case silence(Int)
    case event(SpeakingEvent.What)
  }

  let channel: Int
  let pipe: ChannelPipe
  private let gain: Float
  private var format: AudioFormat?
  private var conformer: Conformer?
  private var waiting: [Stretch] = []
  private var waitingSamples = 0
  private var isSpeech = false
  private var lineRateHertz = 1
  private var hasLine = false
  /// Marks of the line that is on its way, whose sound has not come yet.
  private var marks: [(item: Int, SpeechMark)] = []
  /// Frames of the line that came in, in the line's rate.
  private var lineFrames = 0
  /// What came before the mix had a format.
  private var early: [ChannelPipe.Piece] = []
  private(set) var hasEnded = false

  init(channel: Int, pipe: ChannelPipe, gain: Double) {
    self.channel = channel
    self.pipe = pipe
    self.gain = Float(gain)
  }

  /// Reads up to the first sound; its format, or nil if there is no sound at all.
  func firstFormat() -> AudioFormat? {
    while let piece = pipe.take() {
      early.append(piece)
      if case .began(let format, _) = piece { return format }
    }
    hasEnded = true
    return nil
  }

  /// From now on sound must have `format`.
  func begin(_ format: AudioFormat) {
    self.format = format
    conformer = Conformer(to: format)
    let pieces = early
    early = []
    for piece in pieces { take(piece) }
  }

  /// A block of the channel.
  struct Block {
    /// Interleaved; as many as were asked for, or fewer at the end.
    var samples: [Float] = []
    /// The sum of the squares of the words alone.
    var speechEnergy = 0.0
    /// What happens, and how many frames into the block.
    var events: [(frame: Int, SpeakingEvent.What)] = []
  }

  /// The next `frames` frames, waited for; fewer at the end.
  func next(frames: Int) -> Block {
    guard let format else { preconditionFailure("a channel is asked for sound of no format") }
    let wanted = frames * format.channels
    while waitingSamples < wanted, !hasEnded {
      guard let piece = pipe.take() else {
        endLine()
        hasEnded = true
        break
      }
      take(piece)
    }
    var block = Block()
    block.samples.reserveCapacity(wanted)
    var used = 0
    stretches: while used < waiting.count {
      switch waiting[used] {
      case .event(let what):
        // After the last frame of a whole block, the next one starts.
        if block.samples.count == wanted { break stretches }
        block.events.append((block.samples.count / format.channels, what))
        used += 1
      case .silence(let count):
        let some = min(count, wanted - block.samples.count)
        block.samples += repeatElement(0, count: some)
        if some < count {
          waiting[used] = .silence(count - some)
          break stretches
        }
        used += 1
      case .samples(let samples, let isSpeech):
        let some = samples.prefix(wanted - block.samples.count)
        if isSpeech { for sample in some { block.speechEnergy += Double(sample * sample) } }
        block.samples += some
        if some.count < samples.count {
          waiting[used] = .samples(samples.dropFirst(some.count), isSpeech: isSpeech)
          break stretches
        }
        used += 1
      }
    }
    waitingSamples -= block.samples.count
    waiting.removeFirst(used)
    return block
  }

  /// Whether nothing is left to be heard or reported.
  var isDone: Bool { hasEnded && waiting.isEmpty }

  private func take(_ piece: ChannelPipe.Piece) {
    guard let format else { preconditionFailure("a channel has no format yet") }
    switch piece {
    case .began(let lineFormat, let isSpeech):
      endLine()
      conformer?.begin(lineFormat)
      lineRateHertz = lineFormat.rateHertz
      lineFrames = 0
      hasLine = true
      self.isSpeech = isSpeech
    case .sound(let sound): add(sound)
    case .silence(let seconds):
      endLine()
      let frames = format.frames(inSeconds: max(0, seconds))
      waiting.append(.silence(frames * format.channels))
      waitingSamples += frames * format.channels
    case .mark(let item, let mark): marks.append((item, mark))
    case .event(let what):
      endLine()
      waiting.append(.event(what))
    case .dropped:
      // What was fetched is heard; the rest of the line was taken back.
      _ = conformer?.finish()
      hasLine = false
      marks = []
    }
  }

  /// Adds sound of the line, cut where marks lie in it.
  private func add(_ sound: AudioBuffer) {
    var at = 0
    while at < sound.frameCount {
      let end = lineFrames + sound.frameCount - at
      let place = marks.indices.min { marks[$0].1.frame < marks[$1].1.frame }
        .flatMap { marks[$0].1.frame < end ? $0 : nil }
      guard let place else {
        convert(sound.frames(at..<sound.frameCount))
        return
      }
      let (item, mark) = marks.remove(at: place)
      let ahead = max(0, mark.frame - lineFrames)
      if ahead > 0 { convert(sound.frames(at..<at + ahead)) }
      at += ahead
      waiting.append(.event(.mark(item: item, mark)))
    }
  }

  private func convert(_ sound: AudioBuffer) {
    lineFrames += sound.frameCount
    guard let made = conformer?.process(sound) else { return }
    append(made.floats, isSpeech: isSpeech)
  }

  private func endLine() {
    guard hasLine else { return }
    hasLine = false
    if let rest = conformer?.finish() { append(rest.floats, isSpeech: isSpeech) }
    for (item, mark) in marks { waiting.append(.event(.mark(item: item, mark))) }
    marks = []
  }

  private func append(_ samples: [Float], isSpeech: Bool) {
    guard !samples.isEmpty else { return }
    waiting.append(
      .samples(gain == 1 ? samples[...] : samples.map { $0 * gain }[...], isSpeech: isSpeech))
    waitingSamples += samples.count
  }
}
