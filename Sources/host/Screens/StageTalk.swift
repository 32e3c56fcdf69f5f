import CueAssembly
import CueKeys
import CueRehearsal
import CueScreenplay
import CueText
import Synchronization

// Wishes from the keys.
extension Stage {
  /// Shows the notes in a file of directions beside their lines.
  func take(_ file: DirectionFile) {
    let notes = file.lines(numbers).compactMapValues(\.note)
    lineNotes.withLock { $0 = notes }
    screen?.set(lineNotes: notes)
  }

  /// Does what is wanted, and reports it; returns what the rehearsal is to do then.
  func act(_ wish: StageWish) -> ActorCommand? {
    switch wish {
    case .prompter(.mirror) where screen == nil, .prompter(.size) where screen == nil:
      note(words(.onlyOnScreen))
      return nil
    case .prompter(let command):
      tell(prompt { $0.take(command) })
      screen?.wake()
      return nil
    case .strictness: return changeStrictness()
    case .listening: return toggleListening()
    case .direct(let edit): return direct(edit)
    case .undo: return take(directions.undo())
    }
  }

  private func changeStrictness() -> ActorCommand? {
    guard wishes.isHeard else {
      note(words(.nobodyListens))
      return nil
    }
    let next = judging.withLock { judging in
      let all = Strictness.allCases
      let place = all.firstIndex(of: judging.strictness) ?? 0
      judging.strictness = all[(place + 1) % all.count]
      return judging.strictness
    }
    screen?.set(strictness: next)
    note(words(.judgedNow, ["how": next.rawValue]))
    return .judge(next)
  }

  private func toggleListening() -> ActorCommand? {
    guard wishes.isHeard else {
      note(words(.nobodyListens))
      return nil
    }
    let isOn = judging.withLock { judging in
      judging.isListening.toggle()
      return judging.isListening
    }
    note(words(isOn ? .microphoneIsOnNow : .microphoneIsOffNow))
    return .setListening(isOn)
  }

  // Directions.

  /// The line that an edit applies to: the current one, or, for an edit about a partner, theirs that is spoken or was heard
  /// last; before the first, their next one.
  func directed(by edit: DirectionEdit) -> Line? {
    prompt { prompter in
      let spoken = prompter.script.lines[min(prompter.index, prompter.script.lines.count)...]
        .lazy.filter { $0.kind == .dialogue && $0.character != nil }
      switch edit {
      case .note: return spoken.first
      case .nextStrictness: return spoken.first(where: prompter.isOwn)
      case .nextTone, .tones, .delay:
        func isPartners(_ line: Line) -> Bool {
          line.kind == .dialogue && line.character != nil && !prompter.isOwn(line)
        }
        let lines = prompter.script.lines
        return
          (prompter.heardLine.map { lines[$0] }
          ?? lines[min(prompter.index, lines.count - 1)...].first(where: isPartners))
      }
    }
  }

  /// The values that name a line in sentences.
  func place(_ line: Line) -> [String: String] {
    ["number": number(line.index), "name": line.characterAsWritten ?? line.character ?? ""]
  }

  private func direct(_ edit: DirectionEdit) -> ActorCommand? {
    guard let line = directed(by: edit) else {
      note(words(.nobodyToDirect))
      return nil
    }
    return take(directions.make(edit, line: line.index))
  }

  /// Shows what became of a change of the directions; returns what the rehearsal is to do then.
  private func take(_ answer: DirectionDesk.Answer) -> ActorCommand? {
    switch answer {
    case .invalid(let error): note(words.clause(error.reason) + ".")
    case .unchanged: note(words(.unchangedNow))
    case .nothingToUndo: note(words(.nothingToUndo))
    case .changed(let change, let isUndone, let line, let direction, let unkept):
      take(directions.file)
      tell(change, isUndone: isUndone, unkept)
      return line.map { .direct(line: $0, direction) }
    }
    return nil
  }
}
