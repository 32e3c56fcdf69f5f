import CueStore
import CueSystem

/// What a bundle says of its story: the file `story.json` in it.
struct StoryBundle {
  /// The version that this program writes, and the newest that it reads.
  static let version = 1
  /// The most bytes of `story.json`.
  static let mostBytes = 64 << 20

  var story: StoredStory
  /// The sender.
  var from: String
  /// The player that the pen is for; empty for any receiver.
  var recipient: String
  var takes: [StoredTake]

  var json: JSONObject {
    var json = JSONObject()
    json["tapstory"] = .integer(StoryBundle.version)
    json["id"] = .string(story.id)
    json["title"] = .string(story.title)
    json["rate"] = .integer(story.rateHertz)
    json["from"] = .string(from)
    json["to"] = .string(recipient)
    json["master_rate"] = .integer(story.masterRate)
    json["master_pitch"] = .integer(story.masterPitch)
    json["linked"] = .bool(story.isLinked)
    json["click"] = .bool(story.hasClick)
    json["bpm"] = .integer(story.beatsPerMinute)
    json["turn"] = .integer(story.turn)
    json["head"] = .string(story.head)
    json["takes"] = .objects(takes.map(StoryBundle.json))
    return json
  }

  private static func json(_ take: StoredTake) -> JSONObject {
    var json = JSONObject()
    json["id"] = .string(take.id)
    json["parent"] = .string(take.parent)
    json["author"] = .string(take.author)
    json["label"] = .string(take.label)
    json["channels"] = .integer(take.channels)
    json["float"] = .bool(take.isFloat)
    json["frames"] = .integer(take.frames)
    json["sha256"] = .string(take.digest)
    json["recorded_rate"] = .integer(take.recordedRate)
    json["recorded_pitch"] = .integer(take.recordedPitch)
    json["damage"] = .string(take.damage)
    json["gain"] = .integer(take.gain)
    json["pan"] = .integer(take.pan)
    json["muted"] = .bool(take.isMuted)
    json["solo"] = .bool(take.isSolo)
    json["local_pitch"] = .integer(take.localPitch)
    return json
  }

  init(story: StoredStory, from: String, recipient: String, takes: [StoredTake]) {
    self.story = story
    self.from = from
    self.recipient = recipient
    self.takes = takes
  }

  /// Reads what `bytes` say; nothing is believed that cannot be.
  init(_ bytes: [UInt8]) throws(BundleFault) {
    guard let json = try? LinedJSON(parsing: bytes), let version = json.integer("tapstory") else {
      throw .noStory
    }
    guard version > 0 else { throw .noStory }
    guard version == StoryBundle.version else { throw .version(version) }
    guard let id = json.text("id"), StoryLimits.isID(id), let title = json.name("title"),
      let rate = json.integer("rate"), StoryLimits.ratesHertz.contains(rate),
      let from = json.name("from"), let recipient = json.text("to"),
      recipient.count <= StoryLimits.mostNameCharacters,
      let masterRate = json.integer("master_rate"), PlaybackRate.range.contains(masterRate),
      let masterPitch = json.integer("master_pitch"), StoryBundle.pitches.contains(masterPitch),
      let isLinked = json.flag("linked"), let hasClick = json.flag("click"),
      let tempo = json.integer("bpm"), StoryClick.tempos.contains(tempo),
      let turn = json.integer("turn"), (0...StoryBundle.mostTurns).contains(turn),
      let head = json.text("head"),
      case .array(let takes)? = json["takes"], takes.count <= StoryLimits.mostTakes
    else { throw .noStory }
    var story = StoredStory(id: id, title: title, player: from, rateHertz: rate)
    story.masterRate = masterRate
    story.masterPitch = masterPitch
    story.isLinked = isLinked
    (story.hasClick, story.beatsPerMinute, story.turn) = (hasClick, tempo, turn)
    story.head = head
    self.story = story
    self.from = from
    self.recipient = recipient
    self.takes = []
    for take in takes { self.takes.append(try StoryBundle.take(take, rateHertz: rate)) }
    guard self.takes.contains(where: { $0.id == head }) else { throw .noStory }
  }

  /// More than friends pass a pen.
  private static let mostTurns = 1_000_000_000
  /// More than any dials make, in millicents.
  private static let pitches = -10_000_000...10_000_000

  private static func take(
    _ json: LinedJSON, rateHertz: Int
  ) throws(BundleFault) -> StoredTake {
    guard let id = json.text("id"), StoryLimits.isID(id), let parent = json.text("parent"),
      parent.isEmpty || StoryLimits.isID(parent), let author = json.name("author"),
      let label = json.text("label"), label.utf8.count <= 1 << 16,
      let channels = json.integer("channels"),
      let isFloat = json.flag("float"), let frames = json.integer("frames"),
      let digest = json.text("sha256"), digest.utf8.count == 64,
      StoryLimits.isID(String(digest.prefix(32))), StoryLimits.isID(String(digest.suffix(32))),
      let rate = json.integer("recorded_rate"), PlaybackRate.range.contains(rate),
      let pitch = json.integer("recorded_pitch"), pitches.contains(pitch),
      let damage = json.text("damage"), damage.utf8.count <= 1 << 16,
      let gain = json.integer("gain"), (-20_000...2400).contains(gain),
      let pan = json.integer("pan"), (-100...100).contains(pan), let isMuted = json.flag("muted"),
      let isSolo = json.flag("solo"), let local = json.integer("local_pitch"),
      pitches.contains(local)
    else { throw .noStory }
    if let fault = StoryLimits.fault(frames: frames, channels: channels, rateHertz: rateHertz) {
      throw .take(id, fault)
    }
    var take = StoredTake(
      id: id, parent: parent, author: author, channels: channels, isFloat: isFloat, frames: frames,
      digest: digest, recordedRate: rate, recordedPitch: pitch)
    take.label = label
    take.damage = damage
    (take.gain, take.pan, take.isMuted, take.isSolo) = (gain, pan, isMuted, isSolo)
    take.localPitch = local
    take.isSent = true
    return take
  }

  /// Throws what is wrong with its takes beside `known`, those that are here already.
  func check(beside known: [StoredTake]) throws(BundleFault) {
    var seen: Set<String> = []
    for take in takes where !seen.insert(take.id).inserted { throw .twoOfOne(take.id) }
    let here = Dictionary(known.map { ($0.id, $0) }) { one, _ in one }
    for take in takes {
      if let mine = here[take.id], !take.isSameRecording(as: mine) { throw .rewritten(take.id) }
    }
    let all = StoryTree(known + takes.filter { here[$0.id] == nil })
    for fault in all.faults {
      switch fault {
      case .twoOfOne(let id): throw .twoOfOne(id)
      case .missingParent(let id): throw .missingParent(id)
      case .cycle(let id): throw .cycle(id)
      case .secondBeginning(let id): throw .secondBeginning(id)
      }
    }
    try checkTails(all, here)
  }

  /// Each new take ends after the one that it answers.
  private func checkTails(
    _ tree: StoryTree<StoredTake>, _ here: [String: StoredTake]
  ) throws(BundleFault) {
    let places = tree.places
    for take in tree.takes where here[take.id] == nil && !take.parent.isEmpty {
      guard let end = places[take.id]?.end, end > places[take.parent]?.end ?? 0 else {
        throw .noTail(take.id)
      }
    }
  }
}

extension StoredTake {
  /// Whether all that never changes is the same.
  fileprivate func isSameRecording(as other: StoredTake) -> Bool {
    id == other.id && parent == other.parent && author == other.author
      && channels == other.channels && isFloat == other.isFloat && frames == other.frames
      && digest == other.digest && recordedRate == other.recordedRate
      && recordedPitch == other.recordedPitch
  }
}

extension LinedJSON {
  fileprivate func text(_ name: String) -> String? {
    if case .string(let text)? = self[name], !text.utf8.contains(0) { text } else { nil }
  }

  /// A text of one line that names somebody or something.
  fileprivate func name(_ name: String) -> String? {
    text(name).flatMap { StoryLimits.isName($0) ? $0 : nil }
  }

  fileprivate func integer(_ name: String) -> Int? {
    if case .number(let number)? = self[name], abs(number) < 9e15, number == number.rounded() {
      Int(number)
    } else {
      nil
    }
  }

  fileprivate func flag(_ name: String) -> Bool? {
    if case .bool(let flag)? = self[name] { flag } else { nil }
  }
}
