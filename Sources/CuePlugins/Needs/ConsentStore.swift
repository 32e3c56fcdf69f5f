import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// What a user has answered.
public enum ConsentAnswer: String, Equatable, Sendable {
  /// The plugin gets what was asked.
  case allowed
  /// The plugin gets its places alone.
  case refused
}

/// Why answers cannot be read or kept.
///
/// Then nothing counts as allowed.
public enum ConsentError: Error, Equatable, Sendable {
  /// The file cannot be read; an `errno` value.
  case unreadable(path: String, errno: Int32)
  /// The file is not one of answers; the line, from 1.
  case damaged(path: String, line: Int)
  /// Other users can write the file, or it belongs to one of them.
  case writableByOthers(path: String)
  /// The file cannot be written; an `errno` value.
  case unwritable(path: String, errno: Int32)
}

/// The user's answers about what plugins need, in the file `consent.json` beside cue.conf, which the user alone can read.
///
/// An answer belongs to the plugin's content and needs (``ConsentRequest/key``): a plugin that is replaced is asked about again.
public struct ConsentStore: Sendable {
  /// An answer that is kept.
  public struct Entry: Equatable, Sendable {
    /// ``ConsentRequest/key``.
    public let key: String
    /// The plugin's id.
    public let plugin: String
    /// Where its file was.
    public let file: String
    /// What was asked: needs, as they stand in a declaration; `#!` for the interpreter of the first line.
    public let asked: [String]
    /// The answer.
    public let answer: ConsentAnswer
  }

  /// The file.
  public let path: String
  /// A longer file was not written by Cue, in bytes.
  private static let mostBytes = 4 << 20

  /// The answers in the file at `path`.
  public init(path: String) { self.path = path }

  /// The answer to `request`; nil if it was never given.
  public func answer(to request: ConsentRequest) throws(ConsentError) -> ConsentAnswer? {
    try entries().last { $0.key == request.key }?.answer
  }

  /// Keeps `answer` to `request`, in place of an earlier one.
  ///
  /// Answers about other versions of the plugin stay: two of them may be in use.
  public func record(
    _ answer: ConsentAnswer, to request: ConsentRequest
  ) throws(ConsentError) {
    let entry = Entry(
      key: request.key, plugin: request.plugin, file: request.file.text,
      asked: request.questions.map { $0.need?.text ?? "#!" }, answer: answer)
    try change { entries in entries.filter { $0.key != request.key } + [entry] }
  }

  /// Forgets all answers about the plugin `id`; returns how many there were.
  @discardableResult
  public func forget(plugin id: String) throws(ConsentError) -> Int {
    var count = 0
    try change { entries in
      let rest = entries.filter { !$0.plugin.utf8.elementsEqual(id.utf8) }
      count = entries.count - rest.count
      return rest
    }
    return count
  }

  /// All answers, the oldest first; none if there is no file.
  public func entries() throws(ConsentError) -> [Entry] {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UserFile.open(path) } catch {
      if error.errno == ENOENT { return [] }
      throw .unreadable(path: path, errno: error.errno)
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, errno: errno)
    }
    guard status.st_mode & 0o022 == 0, status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .writableByOthers(path: path)
    }
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) {
      bytes = try WholeFile.read(descriptor, limit: ConsentStore.mostBytes)
    } catch {
      switch error {
      case .system(let error): throw .unreadable(path: path, errno: error.errno)
      case .tooLong: throw .damaged(path: path, line: 1)
      }
    }
    let json: LinedJSON
    do throws(JSONError) { json = try LinedJSON(parsing: bytes) } catch {
      throw .damaged(path: path, line: error.line)
    }
    guard case .number(1)? = json["format"], case .array(let items)? = json["answers"] else {
      throw .damaged(path: path, line: json.line)
    }
    var entries: [Entry] = []
    for item in items {
      guard let entry = Entry(item) else { throw .damaged(path: path, line: item.line) }
      entries.append(entry)
    }
    return entries
  }

  private func change(_ change: ([Entry]) -> [Entry]) throws(ConsentError) {
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try? WholeFile.makeFolder(String(path[..<slash]), permissions: 0o700)
    }
    try SharedFile.change(
      path, permissions: 0o600, isSynced: true,
      refusing: { ConsentError.unwritable(path: path, errno: $0.system.errno) }
    ) { () throws(ConsentError) in
      let before = try entries()
      let after = change(before)
      guard after != before else { return ((), nil) }
      var json = JSONObject()
      json["format"] = .integer(1)
      json["answers"] = .objects(after.map(\.json))
      return ((), Array(json.indentedText.utf8))
    }
  }
}

extension ConsentStore.Entry {
  fileprivate init?(_ json: LinedJSON) {
    guard case .string(let key)? = json["key"], case .string(let plugin)? = json["plugin"],
      case .string(let file)? = json["file"], case .array(let asked)? = json["asked"],
      case .string(let word)? = json["answer"], let answer = ConsentAnswer(rawValue: word)
    else { return nil }
    self.key = key
    self.plugin = plugin
    self.file = file
    self.asked = asked.compactMap { if case .string(let text) = $0.value { text } else { nil } }
    self.answer = answer
  }

  fileprivate var json: JSONObject {
    var json = JSONObject()
    json["plugin"] = .string(plugin)
    json["answer"] = .string(answer.rawValue)
    json["asked"] = .strings(asked)
    json["file"] = .string(file)
    json["key"] = .string(key)
    return json
  }
}
