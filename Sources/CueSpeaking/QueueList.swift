import CueSystem

/// A list of what a queue plays, as people and programs write it.
///
/// Plain text has an item on each line. A line that begins with `@` is a direction, `#` begins a comment, and all else is said:
///
///     @voice flite:slt
///     Hello [sfx:ding] world.
///     @pause 0.5
///     @play bell.wav -6
///     @channel 1
///     @play rain.wav -20
///
/// JSON is a list, or an object on each line: `{"speak": "Hello", "voice": "flite:slt", "rate": 1.2, "pitch": -2, "volume": 0.8,
/// "channel": 1}`, `{"sfx": "bell.wav", "gain": -6}`, `{"pause": 0.5}`, or a string, which is said.
public struct QueueList: Equatable, Sendable {
  /// An item, and where it stands.
  public struct Entry: Equatable, Sendable {
    /// What it is.
    public enum Content: Equatable, Sendable {
      /// Words that may have marks for clips.
      case text(SpokenText)
      /// A clip by its path or name.
      case sound(String, gainDecibels: Double)
      /// Silence of this many seconds.
      case pause(seconds: Double)
    }

    /// What it is.
    public var content: Content
    /// Its channel; 0 is the main one.
    public var channel: Int
    /// The line of the list, from 1.
    public var line: Int

    /// An item of a channel, on a line.
    public init(content: Content, channel: Int, line: Int) {
      self.content = content
      self.channel = channel
      self.line = line
    }
  }

  /// What is wrong with a list, and on which line.
  public struct Failure: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
      /// There is no such direction; those there are.
      case unknownDirection(String, known: [String])
      /// A direction lacks what follows it, as in this example.
      case incomplete(direction: String, example: String)
      /// This is not a number in that range.
      case number(String, ClosedRange<Double>)
      /// It is not JSON; as the reader says.
      case json(JSONError.Reason)
      /// An entry is neither a string nor an object with `speak`, `sfx` or `pause`.
      case noItem
      /// An object has a member that means nothing; those that do.
      case unknownMember(String, known: [String])
      /// A member has a value of another kind than it should.
      case memberKind(String)
    }

    /// The line, from 1.
    public let line: Int
    /// What is wrong.
    public let reason: Reason
  }

  /// The items in their order.
  public var entries: [Entry] = []
  /// Clips by the names that marks call them.
  public var sounds: [String: String] = [:]

  /// Pauses of a list, in seconds; less than 0 counts as 0.
  public static let pauses = -3600.0...3600.0
  /// Gains of a clip, in decibels.
  public static let gains = -96.0...24.0
  /// Channels.
  public static let channels = 0.0...63.0
  /// Speeds, as factors.
  public static let speeds = 0.1...10.0
  /// Pitches, in semitones.
  public static let pitches = -24.0...24.0
  /// Volumes, as linear gains.
  public static let volumes = 0.0...4.0

  /// Reads a list; JSON where it begins as such.
  public init(_ text: String) throws(Failure) {
    let start = text.drop { $0.isWhitespace }
    if start.first == "{" {
      try readLines(text)
    } else if start.first == "[",
      let next = start.dropFirst().first(where: { !$0.isWhitespace }), "{\"]".contains(next)
    {
      try readList(text)
    } else {
      try readPlain(text)
    }
  }

  // MARK: Plain text

  private static let directions = ["@voice", "@pause", "@play", "@channel", "@sfx"]

  private mutating func readPlain(_ text: String) throws(Failure) {
    var voice = ""
    var channel = 0
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in lines.enumerated() {
      let line = index + 1
      let words = row.split(separator: " ", omittingEmptySubsequences: true)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard first.hasPrefix("@") else {
        add(.text(SpokenText(String(row), voice: voice)), channel, line)
        continue
      }
      let rest = words.dropFirst().map(String.init)
      func one(_ example: String) throws(Failure) -> String {
        guard let value = rest.first else {
          throw Failure(
            line: line, reason: .incomplete(direction: String(first), example: example))
        }
        return value
      }
      switch first {
      case "@voice": voice = rest.first ?? ""
      case "@pause":
        let seconds = try QueueList.number(try one("@pause 0.5"), QueueList.pauses, line)
        add(.pause(seconds: seconds), channel, line)
      case "@play":
        var path = rest
        var gain = 0.0
        if path.count > 1, let decibels = path.last.flatMap(Double.init) {
          gain = try QueueList.checked(decibels, QueueList.gains, line)
          path.removeLast()
        }
        _ = try one("@play bell.wav -6")
        add(.sound(path.joined(separator: " "), gainDecibels: gain), channel, line)
      case "@channel":
        channel = Int(try QueueList.number(try one("@channel 1"), QueueList.channels, line))
      case "@sfx":
        let pair = rest.joined(separator: " ").split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else {
          throw Failure(
            line: line, reason: .incomplete(direction: "@sfx", example: "@sfx ding=bell.wav"))
        }
        sounds[String(pair[0])] = String(pair[1])
      default:
        throw Failure(
          line: line,
          reason: .unknownDirection(String(first), known: QueueList.directions))
      }
    }
  }

  private mutating func add(_ content: Entry.Content, _ channel: Int, _ line: Int) {
    entries.append(Entry(content: content, channel: channel, line: line))
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Double>, _ line: Int
  ) throws(Failure) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw Failure(line: line, reason: .number(text, range))
    }
    return number
  }

  private static func checked(
    _ number: Double, _ range: ClosedRange<Double>, _ line: Int
  ) throws(Failure) -> Double {
    guard range.contains(number) else {
      throw Failure(line: line, reason: .number("\(number)", range))
    }
    return number
  }

  // MARK: JSON

  private mutating func readList(_ text: String) throws(Failure) {
    let document: LinedJSON
    do throws(JSONError) { document = try LinedJSON(parsing: text) } catch {
      throw Failure(line: error.line, reason: .json(error.reason))
    }
    guard case .array(let items) = document.value else {
      throw Failure(line: document.line, reason: .noItem)
    }
    for item in items { try take(item, line: item.line) }
  }

  private mutating func readLines(_ text: String) throws(Failure) {
    for (index, row) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated() where !row.allSatisfy(\.isWhitespace)
    {
      let item: LinedJSON
      do throws(JSONError) { item = try LinedJSON(parsing: String(row)) } catch {
        throw Failure(line: index + 1, reason: .json(error.reason))
      }
      try take(item, line: index + 1)
    }
  }

  private static let members = [
    "speak", "sfx", "pause", "voice", "rate", "pitch", "volume", "gain", "channel",
  ]

  private mutating func take(_ item: LinedJSON, line: Int) throws(Failure) {
    if case .string(let text) = item.value { return add(.text(SpokenText(text)), 0, line) }
    guard case .object(let members) = item.value else { throw Failure(line: line, reason: .noItem) }
    for member in members where !QueueList.members.contains(member.name) {
      throw Failure(
        line: line, reason: .unknownMember(member.name, known: QueueList.members))
    }
    func text(_ name: String) throws(Failure) -> String? {
      switch item[name] {
      case nil: return nil
      case .string(let text)?: return text
      default: throw Failure(line: line, reason: .memberKind(name))
      }
    }
    func number(_ name: String, _ range: ClosedRange<Double>) throws(Failure) -> Double? {
      switch item[name] {
      case nil: return nil
      case .number(let number)?: return try QueueList.checked(number, range, line)
      default: throw Failure(line: line, reason: .memberKind(name))
      }
    }
    let channel = Int(try number("channel", QueueList.channels) ?? 0)
    if let words = try text("speak") {
      var spoken = SpokenText(words, voice: try text("voice") ?? "")
      spoken.speed = try number("rate", QueueList.speeds) ?? 1
      spoken.pitchSemitones = try number("pitch", QueueList.pitches) ?? 0
      spoken.volume = try number("volume", QueueList.volumes) ?? 1
      add(.text(spoken), channel, line)
    } else if let path = try text("sfx") {
      add(
        .sound(path, gainDecibels: try number("gain", QueueList.gains) ?? 0), channel, line)
    } else if let seconds = try number("pause", QueueList.pauses) {
      add(.pause(seconds: seconds), channel, line)
    } else {
      throw Failure(line: line, reason: .noItem)
    }
  }
}
