import CueAudio
import CueModel
import CueScreenplay

/// The line under way is not to go on.
private struct LineCut: Error {}

// A partner's line on its way from the voice to the output.
extension RehearsalDriver {
  private static let slicesPerSecond = 25

  /// Has the partner say the current line, and lets the rehearsal go on unless the actor did.
  func playPartner() throws {
    let line = script.lines[state.index]
    guard let character = line.character, let part = parts[character] else {
      preconditionFailure("a partner's line without a part")
    }
    if let next = reducer.nextSpoken(after: state.index), reducer.part(at: next) == .user,
      let wish = try readyTogether(next)
    {
      return try obey(wish)
    }
    progress = LineProgress(line: line.index)
    spokenOffset = 0
    cancellation = Cancellation()
    actor.speaking(cancellation)
    let end: LineEnd?
    do {
      end = try said(line, character, part)
    } catch {
      leaveLine()
      throw error
    }
    leaveLine()
    guard let end else { return }
    partnerLineEnd = end
    try take(.partnerFinished(line: line.index))
  }

  private func leaveLine() {
    progress = nil
    spokenOffset = 0
    heardLine = nil
    actor.speaking(nil)
  }

  /// Says `line` to its end, including the silence after it; nil if the actor went elsewhere.
  private func said(_ line: Line, _ character: String, _ part: Part) throws -> LineEnd? {
    do {
      try listenToActor()
      let delay = delayBefore(line, part)
      if delay > 0 { try rest(delay) }
      skipsLead = heardLine != nil
      if try !play(line, character, part) { try say(line, character, part) }
      progress?.isWhole = true
      spokenOffset = line.text.utf8.count
      outputHolds()
      failures[ObjectIdentifier(part.voice)] = nil
      // A line that is to be interrupted leaves no pause.
      let isCutOff = state.isListening && isCutOff(line.index)
      try rest(isCutOff ? 0 : part.pauseAfter(line))
      return .said
    } catch let trouble as OutputTrouble {
      throw trouble
    } catch  where error is LineCut || cancellation.isCancelled {
      try takeWaitingCommands()
      if progress?.isCut ?? true { return nil }
      try sound.cutLine()
      return progress?.isWhole ?? false ? .said : .cut
    } catch let failure as PluginFailure {
      try sound.dropLine()
      tell(.failed(line: line.index, because: failure))
      noteGivenUp(part, failure)
      return .failed
    }
  }

  /// Puts out what somebody recorded of `line`; false if there is nothing, or it cannot be used, and the voice is to say it.
  private func play(_ line: Line, _ character: String, _ part: Part) throws -> Bool {
    guard let recording = recording(of: line, part) else { return false }
    progress?.beginPiece()
    try begin(recording.sound.format, character, recording.name)
    try putOut(recording.sound, recording.name)
    if cancellation.isCancelled { throw LineCut() }
    try sound.endLine()
    return true
  }

  /// What somebody recorded of `line`; nil if there is nothing, or it cannot be used, which is reported.
  func recording(of line: Line, _ part: Part) -> (sound: AudioBuffer, name: String)? {
    guard let recording = part.recordings[line.index] else { return nil }
    do { return (try recording.sound(), recording.name) } catch {
      tell(.standIn(line: line.index, voice: part.voice.name, because: error))
      return nil
    }
  }

  /// Says the words of `line`, each as directed, and pauses at its beats.
  private func say(_ line: Line, _ character: String, _ part: Part) throws {
    var said = 0
    for stop in part.stops(in: line) {
      try say(said..<stop.offset, of: line, character, part)
      said = stop.offset
      if stop.milliseconds > 0 { try rest(stop.milliseconds) }
    }
    try say(said..<line.text.utf8.count, of: line, character, part)
  }

  /// Says the words at those bytes of `line`, which are all of it or the part between two beats.
  private func say(
    _ range: Range<Int>, of line: Line, _ character: String, _ part: Part
  ) throws {
    let text = RehearsalDriver.words(at: range, of: line)
    if text.isEmpty, range.count < line.text.utf8.count { return }
    let request = request(text, at: range.lowerBound, of: line, part)
    let respelled = part.lexicon.respelled(text)
    var speaker = ""
    progress?.beginPiece()
    let outcome = try part.voice.speak(request, cancellation: cancellation) { event in
      switch event {
      case .began(let format):
        // A voice whose service has failed leaves the line to the next without a word.
        speaker = part.voice.speakerName
        try begin(format, character, speaker)
      case .sound(let sound):
        try begin(sound.format, character, speaker)
        try putOut(sound, speaker)
      case .mark(var mark):
        guard mark.kind == .word else { return }
        let written = respelled.written(mark.textRange)
        mark.textRange =
          range.lowerBound + written.lowerBound..<range.lowerBound + written.upperBound
        progress?.add(mark)
      case .shortfall(let shortfall):
        tell(.shortfall(line: line.index, shortfall))
      case .startedOver(let voice, let failure):
        try sound.dropLine()
        skipsLead = heardLine != nil
        progress?.startOver()
        tell(.standIn(line: line.index, voice: voice, because: failure))
      }
    }
    if outcome == .cancelled || cancellation.isCancelled { throw LineCut() }
    tellWords(before: nil)
    try sound.endLine()
  }

  private static func words(at range: Range<Int>, of line: Line) -> String {
    var text = line.text
    guard range.count < text.utf8.count else { return text }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let end = bytes.index(start, offsetBy: range.count)
    text = String(text[start..<end])
    while text.last == " " { text.removeLast() }
    return text
  }

  private func request(
    _ text: String, at offset: Int, of line: Line, _ part: Part
  ) -> SpeechRequest {
    part.request(
      for: line, saying: text, at: offset, previous: words(near: line, before: true),
      next: words(near: line, before: false))
  }

  /// Has the partner who answers the actor's line at hand begin, so that the first sound is there when it is needed.
  ///
  /// Where the rehearsal goes elsewhere, the voice gives it up by itself.
  func prepareAnswer() {
    guard let next = reducer.nextSpoken(after: state.index), reducer.part(at: next) == .partner
    else { return }
    let line = script.lines[next]
    guard let part = line.character.flatMap({ parts[$0] }), part.recordings[next] == nil else {
      return
    }
    var start = 0
    for end in part.stops(in: line).map(\.offset) + [line.text.utf8.count] where end > start {
      let text = RehearsalDriver.words(at: start..<end, of: line)
      if !text.isEmpty {
        return part.voice.prepare(request(text, at: start, of: line, part))
      }
      start = end
    }
  }

  /// The words of the spoken line before or after `line` in its scene; empty if there is none.
  private func words(near line: Line, before: Bool) -> String {
    guard let index = numbers.neighbour(of: line.index, before: before),
      script.lines[index].sceneIndex == line.sceneIndex
    else { return "" }
    return script.lines[index].text
  }

  /// Reports once that no voice of the cast can speak any more.
  ///
  /// A voice counts as given up when it says so in two lines running: the last of a chain may be gone
  /// while the first only stumbled and will be asked again.
  private func noteGivenUp(_ part: Part, _ failure: PluginFailure) {
    let voice = ObjectIdentifier(part.voice)
    switch failure.kind {
    case .givenUp, .notFound, .unusable: failures[voice, default: 0] += 1
    default: failures[voice] = nil
    }
    guard !hasToldGivenUp,
      partners.allSatisfy({ name in
        guard let part = parts[name] else { return true }
        return failures[ObjectIdentifier(part.voice), default: 0] >= 2
      })
    else { return }
    hasToldGivenUp = true
    tell(.voicesGivenUp)
  }

  // MARK: Sound

  private func begin(_ format: AudioFormat, _ character: String, _ speaker: String) throws {
    guard let line = progress?.line, progress?.format == nil else { return }
    try sound.beginLine(format)
    progress?.format = format
    progress?.startFrame = sound.frames
    guard progress?.isToBeTold ?? true else { return }
    progress?.isToBeTold = false
    tell(.speaking(line: line, character: character, voice: speaker, frame: sound.frames))
  }

  private func putOut(_ buffer: AudioBuffer, _ speaker: String) throws {
    guard buffer.format == progress?.format else {
      throw PluginFailure(
        plugin: speaker, activity: .speaking, kind: .misbehaved,
        reason: .broke(.formatChanged))
    }
    let slice = max(1, buffer.format.rateHertz / RehearsalDriver.slicesPerSecond)
    var at = skipLead(of: buffer)
    while at < buffer.frameCount {
      try listenToActor()
      if progress?.holdsHere ?? false { try holdLine() }
      guard let progress else { return }
      let count = progress.frames(atMost: min(slice, buffer.frameCount - at))
      tellWords(before: progress.position + count)
      try sound.write(buffer.frames(at..<at + count), cancellation)
      outputIsThere()
      self.progress?.advance(count)
      actor.partnerSounds(buffer.frames(at..<at + count))
      at += count
    }
  }

  /// What is quieter is not speech yet: −46 dB.
  private static let leadLevel: Float = 0.005
  /// How much of the silence is left, in seconds: a voice begins softly.
  private static let leadSeconds = 0.02
  /// More is not left out.
  private static let mostLeadSeconds = 0.5

  /// Leaves out the voice's own silence ahead of its first word, for an actor who waits for the answer; how many frames of
  /// `buffer` that are.
  private func skipLead(of buffer: AudioBuffer) -> Int {
    guard skipsLead, let progress else { return 0 }
    let format = buffer.format
    let left =
      format.frames(inSeconds: RehearsalDriver.mostLeadSeconds) - progress.skippedFrames
    let loud = buffer.floats.firstIndex { $0.magnitude > RehearsalDriver.leadLevel }
      .map { $0 / format.channels }
    skipsLead = loud == nil && left > buffer.frameCount
    let silence = loud.map { $0 - format.frames(inSeconds: RehearsalDriver.leadSeconds) }
    let count = max(0, min(silence ?? buffer.frameCount, left, buffer.frameCount))
    self.progress?.skip(count, sessionFrames: scaled(count, format))
    return count
  }

  /// Tells of the words ahead of frame `end`, or of all that are left when the sound is out.
  private func tellWords(before end: Int?) {
    guard let progress else { return }
    let words = self.progress?.takeWords(before: end ?? .max) ?? []
    if let last = words.last { spokenOffset = last.textRange.lowerBound }
    for word in words {
      let frame = min(word.frame, end ?? progress.position)
      tell(
        .word(
          line: progress.line, textRange: word.textRange, frame: sessionFrame(of: frame),
          isEstimated: word.isEstimated))
    }
  }

  /// Silence of a pause in mid-line.
  func writeSilence(frames: Int, _ format: AudioFormat) throws {
    var left = frames
    while left > 0, !cancellation.isCancelled {
      let some = min(left, format.rateHertz)
      try sound.write(AudioBuffer(silentFrames: some, format: format), cancellation)
      left -= some
    }
    progress?.startFrame += scaled(frames, format)
  }

  /// The silence that belongs to the line's end.
  private func rest(_ milliseconds: Int) throws {
    let length = SessionSound.Stretch.milliseconds(milliseconds)
    guard let format = sound.format else {
      try listenToActor()
      if state.status == .paused { try holdLine() }
      return try sound.rest(length, cancellation)
    }
    let slice = max(1, format.rateHertz / RehearsalDriver.slicesPerSecond)
    var left = length.frames(at: format.rateHertz)
    repeat {
      try listenToActor()
      if state.status == .paused { try holdLine() }
      let count = min(left, slice)
      try sound.silence(frames: count, cancellation)
      progress?.restSeconds += Double(count) / Double(format.rateHertz)
      left -= count
    } while left > 0
  }

  // MARK: Frames

  /// The frame of the session that comes next.
  var frame: Int {
    guard let progress, progress.format != nil, sound.isLineOpen else { return sound.frames }
    return sessionFrame(of: progress.position)
  }

  /// Where a frame of the line lies in the session; an output that resamples lags a little.
  private func sessionFrame(of frame: Int) -> Int {
    guard let progress, let format = progress.format else { return sound.frames }
    return progress.startFrame + scaled(frame, format)
  }

  private func scaled(_ frames: Int, _ format: AudioFormat) -> Int {
    guard let rate = sound.format?.rateHertz, rate != format.rateHertz else { return frames }
    return Int((Double(frames) * Double(rate) / Double(format.rateHertz)).rounded())
  }

  // MARK: The actor in between

  /// Asks the actor once; throws if the line is not to go on.
  private func listenToActor() throws {
    if let command = actor.poll(moment) { try obey(command) }
    if cancellation.isCancelled { throw LineCut() }
    // Ahead of the first sound any place is good.
    if progress?.format == nil, progress?.holdsHere ?? false { try holdLine() }
  }

  private func holdLine() throws {
    try hold()
    if cancellation.isCancelled { throw LineCut() }
  }

  /// The actor silenced the line: takes what they want instead, until it ends the line.
  private func takeWaitingCommands() throws {
    while !(progress?.isCut ?? true), let command = actor.poll(moment) { try obey(command) }
  }
}
