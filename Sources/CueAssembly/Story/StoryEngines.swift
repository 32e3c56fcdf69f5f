import CueModel
import CuePlugins
import CueStory

/// The effect plugins that bring takes to the speed and pitch of their story: a worker for each, which all takes share.
///
/// One thread at a time.
package final class StoryEngines {
  /// The plugins that stretch, the best first.
  package static let stretchers = ["rubberband", "sonic"]
  private static let tape = "varispeed"

  private let plugins: PluginHost
  private let stretcher: PluginChoice?
  private var tapeEngine: EffectEngine?
  private var stretchEngine: EffectEngine?
  /// Which engine an effect in use is of.
  private var owners: [ObjectIdentifier: EffectEngine] = [:]

  /// The user's plugins; `stretcher` stretches where the story is not linked, the best of ``stretchers`` that is there where nil.
  package init(_ plugins: PluginHost, stretcher: PluginChoice? = nil) {
    self.plugins = plugins
    self.stretcher = stretcher
  }

  /// Effects for a mix or a player.
  ///
  /// Making one throws a `PluginSetupError` for a plugin that is missing, and a `PluginFailure` for one that does not start.
  package var effects: StoryEffects {
    StoryEffects(areKept: true, make: { try self.effect($0) }, end: { self.end($0) })
  }

  /// Ends the workers; effects of them may not be used any more.
  package func quit() {
    tapeEngine?.quit()
    stretchEngine?.quit()
    (tapeEngine, stretchEngine, owners) = (nil, nil, [:])
  }

  private func effect(_ change: SoundChange) throws -> any Effect {
    let engine = try engine(for: change)
    let effect =
      switch change {
      case .varispeed(let factor): engine.effect([("speed", factor)])
      case .stretch(let tempo, let semitones):
        engine.effect([("tempo", tempo), ("pitch", semitones)])
      }
    owners[ObjectIdentifier(effect)] = engine
    return effect
  }

  private func end(_ effect: any Effect) {
    owners.removeValue(forKey: ObjectIdentifier(effect))?.end(effect)
  }

  private func engine(for change: SoundChange) throws -> EffectEngine {
    switch change {
    case .varispeed:
      if let tapeEngine { return tapeEngine }
      let choice = PluginChoice(reference: PluginReference(StoryEngines.tape))
      let engine = EffectEngine(try plugins.setup(choice))
      tapeEngine = engine
      return engine
    case .stretch:
      if let stretchEngine { return stretchEngine }
      let engine = EffectEngine(try stretching())
      stretchEngine = engine
      return engine
    }
  }

  private func stretching() throws(PluginSetupError) -> PluginSetup {
    if let stretcher { return try plugins.setup(stretcher) }
    var first: PluginSetupError?
    for id in StoryEngines.stretchers {
      do throws(PluginSetupError) {
        return try plugins.setup(PluginChoice(reference: PluginReference(id)))
      } catch { first = first ?? error }
    }
    guard let first else { preconditionFailure("there is a stretcher to look for") }
    throw first
  }
}
