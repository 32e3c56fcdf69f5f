import CueTerminal
import Testing

@Suite struct `A row of blocks` {
  @Test func `goes from the lowest value to the highest`() {
    #expect(BlockChart.row([0, 1, 2, 3, 4, 5, 6, 7], columns: 20) == "▁▂▃▄▅▆▇█")
    #expect(BlockChart.row([-20, nil, -13], columns: 20) == "▁ █")
    #expect(BlockChart.row([5, 5], columns: 20) == "▄▄")
    #expect(BlockChart.row([0, 7], columns: 20, isPlain: true) == "_#")
  }

  @Test func `has room for any number of values in any width`() {
    #expect(BlockChart.row((0..<16).map(Double.init), columns: 8) == "▁▂▃▄▅▆▇█")
    #expect(BlockChart.row((0..<1000).map(Double.init), columns: 1).count == 1)
    #expect(BlockChart.row([1, 2, 3], columns: 0).count == 1)
    #expect(
      BlockChart.row([], columns: 10) == "" && BlockChart.row([nil, nil], columns: 10) == "  ")
  }
}
