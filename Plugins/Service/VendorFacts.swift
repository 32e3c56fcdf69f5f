import Glibc

/// Reads the JSON file beside a plugin's library that describes a service's models.
package enum VendorFacts {
  /// A longer file, in bytes, is not one of Cue's.
  private static let mostBytes = 1 << 20

  /// The object in the file `name` beside the library at `libraryPath`, or beside the target if that is a link; nil if there is none
  /// that can be read.
  package static func read(_ name: String, beside libraryPath: String) -> Json? {
    var folders = [folder(of: libraryPath)]
    if let resolved = unsafe realpath(libraryPath, nil) {
      defer { unsafe free(resolved) }
      folders.append(folder(of: unsafe String(cString: resolved)))
    }
    for folder in folders {
      guard let bytes = contents(folder + name), let json = Json(parsing: bytes),
        case .object = json
      else { continue }
      return json
    }
    return nil
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func contents(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= mostBytes {
      let count = unsafe Glibc.read(descriptor, &block, block.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += block[..<count]
    }
    return nil
  }
}

/// The announced end of a model.
package struct ModelEnd: Equatable, Sendable {
  /// The day from which on it no longer answers, as in "2027-01-06"; empty if none is announced.
  package var day: String
  /// The id of the model that replaces it; empty if there is none.
  package var successor: String

  /// Reads `ends` and `successor` of a model.
  package init(_ model: Json?) {
    day = model?["ends"]?.text ?? ""
    successor = model?["successor"]?.text ?? ""
  }

  /// The notice begins this many days before the end.
  private static let noticeDays = 120

  /// The notice for users of `model` at the time `unixSeconds`; nil if the end is far away, or not announced.
  package func notice(of model: String, unixSeconds now: Double) -> String? {
    guard let end = Self.days(day) else { return nil }
    let left = end - Int((now / 86_400).rounded(.down))
    guard left <= Self.noticeDays else { return nil }
    let next = successor.isEmpty ? "" : " Its successor is \(successor): set model."
    return left > 0
      ? "The model \(model) ends on \(day)." + next
      : "The model \(model) ended on \(day)." + next
  }

  /// The days from 1970-01-01 to a day such as "2027-01-06"; nil if `text` is not a day.
  static func days(_ text: String) -> Int? {
    let parts = text.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return daysSince1970(year: year, month: month, day: day)
  }
}
