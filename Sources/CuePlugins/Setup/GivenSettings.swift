import Synchronization

/// A value that the user sets on a plugin for one run.
public struct GivenSetting: Equatable, Sendable {
  /// The plugin's id, or the path of its file.
  public var plugin: String
  /// The parameter and its value.
  public var setting: PluginChoice.Setting
  /// Whether it wins over what one use of the plugin sets itself, as a voice of a cast may; else it counts where nothing else is set.
  public var wins: Bool

  /// Sets `setting` on `plugin`.
  public init(plugin: String, _ setting: PluginChoice.Setting, wins: Bool = true) {
    self.plugin = plugin
    self.setting = setting
    self.wins = wins
  }
}

/// What the user sets on plugins for one run, and which of it reached a plugin.
///
/// It belongs to plugins, not to the words that name them: a voice gets it whether an option, a cast, cue.conf or a default names it.
public final class GivenSettings: Sendable {
  /// All settings, in the order in which they were given; of two for one parameter, the later counts.
  public let all: [GivenSetting]
  private let reached = Mutex<Set<Int>>([])

  /// Those settings; none reached a plugin yet.
  public init(_ all: [GivenSetting] = []) { self.all = all }

  /// The settings of the plugin `id`, or of the one with that name in its path; they count as ``unused`` no longer.
  func settings(ofPlugin id: String) -> [GivenSetting] {
    guard !all.isEmpty else { return [] }
    let places = all.indices.filter {
      let name = all[$0].plugin
      return name == id
        || (name.utf8.contains(UInt8(ascii: "/")) && PluginSearch.stem(of: name) == id)
    }
    reached.withLock { $0.formUnion(places) }
    return places.map { all[$0] }
  }

  /// The settings whose plugin was not set up so far.
  public var unused: [GivenSetting] {
    let reached = reached.withLock { $0 }
    return all.indices.filter { !reached.contains($0) }.map { all[$0] }
  }
}

extension PluginSetup {
  /// Takes what the user sets on the plugin for this run.
  mutating func take(_ given: [GivenSetting]) {
    for one in given {
      let name = one.setting.name
      if one.wins {
        parameters.removeAll { $0.name == name }
      } else if parameters.contains(where: { $0.name == name }) {
        continue
      }
      parameters.append((name, one.setting.value))
    }
  }
}
