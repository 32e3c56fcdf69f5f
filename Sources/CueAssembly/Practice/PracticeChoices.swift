import CueCasting
import CueModel
import CuePlugins

/// A voice that a speaker can choose.
package struct PracticeChoice: Equatable, Sendable {
  /// As in ``PracticeSettings/voice``.
  package let choice: String
  /// Its languages, gender and name, with commas between.
  package let about: String
}

extension PracticeVoices {
  /// The voices of all plugins that need no network: those that speak `language` first, then the others, each in the order of its
  /// plugin.
  ///
  /// Hidden voices and those for tests are left out. The plugins are started, which takes a moment. Any thread may call it.
  ///
  /// - Parameters:
  ///   - plugins: where voices are found
  ///   - language: of the speech, as a BCP 47 tag
  /// - Returns: the voices; those of plugins that fail are not among them
  package static func choices(
    _ plugins: PluginHost, language: String
  ) -> [PracticeChoice] {
    let plugins = PluginVoices(plugins)
    var (speaking, others): ([PracticeChoice], [PracticeChoice]) = ([], [])
    for free in plugins.freeVoices() {
      let asked = plugins.voicesByDefault
      guard
        !PluginDescription.isForTests(free.reference.plugin)
          || asked.contains(where: { $0.reference.plugin == free.reference.plugin }),
        let engine = try? plugins.provider(free).makeVoice(core: nil)
      else { continue }
      defer { engine.quit() }
      for voice in (try? engine.voices()) ?? [] where !voice.isVariant {
        let choice = "\(free.reference.plugin):\(voice.id)"
        guard !plugins.isHidden(choice) else { continue }
        let about = [
          voice.languages.joined(separator: " "), voice.gender?.rawValue ?? "", voice.name,
        ]
        let one = PracticeChoice(
          choice: choice, about: about.filter { !$0.isEmpty }.joined(separator: ", "))
        if voice.speaks(language) { speaking.append(one) } else { others.append(one) }
      }
    }
    return speaking + others
  }
}
