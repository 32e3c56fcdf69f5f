import CueText

/// The results of a judgement as a JUnit file.
package enum JUnitReport {
  /// One suite of test cases; a crash is an error, a warning goes to the output of its case.
  ///
  /// `words` puts into words what happened, or why a check was skipped.
  ///
  /// A suite in which nothing was tested has a failure that says so in `emptiness`.
  package static func text(
    _ results: [CheckResult], plugin: String, emptiness: String? = nil, words: (Account) -> String
  ) -> String {
    header + suite(results, plugin: plugin, emptiness: emptiness, words: words)
  }

  /// The suites of several plugins, as ``suite(_:plugin:emptiness:words:)`` writes them, in one file; one alone needs no element around it.
  package static func text(suites: [String]) -> String {
    guard suites.count != 1 else { return header + suites[0] }
    return header + "<testsuites>\n" + suites.joined() + "</testsuites>\n"
  }

  private static let header = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  /// The suite of one plugin, without the first line of a file.
  package static func suite(
    _ results: [CheckResult], plugin: String, emptiness: String? = nil, words: (Account) -> String
  ) -> String {
    func count(_ word: String) -> Int { results.count { $0.outcome.word == word } }
    let time = results.reduce(0) { $0 + $1.milliseconds }
    let more = emptiness == nil ? 0 : 1
    var text = """
      <testsuite name="\(escaped(plugin))" tests="\(results.count + more)" failures="\(count("failed") + more)" \
      errors="\(count("crashed"))" skipped="\(count("skipped"))" time="\(seconds(time))">

      """
    if let emptiness {
      text +=
        "  <testcase classname=\"host.conform\" name=\"something-is-tested\" time=\"0.000\">\n"
        + "    <failure message=\"\(escaped(emptiness))\"/>\n  </testcase>\n"
    }
    for result in results {
      let name = "host.conform" + (result.plugin.isEmpty ? "" : ".\(escaped(result.plugin))")
      text +=
        "  <testcase classname=\"\(name)\" name=\"\(result.check)\" time=\"\(seconds(result.milliseconds))\""
      switch result.outcome {
      case .passed: text += "/>\n"
      case .skipped(let reason):
        text += ">\n    <skipped message=\"\(escaped(words(reason)))\"/>\n  </testcase>\n"
      case .failed(let finding):
        text +=
          ">\n    <failure message=\"\(escaped(words(finding.happened)))\">"
          + "\(escaped(story(finding, words(finding.happened), result)))</failure>\n  </testcase>\n"
      case .crashed(let finding):
        text +=
          ">\n    <error message=\"\(escaped(words(finding.happened)))\">"
          + "\(escaped(story(finding, words(finding.happened), result)))</error>\n  </testcase>\n"
      case .warning(let finding):
        text +=
          ">\n    <system-out>\(escaped("Warning. " + story(finding, words(finding.happened), result)))</system-out>\n  </testcase>\n"
      }
    }
    return text + "</testsuite>\n"
  }

  private static func story(
    _ finding: Finding, _ happened: String, _ result: CheckResult
  ) -> String {
    "\(finding.done)\nExpected: \(finding.expected)\nHappened: \(happened)\nAgain: \(result.reproduce)"
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Text for XML 1.0: characters that it cannot hold are replaced by a visible sign.
  private static func escaped(_ text: String) -> String {
    MarkupText.escaped(text) { scalar in
      switch scalar {
      case "\"": "&quot;"
      case "\n", "\t": nil
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff:
        "\u{fffd}"
      default: nil
      }
    }
  }
}
