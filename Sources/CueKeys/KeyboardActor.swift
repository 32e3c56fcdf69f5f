import CueModel
import CueRehearsal
import CueSystem
import CueTerminal
import Synchronization

/// What is to be shown about the keys themselves.
package enum KeyTalk: Equatable {
  /// The list of keys is wanted.
  case help
  /// The page is to be shown again.
  case redraw
  /// This key has no meaning.
  case nothing(Key)
  /// A number or words are asked for.
  case asks(RehearsalKey.Entry)
  /// A character of it was typed or erased.
  case typed(Character), erased
  /// The number is complete; nil: there is none, and nothing is done.
  case answered(Int?)
  /// The words are complete.
  case entered(String)
}

/// What an actor wants of the stage: the part that shows a rehearsal and keeps how it is played.
package enum StageWish: Equatable, Sendable {
  case prompter(PrompterCommand)
  /// A direction is changed, or the last change undone.
  case direct(DirectionEdit), undo
  /// The actor's lines are judged by another rule.
  case strictness
  /// The microphone is to be opened for the actor's lines, or closed.
  case listening
}

/// An actor at the keys of a terminal.
///
/// A thread of its own reads the keys, so that a key that ends a line ends it at once, whatever the session waits for.
package final class KeyboardActor: ActorInput, Sendable {
  private struct Typing: Sendable {
    var asked: RehearsalKey.Entry?
    var text = ""
  }

  private let typing = Mutex(Typing())
  private let queue: ActorCommandQueue
  private let talk: @Sendable (KeyTalk) -> Void
  private let act: @Sendable (StageWish) -> ActorCommand?
  /// No script has a line with more digits.
  private static let mostDigits = 7
  /// No note is longer.
  private static let mostCharacters = 200

  /// An actor who has pressed no key yet.
  ///
  /// - Parameters:
  ///   - passed: takes the seconds for which the actor had the turn
  ///   - rest: lets the device play to its end; the next key ends its wait
  ///   - talk: shows what there is to say about the keys
  ///   - act: does what the actor wants of the stage, and returns what the rehearsal is to do then
  package init(
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void,
    talk: @escaping @Sendable (KeyTalk) -> Void = { _ in },
    act: @escaping @Sendable (StageWish) -> ActorCommand? = { _ in nil }
  ) {
    queue = ActorCommandQueue(passed: passed, rest: rest)
    self.talk = talk
    self.act = act
  }

  // The session's side.

  package func poll(_ moment: Moment) -> ActorCommand? { queue.poll(moment) }
  package func wait(_ moment: Moment) -> ActorTurn { queue.wait(moment) }
  package func speaking(_ line: Cancellation?) { queue.speaking(line) }

  // The keys' side.

  /// The rehearsal is to end, for a reason from outside.
  package func interrupt() { queue.interrupt() }

  /// Stops a partner who speaks, before the program is stopped.
  package func fallSilent() { queue.fallSilent() }

  /// Takes the keys of `terminal` on a thread of its own, until the program ends.
  package func read(_ terminal: Terminal) throws(ThreadError) {
    try Threads.start("keys") {
      while true {
        switch terminal.next() {
        case .key(let key): self.press(key)
        case .stopping:
          self.queue.fallSilent()
          terminal.suspend()
          self.talk(.redraw)
        case .resumed, .resized: self.talk(.redraw)
        case .closed: return self.interrupt()
        case .woken, .timeIsUp, .mouse: break
        }
      }
    }
  }

  /// Takes the key for `character`.
  package func press(_ character: Character) { press(.character(character)) }

  /// Takes a key of a terminal.
  package func press(_ key: Key) {
    if typing.withLock({ $0.asked != nil }) { return answer(key) }
    switch RehearsalKey.action(of: key) {
    case .command(let command): queue.put(command)
    case .pauseOrResume: queue.putPauseOrResume()
    case .entry(let entry):
      typing.withLock { $0 = Typing(asked: entry) }
      talk(.asks(entry))
    case .stage(let wish): wants(wish)
    case .redraw: talk(.redraw)
    case .help: talk(.help)
    case nil: talk(.nothing(key))
    }
  }

  private func wants(_ wish: StageWish) {
    if let command = act(wish) { queue.put(command) }
  }

  /// Takes a key of a number or of words; a key that belongs to neither ends the entry.
  private func answer(_ key: Key) {
    let isNumber = typing.withLock { $0.asked?.isNumber ?? true }
    // A blank does not end a number, and neither does a letter.
    let isEnter = [.enter, .character("\n"), .character("\r"), .character("\r\n")].contains(key)
    if !isEnter,
      let character = isNumber ? key.digit.map({ Character("\($0)") }) : key.character
    {
      let most = isNumber ? Self.mostDigits : Self.mostCharacters
      let isTaken = typing.withLock { typing in
        guard typing.text.count < most else { return false }
        typing.text.append(character)
        return true
      }
      if isTaken { talk(.typed(character)) }
      return
    }
    if key == .backspace {
      let isTaken = typing.withLock { $0.text.popLast() != nil }
      if isTaken { talk(.erased) }
      return
    }
    let (asked, text) = typing.withLock { typing in
      defer { typing = Typing() }
      return (typing.asked, typing.text)
    }
    guard isEnter, let asked else { return talk(.answered(nil)) }
    switch asked {
    case .line, .scene:
      guard let number = Int(text) else { return talk(.answered(nil)) }
      talk(.answered(number))
      queue.put(asked == .line ? .goto(line: number) : .gotoScene(number))
    case .tones:
      talk(.entered(text))
      wants(.direct(.tones(text)))
    case .note:
      talk(.entered(text))
      wants(.direct(.note(text)))
    }
  }
}

extension Key {
  /// The character that it types; nil if none.
  var character: Character? { if case .character(let character) = self { character } else { nil } }
}

/// An actor who acts without keys, while a person watches and may press some.
package final class ActorBesideKeys: ActorInput {
  private let actor: InterruptibleActor
  private let keys: any ActorInput
  /// The person has paused the rehearsal, and can resume it.
  private var isHeldByKey = false

  /// `actor`, beside the keys of `keys`.
  package init(_ actor: InterruptibleActor, _ keys: any ActorInput) {
    self.actor = actor
    self.keys = keys
  }

  package func poll(_ moment: Moment) -> ActorCommand? {
    pressed(moment) ?? actor.poll(moment)
  }

  package func wait(_ moment: Moment) -> ActorTurn {
    if let command = pressed(moment) { return ActorTurn(command) }
    guard moment.status == .paused, isHeldByKey else { return actor.wait(moment) }
    let turn = keys.wait(moment)
    isHeldByKey = turn.command == nil || turn.command == .pause
    return turn
  }

  package func speaking(_ line: Cancellation?) {
    keys.speaking(line)
    actor.speaking(line)
  }

  private func pressed(_ moment: Moment) -> ActorCommand? {
    let command = keys.poll(moment)
    if let command { isHeldByKey = command == .pause }
    return command
  }
}
