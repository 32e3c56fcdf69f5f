import CueAssembly
import CueKeys
import CueModel
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueSystem
import CueTerminal
import CueText
import Glibc
import Synchronization

/// Shows a running rehearsal: as text for people, or as lines of JSON.
///
/// The session reports on the rehearsal, and the thread of the keys on keys; the last part is shown again after
/// another program used the terminal, or its size changed.
final class Stage: Sendable {
  /// How a rehearsal is to be shown.
  struct Wishes {
    /// For a screen reader: no colour, no screen that changes.
    var isPlain = false
    /// Whether the actor is heard.
    var isHeard = false
    /// Whether they can say commands.
    var hearsCommands = false
    /// Whether they can go on by hand when they are not heard any more.
    var hasHand = true
    /// Whether a robot speaks in their place.
    var isRobot = false
    /// Whether a file acts in their place, and the sound is played: then a person may watch.
    var isLookedAt = false
    /// Whether no network may be used.
    var isLocal = false
    var strictness = Strictness.standard
    var prompter = PrompterSettings()
  }

  /// Something that was shown.
  private enum Block: Sendable {
    case line(Line, number: Int?, isOwn: Bool)
    case text(String, style: String)
    /// A line that may be indented.
    case note(String)
  }

  private struct Shown: Sendable {
    /// The error because of which it could not show anything.
    var failure: UserError?
    var blocks: [Block] = []
    /// Whether the actor was informed that they are heard.
    var hasToldHearing = false
    /// Whether the actor was informed that the microphone is open before their own line.
    var hasToldHearingEarly = false
    /// A number that is being typed is in the last row.
    var isAsking = false
  }

  let script: Script
  let manner: OutputManner
  let words: Messages
  private let isAtTerminal: Bool
  private let talksAside: Bool
  private let isStyled: Bool
  private let canClear: Bool
  let numbers: DialogueNumbers
  private let shown = Mutex(Shown())
  let wishes: Wishes
  /// The whole screen; nil if there is none, or it is not wanted.
  let screen: PrompterScreen?
  /// The prompter's state if there is no screen.
  private let page: Mutex<Prompter>
  let directions: DirectionDesk
  /// How strictly the actor's lines are judged now, and whether the microphone is on.
  let judging: Mutex<(strictness: Strictness, isListening: Bool)>
  private let writer: RehearsalEventWriter
  /// Notes on lines, by their index.
  let lineNotes = Mutex<[Int: String]>([:])
  /// More than fits on a screen.
  private static let mostBlocks = 100

  /// The error because of which it could not show anything.
  var failure: UserError? { shown.withLock { $0.failure } }

  init(
    _ session: RehearsalSession, manner: OutputManner, words: Messages, isAtTerminal: Bool,
    talksAside: Bool, environment: UserEnvironment, wishes: Wishes = Wishes()
  ) {
    script = session.script
    numbers = session.numbers
    directions = session.directions
    self.wishes = wishes
    writer = RehearsalEventWriter(session.script, explain: UserError.clause)
    let prompter = Prompter(script: session.script, roles: session.roles, wishes.prompter)
    page = Mutex(prompter)
    judging = Mutex((wishes.strictness, wishes.isHeard))
    let isScreen =
      (isAtTerminal || wishes.isLookedAt && isatty(STDIN_FILENO) == 1) && !wishes.isPlain
      && !manner.isJSON && !manner.isQuiet && !manner.isVerbose
      && !talksAside && isatty(STDOUT_FILENO) == 1 && environment.hasMovingCursor
    screen =
      isScreen
      ? PrompterScreen(
        prompter, words, isColoured: environment.variable("NO_COLOR") == nil, wishes) : nil
    self.manner = manner
    self.words = words
    self.isAtTerminal = isAtTerminal
    self.talksAside = talksAside
    canClear = environment.hasMovingCursor
    isStyled =
      !wishes.isPlain && isatty(talksAside ? STDERR_FILENO : STDOUT_FILENO) == 1
      && environment.variable("NO_COLOR") == nil && environment.hasMovingCursor
  }

  /// Runs `body` on the prompter's state.
  func prompt<Result: Sendable>(_ body: (inout Prompter) -> Result) -> Result {
    if let screen { return screen.prompt(body) }
    return page.withLock { body(&$0) }
  }

  /// Shows a report of the session, `seconds` before it is heard.
  func show(_ report: RehearsalReport, secondsAhead seconds: Double = 0) {
    if let screen {
      screen.show(report, secondsAhead: seconds)
    } else {
      page.withLock { $0.take(report) }
    }
    if !manner.isJSON { say(report) }
  }

  /// Shows the level of the microphone, from 0 to 1; none while it is closed.
  func show(level: Double?) {
    prompt { $0.take(level: level) }
    screen?.wake()
  }

  /// Shows the seconds before it begins.
  func show(countdown seconds: Int) {
    prompt { $0.take(countdown: seconds) }
    screen?.wake()
    if screen == nil, seconds > 0, !manner.isQuiet, !manner.isJSON { put("\(seconds)") }
  }

  // For people.

  /// Whether people read it at a terminal, so that all messages to them can be part of it.
  var isPage: Bool { !manner.isJSON && !talksAside && size != nil }

  /// Shows messages of the program: sentences, and hints indented below them.
  func show(note text: String) {
    for line in text.split(separator: "\n") { put(.note(String(line))) }
  }

  private var size: ScreenSize? { Terminal.size(of: talksAside ? STDERR_FILENO : STDOUT_FILENO) }

  /// Shows `block`, and keeps it to be shown again.
  private func put(_ block: Block) {
    if let screen, !screen.isClosed {
      switch block {
      case .line: break
      case .text(let text, _), .note(let text): screen.show(note: text)
      }
      return
    }
    let columns = size?.columns
    shown.withLock { shown in
      shown.blocks.append(block)
      if shown.blocks.count > Self.mostBlocks { shown.blocks.removeFirst() }
      let start = shown.isAsking ? "\n" : ""
      shown.isAsking = false
      write(TerminalText(start) + text(of: block, columns), &shown)
    }
  }

  func put(_ text: String, style: String = "") { put(.text(text, style: style)) }

  private func write(_ text: TerminalText, _ shown: inout Shown) {
    guard shown.failure == nil else { return }
    if talksAside {
      Console.talk(text)
      return
    }
    do throws(UserError) { try Console.result(text) } catch { shown.failure = error }
  }

  private func styled(_ text: String, _ code: String) -> TerminalText {
    TerminalText(text, style: isStyled ? code : "")
  }

  private func say(_ report: RehearsalReport) {
    switch report {
    case .started(let title):
      if !manner.isQuiet, screen == nil {
        put(title, style: "1")
        if isAtTerminal { put(words(.rehearsalKeys)) }
      }
    case .shown(let line, let number, let isOwn):
      if !manner.isQuiet { put(.line(line, number: number, isOwn: isOwn)) }
    case .standIn(_, let voice, let failure):
      Console.say(
        failure.sentence,
        hint: words(
          failure.isLoss(of: voice) ? .saysLineAgain : .standInSpeaks, ["voice": voice]))
    case .failed(_, let failure):
      Console.say(failure.sentence, hint: words(.lineUnsaid))
    case .voicesGivenUp:
      Console.say(words(.noVoiceWorks))
    case .ignored(_, let why):
      if manner.isVerbose {
        Console.talk("(\(words.why(why)))\n")
      } else if isAtTerminal,
        !manner.isQuiet
      {
        put("(\(words.why(why)))", style: "2")
      }
    case .shortfall(_, let shortfall):
      if manner.isVerbose { Console.talk("(\(shortfall.field): \(shortfall.outcome))\n") }
    case .paused: if !manner.isQuiet, screen == nil { put(words(.rehearsalHeld), style: "2") }
    case .resumed: if !manner.isQuiet, screen == nil { put(words(.rehearsalGoesOn), style: "2") }
    case .outputLost(_, let failure):
      let retrySeconds = RehearsalSettings().retrySeconds
      let most = Double(RehearsalSettings.mostRetriesUnattended)
      Console.say(
        words(.soundLost, ["why": failure.sentence]),
        hint: words(
          isAtTerminal ? .soundLostAtKeys : .soundLostAlone,
          ["seconds": "\(Int(retrySeconds))", "all": "\(Int(retrySeconds * most))"]))
    case .outputBack(let line):
      guard !manner.isQuiet else { return }
      Console.say(words(.soundBack, ["number": numbers.number(at: line).map { "\($0)" } ?? ""]))
    case .prompted(let line, let range, _):
      put(Signs.fitted("→ ") + words(of: line, [range]), style: "1")
    case .judged(_, let strictness):
      if !manner.isQuiet {
        put(words(.judgedBy, ["strictness": strictness.rawValue]), style: "2")
      }
    case .roundBegins(let round):
      if !manner.isQuiet { put(words(.roundBegins, ["number": "\(round)"]), style: "1") }
    case .state, .speaking, .word, .lineDone, .finished, .stopped, .brokenOff: break
    }
  }

  private func text(of block: Block, _ columns: Int?) -> TerminalText {
    switch block {
    case .line(let line, let number, let isOwn): text(of: line, number, isOwn, columns)
    case .text(let text, let style):
      .rows(
        TextLayout.rows(of: [text], indent: 0, columns: columns).map { styled($0, style) })
    case .note(let text):
      .rows(
        TextLayout.rows(of: [text], indent: text.prefix { $0 == " " }.count, columns: columns)
          .map { TerminalText($0) })
    }
  }

  /// A line as the page shows it: verse by verse, with parentheticals in their places.
  private func text(
    of line: Line, _ number: Int?, _ isOwn: Bool, _ columns: Int?
  ) -> TerminalText {
    func rows(_ lines: [String], _ indent: Int, _ style: String) -> TerminalText {
      .rows(
        TextLayout.rows(of: lines, indent: indent, columns: columns).map { styled($0, style) })
    }
    switch line.kind {
    case .sceneHeading: return TerminalText("\n") + rows([line.text.uppercased()], 0, "1")
    case .stageDirection: return rows(line.displayLines, 4, "3")
    case .sound: return rows(line.displayLines.map { Signs.fitted("♪ ") + $0 }, 4, "3")
    case .dialogue:
      let speaker = line.characterAsWritten ?? line.character ?? ""
      let head = "\(number.map { "\($0)  " } ?? "")\(speaker)"
      let mark = wishes.isPlain ? words(.yourTurnSays) + " " : Signs.fitted("▶ ")
      let text = shownRows(of: line, isOwn)
      let name = rows([isOwn ? mark + head : head], 0, isOwn ? "1;32" : "36")
      return text.reduce(name) { shown, row in
        shown + rows([row], 4, row.hasPrefix("(") && row.hasSuffix(")") ? "3" : "")
      }
    }
  }

  /// The rows of a line, with its note; for the actor's lines, only the visible part.
  private func shownRows(of line: Line, _ isOwn: Bool) -> [String] {
    let note = lineNotes.withLock { $0[line.index] }.map { [words(.noteSays, ["note": $0])] } ?? []
    guard isOwn else {
      return note + (page.withLock { $0.settings.isOnlyMine } ? [] : line.displayLines)
    }
    let rows = page.withLock { prompter in
      prompter.rows(of: line) { Glyph.columns(of: String($0)) }
    }
    let shown = rows.map(\.text).filter { !$0.isEmpty }
    return note + (shown.isEmpty ? [Signs.fitted("…")] : shown)
  }

  /// Whether to inform the actor now that they are heard.
  func tellsHearing() -> Bool {
    shown.withLock { shown in
      defer { shown.hasToldHearing = true }
      return !shown.hasToldHearing
    }
  }

  /// Whether to inform the actor now that they are heard before their own line.
  func tellsHearingEarly() -> Bool {
    shown.withLock { shown in
      defer { shown.hasToldHearingEarly = true }
      return !shown.hasToldHearingEarly
    }
  }

  // The keys.

  /// Shows a message about the keys.
  func show(_ talk: KeyTalk) {
    guard !manner.isJSON, !manner.isQuiet else { return }
    if let screen { return screen.show(talk) }
    switch talk {
    case .help:
      let columns = size?.columns
      for row in RehearsalKey.list(words, columns: columns) { put(row) }
    case .redraw: redraw()
    case .nothing(let key): put(words(.keyDoesNothing, ["key": Signs.fitted(key.name)]), style: "2")
    case .asks(let entry):
      let question = question(entry)
      shown.withLock { shown in
        write(TerminalText(question + " "), &shown)
        shown.isAsking = true
      }
    case .typed(let character):
      shown.withLock { if $0.isAsking { write(TerminalText("\(character)"), &$0) } }
    case .erased:
      shown.withLock { if $0.isAsking { write(TerminalText(.eraseCharacter), &$0) } }
    case .answered, .entered:
      shown.withLock { shown in
        if shown.isAsking { write(TerminalText("\n"), &shown) }
        shown.isAsking = false
      }
      if talk == .answered(nil) { put(words(.noNumber), style: "2") }
    }
  }

  /// The question for an entry.
  func question(_ entry: RehearsalKey.Entry) -> String {
    switch entry {
    case .line: words(.askLine)
    case .scene: words(.askScene)
    case .tones:
      words(.askTones, directed(by: .tones("")).map(place) ?? ["number": "", "name": ""])
    case .note: words(.askNote, directed(by: .note("")).map(place) ?? ["number": "", "name": ""])
    }
  }

  /// Shows again as many of the last blocks as fit.
  private func redraw() {
    guard let size else { return }
    shown.withLock { shown in
      var rows: [TerminalText] = []
      for block in shown.blocks.reversed() {
        let more = text(of: block, size.columns).rows.dropLast()
        guard rows.isEmpty || rows.count + more.count < size.rows else { break }
        rows = more + rows
      }
      shown.isAsking = false
      let page = TerminalText.rows(Array(rows.suffix(max(1, size.rows - 1))))
      write((canClear ? TerminalText(.clear) : TerminalText("\n")) + page, &shown)
    }
  }

  /// The last words: how it went, and where the sound is.
  func close(_ outcome: RehearsalOutcome, _ path: String?) {
    guard !manner.isQuiet, !manner.isJSON else { return }
    if screen != nil {
      Console.talk(words.end(outcome, path: path == "-" ? nil : path) + "\n")
      return
    }
    put("")
    put(words.end(outcome, path: path == "-" ? nil : path))
  }

  // For programs.

  /// Writes `event` as a line of JSON.
  func tell(_ event: RehearsalEvent) {
    guard let json = writer.json(event) else { return }
    shown.withLock { shown in
      guard shown.failure == nil else { return }
      do throws(UserError) { try Console.result(json.line) } catch { shown.failure = error }
    }
  }
}
