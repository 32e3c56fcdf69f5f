import CueAudio
import CueModel
import CueSystem
import Glibc

/// A file of a recording: which items are in it, and which stretch of the whole it is.
struct PlannedFile: Equatable, Sendable {
  var path: String
  /// Places of items with sound.
  var items: [Int]
  var frames: Range<Int>
  var notes = SoundNotes()
}

/// Mixes the clips of a file and writes it, with as much in memory as the longest clips have.
struct FileMixer {
  let draft: RecordingDraft
  let file: PlannedFile
  let cache: any SoundCache
  let cancellation: Cancellation
  /// Threads that fetch and resample; none: the caller's.
  let threads: Int

  private static let blockFrames = 8192

  /// Writes the file, and answers what it cost, the limiter's least gain, and the places whose clips are in it, in order.
  ///
  /// `tell` is called after each clip that is in it, with the seconds of that clip.
  func write(
    tell: (Double) -> Void
  ) throws -> (cost: RecordingCost, leastGain: Double, mixed: [Int]) {
    var cost = RecordingCost()
    var mixed: [Int] = []
    let channels = draft.channels
    let target = draft.settings.loudness
    let limiter = PeakLimiter(
      rateHertz: draft.rateHertz, channels: channels,
      ceilingDecibels: target?.truePeakDBTP ?? 0, isTrue: target != nil)
    let sink = try sink()
    var mix = Mix(
      AudioFormat(sample: .float32, rateHertz: draft.rateHertz, channels: channels),
      start: file.frames.lowerBound)
    do {
      let order = file.items.sorted { (start($0), $0) < (start($1), $1) }
      let work = OrderedWork(count: order.count, threads: threads, window: 8) {
        [self] index throws -> ([Float], RecordingCost) in
        var cost = RecordingCost()
        try cancellation.checkRecording()
        return (try samples(of: order[index], cost: &cost), cost)
      }
      defer { work.stop() }
      for place in order {
        guard let (samples, spent) = try work.next() else { break }
        cost.add(spent)
        try take(upTo: start(place), of: &mix, limiter, sink, &cost)
        let started = ThreadClock.seconds
        mix.add(samples, at: start(place), pan: draft.pan(of: place))
        cost.mixingSeconds += ThreadClock.seconds - started
        mixed.append(place)
        tell(Double(samples.count) / Double(draft.rateHertz))
      }
      try take(upTo: file.frames.upperBound, of: &mix, limiter, sink, &cost)
      let rest = limiter.finish()
      let started = ThreadClock.seconds
      if rest.frameCount > 0 { try sink.write(rest) }
      try sink.finish()
      cost.encodingSeconds += ThreadClock.seconds - started
    } catch {
      sink.discard()
      throw error
    }
    return (cost, limiter.leastGain, mixed)
  }

  private func start(_ place: Int) -> Int { draft.timeline.spans[place]?.lowerBound ?? 0 }

  private func samples(of place: Int, cost: inout RecordingCost) throws -> [Float] {
    guard let measured = draft.clips[place] else { return [] }
    guard let clip = try draft.items[place].fetch(from: cache, cost: &cost) else {
      throw LostClips([draft.items[place]])
    }
    return measured.samples(
      of: clip, atHertz: draft.rateHertz, gain: draft.gains[place], cost: &cost)
  }

  private func sink() throws(SoundFileError) -> any SoundSink {
    let format = AudioFormat(
      sample: .float32, rateHertz: draft.rateHertz, channels: draft.channels)
    switch draft.kind {
    case .sound(let kind):
      let writer = try SoundFileWriter(
        path: file.path, kind: kind, encoding: draft.settings.encoding)
      writer.notes = file.notes
      writer.bitsPerSecond = draft.settings.bitsPerSecond
      try writer.begin(format)
      return writer
    case .book:
      return try BookWriter(
        path: file.path, format: format,
        cover: BookWriter.Cover(
          file.notes, picturePath: draft.settings.coverPath, frames: file.frames.count),
        bitsPerSecond: draft.settings.bitsPerSecond,
        searchPath: draft.settings.programSearchPath)
    }
  }

  /// Writes all of `mix` up to `frame`.
  private func take(
    upTo frame: Int, of mix: inout Mix, _ limiter: PeakLimiter, _ sink: any SoundSink,
    _ cost: inout RecordingCost
  ) throws {
    while true {
      let started = ThreadClock.seconds
      let block = mix.take(upTo: frame, atMost: FileMixer.blockFrames)
      let mixed = ThreadClock.seconds
      cost.mixingSeconds += mixed - started
      guard let block else { return }
      try cancellation.checkRecording()
      let sound = limiter.process(block)
      let limited = ThreadClock.seconds
      if sound.frameCount > 0 { try sink.write(sound) }
      cost.limitingSeconds += limited - mixed
      cost.encodingSeconds += ThreadClock.seconds - limited
    }
  }
}

/// Sound that is put together of parts that come in order of their starts.
private struct Mix {
  private let format: AudioFormat
  private var channels: Int { format.channels }
  /// The frame of the recording that `samples` begin with.
  private var start: Int
  private var samples: [Float] = []
  /// How many of `samples` were taken already.
  private var taken = 0

  init(_ format: AudioFormat, start: Int) {
    self.format = format
    self.start = start
  }

  /// Adds one channel's `part` where it begins: not before what was taken.
  mutating func add(_ part: [Float], at frame: Int, pan: (left: Float, right: Float)) {
    precondition(frame >= start, "a part came after its time")
    samples.removeFirst(taken)
    taken = 0
    let offset = (frame - start) * channels
    let end = offset + part.count * channels
    if samples.count < end { samples += [Float](repeating: 0, count: end - samples.count) }
    if channels == 1 {
      for index in part.indices { samples[offset + index] += part[index] }
    } else {
      for index in part.indices {
        samples[offset + 2 * index] += part[index] * pan.left
        samples[offset + 2 * index + 1] += part[index] * pan.right
      }
    }
  }

  /// The next block, silence where nothing is; nil if all up to `frame` was taken.
  mutating func take(upTo frame: Int, atMost blockFrames: Int) -> AudioBuffer? {
    guard start < frame else { return nil }
    let frames = min(blockFrames, frame - start)
    var block = Array(samples[taken...].prefix(frames * channels))
    taken += block.count
    block += [Float](repeating: 0, count: frames * channels - block.count)
    start += frames
    return AudioBuffer(float32: block, rateHertz: format.rateHertz, channels: channels)
  }
}
