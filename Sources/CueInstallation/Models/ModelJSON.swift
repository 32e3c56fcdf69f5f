import CueSystem

extension ModelDescription {
  /// Whether it is of that type and speaks or hears that language; empty ones are any.
  package func matches(type: String, language: String) -> Bool {
    guard type.isEmpty || self.type == type else { return false }
    let family = language.lowercased().split(separator: "-").first.map(String.init) ?? ""
    return language.isEmpty || languages.isEmpty
      || languages.contains {
        let tag = $0.lowercased()
        return tag == language.lowercased()
          || language.count == family.count && tag.hasPrefix(family + "-")
      }
  }

  /// Adds the description to an event.
  func describe(in json: inout JSONObject) {
    json["name"] = .string(name)
    json["type"] = .string(type)
    json["kind"] = .string(kind.rawValue)
    json["languages"] = .strings(languages)
    json["quality"] = quality.map { .integer($0) }
    json["licence"] = .string(licence)
    json["speakers"] = .integer(max(1, speakers.count))
    json["source"] = source.isEmpty ? nil : .string(source)
  }
}

extension InstalledModel {
  /// The model as an event of that name; `clause` says what is wrong with it.
  package func json(_ event: String, clause: (ModelDescription.Fault) -> String) -> JSONObject {
    var json = JSONObject(event: event)
    json["id"] = .string(id)
    description?.describe(in: &json)
    json["bytes"] = .integer(byteCount)
    json["folder"] = .string(folder)
    if event == "model" {
      json["yours"] = .bool(isYours)
      json["fault"] = fault.map { .string(clause($0)) }
    }
    return json
  }
}

extension ModelCatalogue.Entry {
  /// The entry as an event.
  package func json(isInstalled: Bool) -> JSONObject {
    var json = JSONObject(event: "available")
    json["id"] = .string(id)
    description.describe(in: &json)
    json["download_bytes"] = byteCount.map { .integer($0) }
    json["urls"] = .strings(files.map(\.address))
    json["checksums"] = .bool(files.allSatisfy { $0.checksum != nil })
    json["untested"] = .bool(isUntested)
    json["installed"] = .bool(isInstalled)
    return json
  }
}

extension ModelEvent {
  /// The event; `clause` says why a download failed.
  package func json(clause: (DownloadFailure) -> String) -> JSONObject {
    var json: JSONObject
    switch self {
    case .waiting(let id):
      json = JSONObject(event: "waiting")
      json["id"] = .string(id)
    case .unpacking(let name):
      json = JSONObject(event: "unpacking")
      json["name"] = .string(name)
    case .download(let event, let address):
      json = event.json(clause)
      json["url"] = .string(address)
    }
    return json
  }
}

extension DownloadEvent {
  fileprivate func json(_ clause: (DownloadFailure) -> String) -> JSONObject {
    var json: JSONObject
    switch self {
    case .received(let done, let total):
      json = JSONObject(event: "progress")
      json["received"] = .integer(done)
      json["total"] = total.map { .integer($0) }
    case .resumed(let offset):
      json = JSONObject(event: "resumed")
      json["received"] = .integer(offset)
    case .startedOver: json = JSONObject(event: "started_over")
    case .retrying(let failure, let pause):
      json = JSONObject(event: "retrying")
      json["reason"] = .string(clause(failure))
      json["milliseconds"] = .integer(pause)
    }
    return json
  }
}
