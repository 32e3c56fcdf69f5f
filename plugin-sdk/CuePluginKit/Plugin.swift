// SPDX-License-Identifier: MIT

/// How many instances a plugin allows at once.
public enum Concurrency: UInt32, Sendable {
  /// The engine is global: one instance in a process.
  case perProcess = 1
  /// Instances are independent; each serves one call at a time.
  case perInstance = 2
  /// As ``perInstance``, and one instance may be called by several threads.
  case free = 3
}

/// Whether the same request gives the same sound.
public enum Determinism: UInt32, Sendable {
  /// It does not.
  case none = 0
  /// The same bytes from a freshly activated engine.
  case freshState = 1
  /// The same bytes, whatever came before.
  case always = 2
}

/// What a plugin says of itself before anything is loaded.
public struct PluginDescriptor: Sendable {
  /// Lower-case letters, digits, dots and hyphens; what users type.
  public var id: String
  /// The name for people.
  public var name: String
  /// Its maker.
  public var vendor = ""
  /// Its own version.
  public var version: String
  /// An SPDX licence expression of the library as linked.
  public var licence: String
  /// One sentence.
  public var summary: String
  /// Where it lives.
  public var url = ""
  /// How many instances may work at once.
  public var concurrency: Concurrency
  /// Whether sound can be repeated.
  public var determinism: Determinism
  /// An activated engine works on in a forked child: no threads, no locks, no shared descriptors.
  public var isForkSafe = false
  /// A request changes nothing lasting but the memory of the process: no descriptors, threads, signal handlers, or working folder.
  ///
  /// A fork-safe voice whose sound depends on what it said before is then served by one forked child, whose memory is put
  /// back after each request. That costs a quarter of a fork for each.
  public var changesMemoryOnly = false
  /// It talks to a network.
  public var needsNetwork = false
  /// It works without a network, but needs one with some settings of the user.
  ///
  /// With such settings, its `activate` throws `CUE_E_NETWORK`. It is then called once more in a process with a network, if the user allows
  /// that.
  public var mayNeedNetwork = false
  /// It links a library under the GPL.
  public var linksGPL = false
  /// An effect that may take longer than its sound lasts, or allocates or waits while it works.
  public var isNotRealTime = false
  /// What it is good for: `CUE_FEATURE_…`, or others.
  public var features: [String]
  /// How long a line of a voice may take until its first sound, in milliseconds; 0 where the host decides.
  ///
  /// Progress begins the time again.
  public var firstSoundMilliseconds: UInt32 = 0

  /// Describes a plugin by what every plugin must say.
  public init(
    id: String, name: String, version: String, licence: String, summary: String,
    concurrency: Concurrency, determinism: Determinism, features: [String] = []
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.licence = licence
    self.summary = summary
    self.concurrency = concurrency
    self.determinism = determinism
    self.features = features
  }
}

/// Why a call failed: a status of the ABI, and a sentence that a user can read.
public struct PluginFailure: Error, Sendable {
  /// One of the negative `CUE_E_…` values.
  public var status: Int32
  /// A whole sentence.
  public var sentence: String
  /// The engine's own code, errno or HTTP status; 0 where there is none.
  public var detail: Int32
  /// When trying again makes sense; 0 where that is not known.
  public var retryAfterMilliseconds: UInt32

  /// A failure with `status` that says `sentence`.
  public init(
    _ status: Int32, _ sentence: String, detail: Int32 = 0, retryAfterMilliseconds: UInt32 = 0
  ) {
    self.status = status
    self.sentence = sentence
    self.detail = detail
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }
}

/// What all plugins are, whatever their kind.
///
/// The kit calls an instance from one thread at a time, except for ``cancel()``.
public protocol Plugin: AnyObject, SendableMetatype {
  /// What the plugin says of itself.
  static var descriptor: PluginDescriptor { get }

  /// What a user may set. The kit checks values against this before they arrive.
  static var parameters: [Parameter] { get }

  /// Makes an instance; cheap.
  init(host: PluginHost) throws(PluginFailure)

  /// Takes a new value of the parameter `id`.
  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure)

  /// Loads the engine. Called once, after the first parameters.
  func activate() throws(PluginFailure)

  /// Forgets all that earlier requests left; parameters, loaded voices and the configuration stay.
  func reset() throws(PluginFailure)

  /// The value of a parameter that ``Parameter/isOutput``.
  func meter(_ id: UInt32) -> Double

  /// A call begins: a ``cancel()`` from here on is meant for it, and none before.
  func callBegins()

  /// Asks the call under way to end. Called on any thread, and only while a call is under way; must not wait. The kit's own
  /// flag, which sinks answer by, is set already: only what waits elsewhere needs waking here.
  func cancel()
}

extension Plugin {
  /// No parameters.
  public static var parameters: [Parameter] { [] }
  /// Takes nothing.
  public func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {}
  /// Loads nothing.
  public func activate() throws(PluginFailure) {}
  /// Has nothing to forget.
  public func reset() throws(PluginFailure) {}
  /// There is none.
  public func meter(_ id: UInt32) -> Double { 0 }
  /// Has no flag of its own.
  public func callBegins() {}
  /// Waits for nothing.
  public func cancel() {}
}
