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
