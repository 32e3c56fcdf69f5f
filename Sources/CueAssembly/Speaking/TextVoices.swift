import CueCasting
import CueModel
import CuePlugins
import CueText

/// Which voices say a text if the user names none: those that are kept for its language, else those that speak it.
package struct TextVoices {
  private let plugins: PluginVoices
  /// Fewer Latin letters are not enough to recognize a language.
  private static let fewestLetters = 50

  /// The voices of `plugins`.
  package init(_ plugins: PluginHost) { self.plugins = PluginVoices(plugins) }

  /// The language that `texts` are in, as a tag; empty if it is not certain.
  package static func language(of texts: [String]) -> String {
    let text = texts.prefix(20).joined(separator: "\n")
    let isForeign = LetterScript.most(of: text).map { $0 != .latin } ?? false
    guard isForeign || text.unicodeScalars.count >= fewestLetters else { return "" }
    return LanguageGuess.language(of: text) ?? ""
  }

  /// The voices that the user keeps for `language`: `voice.TAG` in cue.conf, or a profile; none if there are none.
  ///
  /// - Throws: if cue.conf or the profiles cannot be read
  package func kept(forLanguage language: String) throws(PluginSetupError) -> [PluginChoice] {
    for tag in [language, String(language.prefix { $0 != "-" })] where !tag.isEmpty {
      let voices = try plugins.configuredVoices(forLanguage: tag)
      if !voices.isEmpty { return voices }
    }
    return []
  }

  /// Those of `all` that speak `language`; all of them for English and for no language.
  ///
  /// `refused` gets the reason if a plugin does not list its voices.
  package static func speaking(
    _ language: String, among all: [any ListedVoice], refused: (PluginFailure) -> Void
  ) -> [any ListedVoice] {
    guard !language.isEmpty, !language.hasPrefix("en") else { return all }
    return all.filter { client in
      do throws(PluginFailure) { return try client.voices().contains { $0.speaks(language) } } catch
      {
        refused(error)
        return false
      }
    }
  }
}
