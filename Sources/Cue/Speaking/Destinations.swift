import CueOutput
import CuePlugins

extension SoundDestination {
  /// A sound file of the kind that its name says: `.wav`, `.flac`, `.ogg`, `.opus`, `.mp3`….
  public static func file(_ path: String) -> SoundDestination { SoundDestination(.path(path)) }

  /// A sound device, as in `pulse` or `pulse:alsa_output.pci`; nil for the usual one.
  public static func device(_ name: String? = nil) -> SoundDestination {
    SoundDestination(device: name.map { PluginChoice(reference: PluginReference($0)) })
  }
}
