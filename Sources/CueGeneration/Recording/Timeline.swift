import CueModel
import CueScreenplay

/// When which item of a recording is heard.
///
/// Items follow each other in order, with a pause between two that says how they belong together. Neighbors of one
/// ``SpeakableItem/group`` begin together: each speaker of the group goes on by itself, and what follows waits for all.
public struct Timeline: Equatable, Sendable {
  /// The frames of each item, in order of the items; nothing for one without sound.
  public private(set) var spans: [Range<Int>?]
  /// The frame after the last item.
  public private(set) var frames = 0
  /// The stretches of the scenes that are heard, in order, each with the pause after it; together they are the whole.
  public private(set) var scenes: [SceneSpan] = []

  /// A stretch of a recording that is of one scene.
  public struct SceneSpan: Equatable, Sendable {
    /// The scene's name; see ``SpeakableItem/sceneID``.
    public var id: String
    /// Places of its items.
    public var items: Range<Int>
    /// Its frames.
    public var frames: Range<Int>
  }

  /// Lays out `items`, of which each lasts `lengths` frames (nothing: it has no sound) at `rateHertz`.
  public init(_ items: [RenderedItem], lengths: [Int?], gaps: Gaps, rateHertz: Int) {
    precondition(items.count == lengths.count, "every item has a length or none")
    spans = Array(repeating: nil, count: items.count)
    let milliseconds = { (count: Int) in max(0, count) * rateHertz / 1000 }
    var last: Int?
    var index = 0
    while index < items.count {
      let run = Timeline.run(of: items, from: index)
      defer { index = run.upperBound }
      guard let first = run.first(where: { lengths[$0] != nil }) else { continue }
      var start = frames
      if let last {
        start += milliseconds(
          items[last].item.sceneID != items[first].item.sceneID
            ? gaps.sceneMilliseconds : Timeline.gap(gaps, items[last], items[first]))
      }
      var ends: [String: Int] = [:]
      for place in run {
        guard let length = lengths[place] else { continue }
        let lane = items[place].lane
        let from = ends[lane].map { $0 + milliseconds(gaps.sameSpeakerMilliseconds) } ?? start
        spans[place] = from..<from + length
        ends[lane] = from + length
        frames = max(frames, from + length)
        last = place
      }
    }
    findScenes(items)
  }

  /// The items that are heard at once with the one at `start`.
  private static func run(of items: [RenderedItem], from start: Int) -> Range<Int> {
    let item = items[start].item
    guard let group = item.group else { return start..<start + 1 }
    var end = start + 1
    while end < items.count, items[end].item.group == group, items[end].item.sceneID == item.sceneID
    {
      end += 1
    }
    return start..<end
  }

  /// What is usual, in proportion to the pause that a tone has.
  private static func gap(_ gaps: Gaps, _ one: RenderedItem, _ other: RenderedItem) -> Int {
    let usual = one.lane == other.lane ? gaps.sameSpeakerMilliseconds : gaps.speechMilliseconds
    guard let pause = one.pauseAfterMilliseconds else { return usual }
    return usual * pause / Tone.plainPauseMilliseconds
  }

  private mutating func findScenes(_ items: [RenderedItem]) {
    for (place, span) in spans.enumerated() {
      guard let span else { continue }
      let id = items[place].item.sceneID
      if let last = scenes.indices.last {
        if scenes[last].id == id {
          scenes[last].items = scenes[last].items.lowerBound..<place + 1
          continue
        }
        scenes[last].frames = scenes[last].frames.lowerBound..<span.lowerBound
      }
      scenes.append(
        SceneSpan(
          id: id, items: place..<place + 1, frames: (scenes.isEmpty ? 0 : span.lowerBound)..<frames)
      )
    }
  }
}

extension RenderedItem {
  /// What keeps two voices of a group apart.
  var lane: String {
    item.characterName ?? (item.kind == .sound ? "\u{0}sound" : "\u{0}narrator")
  }
}
