/// What a mouse did over a terminal.
public struct MouseReport: Sendable, Hashable {
  /// What was done.
  public enum Action: Sendable, Hashable {
    /// The left button went down.
    case press
    /// The mouse moved while the left button was down.
    case drag
    /// The left button went up.
    case release
    /// The wheel was turned away from the user.
    case wheelUp
    /// The wheel was turned towards the user.
    case wheelDown
  }

  /// What was done.
  public let action: Action
  /// Where, from the left; the first column is 0.
  public let column: Int
  /// Where, from the top; the first row is 0.
  public let row: Int

  /// Something that was done at a place.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }

  /// The report `CSI < button ; column ; row` with the final byte `M` or `m`; nil for other buttons and for other sequences.
  init?(_ numbers: [Int?], final: UInt8) {
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], (1...MouseReport.most).contains(column),
      (1...MouseReport.most).contains(row)
    else { return nil }
    // Bits 2 to 4 are Shift, Alt and Control; 32 says that it moved, 64 that it is the wheel.
    let action: Action? =
      switch (button & ~0x1c, final) {
      case (0, UInt8(ascii: "M")): .press
      case (32, UInt8(ascii: "M")): .drag
      case (0, UInt8(ascii: "m")), (32, UInt8(ascii: "m")): .release
      case (64, UInt8(ascii: "M")): .wheelUp
      case (65, UInt8(ascii: "M")): .wheelDown
      default: nil
      }
    guard let action else { return nil }
    self.init(action, column: column - 1, row: row - 1)
  }

  /// No screen has more columns or rows.
  private static let most = 100_000
}

/// A key or a report of the mouse.
public enum TerminalInput: Sendable, Hashable {
  case key(Key)
  case mouse(MouseReport)
}
