import CueAssembly
import CueAudio
import CuePlugins
import CueStore
import CueStory
import CueSystem

// A story in files: mixes, bundles, and what is kept of it.
extension Story {
  /// How a mix is written.
  public struct MixOptions: Equatable, Sendable {
    /// How the story is heard in it; nil for its own dials.
    public var dials: Dials?
    /// The number of the last take in it, on its branch; nil for the head.
    public var lastTake: Int?
    /// Whether each take that is heard is written by itself, too, as in `mix-take-3.wav`; together they are the mix.
    public var hasStems = false
    /// The integrated loudness of the mix in LUFS, −70…−5; nil to leave it unchanged.
    public var loudnessLUFS: Double?
    /// What no peak exceeds then, in dBTP, −20…0.
    public var truePeakDBTP = -1.0
    /// How samples are stored; lossy kinds have a way of their own.
    public var encoding = SampleEncoding.int16
    /// The plugin that keeps the pitch where the story is not linked, as in `rubberband`; nil for the best that is there.
    public var stretcher: String?

    /// The mix alone, with the story's own dials, 16-bit, at the same loudness.
    public init() {}
  }

  /// A file of a mix.
  public struct MixedFile: Equatable, Sendable {
    /// Its path.
    public let path: String
    /// The number of the take that alone is in it; nil for the mix.
    public let take: Int?
    /// How long it is, in seconds.
    public let seconds: Double
    /// The integrated loudness as it was before it was turned up or down, in LUFS; nil if none was asked for.
    public let measuredLUFS: Double?
  }

  /// Writes the story, as heard, into a sound file of the kind that the name says.
  ///
  /// The same story gives the same bytes. A file appears when it is whole; what was there stays until then.
  ///
  /// - Parameters:
  ///   - path: the file
  ///   - options: how it is written
  /// - Returns: the files, the mix first
  /// - Throws: ``CueError/story(_:)`` where nothing is heard or a take is damaged, ``CueError/output(_:)`` where the file
  ///   cannot be written, ``CueError/setup(_:)`` where an effect is missing, and ``CueError/cancelled``
  @discardableResult
  public func mix(
    to path: String, _ options: MixOptions = MixOptions()
  ) async throws(CueError) -> [MixedFile] {
    let host = host
    return try await work(toLook: true) { shelf, view, cancellation in
      var mixing = StoryMixing(view.story)
      if let dials = options.dials { mixing.dials = dials.story }
      mixing.end = try options.lastTake.map { try view.take(called: "\($0)").id }
      mixing.hasStems = options.hasStems
      mixing.settings.encoding = options.encoding
      mixing.settings.integratedLUFS = options.loudnessLUFS.map { min(max($0, -70), -5) }
      mixing.settings.truePeakDBTP = min(max(options.truePeakDBTP, -20), 0)
      mixing.stretcher = options.stretcher.map { PluginChoice(reference: PluginReference($0)) }
      var files: [MixedFile] = []
      try mixing.write(to: path, view, on: shelf, host, cancellation) { report, path, take in
        files.append(
          MixedFile(
            path: path, take: take,
            seconds: Double(report.frames) / Double(report.rateHertz),
            measuredLUFS: report.measuredLUFS))
      }
      return files
    }
  }

  // MARK: - Sending

  /// What became of a story that was to be sent to a shared folder.
  public enum Sending: Sendable {
    /// It is in the file, and the pen is passed.
    case sent(Story, path: String)
    /// The folder cannot be reached, for an `errno` value: the story waits, and the pen stays.
    case waits(Story, folder: String, errno: Int32)
    /// It cannot be sent any more, and does not wait any longer.
    case dropped(Story, because: StoryFailure)
  }

  /// Writes the story into a bundle and passes the pen, when the bundle is on the disk.
  ///
  /// - Parameters:
  ///   - path: the bundle, as in `two-voices.tapstory`
  ///   - recipient: the player who gets the pen; nil for any receiver of the bundle
  /// - Returns: the new state of the story
  /// - Throws: ``CueError/story(_:)``; the pen stays then
  @discardableResult
  public func send(
    toFile path: String, for recipient: String? = nil
  ) async throws(CueError) -> State {
    try await work { shelf, view, _ in
      State(try shelf.send(view, to: recipient ?? "", path: path), on: shelf)
    }
  }

  /// Puts the story into a folder that friends share, and passes the pen.
  ///
  /// Where the folder cannot be reached, the story waits in a queue that survives restarts; ``sendWaiting(plugins:)`` goes on.
  ///
  /// - Parameters:
  ///   - folder: the folder, which need not be there
  ///   - recipient: the player who gets the pen; nil for any receiver
  /// - Returns: what became of all that waited, this story last
  /// - Throws: ``CueError/story(_:)`` where the story has no takes, or its pen is with another player
  @discardableResult
  public func send(
    to folder: String, for recipient: String? = nil
  ) async throws(CueError) -> [Sending] {
    let host = host
    return try await work { shelf, view, _ in
      try shelf.queue(view, to: recipient ?? "", folder: SystemPath.absolute(folder))
      return try Story.sendQueued(shelf, host)
    }
  }

  /// Sends all stories that wait for a folder, the oldest first.
  ///
  /// - Returns: what became of each
  @discardableResult
  public static func sendWaiting(
    plugins: Plugins = Plugins()
  ) async throws(CueError) -> [Sending] {
    let host = plugins.host
    return try await BlockingWork.run("cue-story") { _ in
      try sendQueued(try UserLibrary(host.environment).stories(toLook: false), host)
    }
  }

  private static func sendQueued(_ shelf: StoryShelf, _ host: PluginHost) throws -> [Sending] {
    var all: [Sending] = []
    try shelf.sendQueued { outcome in
      switch outcome {
      case .sent(let view, let path):
        all.append(.sent(Story(view.story.number, host), path: path))
      case .waits(let view, let folder, let errno):
        all.append(.waits(Story(view.story.number, host), folder: folder, errno: errno))
      case .dropped(let view, let failure):
        all.append(.dropped(Story(view.story.number, host), because: failure))
      }
    }
    return all
  }

  // MARK: - Receiving

  /// What came with a bundle.
  public struct Received: Sendable {
    /// The bundle.
    public let path: String
    /// The story, which may have been here before.
    public let story: Story
    /// The takes that were not here before, in their order.
    public let added: [Take]
    /// The sender.
    public let from: String
    /// Whether the pen came with it.
    public let broughtPen: Bool
    /// Whether takes were added here, too, since it was sent: both branches stay.
    public let hasForked: Bool
    /// Whether anything of it is new.
    public let isNew: Bool
  }

  /// Takes over what is new in a bundle: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - path: the bundle
  ///   - player: what the user is called in a story that is not here yet; nil for the login name
  ///   - plugins: their user gets the story
  /// - Returns: the story, and what was added
  /// - Throws: ``CueError/story(_:)``, with `StoryFailure.bundle` where anything in it is not what was recorded, or it would
  ///   change a take that is here; nothing has changed then
  public static func receive(
    _ path: String, player: String? = nil, plugins: Plugins = Plugins()
  ) async throws(CueError) -> Received {
    let host = plugins.host
    return try await BlockingWork.run("cue-story") { _ in
      let shelf = try UserLibrary(host.environment).stories(toLook: false)
      let received = try shelf.receive(path, player: player ?? host.environment.playerName)
      let state = State(received.view, on: shelf)
      return Received(
        path: path, story: Story(received.view.story.number, host),
        added: received.added.compactMap { state.take($0.number) }, from: received.from,
        broughtPen: received.broughtPen, hasForked: received.hasForked, isNew: !received.isKnown)
    }
  }

  /// The bundles in a folder that friends share, those that changed first first.
  ///
  /// - Parameter folder: the folder
  /// - Returns: their paths
  /// - Throws: ``CueError/story(_:)`` where it cannot be looked into
  public static func bundles(in folder: String) throws(CueError) -> [String] {
    do throws(StoryFailure) { return try StoryShelf.bundles(in: folder) } catch {
      throw .story(error)
    }
  }

  // MARK: - Verifying

  /// Something that is wrong with what is kept of stories.
  public enum Finding: Equatable, Sendable {
    /// The file of a take is not there.
    case missing(path: String)
    /// The file of a take is not what was recorded.
    case changed(path: String)
    /// The file of a take can be written to.
    case writable(path: String)
    /// The file belongs to no take.
    case unknown(path: String)
    /// The takes of the story make no tree.
    case tree(title: String)

    init(_ finding: StoryFinding) {
      self =
        switch finding {
        case .missing(let path): .missing(path: path)
        case .changed(let path): .changed(path: path)
        case .writable(let path): .writable(path: path)
        case .unknown(let path): .unknown(path: path)
        case .tree(let title, _, _): .tree(title: title)
        }
    }
  }

  /// Repairs what can be repaired of the story without a backup.
  ///
  /// A take that forms no tree with the others then answers an earlier one, if no friend can have it. Files of takes are made
  /// read-only again.
  ///
  /// - Returns: how much was repaired; ``verify()`` lists what is still wrong
  /// - Throws: a ``CueError`` if the story cannot be read or changed
  @discardableResult
  public func repair() async throws(CueError) -> Int {
    try await work { shelf, view, _ in
      var count = 0
      try shelf.repair(view) { _ in count += 1 }
      return count
    }
  }

  /// Reads every byte of the story's takes.
  ///
  /// - Returns: what is wrong; nothing for a whole story
  public func verify() async throws(CueError) -> [Finding] {
    try await work { shelf, view, _ in
      var findings: [Finding] = []
      _ = try shelf.verify(view) { findings.append(Finding($0)) }
      return findings
    }
  }
}
