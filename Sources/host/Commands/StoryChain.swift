import CueStore
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
        try sent(try shelf.send(view, to: wish.recipient, path: file), file)
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

  private func sent(_ view: StoryView, _ path: String) throws {
    let show = StoryShow(view, studio)
    guard manner.isJSON else {
      return try show.tell(
        "sent",
        words(.storySent, ["title": view.story.title, "path": path, "pen": show.pen]))
    }
    var json = show.json("sent")
    json["path"] = .string(path)
    try Console.result(json.line)
  }

  private func sendQueued() throws -> ExitStatus {
    var status = ExitStatus.done
    try shelf.sendQueued { outcome in
      switch outcome {
      case .sent(let view, let path): try sent(view, path)
      case .waits(let view, let folder, let errno):
        status = .temporary
        try waits(view, folder, Console.describe(errno: errno))
      case .dropped(let view, let failure):
        status = .answerIsNo
        let error = UserError(failure, manner.isJSON ? .forPrograms : words)
        if manner.isJSON {
          var json = StoryShow(view, studio).json("dropped")
          json["because"] = .string(error.sentence)
          try Console.result(json.line)
        } else {
          Console.say(
            error.sentence + " " + words(.storyDropped, ["title": view.story.title]),
            hint: error.hint)
        }
      }
    }
    return status
  }

  private func waits(_ view: StoryView, _ folder: String, _ why: String) throws {
    if manner.isJSON {
      var json = StoryShow(view, studio).json("waits")
      json["folder"] = .string(folder)
      json["because"] = .string(why)
      return try Console.result(json.line)
    }
    Console.say(
      words(.storyWaits, ["title": view.story.title, "folder": folder, "why": why]),
      hint: words(.storySendPending, ["command": "\(Program.name) story send --pending"]))
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
    try tell(received, path)
    return !received.isKnown
  }

  private func tell(_ received: ReceivedStory, _ path: String) throws {
    let show = StoryShow(received.view, studio)
    if manner.isJSON {
      var json = show.json("received")
      json["path"] = .string(path)
      json["from"] = .string(received.from)
      json["added"] = .objects(received.added.map { show.json($0, "take") })
      json["brought_pen"] = .bool(received.broughtPen)
      json["forked"] = .bool(received.hasForked)
      json["known"] = .bool(received.isKnown)
      return try Console.result(json.line)
    }
    guard !manner.isQuiet else { return }
    guard !received.isKnown else {
      return Console.talk(words(.storyNothingNew, ["path": path]) + "\n")
    }
    var lines = [
      words(
        .storyReceived, count: received.added.count,
        ["title": received.view.story.title, "from": received.from])
    ]
    lines += received.added.map {
      "  "
        + words(
          .storyAdded, ["player": $0.author, "number": "\($0.number)", "label": $0.label])
    }
    if received.hasForked { lines.append(words(.storyForked, ["from": received.from])) }
    if received.broughtPen { lines.append(words(.storyPenCame)) }
    Console.talk(lines.joined(separator: "\n") + "\n")
  }
}
