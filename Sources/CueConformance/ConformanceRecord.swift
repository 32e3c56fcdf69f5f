import CuePlugins
import CueSystem
import Glibc

/// The test results of a plugin file: `host conform` writes them, and `host plugin info` shows them.
///
/// A file `conformance/SHA256.json` in the cache, named after the SHA-256 of the plugin file, so that it does not apply
/// to a file that has changed. One line of JSON; all members but `path` are required:
///
/// ```json
/// {"event":"conformance","sha256":"9f86…","path":"/usr/lib/cue/plugins/libflite.so",
///  "suite":"1.0","level":5,"passed":true,"date":"2026-01-31"}
/// ```
///
/// `level` is the highest level at and below which nothing failed, 0 if there is none; `passed` says that no check
/// failed; `suite` is the suite's version; `date` is the day it ran (ISO 8601).
package struct ConformanceRecord: Equatable, Sendable {
  /// The SHA-256 of the plugin file, in hexadecimal.
  package var digest: String
  /// Where the plugin file was.
  package var path: String
  /// The version of the suite.
  package var suite: String
  /// The highest level at and below which nothing failed; 0 if there is none.
  package var level: Int
  /// Whether no check failed.
  package var hasPassed: Bool
  /// The day it ran (ISO 8601).
  package var date: String

  /// The line of the file.
  package var line: String {
    var json = JSONObject(event: "conformance")
    json["sha256"] = .string(digest)
    json["path"] = .string(path)
    json["suite"] = .string(suite)
    json["level"] = .integer(level)
    json["passed"] = .bool(hasPassed)
    json["date"] = .string(date)
    return json.line
  }

  /// Where the record of the file with that SHA-256 is kept; nil if the user has no cache.
  package static func path(_ environment: UserEnvironment, _ digest: String) -> String? {
    environment.cacheFolder.map { "\($0)/conformance/\(digest).json" }
  }

  /// The record of the file with that SHA-256; nil if there is none that is valid.
  package static func read(_ environment: UserEnvironment, _ digest: String) -> ConformanceRecord? {
    guard digest.utf8.count == 64, let path = path(environment, digest),
      let text = try? TextInput.text(ofFile: path), let record = ConformanceRecord(text),
      record.digest == digest
    else { return nil }
    return record
  }

  /// Keeps the result of a whole run of the suite on `file`; if that cannot be written, it is not kept.
  package static func keep(
    _ file: PluginFile, _ verdict: ConformanceVerdict, _ plugins: PluginHost
  ) {
    guard verdict.isMeaningful, let settings = try? plugins.workerSettings(),
      let known = plugins.registry.records(of: [file], settings).first, !known.digest.isEmpty,
      let path = path(plugins.environment, known.digest)
    else { return }
    var now = time(nil)
    var day = unsafe tm()
    unsafe localtime_r(&now, &day)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let record = ConformanceRecord(
      digest: known.digest, path: known.path,
      suite: "\(ProductVersion.number), \(Suite.checks.count) checks", level: verdict.reachedLevel,
      hasPassed: verdict.hasPassed,
      date: unsafe "\(day.tm_year + 1900)-\(padded(day.tm_mon + 1))-\(padded(day.tm_mday))")
    let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    try? WholeFile.makeFolder(folder, permissions: 0o700)
    try? WholeFile.write(Array(record.line.utf8), to: path, permissions: 0o600)
  }

  /// The record in a file's `text`; nil if it is not valid.
  package init?(_ text: String) {
    guard let members = try? LinedJSON(parsing: text),
      case .string("conformance") = members["event"],
      case .string(let digest) = members["sha256"], case .string(let suite) = members["suite"],
      case .string(let date) = members["date"], case .number(let level) = members["level"],
      case .bool(let hasPassed) = members["passed"], (0...10).contains(level),
      level == level.rounded()
    else { return nil }
    self.digest = digest
    self.suite = suite
    self.date = date
    self.level = Int(level)
    self.hasPassed = hasPassed
    if case .string(let path) = members["path"] { self.path = path } else { path = "" }
  }

  /// A record of those members.
  package init(
    digest: String, path: String, suite: String, level: Int, hasPassed: Bool, date: String
  ) {
    self.digest = digest
    self.path = path
    self.suite = suite
    self.level = level
    self.hasPassed = hasPassed
    self.date = date
  }
}
