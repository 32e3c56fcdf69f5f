import CueModel
import CueScreenplay
import CueText

/// How a director wants a script played: notes for characters, scenes and lines, in a file of text beside the script.
///
/// Headings in brackets say whom the rows below are for, and `#` begins a comment:
///
///     [OSKAR]
///     tones = tense, quickly
///     state = awake since yesterday
///     objective = close the booth
///     notes = never raises his voice
///     delay = 0.4
///
///     [scene 2]
///     context = The last train is late.
///
///     [line 12]
///     tones = softly
///     notes = to himself
///     delay = 1.5
///     strictness = word-perfect
///     cut = never
///
///     [line 13]
///     recording = voices/oskar-13.wav
public struct DirectionFile: Equatable, Sendable {
  /// What rows apply to.
  public enum Subject: Hashable, Sendable {
    /// A character, by ``CharacterName/identity(of:)``.
    case character(String)
    /// A scene, counted from 1.
    case scene(Int)
    /// A spoken line, counted from 1.
    case line(Int)

    /// The heading of its rows, in brackets.
    public var heading: String {
      switch self {
      case .character(let name): "[\(name)]"
      case .scene(let number): "[scene \(number)]"
      case .line(let number): "[line \(number)]"
      }
    }
  }

  /// What can be said of a subject.
  public enum Key: String, CaseIterable, Sendable {
    /// Tones and manners, as in a parenthetical.
    case tones
    /// What the character feels.
    case state
    /// What the character wants from the other.
    case objective
    /// Anything else.
    case notes
    /// Seconds of silence before they answer, 0 to 60.
    case delay
    /// What a scene is about.
    case context
    /// When the actor's line counts as said.
    case strictness
    /// A file with somebody's voice that is heard in the line's place.
    case recording
    /// A file with somebody's reading of the line, which sets its pace and pitch.
    case reading
    /// The word of the line at which the next speaker interrupts it.
    case cut

    /// The keys of a subject.
    public static func of(_ subject: Subject) -> [Key] {
      switch subject {
      case .character: [.tones, .state, .objective, .notes, .delay]
      case .scene: [.context]
      case .line: [.tones, .notes, .delay, .strictness, .recording, .reading, .cut]
      }
    }
  }

  /// Why a file is not valid, or a value cannot be set.
  public struct Failure: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
      /// A row stands before the first heading.
      case noHeading
      /// A heading is not closed, or has no name.
      case heading
      /// A row is not `KEY = VALUE`.
      case notAPair
      /// The subject has no such key; those that it has.
      case unknownKey(String, known: [String])
      /// The words name no tone.
      case noTone(String)
      /// The value is not a number of seconds from 0 to 60.
      case seconds(String)
      /// The value is not a strictness.
      case strictness(String)
      /// The file is too long: more than 1 MB.
      case tooLong
    }

    /// Where, from 1; 0 if it is not a row.
    public let row: Int
    /// What is wrong there.
    public let reason: Reason

    /// What is wrong in a row.
    public init(row: Int, reason: Reason) {
      self.row = row
      self.reason = reason
    }
  }

  /// What is said of each subject.
  public private(set) var values: [Subject: [Key: String]] = [:]
  /// The file, row by row.
  private var rows: [String] = []
  private static let mostBytes = 1 << 20

  /// Nothing yet.
  public init() {}

  /// Reads a file.
  public init(parsing text: String) throws(Failure) {
    guard text.utf8.count <= DirectionFile.mostBytes else {
      throw Failure(row: 0, reason: .tooLong)
    }
    rows = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if rows.last == "" { rows.removeLast() }
    var subject: Subject?
    for (index, row) in rows.enumerated() {
      let words = row.drop { $0.isWhitespace }
      if words.isEmpty || words.first == "#" { continue }
      if words.first == "[" {
        subject = try DirectionFile.subject(inHeading: words, row: index + 1)
        continue
      }
      guard let subject else { throw Failure(row: index + 1, reason: .noHeading) }
      let (key, value) = try DirectionFile.pair(words, subject, row: index + 1)
      values[subject, default: [:]][key] = value
    }
  }

  /// The subject that `words` name, as in a heading without its brackets: `OSKAR`, `scene 2`, `line 12`.
  public static func subject(_ words: String) -> Subject? {
    let parts = words.split(separator: " ")
    if parts.count == 2, let number = Int(parts[1]), number >= 1 {
      switch parts[0].lowercased() {
      case "scene": return .scene(number)
      case "line": return .line(number)
      default: break
      }
    }
    return parts.isEmpty
      ? nil : .character(CharacterName.identity(of: parts.joined(separator: " ")))
  }

  private static func subject(inHeading words: Substring, row: Int) throws(Failure) -> Subject {
    guard let close = words.lastIndex(of: "]"),
      let subject = subject(String(words[words.index(after: words.startIndex)..<close]))
    else { throw Failure(row: row, reason: .heading) }
    return subject
  }

  private static func pair(
    _ words: Substring, _ subject: Subject, row: Int
  ) throws(Failure) -> (Key, String) {
    guard let sign = words.firstIndex(of: "=") else { throw Failure(row: row, reason: .notAPair) }
    func trimmed(_ text: Substring) -> String {
      var words = text.drop { $0.isWhitespace }
      while words.last?.isWhitespace ?? false { words.removeLast() }
      return String(words)
    }
    let name = trimmed(words[..<sign])
    let keys = Key.of(subject)
    guard let key = keys.first(where: { $0.rawValue == name.lowercased() }) else {
      throw Failure(row: row, reason: .unknownKey(name, known: keys.map(\.rawValue)))
    }
    let value = trimmed(words[words.index(after: sign)...])
    if let reason = wrong(key, value) { throw Failure(row: row, reason: reason) }
    return (key, value)
  }

  /// What is wrong with a value; nil if nothing is.
  private static func wrong(_ key: Key, _ value: String) -> Failure.Reason? {
    if value.isEmpty { return nil }
    switch key {
    case .tones: return expression(value).isEmpty ? .noTone(value) : nil
    case .delay: return seconds(value) == nil ? .seconds(value) : nil
    case .strictness:
      return Strictness(rawValue: value.lowercased()) == nil ? .strictness(value) : nil
    case .state, .objective, .notes, .context, .recording, .reading, .cut: return nil
    }
  }

  private static func seconds(_ value: String) -> Double? {
    Double(value).flatMap { (0...60).contains($0) ? $0 : nil }
  }

  private static func expression(_ value: String) -> Expression {
    value.split(separator: ",").reduce(Expression()) { $0.and(Expression(direction: String($1))) }
  }

  // Changing it.

  /// The file's text, with a newline at its end.
  public var text: String { rows.map { $0 + "\n" }.joined() }

  /// Sets a value, in the row that has it, or below its heading, or at the end; an empty one takes it away.
  public mutating func set(_ key: Key, of subject: Subject, to value: String) throws(Failure) {
    precondition(Key.of(subject).contains(key), "a key that the subject has not")
    if let reason = DirectionFile.wrong(key, value) { throw Failure(row: 0, reason: reason) }
    let line = value.split(whereSeparator: \.isNewline).joined(separator: " ")
    values[subject, default: [:]][key] = line.isEmpty ? nil : line
    let row = "\(key.rawValue) = \(line)"
    guard let heading = place(ofHeading: subject) else {
      if line.isEmpty { return }
      rows += (rows.isEmpty || rows.last == "" ? [] : [""]) + [subject.heading, row]
      return
    }
    let end =
      rows[(heading + 1)...].firstIndex { $0.drop { $0.isWhitespace }.first == "[" } ?? rows.count
    let known = rows[(heading + 1)..<end].lastIndex {
      (try? DirectionFile.pair($0.drop { $0.isWhitespace }, subject, row: 0))?.0 == key
    }
    if let known {
      if line.isEmpty { rows.remove(at: known) } else { rows[known] = row }
    } else if !line.isEmpty {
      let last = rows[(heading + 1)..<end].lastIndex { !$0.isEmpty } ?? heading
      rows.insert(row, at: last + 1)
    }
  }

  private func place(ofHeading subject: Subject) -> Int? {
    rows.firstIndex { row in
      let words = row.drop { $0.isWhitespace }
      guard words.first == "[" else { return false }
      return (try? DirectionFile.subject(inHeading: words, row: 0)) == subject
    }
  }

  // What it says.

  /// How a character is directed; nil if nothing is said of them.
  ///
  /// `isCalled`: whether a name of the file is theirs.
  public func direction(where isCalled: (String) -> Bool) -> (
    direction: Direction, delaySeconds: Double?
  )? {
    var direction = Direction()
    var delay: Double?
    var isFound = false
    for (subject, values) in values {
      guard case .character(let name) = subject, isCalled(name) else { continue }
      isFound = true
      direction.emotionalState = values[.state]
      direction.objective = values[.objective]
      direction.notes = values[.notes]
      let expression = values[.tones].map(DirectionFile.expression) ?? Expression()
      direction.tones = expression.tones
      direction.manners = expression.manners
      delay = values[.delay].flatMap(DirectionFile.seconds)
    }
    return isFound ? (direction, delay) : nil
  }

  /// What is said of the scenes of `script`, by index.
  public var sceneContexts: [Int: String] {
    var contexts: [Int: String] = [:]
    for (subject, values) in values {
      if case .scene(let number) = subject, let context = values[.context] {
        contexts[number - 1] = context
      }
    }
    return contexts
  }

  /// What is said of lines, by their index in the script.
  public func lines(_ numbers: DialogueNumbers) -> [Int: LineDirection] {
    var lines: [Int: LineDirection] = [:]
    for (subject, values) in values {
      guard case .line(let number) = subject, let index = numbers.index(of: number) else {
        continue
      }
      lines[index] = LineDirection(
        expression: values[.tones].map(DirectionFile.expression) ?? Expression(),
        delaySeconds: values[.delay].flatMap(DirectionFile.seconds), note: values[.notes],
        strictness: values[.strictness].flatMap { Strictness(rawValue: $0.lowercased()) },
        cutWord: values[.cut])
      lines[index]?.recording = values[.recording]
      lines[index]?.reading = values[.reading]
    }
    return lines
  }

  /// Subjects that a script does not have; `isCalled`: whether somebody in it has that name.
  public func strangers(in script: Script, where isCalled: (String) -> Bool) -> [String] {
    let count = DialogueNumbers(script).count
    return values.keys.filter { subject in
      switch subject {
      case .character(let name): !isCalled(name)
      case .scene(let number): number > script.scenes.count
      case .line(let number): number > count
      }
    }.map(\.heading).sorted()
  }
}

/// How one line is directed.
public struct LineDirection: Equatable, Sendable {
  /// Tones and manners of the line; they count more than what the page says.
  public var expression = Expression()
  /// Seconds of silence before it; nil for the character's.
  public var delaySeconds: Double?
  /// Any other remark on it: for a person who plays it, and for voices that use context.
  public var note: String?
  /// When the actor's line counts as said; nil for the rehearsal's.
  public var strictness: Strictness?
  /// The file that is heard in the line's place, as the directions name it: from the script's folder.
  public var recording: String?
  /// The file with a reading of the line that sets its pace and pitch, named likewise.
  public var reading: String?
  /// A factor on the speed of the line.
  public var speed = 1.0
  /// Added to the pitch of the line.
  public var pitchSemitones = 0.0
  /// The word at which it is cut off; see ``CutOff``.
  public var cutWord: String?

  /// A direction with the given parts.
  public init(
    expression: Expression = Expression(), delaySeconds: Double? = nil, note: String? = nil,
    strictness: Strictness? = nil, cutWord: String? = nil
  ) {
    self.cutWord = cutWord
    self.expression = expression
    self.delaySeconds = delaySeconds
    self.note = note
    self.strictness = strictness
  }
}
