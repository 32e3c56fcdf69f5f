import CueModel
import Glibc
import Processes

/// How much memory belongs to our processes: proportional set size, so that shared pages are counted once.
struct Memory {
  let tree: Tree

  /// Host, worker and children while a long line is said, over the direct program saying it.
  func measureLongLine(_ engine: Engine, characters: Int, into table: inout Table) throws {
    let scratch = try Scratch()
    try scratch.write(Texts.long(characters: characters))
    let ours = try most([
      tree.host, "--voice=\(engine.reference(tree))", "--file", scratch.text, "-o", scratch.ours,
    ])
    let direct = try most(engine.direct(tree) + ["say", scratch.text, scratch.direct])
    table.add(
      Measure(
        name: "\(engine.name): memory while a long line is said, PSS", ours: ours, direct: direct,
        unit: .megabytes, limit: .mostAbove(20)))
  }

  /// One warm worker after many utterances and after many more.
  func measureGrowth(
    _ name: String, _ plugin: String, early: Int, late: Int, into table: inout Table
  ) throws {
    let voice = tree.voice(plugin)
    defer { voice.quit() }
    let cancellation = Cancellation()
    var sizes: [Double] = []
    for count in 1...late {
      _ = try voice.speak(SpeechRequest(text: "Yes."), cancellation: cancellation) { _ in }
      if count == early || count == late { sizes.append(Memory.megabytes(getpid())) }
    }
    table.add(
      Measure(
        name: "\(name): memory after \(late) lines, over that after \(early), PSS",
        ours: sizes[1], direct: sizes[0], unit: .megabytes, limit: .mostAbove(1)))
  }

  /// Ours and that of our descendants.
  static func ofProcesses() -> Double { megabytes(getpid()) }

  /// What we and our descendants have written to: files that are shared with other programs cost less as long as these run.
  static func writtenByProcesses() -> Double { megabytes(getpid(), ["Pss_Anon:", "Pss_Shmem:"]) }

  /// The most that a program and its descendants have while it runs.
  private func most(_ words: [String]) throws -> Double {
    let program = try RunningProgram(words)
    var most = 0.0
    while case let size = Memory.megabytes(program.process), size > 0 {
      most = max(most, size)
      usleep(5000)
    }
    return most
  }

  /// Of a process and its descendants; 0 when it has ended.
  static func megabytes(_ process: pid_t, _ kinds: Set<Substring> = ["Pss:"]) -> Double {
    let kilobytes = text("/proc/\(process)/smaps_rollup").split(separator: "\n").map {
      line -> Double in
      let parts = line.split(separator: " ")
      guard let kind = parts.first, kinds.contains(kind), parts.count > 1 else { return 0 }
      return Double(parts[1]) ?? 0
    }
    let children = text("/proc/\(process)/task/\(process)/children")
      .split(separator: " ").compactMap { pid_t($0) }
    return children.reduce(kilobytes.reduce(0, +) / 1024) { $0 + megabytes($1, kinds) }
  }

  private static func text(_ path: String) -> String {
    String(decoding: contents(ofFile: path), as: UTF8.self)
  }
}
