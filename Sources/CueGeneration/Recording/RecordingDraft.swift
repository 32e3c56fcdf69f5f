import CueAudio
import CueModel
import CueSystem
import Glibc

/// A recording before it is mixed: where everything lies, and how loud it will be.
struct RecordingDraft: Sendable {
  let items: [RenderedItem]
  let settings: RecordingSettings
  let kind: RecordingKind
  let clips: [MeasuredClip?]
  let timeline: Timeline
  let rateHertz: Int
  /// What each item's samples are multiplied by.
  let gains: [Float]
  /// What is known before anything is written.
  let report: RecordingReport

  init(
    _ recording: CastRecording, kind: RecordingKind, cache: any SoundCache,
    cancellation: Cancellation, progress: (RecordingProgress) -> Void
  ) throws {
    items = recording.items
    settings = recording.settings
    self.kind = kind
    var report = RecordingReport()
    report.silentItems = items.indices.filter {
      recording.items[$0].clip == nil && recording.items[$0].item.kind != .sound
    }
    guard items.contains(where: { $0.clip != nil }) else {
      throw SoundFileError("", .nothingToRecord(items: items.count))
    }
    clips = try RecordingDraft.measure(
      items, settings, cache, recording.timing, cancellation, progress, &report.cost)
    let highest = clips.reduce(0) { max($0, $1?.rateHertz ?? 0) }
    let rate = kind.rateHertz(for: settings.rateHertz ?? highest)
    rateHertz = rate
    timeline = Timeline(
      items, lengths: RecordingDraft.lengths(items, clips, rate), gaps: settings.gaps,
      rateHertz: rate)
    report.rateHertz = rate
    report.frames = timeline.frames
    let started = ThreadClock.seconds
    gains = RecordingDraft.levels(items, clips, timeline, rate, settings.loudness, &report)
    report.cost.loudnessSeconds += ThreadClock.seconds - started
    self.report = report
  }

  /// The same at the rate of another kind of file.
  private init(_ other: RecordingDraft, kind: RecordingKind) {
    items = other.items
    settings = other.settings
    self.kind = kind
    clips = other.clips
    let rate = kind.rateHertz(for: other.rateHertz)
    rateHertz = rate
    timeline = Timeline(
      items, lengths: RecordingDraft.lengths(items, clips, rate), gaps: settings.gaps,
      rateHertz: rate)
    gains = other.gains
    report = other.report
  }

  /// The same recording as another kind of file, without measuring anything again.
  func asKind(_ kind: RecordingKind) -> RecordingDraft { RecordingDraft(self, kind: kind) }

  /// The length of each item in frames: of its clip, or of the place for a sound; nil if it has neither.
  private static func lengths(
    _ items: [RenderedItem], _ clips: [MeasuredClip?], _ rateHertz: Int
  ) -> [Int?] {
    zip(items, clips).map { item, clip in
      clip?.frames(atHertz: rateHertz)
        ?? item.item.sound.map { $0.placeMilliseconds * rateHertz / 1000 }
    }
  }

  /// One, and two where speakers stand somewhere.
  var channels: Int { settings.pans.isEmpty ? 1 : 2 }

  /// What an item has on each side: together as much energy, wherever it stands.
  func pan(of place: Int) -> (left: Float, right: Float) {
    let pan = max(-1, min(1, settings.pans[items[place].speaker] ?? 0))
    let angle = (pan + 1) * Double.pi / 4
    return (Float(cos(angle)), Float(sin(angle)))
  }

  private static func measure(
    _ items: [RenderedItem], _ settings: RecordingSettings, _ cache: any SoundCache,
    _ timing: (any ClipTiming)?, _ cancellation: Cancellation,
    _ progress: (RecordingProgress) -> Void, _ cost: inout RecordingCost
  ) throws -> [MeasuredClip?] {
    let total = items.reduce(0) { $0 + ($1.clip?.seconds ?? 0) }
    var done = RecordingProgress(phase: .measuring, doneSeconds: 0, totalSeconds: total)
    let work = OrderedWork(count: items.count, threads: settings.threads) {
      index throws -> (MeasuredClip?, RecordingCost) in
      var cost = RecordingCost()
      guard items[index].clip != nil else { return (nil, cost) }
      try cancellation.checkRecording()
      guard var clip = try items[index].fetch(from: cache, cost: &cost) else { return (nil, cost) }
      if let timing, !clip.marks.contains(where: { $0.kind == .word }) {
        clip.marks += try timing.words(
          of: clip, items[index].clip, saying: items[index].item.saidText,
          language: settings.language, cancellation: cancellation)
      }
      let measured = try MeasuredClip(
        clip, of: items[index].item, keptEdgeMilliseconds: settings.keptEdgeMilliseconds,
        cost: &cost)
      return (measured, cost)
    }
    defer { work.stop() }
    progress(done)
    var clips: [MeasuredClip?] = []
    clips.reserveCapacity(items.count)
    var lost: [RenderedItem] = []
    while let (clip, spent) = try work.next() {
      done.doneSeconds += items[clips.count].clip?.seconds ?? 0
      if clip == nil, items[clips.count].clip != nil { lost.append(items[clips.count]) }
      clips.append(clip)
      cost.add(spent)
      progress(done)
    }
    guard lost.isEmpty else { throw LostClips(lost) }
    return clips
  }

  /// One gain for each speaker, then one for all.
  private static func levels(
    _ items: [RenderedItem], _ clips: [MeasuredClip?], _ timeline: Timeline, _ rateHertz: Int,
    _ target: LoudnessTarget?, _ report: inout RecordingReport
  ) -> [Float] {
    guard let target else { return Array(repeating: 1, count: items.count) }
    var ofSpeaker: [String: Double] = [:]
    if target.levelsSpeakers {
      var blocks: [String: [Double]] = [:]
      for (item, clip) in zip(items, clips) {
        guard let clip else { continue }
        blocks[item.speaker, default: []] += clip.profile.blocks
      }
      for (speaker, blocks) in blocks {
        ofSpeaker[speaker] =
          GatedLoudness.integratedLUFS(blocks).map { target.integratedLUFS - $0 } ?? 0
      }
    }
    report.speakerGainsDecibels = ofSpeaker
    let factor = { (decibels: Double) in pow(10, decibels / 20) }
    let seconds = Double(timeline.frames) / Double(rateHertz)
    func loudness(gain: Double, ceiling: Double?) -> Double? {
      var layout = LoudnessLayout(seconds: seconds)
      for (place, clip) in clips.enumerated() {
        guard let clip, let span = timeline.spans[place] else { continue }
        layout.add(
          clip.profile, atSeconds: Double(span.lowerBound) / Double(rateHertz),
          gain: factor(gain + (ofSpeaker[items[place].speaker] ?? 0)), ceiling: ceiling)
      }
      return layout.integratedLUFS
    }
    report.measuredLUFS = loudness(gain: 0, ceiling: nil)
    guard let measured = report.measuredLUFS else { return Array(repeating: 1, count: items.count) }
    var gain = target.integratedLUFS - measured
    // What the limiter will take away is put on top; where that is much, more does not help.
    let most = gain + 6
    for _ in 0..<4 {
      guard let limited = loudness(gain: gain, ceiling: factor(target.truePeakDBTP)) else { break }
      let missing = target.integratedLUFS - limited
      if abs(missing) < 0.01 { break }
      gain = min(most, gain + missing)
    }
    report.gainDecibels = gain
    return items.map { Float(factor((ofSpeaker[$0.speaker] ?? 0) + gain)) }
  }
}

extension RenderedItem {
  /// The clip's sound; nil if it is no longer as it was when the recording was planned.
  func fetch(from cache: any SoundCache, cost: inout RecordingCost) throws -> Clip? {
    guard let entry = clip else { preconditionFailure("an item without a clip has no sound") }
    let started = ThreadClock.seconds
    defer { cost.readingSeconds += ThreadClock.seconds - started }
    return try cache.clip(entry)
  }
}

extension Cancellation {
  /// Throws where it was uttered.
  func checkRecording() throws(SoundFileError) {
    guard isCancelled else { return }
    throw SoundFileError("", .interrupted)
  }
}
