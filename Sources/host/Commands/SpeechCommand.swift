import CueAssembly
import CuePlugins
import CueStore
import CueSystem
import CueTerminal
import CueText
import Glibc

/// `host speech`: keeps the speeches that are practised.
struct SpeechCommand {
  let action: SpeechAction
  let environment: UserEnvironment
  let manner: OutputManner

  private var words: Messages { Messages(language: TalkLanguage(environment)) }

  func run() throws(UserError) -> ExitStatus {
    let library = UserLibrary(environment)
    do {
      switch action {
      case .add(let source, let change):
        guard let source else { preconditionFailure("a speech is added from somewhere") }
        return try add(source, change, library)
      case .list(let search): return try list(search, try library.speeches(toLook: true))
      case .show(let name):
        let speech = try find(name, try library.speeches(toLook: true))
        try Console.result(
          manner.isJSON
            ? json("speech", speech, withContent: true).line
            : about(speech) + "\n" + speech.content + "\n")
      case .history(let name, let showsChart):
        let database = try library.database(toLook: true)
        let clock = SystemClock()
        let speech = try find(name, Speeches(database, clock: clock))
        let practices = Practices(database, clock: clock)
        return try showsChart
          ? chart(of: speech, practices) : history(of: speech, practices)
      case .edit(let name, let source, let change):
        return try edit(name, source, change, try library.speeches(toLook: false))
      case .remove(let names):
        let speeches = try library.speeches(toLook: false)
        // All are looked up before the first is removed.
        for speech in try names.map({ try find($0, speeches) }) {
          guard try speeches.remove(speech.number) else { continue }
          try tell("removed", speech, words(.speechRemoved, ["title": speech.title]))
        }
      case .export(let name, let output):
        try export(try find(name, try library.speeches(toLook: true)), to: output)
      }
      return .done
    } catch let failure as StoreFailure {
      throw UserError(failure)
    } catch let userError as UserError {
      throw userError
    } catch { preconditionFailure("nothing else is thrown here: \(error)") }
  }

  // Lists.

  private func list(_ search: String?, _ speeches: Speeches) throws -> ExitStatus {
    let all = try speeches.all()
    let wanted = search.map(TextSearch.init)
    let found = all.filter { wanted?.isIn($0.title) ?? true || wanted?.isIn($0.content) ?? true }
    for speech in found {
      try Console.result(manner.isJSON ? json("speech", speech).line : line(speech, found))
    }
    guard found.isEmpty else { return .done }
    if all.isEmpty {
      Console.say(words(.noSpeechesYet), hint: words(.addOne))
      return search == nil ? .done : .answerIsNo
    }
    Console.say(words(.noSpeechHas, ["words": search ?? ""]))
    return .answerIsNo
  }

  /// A line for each session of practice, the last first.
  private func history(of speech: StoredSpeech, _ practices: Practices) throws -> ExitStatus {
    let sessions = try practices.sessions(of: speech.number)
    for session in sessions {
      try Console.result(manner.isJSON ? json(session).line : line(session))
    }
    guard sessions.isEmpty else { return .done }
    Console.say(
      words(.notPractisedYet, ["title": speech.title]),
      hint: "\(Program.name) practice \(speech.number)")
    return .answerIsNo
  }

  /// A row of blocks for each measure, over all sessions.
  private func chart(of speech: StoredSpeech, _ practices: Practices) throws -> ExitStatus {
    let sessions = try practices.sessions(of: speech.number)
    let trends = PracticeTrend.all(of: sessions)
    guard !trends.isEmpty else {
      guard !sessions.isEmpty else { return try history(of: speech, practices) }
      Console.say(words(.nothingMeasured))
      return .answerIsNo
    }
    guard !manner.isJSON else {
      for trend in trends { try Console.result(json(trend).line) }
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

  private func json(_ trend: PracticeTrend) -> JSONObject {
    var json = JSONObject(event: "trend")
    json["measure"] = .string(trend.measure.rawValue)
    json["values"] = .array(trend.values.map { $0.map { .number($0) } ?? .null })
    json["first"] = trend.first.map { .number($0) }
    json["last"] = trend.last.map { .number($0) }
    return json
  }

  private func line(_ session: PracticeRecord) -> String {
    let time = Duration.milliseconds(session.spokenMilliseconds + session.pausedMilliseconds)
    var line = Counted.date(session.ended, isUTC: false) + "  "
    line += words(
      .session, ["time": PracticeLines.time(time), "count": words.grouped(session.segments)])
    if session.repeated > 0 {
      line += ". \(PracticeSummary.right(session, words)) \(PracticeSummary.pace(session, words))"
    }
    return line + "\n"
  }

  private func json(_ session: PracticeRecord) -> JSONObject {
    var json = JSONObject(event: "session")
    json["ended"] = .string(Counted.date(session.ended, isUTC: true))
    json["end"] = .string(session.end)
    json["spoken_seconds"] = .number(Double(session.spokenMilliseconds) / 1000)
    json["paused_seconds"] = .number(Double(session.pausedMilliseconds) / 1000)
    json["segments"] = .integer(session.segments)
    if session.repeated > 0 { PracticeEventWriter.describe(session, in: &json) }
    return json
  }

  private func line(_ speech: StoredSpeech, _ all: [StoredSpeech]) -> String {
    let digits = all.map { String($0.number).count }.max() ?? 1
    let width = min(40, all.map(\.title.count).max() ?? 0)
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let number = String(speech.number)
    return String(repeating: " ", count: digits - number.count) + number + "  "
      + padded(speech.title, width) + "  " + padded(speech.language, 5) + "  "
      + padded(words.text(ReadingTime(of: speech.content)), 12) + "  "
      + Counted.date(speech.updated, isUTC: false) + "\n"
  }

  private func about(_ speech: StoredSpeech) -> String {
    let time = ReadingTime(of: speech.content)
    let sentences = Segments.sentences(of: speech.content, language: speech.language).count
    let paragraphs = Segments.paragraphs(of: speech.content).count
    return [
      speech.title,
      words(
        .aboutSpeech,
        [
          "number": "\(speech.number)", "language": speech.language,
          "characters": words.grouped(speech.content.count),
          "most": words.grouped(Speeches.mostCharacters),
          "words": words(.words, count: time.words), "time": words.text(time),
        ]),
      words(.sentences, count: sentences) + ", " + words(.paragraphs, count: paragraphs),
      words(
        .aboutDates,
        [
          "added": Counted.date(speech.created, isUTC: false),
          "changed": Counted.date(speech.updated, isUTC: false),
        ]),
    ].map { $0 + "\n" }.joined()
  }

  private func json(
    _ event: String, _ speech: StoredSpeech, withContent: Bool = false
  ) -> JSONObject {
    let time = ReadingTime(of: speech.content)
    var json = JSONObject(event: event)
    json["number"] = .integer(Int(speech.number))
    json["title"] = .string(speech.title)
    json["language"] = .string(speech.language)
    json["characters"] = .integer(speech.content.count)
    json["words"] = .integer(time.words)
    json["seconds"] = .integer(time.seconds)
    json["reading"] = .string(time.description)
    json["created"] = .string(Counted.date(speech.created, isUTC: true))
    json["updated"] = .string(Counted.date(speech.updated, isUTC: true))
    if withContent { json["content"] = .string(speech.content) }
    return json
  }

  private func find(_ name: String, _ speeches: Speeches) throws -> StoredSpeech {
    if let speech = try speeches.speech(called: name) { return speech }
    throw UserError(
      words(.noSuchSpeech, ["name": name]), hint: words(.listNamesThem), .noInput)
  }

  // Changes.

  private func add(
    _ source: SpeechSource, _ change: SpeechChange, _ library: UserLibrary
  ) throws -> ExitStatus {
    let text = try read(source, change)
    let title = try change.title ?? OptionValues.title(text.title ?? "Speech")
    let language =
      change.language.map { LanguageChoice($0, .script) }
      ?? text.language(locale: environment.localeName)
    let speech = try library.speeches(toLook: false).add(
      title: title, content: text.content, language: language.tag)
    tellCut(text)
    if let sentence = words.text(language), change.language == nil, !manner.isQuiet {
      Console.say(sentence)
    }
    try tell(
      "added", speech,
      words(
        .speechKept,
        [
          "title": speech.title, "number": "\(speech.number)",
          "time": words.text(ReadingTime(of: speech.content)),
        ]))
    return .done
  }

  private func read(
    _ source: SpeechSource, _ change: SpeechChange
  ) throws(UserError) -> SpeechText {
    do throws(SpeechTextError) {
      return try SpeechText.read(
        source.path, isMarkdown: source.isMarkdown, truncates: change.truncates)
    } catch { throw words.error(error, path: source.path) }
  }

  private func checked(_ text: String, _ change: SpeechChange) throws(UserError) -> SpeechText {
    do throws(SpeechTextError) {
      return try SpeechText(text, truncates: change.truncates)
    } catch { throw words.error(error, name: "Your text") }
  }

  private func edit(
    _ name: String, _ source: SpeechSource?, _ change: SpeechChange, _ speeches: Speeches
  ) throws -> ExitStatus {
    var speech = try find(name, speeches)
    let before = speech
    if let title = change.title { speech.title = title }
    if let language = change.language { speech.language = language }
    if let source {
      let text = try read(source, change)
      speech.content = text.content
      tellCut(text)
    } else if change.title == nil, change.language == nil {
      return try editInEditor(before, change, speeches)
    }
    return try save(speech, before, speeches)
  }

  private func save(
    _ speech: StoredSpeech, _ before: StoredSpeech, _ speeches: Speeches
  ) throws -> ExitStatus {
    guard speech != before else {
      if !manner.isQuiet { Console.talk(words(.speechAsItWas, ["title": speech.title]) + "\n") }
      return .done
    }
    let kept = try speeches.update(speech)
    try tell(
      "changed", kept,
      words(
        .speechChanged,
        ["title": kept.title, "time": words.text(ReadingTime(of: kept.content))]))
    return .done
  }

  /// If a text cannot be kept, it stays in the copy, and the speech does not change.
  private func editInEditor(
    _ speech: StoredSpeech, _ change: SpeechChange, _ speeches: Speeches
  ) throws -> ExitStatus {
    let editor: TextEditor
    do throws(TextEditorError) {
      editor = try TextEditor(
        speech.content,
        command: environment.variable("VISUAL") ?? environment.variable("EDITOR"),
        folder: environment.variable("TMPDIR") ?? "/tmp")
    } catch { throw UserError(error) }
    do {
      let text = try checked(try edited(editor), change)
      var changed = speech
      changed.content = text.content
      tellCut(text)
      let status = try save(changed, speech, speeches)
      editor.discard()
      return status
    } catch {
      var userError =
        UserError(explaining: error)
        ?? UserError("Internal error: \(error).", .internal)
      userError.hint +=
        (userError.hint.isEmpty ? "" : "\n")
        + words(.isAsItWasCopyIn, ["path": editor.path, "number": "\(speech.number)"])
      throw userError
    }
  }

  private func edited(_ editor: TextEditor) throws(UserError) -> String {
    let bytes: [UInt8]
    do throws(TextEditorError) { bytes = try editor.run() } catch { throw UserError(error) }
    return try Texts.document(bytes, "Your text")
  }

  private func tell(_ event: String, _ speech: StoredSpeech, _ sentence: String) throws {
    if manner.isJSON {
      try Console.result(json(event, speech).line)
    } else if !manner.isQuiet {
      Console.talk(sentence + "\n")
    }
  }

  private func tellCut(_ text: SpeechText) {
    guard let count = text.cutFrom, !manner.isQuiet else { return }
    Console.say(words.cutNote(from: count))
  }

  // Output.

  /// The kept text, to standard output or a file that appears only when it is complete.
  private func export(_ speech: StoredSpeech, to output: String?) throws(UserError) {
    let bytes = Array((speech.content + "\n").utf8)
    guard let output, output != "-" else {
      return try Console.content(speech.content + "\n")
    }
    try Texts.write(bytes, to: output)
  }
}

extension UserError {
  /// Why a speech was not edited.
  fileprivate init(_ error: TextEditorError) {
    switch error {
    case .noEditor:
      self.init(
        "There is no editor: neither VISUAL nor EDITOR names one.",
        hint: "Name one, as in: EDITOR=nano \(Program.name) speech edit …\n"
          + "or give the new text as a file: \(Program.name) speech edit SPEECH FILE",
        .configuration)
    case .cannotCopy(let folder, let errno):
      self.init(
        "No copy to edit can be made in \(folder): \(Console.describe(errno: errno)).",
        .cannotCreate)
    case .cannotWrite(let path, let errno):
      self.init("\(path) cannot be written: \(Console.describe(errno: errno)).", .inputOutput)
    case .cannotRun(let command, let errno):
      self.init(editor: command, "\(Console.describe(errno: errno))")
    case .endedBySignal(let command, let signal):
      self.init(editor: command, "signal \(signal) ended it")
    case .failed(let command, let status):
      self.init(editor: command, "it ended with status \(status)")
    case .unreadable(let path, let error): self.init(error, path)
    }
  }

  private init(editor command: String, _ why: String) {
    self.init("The editor “\(command)” failed: \(why).", .unavailable)
  }
}
