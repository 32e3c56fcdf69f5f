import CueAudio
import CueModel
import CueText

/// The segment under way is not to go on like this.
private struct SegmentCut: Error {}

/// How a voice came to the end of what it was asked for.
private enum Saying {
  case whole
  /// The speaker went elsewhere, or wants it from its start.
  case cut
  /// What is left, from that byte of the segment on, is to be said in another way.
  case retuned(from: Int)
  case failed(PluginFailure)
}

// A segment on its way from the voice to the output.
extension PracticeDriver {
  private static let slicesPerSecond = 25

  /// Has the voice say the current segment, and lets practice go on unless the speaker did.
  func speakSegment() throws {
    let segment = segment
    let utterance = state.utterance
    cancellation = Cancellation()
    control.speaking(cancellation)
    defer { leaveSegment() }
    var start = 0
    tookBefore = .zero
    while true {
      let rate = state.rate
      isRetuneDue = false
      progress = LineProgress(line: state.index)
      switch try said(segment, from: start) {
      case .whole:
        let took = tookBefore + playing
        proven = state.settings.voice
        if start == 0, rate == state.rate { learnPace(segment, took: took) }
        leaveSegment(keeping: took)
        return try take(.spoken(utterance: utterance, took: took))
      case .cut:
        clockBefore += tookBefore + playing
        return
      case .retuned(let place):
        // What is said once more did not count the first time.
        let heard = tookBefore + playing
        tookBefore = place == 0 ? .zero : heard
        if place == 0 { clockBefore += heard }
        start = place
      case .failed(let failure) where failure.isUnknownVoice && proven != state.settings.voice:
        // A voice that does not exist is no reason to hold: the previous voice speaks on.
        guard let proven else { throw failure }
        clockBefore += tookBefore + playing
        tookBefore = .zero
        start = 0
        tell(.standIn(index: state.index, voice: proven, because: failure))
        try take(.command(.setVoice(proven)))
      case .failed(let failure):
        clockBefore += tookBefore + playing
        outcome.failures += 1
        tell(.failed(index: state.index, because: failure))
        leaveSegment()
        return try take(.failed(utterance: utterance, because: failure))
      }
    }
  }

  /// Nothing is being said any more; `took` moves the clock on.
  func leaveSegment(keeping took: Duration = .zero) {
    clockBefore += took
    tookBefore = .zero
    guard progress != nil else { return }
    progress = nil
    control.speaking(nil)
  }

  private func said(_ segment: Segment, from start: Int) throws -> Saying {
    do {
      try listenToSpeaker()
      if start == 0 { try rest(before: segment) }
      try say(segment, from: start)
      try sound.endLine()
      return .whole
    } catch let trouble as OutputTrouble {
      throw trouble
    } catch  where error is SegmentCut || cancellation.isCancelled {
      try takeWaitingCommands()
      if progress?.isCut ?? true { return .cut }
      try sound.cutLine()
      guard isRetuneDue, !cancellation.isCancelled else { return .cut }
      return .retuned(from: retuningPlace(start))
    } catch let failure as PluginFailure {
      try sound.dropLine()
      return .failed(failure)
    }
  }

  /// The silence that the speech asks for before a segment; the speaker is asked between two slices of it.
  private func rest(before segment: Segment) throws {
    var left = segment.pauseMilliseconds
    while left > 0 {
      try listenToSpeaker()
      let slice = min(left, 1000 / PracticeDriver.slicesPerSecond)
      try sound.rest(.milliseconds(slice), cancellation)
      clockBefore += .milliseconds(slice)
      left -= slice
    }
  }

  /// Where a voice goes on that speaks in another way: with the next word, if words are known.
  private func retuningPlace(_ start: Int) -> Int {
    guard let word = progress?.nextWord, !word.isEstimated, word.frame <= progress?.position ?? 0
    else {
      return playing > .zero ? 0 : start
    }
    return start + word.textRange.lowerBound
  }

  private func say(_ segment: Segment, from start: Int) throws {
    let voice = speaker()
    let request = request(segment, from: start, at: state.rate)
    if let next = reducer.upcoming(state) {
      let following = text.segments(state.settings.granularity)[next.index]
      voice.expect(self.request(following, from: 0, at: next.rate))
    }
    var name = ""
    let index = state.index
    let place = segment.range.lowerBound + start
    let outcome = try voice.speak(request, cancellation: cancellation) { event in
      switch event {
      case .began(let format):
        name = voice.speakerName
        try begin(format, place, name)
      case .sound(let sound):
        try begin(sound.format, place, name)
        try putOut(sound, place, name)
      case .mark(let mark):
        if mark.kind == .word { progress?.add(mark) }
      case .shortfall(let shortfall):
        tell(.shortfall(index: index, shortfall))
      case .startedOver(let standIn, let failure):
        try sound.dropLine()
        progress?.startOver()
        tell(.standIn(index: index, voice: standIn, because: failure))
      }
    }
    if outcome == .cancelled || cancellation.isCancelled { throw SegmentCut() }
    tellWords(before: nil, place)
  }

  /// The request for what is left of a segment.
  func request(_ segment: Segment, from start: Int, at rate: PracticeRate)
    -> SpeechRequest
  {
    let segments = text.segments(segment.kind)
    var request = style
    request.text =
      start == 0
      ? segment.said : String(decoding: segment.said.utf8.dropFirst(start), as: UTF8.self)
    request.language = text.language
    request.speed = rate.speedFactor
    request.wantsMarks = true
    let index = reducer.text.index(of: segment.range.lowerBound, in: segment.kind)
    request.previousText = index > 0 ? segments[index - 1].said : ""
    request.nextText = index + 1 < segments.count ? segments[index + 1].said : ""
    return request
  }

  // MARK: Sound

  private func begin(_ format: AudioFormat, _ place: Int, _ name: String) throws {
    guard let index = progress?.line, progress?.format == nil else { return }
    try sound.beginLine(format)
    progress?.format = format
    progress?.startFrame = sound.frames
    tell(.speaking(index: index, from: place, voice: name, frame: sound.frames))
  }

  private func putOut(_ buffer: AudioBuffer, _ place: Int, _ name: String) throws {
    guard buffer.format == progress?.format else {
      throw PluginFailure(
        plugin: name, activity: .speaking, kind: .misbehaved,
        reason: .broke(.formatChanged))
    }
    let slice = max(1, buffer.format.rateHertz / PracticeDriver.slicesPerSecond)
    var at = 0
    while at < buffer.frameCount {
      try listenToSpeaker()
      if progress?.holdsHere ?? false { try holdHere() }
      guard let progress else { return }
      let count = progress.frames(atMost: min(slice, buffer.frameCount - at))
      tellWords(before: progress.position + count, place)
      try sound.write(buffer.frames(at..<at + count), cancellation)
      self.progress?.advance(count)
      at += count
    }
  }

  /// Reports the words before frame `end`, or all that are left when the sound is out.
  private func tellWords(before end: Int?, _ place: Int) {
    guard let progress, let format = progress.format else { return }
    for word in self.progress?.takeWords(before: end ?? .max) ?? [] {
      let frame = min(word.frame, end ?? progress.position)
      tell(
        .word(
          index: progress.line,
          range: place + word.textRange.lowerBound..<place + word.textRange.upperBound,
          frame: progress.startFrame + scaled(frame, format), isEstimated: word.isEstimated))
    }
  }

  /// Frames of the voice's as the session counts them.
  func scaled(_ frames: Int, _ format: AudioFormat) -> Int {
    guard let rate = sound.format?.rateHertz, rate != format.rateHertz else { return frames }
    return Int((Double(frames) * Double(rate) / Double(format.rateHertz)).rounded())
  }

  // MARK: The speaker in between

  /// Asks the speaker once; throws if the segment is not to go on.
  private func listenToSpeaker() throws {
    if let command = control.poll(moment) { try obey(command) }
    if cancellation.isCancelled { throw SegmentCut() }
    // Ahead of the first sound any place is good.
    if progress?.format == nil, progress?.holdsHere ?? false { try holdHere() }
  }

  /// Here is a place to hold the segment, or to say the rest otherwise.
  private func holdHere() throws {
    try holdSegment()
    if cancellation.isCancelled || isRetuneDue { throw SegmentCut() }
  }

  /// The speaker silenced the voice: takes what they want instead, until it ends the segment.
  private func takeWaitingCommands() throws {
    while cancellation.isCancelled, !(progress?.isCut ?? true), let command = control.poll(moment) {
      try obey(command)
    }
  }
}

extension PluginFailure {
  /// Whether the plugin has no such voice.
  fileprivate var isUnknownVoice: Bool { kind == .refused(status: .voice) }
}
