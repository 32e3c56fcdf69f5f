import CueAudio
import CueScreenplay
import CueSystem

/// Everything that is known of a recording, in JSON: files, chapters, and every item with its words.
///
/// Times are seconds and frames of the whole; `file_start` is where an item begins in its file. `range` counts bytes of an item's
/// text, `source` bytes of the script as it was read. Items without sound are there, without times.
struct CueSheet {
  let draft: RecordingDraft
  let screenplay: Screenplay
  let files: [PlannedFile]
  let chapters: [SoundNotes.Place]
  let title: String
  let author: String

  /// The sheet of `timed`, the items with sound, in order.
  func text(_ timed: [TimedItem]) -> String {
    let rate = draft.rateHertz
    var head = JSONObject()
    head["version"] = .integer(1)
    head["title"] = .string(title)
    head["author"] = .string(author)
    head["rate"] = .integer(rate)
    head["frames"] = .integer(draft.timeline.frames)
    head["seconds"] = .seconds(draft.timeline.frames, rateHertz: rate)
    head["files"] = .objects(
      files.map { file in
        JSONObject([
          ("path", .string(FileNames.last(file.path))),
          ("start_frame", .integer(file.frames.lowerBound)),
          ("frames", .integer(file.frames.count)),
          ("seconds", .seconds(file.frames.count, rateHertz: rate)),
        ])
      })
    head["chapters"] = .objects(
      chapters.map { chapter in
        JSONObject([
          ("title", .string(chapter.title)), ("start_frame", .integer(chapter.frame)),
          ("start", .seconds(chapter.frame, rateHertz: rate)),
        ])
      })
    var text = head.pageText
    text.removeLast()
    text += ",\"items\":[\n"
    var headings: [String: String] = [:]
    for scene in screenplay.scenes { headings[scene.id] = scene.heading }
    let fileOfItem = fileOfItem()
    var next = 0
    for place in draft.items.indices {
      var item: TimedItem?
      if next < timed.count, timed[next].place == place {
        item = timed[next]
        next += 1
      }
      text += self.item(place, item, headings, fileOfItem[place])
      text += place + 1 < draft.items.count ? ",\n" : "\n"
    }
    return text + "]}\n"
  }

  private func fileOfItem() -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (index, file) in files.enumerated() { for place in file.items { places[place] = index } }
    return places
  }

  private func item(
    _ place: Int, _ timed: TimedItem?, _ headings: [String: String], _ file: Int?
  ) -> String {
    let rate = draft.rateHertz
    let rendered = draft.items[place]
    let item = rendered.item
    var sheet = JSONObject()
    sheet["index"] = .integer(place)
    sheet["order"] = .integer(item.orderIndex)
    sheet["scene"] = .string(item.sceneID)
    sheet["heading"] = headings[item.sceneID].map { .string($0) }
    sheet["speaker"] = .string(rendered.speaker)
    sheet["character"] = item.rawCharacterName.map { .string($0) }
    sheet["together"] = item.group.map { .integer($0) }
    if let sound = item.sound {
      sheet["sound"] = .object(
        JSONObject([("label", .string(sound.label)), ("what", .string(sound.what))]))
    }
    sheet["clip"] = rendered.clip.map { .string($0.key.hexadecimal) } ?? .null
    // The place of a sound has a time and no clip.
    if let frames = timed?.frames ?? draft.timeline.spans[place] {
      sheet["start"] = .seconds(frames.lowerBound, rateHertz: rate)
      sheet["end"] = .seconds(frames.upperBound, rateHertz: rate)
      sheet["start_frame"] = .integer(frames.lowerBound)
      sheet["end_frame"] = .integer(frames.upperBound)
      if let file {
        let start = frames.lowerBound - files[file].frames.lowerBound
        sheet["file"] = .string(FileNames.last(files[file].path))
        sheet["file_start"] = .seconds(start, rateHertz: rate)
      }
    }
    sheet["text"] = .string(item.text)
    sheet["said"] = .string(item.saidText)
    if let first = item.elements.first, let last = item.elements.last {
      let elements = screenplay.elements
      let range = elements[first].range
      sheet["source"] = .range(
        range.lowerBound..<max(range.upperBound, elements[last].range.upperBound))
    }
    if let timed {
      sheet["estimated"] = .bool(timed.isEstimated)
      let bytes = Array(timed.text.utf8)
      sheet["words"] = .objects(
        timed.words.map { word in
          JSONObject([
            ("text", .string(String(decoding: bytes[word.range], as: UTF8.self))),
            ("start", .seconds(word.frames.lowerBound, rateHertz: rate)),
            ("end", .seconds(word.frames.upperBound, rateHertz: rate)),
            ("range", .range(word.range)),
            ("source", word.source.map { .range($0) } ?? .null),
          ])
        })
    }
    return sheet.pageText
  }
}
