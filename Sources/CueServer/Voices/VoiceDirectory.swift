import CueCasting
import CueModel
import CueOptions
import CuePlugins
import CueSystem

/// The voices that the server offers: their names do not change while it runs.
///
/// Clients keep the list, and never ask for a voice that is not in it.
package final class VoiceDirectory: Sendable {
  /// A voice.
  package struct Entry: Sendable, Equatable {
    /// As clients name it: "flite:slt".
    package let id: String
    /// For people.
    package let name: String
    /// BCP 47 tags, the best first.
    package let languages: [String]
    /// Whether a network is asked for each line; that may cost money.
    package let needsNetwork: Bool
    /// What speaks.
    package let choice: PluginChoice
  }

  /// The names that the service which the API comes from has for its voices: clients have lists of them.
  static let publicNames = [
    "alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage",
    "shimmer", "verse",
  ]

  private let found: Monitor<[Entry]?>
  private let choices: [PluginChoice]
  private let voices: PluginVoices
  /// Whether voices that ask a network are offered.
  private let offersNetwork: Bool

  /// The voices of `choices`; where there are none, of the usual chain and of all other plugins that need no network.
  package init(_ choices: [PluginChoice], of host: PluginHost, offersNetwork: Bool) {
    voices = PluginVoices(host)
    self.offersNetwork = offersNetwork
    found = Monitor(nil)
    self.choices = choices
  }

  /// All of them, the default first; asks the plugins once.
  package func all() -> [Entry] {
    found.wait { known in
      if let known { return known }
      let entries = read()
      known = entries
      return entries
    }
  }

  private func read() -> [Entry] {
    var used = choices.isEmpty ? voices.voicesByDefault : choices
    if choices.isEmpty {
      used += voices.freeVoices().filter { free in
        !used.contains { $0.reference.plugin == free.reference.plugin }
      }
    }
    var entries: [Entry] = []
    for choice in used {
      guard let provider = try? voices.provider(choice) else { continue }
      let engine = provider.makeVoice(core: nil)
      defer { engine.quit() }
      guard let plugin = try? engine.identify(), offersNetwork || !plugin.needsNetwork,
        let listed = try? engine.voices()
      else { continue }
      let asked = choice.reference.part
      let offered = listed.filter { voice in
        asked.isEmpty
          ? !voice.isVariant && !voices.isHidden("\(choice.reference.plugin):\(voice.id)")
          : voice.id == asked
      }
      // Some plugins speak as voices that they do not list.
      if offered.isEmpty, !asked.isEmpty {
        entries.append(
          Entry(
            id: choice.reference.text, name: asked, languages: [],
            needsNetwork: plugin.needsNetwork, choice: choice))
      }
      for voice in offered.filter(\.isDefault) + offered.filter({ !$0.isDefault }) {
        let id = "\(choice.reference.plugin):\(voice.id)"
        var own = choice
        own.reference = PluginReference(id)
        guard !entries.contains(where: { $0.id == id }) else { continue }
        entries.append(
          Entry(
            id: id, name: voice.name.isEmpty ? voice.id : voice.name, languages: voice.languages,
            needsNetwork: plugin.needsNetwork, choice: own))
      }
    }
    return entries
  }

  /// The voice that a client calls `name`: its id, a plugin's id for its default voice, its name, or a name of the public list.
  ///
  /// - Throws: `404`, with the nearest names
  package func entry(_ name: String) throws(ServerError) -> Entry {
    let all = all()
    guard let first = all.first else {
      throw ServerError(
        503, "no_voice", "There is no voice on this machine. 'cue plugins' says why.")
    }
    if name.isEmpty { return first }
    let small = name.lowercased()
    if let known = all.first(where: { $0.id == name })
      ?? all.first(where: { $0.choice.reference.plugin == name })
      ?? all.first(where: { $0.id.lowercased() == small || $0.name.lowercased() == small })
    {
      return known
    }
    if let place = Self.publicNames.firstIndex(of: small) {
      let english = all.filter {
        $0.languages.isEmpty || $0.languages.contains { $0.hasPrefix("en") }
      }
      return english.isEmpty ? first : english[place % english.count]
    }
    let near = all.map(\.id).map {
      ($0, Suggestions.distance(Array(small), Array($0.lowercased())))
    }
    .sorted { $0.1 < $1.1 }.prefix(3).map(\.0)
    throw ServerError(
      404, "voice_not_found",
      "There is no voice “\(name.prefix(60))”. The nearest are \(near.joined(separator: ", ")).",
      member: "voice")
  }
}
