import CLibcurl

/// The address of something to download: http or https.
///
/// What it says about a user, and what follows its question mark, is never shown: both may be keys.
package struct WebAddress: Equatable, Sendable {
  /// As libcurl gets it, with all that is secret.
  let whole: String
  /// `http` or `https`.
  package let scheme: String
  /// The name of the server, without its port.
  package let host: String
  /// The address as it may be shown and kept: without user, password, query and fragment.
  package let shown: String
  /// The last part of the path, decoded; empty where the path ends with a slash.
  package let fileName: String

  /// Whether `text` is meant as an address: it has `://`.
  package static func isMeant(by text: String) -> Bool { text.contains("://") }

  /// Reads `text`, or what `reference` means at that address.
  ///
  /// - Throws: ``DownloadFailure`` where it is not an address, or one of another scheme
  package init(_ text: String, reference: String? = nil) throws(DownloadFailure) {
    if let why = HTTPTransfer.absence { throw .noLibrary(why) }
    guard let whole = WebAddress.part(text, reference, CUE_URL_WHOLE),
      let scheme = WebAddress.part(text, reference, CUE_URL_SCHEME)?.lowercased()
    else { throw .notAnAddress }
    guard ["http", "https"].contains(scheme) else { throw .otherScheme(scheme) }
    guard let host = WebAddress.part(text, reference, CUE_URL_HOST), !host.isEmpty,
      let shown = WebAddress.part(text, reference, CUE_URL_PUBLIC)
    else { throw .notAnAddress }
    self.whole = whole
    self.scheme = scheme
    self.host = host
    self.shown = shown
    let path = WebAddress.part(text, reference, CUE_URL_PATH) ?? "/"
    fileName = WebAddress.decoded(path.split(separator: "/", omittingEmptySubsequences: false).last)
  }

  /// The same address with `ending` appended to its path, or without it where `isRemoved`.
  package func changed(ending: String, isRemoved: Bool = false) -> WebAddress? {
    let end = whole.firstIndex { $0 == "?" || $0 == "#" } ?? whole.endIndex
    let path = whole[..<end]
    guard !isRemoved || path.hasSuffix(ending) else { return nil }
    let changed = isRemoved ? String(path.dropLast(ending.count)) : path + ending
    do throws(DownloadFailure) { return try WebAddress(changed + whole[end...]) } catch {
      return nil
    }
  }

  /// Whether it is this machine.
  package var isLocal: Bool {
    host == "localhost" || host == "[::1]"
      || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
  }

  private static func part(_ text: String, _ reference: String?, _ part: Int) -> String? {
    var bytes = [CChar](repeating: 0, count: 8192)
    let length =
      unsafe reference.map {
        unsafe cue_url_part(text, $0, Int32(part), &bytes, bytes.count)
      } ?? cue_url_part(text, nil, Int32(part), &bytes, bytes.count)
    guard length >= 0 else { return nil }
    return String(decoding: bytes[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `text` with `%20` as a blank.
  private static func decoded(_ text: Substring?) -> String {
    var bytes: [UInt8] = []
    var rest = Array((text ?? "").utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
