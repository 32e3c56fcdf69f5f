import struct CueAssembly.Take
import struct CueAssembly.UserLibrary
import CueModel
import CueStore
import CueStory
import CueSystem

/// The action of `story`; a story is named by its number or title, a take by its number or the start of its id.
enum StoryAction: Equatable {
  case new(String, player: String?, rateHertz: Int)
  case list
  case show(String, isPlain: Bool)
  case tree(String, isPlain: Bool)
  /// With the silence before it, in seconds.
  case say(String, StoryText, lead: Double)
  case importFile(String, String, lead: Double, recordedAt: Double?)
  /// A take of a rehearsal.
  case importTake(String, script: String, take: String, Take.Track, lead: Double)
  case dial(String, DialWish)
  case track(String, take: String, TrackWish)
  case branch(String, take: String)
  case undo(String)
  case send(String, SendWish)
  /// Sends what waits.
  case sendQueued
  case receive([String], player: String?)
  case mix(String, StoryMixWish)
  case play(String, LiveWish)
  case record(String, LiveWish)
  /// Its canvas.
  case open(String, LiveWish, isPlain: Bool)
  /// One story, or all.
  case verify(String?, repairs: Bool)
  /// A take of it, or all of it if none is named.
  case remove(String, takes: [String])
}

/// Where a story is sent.
struct SendWish: Equatable {
  /// A bundle, or nil for a shared folder.
  var file: String?
  var folder: String?
  /// The user who gets the pen; if empty, the receiver.
  var recipient = ""
}

/// `host story`: takes of friends in a tree, changes to them, and their exchange.
struct StoryCommand {
  let action: StoryAction
  let sound: SoundOptions
  let studio: Studio
  var manner: OutputManner { studio.manner }
  var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    do { return try act(cancellation) } catch let failure as StoryFailure {
      throw UserError(failure)
    }
  }

  private func act(_ cancellation: Cancellation) throws -> ExitStatus {
    let shelf = try shelf()
    switch action {
    case .new(let title, let player, let rateHertz): try begin(title, player, rateHertz, shelf)
    case .list: try list(shelf)
    case .show(let name, let isPlain):
      try StoryShow(try shelf.view(name), studio).show(isPlain: isPlain)
    case .tree(let name, let isPlain):
      try StoryShow(try shelf.view(name), studio).tree(isPlain: isPlain)
    case .say, .importFile, .importTake, .mix, .play, .record:
      return try StorySound(command: self, shelf: shelf).run(cancellation)
    case .open(let name, let wish, let isPlain):
      try StoryCanvas(command: self, shelf: shelf, view: try shelf.view(name))
        .open(wish, isPlain: isPlain, cancellation)
      if cancellation.isCancelled { return .interrupted }
    case .dial(let name, let wish): try turn(try shelf.view(name), wish, shelf)
    case .track(let name, let take, let wish):
      try mix(try shelf.view(name), take, wish, shelf)
    case .branch(let name, let take):
      let view = try shelf.view(name)
      let take = try view.take(called: take)
      try StoryShow(try shelf.branch(to: take.id, of: view), studio)
        .tell("branched", words(.storyBranched, ["number": "\(take.number)"]))
    case .undo(let name): try undo(try shelf.view(name), shelf)
    case .send, .sendQueued, .receive:
      return try StoryChain(command: self, shelf: shelf).run()
    case .verify(let name, let repairs):
      let view = try name.map { try shelf.view($0) }
      if repairs { try repair(view, shelf) }
      return try verify(view, shelf)
    case .remove(let name, let takes): try remove(try shelf.view(name), takes, shelf)
    }
    return .done
  }

  /// The user's stories; reading creates no files.
  private func shelf() throws -> StoryShelf {
    let toLook =
      switch action {
      case .list, .show, .tree, .mix, .play, .verify(_, repairs: false): true
      default: false
      }
    return try UserLibrary(studio.environment).stories(toLook: toLook) { story, take in
      let values = ["title": story.title, "number": "\(take.number)"]
      studio.note(UserError(words(.storyTakeSalvaged, values), .done))
    }
  }

  private func begin(
    _ title: String, _ player: String?, _ rateHertz: Int, _ shelf: StoryShelf
  ) throws {
    let view = try shelf.begin(title, player: player ?? self.player, rateHertz: rateHertz)
    try StoryShow(view, studio).tell(
      "begun",
      words(
        .storyBegun,
        [
          "title": view.story.title, "number": "\(view.story.number)",
          "player": view.story.player,
        ]))
  }

  var player: String { studio.environment.playerName }

  private func list(_ shelf: StoryShelf) throws {
    let views = try shelf.all()
    if views.isEmpty, !manner.isJSON, !manner.isQuiet { Console.talk(words(.storyNone) + "\n") }
    for view in views { try StoryShow(view, studio).row() }
  }

  // Changing.

  private func turn(_ view: StoryView, _ wish: DialWish, _ shelf: StoryShelf) throws {
    guard !wish.isEmpty else { return try StoryShow(view, studio).tellDials("dials", view) }
    let dials = wish.turned(view.story.dials)
    let click = wish.turned(view.story.click)
    let turned = try shelf.turn(dials, click: click, of: view)
    try StoryShow(turned, studio).tellDials("dials", turned)
    let isBeyond =
      wish.speed.map { abs($0 - dials.rate.factor) > 0.001 } == true
      || wish.pitch.map { abs($0) > PitchOffset.dial.upperBound } == true
      || wish.tempo.map { $0 != click.beatsPerMinute } == true
    if isBeyond, !manner.isJSON, !manner.isQuiet { Console.talk(words(.storyAsFar) + "\n") }
  }

  private func mix(
    _ view: StoryView, _ name: String, _ wish: TrackWish, _ shelf: StoryShelf
  ) throws {
    var take = try view.take(called: name)
    if let gain = wish.gainDecibels { take.gain = Int((gain * 100).rounded()) }
    if let pan = wish.pan { take.pan = Int((pan * 100).rounded()) }
    take.isMuted = wish.isMuted ?? take.isMuted
    take.isSolo = wish.isSolo ?? take.isSolo
    if let pitch = wish.pitch {
      take.localPitch = PitchOffset(dial: pitch, isFine: wish.isFine).millicents
    }
    let mixed = wish.isEmpty ? view : try shelf.mix(take, of: view)
    try StoryShow(mixed, studio).tell("track", take)
  }

  private func undo(_ view: StoryView, _ shelf: StoryShelf) throws {
    let (changed, undone) = try shelf.undo(view)
    let show = StoryShow(changed, studio)
    switch undone {
    case .dials:
      try show.tell("undone", words(.storyUndoneDials, ["dials": show.dials(changed)]))
    case .track(let number):
      try show.tell("undone", words(.storyUndoneTrack, ["number": "\(number)"]))
    case .branch:
      try show.tell(
        "undone", words(.storyUndoneBranch, ["parent": show.name(of: changed.story.head)]))
    case .take(let number):
      try show.tell("undone", words(.storyTakeRemoved, ["number": "\(number)"]))
    }
  }

  private func remove(_ view: StoryView, _ names: [String], _ shelf: StoryShelf) throws {
    guard !names.isEmpty else {
      try shelf.remove(view)
      return try StoryShow(view, studio).tell(
        "removed", words(.storyRemoved, ["title": view.story.title]))
    }
    var view = view
    // An answer goes before the take that it answers, in whatever order they were named.
    let takes = try names.map { try view.take(called: $0) }.sorted { $0.number > $1.number }
    for take in takes {
      view = try shelf.remove(take, of: view)
      try StoryShow(view, studio).tell(
        "take_removed", words(.storyTakeRemoved, ["number": "\(take.number)"]))
    }
  }

  // Looking.

  private func repair(_ view: StoryView?, _ shelf: StoryShelf) throws {
    try shelf.repair(view) { repair in
      guard manner.isJSON else {
        if !manner.isQuiet { Console.talk(repair.sentence(words) + "\n") }
        return
      }
      try Console.result(repair.json(words).line)
    }
  }

  private func verify(_ view: StoryView?, _ shelf: StoryShelf) throws -> ExitStatus {
    var wrong = 0
    let count = try shelf.verify(view) { finding in
      wrong += 1
      let told = finding.told
      guard manner.isJSON else {
        try Console.result(told.sentence + "\n  " + told.hint + "\n")
        return
      }
      var json = JSONObject(event: "finding")
      json["kind"] = .string(told.kind)
      json["path"] = .string(told.path)
      json["sentence"] = .string(told.sentence)
      json["hint"] = .string(told.hint)
      try Console.result(json.line)
    }
    if manner.isJSON {
      var json = JSONObject(event: "verified")
      json["takes"] = .integer(count)
      json["findings"] = .integer(wrong)
      try Console.result(json.line)
    } else if !manner.isQuiet {
      Console.talk(
        (wrong == 0
          ? words(.storyVerified, count: count)
          : words(.storyVerifiedWrong, count: count, ["wrong": "\(wrong)"])) + "\n")
    }
    return wrong == 0 ? .done : .answerIsNo
  }
}

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
        let error = UserError(failure)
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
      let error = UserError(failure)
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
