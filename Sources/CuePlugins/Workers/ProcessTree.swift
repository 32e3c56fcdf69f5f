import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// A process and its descendants, as /proc shows them.
package enum ProcessTree {
  /// `process` and its running descendants; nil if /proc does not show the process.
  package static func processes(of process: pid_t) -> Set<pid_t>? {
    let parents = parents()
    guard parents[process] != nil else { return nil }
    var tree: Set<pid_t> = [process]
    var hasGrown = true
    while hasGrown {
      let more = parents.filter { !tree.contains($0.key) && tree.contains($0.value) }.keys
      hasGrown = !more.isEmpty
      tree.formUnion(more)
    }
    return tree
  }

  /// The processor time of `process` and its descendants, in seconds; nil if /proc does not show the process.
  ///
  /// Descendants that have ended count if their parent has waited for them. The resolution is a hundredth of a second.
  static func processorSeconds(of process: pid_t) -> Double? {
    guard let tree = processes(of: process) else { return nil }
    let ticks = tree.reduce(0) { sum, each in
      // In proc(5), utime, stime, cutime and cstime are fields 14 to 17; `status` begins with field 3.
      sum + status(of: each).dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
    }
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Whether `process` has ended and its parent has not waited for it.
  package static func isZombie(_ process: pid_t) -> Bool { status(of: process).first == "Z" }

  /// The parent of `process`; nil if there is no such process.
  package static func parent(of process: pid_t) -> pid_t? {
    let fields = status(of: process)
    return fields.count > 1 ? pid_t(fields[1]) : nil
  }

  /// The parent of each process.
  private static func parents() -> [pid_t: pid_t] {
    var parents: [pid_t: pid_t] = [:]
    for name in Folder.visibleNames(in: "/proc") {
      guard let process = pid_t(name) else { continue }
      let fields = status(of: process)
      if fields.count > 1, let parent = pid_t(fields[1]) { parents[process] = parent }
    }
    return parents
  }

  /// The fields of /proc/PID/stat after the name, from the state on; empty if there is no such process.
  private static func status(of process: pid_t) -> [Substring] {
    // The name in brackets may hold anything, brackets too.
    guard let stat = text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else {
      return []
    }
    return stat[stat.index(after: end)...].split { $0.isWhitespace }
  }

  /// The text of a file of /proc; nil if it cannot be read.
  package static func text(_ path: String) -> String? {
    (try? WholeFile.read(path, limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
  }
}
