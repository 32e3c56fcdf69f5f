import CVersion
import Glibc

/// The version of Cue.
package enum ProductVersion {
  /// As in "0.1.0" (Semantic Versioning), from `cue_version.h`.
  package static let number = CUE_VERSION

  /// When this was made, as in `2026-11-23T01:00:00Z`: the time that `SOURCE_DATE_EPOCH` gave the build, or else the date of the
  /// version, so that builds of the same sources are the same.
  package static let buildTimestamp = timestamp(cue_build_time())

  /// Seconds since the start of 1970 as ISO 8601, in UTC.
  package static func timestamp(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = unsafe [two(parts.tm_mon + 1), two(parts.tm_mday)]
    let hour = unsafe [two(parts.tm_hour), two(parts.tm_min), two(parts.tm_sec)]
    let year = unsafe parts.tm_year + 1900
    return "\(year)-\(date[0])-\(date[1])T\(hour[0]):\(hour[1]):\(hour[2])Z"
  }
}
