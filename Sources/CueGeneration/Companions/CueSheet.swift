import CueAudio
import CueScreenplay

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
    var head: [(String, String?)] = [
      ("version", "1"), ("title", JSONText.quoted(title)), ("author", JSONText.quoted(author)),
      ("rate", String(rate)), ("frames", String(draft.timeline.frames)),
      ("seconds", JSONText.seconds(draft.timeline.frames, rateHertz: rate)),
    ]
    head.append(
      (
        "files",
        JSONText.array(
          files.map { file in
            JSONText.object([
              ("path", JSONText.quoted(FileNames.last(file.path))),
              ("start_frame", String(file.frames.lowerBound)),
              ("frames", String(file.frames.count)),
              ("seconds", JSONText.seconds(file.frames.count, rateHertz: rate)),
            ])
          })
      ))
    head.append(
      (
        "chapters",
        JSONText.array(
          chapters.map { chapter in
            JSONText.object([
              ("title", JSONText.quoted(chapter.title)), ("start_frame", String(chapter.frame)),
              ("start", JSONText.seconds(chapter.frame, rateHertz: rate)),
            ])
          })
      ))
    var text = JSONText.object(head)
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
    var members: [(String, String?)] = [
      ("index", String(place)), ("order", String(item.orderIndex)),
      ("scene", JSONText.quoted(item.sceneID)),
      ("heading", headings[item.sceneID].map(JSONText.quoted)),
      ("speaker", JSONText.quoted(rendered.speaker)),
      ("character", item.rawCharacterName.map(JSONText.quoted)),
      ("together", item.group.map { String($0) }),
      ("clip", rendered.clip.map { JSONText.quoted($0.key.hexadecimal) } ?? "null"),
    ]
    if let timed {
      members += [
        ("start", JSONText.seconds(timed.frames.lowerBound, rateHertz: rate)),
        ("end", JSONText.seconds(timed.frames.upperBound, rateHertz: rate)),
        ("start_frame", String(timed.frames.lowerBound)),
        ("end_frame", String(timed.frames.upperBound)),
      ]
      if let file {
        let start = timed.frames.lowerBound - files[file].frames.lowerBound
        members += [
          ("file", JSONText.quoted(FileNames.last(files[file].path))),
          ("file_start", JSONText.seconds(start, rateHertz: rate)),
        ]
      }
    }
    members += [("text", JSONText.quoted(item.text)), ("said", JSONText.quoted(item.saidText))]
    if let first = item.elements.first, let last = item.elements.last {
      let elements = screenplay.elements
      let range =
        elements[first].range
        .lowerBound..<max(
          elements[first].range.upperBound, elements[last].range.upperBound)
      members.append(("source", JSONText.range(range)))
    }
    if let timed {
      members.append(("estimated", timed.isEstimated ? "true" : "false"))
      let bytes = Array(timed.text.utf8)
      members.append(
        (
          "words",
          JSONText.array(
            timed.words.map { word in
              JSONText.object([
                ("text", JSONText.quoted(String(decoding: bytes[word.range], as: UTF8.self))),
                ("start", JSONText.seconds(word.frames.lowerBound, rateHertz: rate)),
                ("end", JSONText.seconds(word.frames.upperBound, rateHertz: rate)),
                ("range", JSONText.range(word.range)),
                ("source", JSONText.range(word.source)),
              ])
            })
        ))
    }
    return JSONText.object(members)
  }
}
