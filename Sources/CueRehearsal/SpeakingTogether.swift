import CueAudio
import CueListening
import CueModel
import CueScreenplay

/// Sound of the partners who speak at the same time as the actor.
struct TogetherSound {
  let sound: AudioBuffer
  /// The speakers: the line, the character and the voice of each.
  let speakers: [(line: Int, character: String, voice: String)]
  /// Frames that were played.
  var position = 0

  var isOver: Bool { position >= sound.frameCount }

  /// `sounds` together, each in one channel at the rate of the first; nil if there is none.
  ///
  /// Together they are about as loud as one: 1/√n.
  static func mixed(_ sounds: [AudioBuffer]) -> AudioBuffer? {
    guard let rate = sounds.first?.format.rateHertz else { return nil }
    let format = AudioFormat(sample: .float32, rateHertz: rate)
    let gain = 1 / Float(sounds.count).squareRoot()
    var sum: [Float] = []
    for sound in sounds {
      var conformer = Conformer(to: format)
      conformer.begin(sound.format)
      let samples = conformer.process(sound).floats + conformer.finish().floats
      if samples.count > sum.count {
        sum += [Float](repeating: 0, count: samples.count - sum.count)
      }
      for (index, sample) in samples.enumerated() { sum[index] += gain * sample }
    }
    return AudioBuffer(float32: sum, rateHertz: rate)
  }
}

// Lines that the actor says together with partners.
extension RehearsalDriver {
  /// How much is played between two looks at the actor's keys, in seconds.
  private static let togetherSeconds = TurnRules.blockSeconds

  /// Has voices say what partners will say at the same time as the actor's line at `index`, so that it is ready in time.
  ///
  /// - Returns: what the actor wants meanwhile; that ends it
  @discardableResult
  func readyTogether(_ index: Int) throws -> ActorCommand? {
    guard togetherReady?.line != index else { return nil }
    togetherReady = nil
    var sounds: [AudioBuffer] = []
    var speakers: [(line: Int, character: String, voice: String)] = []
    for (name, line) in reducer.together(with: script.lines[index]) {
      guard let part = parts[name] else { continue }
      if let recorded = recording(of: line, part) {
        sounds.append(recorded.sound)
        speakers.append((line.index, name, recorded.name))
        continue
      }
      let cancellation = Cancellation()
      var wish: ActorCommand?
      do {
        let request = part.request(for: line, previous: "", next: "")
        let said = try part.voice.collect(request, cancellation: cancellation) { _ in
          guard wish == nil else { return }
          wish = actor.poll(moment)
          if wish != nil { cancellation.cancel() }
        }
        if let wish { return wish }
        guard let clip = said?.clip else { continue }
        sounds.append(clip.sound)
        speakers.append((line.index, name, part.voice.speakerName))
      } catch let failure as PluginFailure {
        tell(.failed(line: line.index, because: failure))
      }
    }
    togetherReady = (
      index, TogetherSound.mixed(sounds).map { TogetherSound(sound: $0, speakers: speakers) }
    )
    return nil
  }

  /// Starts, once, the partners who speak together with the actor: the line at hand, or their own beside it.
  ///
  /// An actor who is not listened to hears them to their end, and may go on before.
  ///
  /// - Returns: what the actor wants meanwhile
  func speakTogether() throws -> ActorCommand? {
    if togetherIn != state.index {
      if let wish = try readyTogether(state.index) { return wish }
      togetherIn = state.index
      try beginTogether()
    }
    return actor.isHeard ? nil : try finishTogether()
  }

  private func beginTogether() throws {
    guard let ready = togetherReady?.sound else { return }
    try passing { try sound.beginLine(ready.sound.format) }
    guard sound.isLineOpen else { return }
    together = ready
    for (line, character, voice) in ready.speakers {
      tell(.speaking(line: line, character: character, voice: voice, frame: frame))
    }
  }

  /// Plays this much of the partners who speak at the same time; returns how many seconds of it there were.
  @discardableResult
  func playTogether(seconds: Double) throws -> Double {
    guard var now = together else { return 0 }
    let format = now.sound.format
    let count = min(format.frames(inSeconds: seconds), now.sound.frameCount - now.position)
    try passing {
      try sound.write(now.sound.frames(now.position..<now.position + count), Cancellation())
    }
    now.position += count
    together = now
    if now.isOver { try endTogether() }
    return Double(count) / Double(format.rateHertz)
  }

  /// The partners say theirs to its end, or until the actor wants something.
  private func finishTogether() throws -> ActorCommand? {
    while together != nil {
      if let wish = actor.poll(moment) { return wish }
      try playTogether(seconds: RehearsalDriver.togetherSeconds)
    }
    return nil
  }

  /// The actor wants `command`: the partners say theirs to its end if the actor has said the line, and else fall silent if the
  /// rehearsal goes elsewhere.
  ///
  /// - Returns: what the actor wants meanwhile
  func leaveTogether(for command: ActorCommand) throws -> ActorCommand? {
    guard together != nil else { return nil }
    var next: ActorCommand?
    switch command {
    case .direct, .judge, .setStrictness, .setListening: return nil
    case .heard(let end) where end != .spokenCommand: next = try finishTogether()
    // They begin again when the rehearsal goes on.
    case .pause: togetherIn = nil
    default: break
    }
    try endTogether()
    return next
  }

  /// The partners have said it, or fall silent.
  private func endTogether() throws {
    guard let now = together else { return }
    together = nil
    try passing { if now.isOver { try sound.endLine() } else { try sound.cutLine() } }
  }
}
