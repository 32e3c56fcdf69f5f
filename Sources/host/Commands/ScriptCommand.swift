import CuePlugins
import CueScreenplay
import CueStore
import CueSystem
import CueText
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

  func name(_ path: String) -> String { ScreenplayFile.name(path) }

  private func show(_ path: String, _ screenplay: Screenplay) throws(UserError) {
    if manner.isJSON {
      return try Console.result(ScriptJSON.object(of: screenplay, sentence: \.sentence).line)
    }
    try Console.result(screenplay.listing)
  }

  private func info(_ path: String, _ screenplay: Screenplay) throws(UserError) {
    if manner.isJSON {
      return try Console.result(ScriptJSON.summary(of: screenplay, sentence: \.sentence).line)
    }
    try Console.result(screenplay.summary(called: name(path)))
  }

  func convert(
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
        : "\(place + 1)  " + item.row
    }
    try Console.result(text)
  }
}
