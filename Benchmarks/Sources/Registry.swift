import Glibc
import Processes

/// What a folder of plugins costs when it is listed for the first time, and when it is known.
struct Registry {
  let tree: Tree
  /// How many plugins are added to our own.
  let plugins: Int
  let rounds: Int

  func measure(into table: inout Table) throws {
    var template = Array("/tmp/cue-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchFailure(sentence: "No folder could be made in /tmp.")
    }
    let folder = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { _ = try? Program("/bin/rm", "-rf", folder).run() }
    for number in 0..<plugins {
      _ = try Program("/bin/cp", tree.direct("libtraced.so"), "\(folder)/traced-\(number).so").run()
    }
    var cold: [bench_cost] = []
    for _ in 0..<max(rounds / 4, 1) {
      _ = try Program("/bin/rm", "-rf", "\(folder)/home").run()
      cold.append(try list(folder))
    }
    let loads = try traces(folder)
    guard loads == plugins * cold.count else {
      throw BenchFailure(
        sentence: "\(plugins) plugins left \(loads) traces in \(cold.count) rounds.")
    }
    var known: [bench_cost] = []
    for _ in 0..<rounds { known.append(try list(folder)) }
    add("\(plugins) plugins that nobody knows are listed", cold, most: 3000, to: &table)
    add("they are listed again", known, most: 50, to: &table)
    table.add(
      Measure(
        name: "plugins that ran in these \(rounds) listings",
        ours: Double(try traces(folder) - loads), unit: .count, limit: .most(0)))
  }

  /// The time of the clock is held against the limit; that of the processors says how much of it was spent waiting for others.
  private func add(_ name: String, _ costs: [bench_cost], most: Double, to table: inout Table) {
    let times = costs.map { Double($0.wall_ns) / 1e6 }.sorted()
    let processor = costs.map { Double($0.cpu_ns) / 1e6 }.sorted()
    table.add(
      Measure(
        name: "\(name), the median of \(costs.count)", ours: times[times.count / 2],
        unit: .milliseconds, limit: .most(most)))
    table.add(
      Measure(
        name: "\(name), processor time", ours: processor[processor.count / 2],
        unit: .milliseconds, limit: .none))
  }

  /// Lists them.
  private func list(_ folder: String) throws -> bench_cost {
    let cost = try Program(
      "/usr/bin/env", "CUE_HOME=\(folder)/home", "CUE_PLUGIN_PATH=\(folder)", tree.host, "plugins"
    ).run(readingOutput: true)
    guard cost.bytes > plugins * 50 else {
      throw BenchFailure(sentence: "'host plugins' said too little for \(plugins) plugins.")
    }
    return cost
  }

  /// How often one of them was loaded.
  private func traces(_ folder: String) throws -> Int {
    (0..<plugins).reduce(0) { $0 + contents(ofFile: "\(folder)/traced-\($1).so.loaded").count }
  }
}
