import CueStore
import CueStory

/// Describes the canvas in lines of words, for screen readers: its state, and every change.
struct CanvasLines {
  let words: Messages

  private var talk: CanvasTalk { CanvasTalk(words: words) }

  /// The description of a story when its canvas is opened.
  func opening(_ state: CanvasState) -> [String] {
    let story = state.view.story
    let total = talk.time(state.chain.timeline.length, state)
    return [
      words(
        .opened,
        [
          "title": story.title, "takes": words(.takes, count: state.chain.takes.count),
          "time": total, "pen": talk.pen(story),
        ]), dials(state), place(state),
    ]
  }

  /// All takes of the branch that is shown.
  func takes(_ state: CanvasState) -> [String] {
    state.chain.takes.indices.map { index in
      let (take, place) = (state.chain.takes[index], state.chain.place(index))
      return words(
        .takeFrom,
        [
          "number": "\(take.number)", "name": take.author, "label": take.label,
          "start": talk.time(place.start, state), "end": talk.time(place.end, state),
        ])
    }
  }

  /// What has changed, the most important first.
  func changes(from before: CanvasState, to after: CanvasState) -> [String] {
    var lines: [String] = []
    if let note = after.note, note != before.note { lines.append(talk.text(note)) }
    if case .keys = after.panel, after.panel != before.panel {
      return lines + CanvasTalk.keyList(words, columns: nil, hasMouse: false)
    }
    if case .tree(let row) = after.panel {
      if after.panel != before.panel { lines += tree(after, row) }
      return lines
    }
    let activity = talk.activity(after)
    let isOther = activity != talk.activity(before)
    if isOther { lines.append(activity + ".") }
    if after.dials != before.dials || after.isClicking != before.isClicking {
      lines.append(dials(after))
    }
    if after.isPlaying, before.isPlaying, !after.isFocused {
      lines += passed(before, after)
    } else if after.position != before.position || after.panel != before.panel
      || before.isPlaying && !after.isPlaying
    {
      if !after.isFocused { lines.append(place(after)) }
    }
    if after.missingTicks == 0, before.missingTicks > 0, after.isRecording {
      lines.append(words(CanvasMessage.tailReached))
    }
    if after.zoomStep != before.zoomStep { lines.append(talk.zoom(after) + ".") }
    return lines
  }

  private func dials(_ state: CanvasState) -> String {
    words(.dialsAre, ["dials": talk.dials(state).dropLast().joined(separator: ", ")])
  }

  private func place(_ state: CanvasState) -> String {
    let time = talk.time(state.position, state)
    let numbers = state.heard.map { "\(state.chain.takes[$0].number)" }
    switch numbers.count {
    case 0: return words(.nothingSounds, ["time": time])
    case 1: return words(.sounds, ["time": time, "number": numbers[0]])
    default:
      return words(.soundTogether, ["time": time, "number": numbers[0], "other": numbers[1]])
    }
  }

  /// The takes that began and ended in between.
  private func passed(_ before: CanvasState, _ after: CanvasState) -> [String] {
    let (old, new) = (Set(before.heard), Set(after.heard))
    let ended = old.subtracting(new).sorted().map { index in
      words(
        .ends,
        [
          "time": talk.time(after.chain.place(index).end, after),
          "number": "\(after.chain.takes[index].number)",
        ])
    }
    let begun = new.subtracting(old).sorted().map { index in
      let take = after.chain.takes[index]
      return words(
        .begins,
        [
          "time": talk.time(after.chain.place(index).start, after), "number": "\(take.number)",
          "name": take.author,
        ])
    }
    return ended + begun
  }

  private func tree(_ state: CanvasState, _ row: Int) -> [String] {
    guard state.outline.rows.indices.contains(row) else { return [talk.text(.noTakes)] }
    let outlined = state.outline.rows[row]
    let take = state.view.takes[outlined.take]
    let line = words(
      .treeRow,
      [
        "number": "\(take.number)", "name": take.author, "label": take.label,
        "time": talk.time(take.ticks, state), "answers": words(.answers, count: outlined.answers),
        "branch": "\(outlined.depth + 1)",
      ])
    let isShown = state.chain.contains(take.id)
    return [line] + (isShown ? [words(.inBranch)] : [])
  }
}
