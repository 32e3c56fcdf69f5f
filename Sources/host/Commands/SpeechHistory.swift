import CueAssembly
import CueStore
import CueSystem
import CueTerminal
import Glibc

// `host speech history`: the sessions of practice with a speech.
extension SpeechCommand {
  /// A line for each session of practice, the last first.
  func history(of speech: StoredSpeech, _ practices: Practices) throws -> ExitStatus {
    let sessions = try practices.sessions(of: speech.number)
    for session in sessions {
      try Console.result(manner.isJSON ? session.json.line : line(session))
    }
    guard sessions.isEmpty else { return .done }
    Console.say(
      words(.notPractisedYet, ["title": speech.title]),
      hint: "\(Program.name) practice \(speech.number)")
    return .answerIsNo
  }

  /// A row of blocks for each measure, over all sessions.
  func chart(of speech: StoredSpeech, _ practices: Practices) throws -> ExitStatus {
    let sessions = try practices.sessions(of: speech.number)
    let trends = PracticeTrend.all(of: sessions)
    guard !trends.isEmpty else {
      guard !sessions.isEmpty else { return try history(of: speech, practices) }
      Console.say(words(.nothingMeasured))
      return .answerIsNo
    }
    guard !manner.isJSON else {
      for trend in trends { try Console.result(trend.json.line) }
      return .done
    }
    let columns = Terminal.size(of: STDOUT_FILENO)?.columns ?? SpeechCommand.usualColumns
    try Console.result(
      words(.sessionsOf, count: sessions.count, ["title": speech.title]) + "\n")
    let labels = trends.map { words(SpeechCommand.label($0.measure)) }
    let width = labels.map { Glyph.columns(of: $0) }.max() ?? 0
    for (trend, label) in zip(trends, labels) {
      let ends = [trend.first, trend.last].compactMap { $0 }.map { number($0, trend.measure) }
      let change = ends.joined(separator: Signs.fitted(" → "))
      let room = columns - width - Glyph.columns(of: change) - 4
      let pad = String(repeating: " ", count: width - Glyph.columns(of: label))
      if room >= SpeechCommand.leastChartColumns {
        let row = BlockChart.row(trend.values, columns: room, isPlain: Signs.arePlain)
        try Console.result("\(label)\(pad)  \(row)  \(change)\n")
      } else {
        let row = BlockChart.row(trend.values, columns: columns, isPlain: Signs.arePlain)
        for line in [label, row, change] { try Console.result(line + "\n") }
      }
    }
    return .done
  }

  /// If there is no terminal.
  private static let usualColumns = 80
  /// A row with fewer blocks has a line of its own.
  private static let leastChartColumns = 8

  private static func label(_ measure: PracticeMeasure) -> Message {
    switch measure {
    case .score: .trendScore
    case .wordsPerMinute: .trendWords
    case .wordsPerMinuteSpeaking: .trendSpeaking
    case .fillers: .trendFillers
    case .loudness: .trendLoudness
    case .pitch: .trendPitch
    case .pitchRange: .trendRange
    }
  }

  private func number(_ value: Double, _ measure: PracticeMeasure) -> String {
    switch measure {
    case .score, .wordsPerMinute, .wordsPerMinuteSpeaking, .pitch:
      words.number(value, decimals: 0)
    case .fillers, .loudness, .pitchRange: words.number(value, decimals: 1, least: 1)
    }
  }

  private func line(_ session: PracticeRecord) -> String {
    let time = Duration.milliseconds(session.spokenMilliseconds + session.pausedMilliseconds)
    var line = Counted.date(session.ended) + "  "
    line += words(
      .session, ["time": Messages.time(time), "count": words.grouped(session.segments)])
    if session.repeated > 0 {
      line += ". \(PracticeSummary.right(session, words)) \(PracticeSummary.pace(session, words))"
    }
    return line + "\n"
  }
}
