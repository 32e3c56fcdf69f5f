import CueAssembly
import CueModel
import CueScreenplay

// The script of a recording: how it is read, and why nothing can be recorded of it.

extension ScreenplayFile {
  /// Reads the script of a recording, and reports what is doubtful in it.
  init(
    recorded path: String, _ layout: ScriptLayout?, _ manner: OutputManner
  ) throws(UserError) {
    let bytes = try Texts.contents(ofFile: path)
    do throws(ScriptError) { try self.init(path, bytes, layout: layout) } catch {
      throw UserError(
        "\(path) cannot be read as a screenplay: \(Messages(language: .english).why(error)).",
        .badInput)
    }
    if looksLikeProse {
      do throws(ScriptError) { self = try ScreenplayFile(prose: path, bytes) } catch {
        throw UserError(
          "\(path) cannot be read: \(Messages(language: .english).why(error)).", .badInput)
      }
      guard !manner.isQuiet, !manner.isJSON else { return }
      let chapters = screenplay.elements.count { $0.kind == .sceneHeading }
      Console.say(
        "\(path) is read as prose, by the narrator: nobody in it speaks under a name; "
          + "\(Counted.of(chapters, "heading")).")
      return
    }
    if layout == nil, let doubt = screenplay.warnings.first(where: \.isOfNobody) {
      throw UserError("\(path), line \(doubt.line): \(doubt.sentence)", .badInput)
    }
    guard looksLikeScreenplay else {
      throw UserError(
        "\(path) is no screenplay: from line 1 on there is neither a scene heading nor a character.",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech. "
          + "Other text is read from a file that ends in .txt or .md.", .badInput)
    }
    if !manner.isQuiet { sayDoubts() }
  }
}

extension UserError {
  /// Why nothing can be recorded.
  init(_ error: RecordingScriptError, _ options: GenerateOptions) {
    switch error {
    case .nothingIsSaid:
      self.init(
        "By the rules \(options.rules.rawValue), nothing of \(options.script) is said.", .badInput)
    case .noSuchScene(let number, let count):
      self.init(
        "--scenes: \(options.script) has \(count) scenes, and no scene \(number).", .usage)
    case .noSuchItem(let number, let count):
      self.init(
        "--redo: there \(count == 1 ? "is" : "are") \(Counted.items(count)), and no item \(number).",
        hint: "\(Program.name) generate --dry-run --json lists them.", .usage)
    case .unknownCharacter(let name, let known):
      self.init(
        "Nobody in \(options.script) is called “\(name)”.",
        hint: "There are: \(known.map { $0.uppercased() }.joined(separator: ", "))", .usage)
    case .nothingIsWanted:
      self.init(
        "Nothing is said by these characters in these scenes of \(options.script).", .usage)
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
