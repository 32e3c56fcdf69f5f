import CSystem
import CueABI
import CueModel

// How a line is sent, early or in its turn, and what the plugin answers.
extension VoiceClient {
  struct Early {
    let request: SpeechRequest
    let number: UInt32
    let worker: Worker
    var messages: [WorkerMessage] = []
  }

  /// Sound of a request before its turn: eight seconds at 24 kHz, because a voice that makes a sentence in one piece waits for
  /// room for all of it.
  static let earlyCredit: UInt32 = 192_000

  /// How long the plugin may take until the first sound of a line, in milliseconds.
  var firstSoundDeadline: Int {
    client.deadlines.firstSound(asked: client.description?.firstSoundMilliseconds)
  }

  /// More than any voice sends with that much sound.
  private static let mostEarlyMessages = 50_000

  /// Sends `request`, unless it was sent early, and then the request that is expected next.
  ///
  /// Nothing is sent early while pieces of this line are still to come: it would delay them. Returns the
  /// request's number, its credit, and its messages so far.
  private func begin(
    _ request: SpeechRequest, _ line: Line, _ worker: Worker
  ) throws(PluginFailure) -> (number: UInt32, granted: Int, messages: [WorkerMessage]) {
    let begun: (number: UInt32, granted: Int, messages: [WorkerMessage])
    if let early, early.request == request, early.worker === worker {
      let more = VoiceClient.credit - VoiceClient.earlyCredit
      client.addToInstance(CUE_MSG_CREDIT, request: early.number, worker) {
        $0.u32(CUE_TAG_CREDIT, more)
      }
      begun = (early.number, Int(VoiceClient.credit), early.messages)
      self.early = nil
    } else {
      forgetEarly()
      begun = (send(request, worker, credit: VoiceClient.credit), Int(VoiceClient.credit), [])
    }
    if line.isLastPiece, let next = upcoming, next.voice == request.voice,
      !next.text.isEmpty, client.description?.needsNetwork == false
    {
      early = Early(
        request: next, number: send(next, worker, credit: VoiceClient.earlyCredit), worker: worker)
    }
    if line.isLastPiece {
      expected = nil
      upcoming = nil
    }
    try worker.flush(while: .speaking)
    return begun
  }

  func send(_ request: SpeechRequest, _ worker: Worker, credit: UInt32) -> UInt32 {
    client.addToInstance(CUE_MSG_SPEAK, worker) { message in
      message.write(
        request, hasPitchRange: has(CUE_VOICE_PITCH_RANGE), whispers: has(CUE_VOICE_WHISPER),
        readsLexicon: has(CUE_VOICE_LEXICON))
      message.u32(CUE_TAG_CREDIT, credit)
    }
  }

  func keepEarly(_ message: WorkerMessage) {
    if message.request == early?.number { early?.messages.append(message) }
  }

  /// Cancels what was sent early; messages that still come of it are dropped.
  func forgetEarly() {
    guard let early else { return }
    self.early = nil
    guard early.worker.isRunning else { return }
    early.worker.add(CUE_MSG_CANCEL, request: early.number)
    try? early.worker.flush(while: .stopping)
  }

  /// The state of a line of several pieces that is carried from one piece to the next.
  struct Line {
    var format: AudioFormat?
    var frames = 0
    var textOffset = 0
    var isLastPiece = true
    /// Whether any byte of its sound is not zero.
    var isHeard = false
  }

  /// Sound that may be on its way without a new request: ten seconds at 48 kHz, granted again in halves.
  static let credit: UInt32 = 480_000

  /// The longest sound that is plausible for a text: a plugin that never ends is stopped.
  static func mostFrames(_ bytes: Int, _ speed: Double, _ format: AudioFormat) -> Int {
    let seconds = (120 + 2 * Double(bytes)) / min(max(speed, 0.05), 1)
    return Int(seconds * Double(format.rateHertz))
  }

  func say(
    _ request: SpeechRequest, _ line: inout Line, _ worker: Worker, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let activity = PluginFailure.Activity.speaking
    let begun = try begin(request, line, worker)
    let number = begun.number
    var waiting = begun.messages[...]
    var reader = UtteranceReader(request: request, granted: begun.granted)
    let length = Double(request.text.unicodeScalars.count)
    let extra = pace.extraMilliseconds(for: length)
    let start = cue_now_milliseconds()
    defer { worker.lingers = false }
    // For the first sound, and then for each next one.
    var patience = worker.patience(firstSoundDeadline + extra)
    return try cancellation.withHandler(worker.wake) {
      while true {
        // A short line is over before waiting would save anything.
        worker.lingers = reader.frames > 10 * (reader.format?.rateHertz ?? 0)
        let arrival: Worker.Arrival =
          try waiting.popFirst().map { .message($0) }
          ?? worker.next(&patience, while: activity)
        // The expected request stays expected: a user who cancels a line usually goes on with that one.
        if cancellation.isCancelled {
          client.cancel(number, worker)
          return .cancelled
        }
        guard case .message(let message) = arrival else { continue }
        keepEarly(message)
        guard (early?.messages.count ?? 0) < VoiceClient.mostEarlyMessages else {
          throw worker.misbehaved(activity, .broke(.tooMuch))
        }
        guard message.request == number else { continue }
        if message.type == CUE_MSG_DONE {
          if let failure = client.failure(of: message, worker, activity) { throw failure }
          guard (try? message.i32(CUE_TAG_STATUS)) != CUE_CANCELLED else {
            throw worker.misbehaved(activity, .broke(.notCancelled))
          }
          line.frames += reader.frames
          pace.learn(length, milliseconds: cue_now_milliseconds() - start)
          return .finished
        }
        let hasSound = try take(
          message, of: request.text.utf8.count, request.speed, &reader, &line, worker, receive)
        // The time in which `receive` took the sound does not count.
        if hasSound { patience = worker.patience(client.deadlines.gap + extra) }
      }
    }
  }

  /// Passes on what a message of a line has, and grants the plugin more sound.
  ///
  /// - Parameters:
  ///   - message: a message of the line, not its end
  ///   - bytes: the length of its text so far
  ///   - speed: how fast it is said
  ///   - reader: reads the line's messages
  ///   - line: what is known of the line so far
  ///   - worker: runs the plugin
  ///   - receive: takes what comes of the line
  /// - Returns: whether it was sound
  /// - Throws: what the plugin did wrong, or what `receive` throws; the request is cancelled then
  func take(
    _ message: WorkerMessage, of bytes: Int, _ speed: Double, _ reader: inout UtteranceReader,
    _ line: inout Line, _ worker: Worker, _ receive: (SpeechEvent) throws -> Void
  ) throws -> Bool {
    let activity = PluginFailure.Activity.speaking
    do {
      guard let event = try reader.read(message) else { return false }
      try deliver(event, &line, receive)
      if let format = reader.format {
        guard reader.frames <= VoiceClient.mostFrames(bytes, speed, format)
        else { throw Misbehaviour(.endlessSound) }
      }
      if reader.granted - reader.frames < Int(VoiceClient.credit) / 2 {
        reader.granted += Int(VoiceClient.credit) / 2
        client.addToInstance(CUE_MSG_CREDIT, request: message.request, worker) {
          $0.u32(CUE_TAG_CREDIT, VoiceClient.credit / 2)
        }
        try worker.flush(while: activity)
      }
      if case .sound = event { return true }
      return false
    } catch let misbehaviour as Misbehaviour {
      throw worker.misbehaved(activity, misbehaviour.reason)
    } catch {
      client.cancel(message.request, worker)
      throw error
    }
  }

  /// Passes an event on, with its places relative to the line instead of the piece.
  func deliver(
    _ event: SpeechEvent, _ line: inout Line, _ receive: (SpeechEvent) throws -> Void
  ) throws {
    switch event {
    case .began(let format):
      if let begun = line.format {
        guard begun == format else {
          throw Misbehaviour(.formatChanged)
        }
        return
      }
      line.format = format
      try receive(event)
    case .sound(let sound):
      line.isHeard = line.isHeard || sound.bytes.contains { $0 != 0 }
      try receive(event)
    case .shortfall(let shortfall):
      if shortfall.field == "direction" { client.setup.worker.leftOut(client.name, .directions) }
      if shortfall.field == "pronunciation" {
        client.setup.worker.leftOut(client.name, .pronunciations)
      }
      try receive(event)
    case .mark(var mark):
      mark.frame += line.frames
      mark.textRange =
        mark.textRange.lowerBound + line.textOffset..<mark.textRange.upperBound + line.textOffset
      try receive(.mark(mark))
    default:
      try receive(event)
    }
  }
}
