import CueModel
import CueStore

/// Whole numbers by name, as the journal of a story keeps them: `rate=1000 pitch=0`.
struct StoryRecord: Equatable {
  private var values: [(name: String, value: Int)] = []

  init(_ values: [(name: String, value: Int)]) { self.values = values }

  init(_ text: String) {
    values = text.split(separator: " ").compactMap { part in
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let value = Int(halves[1]) else { return nil }
      return (String(halves[0]), value)
    }
  }

  var text: String { values.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }

  subscript(name: String) -> Int? { values.first { $0.name == name }?.value }

  /// The values that are not as in `other`.
  func changes(from other: StoryRecord) -> StoryRecord {
    StoryRecord(values.filter { $0.value != other[$0.name] })
  }

  static func == (one: StoryRecord, other: StoryRecord) -> Bool { one.text == other.text }
}

extension StoredStory {
  /// How all of it is heard.
  package var dials: StoryDials {
    get {
      var dials = StoryDials()
      dials.rate = PlaybackRate(thousandths: masterRate) ?? .one
      dials.pitch = PitchOffset(millicents: masterPitch)
      dials.isLinked = isLinked
      return dials
    }
    set {
      masterRate = newValue.rate.thousandths
      masterPitch = newValue.pitch.millicents
      isLinked = newValue.isLinked
    }
  }

  /// What is heard beside the takes while it plays.
  package var click: StoryClick {
    get { StoryClick(isOn: hasClick, beatsPerMinute: beatsPerMinute) }
    set { (hasClick, beatsPerMinute) = (newValue.isOn, newValue.beatsPerMinute) }
  }

  /// Whether this player holds the pen.
  package var pen: Pen { isActive ? .active : .locked }

  var dialRecord: StoryRecord {
    StoryRecord([
      ("rate", masterRate), ("pitch", masterPitch), ("linked", isLinked ? 1 : 0),
      ("click", hasClick ? 1 : 0), ("bpm", beatsPerMinute),
    ])
  }

  mutating func take(dials record: StoryRecord) {
    masterRate = record["rate"] ?? masterRate
    masterPitch = record["pitch"] ?? masterPitch
    isLinked = record["linked"].map { $0 != 0 } ?? isLinked
    hasClick = record["click"].map { $0 != 0 } ?? hasClick
    beatsPerMinute = record["bpm"] ?? beatsPerMinute
  }
}

extension StoredTake {
  /// What was heard while it was recorded.
  package var recorded: RecordedDials {
    RecordedDials(
      rate: PlaybackRate(thousandths: recordedRate) ?? .one,
      pitch: PitchOffset(millicents: recordedPitch))
  }

  /// What its sound is made of, in a story of `rateHertz`.
  package func format(rateHertz: Int) -> AudioFormat {
    AudioFormat(sample: isFloat ? .float32 : .int16, rateHertz: rateHertz, channels: channels)
  }

  /// How long it is on the timeline, in ticks.
  package var ticks: Int { ChainTimeline.ticks(frames: frames, recordedAt: recorded.rate) }

  var trackRecord: StoryRecord {
    StoryRecord([
      ("gain", gain), ("pan", pan), ("muted", isMuted ? 1 : 0), ("solo", isSolo ? 1 : 0),
      ("pitch", localPitch),
    ])
  }

  mutating func take(track record: StoryRecord) {
    gain = record["gain"] ?? gain
    pan = record["pan"] ?? pan
    isMuted = record["muted"].map { $0 != 0 } ?? isMuted
    isSolo = record["solo"].map { $0 != 0 } ?? isSolo
    localPitch = record["pitch"] ?? localPitch
  }
}

extension StoryTree<StoredTake> {
  /// Where each take lies on the timeline of its branch, by its id.
  package var places: [String: TimelinePlace] {
    var places: [String: TimelinePlace] = [:]
    for (take, _) in outline {
      let before = self.take(take.parent)?.parent ?? ""
      places[take.id] = TimelinePlace(start: places[before]?.end ?? 0, length: take.ticks)
    }
    return places
  }
}

/// A story with its takes.
package struct StoryView: Equatable, Sendable {
  /// The story.
  package var story: StoredStory
  /// Its takes, in the order in which they were added here.
  package var takes: [StoredTake]

  /// A story with its takes.
  package init(story: StoredStory, takes: [StoredTake]) {
    self.story = story
    self.takes = takes
  }

  /// The tree of its takes.
  package var tree: StoryTree<StoredTake> { StoryTree(takes) }

  /// The takes that are heard: from the first to the head, or to the take of another id.
  package func chain(to id: String? = nil) -> [StoredTake] {
    tree.chain(to: id ?? story.head) ?? []
  }

  /// Where the takes of a chain lie.
  package func timeline(to id: String? = nil) -> ChainTimeline {
    ChainTimeline(lengths: chain(to: id).map(\.ticks))
  }

  /// The take that the user calls `name`: its number here, or at least four digits of its id.
  package func take(called name: String) throws(StoryFailure) -> StoredTake {
    if let number = Int(name), let take = takes.first(where: { $0.number == number }) {
      return take
    }
    let found = name.utf8.count < 4 ? [] : takes.filter { $0.id.hasPrefix(name.lowercased()) }
    guard let take = found.first else { throw .noSuchTake(name, story: story.title) }
    guard found.count == 1 else { throw .ambiguousTake(name, story: story.title) }
    return take
  }
}
