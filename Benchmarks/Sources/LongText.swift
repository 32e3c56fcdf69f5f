/// 10,000 characters to a file: the processor time of all processes over that of the engine by itself.
struct LongText {
  let tree: Tree
  let pairs: Int

  /// Shows that what is counted holds the work of workers and their forks: a voice burns 200 ms there.
  func checkCounting(_ name: String, _ plugin: String, into table: inout Table) throws {
    let cost = try Program(tree.host, "--voice=\(plugin)", "--raw", "-o", "-", "burn").run()
    table.add(
      Measure(
        name: "200 ms burnt in a worker's \(name), as counted", ours: Double(cost.cpu_ns) / 1e6,
        unit: .milliseconds, limit: .least(200)))
  }

  func measure(_ engine: Engine, most: Double, into table: inout Table) throws {
    let scratch = try Scratch()
    try scratch.write(Texts.long(characters: 10_000))
    let ours = Program(
      tree.host, "--voice=\(engine.reference(tree))", "--file", scratch.text, "-o", scratch.ours)
    let direct = Program(words: engine.direct(tree) + ["say", scratch.text, scratch.direct])
    _ = try (ours.run(), direct.run())  // so that all files are in memory
    var costs: (ours: [Double], direct: [Double]) = ([], [])
    for _ in 0..<pairs {
      costs.ours.append(Double(try ours.run().cpu_ns) / 1e6)
      costs.direct.append(Double(try direct.run().cpu_ns) / 1e6)
    }
    table.add(
      Measure(
        name: "\(engine.name): 10,000 characters to a file, CPU, min of \(pairs)",
        ours: costs.ours.min() ?? 0, direct: costs.direct.min() ?? 0, unit: .milliseconds,
        limit: .ratio(most)))
    table.add(
      Measure(
        name: "\(engine.name): bytes of that file that differ",
        ours: Double(scratch.differingBytes()), unit: .count, limit: .most(0)))
  }
}
