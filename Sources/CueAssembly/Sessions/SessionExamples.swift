import CueGeneration
import CueListening
import CueModel
import CueScreenplay
import CueSpeaking
import CueStore
import CueStory
import CueSystem
import CueText

/// An event of each kind while a recording is made.
struct RecordingExamples {
  private(set) var events: [(json: String, meaning: String)] = []

  init(_ words: RecordingEventWriter.Words) {
    var writer = RecordingEventWriter(words)
    func add(_ event: RecordingEvent, _ meaning: String) {
      if let json = writer.json(event).first { events.append((json.text, meaning)) }
    }
    func clip(_ event: GenerationEvent, _ meaning: String) { add(.made([event]), meaning) }
    let crash = PluginFailure(
      plugin: "flite", activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    guard let plan = RecordingExamples.plan(), let key = plan.jobs.first?.key else {
      preconditionFailure("the example is a script with a line")
    }
    let entry = ClipEntry(
      key: key, format: AudioFormat(sample: .int16, rateHertz: 22_050, channels: 1),
      frames: 33_075, byteCount: 66_194, checksum: "")
    add(.planned(plan, numbers: [2]), "What is wanted, and how many clips of it are to be made.")
    clip(.generating(job: 0, lane: 0), "A voice begins to say an item, in one of the lanes.")
    clip(.waiting(job: 0), "An item waits, because its service allows no more requests now.")
    clip(.retrying(job: 0, crash, milliseconds: 2000), "An item is tried again after this time.")
    clip(.fellBack(job: 0, crash, to: "espeak:en"), "Another voice says the item.")
    clip(
      .leftEffectOut(job: 0, crash, voice: "flite:slt"), "The item is said without its effect.")
    clip(.missed(job: 0, .silent), "Something is wrong with the sound of an item.")
    clip(.failed(job: 0, crash, mayPass: true), "An item has no sound; another try may succeed.")
    clip(.cancelled(job: 0), "An item was not finished.")
    clip(.made(job: 0, entry, choice: 0), "An item was made, and is kept as this clip.")
    clip(.kept(job: 0, entry, choice: 0), "An item is a clip that was there already.")
    add(.lost(1), "Clips are damaged or gone, and made again.")
    add(.proof(done: 1, total: 1), "How many clips a recognizer has read back.")
    add(
      .writing(RecordingProgress(phase: .writing, doneSeconds: 12, totalSeconds: 60)),
      "How much is measured, mixed or encoded: measuring, writing, subtitles, page.")
    var report = RecordingReport()
    report.files = [.init(path: "train.flac", items: [0], frames: 33_075)]
    report.rateHertz = 22_050
    report.frames = 33_075
    add(.written(report), "A file that was written.")
    addProof(writer)
    addEnds(writer, report)
  }

  private mutating func addProof(_ writer: RecordingEventWriter) {
    var proof = ProofReport()
    proof.recognizer = "pocketsphinx"
    proof.read = 1
    let heard = "The train is great."
    proof.differing = [
      ClipProof(
        job: 0, heard: heard,
        reading: ProofReading(
          "The train is late.", language: "en",
          heard: heard.split(separator: " ").map { HeardWord(String($0)) }))
    ]
    proof.unread = [(0, ListenFailure(.recognizerUnavailable))]
    var retake = RetakeReport(job: 0, before: 1)
    retake.tries = 2
    retake.after = 0
    retake.isKept = true
    retake.isRepetition = false
    let meanings = [
      "Other takes of a clip were made.", "The words of a clip differ from its text.",
      "A clip could not be read back.", "All clips are read back.",
    ]
    for (json, meaning) in zip(writer.json(proof, [retake]), meanings) {
      events.append((json.text, meaning))
    }
  }

  private mutating func addEnds(_ writer: RecordingEventWriter, _ report: RecordingReport) {
    var request = RecordingRequest()
    request.output = "train.flac"
    var end = RecordingSession.End(kind: .completed)
    end.report = report
    let ends: [(RecordingSession.End.Kind, String)] = [
      (
        .completed,
        "All is made. No event follows this one, or the next two, but what is read back."
      ),
      (.unchanged, "Nothing has changed since the last time."),
      (.cancelled, "It was cancelled; this many items are done, and kept."),
    ]
    for (kind, meaning) in ends {
      end.kind = kind
      if let json = writer.json(end, of: request, unspoken: []) {
        events.append((json.text, meaning))
      }
    }
  }

  private static func plan() -> GenerationPlan? {
    let script = "INT. COMPARTMENT - NIGHT\n\nOSKAR\nThe train is late.\n"
    guard
      let screenplay = try? ScreenplayReader.read(Array(script.utf8), fileName: "train.fountain"),
      let item = SpeakableItems.items(of: screenplay, rules: .tableRead).last,
      let key = ClipKey(hexadecimal: String(repeating: "0f", count: 32))
    else { return nil }
    return GenerationPlan(example: item, by: "OSKAR", key)
  }
}

/// An event of each kind while speech is put together.
struct SpeakingExamples {
  private(set) var events: [(json: String, meaning: String)] = []

  init(explain: @escaping @Sendable (any Error) -> String) {
    let writer = SpeakingEventWriter(explain: explain)
    func add(_ report: SpeakingReport, _ meaning: String) {
      if let json = writer.json(report) { events.append((json.text, meaning)) }
    }
    func course(_ what: SpeakingEvent.What, _ meaning: String) {
      add(.course(SpeakingEvent(seconds: 1.5, channel: 0, what)), meaning)
    }
    let crash = PluginFailure(
      plugin: "flite", activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    let words = SpeechItem.speak("Good evening.", voice: "flite:slt")
    add(.noClip(name: "ding", line: 3), "A mark names a clip that does not exist; it is left out.")
    course(.prepared(path: "ding.wav"), "A clip was opened ahead of time.")
    course(.status(.speaking), "What goes on in the main channel.")
    course(.began(item: 1, words), "An item of a channel begins.")
    course(.speaking(true), "Somebody begins to speak; false after the last words.")
    course(.said(item: 1, voice: "flite:slt"), "The sound of the item's words begins.")
    course(
      .mark(item: 1, SpeechMark(kind: .word, frame: 480, textRange: 5..<12)),
      "A word begins; estimated if the voice reports no words.")
    course(
      .shortfall(item: 1, Shortfall(field: "speed", outcome: "clamped to 2.5")),
      "A voice could not do as it was asked.")
    course(
      .standIn(item: 1, voice: "espeak:en", because: crash),
      "A voice failed, and another one says the item from its start.")
    course(.level(0.4), "The level of all that is heard, 0…1.")
    course(.pulse(0.3), "How strongly the voices speak, 0…1.")
    course(.ended(item: 1), "The item is over.")
    course(
      .failed(item: 2, .sound(path: "ding.wav", gainDecibels: -6), because: crash),
      "The item could not be said or played; the next one comes.")
    add(
      .standIn(voice: "espeak:en", because: crash),
      "While lines are fitted, a voice failed, and another one says them.")
    add(
      .fitted(
        FittedLine(
          line: 1, voice: "flite:slt", startSeconds: 1, targetSeconds: 2, seconds: 2.01,
          ownSeconds: 2.6, speed: 1.3, tempo: 1, passes: 2, lateSeconds: 0, isFitted: true)),
      "A line was made to last a given time.")
    add(
      .finished(SpeakingOutcome(finished: 2, failed: 1, seconds: 3.5)),
      "All is spoken; after lines that were fitted, `lines` and `missed`.")
  }
}

/// An event of each kind of a story's canvas.
struct CanvasExamples {
  private(set) var events: [(json: String, meaning: String)] = []

  init(note: @escaping (CanvasNote) -> String) {
    var story = StoredStory(id: "s", title: "Two voices", player: "nora", rateHertz: 48_000)
    var take = StoredTake(
      id: "0f", parent: "", author: "nora", channels: 1, isFloat: false, frames: 192_000,
      digest: "", recordedRate: 1000, recordedPitch: 0)
    take.number = 1
    take.label = "Come to the window."
    story.head = take.id
    var state = CanvasState(StoryView(story: story, takes: [take]), atLastTail: true)
    _ = state.press(.marker, columns: 0)
    var writer = CanvasEventWriter(text: note)
    let meanings = [
      "The story: its takes, where they lie, who has the pen, and the dials.",
      "The canvas: where the playhead is, and what goes on: stopped, playing, aiming, marked, pre-rolling, recording, keeping.",
      "Something that the player should know.",
    ]
    for (json, meaning) in zip(writer.json(state), meanings) {
      events.append((json.text, meaning))
    }
  }
}
