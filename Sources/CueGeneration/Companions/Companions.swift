import CueAudio
import CueModel
import Glibc

/// What lies beside the sound of a recording.
struct Companions {
  let files: RecordingFiles
  private var draft: RecordingDraft { files.draft }

  func write(
    _ cache: any SoundCache, cancellation: Cancellation, progress: (RecordingProgress) -> Void,
    report: inout RecordingReport
  ) throws {
    let wanted = draft.settings.companions
    guard !wanted.isEmpty else { return }
    if wanted.contains(.chapters), !files.chapters.isEmpty {
      let places = files.chapters.map { ($0.frame * 1000 / draft.rateHertz, $0.title) }
      try files.write(SubtitleTexts.chapters(places), ".chapters.txt", &report)
    }
    guard wanted != [.chapters] else { return }
    progress(files.progress(.subtitles, 0))
    let timed = try words(draft).all()
    if wanted.contains(.cues) {
      let sheet = CueSheet(
        draft: draft, screenplay: files.screenplay, files: files.files, chapters: files.chapters,
        title: files.title, author: files.author)
      try files.write(sheet.text(timed), ".json", &report)
    }
    var ofPlace: [Int: TimedItem] = [:]
    for item in timed { ofPlace[item.place] = item }
    var done = 0.0
    for file in files.files {
      try cancellation.checkRecording()
      try write(file, file.items.compactMap { ofPlace[$0] }, &report)
      done += files.seconds(of: file)
      progress(files.progress(.subtitles, done))
    }
    guard wanted.contains(.page) else { return }
    try writePage(cache, cancellation, progress, &report)
  }

  private func words(_ draft: RecordingDraft) -> WordTimes {
    WordTimes(draft: draft, screenplay: files.screenplay, source: files.source)
  }

  /// What belongs to one file, beside it and under its name.
  private func write(
    _ file: PlannedFile, _ items: [TimedItem], _ report: inout RecordingReport
  ) throws {
    let wanted = draft.settings.companions
    func put(_ text: String, _ ending: String) throws {
      let path = FileNames.withoutEnding(file.path) + ending
      try TextFile.write(text, to: path)
      report.companionPaths.append(path)
    }
    if wanted.contains(.labels) {
      let text = SubtitleTexts.labels(
        items, rateHertz: draft.rateHertz, start: file.frames.lowerBound)
      try put(text, ".labels.txt")
    }
    guard !wanted.isDisjoint(with: [.srt, .vtt, .lrc]) else { return }
    let subtitles = Subtitles(items, rateHertz: draft.rateHertz, frames: file.frames)
    if wanted.contains(.srt) { try put(SubtitleTexts.srt(subtitles), ".srt") }
    if wanted.contains(.vtt) { try put(SubtitleTexts.vtt(subtitles), ".vtt") }
    if wanted.contains(.lrc) {
      let title = file.notes.title.isEmpty ? files.title : file.notes.title
      try put(SubtitleTexts.lrc(subtitles, title: title, author: files.author), ".lrc")
    }
  }

  /// The page, with the recording's file where browsers play that, else with an Opus file of its own.
  private func writePage(
    _ cache: any SoundCache, _ cancellation: Cancellation,
    _ progress: (RecordingProgress) -> Void, _ report: inout RecordingReport
  ) throws {
    var done = 0.0
    func tell(_ seconds: Double) {
      done += seconds
      progress(files.progress(.page, done))
    }
    tell(0)
    let isOwn = draft.settings.form != .whole || !ReadAlongPage.plays(draft.kind)
    var sounding = draft
    var soundPath = files.files.first?.path ?? ""
    if isOwn {
      sounding = draft.asKind(.sound(.opus))
      soundPath = files.stem + ".opus"
      let heard = draft.items.indices.filter { draft.timeline.spans[$0] != nil }
      var file = PlannedFile(
        path: soundPath, items: heard, frames: 0..<sounding.timeline.frames)
      file.notes.title = files.title
      file.notes.artist = files.author
      let mixer = FileMixer(
        draft: sounding, file: file, cache: cache, cancellation: cancellation,
        threads: draft.settings.threads)
      report.cost.add(try mixer.write(tell: tell).cost)
    }
    let page = ReadAlongPage(
      title: files.title, author: files.author, language: draft.settings.language,
      screenplay: files.screenplay, draft: sounding)
    let path = files.stem + ".html"
    let isInside = try page.write(
      to: path, try words(sounding).all().filter { !$0.isSound }, soundPath: soundPath)
    report.companionPaths.append(path)
    guard isOwn else { return }
    if isInside {
      unsafe unlink(soundPath)
    } else {
      report.companionPaths.append(soundPath)
    }
  }
}
