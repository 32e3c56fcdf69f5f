import CueAssembly
import CueKeys
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
  enum Block: Sendable {
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
  let isAtTerminal: Bool
  private let talksAside: Bool
  private let isStyled: Bool
  private let canClear: Bool
  let numbers: DialogueNumbers
  private let shown = Mutex(Shown())
  let wishes: Wishes
  /// The whole screen; nil if there is none, or it is not wanted.
  let screen: PrompterScreen?
  /// The prompter's state if there is no screen.
  let page: Mutex<Prompter>
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
  func put(_ block: Block) {
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

  func styled(_ text: String, _ code: String) -> TerminalText {
    TerminalText(text, style: isStyled ? code : "")
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
    case .nothing(let key): put(words(.keyDoesNothing, ["key": key.name(words)]), style: "2")
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
