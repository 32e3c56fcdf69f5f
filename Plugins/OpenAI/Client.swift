import CueABI
import CuePluginKit
import ServicePlugin
import Synchronization

/// What voice and recognizer have in common: settings, a connection, and what a cancel ends.
final class Client: Sendable {
  let host: PluginHost
  private let connection: HTTPConnection
  private let isCancelled = Atomic<Bool>(false)

  init(host: PluginHost) throws(PluginFailure) {
    guard let connection = HTTPConnection() else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory for a connection.")
    }
    self.host = host
    self.connection = connection
  }

  /// A call begins: what was cancelled before does not count.
  func begin() { isCancelled.store(false, ordering: .releasing) }

  /// Whether the call under way should go on.
  var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  /// Ends the call under way.
  ///
  /// Any thread may.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    connection.wake()
  }

  /// Who asks the service, as `settings` have it; no connection is opened where key or address are not good.
  ///
  /// While it waits, the host is told every other second that the plugin lives: a server without a graphics card may think for
  /// longer than a host waits.
  func courier(
    _ settings: Settings, while goesOn: @escaping () -> Bool = { true }
  ) throws(PluginFailure) -> Courier {
    let site = try Client.site(settings.base)
    let service = OpenAIService(base: site.base)
    let key = settings.key
    guard !key.isEmpty || site.isLoopback else {
      throw PluginFailure(
        CUE_E_CREDENTIALS, "\(service.nameAtStart) needs an API key, and none was given. Set key.")
    }
    guard key.utf8.count <= 1024, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw PluginFailure(
        CUE_E_CREDENTIALS, "The key has characters that no key has. Set key again.")
    }
    let host = host
    var toldSeconds = monotonicSeconds()
    return Courier(
      connection: connection, host: host, service: service, key: key, site: site,
      timeoutSeconds: settings.timeoutSeconds,
      retry: RetryPolicy(
        maximum: settings.retries, baseMilliseconds: Double(settings.retryBaseMilliseconds),
        seed: host.monotonicNanoseconds),
      goesOn: {
        let now = monotonicSeconds()
        if now - toldSeconds >= Client.signOfLifeSeconds {
          toldSeconds = now
          host.progress(permille: 0)
        }
        return self.goesOn && goesOn()
      })
  }

  private static let signOfLifeSeconds = 1.5

  /// The service at `address`; one without a path has the usual one.
  static func site(_ address: String) throws(PluginFailure) -> Site {
    let site = try Site(address)
    let parts = site.base.split(separator: "/", omittingEmptySubsequences: true)
    return parts.count > 2 ? site : try Site(site.base + "/v1")
  }
}
