import Glibc

extension JSON {
  /// A date and a time in UTC, as in `2026-11-28T09:30:00Z`, given in milliseconds since 1970.
  package static func date(_ milliseconds: Int64) -> JSON {
    var seconds = time_t(milliseconds / 1000)
    var parts = unsafe tm()
    var text = [CChar](repeating: 0, count: 64)
    unsafe gmtime_r(&seconds, &parts)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return .string(
      String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
