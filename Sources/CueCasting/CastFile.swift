import CueModel
import CueSystem
import CueScreenplay

/// A cast as a file that people read and edit: `cast.json`.
///
/// An object with `cue_cast` (1), `script`, `language`, `narrator`, `aliases` and `characters`, in that order. A role has
/// `name`, `key`, `aliases` (its cues), `dialogue_count`, `gender`, `age`, `voice`, `fallbacks`, `locked`, `notes`; all but
/// the name may be left out. Voices are references, as in `flite://slt?pitch=-2`. A name that is none of these is refused,
/// as it is most likely mistyped.
public struct CastFile: Equatable, Sendable {
  /// Why a file is not a cast, and its line.
  public struct Failure: Error, Equatable, Sendable {
    /// What is wrong with a file.
    public enum Reason: Equatable, Sendable {
      /// It is not JSON.
      case notJSON(JSONError.Reason)
      /// There is no `cue_cast`.
      case noCast
      /// It has another version than ``CastFile/version``.
      case otherVersion
      /// A value is of another kind than it should be.
      case otherKind(Place, JSONKind, not: JSONKind)
      /// A member of this name is not one of the known ones.
      case unknownMember(String, known: [String])
      /// A character has no name.
      case noName
      /// This character stands twice.
      case twice(String)
      /// The member of this name is one of `known` or nothing, and not this text.
      case notOneOf(String, known: [String], not: String)
      /// A voice is invalid.
      case voice(VoiceReferenceError)
    }

    /// What should be of another kind.
    public enum Place: Equatable, Sendable {
      /// The whole file.
      case cast
      /// The narrator or a character.
      case role
      /// The member of that name.
      case member(String)
    }

    /// From 1.
    public let line: Int
    /// What is wrong.
    public let reason: Reason
  }

  /// A voice that the file names, and where.
  public struct Mention: Equatable, Sendable {
    /// Whose it is: a key, empty for the narrator.
    public let key: String
    /// What is named.
    public let reference: VoiceReference
    /// From 1.
    public let line: Int
  }

  /// The version of such files that this program reads and writes.
  public static let version = 1

  /// The script's title.
  public var script: String
  /// A BCP 47 tag.
  public var language: String
  /// The cast.
  public var cast: Cast
  /// Every voice of a file that was read, in order.
  public private(set) var mentions: [Mention] = []
  /// The lines of the roles of a file that was read, by key.
  public private(set) var lines: [String: Int] = [:]

  /// The file of `cast`.
  public init(script: String, language: String, cast: Cast) {
    self.script = script
    self.language = language
    self.cast = cast
  }
}

// MARK: - Written

extension CastFile {
  /// The text of the file: the same cast gives the same bytes.
  public var text: String {
    var file = JSONObject()
    file["cue_cast"] = .integer(Self.version)
    file["script"] = .string(script)
    file["language"] = .string(language)
    file["narrator"] = .object(Self.object(of: cast.narrator, isNarrator: true))
    let aliases = cast.aliases.sorted { $0.key < $1.key }
    file["aliases"] = .object(JSONObject(aliases.map { ($0.key, .string($0.value)) }))
    file["characters"] = .objects(cast.roles.map { Self.object(of: $0, isNarrator: false) })
    return file.indentedText
  }

  private static func object(of role: CastRole, isNarrator: Bool) -> JSONObject {
    var object = JSONObject()
    if !isNarrator {
      object["name"] = .string(role.name)
      object["key"] = .string(role.key)
      object["aliases"] = .strings(role.cues)
      object["dialogue_count"] = .integer(role.speechCount)
      if let gender = role.gender { object["gender"] = .string(gender.rawValue) }
      if !role.age.isEmpty { object["age"] = .string(role.age) }
    }
    object["voice"] = role.voice.map { .string($0.description) } ?? .null
    object["fallbacks"] = .strings(role.fallbacks.map(\.description))
    object["locked"] = .bool(role.isLocked)
    object["notes"] = .string(role.notes)
    return object
  }
}

// MARK: - Read

extension CastFile {
  /// Reads what a file holds.
  public init(parsing bytes: [UInt8]) throws(Failure) {
    let json: LinedJSON
    do throws(JSONError) { json = try LinedJSON(parsing: bytes) } catch {
      throw Failure(line: error.line, reason: .notJSON(error.reason))
    }
    self.init(script: "", language: "", cast: Cast())
    guard case .object(let members) = json.value else {
      throw Failure(line: json.line, reason: .otherKind(.cast, .object, not: json.kind))
    }
    var hasVersion = false
    for (name, line, value) in members {
      switch name {
      case "cue_cast":
        guard case .number(let number) = value.value, number == Double(Self.version) else {
          throw Failure(line: line, reason: .otherVersion)
        }
        hasVersion = true
      case "script": script = try Self.text(name, value)
      case "language": language = try Self.text(name, value)
      case "narrator": cast.narrator = try role(value, isNarrator: true)
      case "aliases":
        guard case .object(let aliases) = value.value else {
          throw Failure(line: line, reason: .otherKind(.member(name), .object, not: value.kind))
        }
        for alias in aliases { cast.aliases[alias.name] = try Self.text(alias.name, alias.value) }
      case "characters":
        guard case .array(let roles) = value.value else {
          throw Failure(line: line, reason: .otherKind(.member(name), .list, not: value.kind))
        }
        for role in roles { cast.roles.append(try self.role(role, isNarrator: false)) }
      default:
        throw Self.unknown(
          name, line, ["cue_cast", "script", "language", "narrator", "aliases", "characters"])
      }
    }
    guard hasVersion else {
      throw Failure(line: json.line, reason: .noCast)
    }
  }

  private mutating func role(_ json: LinedJSON, isNarrator: Bool) throws(Failure) -> CastRole {
    guard case .object(let members) = json.value else {
      throw Failure(line: json.line, reason: .otherKind(.role, .object, not: json.kind))
    }
    var role = CastRole(key: "", name: isNarrator ? Cast.narratorName : "")
    var voices: [(VoiceReference, Int)] = []
    for (name, line, value) in members {
      switch name {
      case "name" where !isNarrator: role.name = try Self.text(name, value)
      case "key" where !isNarrator: role.key = try Self.text(name, value)
      case "aliases" where !isNarrator: role.cues = try Self.texts(name, value).map(\.0)
      case "dialogue_count" where !isNarrator:
        guard case .number(let count) = value.value, (0...1e9).contains(count) else {
          throw Failure(line: line, reason: .otherKind(.member(name), .number, not: value.kind))
        }
        role.speechCount = Int(count)
      case "gender" where !isNarrator:
        role.gender = VoiceGender(
          rawValue: try Self.one(of: [""] + VoiceGender.allCases.map(\.rawValue), name, value))
      case "age" where !isNarrator:
        role.age = try Self.one(of: ["", "child", "young", "old"], name, value)
      case "voice":
        if case .null = value.value { continue }
        let text = try Self.text(name, value)
        guard !text.isEmpty else { continue }
        let voice = try Self.reference(text, value.line)
        role.voice = voice
        voices.append((voice, value.line))
      case "fallbacks":
        for (text, line) in try Self.texts(name, value) {
          let voice = try Self.reference(text, line)
          role.fallbacks.append(voice)
          voices.append((voice, line))
        }
      case "locked":
        guard case .bool(let isLocked) = value.value else {
          throw Failure(line: line, reason: .otherKind(.member(name), .bool, not: value.kind))
        }
        role.isLocked = isLocked
      case "notes": role.notes = try Self.text(name, value)
      default:
        throw Self.unknown(
          name, line,
          (isNarrator ? [] : ["name", "key", "aliases", "dialogue_count", "gender", "age"])
            + ["voice", "fallbacks", "locked", "notes"])
      }
    }
    if !isNarrator {
      guard !role.name.isEmpty else {
        throw Failure(line: json.line, reason: .noName)
      }
      if role.key.isEmpty { role.key = CharacterName.key(of: role.name) }
      guard lines[role.key] == nil else {
        throw Failure(line: json.line, reason: .twice(role.name))
      }
    }
    lines[role.key] = json.line
    mentions += voices.map { Mention(key: role.key, reference: $0.0, line: $0.1) }
    return role
  }

  private static func unknown(_ name: String, _ line: Int, _ known: [String]) -> Failure {
    Failure(line: line, reason: .unknownMember(name, known: known))
  }

  private static func text(_ name: String, _ json: LinedJSON) throws(Failure) -> String {
    guard case .string(let text) = json.value else {
      throw Failure(line: json.line, reason: .otherKind(.member(name), .text, not: json.kind))
    }
    return text
  }

  private static func texts(_ name: String, _ json: LinedJSON) throws(Failure) -> [(String, Int)] {
    guard case .array(let values) = json.value else {
      throw Failure(line: json.line, reason: .otherKind(.member(name), .list, not: json.kind))
    }
    var texts: [(String, Int)] = []
    for value in values { texts.append((try text(name, value), value.line)) }
    return texts
  }

  private static func one(
    of words: [String], _ name: String, _ json: LinedJSON
  ) throws(Failure) -> String {
    let text = try text(name, json)
    guard words.contains(text) else {
      let known = words.filter { !$0.isEmpty }
      throw Failure(line: json.line, reason: .notOneOf(name, known: known, not: text))
    }
    return text
  }

  private static func reference(_ text: String, _ line: Int) throws(Failure) -> VoiceReference {
    do throws(VoiceReferenceError) { return try VoiceReference(text) } catch {
      throw Failure(line: line, reason: .voice(error))
    }
  }
}

/// What a value in a file of JSON is.
public enum JSONKind: Equatable, Sendable {
  /// A text.
  case text
  /// A number.
  case number
  /// True or false.
  case bool
  /// Nothing.
  case null
  /// A list of values.
  case list
  /// An object with members.
  case object
}

extension LinedJSON {
  fileprivate var kind: JSONKind {
    switch value {
    case .string: .text
    case .number: .number
    case .bool: .bool
    case .null: .null
    case .array: .list
    case .object: .object
    }
  }
}
