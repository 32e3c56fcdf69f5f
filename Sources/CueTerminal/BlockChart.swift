/// Values as blocks: several as a row, ▁▃▅█, or one as a bar, ███░░.
public enum BlockChart {
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// For terminals that have ASCII only, from low to high.
  private static let plainBlocks = ["_", ".", "-", "~", "=", "+", "*", "#"]

  /// A row for `values`, of at most `columns`; the lowest value is the lowest block, the highest the highest.
  ///
  /// More values than columns are averaged, in groups whose sizes differ by one at most. A nil value is a blank. Values
  /// that are all the same are half as high as the highest block.
  public static func row(_ values: [Double?], columns: Int, isPlain: Bool = false) -> String {
    let columns = max(1, columns)
    let shown = values.count > columns ? averaged(values, columns) : values
    let known = shown.compactMap { $0 }.filter(\.isFinite)
    guard let low = known.min(), let high = known.max() else {
      return String(repeating: " ", count: shown.count)
    }
    let blocks = isPlain ? plainBlocks : blocks
    return shown.map { value in
      guard let value, value.isFinite else { return " " }
      guard high > low else { return blocks[blocks.count / 2 - 1] }
      let level = (value - low) / (high - low) * Double(blocks.count - 1)
      return blocks[Int(level.rounded())]
    }.joined()
  }

  /// A bar of `cells` columns of which `full` are filled: ███░░.
  public static func bar(_ full: Int, of cells: Int) -> String {
    String(repeating: "█", count: full) + String(repeating: "░", count: max(0, cells - full))
  }

  private static func averaged(_ values: [Double?], _ columns: Int) -> [Double?] {
    (0..<columns).map { column in
      let group = values[column * values.count / columns..<(column + 1) * values.count / columns]
      let known = group.compactMap { $0 }
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }
}
