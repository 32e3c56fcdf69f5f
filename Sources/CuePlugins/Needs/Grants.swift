/// What a worker lets its plugin do, as computed from the plugin's needs and the places of this machine.
public struct Grants: Equatable, Sendable {
  /// What a need comes to.
  public struct Item: Equatable, Sendable {
    /// The need; nil for the plugin's file itself and the interpreter that its first line names.
    public let need: PluginNeed?
    /// What is granted for it; empty if nothing is there to be granted.
    public let grants: [Grant]
    /// Whether a user must be asked before a plugin of somebody else gets it.
    public let isAsked: Bool
  }

  /// All needs, each with what is granted for it.
  public private(set) var items: [Item] = []
  /// Needs for which nothing is there: the plugin works without it, or says what is missing.
  public private(set) var missing: [PluginNeed] = []
  /// Folders on which the plugin's offer depends; where they are, or would be.
  public private(set) var watched: [ExactPath] = []

  /// The grants for a plugin.
  ///
  /// - Parameters:
  ///   - declaration: the plugin's file and its needs
  ///   - allowed: what the user gives it beyond these, by an option or in cue.conf; the user is not asked about that again
  ///   - places: where things are on this machine
  /// - Throws: ``GrantError`` for the first need that cannot be granted
  public init(
    _ declaration: PluginDeclaration, allowed: PluginNeeds = .none, in places: NeedsPlaces
  ) throws(GrantError) {
    let resolver = GrantResolver(file: declaration.file, places: places)
    var given: [Grant] = []
    for need in allowed.all {
      let grants = try grants(for: need, resolver)
      given += grants
      items.append(Item(need: need, grants: grants, isAsked: false))
    }
    func isAsked(_ grants: [Grant], _ suspect: Bool) -> Bool {
      suspect && !grants.allSatisfy { grant in given.contains { $0.includes(grant) } }
    }
    if declaration.isProgram {
      let (grants, foreign) = try resolver.program()
      items.append(Item(need: nil, grants: grants, isAsked: isAsked(foreign, !foreign.isEmpty)))
    } else {
      items.append(Item(need: nil, grants: [.read(declaration.file)], isAsked: false))
    }
    for need in declaration.needs.all where !allowed.all.contains(need) {
      let grants = try grants(for: need, resolver)
      // An interpreter in the plugin's folder may be a link, and have its libraries elsewhere.
      let foreign: [Grant] =
        if case .interpreter = need { grants.filter(resolver.isForeign) } else { grants }
      let suspect =
        if case .interpreter = need { !foreign.isEmpty } else { need.isAsked }
      // What is not there is asked about as well: it may be there next time.
      items.append(
        Item(
          need: need, grants: grants,
          isAsked: suspect && (foreign.isEmpty || isAsked(foreign, true))))
    }
  }

  private mutating func grants(
    for need: PluginNeed, _ resolver: GrantResolver
  ) throws(GrantError) -> [Grant] {
    do throws(GrantError.Reason) {
      if case .watch(let path) = need {
        watched += try resolver.watched(path)
        return []
      }
      let grants = try resolver.grants(for: need)
      if grants.isEmpty { missing.append(need) }
      return grants
    } catch { throw GrantError(need: need, reason: error) }
  }

  private init(items: [Item], missing: [PluginNeed], watched: [ExactPath]) {
    self.items = items
    self.missing = missing
    self.watched = watched
  }

  /// The same without what a user must be asked about: for a plugin whose user has refused, or was not asked.
  public var withoutAsked: Grants {
    Grants(items: items.filter { !$0.isAsked }, missing: missing, watched: watched)
  }

  /// The same without a network of any kind, as `--local-only` wants it.
  public var withoutNetwork: Grants {
    let items = items.map { item in
      Item(
        need: item.need, grants: item.grants.filter { $0 != .network && $0 != .localNetwork },
        isAsked: item.isAsked)
    }
    return Grants(items: items, missing: missing, watched: watched)
  }

  /// Whether any network is granted.
  var hasNetwork: Bool {
    items.contains { $0.grants.contains(.network) || $0.grants.contains(.localNetwork) }
  }

  /// All grants, without repetition and in a fixed order.
  public var all: [Grant] {
    var grants = Set(items.flatMap(\.grants))
    let most = grants.compactMap { if case .memory(let bytes) = $0 { bytes } else { nil } }.max()
    grants = grants.filter { grant in
      if case .memory(let bytes) = grant { bytes == most } else { true }
    }
    return grants.map { (grant: $0, argument: ExactPath($0.argument)) }
      .sorted { $0.argument < $1.argument }.map(\.grant)
  }

  /// The arguments of `cue-worker` for them.
  public var arguments: [String] { all.map(\.argument) }
}
