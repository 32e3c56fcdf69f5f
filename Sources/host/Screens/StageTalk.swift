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

  private func tell(_ change: PrompterChange) {
    switch change {
    case .notYourLine: note(words(.notYourLine))
    case .hiding(let hiding): note(words(.hidesAll, ["how": words.text(hiding)]))
    case .lineHiding(let line, let hiding):
      note(words(.hidesLine, ["number": number(line), "how": words.text(hiding)]))
    case .onlyMine(let isOn): note(words(isOn ? .onlyMineNow : .allLinesNow))
    case .mirrored(let isOn): note(words(isOn ? .mirroredNow : .notMirroredNow))
    case .size(let size): note(words(.sizeNow, ["size": "\(size)"]))
    }
  }

  private func note(_ text: String) { put(text, style: "2") }

  private func number(_ line: Int) -> String { numbers.number(at: line).map { "\($0)" } ?? "" }

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

  private func tell(
    _ change: DirectionEditor.Change, isUndone: Bool, _ unkept: (any Error)?
  ) {
    guard case .line(let number) = change.subject, let index = numbers.index(of: number) else {
      return
    }
    let value = isUndone ? change.before : change.after
    var places = place(script.lines[index])
    places["value"] = value
    let message: Message =
      switch change.key {
      case .delay: value.isEmpty ? .directedNoDelay : .directedDelay
      case .notes: value.isEmpty ? .directedNoNote : .directedNote
      case .strictness: value.isEmpty ? .directedNoStrictness : .directedStrictness
      default: value.isEmpty ? .directedNoTones : .directedTones
      }
    var text = words(message, places)
    if isUndone { text = words(.undone) + " " + text }
    if let unkept {
      let why =
        unkept is DirectionDesk.NoPlace
        ? words(.scriptHasNoPlace) : UserError(explaining: unkept, words)?.sentence ?? "\(unkept)"
      text += " " + words(.directionNotKept, ["why": why])
    }
    note(text)
  }
}

extension Messages {
  /// How much is hidden.
  func text(_ hiding: WordHiding) -> String {
    switch hiding {
    case .full: self(.hidingFull)
    case .threeLetters: self(.hidingLetters, count: 3)
    case .twoLetters: self(.hidingLetters, count: 2)
    case .oneLetter: self(.hidingLetters, count: 1)
    case .blanks: self(.hidingBlanks)
    case .nothing: self(.hidingNothing)
    }
  }
}
