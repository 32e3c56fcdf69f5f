import CSystem
import CueConformance
import CueModel
import CuePlugins

/// Judges plugins by the conformance suite.
public enum Conformance {
  /// Asks the checks of the suite and gives each result as it comes.
  ///
  /// Each check has a worker process of its own. Levels go from 1 (it loads) upwards; level 5 is what a compatible plugin
  /// passes.
  ///
  /// - Parameters:
  ///   - plugin: a path such as `./libhum.so`, or an id; followed by `:id`, that one of several plugins
  ///   - level: the highest level to ask
  ///   - voice: a voice that speaks to a recognizer, as in `flite:slt`; without one a recognizer is not asked for words
  ///   - plugins: where plugins are found
  /// - Returns: the results; a plugin that cannot be set up is thrown as ``CueError/setup(_:)``
  public static func judge(
    _ plugin: String, level: Int = Suite.compatible, voice: String? = nil,
    plugins: Plugins = Plugins()
  ) -> EventSequence<CheckResult> {
    let host = plugins.host
    return EventSequence("cue-conformance", capacity: nil) { channel, cancellation in
      let choice = PluginChoice(reference: PluginReference(plugin))
      var setup = try host.setup(choice)
      // What a plugin does while it is judged says nothing of its use.
      setup.worker.gaveUp = { _, _ in }
      var judgement = Judgement(
        setup, checks: Suite.chosen(level: level, only: [], skip: []), words: plugin)
      judgement.plugin = choice.reference.part
      judgement.jobs = Int(cue_core_count())
      if let voice {
        let speaker = PluginChoice(reference: PluginReference(voice))
        judgement.speaker = ConformanceSpeaker(
          try host.setup(speaker), voice: speaker.reference.part)
      }
      judgement.run(isCancelled: { cancellation.isCancelled }) { channel.send($0) }
    }
  }
}
