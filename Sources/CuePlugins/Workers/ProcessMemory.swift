import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// The memory of other processes, as /proc tells it.
enum ProcessMemory {
  /// The resident memory of `process` and all that it has started, in bytes; nil where /proc does not tell.
  ///
  /// Where it may be known, memory that several of them share counts once.
  static func residentBytes(ofTree process: pid_t) -> Int? {
    let parents = parents()
    guard parents[process] != nil else { return nil }
    var tree: Set<pid_t> = [process]
    var hasGrown = true
    while hasGrown {
      let more = parents.filter { !tree.contains($0.key) && tree.contains($0.value) }.keys
      hasGrown = !more.isEmpty
      tree.formUnion(more)
    }
    return tree.reduce(0) { $0 + (residentBytes(of: $1) ?? 0) }
  }

  private static func residentBytes(of process: pid_t) -> Int? {
    // The share of each process; only for those whose memory we may look at.
    if let rollup = text("/proc/\(process)/smaps_rollup"),
      let line = rollup.split(separator: "\n").first(where: { $0.hasPrefix("Pss:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    {
      return kilobytes * 1024
    }
    guard let pages = text("/proc/\(process)/statm")?.split(separator: " ").dropFirst().first,
      let count = Int(pages)
    else { return nil }
    return count * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Who has started whom.
  private static func parents() -> [pid_t: pid_t] {
    var parents: [pid_t: pid_t] = [:]
    for name in Folder.visibleNames(in: "/proc") {
      guard let process = pid_t(name), let stat = text("/proc/\(name)/stat") else { continue }
      // The name in brackets may hold anything, brackets too.
      guard let end = stat.lastIndex(of: ")") else { continue }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 1, let parent = pid_t(fields[1]) { parents[process] = parent }
    }
    return parents
  }

  private static func text(_ path: String) -> String? {
    (try? WholeFile.read(path, limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
  }
}
