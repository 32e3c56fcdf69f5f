import CueStory
import CueSystem

// Sending stories to friends, and receiving theirs.

/// `host story send` and `receive`.
struct StoryChain {
  let command: StoryCommand
  let shelf: StoryShelf
  private var studio: Studio { command.studio }
  private var manner: OutputManner { command.manner }
  private var words: Messages { command.words }

  func run() throws -> ExitStatus {
    switch command.action {
    case .send(let name, let wish):
      let view = try shelf.view(name)
      if let file = wish.file {
        try StoryShow(try shelf.send(view, to: wish.recipient, path: file), studio).tellSent(file)
        return .done
      }
      try shelf.queue(view, to: wish.recipient, folder: SystemPath.absolute(wish.folder ?? "."))
      return try sendQueued()
    case .sendQueued:
      if try shelf.queued().isEmpty, !manner.isJSON, !manner.isQuiet {
        Console.talk(words(.storyNoneWaits) + "\n")
      }
      return try sendQueued()
    case .receive(let paths, let player):
      return try receive(paths, player ?? command.player)
    default: preconditionFailure("\(command.action) sends nothing")
    }
  }

  private func sendQueued() throws -> ExitStatus {
    var status = ExitStatus.done
    try shelf.sendQueued { outcome in
      switch outcome {
      case .sent(let view, let path): try StoryShow(view, studio).tellSent(path)
      case .waits(let view, let folder, let errno):
        status = .temporary
        try StoryShow(view, studio).tellWaits(folder, Console.describe(errno: errno))
      case .dropped(let view, let failure):
        status = .answerIsNo
        try StoryShow(view, studio).tellDropped(failure)
      }
    }
    return status
  }

  // Receiving.

  private func receive(_ paths: [String], _ player: String) throws -> ExitStatus {
    var status = ExitStatus.done
    for path in paths {
      guard StoryShelf.isFolder(path) else {
        try received(path, player, tellsKnown: true, &status)
        continue
      }
      let bundles = try StoryShelf.bundles(in: path)
      var changed = false
      for bundle in bundles {
        if try received(bundle, player, tellsKnown: false, &status) { changed = true }
      }
      if !changed, status == .done, !manner.isJSON, !manner.isQuiet {
        Console.talk(
          words(bundles.isEmpty ? .storyNoBundles : .storyNothingNew, ["path": path]) + "\n")
      }
    }
    return status
  }

  /// Receives one bundle, and returns whether anything in it was new.
  ///
  /// A bundle that is refused does not affect the others.
  @discardableResult
  private func received(
    _ path: String, _ player: String, tellsKnown: Bool, _ status: inout ExitStatus
  ) throws -> Bool {
    let received: ReceivedStory
    do { received = try shelf.receive(path, player: player) } catch let failure as StoryFailure {
      if case .inUse = failure { throw failure }
      let error = UserError(failure, manner.isJSON ? .forPrograms : words)
      status = error.status
      guard manner.isJSON else {
        Console.say(error.sentence, hint: error.hint)
        return false
      }
      var json = JSONObject(event: "refused")
      json["path"] = .string(path)
      json["because"] = .string(error.sentence)
      try Console.result(json.line)
      return false
    }
    guard !received.isKnown || tellsKnown else { return false }
    try StoryShow(received.view, studio).tell(received, path)
    return !received.isKnown
  }
}
