/// How a plugin file has stood its tests: what `host conform` leaves behind and `host plugin info` shows.
///
/// A file `conformance/SHA256.json` in the cache, named after the SHA-256 of the plugin file it is about, so that it says nothing of
/// a file that has changed. One line of JSON, all members but `path` needed:
///
/// ```json
/// {"event":"conformance","sha256":"9f86…","path":"/usr/lib/cue/plugins/libflite.so",
///  "suite":"1.0","level":5,"passed":true,"date":"2026-01-31"}
/// ```
///
/// `level` is the highest level of which nothing failed where `passed`, else the one that was tried; `suite` is the version of the
/// suite; `date` is the day it ran (ISO 8601).
struct ConformanceRecord: Equatable {
  var digest: String
  var path: String
  var suite: String
  var level: Int
  var hasPassed: Bool
  var date: String

  var sentence: String {
    "level \(level) \(hasPassed ? "passed" : "failed") on \(date), suite \(suite)"
  }

  /// The line of the file.
  var line: String {
    var json = JSONLine(event: "conformance")
    json["sha256"] = .string(digest)
    json["path"] = .string(path)
    json["suite"] = .string(suite)
    json["level"] = .integer(level)
    json["passed"] = .bool(hasPassed)
    json["date"] = .string(date)
    return json.line
  }

  /// Where the record of the file with that SHA-256 is kept; nothing where the user has no cache.
  static func path(_ surroundings: Surroundings, _ digest: String) -> String? {
    surroundings.cacheFolder.map { "\($0)/conformance/\(digest).json" }
  }

  /// The record of the file with that SHA-256; nothing where there is none that can be believed.
  static func read(_ surroundings: Surroundings, _ digest: String) -> ConformanceRecord? {
    guard digest.utf8.count == 64, let path = path(surroundings, digest),
      let bytes = try? Texts.contents(ofFile: path), let text = try? Texts.checked(bytes, path),
      let record = ConformanceRecord(text), record.digest == digest
    else { return nil }
    return record
  }

  init?(_ text: String) {
    guard let members = FlatJSON.members(of: text),
      case .string("conformance") = members["event"],
      case .string(let digest) = members["sha256"], case .string(let suite) = members["suite"],
      case .string(let date) = members["date"], case .number(let level) = members["level"],
      case .bool(let hasPassed) = members["passed"], (1...10).contains(level)
    else { return nil }
    self.digest = digest
    self.suite = suite
    self.date = date
    self.level = Int(level)
    self.hasPassed = hasPassed
    if case .string(let path) = members["path"] { self.path = path } else { path = "" }
  }

  init(digest: String, path: String, suite: String, level: Int, hasPassed: Bool, date: String) {
    self.digest = digest
    self.path = path
    self.suite = suite
    self.level = level
    self.hasPassed = hasPassed
    self.date = date
  }
}
