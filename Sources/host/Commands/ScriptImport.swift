import CueDocuments
import CueScreenplay
import CueSystem
import Glibc

// `host script import`: a script made from a document, with its doubtful rows.
extension ScriptCommand {
  /// Writes the script in a PDF file or a document as Fountain, and lists the rows that may be read wrongly.
  func importScript(
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
        let why = Messages(language: .english)(doubt.reason.message)
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
      let why = words(quotation.reason.message)
      return "line \(quotation.line): \(speaker): \(quotation.words)  (\(why))\n"
    }
    var json = JSONObject(event: "doubt")
    json["line"] = .integer(quotation.line)
    json["row"] = .string(quotation.words)
    if let speaker = quotation.speaker { json["speaker"] = .string(speaker) }
    json["reason"] = .string(quotation.reason.rawValue)
    return json.line
  }

  /// Asks about each doubtful row; returns the decisions, up to the last answer.
  private static func review(_ imported: ImportedScript) -> [ImportDecision] {
    var decisions: [ImportDecision] = []
    for (place, doubt) in imported.doubts.enumerated() {
      let why = Messages(language: .english)(doubt.reason.message)
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
}
