import CueStore
import CueStory
import CueSystem
import Glibc

// Why something cannot be done with a story, in words for the user.

extension UserError {
  /// Why something cannot be done with a story.
  init(_ failure: StoryFailure, _ words: Messages = .forPrograms) {
    let (english, status) = failure.advice
    let hint =
      switch words.language {
      case .english: english
      case .estonian: failure.hintInEstonian
      }
    self.init(failure.sentence(words), hint: hint, status)
  }
}

extension StoryFailure {
  /// What happened, as one sentence.
  var sentence: String {
    switch self {
    case .locked(let title, let holder):
      "The pen of “\(title)” is with \(holder.isEmpty ? "the player who received it" : holder): you may listen to it, not change it."
    case .noTake(let name, let fault): "“\(name)” cannot be a take: \(fault.clause)."
    case .noTail(let least, let seconds):
      "The take leaves no tail: it has \(StoryFailure.short(seconds)) s, and needs \(StoryFailure.short(least, up: true)) s "
        + "to end after the one before it."
    case .beyondReach(let take, let speed, let semitones):
      "Take \(take) would have to be played \(StoryFailure.short(speed)) times as fast and "
        + "\(StoryFailure.short(semitones)) semitones higher, which no effect can do."
    case .noStory(let name): "There is no story “\(name)”."
    case .noName(let name):
      "“\(name)” cannot be a name here: it is one line of 1 to \(StoryLimits.mostNameCharacters) characters."
    case .noRate(let rate):
      "A story cannot have \(rate) frames a second: it has \(StoryLimits.ratesHertz.lowerBound) to "
        + "\(StoryLimits.ratesHertz.upperBound)."
    case .titleIsTaken(let title, let number): "Story \(number) is called “\(title)” already."
    case .noSuchTake(let name, let story): "“\(story)” has no take \(name)."
    case .ambiguousTake(let name, let story): "Several takes of “\(story)” begin with \(name)."
    case .notRemovable(let take, let refusal): "Take \(take) cannot be removed: \(refusal.clause)."
    case .storyIsShared(let title, let takes):
      "“\(title)” cannot be removed: \(takes == 1 ? "one take is" : "\(takes) takes are") another player's, or \(takes == 1 ? "was" : "were") sent."
    case .nothingToUndo(let title):
      "Nothing of “\(title)” can be taken back: nothing was done since it was begun, sent or received."
    case .noTakes(let title): "“\(title)” has no takes yet."
    case .allMuted(let title): "Nothing of “\(title)” is heard: all takes are muted."
    case .damaged(let path): "\(path) is not what was recorded."
    case .changedMeanwhile(let title):
      "“\(title)” was changed by another program: what the take would answer is not there any more, or another take begins the story."
    case .broken(let title):
      "“\(title)” is not sent: its takes make no tree, and a friend's program would refuse it."
    case .inUse: "Another program changes stories at the moment."
    case .system(let path, let errno):
      "\(path) cannot be used: \(Console.describe(errno: errno))."
    case .bundle(let path, let fault): "\(path) is refused: \(fault.clause)."
    }
  }

  /// What to try, and how the program ends.
  fileprivate var advice: (hint: String, status: ExitStatus) {
    let name = Program.name
    return switch self {
    case .locked: ("The pen comes back with a bundle: \(name) story receive FILE", .permission)
    case .noTake(_, .tooLong): ("Cut it into several takes.", .badInput)
    case .noTake: ("", .badInput)
    case .noTail: ("Say more, begin later (--lead), or answer an earlier take.", .badInput)
    case .beyondReach: ("Turn --speed or --pitch back a little.", .unavailable)
    case .noStory: ("'\(name) story list' shows them.", .noInput)
    case .noName, .noRate: ("", .usage)
    case .titleIsTaken: ("Give it another title.", .cannotCreate)
    case .noSuchTake: ("'\(name) story tree' shows its takes.", .noInput)
    case .ambiguousTake: ("Give more digits, or its number.", .usage)
    case .notRemovable(_, .answered): ("Remove the answers first.", .permission)
    case .notRemovable, .storyIsShared:
      ("What friends have stays; '\(name) story track' can mute it.", .permission)
    case .nothingToUndo: ("", .answerIsNo)
    case .noTakes: ("Add one: \(name) story say, or \(name) story import", .noInput)
    case .allMuted: ("Unmute one: \(name) story track STORY TAKE --mute off", .noInput)
    case .damaged:
      (
        "'\(name) library rebuild --from FOLDER' brings it back from a backup, if you remove it first.",
        .badInput
      )
    case .changedMeanwhile:
      ("Nothing is kept. Try again: '\(name) story tree' shows its takes.", .temporary)
    case .broken(let title): ("Repair it: \(name) story verify --repair \"\(title)\"", .badInput)
    case .inUse: ("Try again in a moment.", .temporary)
    case .system(_, ENOENT): ("", .noInput)
    case .system: ("", .inputOutput)
    case .bundle(_, .noLibrary):
      ("Install it (on Debian: apt-get install libarchive13).", .unavailable)
    case .bundle(_, .version): ("A newer version of Cue reads it.", .badInput)
    case .bundle(_, .missingParent):
      ("Receive the bundle first that was sent before it.", .badInput)
    case .bundle(_, .noFile): ("Write what it brings into a file, and receive that.", .badInput)
    case .bundle: ("Ask for it again; nothing of it is kept.", .badInput)
    }
  }

  /// At most two decimals; rounded up for a minimum.
  static func short(_ value: Double, up: Bool = false) -> String {
    let scaled = value * 100
    let whole = (up ? scaled.rounded(.up) : scaled.rounded()) / 100
    return whole == whole.rounded() && abs(whole) < 1e9 ? String(Int(whole)) : String(whole)
  }
}

extension TakeFault {
  /// Why sound is not a take, as a clause.
  fileprivate var clause: String {
    switch self {
    case .empty: "it has no sound in it"
    case .tooLong: "it is longer than \(StoryLimits.mostSeconds) seconds"
    case .channels(let count): "it has \(count) channels, and a take has one or two"
    }
  }
}

extension RemovalRefusal {
  /// Why a take may not be removed, as a clause.
  fileprivate var clause: String {
    switch self {
    case .anothers(let author): "it is \(author)'s"
    case .sent: "it was sent"
    case .answered(let count): count == 1 ? "a take answers it" : "\(count) takes answer it"
    }
  }
}

extension BundleFault {
  /// Why a bundle is refused, as a clause.
  fileprivate var clause: String {
    func take(_ id: String) -> String { "take \(id.prefix(8))" }
    return switch self {
    case .noLibrary: "bundles need libarchive, which is not installed"
    case .noArchive: "it is no bundle, or it is damaged, or cut off"
    case .noFile: "it is a pipe or a device, not a file"
    case .noStory: "it does not say what story it is"
    case .version(let version): "it is of version \(version), which this program does not know"
    case .name(let name): "it has a file of the name “\(name)”, which no bundle has"
    case .notAFile(let name): "“\(name)” in it is no plain file"
    case .twice(let name): "it has “\(name)” twice"
    case .tooLarge(let name): "“\(name)” in it has more bytes than it says"
    case .missing(let name): "“\(name)” is missing in it"
    case .changed(let name): "“\(name)” in it is not what was recorded"
    case .take(let id, let fault): "\(take(id)) cannot be one: \(fault.clause)"
    case .twoOfOne(let id): "two takes of it have the id \(id)"
    case .missingParent(let id): "\(take(id)) answers one that is neither in it nor here"
    case .cycle(let id): "\(take(id)) answers itself in the end"
    case .secondBeginning(let id): "\(take(id)) begins the story a second time"
    case .noTail(let id): "\(take(id)) does not end after the one that it answers"
    case .rewritten(let id):
      "\(take(id)) is here already, and is another one: history is not rewritten"
    case .rate(let rate, let known):
      "its takes are of \(rate) Hz, and those of the story here of \(known) Hz"
    }
  }
}

extension StoryFinding {
  /// What is wrong, as one sentence, with a keyword for programs and advice.
  var told: (kind: String, path: String, sentence: String, hint: String) {
    let restore =
      "'\(Program.name) library rebuild --from FOLDER' brings takes back from a backup, if you remove the damaged one first."
    return switch self {
    case .missing(let path):
      ("missing_story_take", path, "\(path) is not there.", restore)
    case .changed(let path):
      ("changed_story_take", path, "\(path) is not what was recorded.", restore)
    case .writable(let path):
      (
        "writable_story_take", path, "\(path) can be written to.",
        "Take the permission away: \(Program.name) story verify --repair"
      )
    case .unknown(let path):
      ("unknown_story_file", path, "\(path) belongs to no take.", "Move it away.")
    case .tree(let title, let story, let fault):
      (
        "story_tree", title, "The takes of “\(title)” make no tree: \(fault.clause).",
        "Repair it: \(Program.name) story verify \(story) --repair"
      )
    }
  }
}

extension StoryRepair {
  /// What was repaired, as a sentence.
  func sentence(_ words: Messages) -> String {
    switch self {
    case .answers(let title, let take, 0):
      words(.storyRepairBegins, ["title": title, "number": "\(take)"])
    case .answers(let title, let take, let parent):
      words(
        .storyRepairAnswers, ["title": title, "number": "\(take)", "parent": "\(parent)"])
    case .protected(let path): words(.storyRepairProtected, ["path": path])
    }
  }

  /// The same for programs.
  func json(_ words: Messages) -> JSONObject {
    var json = JSONObject(event: "repaired")
    switch self {
    case .answers(let title, let take, let parent):
      json["title"] = .string(title)
      json["take"] = .integer(take)
      json["answers"] = parent > 0 ? .integer(parent) : nil
    case .protected(let path): json["path"] = .string(path)
    }
    json["sentence"] = .string(sentence(words))
    return json
  }
}

extension StoryTree.Fault {
  /// What is wrong with a tree, as a clause.
  fileprivate var clause: String {
    switch self {
    case .twoOfOne(let id): "two have the id \(id)"
    case .missingParent(let id): "\(id.prefix(8)) answers one that is not there"
    case .cycle(let id): "\(id.prefix(8)) answers itself in the end"
    case .secondBeginning(let id): "\(id.prefix(8)) begins it a second time"
    }
  }
}

/// Reports on a story, to people and programs.
struct StoryShow {
  let view: StoryView
  private let tree: StoryTree<StoredTake>
  private let places: [String: TimelinePlace]
  private let studio: Studio
  var words: Messages { studio.words }
  var manner: OutputManner { studio.manner }

  init(_ view: StoryView, _ studio: Studio) {
    self.view = view
    tree = view.tree
    places = tree.places
    self.studio = studio
  }

  private var hertz: Double { Double(view.story.rateHertz) }

  /// Seconds of `ticks` with the story's current settings.
  private func seconds(_ ticks: Int) -> Double {
    Double(ticks) / Double(view.story.masterRate) / hertz
  }

  private func number(_ value: Double) -> String { words.number(value, decimals: 2) }
  private func signed(_ millicents: Int) -> String {
    let semitones = Double(millicents) / 100_000
    return (semitones > 0 ? "+" : "") + number(semitones)
  }

  // Reports.

  /// Reports what was done with the story.
  func tell(_ event: String, _ sentence: String) throws {
    if manner.isJSON {
      try Console.result(json(event).line)
    } else if !manner.isQuiet {
      Console.talk(sentence + "\n")
    }
  }

  /// Reports the state of a take.
  func tell(_ event: String, _ take: StoredTake) throws {
    guard manner.isJSON else { return try Console.result(row(take) + "\n") }
    try Console.result(json(take, event).line)
  }

  /// Reports that a take was kept.
  func tellKept(_ take: StoredTake) throws {
    guard !manner.isJSON else { return try Console.result(json(take, "kept").line) }
    guard !manner.isQuiet else { return }
    let place = place(of: take)
    Console.talk(
      words(
        .storyKept,
        [
          "number": "\(take.number)", "time": Counted.time(seconds(take.ticks)),
          "start": number(seconds(place.start)), "end": number(seconds(place.end)),
        ]) + "\n")
  }

  func tellDials(_ event: String, _ view: StoryView) throws {
    if manner.isJSON { return try Console.result(json(event).line) }
    try Console.result(dials(view) + "\n")
  }

  /// The dials, as a clause.
  func dials(_ view: StoryView) -> String {
    let story = view.story
    return words(
      .storyDials,
      [
        "speed": words.number(story.dials.rate.factor, decimals: 3),
        "pitch": signed(story.masterPitch),
        "link": words(story.isLinked ? .storyLinked : .storyUnlinked),
        "click": words(story.hasClick ? .storyOn : .storyOff), "bpm": "\(story.beatsPerMinute)",
      ])
  }

  /// The holder of the pen, as a clause.
  var pen: String {
    let story = view.story
    if story.isActive { return words(.storyPenYours) }
    return story.holder.isEmpty
      ? words(.storyPenAway) : words(.storyPenOf, ["player": story.holder])
  }

  /// A take by its number; for an empty id, the beginning of the story.
  func name(of id: String) -> String {
    tree.take(id).map { words(.storyTakeIs, ["number": "\($0.number)"]) }
      ?? words(.storyNothing)
  }

  private func place(of take: StoredTake) -> TimelinePlace {
    places[take.id] ?? TimelinePlace(start: 0, length: take.ticks)
  }

  // The list, a story, its tree.

  func row() throws {
    guard !manner.isJSON else { return try Console.result(json("story").line) }
    try Console.result(heading + "\n")
  }

  private var heading: String {
    words(
      .storyRow, count: view.takes.count,
      [
        "number": "\(view.story.number)", "title": view.story.title,
        "time": Counted.time(seconds(view.timeline().length)), "pen": pen,
      ])
  }

  func show(isPlain: Bool) throws {
    if manner.isJSON {
      try Console.result(json("story").line)
      for take in view.chain() { try Console.result(json(take, "take").line) }
      return
    }
    try Console.result(heading + "\n" + dials(view) + "\n")
    for take in view.chain() { try Console.result((isPlain ? sentence(take) : row(take)) + "\n") }
  }

  func tree(isPlain: Bool) throws {
    if manner.isJSON {
      for (take, depth) in tree.outline {
        var json = json(take, "take")
        json["depth"] = .integer(depth)
        try Console.result(json.line)
      }
      return
    }
    try Console.result(heading + "\n")
    // Only branches are indented: a line of a thousand takes stays a line.
    var margins: [String: String] = [:]
    var siblings: [String: (count: Int, last: String)] = [:]
    for take in tree.takes {
      siblings[take.parent] = ((siblings[take.parent]?.count ?? 0) + 1, take.id)
    }
    var lines = ""
    for (take, _) in tree.outline {
      if isPlain {
        lines += sentence(take) + "\n"
        continue
      }
      let margin = margins[take.parent] ?? ""
      let (count, last) = siblings[take.parent] ?? (1, take.id)
      let isLast = last == take.id
      margins[take.id] = count < 2 ? margin : margin + (isLast ? "  " : "│ ")
      lines += margin + (count < 2 ? "" : isLast ? "└ " : "├ ") + row(take) + "\n"
    }
    try Console.result(Signs.fitted(lines))
  }

  private func row(_ take: StoredTake) -> String {
    let place = place(of: take)
    var row = words(
      .storyTakeRow,
      [
        "number": "\(take.number)", "start": number(seconds(place.start)),
        "end": number(seconds(place.end)), "player": take.author, "label": take.label,
      ])
    let facts = facts(take)
    if !facts.isEmpty { row += "  (" + facts.joined(separator: ", ") + ")" }
    return row
  }

  private func sentence(_ take: StoredTake) -> String {
    let place = place(of: take)
    let values = [
      "number": "\(take.number)", "player": take.author, "parent": name(of: take.parent),
      "start": number(seconds(place.start)), "end": number(seconds(place.end)),
      "label": ([words.quoted(take.label)] + facts(take)).joined(separator: ", "),
    ]
    return take.parent.isEmpty
      ? words(.storyTakeFirst, values.filter { $0.key != "parent" })
      : words(.storyTakeInWords, values)
  }

  /// Special facts about a take.
  private func facts(_ take: StoredTake) -> [String] {
    var facts: [String] = []
    if take.recordedRate != 1000 {
      let speed = words.number(take.recorded.rate.factor, decimals: 3)
      facts.append(words(.storyRecordedAt, ["speed": speed]))
    }
    if take.isMuted { facts.append(words(.storyMuted)) }
    if take.isSolo { facts.append(words(.storySolo)) }
    if take.gain != 0 {
      facts.append(words(.storyGain, ["gain": number(Double(take.gain) / 100)]))
    }
    if take.pan != 0 { facts.append(words(.storyPan, ["pan": number(Double(take.pan) / 100)])) }
    if take.localPitch != 0 { facts.append(words(.storyPitch, ["pitch": signed(take.localPitch)])) }
    if !take.damages.isEmpty {
      let clauses = take.damages.map { words.clause($0) }.joined(separator: ", ")
      facts.append(words(.storyDamaged, ["what": clauses]))
    }
    if !take.isSent { facts.append(words(.storyUnsent)) }
    if take.id == view.story.head { facts.append(words(.storyHead)) }
    return facts
  }

  // For programs.

  func json(_ event: String) -> JSONObject {
    let story = view.story
    var json = JSONObject(event: event)
    json["story"] = .integer(Int(story.number))
    json["id"] = .string(story.id)
    json["title"] = .string(story.title)
    json["player"] = .string(story.player)
    json["has_pen"] = .bool(story.isActive)
    json["holder"] = .string(story.holder)
    json["rate"] = .integer(story.rateHertz)
    json["speed"] = .number(story.dials.rate.factor)
    json["pitch"] = .number(story.dials.pitch.semitones)
    json["linked"] = .bool(story.isLinked)
    json["click"] = .bool(story.hasClick)
    json["bpm"] = .integer(story.beatsPerMinute)
    json["takes"] = .integer(view.takes.count)
    json["head"] = tree.take(story.head).map { .integer($0.number) }
    json["seconds"] = .number(seconds(view.timeline().length))
    json["updated"] = .date(story.updated)
    return json
  }

  func json(_ take: StoredTake, _ event: String) -> JSONObject {
    let place = place(of: take)
    var json = JSONObject(event: event)
    json["story"] = .integer(Int(view.story.number))
    json["take"] = .integer(take.number)
    json["id"] = .string(take.id)
    json["answers"] = tree.take(take.parent).map { .integer($0.number) }
    json["player"] = .string(take.author)
    json["label"] = .string(take.label)
    json["start"] = .number(seconds(place.start))
    json["seconds"] = .number(seconds(take.ticks))
    json["frames"] = .integer(take.frames)
    json["channels"] = .integer(take.channels)
    json["recorded_speed"] = .number(take.recorded.rate.factor)
    json["recorded_pitch"] = .number(take.recorded.pitch.semitones)
    json["gain"] = .number(Double(take.gain) / 100)
    json["pan"] = .number(Double(take.pan) / 100)
    json["muted"] = .bool(take.isMuted)
    json["solo"] = .bool(take.isSolo)
    json["pitch"] = .number(Double(take.localPitch) / 100_000)
    json["sent"] = .bool(take.isSent)
    json["damage"] = take.damage.isEmpty ? nil : .string(take.damage)
    return json
  }
}
