import CueListening
import CuePlugins

/// The recognizer that finds when known words are said.
package struct WordRecognizer: Sendable {
  /// How it is set up.
  package let setup: PluginSetup
  /// Names it, with all that decides what it hears.
  package let identity: String

  /// The one with the most exact times that are known: PocketSphinx, which hears a line by its grammar.
  private static let name = PluginHost.usualRecognizer
  /// The text is known to be in the sound: a word is rarely left out, and rarely something else.
  private static let preferences = [("skip-cost", "140"), ("outside-cost", "60")]

  /// The recognizer for words of `language`; nil if none is installed, and where its language is another.
  ///
  /// Plugins do not report which languages they hear, so that for other languages than English there is none.
  package init?(for language: String, _ host: PluginHost) {
    let language = language.lowercased()
    guard language.isEmpty || language == "en" || language.hasPrefix("en-"),
      var setup = try? host.setup(
        PluginChoice(reference: PluginReference(WordRecognizer.name)))
    else { return nil }
    setup.preferences += WordRecognizer.preferences
    guard let identity = host.identity(ofRecognizer: setup) else { return nil }
    self.setup = setup
    self.identity = identity
  }

  /// A timer with a worker of its own, and what ends that.
  package func timer() -> (timer: RecognizedWordTimer, quit: () -> Void) {
    let client = RecognizerClient(setup)
    return (RecognizedWordTimer(client, identity: identity), { client.quit() })
  }
}
