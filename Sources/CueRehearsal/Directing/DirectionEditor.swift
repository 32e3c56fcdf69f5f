import CueModel
import CueText

/// What is changed of a direction by a key.
public enum DirectionEdit: Equatable, Sendable {
  /// The next of all tones and manners; after the last, none.
  case nextTone
  /// These tones and manners; none if it is empty.
  case tones(String)
  /// More or less silence before the line, in tenths of a second.
  case delay(tenths: Int)
  /// A note; none if it is empty.
  case note(String)
  /// How exactly the actor's line has to be said: the next of the three, and after the last, the rehearsal's.
  case nextStrictness
}

/// Changes directions of lines one by one, and takes changes back.
///
/// It holds no file: each change is made to the directions as they are then, because the file can be edited meanwhile.
public struct DirectionEditor: Equatable, Sendable {
  /// A value that was changed.
  public struct Change: Equatable, Sendable {
    /// Whose it is.
    public let subject: DirectionFile.Subject
    /// Which it is.
    public let key: DirectionFile.Key
    /// What it was; empty for none.
    public let before: String
    /// What it is now; empty for none.
    public let after: String
  }

  /// What can be taken back, the last at the end.
  public private(set) var changes: [Change] = []
  private static let mostChanges = 1000
  /// The labels in the order in which a key goes through them.
  public static let labels = Tone.allCases.map(\.rawValue) + Manner.allCases.map(\.rawValue)

  /// An editor that has changed nothing.
  public init() {}

  /// Changes the direction of the spoken line `number`, counted from 1.
  ///
  /// - Parameters:
  ///   - edit: what is changed
  ///   - number: the line
  ///   - delaySeconds: the delay that holds where the line has none of its own
  ///   - file: the directions
  /// - Returns: what was changed; nil if it already has this value
  /// - Throws: where a value is not valid
  public mutating func make(
    _ edit: DirectionEdit, line number: Int, delaySeconds: Double = 0, in file: inout DirectionFile
  ) throws(DirectionFile.Failure) -> Change? {
    let subject = DirectionFile.Subject.line(number)
    let values = file.values[subject] ?? [:]
    switch edit {
    case .nextTone:
      return try set(.tones, of: subject, to: Self.next(values[.tones], in: Self.labels), &file)
    case .tones(let text): return try set(.tones, of: subject, to: text, &file)
    case .delay(let tenths):
      let now = values[.delay].flatMap { Double($0) } ?? delaySeconds
      let all = min(max(Int((now * 10).rounded()) + tenths, 0), 600)
      return try set(.delay, of: subject, to: "\(all / 10).\(all % 10)", &file)
    case .note(let text): return try set(.notes, of: subject, to: text, &file)
    case .nextStrictness:
      let all = Strictness.allCases.map(\.rawValue)
      return try set(
        .strictness, of: subject, to: Self.next(values[.strictness]?.lowercased(), in: all), &file)
    }
  }

  /// What follows `label`; the first if there is none or it is not listed, none after the last.
  private static func next(_ label: String?, in labels: [String]) -> String {
    guard let label, let place = labels.firstIndex(of: label) else { return labels[0] }
    return place + 1 < labels.count ? labels[place + 1] : ""
  }

  private mutating func set(
    _ key: DirectionFile.Key, of subject: DirectionFile.Subject, to value: String,
    _ file: inout DirectionFile
  ) throws(DirectionFile.Failure) -> Change? {
    let before = file.values[subject]?[key] ?? ""
    try file.set(key, of: subject, to: value)
    let after = file.values[subject]?[key] ?? ""
    guard after != before else { return nil }
    let change = Change(subject: subject, key: key, before: before, after: after)
    changes.append(change)
    if changes.count > DirectionEditor.mostChanges { changes.removeFirst() }
    return change
  }

  /// Takes the last change back: the value is what it was before.
  ///
  /// - Returns: the change that was taken back; nil if there is none
  public mutating func undo(in file: inout DirectionFile) -> Change? {
    guard let change = changes.popLast() else { return nil }
    try? file.set(change.key, of: change.subject, to: change.before)
    return change
  }
}
