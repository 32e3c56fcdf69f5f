/// One thing that a plugin needs beyond its own file.
public enum PluginNeed: Hashable, Sendable {
  /// A place, as it is meant: ``NeedPath/Place``.
  case place(NeedPath.Place)
  /// To read a file, or all in a folder.
  case read(NeedPath)
  /// To read, write, make and remove a file, or all in a folder.
  case write(NeedPath)
  /// Any network.
  case network
  /// Addresses of this machine.
  case localNetwork
  /// To connect to a socket that has a path.
  case socket(NeedPath)
  /// A device below `/dev`, or all in a folder there; a `*` at the end stands for any ending of the name.
  case device(NeedPath)
  /// To start programs.
  case run
  /// The program that runs the plugin, with its libraries.
  case interpreter(NeedPath)
  /// This much memory, in bytes; see ``PluginNeeds/memoryRange``.
  case memory(Int)
  /// What the plugin offers depends on this folder. The plugin does not get to read it by this.
  case watch(NeedPath)

  /// The need as a line, in the one form in which it is compared and hashed.
  public var text: String {
    switch self {
    case .place(let place): place.rawValue
    case .read(let path): "read:" + path.text
    case .write(let path): "write:" + path.text
    case .network: "network"
    case .localNetwork: "network:local"
    case .socket(let path): "socket:" + path.text
    case .device(let path): "device:" + path.text
    case .run: "run"
    case .interpreter(let path): "interpreter:" + path.text
    case .memory(let bytes): "memory:\(bytes)"
    case .watch(let path): "watch:" + path.text
    }
  }

  /// Whether a user must be asked before a plugin of somebody else gets it.
  ///
  /// A plugin always gets its places, what is in them, and the memory that every plugin may use. By ``watch(_:)`` it gets nothing.
  public var isAsked: Bool {
    switch self {
    case .place, .watch: false
    case .read(let path), .write(let path), .socket(let path), .interpreter(let path):
      path.place?.isUsers ?? true
    case .memory(let bytes): bytes > PluginNeeds.usualMemoryBytes
    case .network, .localNetwork, .device, .run: true
    }
  }
}

extension PluginNeed {
  /// The need on a line, which is UTF-8 without control characters and without blanks at its ends.
  init(parsing line: some BidirectionalCollection<UInt8>) throws(NeedsError.Reason) {
    if line.first == UInt8(ascii: "$") {
      let path = try NeedPath(parsing: line)
      guard let place = path.place, path.isWholePlace else {
        throw .unknownPlace(String(decoding: line, as: UTF8.self))
      }
      guard !place.isUsers else { throw .unsuitablePlace(place) }
      self = .place(place)
      return
    }
    let word = line.prefix { $0 != UInt8(ascii: ":") }
    let hasValue = word.count < line.count
    try self.init(
      String(decoding: word, as: UTF8.self),
      value: hasValue ? Array(line.dropFirst(word.count + 1)) : nil)
  }

  /// The need `word` with what follows its colon; nil if no colon follows.
  init(_ word: String, value: [UInt8]?) throws(NeedsError.Reason) {
    func path() throws(NeedsError.Reason) -> NeedPath {
      guard let value else { throw .missingPath }
      return try NeedPath(parsing: value)
    }
    switch word {
    case "network":
      guard let value else {
        self = .network
        return
      }
      guard value.elementsEqual("local".utf8) else {
        throw value.isEmpty ? .missingPath : .needlessValue
      }
      self = .localNetwork
    case "run":
      guard value == nil else { throw .needlessValue }
      self = .run
    case "read": self = try PluginNeed.reading(try path())
    case "write": self = try PluginNeed.writing(try path())
    case "socket":
      let path = try path()
      // One socket, not all that are in a place; and none where a plugin could put a link to another one.
      if let place = path.place, path.isWholePlace || place != .runtime {
        throw .unsuitablePlace(place)
      }
      self = .socket(path)
    case "device": self = .device(try PluginNeed.device(try path()))
    case "interpreter": self = .interpreter(try PluginNeed.program(try path()))
    case "watch":
      let path = try path()
      if let place = path.place, place.isUsers { throw .unsuitablePlace(place) }
      self = .watch(path)
    case "memory": self = .memory(try PluginNeed.byteCount(value ?? []))
    default: throw .unknownWord(word)
    }
  }

  private static func reading(_ path: NeedPath) throws(NeedsError.Reason) -> PluginNeed {
    guard let place = path.place else {
      if let fault = path.path.fault(isWritten: false) { throw fault }
      return .read(path)
    }
    guard place != .runtime, place != .config || !path.isWholePlace else {
      throw .unsuitablePlace(place)
    }
    // The place alone means the same.
    return path.isWholePlace && !place.isWritable ? .place(place) : .read(path)
  }

  private static func writing(_ path: NeedPath) throws(NeedsError.Reason) -> PluginNeed {
    guard let place = path.place else {
      if let fault = path.path.fault(isWritten: true) { throw fault }
      return .write(path)
    }
    guard !place.isUsers else { throw .unsuitablePlace(place) }
    guard place.isWritable else { throw .readOnlyPlace(place) }
    return path.isWholePlace ? .place(place) : .write(path)
  }

  private static func program(_ path: NeedPath) throws(NeedsError.Reason) -> NeedPath {
    guard let place = path.place else { return path }
    // What a plugin can write is no program.
    guard place == .plugin else { throw .unsuitablePlace(place) }
    guard !path.isWholePlace else { throw .missingPath }
    return path
  }

  private static func device(_ path: NeedPath) throws(NeedsError.Reason) -> NeedPath {
    if let place = path.place { throw .unsuitablePlace(place) }
    if let fault = path.path.deviceFault { throw fault }
    return path
  }

  private static func byteCount(_ digits: [UInt8]) throws(NeedsError.Reason) -> Int {
    guard !digits.isEmpty else { throw .missingPath }
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .notANumber
    }
    guard let bytes = Int(String(decoding: digits, as: UTF8.self)),
      PluginNeeds.memoryRange.contains(bytes)
    else { throw .memoryOutOfRange }
    return bytes
  }
}
