import CueAudio
import CueCasting
import CueModel
import CuePlugins
import CueSpeaking
import CueSystem
import Glibc

/// The voices, clips and effects of a queue, a chorus or a fit, from the plugins of the user.
package final class SpeakingRoom: Sendable {
  // Each voice is used by the thread that asked for it; this one only ends them all, when no thread speaks any more.
  private struct Engine: @unchecked Sendable {
    let voice: any ListedVoice
  }

  private let host: PluginHost
  private let usual: [PluginChoice]
  private let named: [String: [PluginChoice]]
  private let isStrict: Bool
  private let engines = Monitor([Engine]())

  /// A room.
  ///
  /// - Parameters:
  ///   - host: where voices and effects are found
  ///   - usual: the chain that speaks where an item names no voice; empty for the user's own
  ///   - named: chains that items call otherwise, by what they call them
  ///   - isStrict: whether no voice stands in for another
  package init(
    _ host: PluginHost, usual: [PluginChoice] = [], named: [String: [PluginChoice]] = [:],
    isStrict: Bool = false
  ) {
    self.host = host
    self.usual = usual
    self.named = named
    self.isStrict = isStrict
  }

  /// What a queue speaks and plays with.
  package var tools: SpeakingTools {
    SpeakingTools(
      makeVoice: { [self] _, name in try voice(name) },
      openClip: { path throws(SoundFileError) in try SoundFileReader(path: path) })
  }

  /// Finds the plugins of the voices of those names, and those that ``stretch(_:)`` uses where `stretches`, so that what the
  /// user sets on them counts as used.
  ///
  /// A plugin that is missing is reported when it is needed.
  package func find(_ names: some Sequence<String>, stretches: Bool = false) {
    for choice in names.flatMap(choices) { _ = try? PluginVoices(host).provider(choice) }
    guard stretches else { return }
    for name in SpeakingRoom.stretchers {
      _ = try? host.setup(PluginChoice(reference: PluginReference(name)))
    }
  }

  /// The chain of that name; the usual one where it is empty.
  private func choices(_ name: String) -> [PluginChoice] {
    var choices =
      name.isEmpty
      ? usual
      : named[name] ?? PluginReference.list(name).map { PluginChoice(reference: $0) }
    if choices.isEmpty { choices = host.voicesByDefault }
    return isStrict ? Array(choices.prefix(1)) : choices
  }

  /// A new voice, or chain of voices, of that name; the usual one where it is empty.
  package func voice(_ name: String) throws(PluginSetupError) -> any Voice {
    let made = try PluginVoices(host).chain(choices(name))
    engines.change { $0 += made.map(Engine.init) }
    return VoiceChain().make(of: made)
  }

  /// The effects that change the speed of sound and leave its pitch, the better first.
  private static let stretchers = ["rubberband", "sonic"]

  /// An effect that makes sound this many times faster; nil if none is installed.
  ///
  /// The caller ends it by the second value.
  package func stretch(_ tempo: Double) throws -> (effect: any Effect, quit: () -> Void)? {
    for name in SpeakingRoom.stretchers {
      let choice = PluginChoice(
        reference: PluginReference(name), settings: [.init(name: "tempo", value: "\(tempo)")])
      guard (try? host.setup(choice)) != nil else { continue }
      let effects = try host.effects([choice], blockFrames: 4096)
      return (EffectChain(effects), { for effect in effects { effect.quit() } })
    }
    return nil
  }

  /// Ends all engines; no thread may speak any more.
  package func quit() {
    let all = engines.change { engines in
      defer { engines = [] }
      return engines
    }
    for engine in all { engine.voice.quit() }
  }
}

extension SoundFileReader: ClipReader {
  /// The next sound, at most `frames` of it; nil at its end.
  public func nextSound(atMost frames: Int) throws -> AudioBuffer? {
    try read(atMost: frames, cancellation: Cancellation())
  }
}

/// Finds the files of clips by the names that marks call them.
public struct ClipFolder: Sendable {
  /// Endings of files that a name may stand for, the first first.
  private static let endings = ["", ".wav", ".flac", ".ogg", ".opus", ".mp3"]

  private let folder: String
  private let named: [String: String]

  /// Clips in `folder`, and those that are `named` by the user.
  public init(_ folder: String, named: [String: String]) {
    self.folder = folder
    self.named = named
  }

  /// The file of a clip: as it was named, else the file of that name in the folder; nil if there is none.
  package func path(_ name: String) -> String? {
    let wanted = named[name] ?? name
    for ending in ClipFolder.endings {
      let path = absolute(wanted + ending)
      var status = stat()
      if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR { return path }
    }
    return nil
  }

  /// The path that is meant by what a list says.
  package func absolute(_ path: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
  }
}
