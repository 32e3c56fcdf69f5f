import CSystem
import CueABI
import CueModel

// A line whose text comes in pieces.
extension VoiceClient {
  /// Says `words` as they come.
  ///
  /// A plugin with `cue.voice-stream/1` gets each piece at once, as one line. Any other gets sentence by sentence.
  ///
  /// - Parameters:
  ///   - request: how it is said; its text is not used
  ///   - words: what is said
  ///   - cancellation: ends it
  ///   - receive: takes what comes of it, with places in all words together
  /// - Returns: how it ended
  /// - Throws: a `PluginFailure`, and what `receive` throws
  public func speak(
    _ request: SpeechRequest, _ words: any ArrivingWords, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    forgetEarly()
    noteLexicon(request)
    var hasBegun = false
    func say() throws -> SpeechOutcome {
      try speakOnce(request, words, cancellation) { event in
        hasBegun = true
        try receive(event)
      }
    }
    while true {
      do { return try say() } catch let failure as PluginFailure {
        guard case .refused(let status) = failure.kind, !hasBegun, !cancellation.isCancelled else {
          throw failure
        }
        let name = voiceID(of: request)
        if status == .unsupported, takesPieces {
          takesPieces = false
        } else if status == .voice, !hasAskedForVoices, (try? currentVoices()) != nil,
          voiceID(of: request) != name
        {
          // It is known by its name.
        } else {
          throw failure
        }
        words.restart()
      }
    }
  }

  private func speakOnce(
    _ request: SpeechRequest, _ words: any ArrivingWords, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !cancellation.isCancelled else { return .cancelled }
    let worker = try client.prepare(voice: voiceID(of: request))
    var said = resolved(request)
    said.inflow = nil
    said.text = ""
    expected = nil
    upcoming = nil
    do {
      return try words.inflow.withHandler(worker.wake) {
        try cancellation.withHandler(worker.wake) {
          takesPieces
            ? try stream(said, words, worker, cancellation, receive)
            : try speakSentences(said, words, worker, cancellation, receive)
        }
      }
    } catch let failure as PluginFailure {
      client.failed(failure)
      throw failure
    }
  }

  // By sentences.

  private func speakSentences(
    _ request: SpeechRequest, _ words: any ArrivingWords, _ worker: Worker,
    _ cancellation: Cancellation, _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var line = Line()
    var piece = request
    var hasWords = false
    while !cancellation.isCancelled {
      switch try words.next(bySentence: true) {
      case .piece(let text):
        piece.text = text
        hasWords = hasWords || piece.isForTheEar
        guard try say(piece, &line, worker, cancellation, receive) == .finished else {
          return .cancelled
        }
        line.textOffset += text.utf8.count
      case .nothing:
        // More text wakes it.
        var patience = worker.patience(Self.untilTextComes)
        _ = try worker.next(&patience, while: .waiting)
      case .end:
        try checkHeard(line, request, hasWords: hasWords)
        return .finished
      }
    }
    return .cancelled
  }

  /// A day: whoever writes the text takes the time that is needed.
  private static let untilTextComes = 86_400_000

  /// Throws if a line with words had no sound.
  private func checkHeard(_ line: Line, _ request: SpeechRequest, hasWords: Bool) throws {
    if !line.isHeard, request.volume > 0, hasWords {
      throw PluginFailure(
        plugin: name, activity: .speaking, kind: .refused(status: .unstated), reason: .noSound)
    }
    client.succeeded()
  }

  // By pieces.

  private func stream(
    _ request: SpeechRequest, _ words: any ArrivingWords, _ worker: Worker,
    _ cancellation: Cancellation, _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let activity = PluginFailure.Activity.speaking
    let number = client.addToInstance(CUE_MSG_STREAM, worker) { message in
      message.write(
        request, hasPitchRange: has(CUE_VOICE_PITCH_RANGE), whispers: has(CUE_VOICE_WHISPER),
        readsLexicon: has(CUE_VOICE_LEXICON))
      message.u32(CUE_TAG_CREDIT, VoiceClient.credit)
    }
    var reader = UtteranceReader(request: request, granted: Int(VoiceClient.credit))
    var line = Line()
    var (bytes, hasWords, isEnded) = (0, false, false)
    var patience = worker.patience(Self.untilTextComes)
    while true {
      if !isEnded, !cancellation.isCancelled {
        isEnded = try sendPieces(words, of: number, worker) { piece in
          reader.add(piece)
          bytes += piece.utf8.count
          hasWords = hasWords || piece.contains { $0.isLetter || $0.isNumber }
        }
        if isEnded {
          patience = worker.patience(
            firstSoundDeadline + pace.extraMilliseconds(for: Double(bytes)))
        }
      }
      let arrival = try worker.next(&patience, while: activity)
      if cancellation.isCancelled {
        client.cancel(number, worker)
        return .cancelled
      }
      guard case .message(let message) = arrival, message.request == number else { continue }
      if message.type == CUE_MSG_DONE {
        if let failure = client.failure(of: message, worker, activity) { throw failure }
        guard isEnded else { throw worker.misbehaved(activity, .broke(.endedEarly)) }
        guard (try? message.i32(CUE_TAG_STATUS)) == CUE_OK else {
          throw worker.misbehaved(activity, .broke(.notCancelled))
        }
        try checkHeard(line, request, hasWords: hasWords)
        return .finished
      }
      let hasSound = try take(message, of: bytes, request.speed, &reader, &line, worker, receive)
      if isEnded, hasSound {
        patience = worker.patience(
          client.deadlines.gap + pace.extraMilliseconds(for: Double(bytes)))
      }
    }
  }

  /// Sends all pieces that have come; returns whether that was all text.
  private func sendPieces(
    _ words: any ArrivingWords, of number: UInt32, _ worker: Worker, _ note: (String) -> Void
  ) throws -> Bool {
    while true {
      switch try words.next(bySentence: false) {
      case .piece(let text):
        note(text)
        worker.add(CUE_MSG_TEXT, request: number) { $0.text(CUE_TAG_TEXT, text) }
      case .nothing:
        try worker.flush(while: .speaking)
        return false
      case .end:
        worker.add(CUE_MSG_END, request: number)
        try worker.flush(while: .speaking)
        return true
      }
    }
  }
}
