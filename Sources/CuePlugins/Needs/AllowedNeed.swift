/// A need that the user grants a plugin: `--allow ID:read=PATH`, or `ID.allow.read = PATH` in cue.conf.
public struct AllowedNeed: Equatable, Sendable {
  /// Why it is refused.
  public enum Fault: Error, Equatable, Sendable {
    /// It does not have the form `ID:NEED` or `ID:NEED=VALUE`.
    case form
    /// There is no need of that name, or its value is wrong.
    case need(NeedsError.Reason)
  }

  /// The plugin's id, or the path of its file.
  public let plugin: String
  /// What it gets.
  public let need: PluginNeed

  /// The words that may follow the id.
  static let words = [
    "read", "write", "network", "socket", "device", "run", "interpreter", "memory",
  ]

  /// The value of an option: `flite:read=/srv/texts`, `./libx.so:network`, `org.example.voice:network=local`.
  ///
  /// - Parameters:
  ///   - text: the value
  ///   - workingFolder: where relative paths begin, as users type them
  ///   - home: what `~` stands for, which a shell leaves as it is after `=`
  /// - Throws: ``Fault``
  public init(
    parsing text: String, workingFolder: String, home: String?
  ) throws(Fault) {
    let bytes = Array(text.utf8)
    // Ids and paths may hold colons; the first one that a need follows counts.
    for colon in bytes.indices where colon > 0 && bytes[colon] == UInt8(ascii: ":") {
      let rest = bytes[(colon + 1)...]
      let word = rest.prefix { $0 != UInt8(ascii: "=") }
      guard AllowedNeed.words.contains(where: { word.elementsEqual($0.utf8) }) else { continue }
      let value = word.count == rest.count ? nil : Array(rest.dropFirst(word.count + 1))
      plugin = String(decoding: bytes[..<colon], as: UTF8.self)
      need = try AllowedNeed.need(
        String(decoding: word, as: UTF8.self), value, workingFolder: workingFolder, home: home)
      return
    }
    throw .form
  }

  /// The needs that lines of cue.conf grant the plugin `id`.
  ///
  /// A key is `ID.allow.NEED`, or `ID.allow.NEED.NAME` for a further one, with a name of the user's choice. The value is a path or
  /// a number of bytes; `on` for `network` and `run`, or `local` for `network`.
  ///
  /// - Throws: ``ConfigurationError/invalid(key:value:)`` for the first line that is wrong
  static func needs(
    ofPlugin id: String, in entries: [ConfigurationFile.Entry], home: String?
  ) throws(ConfigurationError) -> PluginNeeds {
    var needs = PluginNeeds.none
    var seen: Set<ExactPath> = []
    let start = Array((id + ".allow.").utf8)
    for entry in entries where !id.isEmpty && entry.key.utf8.starts(with: start) {
      // Of two lines with the same key, the first is valid.
      guard seen.insert(ExactPath(entry.key)).inserted else { continue }
      let word = entry.key.utf8.dropFirst(start.count).prefix { $0 != UInt8(ascii: ".") }
      let value = entry.value.utf8.reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      do throws(Fault) {
        let need = try need(
          String(Substring(word)), configured: Array(value.reversed()), home: home)
        if let need { needs = needs.joined(PluginNeeds([need])) }
      } catch { throw .invalid(key: entry.key, value: entry.value) }
    }
    return needs
  }

  /// The need that a line grants; nil if it is switched off.
  private static func need(
    _ word: String, configured value: [UInt8], home: String?
  ) throws(Fault) -> PluginNeed? {
    guard words.contains(word) else { throw .form }
    guard word == "network" || word == "run" else {
      return try need(word, value, workingFolder: nil, home: home)
    }
    if value.elementsEqual("off".utf8) { return nil }
    if value.elementsEqual("on".utf8) {
      return try need(word, nil, workingFolder: nil, home: home)
    }
    return try need(word, value, workingFolder: nil, home: home)
  }

  private static func need(
    _ word: String, _ value: [UInt8]?, workingFolder: String?, home: String?
  ) throws(Fault) -> PluginNeed {
    var value = value
    if let text = value, ["read", "write", "socket", "device", "interpreter"].contains(word) {
      guard let path = String(validating: text, as: UTF8.self) else {
        throw .need(.notUTF8)
      }
      if let scalar = path.unicodeScalars.first(where: PluginNeeds.isInvisible) {
        throw .need(.controlCharacter(scalar))
      }
      value = absolute(text, workingFolder: workingFolder, home: home)
    }
    do throws(NeedsError.Reason) { return try PluginNeed(word, value: value) } catch {
      throw .need(error)
    }
  }

  /// `path` from the root on, if it begins in the home folder or, on a command line, in the working folder.
  private static func absolute(
    _ path: [UInt8], workingFolder: String?, home: String?
  ) -> [UInt8] {
    if let home, path.elementsEqual("~".utf8) || path.starts(with: "~/".utf8) {
      return Array(home.utf8) + path.dropFirst()
    }
    guard let workingFolder, let first = path.first, first != UInt8(ascii: "/"),
      first != UInt8(ascii: "$")
    else { return path }
    return Array((workingFolder + "/").utf8) + path
  }
}
