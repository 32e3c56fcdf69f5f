import CueAudio
import CueModel
import CueScreenplay
import CueText

/// How far the actor was given words of a line: three words at a time.
struct PromptPlace {
  private static let mostWords = 3

  private var line: Int?
  private var offset = 0

  /// The bytes that a prompter gives now.
  ///
  /// - Parameters:
  ///   - line: the actor's line
  ///   - offset: how far it was said, in bytes of its text
  ///   - isWhole: all of it is wanted
  /// - Returns: bytes of the line's text
  mutating func next(of line: Line, after offset: Int, isWhole: Bool) -> Range<Int> {
    if self.line != line.index { (self.line, self.offset) = (line.index, 0) }
    let start = max(offset, self.offset)
    let words = ExpectedLine(line.text).words.map(\.range).filter { $0.lowerBound >= start }
    guard !isWhole, let first = words.first, let last = words.prefix(PromptPlace.mostWords).last
    else { return 0..<line.text.utf8.count }
    self.offset = last.upperBound
    return first.lowerBound..<last.upperBound
  }

  /// The line begins again.
  mutating func forget() { line = nil }
}

/// The prompt is not to go on.
private struct PromptCut: Error {}

// The words of the actor's line, given by a voice.
extension RehearsalDriver {
  private static let promptSlicesPerSecond = 25

  /// Gives the actor words of their line, as `command` wants: shows them, and has the prompter say them.
  func prompt(_ command: ActorCommand) throws {
    guard state.status == .waitingForUser else {
      return tell(.ignored(command, why: .notTheActorsTurn))
    }
    let line = script.lines[state.index]
    var isCorrection = false
    let range: Range<Int>
    if case .correct(let words) = command {
      range = words.clamped(to: 0..<line.text.utf8.count)
      isCorrection = true
    } else {
      range = prompts.next(of: line, after: actor.saidOfLine, isWhole: command == .give)
    }
    tell(.prompted(line: line.index, textRange: range, isCorrection: isCorrection))
    if !isCorrection, command != .give { actor.prompted(range) }
    guard let prompter, !range.isEmpty else { return }
    // The microphone must not hear the prompter.
    actor.hush(true)
    let wish: ActorCommand?
    do {
      wish = try say(String(decoding: Array(line.text.utf8)[range], as: UTF8.self), prompter)
    } catch {
      actor.hush(false)
      throw error
    }
    actor.hush(false)
    // It may have been the voice that has begun the answer.
    forgetPrepared()
    if let wish { try obey(wish) }
  }

  /// Has `prompter` say `words`, without any expression; what the actor wants meanwhile ends it and is returned.
  private func say(_ words: String, _ prompter: Part) throws -> ActorCommand? {
    let plain = Line(index: -1, kind: .dialogue, text: words)
    let request = prompter.request(for: plain, previous: "", next: "")
    let cancellation = Cancellation()
    var wish: ActorCommand?
    actor.speaking(cancellation)
    defer { actor.speaking(nil) }
    func end(isWhole: Bool) throws {
      try passing {
        if isWhole { try sound.endLine() } else { try sound.cutLine() }
        try sound.drain()
      }
    }
    do {
      _ = try prompter.voice.speak(request, cancellation: cancellation) { event in
        switch event {
        case .began(let format):
          if !sound.isLineOpen { try sound.beginLine(format) }
        case .sound(let buffer):
          let slice = max(
            1, buffer.format.rateHertz / RehearsalDriver.promptSlicesPerSecond)
          for at in stride(from: 0, to: buffer.frameCount, by: slice) {
            wish = actor.poll(moment)
            if wish != nil || cancellation.isCancelled { throw PromptCut() }
            try sound.write(
              buffer.frames(at..<min(at + slice, buffer.frameCount)), cancellation)
          }
        case .startedOver: try sound.dropLine()
        case .mark, .shortfall: break
        }
      }
      try end(isWhole: !cancellation.isCancelled)
    } catch is PromptCut {
      try end(isWhole: false)
    } catch is PluginFailure {
      // The words are shown.
      try end(isWhole: false)
    } catch let trouble as OutputTrouble {
      try? sound.cutLine()
      try passing { throw trouble }
    }
    return wish ?? (cancellation.isCancelled ? actor.poll(moment) : nil)
  }
}
