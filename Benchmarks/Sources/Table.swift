import Glibc

/// What was measured, and what it is held against.
struct Measure {
  /// What a number means.
  enum Unit {
    case milliseconds
    case megabytes
    case count
    case percent
    case ratio

    func text(_ value: Double) -> String {
      switch self {
      case .milliseconds: "\(rounded(value, value < 100 ? 2 : 0)) ms"
      case .megabytes: "\(rounded(value, 1)) MB"
      case .count: "\(Int(value))"
      case .percent: "\(rounded(value, 1)) %"
      case .ratio: rounded(value, 4)
      }
    }
  }

  /// How a measure is judged.
  enum Limit {
    /// Ours over the direct program's.
    case ratio(Double)
    /// Ours by itself.
    case most(Double)
    /// Ours by itself, from below.
    case least(Double)
    /// Ours minus the direct program's.
    case mostAbove(Double)
    /// It is only reported.
    case none
  }

  let name: String
  let ours: Double
  var direct: Double?
  /// Where it is not simply `ours` over `direct`: that of the pairs.
  var pairedRatio: Double?
  let unit: Unit
  let limit: Limit

  var ratio: Double? { pairedRatio ?? direct.map { ours / $0 } }

  var isMissed: Bool {
    switch limit {
    case .ratio(let most): (ratio ?? .infinity) > most
    case .most(let most): ours > most
    case .least(let least): ours < least
    case .mostAbove(let most): ours - (direct ?? 0) > most
    case .none: false
    }
  }
}

/// Prints measures as they come.
struct Table {
  private(set) var missed = 0
  private static let widths = [66, 11, 11, 7, 10, 7]

  init() {
    Table.row(["measure", "ours", "direct", "ratio", "target", "verdict"])
    Table.row(Table.widths.map { String(repeating: "-", count: $0) })
  }

  mutating func add(_ measure: Measure) {
    let target =
      switch measure.limit {
      case .ratio(let most): "≤ \(rounded(most, 2))"
      case .most(let most): "≤ \(shortest(most))"
      case .least(let least): "≥ \(shortest(least))"
      case .mostAbove(let most): "≤ +\(rounded(most, 0))"
      case .none: ""
      }
    if measure.isMissed { missed += 1 }
    let verdict: String
    if case .none = measure.limit {
      verdict = ""
    } else {
      verdict = measure.isMissed ? "MISSED" : "met"
    }
    Table.row([
      measure.name, measure.unit.text(measure.ours), measure.direct.map(measure.unit.text) ?? "",
      measure.ratio.map { rounded($0, 3) } ?? "", target, verdict,
    ])
  }

  /// A line below a measure.
  func note(_ text: String) { put(text + "\n", to: STDOUT_FILENO) }

  private static func row(_ cells: [String]) {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let blanks = String(repeating: " ", count: max(0, widths[index] - cell.count))
      line += (index == 0 ? cell + blanks : blanks + cell) + "  "
    }
    while line.last == " " { line.removeLast() }
    put(line + "\n", to: STDOUT_FILENO)
  }
}

/// A number with as many digits after its point as it needs, at most two.
private func shortest(_ value: Double) -> String {
  let texts = (0...2).map { rounded(value, $0) }
  return texts.first { Double($0) == value } ?? texts[2]
}

/// A number with this many digits after its point.
func rounded(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  let whole = (value.magnitude * scale).rounded()
  guard whole < 1e15 else { return "\(value)" }
  let text = String(Int(whole))
  let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard digits > 0 else { return sign + padded }
  return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
}
