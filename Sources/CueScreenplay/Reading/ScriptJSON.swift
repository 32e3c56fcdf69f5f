import CueSystem

/// A screenplay and its spoken items as JSON.
package enum ScriptJSON {
  /// The whole screenplay as one object; `sentence` words the doubts.
  package static func object(
    of screenplay: Screenplay, sentence: (Screenplay.Warning) -> String
  ) -> JSONObject {
    var json = summary(of: screenplay, sentence: sentence)
    json["elements"] = .objects(screenplay.elements.map(element))
    return json
  }

  /// The same without its elements.
  package static func summary(
    of screenplay: Screenplay, sentence: (Screenplay.Warning) -> String
  ) -> JSONObject {
    var json = JSONObject()
    json["format"] = .string(formatName(screenplay.format))
    json["encoding"] = .string(screenplay.encoding)
    var page = JSONObject()
    for entry in screenplay.titlePage { page[entry.key] = .strings(screenplay.title(entry.key)) }
    json["title_page"] = .object(page)
    json["scenes"] = .objects(screenplay.scenes.map(scene))
    json["characters"] = .objects(screenplay.characters.map(character))
    let reading = screenplay.reading
    if let layout = reading.layout {
      var found = JSONObject()
      found["name"] = .string(layout.rawValue)
      found["mark"] = reading.mark.map { .string($0.rawValue) }
      found["sureness"] = .number(reading.sureness)
      found["given"] = .bool(reading.isForced)
      json["layout"] = .object(found)
    }
    json["left_out"] =
      reading.leftOut.isEmpty
      ? nil
      : .objects(
        reading.leftOut.map { part in
          var json = JSONObject()
          json["kind"] = .string(part.kind.rawValue)
          json["lines"] = .range(part.lines.lowerBound..<part.lines.upperBound + 1)
          return json
        })
    if !reading.castList.isEmpty { json["cast_list"] = .strings(reading.castList) }
    json["repairs"] =
      reading.repairs.isEmpty
      ? nil
      : .objects(
        reading.repairs.map { repair in
          var json = JSONObject()
          json["line"] = .integer(repair.line)
          switch repair.kind {
          case .cueTypedAs(let type, let name):
            json["cue"] = .string(name)
            json["typed_as"] = .string(type)
          case .shortName(let short, let name):
            json["name"] = .string(name)
            json["short_name"] = .string(short)
          }
          return json
        })
    json["warnings"] = .objects(
      screenplay.warnings.map { warning in
        var json = JSONObject()
        json["line"] = .integer(warning.line)
        json["sentence"] = .string(sentence(warning))
        return json
      })
    return json
  }

  /// The form of a script, as programs read it.
  package static func formatName(_ format: Screenplay.Format) -> String {
    switch format {
    case .fountain: "fountain"
    case .finalDraft: "fdx"
    case .indentedText: "indented text"
    case .plainText: "plain text"
    case .prose: "prose"
    }
  }

  private static func scene(_ scene: Screenplay.SceneElements) -> JSONObject {
    var json = JSONObject()
    json["id"] = .string(scene.id)
    json["heading"] = .string(scene.heading)
    json["scene_number"] = scene.number.map { .string($0) }
    json["elements"] = .range(scene.elements)
    return json
  }

  private static func character(_ character: Screenplay.Character) -> JSONObject {
    var json = JSONObject()
    json["name"] = .string(character.name)
    json["aliases"] = .strings(character.aliases)
    json["dialogue_count"] = .integer(character.dialogueCount)
    return json
  }

  private static func element(_ element: Element) -> JSONObject {
    var json = JSONObject()
    json["type"] = .string(element.kind.rawValue)
    json["text"] = .string(element.text)
    json["range"] = .range(element.range)
    json["scene_number"] = element.sceneNumber.map { .string($0) }
    json["level"] = element.level.map { .integer($0) }
    json["name"] = element.name.map { .string($0) }
    if !element.extensions.isEmpty { json["extensions"] = .strings(element.extensions) }
    json["label"] = element.label.map { .string($0) }
    json["sound"] = element.sound.map { .object(sound($0)) }
    if element.dual != nil { json["dual"] = .bool(true) }
    if element.isForced { json["forced"] = .bool(true) }
    if !element.emphasis.isEmpty {
      json["emphasis"] = .objects(
        element.emphasis.map { run in
          var json = JSONObject()
          json["range"] = .range(run.range)
          json["style"] = .strings(
            [(Emphasis.Style.bold, "bold"), (.italic, "italic"), (.underline, "underline")]
              .filter { run.style.contains($0.0) }.map(\.1))
          return json
        })
    }
    return json
  }

  /// A sound: what it is, and how long if the page says so.
  package static func sound(_ sound: SoundCue) -> JSONObject {
    var json = JSONObject()
    json["label"] = .string(sound.label)
    json["what"] = .string(sound.what)
    json["ms"] = sound.milliseconds.map { .integer($0) }
    return json
  }

  /// An item as one line.
  package static func line(of item: SpeakableItem, number: Int) -> String {
    var json = JSONObject()
    json["item"] = .integer(number)
    json["order_index"] = .integer(item.orderIndex)
    json["elements"] = .range(item.elements)
    json["source_type"] = .string(item.sourceKind.rawValue)
    json["scene"] = .string(item.sceneID)
    json["rule_version"] = .string(item.ruleVersion)
    json["tone"] = .string(item.kind.rawValue)
    json["text"] = .string(item.text)
    json["character"] = item.characterName.map { .string($0) }
    json["raw_character"] = item.rawCharacterName.map { .string($0) }
    if !item.extensions.isEmpty { json["extensions"] = .strings(item.extensions) }
    json["announces"] = .bool(item.includesAnnouncement)
    if item.isSung { json["sung"] = .bool(true) }
    json["sound"] = item.sound.map { .object(sound($0)) }
    json["together"] = item.group.map { .integer($0) }
    json["pieces"] = .objects(
      item.pieces.map { piece in
        var json = JSONObject()
        switch piece {
        case .words(let text, let direction):
          json["say"] = .string(text)
          json["direction"] = direction.map { .string($0) }
        case .silence(let milliseconds): json["silence_ms"] = .integer(milliseconds)
        }
        return json
      })
    return json.line
  }
}
