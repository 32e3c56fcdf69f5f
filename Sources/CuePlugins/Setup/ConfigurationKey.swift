/// What keys cue.conf may have, and what values.
package enum ConfigurationKey {
  /// Why a key cannot have a value.
  package enum Fault: Error, Equatable {
    /// It is neither a preference nor a key of a language or a plugin.
    case unknown
    /// The value is none of the preference.
    case value(of: Preference)
    /// The value is empty, or more than one line.
    case notOneLine
    /// It is a secret of that plugin, which has another place.
    case secret(plugin: String)
    /// It is not a number of requests a minute.
    case rate
    /// It is not the price of a character.
    case price
    /// It names no voices.
    case voices
  }

  /// The preference of that name; nil for a key of a language or a plugin.
  ///
  /// - Throws: ``Fault/unknown`` for any other
  package static func preference(_ key: String) throws(Fault) -> Preference? {
    if let preference = Preference(rawValue: key) { return preference }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    let isWritten = key.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard parts.count > 1, isWritten, !parts.contains(where: \.isEmpty) else { throw .unknown }
    return nil
  }

  /// Whether the value of a key is a secret, which should not be in cue.conf.
  package static func isSecret(_ key: String) -> Bool {
    let last = key.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return key.contains(".")
      && ["key", "secret", "token", "password"].contains { last == $0 || last.hasSuffix("-\($0)") }
  }

  /// Checks whether `key` may have `value`; whether what it names is installed is not looked at.
  ///
  /// - Throws: why not
  package static func check(_ key: String, _ value: String) throws(Fault) {
    if let preference = try preference(key) {
      guard preference.accepts(value) else { throw .value(of: preference) }
      return
    }
    guard !value.isEmpty, !value.contains(where: \.isNewline) else { throw .notOneLine }
    let first = String(key.prefix { $0 != "." })
    if isSecret(key) { throw .secret(plugin: first) }
    switch first {
    case "rate" where Int(value).map { $0 > 0 } != true: throw .rate
    case "price" where Double(value).map { $0 >= 0 } != true: throw .price
    case "voice" where !Preference.voice.accepts(value): throw .voices
    default: break
    }
  }
}
