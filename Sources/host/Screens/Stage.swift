import CueModel
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueSystem
import Glibc

/// Shows a rehearsal while it goes: as text for people, or as lines of JSON.
final class Stage {
  private let script: Script
  private let manner: Manner
  private let words: Messages
  private let showsEmoji: Bool
  private let isAtTerminal: Bool
  private let talksAside: Bool
  private let isStyled: Bool
  private var rateHertz = 1
  /// What kept it from showing anything.
  private(set) var failure: UserError?

  init(
    script: Script, manner: Manner, words: Messages, showsEmoji: Bool, isAtTerminal: Bool,
    talksAside: Bool
  ) {
    self.script = script
    self.manner = manner
    self.words = words
    self.showsEmoji = showsEmoji && !Signs.arePlain
    self.isAtTerminal = isAtTerminal
    self.talksAside = talksAside
    let plain = UserEnvironment.current()
    isStyled =
      isatty(talksAside ? STDERR_FILENO : STDOUT_FILENO) == 1
      && plain.variable("NO_COLOR") == nil && plain.hasMovingCursor
  }

  var show: (RehearsalReport) -> Void {
    { report in
      if self.manner.isJSON { self.tell(report) } else { self.say(report) }
    }
  }

  // For people.

  private func put(_ text: String) {
    guard failure == nil else { return }
    if talksAside {
      Console.talk(text)
      return
    }
    do throws(UserError) { try Console.result(text) } catch { failure = error }
  }

  private func styled(_ text: String, _ code: String) -> String {
    isStyled ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }

  private func say(_ report: RehearsalReport) {
    switch report {
    case .started(let title):
      if !manner.isQuiet {
        put(styled(title, "1") + "\n")
        if isAtTerminal {
          put(words(.rehearsalKeys) + "\n")
        }
      }
    case .shown(let line, let number, let isOwn):
      guard !manner.isQuiet else { return }
      put(Stage.text(line, number, isOwn, styled))
    case .standIn(_, let voice, let failure):
      Console.say(failure.sentence, hint: words(.standInSpeaks, ["voice": voice]))
    case .failed(_, let failure):
      Console.say(failure.sentence, hint: words(.lineUnsaid))
    case .voicesGivenUp:
      Console.say(words(.noVoiceWorks))
    case .ignored(_, let why): if manner.isVerbose { Console.talk("(\(words.why(why)))\n") }
    case .shortfall(_, let shortfall):
      if manner.isVerbose { Console.talk("(\(shortfall.field): \(shortfall.outcome))\n") }
    case .paused: if !manner.isQuiet { put(styled(words(.rehearsalHeld), "2") + "\n") }
    case .resumed: if !manner.isQuiet { put(styled(words(.rehearsalGoesOn), "2") + "\n") }
    case .state, .speaking, .word, .lineDone, .finished, .stopped, .brokenOff: break
    }
  }

  private static func text(
    _ line: Line, _ number: Int?, _ isOwn: Bool, _ styled: (String, String) -> String
  ) -> String {
    switch line.kind {
    case .sceneHeading: return "\n" + styled(line.text.uppercased(), "1") + "\n"
    case .stageDirection: return styled("    " + line.text, "3") + "\n"
    case .dialogue:
      let delivery = line.delivery.isEmpty ? "" : " (\(line.delivery.joined(separator: "; ")))"
      let name = line.characterAsWritten ?? line.character ?? ""
      let head = "\(number.map { "\($0)  " } ?? "")\(name)\(delivery)"
      let body = line.text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
      return styled(isOwn ? Signs.fitted("▶ ") + head : head, isOwn ? "1;32" : "36") + "\n" + body
        + "\n"
    }
  }

  /// The last words: how it went, and where the sound is.
  func close(_ outcome: RehearsalOutcome, _ path: String?) {
    guard !manner.isQuiet, !manner.isJSON else { return }
    put("\n" + words.end(outcome, path: path == "-" ? nil : path) + "\n")
  }

  // For programs.

  private func tell(_ report: RehearsalReport) {
    guard failure == nil, let json = Stage.json(report) else { return }
    do throws(UserError) { try Console.result(json.line) } catch { failure = error }
  }

  private static func json(_ report: RehearsalReport) -> JSONObject? {
    var json: JSONObject
    switch report {
    case .started(let title):
      json = JSONObject(event: "started")
      json["title"] = .string(title)
    case .state(let from, let to, let line):
      json = JSONObject(event: "state")
      json["from"] = .string("\(from)")
      json["to"] = .string("\(to)")
      json["line"] = .integer(line)
    case .shown(let line, let number, let isOwn):
      json = JSONObject(event: "shown")
      json["line"] = .integer(line.index)
      json["kind"] = .string("\(line.kind)")
      json["number"] = number.map { .integer($0) }
      json["character"] = line.character.map { .string($0) }
      json["own"] = .bool(isOwn)
      json["text"] = .string(line.text)
    case .speaking(let line, let character, let voice, let frame):
      json = JSONObject(event: "speaking")
      json["line"] = .integer(line)
      json["character"] = .string(character)
      json["voice"] = .string(voice)
      json["frame"] = .integer(frame)
    case .word(let line, let range, let frame):
      json = JSONObject(event: "word")
      json["line"] = .integer(line)
      json["offset"] = .integer(range.lowerBound)
      json["length"] = .integer(range.count)
      json["frame"] = .integer(frame)
    case .lineDone(let line, let end):
      json = JSONObject(event: "line-done")
      json["line"] = .integer(line)
      json["reason"] = .string(Stage.reason(end))
    case .standIn(let line, let voice, let failure):
      json = JSONObject(event: "stand-in")
      json["line"] = .integer(line)
      json["voice"] = .string(voice)
      json["because"] = .string(failure.sentence)
    case .failed(let line, let failure):
      json = JSONObject(event: "failed")
      json["line"] = .integer(line)
      json["because"] = .string(failure.sentence)
    case .voicesGivenUp: json = JSONObject(event: "voices-given-up")
    case .shortfall(let line, let shortfall):
      json = JSONObject(event: "shortfall")
      json["line"] = .integer(line)
      json["field"] = .string(shortfall.field)
      json["outcome"] = .string(shortfall.outcome)
    case .ignored(let command, let why):
      json = JSONObject(event: "ignored")
      json["command"] = .string("\(command)")
      // Events are in English, whatever the user's language.
      json["why"] = .string(Messages(language: .english).why(why))
    case .paused(let line, let frame), .resumed(let line, let frame):
      if case .paused = report {
        json = JSONObject(event: "paused")
      } else {
        json = JSONObject(event: "resumed")
      }
      json["line"] = .integer(line)
      json["frame"] = .integer(frame)
    case .finished(let outcome): json = Stage.json("finished", outcome)
    case .stopped(let outcome): json = Stage.json("stopped", outcome)
    case .brokenOff(let outcome): json = Stage.json("broken-off", outcome)
    }
    return json
  }

  private static func json(_ event: String, _ outcome: RehearsalOutcome) -> JSONObject {
    var json = JSONObject(event: event)
    json["partner_lines"] = .integer(outcome.partnerLines)
    json["own_lines"] = .integer(outcome.ownLines)
    json["failed_lines"] = .integer(outcome.failedLines)
    json["completed_lines"] = .integer(outcome.completedLines)
    json["spoken_lines"] = .integer(outcome.spokenLines)
    json["frames"] = .integer(outcome.frames)
    json["rate"] = .integer(outcome.rateHertz)
    json["seconds"] = .number(Double(outcome.frames) / Double(max(outcome.rateHertz, 1)))
    return json
  }

  private static func reason(_ end: LineEnd) -> String {
    switch end {
    case .said: "said"
    case .cut: "cut"
    case .failed: "failed"
    case .actor(let end): "\(end)"
    }
  }
}
