import CueStore
import CueStory
import CueSystem

// What is reported of stories that are sent, received and mixed.

extension StoryShow {
  /// Reports that the story was sent as the bundle at `path`.
  func tellSent(_ path: String) throws {
    guard manner.isJSON else {
      return try tell(
        "sent",
        words(.storySent, ["title": view.story.title, "path": path, "pen": pen]))
    }
    var json = self.json("sent")
    json["path"] = .string(path)
    try Console.result(json.line)
  }

  /// Reports that the story waits for a folder.
  func tellWaits(_ folder: String, _ why: String) throws {
    if manner.isJSON {
      var json = self.json("waits")
      json["folder"] = .string(folder)
      json["because"] = .string(why)
      return try Console.result(json.line)
    }
    Console.say(
      words(.storyWaits, ["title": view.story.title, "folder": folder, "why": why]),
      hint: words(.storySendPending, ["command": "\(Program.name) story send --pending"]))
  }

  /// Reports that the story is not sent any more.
  func tellDropped(_ failure: StoryFailure) throws {
    let error = UserError(failure, manner.isJSON ? .forPrograms : words)
    guard manner.isJSON else {
      return Console.say(
        error.sentence + " " + words(.storyDropped, ["title": view.story.title]), hint: error.hint)
    }
    var json = self.json("dropped")
    json["because"] = .string(error.sentence)
    try Console.result(json.line)
  }

  /// Reports what came in the bundle at `path`.
  func tell(_ received: ReceivedStory, _ path: String) throws {
    if manner.isJSON {
      var json = self.json("received")
      json["path"] = .string(path)
      json["from"] = .string(received.from)
      json["added"] = .objects(received.added.map { self.json($0, "take") })
      json["brought_pen"] = .bool(received.broughtPen)
      json["forked"] = .bool(received.hasForked)
      json["known"] = .bool(received.isKnown)
      return try Console.result(json.line)
    }
    guard !manner.isQuiet else { return }
    guard !received.isKnown else {
      return Console.talk(words(.storyNothingNew, ["path": path]) + "\n")
    }
    var lines = [
      words(
        .storyReceived, count: received.added.count,
        ["title": received.view.story.title, "from": received.from])
    ]
    lines += received.added.map {
      "  "
        + words(
          .storyAdded, ["player": $0.author, "number": "\($0.number)", "label": $0.label])
    }
    if received.hasForked { lines.append(words(.storyForked, ["from": received.from])) }
    if received.broughtPen { lines.append(words(.storyPenCame)) }
    Console.talk(lines.joined(separator: "\n") + "\n")
  }

  /// Reports a mix that was written, or the stem of a take.
  func tell(_ report: MixReport, _ path: String, take: Int?) throws {
    let seconds = Double(report.frames) / Double(report.rateHertz)
    if manner.isJSON {
      var json = JSONObject(event: take == nil ? "mixed" : "stem")
      json["story"] = .integer(Int(view.story.number))
      json["take"] = take.map { .integer($0) }
      json["path"] = .string(path)
      json["frames"] = .integer(report.frames)
      json["rate"] = .integer(report.rateHertz)
      json["channels"] = .integer(report.channels)
      json["seconds"] = .number(seconds)
      json["measured_lufs"] = report.measuredLUFS.map { .number($0) }
      json["gain_decibels"] = .number(report.gainDecibels)
      json["limited_decibels"] = .number(report.limitedDecibels)
      return try Console.result(json.line)
    }
    guard !manner.isQuiet else { return }
    var text = words(
      .storyMixed,
      [
        "path": path, "time": Counted.time(seconds), "rate": "\(report.rateHertz)",
        "channels": words(report.channels == 1 ? .storyMono : .storyStereo),
      ])
    func number(_ value: Double) -> String { words.number(value, decimals: 1, least: 1) }
    if let measured = report.measuredLUFS {
      text +=
        " "
        + words(
          .storyLoudness,
          ["measured": number(measured), "gain": number(report.gainDecibels)])
    }
    if report.limitedDecibels < -0.05 {
      text += " " + words(.storyLimited, ["gain": number(-report.limitedDecibels)])
    }
    Console.talk(text + "\n")
  }
}

extension StoryFinding {
  /// What is wrong, in two rows, or as an event.
  func text(isJSON: Bool) -> String {
    let told = self.told
    guard isJSON else { return told.sentence + "\n  " + told.hint + "\n" }
    var json = JSONObject(event: "finding")
    json["kind"] = .string(told.kind)
    json["path"] = .string(told.path)
    json["sentence"] = .string(told.sentence)
    json["hint"] = .string(told.hint)
    return json.line
  }
}
