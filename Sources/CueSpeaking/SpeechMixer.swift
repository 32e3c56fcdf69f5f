import CueAudio
import CueModel
import CueSystem

/// Mixes the channels of a queue, block by block, on the thread that plays it.
struct SpeechMixer {
  /// How often levels are reported, in seconds; also the size of a block.
  private static let blockSeconds = 0.05

  private let queue: SpeechQueue
  private let output: any SoundOutput
  private let run: Cancellation
  private let gains: SpeechQueue.Gains
  private let hold: PlaybackHold?
  private let keepsWhole: Bool
  private let language: String
  private var channels: [ChannelMix] = []
  private var counters: [Int: ItemCounter] = [:]
  private var outcome = SpeechQueue.Outcome()
  private var format: AudioFormat?
  private var limiter: PeakLimiter?
  private var frames = 0
  private var isSpeaking = false
  /// What was reported last of what is going on.
  private var status: SpeakingStatus?
  private var speakingItems: Set<[Int]> = []
  private var hasLevel = false
  private var hasPulse = false

  init(
    _ queue: SpeechQueue, _ output: any SoundOutput, _ run: Cancellation,
    gains: SpeechQueue.Gains, hold: PlaybackHold?, keepsWhole: Bool, _ language: String
  ) {
    self.queue = queue
    self.output = output
    self.run = run
    self.gains = gains
    self.hold = hold
    self.keepsWhole = keepsWhole
    self.language = language
  }

  mutating func play(
    _ tell: (SpeakingEvent) throws -> Void
  ) throws -> SpeechQueue.Outcome {
    defer {
      for channel in channels {
        channel.pipe.cut()
        channel.pipe.waitForEnd()
      }
    }
    do {
      try mix(tell)
    } catch {
      // The thread that makes sound must not wait for one that takes it.
      run.cancel()
      throw error
    }
    outcome.isCancelled = run.isCancelled
    if run.isCancelled {
      if format != nil { try output.cutLine() }
      try say(.status(.stopped), tell)
    }
    try settle(tell)
    try say(.status(.idle), tell)
    outcome.seconds = seconds
    return outcome
  }

  private var seconds: Double { Double(frames) / Double(format?.rateHertz ?? 1) }

  private mutating func mix(_ tell: (SpeakingEvent) throws -> Void) throws {
    while !run.isCancelled {
      try startChannels()
      guard !channels.isEmpty else { break }
      guard let format = try begun() else { return try tellSilentRun(tell) }
      let size = max(1, format.frames(inSeconds: SpeechMixer.blockSeconds))
      var mixed: [Float] = []
      var energy = 0.0
      var events: [(frame: Int, channel: Int, SpeakingEvent.What)] = []
      for channel in channels {
        let block = channel.next(frames: size)
        if block.samples.count > mixed.count {
          mixed += [Float](repeating: 0, count: block.samples.count - mixed.count)
        }
        for index in block.samples.indices { mixed[index] += block.samples[index] }
        energy += block.speechEnergy
        events += block.events.map { ($0.frame, channel.channel, $0.1) }
      }
      try waitWhilePaused(tell)
      guard !run.isCancelled else { break }
      try put(mixed, energy, events, tell)
      let done = channels.filter(\.isDone)
      for channel in done { channel.pipe.waitForEnd() }
      channels.removeAll { $0.isDone }
    }
    guard !run.isCancelled, let limiter, format != nil else { return }
    try output.write(limiter.finish(), cancellation: run)
    try output.endLine()
  }

  /// Waits while the user has paused it, and reports that.
  private mutating func waitWhilePaused(_ tell: (SpeakingEvent) throws -> Void) throws {
    guard let hold, hold.isPaused else { return }
    try tellLevel(0, tell)
    try tellPulse(0, tell)
    try say(.status(.paused), tell)
    hold.wait(cancellation: run)
    if let status, !run.isCancelled { try say(.status(status), tell) }
  }

  /// Gives a thread to each channel that has items and none yet.
  private mutating func startChannels() throws {
    for number in queue.channels where !channels.contains(where: { $0.channel == number }) {
      let (queue, pipe, run) = (queue, ChannelPipe(), run)
      let counter = counters[number] ?? ItemCounter()
      counters[number] = counter
      let (keepsWhole, language) = (keepsWhole, language)
      try Threads.start("cue-channel") {
        queue.make(
          number, counter, into: pipe, keepsWhole: keepsWhole, language: language, run)
      }
      let channel = ChannelMix(channel: number, pipe: pipe, gain: gains[number] ?? 1)
      if let format { channel.begin(format) }
      channels.append(channel)
    }
    channels.sort { $0.channel < $1.channel }
  }

  /// The format of the mix: that of the first sound of the lowest channel that has any; nil if none has.
  private mutating func begun() throws -> AudioFormat? {
    if let format { return format }
    var found: AudioFormat?
    for channel in channels where found == nil { found = channel.firstFormat() }
    guard let first = found else { return nil }
    let format = AudioFormat(
      sample: .float32, rateHertz: first.rateHertz, channels: first.channels)
    self.format = format
    limiter = PeakLimiter(
      rateHertz: format.rateHertz, channels: format.channels, ceilingDecibels: 0, isTrue: false)
    try output.beginLine(format)
    for channel in channels { channel.begin(format) }
    return format
  }

  /// All items are pauses, or failed: their time goes by, and they are reported.
  private mutating func tellSilentRun(_ tell: (SpeakingEvent) throws -> Void) throws {
    let format = AudioFormat(sample: .float32, rateHertz: AudioFormat.ofSilence.rateHertz)
    self.format = format
    limiter = PeakLimiter(
      rateHertz: format.rateHertz, channels: 1, ceilingDecibels: 0, isTrue: false)
    try output.beginLine(format)
    for channel in channels { channel.begin(format) }
    try mix(tell)
  }

  private mutating func put(
    _ mixed: [Float], _ energy: Double, _ events: [(frame: Int, channel: Int, SpeakingEvent.What)],
    _ tell: (SpeakingEvent) throws -> Void
  ) throws {
    guard let format else { return }
    let start = frames
    for (frame, channel, what) in events.sorted(by: { $0.frame < $1.frame }) {
      frames = start + frame
      try follow(channel, what, tell)
    }
    frames = start + mixed.count / format.channels
    guard !mixed.isEmpty else { return }
    let level = mixed.reduce(into: 0.0) { $0 += Double(abs($1)) } / Double(mixed.count)
    try tellLevel(min(1, level * 20), tell)
    // After the last word nothing pulses, though its block has more of it.
    let pulse = min(1, (energy / Double(mixed.count)).squareRoot() * 4)
    try tellPulse(isSpeaking ? pulse : 0, tell)
    let sound = AudioBuffer(
      float32: mixed, rateHertz: format.rateHertz, channels: format.channels)
    guard let limited = limiter?.process(sound) else { return }
    try output.write(limited, cancellation: run)
  }

  /// Reports an event, and what follows from it.
  private mutating func follow(
    _ channel: Int, _ what: SpeakingEvent.What, _ tell: (SpeakingEvent) throws -> Void
  ) throws {
    switch what {
    case .began(let item, let content):
      if case .speak = content {
        speakingItems.insert([channel, item])
        if !isSpeaking {
          isSpeaking = true
          try say(.speaking(true), tell)
        }
      }
      if channel == 0 || !channels.contains(where: { $0.channel == 0 }) {
        status = content.status
        try say(.status(content.status), tell)
      }
    case .ended(let item):
      outcome.finished += 1
      speakingItems.remove([channel, item])
    case .failed(let item, _, _):
      outcome.failed += 1
      speakingItems.remove([channel, item])
    default: break
    }
    try tell(SpeakingEvent(seconds: seconds, channel: channel, what))
    if isSpeaking, speakingItems.isEmpty, case .ended = what { try fallSilent(tell) }
    if isSpeaking, speakingItems.isEmpty, case .failed = what { try fallSilent(tell) }
  }

  private mutating func fallSilent(_ tell: (SpeakingEvent) throws -> Void) throws {
    isSpeaking = false
    try tellPulse(0, tell)
    try say(.speaking(false), tell)
  }

  /// Level and pulse are 0 at the end, and nobody speaks.
  private mutating func settle(_ tell: (SpeakingEvent) throws -> Void) throws {
    speakingItems = []
    if isSpeaking { try fallSilent(tell) }
    try tellLevel(0, tell)
    try tellPulse(0, tell)
  }

  private mutating func tellLevel(_ level: Double, _ tell: (SpeakingEvent) throws -> Void) throws {
    guard hasLevel || level > 0 else { return }
    hasLevel = level > 0
    try say(.level(level), tell)
  }

  private mutating func tellPulse(_ pulse: Double, _ tell: (SpeakingEvent) throws -> Void) throws {
    guard hasPulse || pulse > 0 else { return }
    hasPulse = pulse > 0
    try say(.pulse(pulse), tell)
  }

  private func say(
    _ what: SpeakingEvent.What, _ tell: (SpeakingEvent) throws -> Void
  ) throws {
    try tell(SpeakingEvent(seconds: seconds, channel: 0, what))
  }
}

extension SpeechItem {
  /// What is going on while it is played.
  fileprivate var status: SpeakingStatus {
    switch self {
    case .speak: .speaking
    case .sound: .playing
    case .pause: .pausing
    }
  }
}
