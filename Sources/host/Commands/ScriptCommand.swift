import CueDocuments
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueText
import Glibc
import struct CueAssembly.LineRecording
import enum CueAssembly.LineSoundFault
import struct CueAssembly.UserLibrary

/// `host script`: reads screenplays, shows and converts them, and reports on their content.
struct ScriptCommand {
  let action: ScriptAction
  let manner: OutputManner

  func run() throws -> ExitStatus {
    switch action {
    case .show(let path, let layout): try show(path, screenplay(path, layout))
    case .info(let path, let layout): try info(path, screenplay(path, layout))
    case .convert(let from, let to, let form, let layout):
      try convert(from, screenplay(from, layout), to, form)
    case .items(let path, let rules, let options, let lexicon, let isSpoken, let layout):
      try items(
        path, screenplay(path, layout), rules, options, lexicon: lexicon, isSpoken: isSpoken)
    case .importing(let from, let to, let layout, let isReviewed):
      try importScript(from, to: to, layout, isReviewed: isReviewed)
    case .names(let path, let isKept, let layout):
      try names(path, screenplay(path, layout), isKept: isKept)
    case .remove(let name): try remove(name)
    }
    return .done
  }

  private func remove(_ name: String) throws {
    let scripts = Scripts(
      try UserLibrary(UserEnvironment.current()).database(toLook: false), clock: SystemClock())
    let script = try scripts.script(called: name)
    let running = try Tasks(
      try UserLibrary(UserEnvironment.current()).database(toLook: true), clock: SystemClock()
    ).all(of: script.number).first { $0.state == .running && !$0.isInterrupted }
    if let running {
      throw UserError(
        "Job \(running.number) is making a recording of “\(script.name)”.",
        hint: "Stop it first: \(Program.name) jobs cancel \(running.number)", .temporary)
    }
    _ = try scripts.remove(script.number)
    if manner.isJSON {
      var json = JSONObject(event: "removed")
      json["number"] = .integer(Int(script.number))
      json["name"] = .string(script.name)
      json["path"] = .string(script.path)
      return try Console.result(json.line)
    }
    guard !manner.isQuiet else { return }
    Console.talk(
      "The library has forgotten \(Signs.quoted(script.name)); '\(Program.name) library clean' removes its sound.\n"
    )
  }

  private func screenplay(
    _ path: String, _ layout: ScriptLayout?
  ) throws(UserError) -> Screenplay {
    try ScreenplayFile(telling: path, layout, manner).screenplay
  }

  private func name(_ path: String) -> String { ScreenplayFile.name(path) }

  private func show(_ path: String, _ screenplay: Screenplay) throws(UserError) {
    if manner.isJSON {
      return try Console.result(ScriptJSON.object(of: screenplay, sentence: \.sentence).line)
    }
    var text = ""
    for entry in screenplay.titlePage {
      text +=
        "title page      \(entry.key): \(screenplay.title(entry.key).joined(separator: " | "))\n"
    }
    for element in screenplay.elements {
      let kind = element.kind.rawValue
      var details: [String] = []
      if let number = element.sceneNumber { details.append("#\(number)") }
      if let level = element.level { details.append("level \(level)") }
      if let dual = element.dual { details.append(dual == .first ? "dual, left" : "dual, right") }
      if element.isForced { details.append("forced") }
      let lines = element.text.split(separator: "\n", omittingEmptySubsequences: false)
      text += kind + String(repeating: " ", count: 16 - kind.count)
      text += lines.joined(separator: "\n" + String(repeating: " ", count: 16))
      text += details.isEmpty ? "\n" : "  [\(details.joined(separator: ", "))]\n"
    }
    try Console.result(text)
  }

  private func info(_ path: String, _ screenplay: Screenplay) throws(UserError) {
    if manner.isJSON {
      return try Console.result(ScriptJSON.summary(of: screenplay, sentence: \.sentence).line)
    }
    var text =
      "\(name(path)): \(ScriptJSON.formatName(screenplay.format)), \(screenplay.encoding)\n"
    text += screenplay.reading.lines
    for entry in screenplay.titlePage {
      text += "\(entry.key): \(screenplay.title(entry.key).joined(separator: ", "))\n"
    }
    let scenes = screenplay.scenes.filter { $0.id != "preamble" }
    let sounds = screenplay.elements.count { $0.kind == .sound }
    var counts = [
      Counted.of(scenes.count, "scene"), Counted.of(screenplay.characters.count, "character"),
    ]
    if sounds > 0 { counts.append(Counted.of(sounds, "sound")) }
    counts.append(Counted.of(screenplay.elements.count, "element"))
    text += counts.joined(separator: ", ") + "\n"
    for (index, scene) in scenes.enumerated() {
      text += "  \(scene.number ?? String(index + 1))  \(scene.heading)\n"
    }
    if !screenplay.characters.isEmpty { text += "Speeches by character:\n" }
    for character in screenplay.characters {
      let others = character.aliases.filter { $0 != character.name }
      text += "  \(character.dialogueCount)  \(character.name)"
      text += others.isEmpty ? "\n" : " (\(others.joined(separator: ", ")))\n"
    }
    try Console.result(text)
  }

  private func convert(
    _ from: String, _ screenplay: Screenplay, _ to: String, _ form: ScriptForm
  ) throws(UserError) {
    let text =
      switch form {
      case .fountain: FountainWriter.text(of: screenplay)
      case .fdx: FinalDraftWriter.text(of: screenplay)
      case .json: ScriptJSON.object(of: screenplay, sentence: \.sentence).line
      case .txt: PlainTextWriter.text(of: screenplay)
      }
    let left = screenplay.elements.count { $0.kind == .boneyard }
    if form == .fdx, left > 0, !manner.isQuiet {
      Console.say("Final Draft has no boneyards; \(left) of \(name(from)) are left out.")
    }
    if to == "-" { return try Console.content(text) }
    try Texts.write(Array(text.utf8), to: to)
  }

  private func items(
    _ path: String, _ screenplay: Screenplay, _ rules: SpeakingRules, _ options: SpeakingOptions,
    lexicon: String?, isSpoken: Bool
  ) throws(UserError) {
    var options = options
    options.lexicon = try Lexicon(file: lexicon, beside: path)
    var items = SpeakableItems.items(of: screenplay, rules: rules, options: options)
    if isSpoken {
      let language = ScriptLanguage.choice(of: screenplay).tag
      for index in items.indices {
        items[index].changeWords { NormalizedText($0, language: language).text }
      }
    }
    if items.isEmpty, !manner.isQuiet {
      Console.say("By the rules \(rules.rawValue), nothing of \(name(path)) is said.")
    }
    var text = ""
    for (place, item) in items.enumerated() {
      text +=
        manner.isJSON
        ? ScriptJSON.line(of: item, number: place + 1)
        : "\(place + 1)  " + ScriptCommand.line(of: item)
    }
    try Console.result(text)
  }

  /// Writes the script in a PDF file or a document as Fountain, and lists the rows that may be read wrongly.
  private func importScript(
    _ path: String, to out: String?, _ layout: ScriptLayout?, isReviewed: Bool
  ) throws(UserError) {
    guard !isReviewed || path != "-" else {
      throw .usage("--review reads your answers from standard input: name a file.", "script")
    }
    guard !isReviewed || layout != .prose else {
      throw .usage(
        "--review asks about rows of a page, not about quotations: correct the names in the script that --prose writes.",
        "script")
    }
    var file = try ScreenplayFile(telling: path, layout, manner, listsRows: false)
    let target = out ?? path + ".fountain"
    if out == nil, unsafe access(target, F_OK) == 0 {
      throw UserError(
        "\(target) is there already, and may have been edited.",
        hint: "Name another file: \(Program.name) script import FILE OUT", .cannotCreate)
    }
    var open = file.doubtfulRows[...]
    if isReviewed, var imported = file.imported {
      let decisions = ScriptCommand.review(imported)
      imported.apply(decisions)
      do throws(ScriptError) { file = try ScreenplayFile(path, imported, layout: layout) } catch {
        throw UserError(
          "\(name(path)) has no script left: \(Messages(language: .english).why(error)).", .badInput
        )
      }
      open = open.dropFirst(decisions.count)
    }
    try convert(path, file.screenplay, target, .fountain)
    var rows = ""
    for doubt in open {
      guard manner.isJSON else {
        let why = Messages(language: .english)(ScriptCommand.message(doubt.reason))
        rows += doubt.page.map { "page \($0): " } ?? ""
        rows += "\(doubt.row)  (\(why))\n"
        continue
      }
      var json = JSONObject(event: "doubt")
      if let page = doubt.page { json["page"] = .integer(page) }
      json["row"] = .string(doubt.row)
      json["reason"] = .string(doubt.reason.rawValue)
      rows += json.line
    }
    for quotation in file.screenplay.reading.doubtfulQuotations { rows += line(of: quotation) }
    if target != "-" { try Console.result(rows) }
    guard !manner.isQuiet, target != "-" else { return }
    let count = open.count + file.screenplay.reading.doubtfulQuotations.count
    Console.say(
      "\(target) is written"
        + (count == 0
          ? "." : count == 1 ? "; one row may be wrong." : "; \(count) rows may be wrong."))
  }

  private func line(of quotation: Screenplay.DoubtfulQuotation) -> String {
    guard manner.isJSON else {
      let words = Messages(language: .english)
      let speaker = quotation.speaker ?? words(.theNarrator)
      let why = words(ScriptCommand.message(quotation.reason))
      return "line \(quotation.line): \(speaker): \(quotation.words)  (\(why))\n"
    }
    var json = JSONObject(event: "doubt")
    json["line"] = .integer(quotation.line)
    json["row"] = .string(quotation.words)
    if let speaker = quotation.speaker { json["speaker"] = .string(speaker) }
    json["reason"] = .string(quotation.reason.rawValue)
    return json.line
  }

  private static func message(_ reason: Screenplay.DoubtfulQuotation.Reason) -> Message {
    switch reason {
    case .turns: .quotedByTurns
    case .pronoun: .quotedByPronoun
    case .unknown: .quotedByNobody
    }
  }

  /// Asks about each doubtful row; returns the decisions, up to the last answer.
  private static func review(_ imported: ImportedScript) -> [ImportDecision] {
    var decisions: [ImportDecision] = []
    for (place, doubt) in imported.doubts.enumerated() {
      let why = Messages(language: .english)(message(doubt.reason))
      let page = doubt.page.map { "page \($0): " } ?? ""
      Console.talk("\(place + 1)/\(imported.doubts.count)  \(page)\(why)\n")
      let (rows, its) = imported.surroundings(of: doubt)
      for (index, row) in rows.enumerated() {
        Console.talk("  \(index == its ? ">" : " ") \(row)\n")
      }
      if its == nil { Console.talk("  left out: \(doubt.row)\n") }
      Console.talk(
        its == nil
          ? "Enter leaves it out, + takes it in, other words are taken in instead: "
          : "Enter keeps the row >, - leaves it out, other words replace it: ")
      guard let answer = readLine() else { break }
      let words = answer.split(separator: " ").joined(separator: " ")
      switch words {
      case "": decisions.append(.keep)
      case "-": decisions.append(.drop)
      case "+": decisions.append(.words(doubt.row))
      default: decisions.append(.words(words))
      }
    }
    return decisions
  }

  private static func message(_ reason: ImportDoubt.Reason) -> Message {
    switch reason {
    case .sideBySide: .rowsSideBySide
    case .margin: .rowInMargin
    case .noSpeaker: .rowOfNobody
    }
  }

  /// Lists names that voices may mispronounce, with proposals, and keeps these beside the script if wanted.
  private func names(
    _ path: String, _ screenplay: Screenplay, isKept: Bool
  ) throws(UserError) {
    guard !isKept || path != "-" else {
      throw .usage(
        "--keep needs a script in a file: the pronunciations are kept beside it.", "script")
    }
    var lexicon = Lexicon(of: screenplay)
    lexicon = lexicon.merged(with: try Lexicon(file: nil, beside: path))
    let proposals = KnownNames(UserEnvironment.current()).proposals(
      for: screenplay, besides: lexicon)
    var text = ""
    for proposal in proposals {
      guard manner.isJSON else {
        text += proposal.entry + "\n"
        continue
      }
      var json = JSONObject(event: "name")
      json["name"] = .string(proposal.name)
      json["spoken"] = .string(proposal.spoken)
      text += json.line
    }
    try Console.result(text)
    guard let first = proposals.first else {
      if !manner.isQuiet {
        Console.say("\(name(path)) has no name that Cue knows to be hard to say.")
      }
      return
    }
    let file = Lexicon.path(beside: path)
    guard isKept else {
      guard !manner.isQuiet else { return }
      return Console.say(
        "Nothing is kept yet.",
        hint:
          "Hear one: \(Program.name) \"\(first.spoken)\". Keep all: \(Program.name) script names \(path) --keep"
      )
    }
    var entries = ""
    if unsafe access(file, F_OK) == 0 {
      entries = try Texts.document(file)
      if !entries.isEmpty, !entries.hasSuffix("\n") { entries += "\n" }
    }
    entries += proposals.map { $0.entry + "\n" }.joined()
    try Texts.write(Array(entries.utf8), to: file)
    if !manner.isQuiet {
      Console.say(
        "They are kept in \(file), which you can edit; rehearsals and recordings read it.")
    }
  }

  private static func line(of item: SpeakableItem) -> String {
    if let sound = item.sound {
      let length = sound.milliseconds.map { " [\($0) ms]" } ?? ""
      return "sound: \(sound.what)\(length)\n"
    }
    var line = (item.rawCharacterName ?? "narrator") + ":"
    for piece in item.pieces {
      switch piece {
      case .words(let words, let direction):
        line += direction.map { " (\($0))" } ?? ""
        line += " " + words
      case .silence(let milliseconds): line += " [\(milliseconds) ms]"
      }
    }
    return line + "\n"
  }
}

extension ScreenplayFile {
  /// Reads the file at `path`, and reports what is doubtful in it.
  init(
    telling path: String, _ layout: ScriptLayout?, _ manner: OutputManner, listsRows: Bool = true
  ) throws(UserError) {
    let name = ScreenplayFile.name(path)
    do throws(Failure) { try self.init(path, layout: layout) } catch {
      switch error {
      case .unreadable(let error): throw UserError(error, name)
      case .script(let error):
        throw UserError(
          "\(name) cannot be read as a screenplay: \(Messages(language: .english).why(error)).",
          .badInput)
      }
    }
    guard !manner.isQuiet else { return }
    if listsRows, !doubtfulRows.isEmpty {
      Console.say(
        "\(name): \(doubtfulRows.count) of its rows may be read wrongly.",
        hint:
          "\(Program.name) script import \(path) lists them, and writes a script that can be edited."
      )
    }
    let quotations = screenplay.reading.doubtfulQuotations.count
    if listsRows, quotations > 0 {
      Console.say(
        "\(name): \(quotations) of its quotations may be somebody else's.",
        hint:
          "\(Program.name) script import \(path) --prose lists them, and writes a script that can be edited."
      )
    }
    sayDoubts()
    if !looksLikeScreenplay {
      Console.say(
        "\(name): from line 1 on there is neither a scene heading nor a character; is it a "
          + "screenplay?",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech.")
    } else if screenplay.reading.layout != nil, !screenplay.hasSpeechesOfNobody,
      screenplay.characters.allSatisfy({ $0.dialogueCount == 0 })
    {
      Console.say(
        "\(name): nobody speaks in it: the narrator would say everything.",
        hint: "If that is wrong, name the layout with --layout.")
    }
  }

  /// Reports what is doubtful in it, in the language of `words`.
  func sayDoubts(_ words: Messages = Messages(language: .english)) {
    for warning in screenplay.warnings {
      Console.say(
        words(
          .doubtIsAt,
          ["file": name, "line": "\(warning.line)", "sentence": warning.sentence(words)]))
    }
  }

  /// Its name for people.
  var name: String { ScreenplayFile.name(path) }

  static func name(_ path: String) -> String { path == "-" ? "Standard input" : path }
}

/// The options of `direct`.
struct DirectOptions: Equatable {
  var script: String
  /// The subject: a name, `scene 2`, `line 12`; nil for all.
  var subject: DirectionFile.Subject?
  /// The values to set, in order; an empty value removes it.
  var values: [Value] = []
  /// `--layout`.
  var layout: ScriptLayout?

  struct Value: Equatable {
    let key: DirectionFile.Key
    let text: String
  }
}

/// `host direct`: how a script is to be played, in a file beside it.
struct DirectCommand {
  let options: DirectOptions
  let manner: OutputManner

  func run() throws(UserError) -> ExitStatus {
    let script = try script()
    let path = DirectionFile.path(beside: options.script)
    let file: DirectionFile
    do throws(DirectionFile.Trouble) { file = try DirectionFile.beside(options.script) } catch {
      throw UserError(error)
    }
    if let stranger = options.subject.flatMap({ file.stranger($0, in: script) }) {
      throw UserError("\(options.script) has no \(stranger).", hint: names(script), .usage)
    }
    guard !options.values.isEmpty, let subject = options.subject else {
      try show(file, path)
      return .done
    }
    try checkSounds()
    try DirectionFile.change(beside: options.script, refusing: { UserError($0) }) {
      (file) throws(UserError) in
      for value in options.values {
        do throws(DirectionFile.Failure) {
          try file.set(value.key, of: subject, to: value.text)
        } catch { throw UserError("\(value.key.rawValue): \(error.reason.clause).", .usage) }
      }
    }
    if !manner.isQuiet, !manner.isJSON { Console.talk("It is kept in \(path).\n") }
    return .done
  }

  /// Checks the sound files that replace lines.
  private func checkSounds() throws(UserError) {
    let folder = options.script.lastIndex(of: "/").map { String(options.script[...$0]) } ?? ""
    for value in options.values
    where [.recording, .reading].contains(value.key) && !value.text.isEmpty {
      let path = LineRecording.path(value.text, in: folder)
      do throws(LineSoundFault) { try LineRecording.check(path) } catch {
        throw UserError(
          "\(value.key.rawValue): \(path) cannot be used: \(error.clause).",
          hint: "A path is relative to the script's folder.", .noInput)
      }
    }
  }

  private func script() throws(UserError) -> Script {
    guard options.script != "-" else {
      throw UserError("Directions are kept beside a script; standard input has no place.", .usage)
    }
    let file = try ScreenplayFile(telling: options.script, options.layout, manner)
    do throws(ScriptError) { return try Script(file.screenplay, title: file.fileName) } catch {
      throw UserError("\(options.script): \(Messages(language: .english).why(error))", .badInput)
    }
  }

  private func names(_ script: Script) -> String {
    let names = script.characters.map(\.name).joined(separator: ", ")
    return "Its characters: \(names). Its scenes: 1 to \(script.scenes.count). Its lines: 1 to "
      + "\(DialogueNumbers(script).count)."
  }

  private func show(_ file: DirectionFile, _ path: String) throws(UserError) {
    if manner.isJSON {
      for (subject, values) in file.values.sorted(by: { $0.key.heading < $1.key.heading })
      where options.subject == nil || options.subject == subject {
        var json = JSONObject(event: "direction")
        json["subject"] = .string(String(subject.heading.dropFirst().dropLast()))
        for key in DirectionFile.Key.allCases {
          json[key.rawValue] = values[key].map { .string($0) }
        }
        try Console.result(json.line)
      }
      return
    }
    if let subject = options.subject {
      let values = file.values[subject] ?? [:]
      for key in DirectionFile.Key.allCases {
        if let value = values[key] { try Console.result("\(key.rawValue) = \(value)\n") }
      }
      if values.isEmpty, !manner.isQuiet {
        Console.talk("Nothing is said of \(subject.heading).\n")
      }
      return
    }
    try Console.result(file.text)
    if file.text.isEmpty, !manner.isQuiet {
      Console.talk(
        "Nothing is directed yet. \(Program.name) direct \(options.script) NAME tones=angry, or edit \(path).\n"
      )
    }
  }
}

extension DirectionFile {
  /// The subject, in the words for a script that does not have it; nil if the script has it.
  func stranger(_ subject: Subject, in script: Script) -> String? {
    switch subject {
    case .character(let name):
      let identity = CharacterName.identity(of: name)
      return script.characters.contains { $0.name == identity } ? nil : "character “\(name)”"
    case .scene(let number): return number <= script.scenes.count ? nil : "scene \(number)"
    case .line(let number):
      return number <= DialogueNumbers(script).count ? nil : "line \(number)"
    }
  }
}

extension DirectionFile.Failure.Reason {
  /// What is wrong, without a period at its end.
  var clause: String {
    switch self {
    case .noHeading: "a heading such as [OSKAR] should stand above it"
    case .heading: "a heading should be as in [OSKAR], [scene 2] or [line 12]"
    case .notAPair: "it should be as in 'tones = angry'"
    case .unknownKey(let key, let known):
      "“\(key)” is none of \(known.joined(separator: ", "))"
    case .noTone(let text): "“\(text)” names no tone; '\(Program.name) tones' lists them"
    case .seconds(let text): "“\(text)” is no number of seconds from 0 to 60"
    case .strictness(let text): "“\(text)” is not gist, standard or word-perfect"
    case .tooLong: "it is longer than 1 MB"
    }
  }
}
