/// A path of bytes: it equals another one only if all bytes are the same.
///
/// Two strings are equal if they look the same ("é" in one or two scalars), but they name two files.
public struct ExactPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The path as text.
  public let text: String

  /// The path `text`.
  public init(_ text: String) { self.text = text }

  /// The path as text.
  public var description: String { text }

  /// Whether both have the same bytes.
  public static func == (one: ExactPath, other: ExactPath) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// The order of the bytes.
  public static func < (one: ExactPath, other: ExactPath) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Whether it is `folder`, or in it at any depth; both are absolute and have no links.
  func isInside(_ folder: ExactPath) -> Bool {
    var prefix = Array(folder.text.utf8)
    if prefix.last != UInt8(ascii: "/") { prefix.append(UInt8(ascii: "/")) }
    return self == folder || text.utf8.starts(with: prefix)
  }

  /// The folder that it is in; "/" for "/".
  var folder: ExactPath {
    let bytes = text.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash != bytes.startIndex else {
      return ExactPath("/")
    }
    return ExactPath(String(Substring(bytes[..<slash])))
  }

  /// What follows the last slash.
  var name: String {
    let bytes = text.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return text }
    return String(Substring(bytes[bytes.index(after: slash)...]))
  }

  /// `name` in it.
  func appending(_ name: String) -> ExactPath {
    ExactPath(text.utf8.last == UInt8(ascii: "/") ? text + name : text + "/" + name)
  }
}

/// A path in a plugin's needs: absolute, or in one of its places.
public struct NeedPath: Hashable, Sendable {
  /// A folder that has another path on each machine.
  public enum Place: String, CaseIterable, Hashable, Sendable {
    /// The folders with models, to read.
    case models = "$models"
    /// A folder of the plugin that may be emptied at any time, to read and write.
    case cache = "$cache"
    /// A folder of the plugin, to read and write.
    case own = "$own"
    /// The folder that the plugin's file is in, to read.
    case plugin = "$plugin"
    /// The folder of the user's sockets (`XDG_RUNTIME_DIR`); only for `socket:`.
    case runtime = "$runtime"
    /// The folder of the settings of the user's programs (`XDG_CONFIG_HOME`); only for `read:` of something in it.
    case config = "$config"

    /// Whether a plugin may write there.
    var isWritable: Bool { self == .cache || self == .own }

    /// Whether it is a folder of the user's, and not of the plugin's: of what is in it, each is asked about.
    var isUsers: Bool { self == .runtime || self == .config }
  }

  /// The longest path, in bytes.
  static let mostBytes = 4095
  /// The longest part of a path, in bytes.
  static let mostPartBytes = 255

  /// The place that it is in; nil for an absolute path.
  public let place: Place?
  /// Below the place, or from the root on; no part is empty, `.` or `..`.
  let path: ExactPath

  /// The path `bytes`, which are UTF-8 without control characters; `//`, `/./` and a slash at the end are left out.
  init(parsing bytes: some BidirectionalCollection<UInt8>) throws(NeedsError.Reason) {
    guard let first = bytes.first else { throw .missingPath }
    guard bytes.count <= NeedPath.mostBytes else { throw .pathTooLong }
    let slash = UInt8(ascii: "/")
    var parts = bytes.split(separator: slash, omittingEmptySubsequences: true)
    if first == UInt8(ascii: "$") {
      let name = String(decoding: parts[0], as: UTF8.self)
      guard let place = Place(rawValue: name) else { throw .unknownPlace(name) }
      self.place = place
      parts.removeFirst()
    } else {
      guard first == slash else { throw .relativePath }
      place = nil
    }
    parts.removeAll { $0.elementsEqual(".".utf8) }
    for part in parts {
      guard !part.elementsEqual("..".utf8) else { throw .climbingPath }
      guard part.count <= NeedPath.mostPartBytes else { throw .pathTooLong }
    }
    // Blanks at the end of a line mean nothing, so such a name could not be written again without a slash.
    guard parts.last?.last != UInt8(ascii: " ") else { throw .blankAtEnd }
    guard place != nil || !parts.isEmpty else { throw .wholeSystem }
    let joined = String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self)
    path = ExactPath(place == nil ? "/" + joined : joined)
  }

  /// Its place, all of it.
  init(_ place: Place) {
    self.place = place
    path = ExactPath("")
  }

  /// Whether it is all of its place.
  var isWholePlace: Bool { place != nil && path.text.isEmpty }

  /// The path as it stands in needs, such as `$plugin/data`.
  public var text: String {
    guard let place else { return path.text }
    return isWholePlace ? place.rawValue : place.rawValue + "/" + path.text
  }
}
