import CuePlugins
import CueSystem
import Glibc

/// A plugin's processes as others see them: for programs, which have no instruments, and for what a worker cannot see itself.
struct Outside {
  /// Descriptors that are open; nil if the system does not show them.
  let descriptors: Int?
  let threads: Int
  /// Pieces of memory that are mapped; nil if the system does not show them.
  let mappings: Int?
  let residentBytes: Int
  /// Processes below the plugin's own that run.
  let children: Int
  /// Processes that have ended and that their parent has not waited for (zombies).
  let zombies: Int
  /// What all of them have written, to anything, in bytes; nil if the system does not show it.
  let writtenBytes: Int?

  /// What /proc shows of the plugin that runs below `supervisor`; nil if it shows nothing.
  init?(below supervisor: pid_t) {
    guard let tree = ProcessTree.processes(of: supervisor) else { return nil }
    guard let own = tree.first(where: { ProcessTree.parent(of: $0) == supervisor }) else {
      return nil
    }
    func number(_ name: String, _ text: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      return line.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) } ?? 0
    }
    let status = ProcessTree.text("/proc/\(own)/status") ?? ""
    threads = number("Threads:", status)
    residentBytes = number("VmRSS:", status) * 1024
    let names = Folder.names(in: "/proc/\(own)/fd")
    descriptors = names.isEmpty ? nil : names.count
    mappings = ProcessTree.text("/proc/\(own)/maps").flatMap { text in
      let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
      return lines == 0 ? nil : lines
    }
    let below = tree.subtracting([supervisor, own])
    zombies = below.count { ProcessTree.isZombie($0) }
    children = below.count - zombies
    writtenBytes = ProcessTree.text("/proc/\(own)/io").map { number("wchar:", $0) }
  }
}

/// What a plugin holds: what must not grow with its use.
struct Holdings {
  let descriptors: Int
  let threads: Int
  let mappings: Int
  let children: Int
  let zombies: Int
  let bytes: Int

  /// What there is more of than in `before`, if it is more than `uses` uses may leave.
  func excess(over before: Holdings, uses: Int) -> String? {
    func grown(_ what: KeyPath<Holdings, Int>, by most: Int, _ name: String) -> String? {
      let more = self[keyPath: what] - before[keyPath: what]
      return more > most ? "\(more) \(name)" : nil
    }
    return grown(\.descriptors, by: 1, "more open descriptors")
      ?? grown(\.zombies, by: 1, "more processes that have ended and that it has not waited for")
      ?? grown(\.children, by: 1, "more processes") ?? grown(\.threads, by: 1, "more threads")
      ?? grown(\.mappings, by: uses - 1, "more pieces of mapped memory")
      ?? grown(\.bytes, by: uses * 64_000, "more bytes of memory")
  }
}

extension Session {
  /// What the plugin holds now.
  func holdings() throws -> Holdings {
    let outside = Outside(below: worker.process)
    // The worker's own forks come and go.
    let countsProcesses = !bench.voice.isForked
    func processes(_ count: Int?) -> Int { countsProcesses ? count ?? 0 : 0 }
    guard bench.setup.file.isProgram else {
      let inside = try inspect()
      return Holdings(
        descriptors: inside.descriptors.count, threads: inside.threads, mappings: inside.mappings,
        children: processes(outside?.children), zombies: processes(outside?.zombies),
        bytes: inside.heapBytes)
    }
    return Holdings(
      descriptors: outside?.descriptors ?? 0, threads: outside?.threads ?? 0,
      mappings: outside?.mappings ?? 0, children: processes(outside?.children),
      zombies: processes(outside?.zombies), bytes: outside?.residentBytes ?? 0)
  }
}
