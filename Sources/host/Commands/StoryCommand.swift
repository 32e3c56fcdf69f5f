import CueAssembly
import CueModel
import CueStore
import CueStory
import CueSystem

/// `host story`: takes of friends in a tree, changes to them, and their exchange.
struct StoryCommand {
  let action: StoryAction
  let sound: SoundOptions
  let studio: Studio
  var manner: OutputManner { studio.manner }
  var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    do { return try act(cancellation) } catch let failure as StoryFailure {
      throw UserError(failure, words)
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
    if wish.isBeyond(dials, click), !manner.isJSON, !manner.isQuiet {
      Console.talk(words(.storyAsFar) + "\n")
    }
  }

  private func mix(
    _ view: StoryView, _ name: String, _ wish: TrackWish, _ shelf: StoryShelf
  ) throws {
    let take = wish.mixed(try view.take(called: name))
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
      try Console.result(finding.text(isJSON: manner.isJSON))
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
