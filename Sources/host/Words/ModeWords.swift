import CueAssembly
import CuePractice
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueTerminal
import CueText

// Why a script, a rehearsal or practice cannot do what was requested.

extension Messages {
  /// Why a rehearsal did not do what the actor wanted, as a clause.
  func why(_ refusal: RehearsalRefusal) -> String {
    switch refusal {
    case .alreadyRehearsing: self(.rehearsing)
    case .notRehearsing: self(.notRehearsing)
    case .noLine: self(.noLine)
    case .notTheCurrentLine(let line): self(.notTheCurrentLine, ["number": "\(line)"])
    case .partnerIsSilent: self(.partnerIsSilent)
    case .notTheActorsTurn: self(.notTheActorsTurn)
    case .microphoneIsOff: self(.microphoneIsOff)
    case .nothingToPause: self(.nothingToPause)
    case .nothingIsPaused: self(.nothingIsPaused)
    case .unchanged: self(.unchanged)
    case .noSuchLine(let number, let count):
      self(.noSuchLine, ["number": "\(number)", "count": "\(count)"])
    case .behindTheLastLine: self(.behindTheLastLine)
    case .noSuchScene(let number, let count):
      self(.noSuchScene, ["number": "\(number)", "count": "\(count)"])
    }
  }

  /// Which line of an actor's script cannot be followed, and why, as a clause.
  func why(_ error: ActorScriptError) -> String {
    let why =
      switch error.reason {
      case .unknownAction(let word): self(.unknownAction, ["word": word])
      case .tooMuch(let word, let words):
        self(.lineIsTooMuchBehind, ["word": word, "words": words])
      case .atIsIncomplete: self(.atIsIncomplete)
      case .needsNumber(let word): self(.needsNumber, ["word": word])
      case .notSeconds(let word): self(.notSeconds, ["word": word])
      }
    return self(.lineOfActor, ["line": "\(error.line)", "why": why])
  }

  /// The last words of a rehearsal: how it went, and which file has its sound, if any.
  func end(_ outcome: RehearsalOutcome, path: String?) -> String {
    let seconds = outcome.frames / max(outcome.rateHertz, 1)
    return self(
      outcome.isFinished ? .rehearsalFinished : .rehearsalStopped,
      [
        "done": "\(outcome.completedLines)", "count": "\(outcome.spokenLines)",
        "own": "\(outcome.completedOwnLines)",
        "time": "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)",
        "place": path.map { self(.inFile, ["path": $0]) } ?? "",
      ])
  }
}

extension Messages {
  /// The parts of a script with their numbers, to choose from at a terminal: at most `rows`, of at most `columns`
  /// each.
  func list(of parts: [PlayablePart], rows: Int, columns: Int) -> String {
    let shown = parts.count > max(3, rows) ? Array(parts.prefix(max(3, rows) - 1)) : parts
    let width = shown.map { Glyph.columns(of: $0.name) }.max() ?? 0
    let digits = "\(shown.count)".count
    var lines = [self(.pickPart)]
    for (index, part) in shown.enumerated() {
      let number = "\(index + 1)"
      let gap = String(repeating: " ", count: digits - number.count)
      let name =
        part.name + String(repeating: " ", count: width - Glyph.columns(of: part.name))
      lines.append("  \(gap)\(number)  \(name)  \(self(.pickLines, count: part.speechCount))")
    }
    if shown.count < parts.count {
      lines.append("  " + self(.pickMore, count: parts.count - shown.count))
    }
    return lines.map { line in
      TextLayout.line(of: line, columns: columns).glyphs.map(\.text).joined() + "\n"
    }.joined()
  }
}

extension Messages {
  /// Why words are not a command of practice, as a clause.
  func why(_ error: PracticeWordsError) -> String {
    switch error {
    case .unknownCommand(let word): self(.unknownCommand, ["word": quoted(word)])
    case .tooMuch(let word, let words):
      self(.tooMuchBehind, ["word": quoted(word), "words": quoted(words)])
    case .needsValue(let word, let example):
      self(.needsValue, ["word": quoted(word), "example": quoted(example)])
    case .notASegment(let word): self(.notASegment, ["word": quoted(word)])
    case .notRates(let word): self(.notRates, ["word": quoted(word)])
    case .notANumber(let word): self(.notANumber, ["word": quoted(word)])
    case .notAGranularity(let word): self(.notAGranularity, ["word": quoted(word)])
    case .notAPause(let word): self(.notAPause, ["word": quoted(word)])
    case .notARange(let text): self(.notARange, ["word": quoted(text)])
    case .tooLong(let seconds): self(.moreThanADay, ["word": seconds])
    }
  }

  /// Which line of a speaker's script cannot be followed, and why, as a clause.
  func why(_ error: PracticeScriptError) -> String {
    self(.lineOfSpeaker, ["line": "\(error.line)", "why": why(error.reason)])
  }
}

extension PracticeRefusal {
  /// Why nothing was done, for programs that read events: a clause in English, whatever the user's language.
  var clause: String {
    switch self {
    case .isTheLast: "this is the last segment"
    case .isTheFirst: "this is the first segment"
    case .nothingToSay: ""
    case .noSuchSegment(let number, let count): "there is no segment \(number); there are \(count)"
    case .isThereAlready: "it is there already"
    case .unchanged: "it is so already"
    case .isOfAnotherUtterance: "it belongs to another utterance"
    case .nothingRecorded: "nothing of the speaker was recorded"
    case .ownIsSilent: "nothing of the speaker is being played"
    case .noVoiceSpeaks: "no voice is speaking"
    case .isNoPause: "there is no pause"
    case .isOfAnotherPause: "it belongs to another pause"
    case .pauseHasALength: "the pause has a length of its own"
    case .noMicrophone: "there is no microphone"
    case .isPlaying: "it is playing already"
    case .nothingToPause: "there is nothing to pause"
    case .nothingIsPlaying: "nothing is playing"
    case .isNotInterrupted: "nothing interrupted it"
    case .staysPaused: "it stays paused"
    }
  }
}

extension Messages {
  /// Why a file is not a script, or a script cannot be rehearsed, as a clause.
  func why(_ error: ScriptError) -> String {
    switch error {
    case .notText(let offset, let line):
      self(.notText, ["line": "\(line)", "offset": "\(offset)"])
    case .otherKind(let kind): self(.otherKind, ["kind": self(Messages.name(kind))])
    case .tooLong(let bytes):
      self(
        .scriptTooLong, ["size": "\(bytes >> 20)", "most": "\(ScriptError.mostBytes >> 20)"])
    case .notFinalDraft(0, let fault): self(.notFinalDraft, ["why": why(fault)])
    case .notFinalDraft(let line, let fault):
      self(.notFinalDraftThere, ["line": "\(line)", "why": why(fault)])
    case .notImported(let kind, let fault): why(fault, kind)
    case .empty: self(.emptyScript)
    case .noCharacters: self(.nobodySpeaks)
    }
  }

  /// Why a file of that kind could not be imported, as a clause without a period.
  func why(_ fault: ImportFault, _ kind: DocumentKind) -> String {
    let words = ["kind": self(Messages.name(kind))]
    return switch fault {
    case .noProgram: self(kind == .pdf ? .importNeedsPDFProgram : .importNeedsProgram, words)
    case .locked: self(.importLocked, words)
    case .damaged: self(.importDamaged, words)
    case .otherForm: self(.importOtherForm, words)
    case .noText: self(kind == .pdf ? .importOfScan : .importEmpty, words)
    case .tooLarge: self(.importTooLarge, words)
    case .failed: self(.importFailed, words)
    }
  }

  /// What a file is, as in "it is NAME".
  static func name(_ kind: DocumentKind) -> Message {
    switch kind {
    case .pdf: .pdf
    case .richText: .richText
    case .word, .oldWord: .wordFile
    case .openDocument: .openDocument
    case .book: .electronicBook
    case .pages: .pagesFile
    case .celtx: .celtxFile
    case .office: .officeFile
    case .finalDraft: .finalDraftFile
    case .webPage: .webPage
    case .archive: .archive
    case .picture: .picture
    case .sound: .soundOrFilm
    }
  }

  private func why(_ fault: ScriptError.FinalDraftFault) -> String {
    switch fault {
    case .otherElement(let name): self(.otherElement, ["name": name])
    case .tooLong: self(.xmlTooLong)
    case .noMemory: self(.xmlNoMemory)
    case .tooDeep: self(.xmlTooDeep)
    case .documentType: self(.xmlDocumentType)
    case .noLibrary: self(.xmlNoLibrary)
    case .notXML(let words): words.isEmpty ? self(.notXML) : self(.xmlSays, ["why": words])
    }
  }
}

extension Lexicon.Failure {
  /// What is wrong with the line, and the correct form, as a clause.
  var clause: String {
    "line \(line) is no entry of a lexicon; one is written WORD = SPOKEN, as in Aoife = EE-fa"
  }
}

// Why a text cannot be kept or practised, and why a speaker is not heard.

extension Messages {
  /// Why the file at `path`, or standard input if it is `-`, is not a speech.
  func error(_ error: SpeechTextError, path: String) -> UserError {
    self.error(error, name: path == "-" ? trouble(.standardInput) : path)
  }

  /// Why the text called `name` is not a speech.
  func error(_ error: SpeechTextError, name: String) -> UserError {
    switch error {
    case .unreadable(let error): return UserError(error, name)
    case .noMarkdown(let refusal):
      return UserError(
        "Markdown needs cmark, which cannot be loaded: \(refusal).",
        hint: "Install it (on Debian: apt-get install libcmark0.30.2), or take the text as it is "
          + "with --plain.", .unavailable)
    case .empty: return UserError(self(.textIsEmpty, ["name": name]), .badInput)
    case .tooLong(let count):
      let most = grouped(Speeches.mostCharacters)
      return UserError(
        self(.textIsTooLong, ["name": name, "characters": grouped(count), "most": most]),
        hint: self(.shortenIt), .badInput)
    case .nothingToSay: return UserError(self(.nothingToSay, ["name": name]), .badInput)
    }
  }

  /// The note that the end of a text of `count` characters was cut off.
  func cutNote(from count: Int) -> String {
    self(
      .textIsCut,
      ["most": grouped(Speeches.mostCharacters), "characters": grouped(count)])
  }

  /// Why the source that the user calls `path` cannot be practised.
  func error(_ error: PracticeSourceError, path: String) -> UserError {
    switch error {
    case .notFound(let name):
      UserError(self(.noSuchSpeechOrFile, ["name": name]), hint: self(.addKeepsOne), .noInput)
    case .text(let error): self.error(error, path: path)
    case .nothingToSay(let title):
      UserError(self(.nothingToSay, ["name": quoted(title)]), .badInput)
    case .store(let failure): UserError(failure, self)
    }
  }

  /// Why the speaker is no longer heard, as a sentence.
  func why(_ trouble: MicrophoneTrouble) -> String {
    switch trouble {
    case .recognizer(let failure): failure.sentence(self)
    case .sound(let error): error.sentence
    case .device(let failure): failure.sentence(self)
    case .over(let name): self.trouble(.micOver, ["name": name])
    }
  }
}

extension UserError {
  /// Why the microphone at `path` cannot be opened.
  init(_ error: MicrophoneError, microphone path: String, _ words: Messages) {
    switch error {
    case .cannotOpen(let errno):
      let values = ["path": path, "why": Console.describe(errno: errno)]
      self.init(words.trouble(.micUnreadable, values), .noInput)
    case .sound(let error): self.init(error)
    case .device(let failure): self.init(microphone: failure, words)
    }
  }
}

// How lines were worded, and by whose judgement.

extension Messages {
  /// At most this many lines of a report are listed.
  private static let mostLines = 40

  /// The doubts about the wording of a line of `text`, and their source; empty if there are none.
  func wording(_ judgement: LineJudgement, of text: String) -> String {
    let bytes = Array(text.utf8)
    var clauses: [(words: [String], doubt: LineJudgement.Doubt)] = []
    for doubt in judgement.doubts {
      let word = String(decoding: bytes[doubt.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
      // Consecutive missing words are reported together.
      if doubt.kind == .missing, let last = clauses.last, last.doubt.kind == .missing,
        last.doubt.source == doubt.source
      {
        clauses[clauses.count - 1].words.append(word)
      } else {
        clauses.append(([doubt.kind == .added ? doubt.heard : word], doubt))
      }
    }
    return clauses.map { clause($0.words.joined(separator: " "), $0.doubt) }
      .joined(separator: "; ")
  }

  private func clause(_ word: String, _ doubt: LineJudgement.Doubt) -> String {
    let clause =
      switch doubt.kind {
      case .missing: self(.leftOut, ["words": quoted(word)])
      case .changed where doubt.heard.isEmpty: self(.changedWords, ["words": quoted(word)])
      case .changed: self(.wordBecame, ["word": quoted(word), "heard": quoted(doubt.heard)])
      case .added where doubt.heard.isEmpty: self(.soundAdded)
      case .added: self(.wordAdded, ["words": quoted(doubt.heard)])
      }
    return "\(clause) (\(text(doubt.source)))"
  }

  /// The source of a judgement.
  func text(_ source: JudgementSource) -> String {
    switch source {
    case .grammar(let name): name
    case .second(let name): self(.bySecond, ["name": name])
    case .both: self(.byBoth)
    }
  }

  /// The lines of a report; `line` gives the number and the text of a line, counted as in the report.
  func wording(
    _ report: WordingReport, second: String, _ line: (Int) -> (number: Int, text: String)
  ) -> [String] {
    guard report.count > 0 else { return [] }
    var lines = [
      self(
        .wordingOfRun,
        [
          "right": "\(report.countAsWritten)", "count": "\(report.count)",
          "second": "\(report.countWithSecond)", "name": second,
        ])
    ]
    for gap in OpinionGap.allCases {
      let count = report.count(without: gap)
      guard count > 0 else { continue }
      lines.append(self(.noSecondOpinion, count: count, ["why": self(Messages.why(gap))]))
    }
    let wrong = report.lines.filter { $0.judgements.contains { !$0.doubts.isEmpty } }
    for wrong in wrong.prefix(Messages.mostLines) {
      let (number, text) = line(wrong.line)
      for judgement in wrong.judgements where !judgement.doubts.isEmpty {
        lines.append("  \(number)  \(wording(judgement, of: text))")
      }
    }
    return lines
  }

  private static func why(_ gap: OpinionGap) -> Message {
    switch gap {
    case .unsure: .opinionUnsure
    case .tooLong: .opinionTooLong
    case .busy: .opinionBusy
    case .failed: .opinionFailed
    case .late: .opinionLate
    }
  }
}

extension Messages {
  /// The command that keeps the pronunciations of a script's names.
  static func namesCommand(_ script: String) -> String {
    "\(Program.name) script names \(script) --keep"
  }
}
