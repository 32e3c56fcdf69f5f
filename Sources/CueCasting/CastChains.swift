import CueModel
import CuePlugins

/// The plugins that a cast needs, each opened once, and which of them each part asks in turn: first its voice, then those that
/// stand in.
///
/// `Source` is what the caller makes of a plugin: an engine to speak with at once, or one for each of several threads.
public struct CastChains<Source> {
  /// A voice of a chain.
  public struct Link {
    /// The place of its plugin in ``CastChains/sources``.
    public let source: Int
    /// Which voice it is, and how it is moved.
    public let reference: VoiceReference
    /// Whether it stands in for the voice that the part was given.
    public let isStandIn: Bool
  }

  /// A plugin with its settings: what an engine is needed for.
  private struct Key: Hashable {
    var name: String
    var settings: [VoiceReference.Setting]

    init(_ reference: VoiceReference) {
      name = reference.provider
      settings = reference.settings
    }
  }

  /// The plugins that were opened, in the order of their first use.
  public private(set) var sources: [Source] = []
  private var places: [Key: Int?] = [:]
  private var failures: [Key: any Error] = [:]
  private let providers: any VoiceProviders
  private let isStrict: Bool
  /// The layers around engines; all parts share their breakers.
  public var layers = VoiceChain()
  private var kept: [Int: any Voice] = [:]
  private let open: (any VoiceProvider) throws -> Source
  private let note: (CastingNote) -> Void

  /// Opens plugins of `providers` by `open`, which throws for one that cannot be used.
  ///
  /// With `isStrict`, there are no stand-ins: each part has its own voice only.
  public init(
    _ providers: any VoiceProviders, isStrict: Bool = false,
    note: @escaping (CastingNote) -> Void,
    open: @escaping (any VoiceProvider) throws -> Source
  ) {
    self.providers = providers
    self.isStrict = isStrict
    self.note = note
    self.open = open
  }

  /// The voices that `role` asks in turn; never empty.
  ///
  /// A plugin that cannot be used is left out and noted once, so that the next of the chain stands in. A wrong setting is
  /// thrown: no voice stands in for a mistake.
  public mutating func chain(of role: CastRole) throws(CastingFailure) -> [Link] {
    var links: [Link] = []
    var first: (any Error)?
    for (place, reference) in role.chain.prefix(isStrict ? 1 : .max).enumerated() {
      do {
        guard let source = try source(reference) else { continue }
        links.append(Link(source: source, reference: reference, isStandIn: place > 0))
      } catch {
        if let failure = error as? PluginFailure, failure.isWrongSetting {
          throw .missingVoice(reference, .provider(.plugin(failure)))
        }
        first = first ?? error
      }
    }
    guard !links.isEmpty else { throw .nobodyLeft(role, because: first) }
    if let first { note(.replaced(first)) }
    return links
  }

  /// How the plugin of `reference` failed when it was opened; nil if it did not, or was not opened.
  public func failure(of reference: VoiceReference) -> PluginFailure? {
    let error = failures[Key(reference)]
    if case .plugin(let failure)? = error as? PluginSetupError { return failure }
    return error as? PluginFailure
  }

  /// The place of the plugin among the sources; nil if it cannot be used, which was thrown before.
  private mutating func source(_ reference: VoiceReference) throws -> Int? {
    let key = Key(reference)
    if let known = places[key] { return known }
    places[key] = .some(nil)
    do {
      sources.append(try open(try providers.provider(PluginChoice(reference))))
    } catch {
      failures[key] = error
      throw error
    }
    places[key] = sources.count - 1
    return sources.count - 1
  }
}

extension CastChains where Source == any ListedVoice {
  /// Engines of `providers`, each started when it is first asked to speak.
  ///
  /// With `isStrict`, no voice stands in.
  public init(
    _ providers: any VoiceProviders, isStrict: Bool = false, layers: VoiceChain = VoiceChain(),
    note: @escaping (CastingNote) -> Void
  ) {
    self.init(providers, isStrict: isStrict, note: note) { $0.makeVoice(core: nil) }
    self.layers = layers
  }

  /// The voice of `role`: where the first of its chain fails, the next says the line again.
  public mutating func voice(of role: CastRole) throws(CastingFailure) -> any Voice {
    let links = try chain(of: role)
    return layers.make(of: links.map { (speaking($0.source), $0.reference) })
  }

  /// The voice of the parts that have the engine at `place`.
  private mutating func speaking(_ place: Int) -> any Voice {
    if let voice = kept[place] { return voice }
    let voice = layers.keeping(sources[place])
    kept[place] = voice
    return voice
  }

  /// Ends all plugins.
  public func quit() { for engine in sources { engine.quit() } }
}
