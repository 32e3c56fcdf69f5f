#if canImport(Glibc)
  import Glibc
#endif

/// The memory of other processes, as /proc shows it.
enum ProcessMemory {
  /// The resident memory of `process` and all its descendants, in bytes; nil if /proc does not show it.
  ///
  /// If possible, memory that several of them share counts once.
  static func residentBytes(ofTree process: pid_t) -> Int? {
    guard let tree = ProcessTree.processes(of: process) else { return nil }
    return tree.reduce(0) { $0 + (residentBytes(of: $1) ?? 0) }
  }

  private static func residentBytes(of process: pid_t) -> Int? {
    // The proportional share of each process; only for processes whose memory Cue may inspect.
    if let rollup = ProcessTree.text("/proc/\(process)/smaps_rollup"),
      let line = rollup.split(separator: "\n").first(where: { $0.hasPrefix("Pss:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    {
      return kilobytes * 1024
    }
    guard
      let pages = ProcessTree.text("/proc/\(process)/statm")?.split(separator: " ").dropFirst()
        .first,
      let count = Int(pages)
    else { return nil }
    return count * sysconf(Int32(_SC_PAGESIZE))
  }
}
