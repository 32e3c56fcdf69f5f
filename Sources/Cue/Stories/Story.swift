import CueAssembly
import CueModel
import CuePlugins
import CueStore
import CueStory

/// A story: takes of friends that are layered over each other at any speed and pitch, and sent to and fro.
///
/// ```swift
/// let story = try await Story.begin("Two voices")
/// let speaker = try Speaker(voices: "flite:slt")
/// try await story.say("Come to the window.", by: speaker)
/// try await story.add(file: "drum.wav", leadSeconds: 1)
/// for try await event in story.play() {
///   if case .at(let seconds) = event { print(seconds) }
/// }
/// try await story.mix(to: "two-voices.flac")
/// ```
///
/// No take is ever changed: dials and tracks are instructions. Takes 1 and 2 begin together; each later take begins where the
/// last one but one ends. A take must end after the one before it.
///
/// A `Story` names a story in the user's library, where the program `cue` finds it too; nothing of it is in memory. What was
/// reported as kept is on the disk. One program at a time adds takes, sends and receives: another one gets
/// `StoryFailure.inUse`.
public final class Story: Sendable {
  /// Its number in the user's library; no other story ever has it.
  public let number: Int
  let host: PluginHost
  let running = RunningSession<Control>()

  init(_ number: Int64, _ host: PluginHost) {
    self.number = Int(number)
    self.host = host
  }

  /// Opens a story that is there.
  ///
  /// - Parameters:
  ///   - name: its number or its title
  ///   - plugins: where voices, effects and devices are found; their user has the story
  /// - Returns: the story
  /// - Throws: ``CueError/story(_:)`` if there is none
  public static func open(
    _ name: String, plugins: Plugins = Plugins()
  ) async throws(CueError) -> Story {
    let host = plugins.host
    return try await BlockingWork.run("cue-story") { _ in
      Story(try UserLibrary(host.environment).stories(toLook: true).view(name).story.number, host)
    }
  }

  /// Begins a story, of which the user has the pen.
  ///
  /// - Parameters:
  ///   - title: one line that no other story of the user has
  ///   - player: what the user is called in it; nil for the login name
  ///   - rateHertz: frames a second of all its takes, 8000…192,000
  ///   - plugins: where voices, effects and devices are found; their user gets the story
  /// - Returns: the story
  /// - Throws: ``CueError/story(_:)`` if the title is taken, or a name or the rate cannot be one
  public static func begin(
    _ title: String, player: String? = nil, rateHertz: Int = 48_000, plugins: Plugins = Plugins()
  ) async throws(CueError) -> Story {
    let host = plugins.host
    return try await BlockingWork.run("cue-story") { _ in
      let player = player ?? host.environment.playerName
      let view = try UserLibrary(host.environment).stories(toLook: false).begin(
        title, player: player, rateHertz: rateHertz)
      return Story(view.story.number, host)
    }
  }

  /// The user's stories, the one that changed last first.
  public static func all(plugins: Plugins = Plugins()) async throws(CueError) -> [Story] {
    let host = plugins.host
    return try await BlockingWork.run("cue-story") { _ in
      try UserLibrary(host.environment).stories(toLook: true).all().map {
        Story($0.story.number, host)
      }
    }
  }

  /// What it is at the moment: its dials, its takes, and who has the pen.
  public func state() async throws(CueError) -> State {
    try await work(toLook: true) { shelf, view, _ in State(view, on: shelf) }
  }

  /// Does something with the story on a thread of its own.
  func work<Value: Sendable>(
    toLook: Bool = false,
    _ body: @escaping @Sendable (StoryShelf, StoryView, Cancellation) throws -> Value
  ) async throws(CueError) -> Value {
    let (host, number) = (host, number)
    return try await BlockingWork.run("cue-story") { cancellation in
      let shelf = try UserLibrary(host.environment).stories(toLook: toLook)
      do { return try body(shelf, try shelf.view("\(number)"), cancellation) } catch {
        throw cancellation.isCancelled ? CueError.cancelled : error
      }
    }
  }

  // MARK: - Takes

  /// Adds a sound file as a take after the head, which it answers.
  ///
  /// 16-bit sound stays 16-bit, all else becomes floats, and only another rate is resampled.
  ///
  /// - Parameters:
  ///   - path: a sound file of one or two channels and at most 300 seconds
  ///   - label: what it is about; nil for the file's name
  ///   - leadSeconds: silence ahead of it, in seconds of its own sound
  ///   - recordedSpeed: how fast the story played when it was recorded, 0.25…2; nil for as fast as it plays now
  /// - Returns: the take, when it is on the disk
  /// - Throws: ``CueError/story(_:)`` where it is not a take, leaves no tail, or another player has the pen;
  ///   ``CueError/output(_:)`` where the file is not sound; nothing is kept then
  @discardableResult
  public func add(
    file path: String, label: String? = nil, leadSeconds: Double = 0, recordedSpeed: Double? = nil
  ) async throws(CueError) -> Take {
    try await work { shelf, view, cancellation in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      var intake = TakeIntake(label ?? name, of: view, on: shelf)
      intake.leadSeconds = Story.lead(leadSeconds)
      if let recordedSpeed {
        var dials = view.story.dials
        dials.rate = PlaybackRate(dial: Dials.number(recordedSpeed, else: 1))
        intake.recorded = dials.asHeard
      }
      return try shelf.told(try intake.keep(fileAt: path, cancellation), of: view)
    }
  }

  /// Adds what a speaker says as a take after the head, which it answers.
  ///
  /// - Parameters:
  ///   - text: what is said
  ///   - speaker: says it
  ///   - delivery: how it is said
  ///   - label: what it is about; nil for the text
  ///   - leadSeconds: silence ahead of it, in seconds of its own sound
  /// - Returns: the take, when it is on the disk
  /// - Throws: ``CueError/story(_:)`` where it is not a take, leaves no tail, or another player has the pen; what the speaker
  ///   throws; nothing is kept then
  @discardableResult
  public func say(
    _ text: String, by speaker: Speaker, _ delivery: Delivery = Delivery(), label: String? = nil,
    leadSeconds: Double = 0
  ) async throws(CueError) -> Take {
    try await work { shelf, view, cancellation in
      // Before a voice is asked, which may take long and cost money.
      guard view.story.isActive else {
        throw StoryFailure.locked(title: view.story.title, holder: view.story.holder)
      }
      guard text.contains(where: { !$0.isWhitespace }) else { throw CueError.nothingToSay }
      var intake = TakeIntake(label ?? text, of: view, on: shelf)
      intake.leadSeconds = Story.lead(leadSeconds)
      let take = try speaker.enter { voice in
        try intake.keep(saying: [delivery.request(text)], by: voice, cancellation) { _ in }
      }
      guard let take else { throw CueError.cancelled }
      return try shelf.told(take, of: view)
    }
  }

  /// A lead that a take may have.
  private static func lead(_ seconds: Double) -> Double {
    min(max(Dials.number(seconds, else: 0), 0), Double(StoryLimits.mostSeconds))
  }

  /// Removes the user's own take that was not sent and that nothing answers.
  public func remove(take number: Int) async throws(CueError) {
    try await work { shelf, view, _ in
      _ = try shelf.remove(try view.take(called: "\(number)"), of: view)
    }
  }

  /// Removes the story, if no other player has a take of it.
  public func remove() async throws(CueError) {
    try await work { shelf, view, _ in try shelf.remove(view) }
  }

  // MARK: - Dials, tracks, branches

  /// Turns the dials; what plays or is recorded over is heard so at once.
  ///
  /// - Returns: the new state of the story
  @discardableResult
  public func turn(_ dials: Dials) async throws(CueError) -> State {
    let state = try await work { shelf, view, _ in
      State(try shelf.turn(dials.story, click: dials.click, of: view), on: shelf)
    }
    if let player = running.control?.turnable {
      player.turn(dials.story)
      player.setClick(dials.hasClick)
    }
    return state
  }

  /// Mixes a take; if it plays, it is heard so at once.
  ///
  /// - Parameters:
  ///   - track: how it is mixed
  ///   - number: which take
  /// - Returns: the new state of the story
  /// - Throws: ``CueError/story(_:)`` where there is no such take, or another player has the pen
  @discardableResult
  public func mix(_ track: Track, of number: Int) async throws(CueError) -> State {
    let (state, take) = try await work { shelf, view, _ in
      var take = try view.take(called: "\(number)")
      track.mix(&take)
      return (State(try shelf.mix(take, of: view), on: shelf), take)
    }
    if let player = running.control?.player {
      player.set(TrackMix(take), of: number)
      player.pitch(PitchOffset(millicents: take.localPitch), of: number)
    }
    return state
  }

  /// Lets the next take answer the one of that number.
  ///
  /// - Returns: the new state of the story
  @discardableResult
  public func branch(to number: Int) async throws(CueError) -> State {
    try await work { shelf, view, _ in
      State(try shelf.branch(to: try view.take(called: "\(number)").id, of: view), on: shelf)
    }
  }

  /// Takes back what was done last since the story was begun, sent or received.
  ///
  /// - Returns: what was taken back
  /// - Throws: ``CueError/story(_:)`` where there is nothing to take back
  @discardableResult
  public func undo() async throws(CueError) -> Undone {
    try await work { shelf, view, _ in
      switch try shelf.undo(view).undone {
      case .dials: .dials
      case .track(let number): .track(number)
      case .branch: .branch
      case .take(let number): .take(number)
      }
    }
  }
}

extension Story.State {
  /// What `view` is, whose takes are on `shelf`.
  init(_ view: StoryView, on shelf: StoryShelf) {
    self.init(view) { shelf.path($0.id, of: view.story.id) }
  }
}

extension StoryShelf {
  /// A take that was added to the story of `view`, as reported.
  func told(_ take: StoredTake, of view: StoryView) throws -> Story.Take {
    let state = Story.State(try self.view("\(view.story.number)"), on: self)
    guard let told = state.take(take.number) else {
      throw StoryFailure.noSuchTake("\(take.number)", story: view.story.title)
    }
    return told
  }
}
