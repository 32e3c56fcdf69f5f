import enum CueAssembly.TakeFinding
import CueModel
import CueStore
import CueStory
import CueSystem

/// Reports what is wrong with a library, as it is found.
final class LibraryReport {
  private static let removeIt = "Remove it; '\(Program.name) generate' makes it again."

  private let isJSON: Bool
  private(set) var findings = 0
  private var lastHint = ""

  init(isJSON: Bool) { self.isJSON = isJSON }

  func say(_ finding: LibraryFinding) throws {
    switch finding {
    case .damagedFile(let path, let damage):
      try say("damaged_file", path, "\(path) \(damage.clause).", hint: LibraryReport.removeIt)
    case .damaged(let path, let damage):
      try say("damaged", path, "\(path) \(damage.clause).", hint: LibraryReport.removeIt)
    case .stranger(let path):
      try say(
        "stranger", path, "\(path) is no clip, and has no place there.",
        hint: "Move it away; '\(Program.name) library clean' leaves it alone.")
    case .other(let path, let found, let made):
      try say(
        "other", path,
        "\(path) is whole, but another than the library knows: it has "
          + "\(found.frames) frames and the checksum \(found.checksum), where \(made.frames) and "
          + "\(made.checksum) were made.", hint: LibraryReport.removeIt)
    case .unreferenced(let folder, let count, let bytes):
      try say(
        "unreferenced", folder,
        "\(folder): nothing refers to \(Counted.clips(count)) of \(Counted.bytes(bytes)).",
        hint: "'\(Program.name) generate' of their script finds them again; "
          + "'\(Program.name) library clean' removes them.")
    case .missing(let path):
      try say(
        "missing", path, "\(path) is not there.",
        hint: "'\(Program.name) generate' makes it again; --cache DIR says where else it may be.")
    }
  }

  func say(_ finding: TakeFinding) throws {
    let hint =
      "'\(Program.name) library rebuild --from FOLDER' brings takes back from a backup, if you remove the damaged one first."
    switch finding {
    case .missing(let path): try say("missing_track", path, "\(path) is not there.", hint: hint)
    case .damaged(let path):
      try say(
        "damaged_track", path, "\(path) is no sound, or has less of it than it says.", hint: hint)
    case .unknown(let path):
      try say(
        "damaged_take", path, "\(path) cannot be read: nothing is known of the take's lines.",
        hint: hint)
    }
  }

  func say(_ finding: StoryFinding) throws {
    let told = finding.told
    try say(told.kind, told.path, told.sentence, hint: told.hint)
  }

  /// Reports one fault; the same advice is given once in a row.
  private func say(_ kind: String, _ path: String, _ sentence: String, hint: String) throws {
    findings += 1
    if isJSON {
      var json = JSONObject(event: "finding")
      json["kind"] = .string(kind)
      json["path"] = .string(path)
      json["sentence"] = .string(sentence)
      json["hint"] = .string(hint)
      return try Console.result(json.line)
    }
    try Console.result(sentence + "\n")
    if !hint.isEmpty, hint != lastHint {
      try Console.result(hint.split(separator: "\n").map { "  \($0)\n" }.joined())
    }
    lastHint = hint
  }

  /// Reports that the database itself is damaged, so that nothing else can be checked.
  func damaged(_ failure: StoreFailure, _ path: String) throws -> ExitStatus {
    try say("database", path, failure.sentence, hint: failure.hint)
    return .answerIsNo
  }

  /// Reports what was checked.
  func end(_ counts: LibraryCheck.Counts, takes: Int, isQuiet: Bool) throws {
    if isJSON {
      var json = JSONObject(event: "checked")
      json["clips"] = .integer(counts.clips)
      json["bytes"] = .integer(counts.bytes)
      json["files"] = .integer(counts.files)
      if takes > 0 { json["takes"] = .integer(takes) }
      json["findings"] = .integer(findings)
      return try Console.result(json.line)
    }
    guard !isQuiet else { return }
    Console.talk(
      "\(Counted.clips(counts.clips)) of \(Counted.bytes(counts.bytes)) that items refer to, and "
        + "\(counts.files) files\(takes == 0 ? "" : ", and \(takes) takes"): "
        + (findings == 0
          ? "all is well.\n" : findings == 1 ? "1 is wrong.\n" : "\(findings) are wrong.\n"))
  }
}
