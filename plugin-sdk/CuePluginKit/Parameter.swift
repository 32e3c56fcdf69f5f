// SPDX-License-Identifier: MIT

/// A value of a parameter.
public enum ParameterValue: Equatable, Sendable {
  /// A number, a whole number, a switch (0 or 1), or a choice's index in its list.
  case number(Double)
  /// Text.
  case text(String)
}

/// Something a user may set on a plugin.
public struct Parameter: Sendable {
  /// What kind of value it takes.
  public enum Kind: Equatable, Sendable {
    /// A number within a range.
    case number(ClosedRange<Double>, initial: Double, step: Double = 0)
    /// A whole number within a range.
    case integer(ClosedRange<Int>, initial: Int)
    /// On or off.
    case toggle(initial: Bool)
    /// One of several names.
    case choice([String], initial: Int)
    /// Text.
    case text(initial: String)
  }

  /// The plugin's own number, the same in every version.
  public var id: UInt32
  /// What users type: lower-case letters, digits, hyphens.
  public var name: String
  /// What kind of value it takes.
  public var kind: Kind
  /// "Hz", "dB", …, or nothing.
  public var unit: String
  /// One sentence.
  public var summary: String
  /// A key: never shown, logged, or taken from a command line.
  public var isSecret: Bool
  /// It changes the sound, so it is part of a cache key.
  public var changesSound: Bool
  /// It counts only when set before ``Plugin/activate()``.
  public var needsRestart: Bool
  /// Effects: it may change at a frame.
  public var isLive: Bool
  /// Where it is shown: parameters of one group are shown together.
  public var group = ""
  /// A dial for it moves by factors.
  public var isLogarithmic = false
  /// Its range is what a dial shows: any finite number is taken.
  public var isOpenEnded = false
  /// A meter: the plugin reports its value by ``Plugin/meter(_:)``; it cannot be set.
  public var isOutput = false
  /// The numbers of a choice's names, the same in every version of the plugin; nil: their indices, so that names are added only
  /// at the end.
  public var choiceIDs: [UInt32]?

  /// Describes a parameter.
  public init(
    id: UInt32, name: String, kind: Kind, unit: String = "", summary: String,
    isSecret: Bool = false, changesSound: Bool = false, needsRestart: Bool = false,
    isLive: Bool = false
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.unit = unit
    self.summary = summary
    self.isSecret = isSecret
    self.changesSound = changesSound
    self.needsRestart = needsRestart
    self.isLive = isLive
  }

  /// The value before anybody sets one.
  public var initialValue: ParameterValue {
    switch kind {
    case .number(_, let initial, _): .number(initial)
    case .integer(_, let initial): .number(Double(initial))
    case .toggle(let initial): .number(initial ? 1 : 0)
    case .choice(_, let initial): .number(Double(initial))
    case .text(let initial): .text(initial)
    }
  }

  /// The number of the choice at `index`.
  func choiceID(_ index: Int) -> UInt32 { choiceIDs?[index] ?? UInt32(index) }

  /// A value as hosts have it: of a choice, its number.
  func outside(_ number: Double) -> Double {
    guard case .choice(let names, _) = kind, let choiceIDs else { return number }
    guard let index = Int(exactly: number), names.indices.contains(index) else { return number }
    return Double(choiceIDs[index])
  }

  /// A value of a host as the plugin has it: of a choice, its index; −1 where there is none.
  ///
  /// Allocates nothing.
  func inside(_ number: Double) -> Double {
    guard case .choice = kind, let choiceIDs else { return number }
    for index in choiceIDs.indices where Double(choiceIDs[index]) == number { return Double(index) }
    return -1
  }

  /// Whether `number` is one of its values; makes no sentence of it, so it allocates nothing.
  func allows(_ number: Double) -> Bool {
    guard !isOutput else { return false }
    return switch kind {
    case .number(let range, _, _): isOpenEnded ? number.isFinite : range.contains(number)
    case .integer(let range, _):
      number.isFinite && number == number.rounded()
        && (isOpenEnded || Double(range.lowerBound) <= number && number <= Double(range.upperBound))
    case .toggle: number == 0 || number == 1
    case .choice(let names, _):
      number == number.rounded() && number >= 0 && number < Double(names.count)
    case .text: false
    }
  }

  /// Why `value` is not allowed, or nothing.
  func refusal(of value: ParameterValue) -> String? {
    switch (kind, value) {
    case (.text, .text): nil
    case (.text, .number): "\(name) takes text."
    case (_, .text): "\(name) takes a number."
    case (_, .number(let number)): allows(number) ? nil : refusal(of: number)
    }
  }

  private func refusal(of number: Double) -> String {
    guard !isOutput else { return "\(name) shows a value; it cannot be set." }
    return switch kind {
    case .number(let range, _, _):
      "\(name) goes from \(range.lowerBound) to \(range.upperBound), not \(number)."
    case .integer(let range, _):
      "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound)."
    case .toggle: "\(name) is 0 or 1."
    case .choice(let names, _): "\(name) is one of \(names.joined(separator: ", "))."
    case .text: "\(name) takes text."
    }
  }
}
