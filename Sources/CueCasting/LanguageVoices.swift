import CueModel
import CuePlugins

/// The voices for one speaker of a text: a chain, the best first.
public struct LanguageVoices {
  /// Their engines; the caller ends them.
  public let engines: [any ListedVoice]
  /// Whether none of them speaks the language.
  public let isOtherLanguage: Bool
}

extension Casting {
  /// The voices for a text in `language` that has one speaker: those that the configuration names for it, else those of the
  /// usual chain that speak it.
  ///
  /// - Parameters:
  ///   - language: a BCP 47 tag; empty for the usual chain
  ///   - isStrict: whether there are no stand-ins: only the voice that is asked first
  /// - Returns: at least one engine, and whether any speaks the language
  /// - Throws: ``PluginSetupError`` where none can be set up
  public func voices(
    forLanguage language: String, isStrict: Bool = false
  ) throws(PluginSetupError) -> LanguageVoices {
    guard isStrict else { return try chain(forLanguage: language, mostConfigured: .max) }
    let all = try chain(forLanguage: language, mostConfigured: 1)
    for engine in all.engines.dropFirst() { engine.quit() }
    return LanguageVoices(engines: [all.engines[0]], isOtherLanguage: all.isOtherLanguage)
  }

  private func chain(
    forLanguage language: String, mostConfigured: Int
  ) throws(PluginSetupError) -> LanguageVoices {
    let short = String(language.prefix { $0 != "-" })
    for tag in [language, short] where !tag.isEmpty {
      let configured = try providers.configuredVoices(forLanguage: tag)
      guard configured.isEmpty else {
        return LanguageVoices(
          engines: try providers.chain(Array(configured.prefix(mostConfigured))),
          isOtherLanguage: false)
      }
    }
    let all = try providers.chain(providers.voicesByDefault)
    let wanted = primaryLanguage(language)
    guard all.count > 1, !wanted.isEmpty else {
      return LanguageVoices(engines: all, isOtherLanguage: false)
    }
    var speaking: [Bool] = []
    for engine in all {
      // A neural voice takes a second to start; the stand-ins of the usual chain speak English, too.
      if wanted == "en", speaking.contains(true), !providers.hasChosenVoices {
        speaking.append(true)
        continue
      }
      speaking.append(
        (try? engine.voices())?.contains { voice in
          voice.languages.contains { primaryLanguage($0) == wanted }
        } ?? false)
    }
    guard speaking.contains(true) else {
      return LanguageVoices(engines: all, isOtherLanguage: true)
    }
    for (engine, speaks) in zip(all, speaking) where !speaks { engine.quit() }
    return LanguageVoices(
      engines: zip(all, speaking).filter(\.1).map(\.0), isOtherLanguage: false)
  }
}
