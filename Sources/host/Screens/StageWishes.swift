import CueRehearsal
import CueScreenplay
import CueText

/// What is kept of how a script is played, while it is rehearsed.
struct DirectionDesk: Sendable {
  /// The script's file; `-` has no place for directions.
  let script: String
  var editor = DirectionEditor()
  /// What holds where the file cannot be read or written.
  var file: DirectionFile?
  var strictness: Strictness
  var isListening: Bool

  init(script: String, wishes: Stage.Wishes) {
    self.script = script
    strictness = wishes.strictness
    isListening = wishes.isHeard
  }
}

// What keys ask for.
extension Stage {
  /// Shows the notes in a file of directions beside their lines.
  func take(_ file: DirectionFile) {
    let notes = file.lines(numbers).compactMapValues(\.note)
    lineNotes.withLock { $0 = notes }
    screen?.set(lineNotes: notes)
  }

  /// Does what is wanted, and tells of it; what the rehearsal is to do then.
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
    case .undo: return undo()
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
    let next = desk.withLock { desk in
      let all = Strictness.allCases
      let place = all.firstIndex(of: desk.strictness) ?? 0
      desk.strictness = all[(place + 1) % all.count]
      return desk.strictness
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
    let isOn = desk.withLock { desk in
      desk.isListening.toggle()
      return desk.isListening
    }
    note(words(isOn ? .microphoneIsOnNow : .microphoneIsOffNow))
    return .setListening(isOn)
  }

  // Directions.

  /// The line that an edit is of: the current one, or, where it is about a partner, theirs that is spoken or comes next.
  func directed(by edit: DirectionEdit) -> Line? {
    prompt { prompter in
      let spoken = prompter.script.lines[min(prompter.index, prompter.script.lines.count)...]
        .lazy.filter { $0.kind == .dialogue && $0.character != nil }
      switch edit {
      case .note: return spoken.first
      case .nextStrictness: return spoken.first(where: prompter.isOwn)
      case .nextTone, .tones, .delay: return spoken.first { !prompter.isOwn($0) }
      }
    }
  }

  /// A line as sentences name it.
  func place(_ line: Line) -> [String: String] {
    ["number": number(line.index), "name": line.characterAsWritten ?? line.character ?? ""]
  }

  private func direct(_ edit: DirectionEdit) -> ActorCommand? {
    guard let line = directed(by: edit), let number = numbers.number(at: line.index) else {
      note(words(.nobodyToDirect))
      return nil
    }
    return change { editor, file throws(DirectionFile.Failure) in
      let theirs = file.direction { $0 == line.character }?.delaySeconds ?? 0
      return try editor.make(edit, line: number, delaySeconds: theirs, in: &file)
    }
  }

  private func undo() -> ActorCommand? {
    change { editor, file in editor.undo(in: &file) }
  }

  /// Changes the directions as they are now, keeps them, and tells of it.
  private func change(
    _ body: (inout DirectionEditor, inout DirectionFile) throws(DirectionFile.Failure) ->
      DirectionEditor.Change?
  ) -> ActorCommand? {
    desk.withLock { desk in
      // The file may have been edited meanwhile.
      var file = desk.file ?? DirectionFile()
      var trouble: UserError?
      do throws(UserError) { file = try DirectionFile.beside(desk.script) } catch {
        trouble = error
      }
      let changes = desk.editor.changes.count
      let change: DirectionEditor.Change?
      do throws(DirectionFile.Failure) { change = try body(&desk.editor, &file) } catch {
        note(error.reason.clause + ".")
        return nil
      }
      guard let change else {
        note(words(changes == 0 && desk.editor.changes.isEmpty ? .nothingToUndo : .unchangedNow))
        return nil
      }
      desk.file = file
      take(file)
      if trouble == nil { trouble = keep(file, desk.script) }
      let isUndone = desk.editor.changes.count < changes
      tell(change, isUndone: isUndone, trouble)
      guard case .line(let number) = change.subject, let index = numbers.index(of: number) else {
        return nil
      }
      return .direct(line: index, file.lines(numbers)[index])
    }
  }

  /// Why the directions cannot be kept; nil where they are.
  private func keep(_ file: DirectionFile, _ script: String) -> UserError? {
    guard script != "-" else { return UserError(words(.scriptHasNoPlace), .usage) }
    do throws(UserError) {
      try Texts.write(Array(file.text.utf8), to: DirectionFile.path(beside: script))
      return nil
    } catch { return error }
  }

  private func tell(
    _ change: DirectionEditor.Change, isUndone: Bool, _ trouble: UserError?
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
    if let trouble { text += " " + words(.directionNotKept, ["why": trouble.sentence]) }
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
