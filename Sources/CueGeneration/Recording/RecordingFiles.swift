import CueAudio
import CueModel
import CueScreenplay
import CueSystem
import Glibc

/// The files of a recording, and how they are written.
struct RecordingFiles {
  let draft: RecordingDraft
  let files: [PlannedFile]
  let chapters: [SoundNotes.Place]
  /// Ahead of the ending of what lies beside the recording.
  let stem: String
  let title: String
  let author: String
  let screenplay: Screenplay
  let source: [UInt8]

  init(_ recording: CastRecording, _ draft: RecordingDraft, path: String) {
    self.draft = draft
    screenplay = recording.screenplay
    source = recording.source
    let script = recording.screenplay
    title = recording.settings.title ?? script.title("title").joined(separator: " ")
    author =
      recording.settings.author
      ?? (script.title("author") + script.title("authors")).joined(separator: ", ")
    chapters = Chapters.places(script, draft)
    let names = FileNames(draft, script, path: path)
    stem = names.stem
    var files = names.files
    for index in files.indices {
      files[index].notes.artist = author
      files[index].notes.language = recording.settings.language
      if draft.settings.form == .whole {
        files[index].notes.title = title
        files[index].notes.places = chapters
      } else {
        files[index].notes.album = title
        files[index].notes.track = String(index + 1)
      }
    }
    self.files = files
  }

  func write(
    _ cache: any SoundCache, cancellation: Cancellation, progress: (RecordingProgress) -> Void,
    report: inout RecordingReport
  ) throws {
    if draft.settings.form != .whole { try TextFile.makeFolder(of: stem) }
    var done = RecordingProgress(phase: .writing, doneSeconds: 0, totalSeconds: heardSeconds)
    func tell(_ seconds: Double) {
      done.doneSeconds += seconds
      progress(done)
    }
    progress(done)
    var leastGain = 1.0
    var mixed: [Int] = []
    let threads = draft.settings.threads
    let isOne = files.count == 1
    let (files, draft) = (files, draft)
    let mixer = { @Sendable (index: Int) in
      FileMixer(
        draft: draft, file: files[index], cache: cache, cancellation: cancellation,
        threads: isOne ? threads : 0)
    }
    if isOne {
      let (cost, least, places) = try mixer(0).write(tell: tell)
      report.cost.add(cost)
      leastGain = least
      mixed = places
    } else {
      let work = OrderedWork(count: files.count, threads: threads) {
        index throws -> (RecordingCost, Double, [Int]) in
        try mixer(index).write { _ in }
      }
      defer { work.stop() }
      var index = 0
      while let (cost, least, places) = try work.next() {
        report.cost.add(cost)
        mixed += places
        leastGain = min(leastGain, least)
        tell(seconds(of: files[index]))
        index += 1
      }
    }
    report.completeness = Completeness(
      draft.items, mixed: mixed, language: draft.settings.language)
    report.limitedDecibels = 20 * log10(1 / leastGain)
    report.files = files.map {
      RecordingReport.File(path: $0.path, items: $0.items, frames: $0.frames.count)
    }
    let started = ThreadClock.seconds
    try writePlaylist(&report)
    try Companions(files: self).write(
      cache, cancellation: cancellation, progress: progress, report: &report)
    report.cost.companionSeconds += ThreadClock.seconds - started
  }

  /// The progress of `phase` after `seconds` of sound.
  func progress(_ phase: RecordingProgress.Phase, _ seconds: Double) -> RecordingProgress {
    RecordingProgress(phase: phase, doneSeconds: seconds, totalSeconds: heardSeconds)
  }

  /// All clips together, which is more than the recording where some overlap.
  private var heardSeconds: Double { files.reduce(0) { $0 + seconds(of: $1) } }

  /// The length of all clips of `file` together, in seconds.
  func seconds(of file: PlannedFile) -> Double {
    file.items.reduce(0) {
      $0 + Double(draft.timeline.spans[$1]?.count ?? 0) / Double(draft.rateHertz)
    }
  }

  private func writePlaylist(_ report: inout RecordingReport) throws {
    guard draft.settings.form == .scenes || draft.settings.form == .lines else { return }
    let tracks = files.map { file in
      Playlist.Track(
        file: FileNames.last(file.path),
        seconds: Double(file.frames.count) / Double(draft.rateHertz),
        artist: author, title: file.notes.title)
    }
    try write(Playlist.text(of: tracks, title: title), ".m3u8", &report)
  }

  /// Writes what lies beside the recording.
  func write(
    _ text: String, _ ending: String, _ report: inout RecordingReport
  ) throws {
    let path = stem + ending
    try TextFile.write(text, to: path)
    report.companionPaths.append(path)
  }
}

/// What the files of a recording are called.
struct FileNames {
  private(set) var files: [PlannedFile] = []
  /// Ahead of the ending of what lies beside the recording.
  let stem: String

  init(_ draft: RecordingDraft, _ screenplay: Screenplay, path: String) {
    let settings = draft.settings
    let timeline = draft.timeline
    let heard = draft.items.indices.filter { timeline.spans[$0] != nil }
    guard settings.form != .whole else {
      stem = FileNames.withoutEnding(path)
      files = [PlannedFile(path: path, items: heard, frames: 0..<timeline.frames)]
      return
    }
    // The place of a sound has no file of its own.
    let said = heard.filter { draft.clips[$0] != nil }
    let folder = path.hasSuffix("/") ? path : path + "/"
    stem = folder + "recording"
    let ending = "." + draft.kind.fileExtension
    switch settings.form {
    case .whole: break
    case .scenes:
      var headings: [String: String] = [:]
      for scene in screenplay.scenes { headings[scene.id] = scene.heading }
      for (index, scene) in timeline.scenes.enumerated() {
        let heading = headings[scene.id] ?? ""
        let name = heading.isEmpty ? "Opening" : heading
        let number = SafeName.number(index, of: timeline.scenes.count)
        var file = PlannedFile(
          path: "\(folder)\(number) - \(SafeName.name(name))\(ending)",
          items: scene.items.filter { timeline.spans[$0] != nil }, frames: scene.frames)
        file.notes.title = name
        files.append(file)
      }
    case .lines:
      for (index, place) in said.enumerated() {
        let item = draft.items[place]
        let number = SafeName.number(index, of: said.count)
        var file = PlannedFile(
          path: "\(folder)\(number) - \(SafeName.name(item.speaker))\(ending)", items: [place],
          frames: timeline.spans[place] ?? 0..<0)
        file.notes.title = String(item.item.text.prefix(80))
        files.append(file)
      }
    case .stems:
      var places: [String: Int] = [:]
      var names: Set<String> = []
      for place in said {
        let speaker = draft.items[place].speaker
        if let known = places[speaker] {
          files[known].items.append(place)
          continue
        }
        let plain = SafeName.name(speaker)
        var name = plain
        var count = 1
        // Two names may be the same on a disk that ignores case.
        while !names.insert(name.lowercased()).inserted {
          count += 1
          name = "\(plain) \(count)"
        }
        places[speaker] = files.count
        var file = PlannedFile(
          path: "\(folder)\(name)\(ending)", items: [place], frames: 0..<timeline.frames)
        file.notes.title = speaker
        files.append(file)
      }
    }
  }

  /// `path` without its ending, where its last part has one.
  static func withoutEnding(_ path: String) -> String {
    let name = last(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
    return String(path.dropLast(name[dot...].count))
  }

  /// What follows the last slash.
  static func last(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
