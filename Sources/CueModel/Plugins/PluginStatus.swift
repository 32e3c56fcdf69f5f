/// A failure code of the plugin interface, as a plugin gives it.
public enum PluginStatus: Hashable, Sendable {
  /// The plugin gave no code.
  case unstated
  /// Something inside the plugin went wrong.
  case internalError
  /// An argument makes no sense.
  case invalid
  /// The plugin does not offer this.
  case unsupported
  /// Not now: not activated, not open.
  case state
  /// One call at a time.
  case busy
  /// There is not enough memory.
  case memory
  /// There is no such thing.
  case notFound
  /// Reading or writing failed.
  case inputOutput
  /// A model or data is missing, damaged or of another version.
  case model
  /// The text is not UTF-8.
  case textEncoding
  /// The text's markup is wrong or unknown.
  case textMarkup
  /// The text is longer than the plugin takes.
  case textTooLong
  /// The plugin does not know the language.
  case language
  /// The plugin has no such voice.
  case voice
  /// The plugin does not take sound of that format.
  case format
  /// The plugin does not take sound of that rate.
  case rate
  /// The plugin may not do that.
  case permission
  /// There is no such sound device or server.
  case device
  /// It took too long.
  case timeout
  /// The plugin was built for another interface.
  case interface
  /// The connection failed.
  case network
  /// There is no key, or the service refused it.
  case credentials
  /// The account is used up.
  case quota
  /// There were too many requests.
  case rateLimit
  /// The service failed, or answered what it must not.
  case service
  /// A code without a name here.
  case other(Int32)

  private static let codes: [(PluginStatus, Int32)] = [
    (.unstated, 0), (.internalError, -1), (.invalid, -2), (.unsupported, -3), (.state, -4),
    (.busy, -5), (.memory, -6), (.notFound, -7), (.inputOutput, -8), (.model, -9),
    (.textEncoding, -11), (.textMarkup, -12), (.textTooLong, -13), (.language, -14),
    (.voice, -15), (.format, -16), (.rate, -17), (.permission, -18), (.device, -19),
    (.timeout, -20), (.interface, -21), (.network, -30), (.credentials, -31), (.quota, -32),
    (.rateLimit, -33), (.service, -34),
  ]
  private static let byCode = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })
  private static let codeOf = Dictionary(uniqueKeysWithValues: codes)

  /// The status of that number in the interface.
  public init(code: Int32) { self = PluginStatus.byCode[code] ?? .other(code) }

  /// Its number in the interface.
  public var code: Int32 {
    if case .other(let code) = self { return code }
    guard let code = PluginStatus.codeOf[self] else {
      preconditionFailure("\(self) has no number")
    }
    return code
  }
}
