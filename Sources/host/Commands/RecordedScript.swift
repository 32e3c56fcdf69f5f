import CueAssembly
import CueModel
import CueScreenplay

// The script of a recording: how it is read, and why nothing can be recorded of it.

extension ScreenplayFile {
  /// Reads the script of a recording, and reports what is doubtful in it.
  init(
    recorded path: String, _ layout: ScriptLayout?, _ manner: OutputManner, _ words: Messages
  ) throws(UserError) {
    let bytes = try Texts.contents(ofFile: path)
    do throws(ScriptError) { try self.init(path, bytes, layout: layout) } catch {
      throw UserError(
        words.recording(.notAScreenplay, ["path": path, "why": words.why(error)]), .badInput)
    }
    if looksLikeProse {
      do throws(ScriptError) { self = try ScreenplayFile(prose: path, bytes) } catch {
        throw UserError(
          words.recording(.cannotBeRead, ["path": path, "why": words.why(error)]), .badInput)
      }
      guard !manner.isQuiet, !manner.isJSON else { return }
      let chapters = screenplay.elements.count { $0.kind == .sceneHeading }
      Console.say(words.recording(.readAsProse, count: chapters, ["path": path]))
      return
    }
    if layout == nil, let doubt = screenplay.warnings.first(where: \.isOfNobody) {
      let values = ["file": path, "line": "\(doubt.line)", "sentence": doubt.sentence(words)]
      throw UserError(words(Message.doubtIsAt, values), .badInput)
    }
    guard looksLikeScreenplay else {
      throw UserError(
        words.recording(.noHeadingNorName, ["path": path]), hint: words.recording(.headingIsAs),
        .badInput)
    }
    if !manner.isQuiet { sayDoubts(words) }
  }
}

extension UserError {
  /// Why nothing can be recorded.
  init(_ error: RecordingScriptError, _ options: GenerateOptions, _ words: Messages) {
    let script = options.script
    switch error {
    case .nothingIsSaid:
      let values = ["rules": options.rules.rawValue, "script": script]
      self.init(words.recording(.nothingSaid, values), .badInput)
    case .noSuchScene(let number, let count):
      let values = ["script": script, "count": "\(count)", "number": "\(number)"]
      self.init(words.recording(.noSuchScene, values), .usage)
    case .noSuchItem(let number, let count):
      self.init(
        words.recording(.noSuchItem, count: count, ["number": "\(number)"]),
        hint: words.recording(
          .listsItems, ["command": "\(Program.name) generate --dry-run --json"]), .usage)
    case .unknownCharacter(let name, let known):
      let names = known.map { $0.uppercased() }.joined(separator: ", ")
      self.init(
        words.recording(.nobodyCalled, ["script": script, "name": name]),
        hint: words.recording(.thereAre, ["names": names]), .usage)
    case .nothingIsWanted:
      self.init(words.recording(.nothingWanted, ["script": script]), .usage)
    }
  }
}

extension JobMessage {
  /// A message to keep, in English.
  static func english(_ message: JobMessage) -> String {
    switch message {
    case .processing(let done, let total): "Processing item \(done) of \(total)"
    case .completed(let total, let failed, let standIns):
      "Completed: \(total) elements processed" + (failed > 0 ? ", \(failed) of them failed" : "")
        + (standIns > 0 ? ", \(standIns) of them said by voices that stand in" : "")
    case .cancelled(let done, let total): "Cancelled: \(done) of \(total) items"
    case .failed(let done, let total): "Failed: \(done) of \(total) items"
    case .itemFailed(let failure): failure.sentence
    case .itemCancelled: "It was cancelled while it was made."
    }
  }
}
