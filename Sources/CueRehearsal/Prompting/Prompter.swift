import CueScreenplay
import CueText

/// How a prompter shows a script.
public struct PrompterSettings: Equatable, Sendable {
  /// What decides how much of the actor's lines is hidden.
  public enum Hiding: Equatable, Sendable {
    /// The same of each line.
    case fixed(WordHiding)
    /// More of a line that is known better.
    case byFamiliarity

    /// What users type: a ``WordHiding``, or any other word for less the better a line is known.
    public init(word: String) {
      self = WordHiding(rawValue: word).map { .fixed($0) } ?? .byFamiliarity
    }
  }

  /// How much of the actor's lines is hidden.
  public var hiding = Hiding.fixed(.full)
  /// Whether rows are written from right to left, for a pane of glass.
  public var isMirrored = false
  /// Whether only the actor's lines are shown.
  public var isOnlyMine = false
  /// How large the current line is: 1, 2 (with empty rows between) or 3 (letters apart, too).
  public var size = 2
  /// How long the text takes to move to the next line, in seconds; 0 for at once.
  public var easeSeconds = 0.4
  /// The language of the script as a BCP 47 tag; empty for English.
  public var language = ""

  /// All lines, with nothing hidden.
  public init() {}
}

/// Something that the user wants of a prompter.
public enum PrompterCommand: Equatable, Sendable {
  /// How many degrees more of all lines are hidden; less, where negative.
  case hide(Int)
  /// How many degrees more of the current line are hidden; less, where negative.
  case hideLine(Int)
  /// Only the actor's lines, or all.
  case onlyMine
  /// In the mirror, or not.
  case mirror
  /// How many steps larger, or smaller.
  case size(Int)
}

/// What a prompter did because somebody wanted it.
public enum PrompterChange: Equatable, Sendable {
  /// It is not the actor's line.
  case notYourLine
  /// How much of all lines is hidden now.
  case hiding(WordHiding)
  /// How much of one line is hidden now.
  case lineHiding(line: Int, WordHiding)
  /// Only the actor's lines are shown, or all.
  case onlyMine(Bool)
  /// It is in the mirror, or not.
  case mirrored(Bool)
  /// The new size.
  case size(Int)
}

/// What a prompter shows of a rehearsal: a value that takes in what happens.
public struct Prompter: Sendable {
  /// What is going on.
  public enum Phase: Equatable, Sendable {
    /// It has not begun.
    case ready
    /// It begins in this many seconds.
    case countdown(Int)
    /// A partner is about to speak.
    case partnerIsNext
    /// A partner speaks, by this voice.
    case partnerSpeaks(voice: String)
    /// It is the actor's turn.
    case yourTurn(Hearing)
    /// All is held.
    case paused
    /// The sound has no place to go.
    case soundLost
    /// It is over.
    case over
  }

  /// How an actor is heard.
  public enum Hearing: Equatable, Sendable {
    /// No listening: keys go on.
    case byHand
    /// The microphone is open.
    case listening
    /// Somebody speaks.
    case speech
  }

  /// What is rehearsed.
  public let script: Script
  /// The actor's characters, by identity.
  public let roles: Set<String>
  /// How it is shown.
  public private(set) var settings: PrompterSettings
  /// What is going on.
  public private(set) var phase = Phase.ready
  /// The line that is said, or comes next; by its index in the script.
  public private(set) var index: Int
  /// The word that is spoken: bytes of the line's words.
  public private(set) var word: Range<Int>?
  /// What was said of the line: bytes of its words.
  public private(set) var said: [Range<Int>] = []
  /// What is shown of the actor's line because they asked for it.
  public private(set) var prompt: Range<Int>?
  /// The partner's line that is spoken or was heard last, by its index; nil before the first.
  public private(set) var heardLine: Int?
  /// The level of the microphone, 0 to 1; nil while it is closed.
  public private(set) var level: Double?
  /// The round, from 1.
  public private(set) var round = 1
  private var lineHidings: [Int: WordHiding] = [:]
  private var expected: ExpectedLine?
  private var familiarity: @Sendable (Line) -> Double?

  /// A prompter before its rehearsal.
  ///
  /// - Parameters:
  ///   - script: what is rehearsed
  ///   - roles: the actor's characters, in any case
  ///   - settings: how it is shown
  ///   - familiarity: returns how well the actor knows a line: 0 for not at all to 1 for by heart; nil for one that they have
  ///     not said yet
  public init(
    script: Script, roles: Set<String>, _ settings: PrompterSettings = PrompterSettings(),
    familiarity: @escaping @Sendable (Line) -> Double? = { _ in nil }
  ) {
    self.script = script
    self.roles = Set(roles.map(CharacterName.identity))
    self.settings = settings
    self.familiarity = familiarity
    index = script.lines.firstIndex { $0.kind == .dialogue } ?? 0
  }

  // What there is to show.

  /// The current line; nil in an empty script.
  public var line: Line? { script.lines.indices.contains(index) ? script.lines[index] : nil }

  /// Whether the actor says `line`.
  public func isOwn(_ line: Line) -> Bool {
    line.kind == .dialogue && line.character.map(roles.contains) ?? false
  }

  /// Whether the word is the actor's.
  public var isYourTurn: Bool { if case .yourTurn = phase { true } else { false } }

  /// The line that stands in the middle: the current one, or the actor's next where only theirs are shown.
  public var focus: Int {
    guard settings.isOnlyMine, let line, !isOwn(line) else { return index }
    let mine = script.lines[index...].first(where: isOwn) ?? script.lines.last(where: isOwn)
    return mine?.index ?? index
  }

  /// The next line that is shown before or after the one at `index`; nil if there is none.
  public func shown(from index: Int, forward: Bool) -> Int? {
    func isShown(_ line: Line) -> Bool {
      !settings.isOnlyMine || isOwn(line) || line.kind == .sceneHeading
    }
    return forward
      ? script.lines[min(index + 1, script.lines.count)...].first(where: isShown)?.index
      : script.lines[..<min(max(index, 0), script.lines.count)].last(where: isShown)?.index
  }

  /// How much of a line is hidden.
  public func hiding(of line: Line) -> WordHiding {
    guard isOwn(line) else { return .full }
    if let own = lineHidings[line.index] { return own }
    switch settings.hiding {
    case .fixed(let hiding): return hiding
    case .byFamiliarity: return WordHiding(familiarity: familiarity(line) ?? 0)
    }
  }

  /// The rows of a line, with what is hidden of it.
  public func rows(of line: Line, columns: (Character) -> Int) -> [PromptRow] {
    let hiding = hiding(of: line)
    let isCurrent = line.index == index
    let revealed = isCurrent ? said + (prompt.map { [$0] } ?? []) : []
    return PromptRow.rows(of: line).map {
      $0.hidden(hiding, revealing: revealed, columns: columns)
    }
  }

  // What happens.

  /// Begins in this many seconds.
  public mutating func take(countdown seconds: Int) {
    phase = seconds > 0 ? .countdown(seconds) : .ready
  }

  /// Takes how well the actor knows lines, by their index: 0 to 1.
  public mutating func take(familiarity: [Int: Double]) {
    self.familiarity = { familiarity[$0.index] }
  }

  /// The microphone has that level, or is closed.
  public mutating func take(level: Double?) {
    self.level = level
    if level == nil { hear(.byHand) }
  }

  /// Takes in what the session reports.
  public mutating func take(_ report: RehearsalReport) {
    switch report {
    case .state(let before, let after, let line): take(before, after, line)
    case .shown(let line, let number, _):
      if number != nil { enter(line.index) }
    case .speaking(let line, _, let voice, _):
      heardLine = line
      guard line == index, !isYourTurn else { return }
      (word, said) = (nil, [])
      phase = .partnerSpeaks(voice: voice)
    case .word(let line, let range, _, _):
      guard line == index else { return }
      word = range
      said = [0..<range.upperBound]
    case .lineDone(let line, let end):
      if line == index {
        word = nil
        if end == .said, let text = self.line?.text { said = [0..<text.utf8.count] }
      }
    case .prompted(let line, let range, _):
      if line == index {
        // What was shown before stays.
        prompt = min(prompt?.lowerBound ?? range.lowerBound, range.lowerBound)..<range.upperBound
      }
    case .outputLost: phase = .soundLost
    case .outputBack: if phase == .soundLost { phase = .partnerIsNext }
    case .roundBegins(let number): round = number
    case .finished, .stopped, .brokenOff:
      phase = .over
      (word, level) = (nil, nil)
    default: break
    }
  }

  private mutating func take(
    _ before: RehearsalState.Status, _ after: RehearsalState.Status, _ line: Int
  ) {
    if line != index, script.lines.indices.contains(line) { enter(line) }
    switch after {
    case .idle, .finished: phase = .over
    case .playingPartner: phase = .partnerIsNext
    case .waitingForUser: phase = .yourTurn(.byHand)
    case .paused: if phase != .soundLost { phase = .paused }
    }
    if before == .paused, after == .playingPartner, word != nil {
      phase = .partnerSpeaks(voice: "")
    }
  }

  private mutating func enter(_ line: Int) {
    index = line
    (word, said, prompt, expected) = (nil, [], nil, nil)
  }

  /// Takes in what is heard.
  public mutating func take(_ report: ListeningReport) {
    switch report {
    case .listening(let line): if line == index { hear(.listening) }
    case .speechBegan(let line): if line == index { hear(.speech) }
    case .partial(let line, let text): if line == index { hear(text) }
    case .waits(let line, _): if line == index { hear(.listening) }
    case .heard(let heard):
      guard heard.line == index, let match = heard.match else { return }
      hear(match)
    case .microphoneLost, .recognizerFailed(_, .everything):
      hear(.byHand)
      level = nil
    default: break
    }
  }

  private mutating func hear(_ hearing: Hearing) {
    if isYourTurn { phase = .yourTurn(hearing) }
  }

  /// Words that were heard once stay lit, whatever the recognizer thinks of next.
  private mutating func hear(_ text: String) {
    guard let line else { return }
    let expected = expected ?? ExpectedLine(line.text, language: settings.language)
    self.expected = expected
    hear(expected.match(text))
  }

  private mutating func hear(_ match: LineMatch) {
    for (word, outcome) in zip(match.words, match.outcomes) {
      guard case .said = outcome, !said.contains(word.range) else { continue }
      said.append(word.range)
      self.word = word.range
    }
  }

  // The wishes.

  /// Does what the user wants.
  public mutating func take(_ command: PrompterCommand) -> PrompterChange {
    switch command {
    case .hide(let degrees):
      let now: WordHiding =
        switch settings.hiding {
        case .fixed(let hiding): hiding
        case .byFamiliarity: line.map { hiding(of: $0) } ?? .full
        }
      let next = now.hidden(more: degrees)
      settings.hiding = .fixed(next)
      lineHidings = [:]
      return .hiding(next)
    case .hideLine(let degrees):
      guard let line = script.lines.indices.contains(focus) ? script.lines[focus] : nil,
        isOwn(line)
      else { return .notYourLine }
      let next = hiding(of: line).hidden(more: degrees)
      lineHidings[line.index] = next
      return .lineHiding(line: line.index, next)
    case .onlyMine:
      settings.isOnlyMine.toggle()
      return .onlyMine(settings.isOnlyMine)
    case .mirror:
      settings.isMirrored.toggle()
      return .mirrored(settings.isMirrored)
    case .size(let steps):
      settings.size = min(max(settings.size + steps, 1), 3)
      return .size(settings.size)
    }
  }
}
