import Synchronization

/// ElevenLabs as tests of the program need it: a list of voices, a list of models, and a little sound for each line.
package final class CloudService: Sendable {
  /// How it behaves.
  package struct Manner: Sendable {
    /// More requests for sound at once are refused.
    package var mostAtOnce = Int.max
    /// The status that a line is answered with; 200 is sound.
    package var status = 200
    /// The list of models; nil: no answer comes.
    package var models: String? = "[]"
    /// The ids of its voices, and their names.
    package var voices = [("v1", "Sarah - Warm")]
    /// Whether lines in other voices are refused.
    package var isPicky = false
  }

  private final class Core: Sendable {
    let state = Mutex((manner: Manner(), underWay: 0))
  }

  private let core: Core
  private let vendor: Vendor

  /// A service that behaves as `change` says.
  package init(_ change: (inout Manner) -> Void = { _ in }) {
    let core = Core()
    core.state.withLock { change(&$0.manner) }
    self.core = core
    vendor = Vendor { request, _ in CloudService.answer(request, core) }
  }

  /// Has it behave otherwise from now on.
  package func change(_ change: (inout Manner) -> Void) {
    core.state.withLock { change(&$0.manner) }
  }

  /// What `base-url` is set to.
  package var address: String { vendor.address }
  /// The requests for sound.
  package var lines: [Vendor.Request] { vendor.requests.filter { $0.method == "POST" } }

  private static func answer(_ request: Vendor.Request, _ core: Core) -> [Vendor.Step] {
    let manner = core.state.withLock { $0.manner }
    guard request.method == "POST" else {
      if request.target == "/v1/models" {
        return manner.models.map { .answer(200, $0) } ?? [.hang]
      }
      let voices = manner.voices.map { #"{"voice_id":"\#($0.0)","name":"\#($0.1)"}"# }
      return .answer(200, #"{"voices":[\#(voices.joined(separator: ","))],"has_more":false}"#)
    }
    let voice = request.target.split(separator: "/").dropFirst(2).first.map(String.init) ?? ""
    if manner.isPicky, !manner.voices.contains(where: { $0.0 == voice }) {
      return .answer(404, #"{"detail":{"status":"voice_not_found","message":"No such voice."}}"#)
    }
    guard manner.status == 200 else {
      return .answer(manner.status, #"{"detail":"It is a test."}"#)
    }
    let isAccepted = core.state.withLock { state in
      guard state.underWay < manner.mostAtOnce else { return false }
      state.underWay += 1
      return true
    }
    guard isAccepted else {
      return .answer(429, #"{"detail":{"status":"too_many_concurrent_requests"}}"#)
    }
    let sound = (0..<2400).flatMap { [UInt8($0 % 200), UInt8(10)] }
    return .opening() + .chunks([sound])
      + [.run { core.state.withLock { $0.underWay -= 1 } }] + .ending
  }
}
