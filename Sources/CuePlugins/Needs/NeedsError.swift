/// Why a text of needs is refused, and where.
public struct NeedsError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Equatable, Sendable {
    /// The text has more than ``PluginNeeds/mostBytes``.
    case tooLong
    /// The text has more than ``PluginNeeds/mostLines``.
    case tooManyLines
    /// It is not UTF-8.
    case notUTF8
    /// A character that is not visible, or changes the order of others: a path with one could be shown to a user as another.
    case controlCharacter(Unicode.Scalar)
    /// There is no need of that name.
    case unknownWord(String)
    /// There is no place of that name.
    case unknownPlace(String)
    /// A path or number is missing after the colon.
    case missingPath
    /// Something follows a need that has no path.
    case needlessValue
    /// The path begins with neither a slash nor a place.
    case relativePath
    /// The path is the root of all files.
    case wholeSystem
    /// The path has a part `..`.
    case climbingPath
    /// The name at the end of the path ends with a blank.
    case blankAtEnd
    /// The path has more than 4,095 bytes, or a part of it more than 255.
    case pathTooLong
    /// The path leads to the memory and variables of other processes, as in `/proc/1/environ`.
    case processes
    /// A device is read or written by `device:` alone.
    case device
    /// The path after `device:` is not that of a device below `/dev`.
    case notADevice
    /// The device is a terminal or the memory of the machine.
    case forbiddenDevice
    /// A plugin may not write there.
    case readOnlyPlace(NeedPath.Place)
    /// That place cannot be used by this need.
    case unsuitablePlace(NeedPath.Place)
    /// The memory is not a number of bytes in decimal digits.
    case notANumber
    /// The memory is not in ``PluginNeeds/memoryRange``.
    case memoryOutOfRange
    /// The memory is given twice, with two values.
    case twoMemories
  }

  /// The line, from 1; 0 for the text as a whole.
  public let line: Int
  /// What is wrong.
  public let reason: Reason

  /// What is wrong on `line`.
  public init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}
