import CueCasting
import CueGeneration
import CueListening
import CueModel
import CuePractice
import CueRehearsal
import CueScreenplay
import CueStore
import CueStory
import CueSystem
import CueText

/// The events and commands of all sessions, with an example of each: the page `Documentation/Sessions.md`.
package enum SessionVocabulary {
  /// The page, in Markdown.
  ///
  /// - Parameters:
  ///   - explain: says in English why something failed
  ///   - missed: says in English what a clip lacks
  ///   - note: says a note of a story's canvas in English
  /// - Returns: the text of the page
  package static func page(
    explain: @escaping @Sendable (any Error) -> String,
    missed: @escaping @Sendable (ClipMiss) -> String, note: @escaping (CanvasNote) -> String
  ) -> String {
    let rehearsal = RehearsalExamples(explain: explain)
    let practice = PracticeExamples(explain: explain)
    let recording = RecordingExamples(.init(explain: explain, missed: missed))
    let speaking = SpeakingExamples(explain: explain)
    let canvas = CanvasExamples(note: note)
    return """
      # Sessions: events and commands

      A session is a mode that any face can drive: a terminal, a page, a program. It sends events and takes commands. Each has
      a JSON form with a stable name: `--json` prints the events, and `import Cue` gives them as values
      (`Rehearsal.json(of:)`, `Practice.json(of:)`, `Speaking.json(of:)`; `Recording.makeAsJSON(to:)` gives texts). New events
      and members may be added; those here stay. Members without a value are left out. Offsets and lengths count bytes of the
      text in UTF-8; a frame is one of the session's sound, counted from 0. In a rehearsal, a line is its index in the script,
      counted from 0, and a number is that of a spoken line, counted from 1. Lines of a list, items and takes are counted from 1.

      This page is made from the types by `cue help --format sessions`.

      ## Rehearsal: events

      \(table(rehearsal.events))

      ## Rehearsal: commands

      \(table(RehearsalCommand.examples.map { ($0.json, $0.meaning) }))

      ## Practice: events

      \(table(practice.events))

      ## Practice: commands

      \(table(PracticeCommand.examples.map { ($0.json, $0.meaning) }))

      ## Recording: events

      A recording takes no commands: it ends early if it is cancelled, and what is made is kept.

      \(table(recording.events))

      ## Speaking: events

      A queue, a chorus, or lines that last a given time. Speaking takes no commands.

      \(table(speaking.events))

      ## Stories: events

      An event comes if something in it is new. Times are in seconds as the story is heard now. No command prints these events
      or reads these commands yet: they are for pages.

      \(table(canvas.events))

      ## Stories: commands

      \(table(CanvasCommand.examples.map { ($0.json, $0.meaning) }))

      """
  }

  private static func table(_ rows: [(json: String, meaning: String)]) -> String {
    rows.map { "- \($0.meaning)\n\n  ```json\n  \($0.json)\n  ```" }.joined(separator: "\n")
  }
}

/// An event of each kind in a rehearsal.
private struct RehearsalExamples {
  private(set) var events: [(json: String, meaning: String)] = []

  init(explain: @escaping @Sendable (any Error) -> String) {
    let title = "The Last Train"
    let script = Self.script(title)
    let writer = RehearsalEventWriter(script, explain: explain)
    func add(_ event: RehearsalEvent, _ meaning: String) {
      if let json = writer.json(event) { events.append((json.text, meaning)) }
    }
    func course(_ report: RehearsalReport, _ meaning: String) { add(.course(report), meaning) }
    func hearing(_ report: ListeningReport, _ meaning: String) { add(.hearing(report), meaning) }
    let crash = PluginFailure(
      plugin: "flite", activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    add(.countdown(3), "The seconds before it begins; 0 when it does.")
    course(.started(title: title), "A rehearsal begins.")
    course(
      .state(from: .playingPartner, to: .waitingForUser, line: 2),
      "It does something else, or the same at another line: idle, playingPartner, waitingForUser, paused, finished."
    )
    course(
      .shown(script.lines[2], number: 2, isOwn: true),
      "A line comes before the actor's eyes; `own` if they say it.")
    course(
      .speaking(line: 1, character: "OSKAR", voice: "flite:rms", frame: 4800),
      "A voice begins to be heard.")
    course(
      .word(line: 1, textRange: 4..<9, frame: 9600, isEstimated: true),
      "A word begins; estimated if the voice reports no words.")
    course(
      .prompted(line: 2, textRange: 0..<12, isCorrection: false),
      "Words of the actor's line are given to them; a correction if they had said others.")
    course(.judged(line: 2, by: .gist), "The actor's line is judged like that from now on.")
    course(
      .lineDone(line: 1, .said),
      "A line is over: said, cut, failed; matched, endOfSpeech, silenceTimeout, manual or spokenCommand."
    )
    course(
      .standIn(line: 1, voice: "espeak:en", because: crash),
      "A voice failed, and another one says the line from its start.")
    course(.failed(line: 1, because: crash), "No voice could say the line; it goes on.")
    course(.voicesGivenUp, "No voice of the cast works any more.")
    course(
      .shortfall(line: 1, Shortfall(field: "speed", outcome: "clamped to 2.5")),
      "A voice could not do as it was asked.")
    course(.ignored(.advance, why: .notRehearsing), "A command changed nothing, and why.")
    course(.paused(line: 1, frame: 14_400), "Everything is held.")
    course(.resumed(line: 1, frame: 14_400), "It goes on.")
    course(
      .outputLost(line: 1, because: crash), "The sound has no place to go; it waits for one.")
    course(.outputBack(line: 1), "The line is heard again, from its start.")
    course(.roundBegins(2), "The lines are rehearsed once more.")
    hearing(.listening(line: 2), "The microphone follows the actor's line.")
    hearing(.listeningEarly(line: 1), "The microphone is open in a partner's line.")
    hearing(.speechBegan(line: 2), "Somebody has begun to speak.")
    hearing(.partial(line: 2, text: "is this"), "What is heard of the line so far.")
    hearing(.microphoneFault(.silent), "The microphone is silent, or its sound is cut off.")
    hearing(
      .waits(line: 2, .noSpeech(seconds: 15)),
      "The line is not over: no-speech, slept, unfinished, other-line, echo, not-understood, other-words, not-as-written."
    )
    hearing(
      .languageUnknown(recognizer: "pocketsphinx", language: "et"),
      "The recognizer does not know the language: lines end by silence.")
    hearing(.asksToStop(line: 2), "The actor asked to stop; said once more, it ends.")
    hearing(.command(line: 2, .line), "The actor said a command: line, back, again, next, stop.")
    hearing(
      .heard(
        HeardLine(
          line: 2, end: .matched,
          match: ExpectedLine(script.lines[2].text).match("is this seat free"),
          text: "is this seat free", source: "pocketsphinx", pickUpSeconds: 0.6, seconds: 1.4)),
      "The actor's line is over, and how it was said.")
    hearing(
      .wording(
        SecondOpinion(
          number: 2, judgement: LineJudgement(doubts: [], source: .second("whisper")),
          heard: "Is this seat free?")),
      "How a line was worded, as a second recognizer judges it.")
    hearing(
      .microphoneLost(.over("nora.wav")),
      "The microphone is gone: the actor goes on by hand, or it ends.")
    hearing(
      .recognizerFailed(ListenFailure(.recognizerUnavailable, plugin: crash), .startedAgain),
      "The recognizer failed, and what follows.")
    var attempt = LineAttempt(said: 0, quality: 3)
    attempt.share = 0.75
    attempt.missing = "seat"
    var wording = WordingReport()
    let doubt = LineJudgement.Doubt(.changed, 8..<12, heard: "sea", by: .second("whisper"))
    wording.take(LineJudgement(doubts: [doubt], source: .second("whisper")), ofLine: 2)
    add(
      .wording(wording, judgedBy: "whisper"),
      "How all lines were worded, at the end.")
    add(
      .summary(RunSummary([(line: 2, attempt: attempt)])),
      "How the run went, at the end: the lines to work on.")
    add(
      .recorded(RehearsalTake(name: "1.1", folder: "/home/nora/takes/1.1", frames: 96_000)),
      "A take that was recorded, at the end.")
    for (note, meaning) in Self.notes(crash) { add(.note(note), meaning) }
    var outcome = RehearsalOutcome()
    outcome.partnerLines = 1
    outcome.ownLines = 1
    outcome.completedLines = 2
    outcome.spokenLines = 2
    outcome.frames = 96_000
    outcome.rateHertz = 48_000
    course(
      .finished(outcome), "The script came to its end. No event follows this one, or the next two.")
    course(.stopped(outcome), "The actor ended it.")
    course(.brokenOff(outcome), "The output failed.")
  }

  private static func script(_ title: String) -> Script {
    Script(
      title: title, scenes: [],
      lines: [
        Line(index: 0, kind: .sceneHeading, text: "Int. Compartment - Night"),
        Line(index: 1, kind: .dialogue, character: "OSKAR", text: "The train is late."),
        Line(index: 2, kind: .dialogue, character: "NORA", text: "Is this seat free?"),
      ])
  }

  private static var hardNames: [KnownNames.Proposal] {
    let script = "INT. ROOM - DAY\n\nSIOBHAN\nYou are late.\n"
    guard let screenplay = try? ScreenplayReader.read(Array(script.utf8), fileName: "a.fountain")
    else { return [] }
    return KnownNames(parsing: "Siobhan = shi-VAWN")
      .proposals(for: screenplay, besides: Lexicon())
  }

  private static func notes(_ crash: PluginFailure) -> [(RehearsalNote, String)] {
    [
      (
        .unkept(.history, StoreFailure(gone: "/home/nora/library.db")),
        "The library cannot keep the cast, the place or the history."
      ),
      (
        .hardNames(hardNames),
        "Names whose spelling does not show how to say them, each with a proposal."
      ),
      (.noOwnLines(roles: ["NORA"]), "The actor's parts have no line here."),
      (.goesOn(atLine: 12), "It goes on where the last rehearsal of the part stopped."),
      (
        .chosen([4, 9], .trouble), "The lines that were chosen, by trouble or because they are due."
      ),
      (.shuffled(seed: 4711), "The seed of a random order."),
      (
        .historyTaken(7, of: 9, draft: "draft.fountain"),
        "What was known of the lines of an earlier draft is known now."
      ),
      (.strangers(["OLGA"]), "The directions name somebody whom the script does not have."),
      (
        .recordingOfOwnLine(number: 2), "The directions have a recording for a line of the actor's."
      ),
      (
        .readingUnused(path: "oskar.wav", number: 1, crash),
        "A reading of a line cannot be used; the voice says it as usual."
      ),
      (.recognizerRefused(crash), "A recognizer cannot be used; another one hears the actor."),
      (
        .microphone(.lost(crash), name: "pulse:usb"),
        "The microphone is unplugged; it is used again when it is back."
      ),
      (.microphone(.back(afterSeconds: 2.5), name: "pulse:usb"), "The microphone is back."),
      (.recordsNoMore(crash), "Nothing more can be recorded."),
    ]
  }
}

/// An event of each kind in practice.
private struct PracticeExamples {
  private(set) var events: [(json: String, meaning: String)] = []

  init(explain: @escaping @Sendable (any Error) -> String) {
    let text = PracticeText(
      title: "On trains", content: "Trains are late. So am I.", language: "en")
    var writer = PracticeEventWriter(text, explain: explain)
    func add(_ event: PracticeEvent, _ meaning: String) {
      if let json = writer.json(event) { events.append((json.text, meaning)) }
    }
    func course(_ report: PracticeReport, _ meaning: String) { add(.course(report), meaning) }
    let crash = PluginFailure(
      plugin: "flite", activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    let state = PracticeReducer(text).start(PracticeSettings(), at: 0, hasMicrophone: true)
    course(.started(state), "Practice begins, with its settings.")
    course(
      .state(state),
      "What is done, where, or what is set is different: idle, speaking, pausing, playingOwn, held, finished."
    )
    course(
      .speaking(index: 0, from: 0, voice: "flite:slt", frame: 0), "A voice begins to be heard.")
    course(.word(index: 0, range: 0..<6, frame: 480), "A word begins.")
    course(.said(index: 0, duration: .milliseconds(1400)), "A segment was said to its end.")
    course(
      .countdown(tenths: 9), "What is left of a pause, or how long it lasts if it has no length.")
    course(
      .progress(PracticeProgress(number: 1, count: 2, timeLeft: .seconds(4))),
      "How far practice has come.")
    var repetition = Repetition(model: .milliseconds(1400), words: 3)
    repetition.took = .milliseconds(1600)
    repetition.missing = [12..<16]
    course(.repeated(index: 0, repetition), "How the speaker repeated a segment.")
    repetition.judgement = LineJudgement(doubts: [], source: .second("whisper"))
    course(
      .reconsidered(index: 0, repetition), "A better judgement of a repetition, by two recognizers."
    )
    course(
      .playingOwn(index: 0, duration: .milliseconds(1600)), "What the speaker said is played.")
    course(.sampling("flite:rms"), "A sentence in that voice is played.")
    course(
      .standIn(index: 0, voice: "espeak:en", because: crash),
      "A voice failed, and another one says the segment.")
    course(.failed(index: 0, because: crash), "No voice could say the segment; practice is held.")
    course(
      .outputLost(index: 0, sentence: explain(crash)),
      "The sound has no place to go; practice is held.")
    course(
      .microphoneLost(sentence: explain(crash)),
      "The speaker is not heard any more; pauses are timed.")
    course(
      .shortfall(index: 0, Shortfall(field: "speed", outcome: "clamped to 2.5")),
      "A voice could not do as it was asked.")
    course(
      .voiceRefused("flite:nobody", sentence: explain(crash)),
      "A voice is not available; the one before speaks.")
    course(.ignored(.next, why: .isTheLast), "A command changed nothing, and why.")
    let notes: [(PracticeNote, String)] = [
      (.otherLanguage("et", voices: ["flite"]), "No voice speaks the language; these speak."),
      (.unkept(StoreFailure(gone: "/home/nora/library.db")), "The library cannot keep it."),
      (
        .voiceGone("flite:nobody", .unknownVoice("nobody", provider: "flite")),
        "The voice of the last time is not available; the usual one speaks."
      ),
      (.rateMoved(from: 0.71, to: 0.7), "A speed was moved to the nearest that there is."),
      (.pauseFactorMoved(from: 9, to: 3), "The factor of pauses was moved."),
      (.recognizerRefused(crash), "A recognizer cannot be used; another one hears the speaker."),
      (.microphone(.lost(crash), name: "pulse:usb"), "The microphone is unplugged."),
      (.microphone(.back(afterSeconds: 2.5), name: "pulse:usb"), "The microphone is back."),
      (
        .notCompared(ListenFailure(.recognizerUnavailable, plugin: crash)),
        "One repetition is not compared, because the recognizer failed."
      ),
    ]
    for (note, meaning) in notes { add(.note(note), meaning) }
    var outcome = PracticeOutcome()
    outcome.end = .text
    outcome.segments = 2
    outcome.differentSegments = 2
    outcome.spoken = .milliseconds(2600)
    outcome.paused = .milliseconds(3000)
    outcome.frames = 123_200
    course(.finished(outcome), "The text came to its end, or the time that was set.")
    course(.stopped(outcome), "The speaker ended it.")
    course(.brokenOff(outcome), "Something failed that ends it.")
  }
}
