import CueAssembly
import CueKeys
import CueListening
import CueRehearsal
import CueScreenplay
import Glibc
import Synchronization

// What the page of a rehearsal says.

extension Stage {
  func text(of why: TurnWait, inLine line: Int, _ hearsCommands: Bool) -> String? {
    switch why {
    case .noSpeech, .slept: words(hearsCommands ? .stillYourLineOrCommand : .stillYourLine)
    case .otherLine(let text): words(.otherLineHeard, ["text": words.quoted(text)])
    case .notUnderstood: words(.sayItAgain)
    case .otherWords: words(.notThisLine)
    case .notAsWritten(let missing, let changed):
      words(.notAsWritten, ["words": wrong(line, missing, changed)])
    // After a pause the actor continues, and an echo is not their fault.
    case .unfinished, .echo: nil
    }
  }

  func wrong(_ line: Int, _ missing: [Range<Int>], _ changed: [Range<Int>]) -> String {
    var parts: [String] = []
    if !missing.isEmpty {
      parts.append(words(.leftOut, ["words": words.quoted(words(of: line, missing))]))
    }
    if !changed.isEmpty {
      parts.append(words(.changedWords, ["words": words.quoted(words(of: line, changed))]))
    }
    return parts.joined(separator: ", ")
  }

  /// The words at `ranges` of a line's bytes.
  func words(of line: Int, _ ranges: [Range<Int>]) -> String {
    let bytes = Array(script.lines[line].text.utf8)
    return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: " ")
  }

  func text(of loss: MicrophoneLoss) -> String {
    switch loss {
    case .over(let name): words(.soundIsOver, ["name": name])
    case .failed(let why): why
    }
  }
}

extension Stage {
  func tell(_ change: PrompterChange) {
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

  func tell(
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

  func note(_ text: String) { put(text, style: "2") }

  func number(_ line: Int) -> String { numbers.number(at: line).map { "\($0)" } ?? "" }
}

extension Stage {
  /// The question for an entry.
  func question(_ entry: RehearsalKey.Entry) -> String {
    switch entry {
    case .line: words(.askLine)
    case .scene: words(.askScene)
    case .tones:
      words(.askTones, directed(by: .tones("")).map(place) ?? ["number": "", "name": ""])
    case .note: words(.askNote, directed(by: .note("")).map(place) ?? ["number": "", "name": ""])
    }
  }
}
