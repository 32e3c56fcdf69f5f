import CueSystem

/// What kind of thing a model is for.
package enum ModelKind: String, Equatable, Sendable {
  case voice, recognizer, activity, effect
  /// A type that is known to another program.
  case other
}

/// What `model.json` says of a model; see Documentation/Models.md.
package struct ModelDescription: Equatable, Sendable {
  /// A file of the model.
  package struct File: Equatable, Sendable {
    /// As in `model` or `tokens`.
    package var role: String
    /// Inside the model's folder.
    package var path: String
    /// In bytes; nil if it is not known.
    package var byteCount: Int?
    /// SHA-256 in hexadecimal; nil if it is not known.
    package var checksum: String?

    /// A file of that role.
    package init(role: String, path: String, byteCount: Int? = nil, checksum: String? = nil) {
      self.role = role
      self.path = path
      self.byteCount = byteCount
      self.checksum = checksum
    }
  }

  /// One of several who speak.
  package struct Speaker: Equatable, Sendable {
    /// In the voice's id, it follows the model's id.
    package var id: String
    /// For people.
    package var name = ""
    /// As the engine counts, from 0.
    package var number = 0
    /// `male`, `female`, `neutral`, or empty.
    package var gender = ""
    /// Where they differ from the model's.
    package var languages: [String] = []

    /// Whose id that is.
    package init(id: String, number: Int) {
      self.id = id
      self.number = number
    }
  }

  /// For people.
  package var name = ""
  /// As in `piper`.
  package var type: String
  /// BCP 47, the best first.
  package var languages: [String] = []
  /// Of its sound in Hz; nil if it is not known.
  package var rateHertz: Int?
  /// From 1, a machine, to 5, a person; nil if it is not known.
  package var quality: Int?
  /// An SPDX expression; empty if it is not known.
  package var licence = ""
  /// A URL without anything secret, or a path; empty if it is not known.
  package var source = ""
  /// The voice of eSpeak NG that gives the phonemes; empty for the usual one.
  package var espeak = ""
  /// One sentence.
  package var summary = ""
  /// Empty for one.
  package var speakers: [Speaker] = []
  /// All files that count.
  package var files: [File] = []

  /// A model of that type.
  package init(type: String) { self.type = type }

  /// What a model of the type is for.
  package var kind: ModelKind { ModelType.kind(of: type) }

  /// Why a description cannot be used.
  package enum Fault: Error, Equatable, Sendable {
    case missing
    case unreadable(SystemError)
    case tooLong
    case notJSON(line: Int)
    /// It is of a newer edition, or of something else.
    case otherFormat
    /// Something that every model has is missing: `type`, `files`, `role`, `path`.
    case lacks(String)
    /// A file is outside the folder.
    case outside(String)
  }

  /// Reads the file at `path`.
  package init(ofFile path: String) throws(Fault) {
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) { bytes = try WholeFile.read(path, limit: 16 << 20) } catch {
      switch error {
      case .system(let error): throw error.errno == 2 ? .missing : .unreadable(error)
      case .tooLong: throw .tooLong
      }
    }
    try self.init(parsing: bytes)
  }

  /// Reads the bytes of a `model.json`.
  package init(parsing bytes: [UInt8]) throws(Fault) {
    let json: LinedJSON
    do throws(JSONError) { json = try LinedJSON(parsing: bytes) } catch {
      throw .notJSON(line: error.line)
    }
    guard json.integer("format") == 1 else { throw .otherFormat }
    try self.init(json)
  }

  /// Reads the members that a model and an entry of the catalogue have in common, and the files.
  init(_ json: LinedJSON) throws(Fault) {
    self.init(common: json)
    guard !type.isEmpty else { throw .lacks("type") }
    for each in json.list("files") {
      let role = each.text("role")
      let path = each.text("path")
      guard !role.isEmpty else { throw .lacks("role") }
      guard !path.isEmpty else { throw .lacks("path") }
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw .outside(path)
      }
      files.append(
        File(
          role: role, path: path, byteCount: each.integer("size"),
          checksum: each.text("sha256").isEmpty ? nil : each.text("sha256").lowercased()))
    }
    guard !files.isEmpty else { throw .lacks("files") }
  }

  /// Reads what says no files.
  init(common json: LinedJSON) {
    type = json.text("type")
    name = json.text("name")
    languages = json.texts("languages")
    rateHertz = json.integer("rate")
    quality = json.integer("quality").flatMap { (1...5).contains($0) ? $0 : nil }
    licence = json.text("licence")
    source = json.text("source")
    espeak = json.text("espeak")
    summary = json.text("description")
    for (index, each) in json.list("speakers").enumerated() where !each.text("id").isEmpty {
      var speaker = Speaker(id: each.text("id"), number: each.integer("number") ?? index)
      speaker.name = each.text("name")
      speaker.gender = each.text("gender")
      speaker.languages = each.texts("languages")
      speakers.append(speaker)
    }
  }

  /// The text of the `model.json`.
  package var text: String {
    var json = JSONObject()
    json["format"] = .integer(1)
    json["name"] = name.isEmpty ? nil : .string(name)
    json["type"] = .string(type)
    json["languages"] = .strings(languages)
    json["rate"] = rateHertz.map { .integer($0) }
    json["quality"] = quality.map { .integer($0) }
    json["licence"] = licence.isEmpty ? nil : .string(licence)
    json["source"] = source.isEmpty ? nil : .string(source)
    json["description"] = summary.isEmpty ? nil : .string(summary)
    json["espeak"] = espeak.isEmpty ? nil : .string(espeak)
    let speakers = speakers.map { speaker in
      JSONObject([
        ("id", .string(speaker.id)), ("name", speaker.name.isEmpty ? nil : .string(speaker.name)),
        ("number", .integer(speaker.number)),
        ("gender", speaker.gender.isEmpty ? nil : .string(speaker.gender)),
        ("languages", speaker.languages.isEmpty ? nil : .strings(speaker.languages)),
      ])
    }
    json["speakers"] = speakers.isEmpty ? nil : .objects(speakers)
    json["files"] = .objects(
      files.map { file in
        JSONObject([
          ("role", .string(file.role)), ("path", .string(file.path)),
          ("size", file.byteCount.map { .integer($0) }),
          ("sha256", file.checksum.map { .string($0) }),
        ])
      })
    return json.indentedText
  }
}

extension LinedJSON {
  /// The text of a member; empty if there is none.
  func text(_ name: String) -> String {
    if case .string(let text) = self[name] { text } else { "" }
  }

  /// The whole number of a member.
  func integer(_ name: String) -> Int? {
    if case .number(let number) = self[name] { Int(exactly: number) } else { nil }
  }

  /// The values in a member that is a list; none if there is no such.
  func list(_ name: String) -> [LinedJSON] {
    if case .array(let values) = self[name] { values } else { [] }
  }

  /// The texts in a member that is a list.
  func texts(_ name: String) -> [String] {
    list(name).compactMap { if case .string(let text) = $0.value { text } else { nil } }
  }

  /// Whether a member is true.
  func isTrue(_ name: String) -> Bool {
    if case .bool(true) = self[name] { true } else { false }
  }
}
