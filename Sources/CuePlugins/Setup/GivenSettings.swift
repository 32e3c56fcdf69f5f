import Synchronization

/// A value that the user sets on a plugin for one run.
public struct GivenSetting: Equatable, Sendable {
  /// The plugin's id, or the path of its file.
  public var plugin: String
  /// The parameter and its value.
  public var setting: PluginChoice.Setting
  /// Whether it overrides settings of a single use, such as those of a voice in a cast; otherwise it applies only where they set
  /// nothing.
  public var wins: Bool

  /// Sets `setting` on `plugin`.
  public init(plugin: String, _ setting: PluginChoice.Setting, wins: Bool = true) {
    self.plugin = plugin
    self.setting = setting
    self.wins = wins
  }
}

/// The settings that the user gives for one run, and which of them reached a plugin.
///
/// They belong to plugins: a voice gets them whether an option, a cast, cue.conf or a default names it.
public final class GivenSettings: Sendable {
  /// All settings in the order in which they were given; the last one for a parameter counts.
  public let all: [GivenSetting]
  private let reached = Mutex<Set<Int>>([])

  /// These settings, none of which has reached a plugin yet.
  public init(_ all: [GivenSetting] = []) { self.all = all }

  /// The settings for the plugin `id`, named by its id or by the path of its file; they no longer count as ``unused``.
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

  /// The settings that have not reached a plugin.
  public var unused: [GivenSetting] {
    let reached = reached.withLock { $0 }
    return all.indices.filter { !reached.contains($0) }.map { all[$0] }
  }
}

extension PluginSetup {
  /// Applies the settings that the user gives for this run.
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
