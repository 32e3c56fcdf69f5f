#if canImport(Glibc)
  import Glibc
#endif

/// How likely words follow each other in a scene: trigrams of its lines, with common words beside them.
///
/// Absolute shares of the counts are kept, and the rest backs off to fewer words, as S. Katz describes ("Estimation of
/// probabilities from sparse data", 1987), with fixed discounts: lines are few and known.
struct SmallLanguage {
  /// How often the expected line counts, beside the others.
  static let expectedCount = 20.0
  /// How much of all words are words from outside the scene.
  static let commonShare = 0.3
  private static let pairShare = 0.7
  private static let tripleShare = 0.8

  private var words: [String: Double] = [:]
  private var pairs: [String: [String: Double]] = [:]
  private var triples: [String: [String: Double]] = [:]
  private let common: [String]

  /// The language of `lines`, each with how often it counts.
  init(_ lines: [(words: [String], count: Double)], common: [String]) {
    self.common = common
    for (line, count) in lines where !line.isEmpty {
      let all = ["<s>"] + line + ["</s>"]
      for index in 1..<all.count {
        words[all[index], default: 0] += count
        pairs[all[index - 1], default: [:]][all[index], default: 0] += count
        if index > 1 {
          triples["\(all[index - 2]) \(all[index - 1])", default: [:]][all[index], default: 0] +=
            count
        }
      }
    }
  }

  /// The language in the form that decoders read (ARPA).
  var text: String {
    let single = singleShares()
    let double = pairs.mapValues { SmallLanguage.shares($0, SmallLanguage.pairShare) }
    let triple = triples.mapValues { SmallLanguage.shares($0, SmallLanguage.tripleShare) }
    func digits(_ share: Double) -> String {
      let scaled = Int((log10(max(share, 1e-9)) * 10_000).rounded())
      let (whole, part) = abs(scaled).quotientAndRemainder(dividingBy: 10_000)
      return "\(scaled < 0 ? "-" : "")\(whole).\(String(10_000 + part).dropFirst())"
    }
    /// What is left for words not seen after `history`, of what the shorter history gives them.
    func backoff(_ seen: [String: Double]?, _ shorter: (String) -> Double) -> Double {
      guard let seen else { return 1 }
      let rest = 1 - seen.values.reduce(0, +)
      let open = 1 - seen.keys.reduce(0) { $0 + shorter($1) }
      return rest / max(open, 1e-3)
    }
    var lines = [
      "\\data\\", "ngram 1=\(single.count + 1)",
      "ngram 2=\(double.values.reduce(0) { $0 + $1.count })",
      "ngram 3=\(triple.values.reduce(0) { $0 + $1.count })", "", "\\1-grams:",
      "-99 <s> \(digits(backoff(double["<s>"]) { single[$0] ?? 0 }))",
    ]
    for (word, share) in single.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(digits(share)) \(word) \(digits(backoff(double[word]) { single[$0] ?? 0 }))")
    }
    lines += ["", "\\2-grams:"]
    for (first, seconds) in double.sorted(by: { $0.key < $1.key }) {
      for (second, share) in seconds.sorted(by: { $0.key < $1.key }) {
        let pair = "\(first) \(second)"
        let rest = backoff(triple[pair]) { double[second]?[$0] ?? 0 }
        lines.append("\(digits(share)) \(pair) \(digits(rest))")
      }
    }
    lines += ["", "\\3-grams:"]
    for (pair, thirds) in triple.sorted(by: { $0.key < $1.key }) {
      for (third, share) in thirds.sorted(by: { $0.key < $1.key }) {
        lines.append("\(digits(share)) \(pair) \(third)")
      }
    }
    return (lines + ["", "\\end\\", ""]).joined(separator: "\n")
  }

  private static func shares(_ counts: [String: Double], _ share: Double) -> [String: Double] {
    let sum = counts.values.reduce(0, +)
    return counts.mapValues { share * $0 / sum }
  }

  private func singleShares() -> [String: Double] {
    let sum = max(1, words.values.reduce(0, +))
    var shares = words.mapValues { (1 - SmallLanguage.commonShare) * $0 / sum }
    for word in common {
      shares[word, default: 0] += SmallLanguage.commonShare / Double(common.count)
    }
    if shares["</s>"] == nil { shares["</s>"] = 0.01 }
    return shares
  }
}
