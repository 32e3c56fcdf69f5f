import CueAudio
import CueScreenplay

/// Where the parts of a recording begin.
enum Chapters {
  /// The chapters as the settings want them; the first begins with the recording.
  static func places(_ screenplay: Screenplay, _ draft: RecordingDraft) -> [SoundNotes.Place] {
    switch draft.settings.chapters {
    case .none: []
    case .scenes: scenes(screenplay, draft.timeline)
    case .sections: sections(screenplay, draft)
    }
  }

  private static func scenes(
    _ screenplay: Screenplay, _ timeline: Timeline
  ) -> [SoundNotes.Place] {
    var scenes: [String: Screenplay.SceneElements] = [:]
    for scene in screenplay.scenes { scenes[scene.id] = scene }
    return timeline.scenes.map { heard in
      let scene = scenes[heard.id]
      let heading = scene.map(\.heading) ?? ""
      let title = heading.isEmpty ? "Opening" : heading
      return SoundNotes.Place(
        frame: heard.frames.lowerBound, title: scene?.number.map { "\($0). \(title)" } ?? title)
    }
  }

  /// A section begins with the first item after its heading; of several headings before one item the first level counts.
  private static func sections(
    _ screenplay: Screenplay, _ draft: RecordingDraft
  ) -> [SoundNotes.Place] {
    let sections = screenplay.elements.indices.filter { screenplay.elements[$0].kind == .section }
    let top = sections.compactMap { screenplay.elements[$0].level }.min() ?? 1
    let tops = sections.filter { (screenplay.elements[$0].level ?? 1) == top }
    var places: [SoundNotes.Place] = []
    var next = 0
    for (place, span) in draft.timeline.spans.enumerated() {
      guard let span else { continue }
      var title: String?
      while next < tops.count, tops[next] <= draft.items[place].item.orderIndex {
        title = screenplay.elements[tops[next]].text
        next += 1
      }
      if let title {
        places.append(SoundNotes.Place(frame: span.lowerBound, title: title))
      } else if places.isEmpty {
        places.append(SoundNotes.Place(frame: 0, title: "Opening"))
      }
    }
    if let first = places.first, first.frame > 0 {
      places.insert(SoundNotes.Place(frame: 0, title: "Opening"), at: 0)
    }
    return places
  }
}
