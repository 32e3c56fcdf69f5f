import CueOptions
import CuePlugins

// Options that choose plugins, and set them up.
extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// The voices.
  ///
  /// `also` gets the text of the option, too.
  static func voices(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String =
      "who speaks: an id (flite, espeak:en-us+f3) or a path (plugins/libflite.so:slt); "
      + "of several, each is a fallback for those before it",
    also: ((inout Values, String) -> Void)? = nil
  ) -> Self {
    Self(
      "-v, --voice PLUGIN[:VOICE][,…]", help,
      manual: "A plugin with a slash is a path: as given, then beside the program; a relative "
        + "plugins/X is then looked for along the plugin path. Without a slash it is an id. If a voice fails, "
        + "the next one says the line again.",
      completion: .voice, isRepeatable: true,
      .plugins(.init(place: place, example: "flite", reach: .allUses, also: also)))
  }

  /// `--no-keep`.
  static func noKeep(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag(
      "--no-keep", "neither keep nor reuse what voices of services say",
      manual:
        "Without it, the same words are not asked and paid for again. The sound is in the cache folder, readable by you alone.",
      take)
  }

  /// No other voice stands in.
  static func strict(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag(
      "--strict",
      "let no other voice stand in: end where a voice fails, with an exit status other than 0",
      manual: "What may pass is still tried again a few times.", take)
  }

  static func effects(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String = "an effect that the sound goes through; several make a chain, in their order"
  ) -> Self {
    Self(
      "--dsp PLUGIN", help, completion: .plugin(kind: "dsp"), isRepeatable: true,
      .plugins(.init(place: place, isList: false, example: "sonic", reach: .thisUse)))
  }

  static func device(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String = "where the sound is heard: pulse if neither this nor -o is given"
  ) -> Self {
    Self(
      "--device PLUGIN[:DEVICE]", help, completion: .plugin(kind: "device"),
      .plugins(.init(place: place, isList: false, example: "pulse")))
  }

  /// Where a session is played.
  static func devices(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--device PLUGIN[:DEVICE][,…]",
      "where the sound is heard: pulse if neither this nor -o is given; of several, each is a fallback",
      completion: .plugin(kind: "device"), isRepeatable: true,
      .plugins(.init(place: place, example: "pulse")))
  }

  /// The source of a person's voice: a file or pipe, or a microphone of a device plugin.
  static func microphone(
    _ place: @escaping Place<[PluginChoice]>, _ help: String, label: String = "--microphone",
    also: ((inout Values, String) -> Void)? = nil
  ) -> Self {
    Self(
      "\(label) [FILE|PLUGIN[:NAME]]", help,
      manual: "Without a value it is the default microphone. 'pulse:NAME' is a microphone that "
        + "'\(Program.name) devices' lists; a file or pipe is taken if there is one of that name; - is standard input.",
      completion: .file, valueIsOptional: true,
      .plugins(
        .init(
          place: place, isList: false, standard: PluginHost.usualDevice, example: "pulse",
          also: also)))
  }

  static func recognizers(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String =
      "the recognizer: an id or a path; pocketsphinx by default; of several, each is a fallback"
  ) -> Self {
    Self(
      "--recognizer PLUGIN[,…]", help,
      completion: .plugin(kind: "recognizer"), isRepeatable: true,
      .plugins(.init(place: place, standard: PluginHost.usualRecognizer, example: "pocketsphinx")))
  }

  /// The recognizer that judges the wording afterwards; the last one counts.
  static func secondOpinion(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--second-opinion PLUGIN",
      "a second recognizer, which judges your wording when the line is over",
      manual:
        "It gets the recording of each line that is over, on a thread of its own, and nothing waits for it. The report "
        + "says who judged what. Any recognizer can serve, also the one that hears you.",
      completion: .plugin(kind: "recognizer"),
      .plugins(.init(place: place, isList: false, example: "pocketsphinx")))
  }

  static func settings(
    _ help: String = "a setting of the plugin named before it, or of PLUGIN"
  ) -> Self {
    Self(
      "--set [PLUGIN:]NAME=VALUE", help,
      manual:
        "'\(Program.name) plugins PLUGIN' lists them. Keys are refused here. With PLUGIN:, the setting counts wherever that "
        + "plugin is used, also if a cast, cue.conf or a default names it.",
      isRepeatable: true, .setting)
  }

  static func keyDescriptor(
    _ place: @escaping Place<[String: Int32]>
  ) -> Self {
    .value(
      "--key-fd [PLUGIN:]NUMBER", "read a plugin's key from this file descriptor",
      isRepeatable: true
    ) { (values: inout Values, text: String) throws(UserError) in
      let (plugin, descriptor) = try OptionValues.keyDescriptor(text)
      place(&values) { $0[plugin] = descriptor }
    }
  }
}
