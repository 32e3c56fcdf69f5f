import CVersion

/// The version of Cue.
package enum ProductVersion {
  /// As in "0.1.0" (Semantic Versioning), from `cue_version.h`.
  package static let number = CUE_VERSION

  /// When this was built, as in `2026-11-23T01:00:00`, by the clock of whoever built it; with `SOURCE_DATE_EPOCH` that time in
  /// UTC.
  package static let buildTimestamp = timestamp(unsafe String(cString: cue_build_time()))

  /// `Nov 23 2026 01:00:00`, as C compilers have it, as ISO 8601.
  package static func timestamp(_ text: String) -> String {
    let parts = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard parts.count == 4, let month = months.firstIndex(of: String(parts[0])) else { return text }
    func two(_ text: String) -> String { text.count < 2 ? "0" + text : text }
    return "\(parts[2])-\(two("\(month + 1)"))-\(two(String(parts[1])))T\(parts[3])"
  }
}
