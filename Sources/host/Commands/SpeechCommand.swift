import CueAssembly
import CuePlugins
import CueStore
import CueSystem
import CueText

/// `host speech`: keeps the speeches that are practised.
struct SpeechCommand {
  let action: SpeechAction
  let environment: UserEnvironment
  let manner: OutputManner

  var words: Messages { Messages(language: TalkLanguage(environment)) }

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
            ? speech.json("speech", withContent: true).line
            : words.about(speech) + "\n" + speech.content + "\n")
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
      try Console.result(
        manner.isJSON ? speech.json("speech").line : words.row(speech, among: found))
    }
    guard found.isEmpty else { return .done }
    if all.isEmpty {
      Console.say(words(.noSpeechesYet), hint: words(.addOne))
      return search == nil ? .done : .answerIsNo
    }
    Console.say(words(.noSpeechHas, ["words": search ?? ""]))
    return .answerIsNo
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

  func checked(_ text: String, _ change: SpeechChange) throws(UserError) -> SpeechText {
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

  func save(
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

  private func tell(_ event: String, _ speech: StoredSpeech, _ sentence: String) throws {
    if manner.isJSON {
      try Console.result(speech.json(event).line)
    } else if !manner.isQuiet {
      Console.talk(sentence + "\n")
    }
  }

  func tellCut(_ text: SpeechText) {
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
