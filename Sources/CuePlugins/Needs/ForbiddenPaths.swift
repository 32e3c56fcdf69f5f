// Paths that no plugin gets, whatever a user says: declared, and where links lead.

extension ExactPath {
  /// The parts between its slashes.
  private var parts: [Substring.UTF8View] { text[...].utf8.split(separator: UInt8(ascii: "/")) }

  /// Why no plugin may read this absolute path, or write it; nil if one may.
  func fault(isWritten: Bool) -> NeedsError.Reason? {
    let parts = parts
    guard let top = parts.first else { return .wholeSystem }
    if top.elementsEqual("dev".utf8) { return .device }
    if top.elementsEqual("proc".utf8) { return isWritten ? .processes : processFault }
    return nil
  }

  /// Why a path below `/proc` may not be read; nil for what is there about the machine.
  ///
  /// All of it shows the memory and variables of every process to those who may see them.
  private var processFault: NeedsError.Reason? {
    let parts = parts
    guard parts.count > 1 else { return .processes }
    let isProcess =
      parts[1].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      || parts[1].elementsEqual("self".utf8) || parts[1].elementsEqual("thread-self".utf8)
    return isProcess ? .processes : nil
  }

  /// Why this is no device that a plugin may have; nil if it may be one.
  var deviceFault: NeedsError.Reason? {
    let parts = parts
    guard parts.count > 1, parts[0].elementsEqual("dev".utf8) else { return .notADevice }
    guard !parts[1].elementsEqual("*".utf8) else { return .notADevice }
    let name = String(decoding: parts[1], as: UTF8.self)
    let isForbidden = ExactPath.forbiddenDevices.contains { start in
      // `/dev/t*` means terminals, too.
      name.utf8.last == UInt8(ascii: "*")
        ? start.utf8.starts(with: name.utf8.dropLast())
          || name.utf8.starts(with: start.utf8) : name.utf8.starts(with: start.utf8)
    }
    return isForbidden ? .forbiddenDevice : nil
  }

  /// How the names of terminals, of memory, and of this process's own descriptors begin.
  private static let forbiddenDevices = [
    "tty", "pts", "ptmx", "console", "vcs", "mem", "kmem", "port", "kmsg", "fd", "stdin", "stdout",
    "stderr", "pty",
  ]
}
