import CueAudio
import CueModel
import CuePlugins
import CueStore
import CueStory

/// How a story is written into files: the mix, and each take by itself.
package struct StoryMixing {
  /// The id of the last take that is heard; nil for the head.
  package var end: String?
  /// How it is heard.
  package var dials: StoryDials
  /// How the files are written.
  package var settings = MixWish()
  /// What stretches where the story is not linked; nil for the best that is there.
  package var stretcher: PluginChoice?
  /// Whether each take that is heard is written by itself, too, in its place and at its level in the mix.
  package var hasStems = false
  /// Whether effects work ahead of the sum; what is written is the same.
  package var worksAhead = true

  /// The mix of `story` as its dials are.
  package init(_ story: StoredStory) { dials = story.dials }

  /// Writes the mix to `path`, of the kind that its ending says, and stems beside it.
  ///
  /// - Parameters:
  ///   - path: the file of the mix
  ///   - view: the story
  ///   - shelf: its takes
  ///   - plugins: where effects are found
  ///   - cancellation: ends it; the file that was being written is not there then
  ///   - tell: is called with each file that is whole, and with its take; nil for the mix
  /// - Throws: a ``StoryFailure``, a `SoundFileError`, and what effects and `tell` throw
  package func write(
    to path: String, _ view: StoryView, on shelf: StoryShelf, _ plugins: PluginHost,
    _ cancellation: Cancellation, tell: (MixReport, String, _ take: Int?) throws -> Void
  ) throws {
    let mix = try StoryMix(view, to: end, dials: dials) { shelf.path($0.id, of: view.story.id) }
    let engines = StoryEngines(plugins, stretcher: stretcher)
    defer { engines.quit() }
    func write(_ mix: StoryMix, to path: String, _ settings: MixWish) throws -> MixReport {
      let mixer = StoryMixer(
        mix, effects: engines.effects, aheadBlocks: worksAhead ? 2 : 0)
      do {
        return try MixFile.write(mixer, to: path, settings, cancellation: cancellation)
      } catch let failure as PluginFailure {
        // The only plugins of a mix are effects.
        throw EffectFailure(failure)
      }
    }
    var settings = settings
    settings.notes = notes(view, mix)
    if let path = plugins.environment.variable("PATH") { settings.programSearchPath = path }
    try tell(try write(mix, to: path, settings), path, nil)
    guard hasStems else { return }
    settings.notes.places = []
    // Beside each other they are the mix: none is made louder or softer by itself.
    settings.integratedLUFS = nil
    for take in mix.takes where take.isHeard {
      let stem = StoryMixing.stem(path, take.number)
      try tell(try write(mix.stem(of: take.number), to: stem, settings), stem, take.number)
    }
  }

  /// What an audiobook says: the story, its players, and a chapter for each take that begins later than the one before.
  private func notes(_ view: StoryView, _ mix: StoryMix) -> SoundNotes {
    var notes = SoundNotes()
    notes.title = view.story.title
    var players: [String] = []
    for (take, mixed) in zip(view.chain(to: end), mix.takes) where mixed.isHeard {
      if !players.contains(take.author) { players.append(take.author) }
      if let last = notes.places.last, last.frame >= mixed.span.lowerBound { continue }
      notes.places.append(
        SoundNotes.Place(
          frame: mixed.span.lowerBound,
          title: take.label.isEmpty ? "\(take.number)" : "\(take.number) \(take.label)"))
    }
    notes.artist = players.joined(separator: ", ")
    return notes
  }

  /// `mix-take-3.wav` beside `mix.wav`.
  private static func stem(_ path: String, _ number: Int) -> String {
    guard let dot = path.lastIndex(of: ".") else { return "\(path)-take-\(number)" }
    return "\(path[..<dot])-take-\(number)\(path[dot...])"
  }
}
