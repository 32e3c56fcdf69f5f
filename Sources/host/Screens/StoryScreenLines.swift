import CueAssembly
import CueModel
import CueStory
import CueTerminal

// The canvas in lines of words.
extension StoryScreen {
  /// Describes the canvas in lines, and takes keys of `terminal` until the user leaves or `cancellation` ends it.
  ///
  /// Without a terminal it describes the story once.
  func tell(on terminal: Terminal?, _ cancellation: Cancellation) throws(UserError) {
    do {
      try cancellation.withHandler({ terminal?.wake() }) {
        try tell(on: terminal) { cancellation.isCancelled }
      }
    } catch let error as UserError { throw error } catch {
      preconditionFailure("only a UserError is thrown: \(error)")
    }
  }

  private func tell(on terminal: Terminal?, isOver: () -> Bool) throws(UserError) {
    let lines = CanvasLines(words: words)
    try say(lines.opening(state))
    guard let terminal else {
      return try say(lines.takes(state))
    }
    try say([CanvasTalk(words: words).hints(state).joined(separator: ". ") + "."])
    while !isLeft {
      var before = state
      if isOver() {
        close(nil, terminal)
        try say(lines.changes(from: before, to: state))
        break
      }
      switch terminal.next(milliseconds: patience()) {
      case .key(let key):
        if let meaning = CanvasKey.of(key) {
          let wishes = session.change { $0.press(meaning, columns: 80) }
          // Before a slow action, the changes are reported.
          try say(lines.changes(from: before, to: state))
          before = state
          perform(wishes, nil, terminal)
          if case .keys = state.panel { _ = session.change { $0.press(.cancel, columns: 80) } }
        } else {
          try say([words(Message.keyDoesNothing, ["key": key.name(words)])])
        }
      case .stopping:
        perform(session.change { $0.rest() }, nil, terminal)
        try say(lines.changes(from: before, to: state))
        before = state
        terminal.suspend()
      case .closed: close(nil, terminal)
      case .mouse, .resumed, .resized, .woken, .timeIsUp: break
      }
      session.pass(ring: terminal.ring)
      try say(lines.changes(from: before, to: state))
    }
    session.finish()
    try say([words(.linesEnd)])
  }

  private func say(_ lines: [String]) throws(UserError) {
    guard !lines.isEmpty else { return }
    try Console.result(lines.joined(separator: "\n") + "\n")
  }
}
