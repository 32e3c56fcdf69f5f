/// What it costs a plugin's author to have it judged, and which share of the broken plugins is found.
struct Conform {
  let tree: Tree
  /// One of this many broken plugins is taken.
  let stride: Int

  func measure(into table: inout Table) throws {
    for (level, most) in [(3, 3000.0), (5, 15_000.0)] {
      let cost = try Program(
        tree.host, "conform", "--level", "\(level)", tree.direct("libexample.so")
      ).run(readingOutput: true)
      table.add(
        Measure(
          name: "host conform --level \(level), on the example in C",
          ours: Double(cost.wall_ns) / 1e6, unit: .milliseconds, limit: .most(most)))
    }
    let mutants = try rows()
    var caught = 0
    for mutant in mutants {
      if finds(mutant) {
        caught += 1
      } else {
        table.note("  \(mutant.check) does not find \(mutant.id)")
      }
    }
    table.add(
      Measure(
        name: "of \(mutants.count) broken plugins, found by the check of its own",
        ours: 100 * Double(caught) / Double(mutants.count), unit: .percent, limit: .least(100)))
  }

  private struct Mutant {
    let library: String
    let check: String
    let id: String
  }

  /// The broken plugins that stand in `Tests/Fixtures/mutants/table.txt`, those excepted that are a library each.
  private func rows() throws -> [Mutant] {
    let path = "Tests/Fixtures/mutants/table.txt"
    let rows = String(decoding: contents(ofFile: path), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { ["voice", "listener", "effect", "device"].contains($0.first) && $0.count > 2 }
      .map { Mutant(library: "lib\($0[0])mutants.so", check: $0[1], id: $0[2]) }
    guard !rows.isEmpty else {
      throw BenchFailure(sentence: "\(path) is not here: start this in the folder of the source.")
    }
    return rows.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  /// Whether the check that is named after the fault finds it.
  private func finds(_ mutant: Mutant) -> Bool {
    let found = #"grep -c '"outcome":"\(failed\|crashed\|warning\)"' >/dev/null"#
    let cost = try? Program(
      "/bin/sh", "-c",
      #""$0" conform --json --timeout 20 --only "$1" --voice "$2" "$3:$4" | "# + found,
      tree.host, mutant.check, tree.direct("libvoicemutants.so"), tree.direct(mutant.library),
      mutant.id
    ).run()
    return cost != nil
  }
}
