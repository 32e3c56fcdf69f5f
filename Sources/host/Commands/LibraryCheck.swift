import CueModel
import CueStore
import CueSystem

/// Compares every byte of the clips with what the library says of them.
struct LibraryCheck {
  /// What was looked at.
  struct Counts {
    var clips = 0
    var bytes = 0
    var files = 0
  }

  /// Where clips may be, the library's own folder first.
  let stores: [ClipStore]
  let versions: AudioVersions
  let report: LibraryReport

  func run() throws -> Counts {
    var counts = Counts()
    let expected = try versions.clips()
    for clip in expected {
      counts.clips += 1
      counts.bytes += clip.byteCount
      try check(clip)
    }
    let keys = Set(expected.map(\.key))
    for store in stores {
      let listing = try store.list()
      counts.files += listing.files.count
      for file in listing.files where !keys.contains(file.key) {
        if case .damaged(let reason) = try store.condition(file.key) {
          try report.say(
            .damagedFile, store.path(file.key), "\(store.path(file.key)) \(reason.clause).",
            hint: LibraryReport.removeIt)
        }
      }
      for stranger in listing.strangers {
        try report.say(
          .stranger, stranger, "\(stranger) is no clip, and has no place there.",
          hint: "Move it away; '\(Program.name) library clean' leaves it alone.")
      }
    }
    return counts
  }

  /// It has to be in one of the folders, whole and as it was made; a damaged one anywhere is told too.
  private func check(_ clip: ClipEntry) throws {
    var isThere = false
    for store in stores {
      switch try store.condition(clip.key) {
      case .absent: break
      case .damaged(let reason):
        isThere = true
        try report.say(
          .damaged, store.path(clip.key), "\(store.path(clip.key)) \(reason.clause).",
          hint: LibraryReport.removeIt)
      case .whole(let found):
        isThere = true
        guard found != clip else { continue }
        try report.say(
          .other, store.path(clip.key),
          "\(store.path(clip.key)) is whole, but another than the library knows: it has "
            + "\(found.frames) frames and the checksum \(found.checksum), where \(clip.frames) and "
            + "\(clip.checksum) were made.", hint: LibraryReport.removeIt)
      }
    }
    guard !isThere else { return }
    try report.say(
      .missing, stores[0].path(clip.key), "\(stores[0].path(clip.key)) is not there.",
      hint: "'\(Program.name) generate' makes it again; --cache DIR says where else it may be.")
  }
}

/// Says what is wrong with a library, as it is found.
final class LibraryReport {
  /// What can be wrong.
  enum Kind: String {
    case database, missing, damaged, other, damagedFile = "damaged_file", stranger
  }

  static let removeIt = "Remove it; '\(Program.name) generate' makes it again."

  let isJSON: Bool
  private(set) var findings = 0
  private var lastHint = ""

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// Says one thing that is wrong; the same advice is given once in a row.
  func say(_ kind: Kind, _ path: String, _ sentence: String, hint: String = "") throws {
    findings += 1
    if isJSON {
      var json = JSONObject(event: "finding")
      json["kind"] = .string(kind.rawValue)
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

  /// Says that the database itself is damaged, so that nothing else can be looked at.
  func damaged(_ userError: UserError, _ path: String) throws -> ExitStatus {
    try say(.database, path, userError.sentence, hint: userError.hint)
    return .answerIsNo
  }

  /// Says what was looked at.
  func end(_ counts: LibraryCheck.Counts, isQuiet: Bool) throws {
    if isJSON {
      var json = JSONObject(event: "checked")
      json["clips"] = .integer(counts.clips)
      json["bytes"] = .integer(counts.bytes)
      json["files"] = .integer(counts.files)
      json["findings"] = .integer(findings)
      return try Console.result(json.line)
    }
    guard !isQuiet else { return }
    Console.talk(
      "\(Counted.clips(counts.clips)) of \(Counted.bytes(counts.bytes)) that items refer to, and "
        + "\(counts.files) files: "
        + (findings == 0
          ? "all is well.\n" : findings == 1 ? "1 is wrong.\n" : "\(findings) are wrong.\n"))
  }
}
