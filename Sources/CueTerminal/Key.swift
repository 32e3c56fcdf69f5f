/// A key, as a terminal reports it.
public enum Key: Sendable, Hashable {
  /// The character that the key types; also the blank.
  case character(Character)
  /// A letter together with Control.
  case control(Character)
  case enter, escape, tab, backspace
  case up, down, left, right
  /// `pageUp` and `pageDown` are also what a foot pedal and a presenter's remote send.
  case home, end, pageUp, pageDown
  case insert, delete
  /// F1 to F24; those from F13 on are what pedals send, and Shift with F1 to F12.
  case function(Int)

  /// The digit that it types.
  public var digit: Int? {
    guard case .character(let character) = self, character.isASCII else { return nil }
    return character.wholeNumberValue
  }
}
