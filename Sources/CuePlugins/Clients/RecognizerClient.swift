import CSystem
import CueABI
import CueModel

/// A recognizer plugin in its worker.
public final class RecognizerClient: Recognizer {
  private static let activity = PluginFailure.Activity.listening
  /// The most sound in one message.
  private static let pieceBytes = 1 << 18

  private let client: PluginClient
  private var stream: UInt32?
  private var format = AudioFormat(sample: .int16, rateHertz: 16000)
  private var takenFrames = 0
  private var pushedFrames = 0
  /// Results of the stream that were not reported yet.
  private var partials: [Heard] = []
  private var shortfalls: [Shortfall] = []
  private var final: Heard?

  /// How long the recognizer takes for a second of sound.
  private var pace: Pace

  /// The plugin of `setup`.
  public init(_ setup: PluginSetup) {
    client = PluginClient(setup, kind: .recognizer)
    let allowance = setup.worker.deadlines.allowance
    // Less than a second says little about its speed.
    pace = Pace(allowance, first: allowance.perSecondHeard, leastLength: 1)
  }

  /// The recognizer, as the user named it.
  public var name: String { client.name }

  /// The parameters of the plugin.
  public func parameters() throws(PluginFailure) -> [ParameterDescription] {
    _ = try client.ready()
    return client.parameters
  }

  /// Opens a stream of sound, in which `request`'s phrases may be heard, or anything if there are none.
  public func open(_ request: ListenRequest, cancellation: Cancellation)
    throws(ListenFailure) -> [Shortfall]
  {
    close()
    format = request.format
    takenFrames = -1
    pushedFrames = 0
    partials = []
    shortfalls = []
    final = nil
    return try guarded { () throws(PluginFailure) in
      let worker = try client.ready()
      let stream = client.addToInstance(CUE_MSG_LISTEN, worker) { write(request, &$0) }
      self.stream = stream
      try worker.flush(while: RecognizerClient.activity)
      guard
        try receive(
          stream, worker, client.deadlines.load, cancellation, until: { takenFrames >= 0 })
      else { return nil }
      return shortfalls
    }
  }

  private func write(_ request: ListenRequest, _ writer: inout MessageWriter) {
    writer.u32(CUE_TAG_PARTIALS, 1)
    writer.u32(
      CUE_TAG_SAMPLE, request.format.sample == .int16 ? CUE_SAMPLE_S16 : CUE_SAMPLE_F32)
    writer.u32(CUE_TAG_RATE, UInt32(request.format.rateHertz))
    writer.u32(CUE_TAG_CHANNELS, UInt32(request.format.channels))
    writer.text(CUE_TAG_LANGUAGE, request.language)
    writer.text(CUE_TAG_MODEL, request.model)
    for phrase in request.phrases {
      writer.group(CUE_TAG_PHRASE) {
        $0.u32(CUE_TAG_ROLE, phrase.role.rawValue)
        $0.text(CUE_TAG_TEXT, phrase.text)
        if phrase.written != phrase.text { $0.text(CUE_TAG_WRITTEN, phrase.written) }
      }
    }
    for (word, pronunciation) in request.lexicon.sorted(by: { $0.key < $1.key }) {
      writer.group(CUE_TAG_LEXICON) {
        $0.text(CUE_TAG_NAME, word)
        $0.text(CUE_TAG_TEXT, pronunciation)
      }
    }
  }

  /// Passes it the next sound, and waits until it was taken.
  public func push(_ sound: AudioBuffer, cancellation: Cancellation)
    throws(ListenFailure) -> [Heard]
  {
    precondition(sound.format == format, "sound of another format than the stream's")
    guard let stream else { preconditionFailure("no stream is open") }
    return try guarded { () throws(PluginFailure) in
      let worker = try running()
      let pieceFrames = max(1, RecognizerClient.pieceBytes / format.frameByteCount)
      var at = 0
      while at < sound.frameCount {
        let piece = sound.frames(at..<min(at + pieceFrames, sound.frameCount))
        client.addToInstance(CUE_MSG_AUDIO, request: stream, worker) {
          $0.u32(CUE_TAG_FRAMES, UInt32(piece.frameCount))
          $0.sound(CUE_TAG_SOUND, piece.bytes)
        }
        try worker.flush(while: RecognizerClient.activity)
        at += piece.frameCount
        pushedFrames += piece.frameCount
        guard
          try receive(
            stream, worker, answerDeadline, cancellation,
            until: { takenFrames >= pushedFrames })
        else { return nil }
      }
      defer { partials = [] }
      return partials
    }
  }

  /// Ends the stream and returns what was heard.
  public func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard {
    guard let stream else { preconditionFailure("no stream is open") }
    return try guarded { () throws(PluginFailure) in
      let worker = try running()
      client.addToInstance(CUE_MSG_FINISH, request: stream, worker) { _ in }
      try worker.flush(while: RecognizerClient.activity)
      let start = cue_now_milliseconds()
      guard try receive(stream, worker, answerDeadline, cancellation, until: { false }) else {
        return nil
      }
      pace.learn(secondsHeard, milliseconds: cue_now_milliseconds() - start)
      guard let final else {
        throw worker.misbehaved(RecognizerClient.activity, .broke(.noFinal))
      }
      self.stream = nil
      client.succeeded()
      return final
    }
  }

  /// The seconds of sound that the stream was given.
  private var secondsHeard: Double { Double(max(0, pushedFrames)) / Double(format.rateHertz) }

  /// How long the next answer may take, in milliseconds.
  private var answerDeadline: Int {
    client.deadlines.gap + pace.extraMilliseconds(for: secondsHeard)
  }

  /// Ends the stream without a result.
  public func close() {
    guard let stream else { return }
    self.stream = nil
    guard let worker = client.running else { return }
    client.cancel(stream, worker)
  }

  /// Lets the plugin forget what it learned of speaker and room.
  ///
  /// A plugin that has heard nothing yet has nothing to forget.
  public func forget() throws(ListenFailure) {
    close()
    guard client.running != nil else { return }
    _ = try guarded { () throws(PluginFailure) in
      try client.ask(
        CUE_MSG_RESET, within: client.deadlines.answer, while: RecognizerClient.activity)
    }
  }

  /// Ends the plugin's process.
  public func quit() { client.quit() }

  /// The worker that holds the stream: if it has ended, so has the stream.
  private func running() throws(PluginFailure) -> Worker {
    guard let worker = client.running else {
      throw PluginFailure(
        plugin: name, activity: RecognizerClient.activity, kind: .misbehaved,
        reason: .broke(.endedBetweenPieces))
    }
    return worker
  }

  /// A call that fails, or returns nothing because it was cancelled, ends the stream.
  private func guarded<Value>(
    _ body: () throws(PluginFailure) -> Value?
  ) throws(ListenFailure) -> Value {
    do throws(PluginFailure) {
      if let value = try body() { return value }
    } catch {
      stream = nil
      client.failed(error)
      throw ListenFailure(error)
    }
    close()
    throw ListenFailure.cancelled
  }

  /// Receives messages of `stream` until `isEnough`, or its end; false if it was cancelled.
  private func receive(
    _ stream: UInt32, _ worker: Worker, _ milliseconds: Int, _ cancellation: Cancellation,
    until isEnough: () -> Bool
  ) throws(PluginFailure) -> Bool {
    try cancellation.withHandler(worker.wake) {
      Result { () throws(PluginFailure) in
        try receiveWakefully(stream, worker, milliseconds, cancellation, until: isEnough)
      }
    }.get()
  }

  private func receiveWakefully(
    _ stream: UInt32, _ worker: Worker, _ milliseconds: Int, _ cancellation: Cancellation,
    until isEnough: () -> Bool
  ) throws(PluginFailure) -> Bool {
    var patience = worker.patience(milliseconds)
    while !isEnough() {
      if cancellation.isCancelled { return false }
      guard
        case .message(let message) = try worker.next(&patience, while: RecognizerClient.activity)
      else { continue }
      guard message.request == stream else { continue }
      if message.type == CUE_MSG_DONE {
        if let failure = client.failure(of: message, worker, RecognizerClient.activity) {
          throw failure
        }
        guard final != nil else {
          throw worker.misbehaved(RecognizerClient.activity, .broke(.noFinal))
        }
        return true
      }
      do throws(Misbehaviour) { try take(message) } catch {
        throw worker.misbehaved(RecognizerClient.activity, error.reason)
      }
    }
    return true
  }

  private func take(_ message: WorkerMessage) throws(Misbehaviour) {
    switch message.type {
    case CUE_MSG_PARTIAL:
      guard final == nil else { throw Misbehaviour(.partialAfterFinal) }
      partials.append(try Heard(message))
    case CUE_MSG_FINAL:
      guard final == nil else { throw Misbehaviour(.twoFinals) }
      final = try Heard(message)
    case CUE_MSG_HONOURED: shortfalls.append(try Shortfall(message))
    case CUE_MSG_TAKEN:
      let frames = Int(clamping: try message.u64(CUE_TAG_FRAME) ?? 0)
      guard takenFrames <= frames, frames <= pushedFrames else {
        throw Misbehaviour(.framesTaken(frames, given: pushedFrames))
      }
      takenFrames = frames
    default: break
    }
  }
}

extension Heard {
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    self.init(text: printable(try message.text(CUE_TAG_TEXT)))
    stableBytes = min(Int(try message.u32(CUE_TAG_STABLE) ?? 0), text.utf8.count)
    confidence = try Heard.known(message.f64(CUE_TAG_CONFIDENCE))
    for group in try message.groups(CUE_TAG_WORD) {
      let start = try group.u64(CUE_TAG_FRAME) ?? 0
      let end = try group.u64(CUE_TAG_END) ?? 0
      guard start <= end, end < 1 << 40 else {
        throw Misbehaviour(.wordBackwards)
      }
      let flags = try group.u32(CUE_TAG_FLAGS) ?? 0
      var word = Word(
        printable(try group.text(CUE_TAG_TEXT)), frames: Int(start)..<Int(end),
        confidence: try Heard.known(group.f64(CUE_TAG_CONFIDENCE)))
      word.phrase = try group.u32(CUE_TAG_NUMBER).flatMap { $0 > 0 ? Int($0) - 1 : nil }
      word.isOutside = flags & CUE_WORD_OUTSIDE != 0
      word.isFiller = flags & CUE_WORD_FILLER != 0
      word.isGuessed = flags & CUE_WORD_GUESSED != 0
      words.append(word)
    }
  }

  private static func known(_ value: Double?) throws(Misbehaviour) -> Double? {
    guard let value, value > 0 else { return nil }
    guard value <= 1 else { throw Misbehaviour(.confidenceAboveOne) }
    return value
  }
}

extension ListenFailure {
  /// What a plugin's failure means to the listener.
  init(_ failure: PluginFailure) {
    let kind: Kind =
      switch failure.kind {
      case .notFound, .unusable, .crashed, .exited, .misbehaved, .givenUp: .recognizerUnavailable
      case .hung: .timedOut
      case .refused(let status):
        switch status {
        case .format, .rate: .audioFormatInvalid
        case .device, .permission: .microphoneUnavailable
        case .timeout: .timedOut
        case .other(CUE_CANCELLED): .cancelled
        case .model, .memory, .network, .credentials: .recognizerUnavailable
        default: .underlying
        }
      }
    self.init(kind, plugin: failure)
  }
}
