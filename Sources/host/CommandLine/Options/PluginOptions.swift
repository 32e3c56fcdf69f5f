import CueOptions
import CuePlugins

// Options that choose plugins, and set them up.
extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// The voices.
  ///
  /// `also` gets the text of the option, too.
  static func voices(
    _ place: @escaping Place<[PluginChoice]>,
    also: ((inout Values, String) -> Void)? = nil
  ) -> Self {
    Self(
      "-v, --voice PLUGIN[:VOICE][,…]", completion: .voice, isRepeatable: true,
      .plugins(.init(place: place, example: "flite", reach: .allUses, also: also)))
  }

  /// `--no-keep`.
  static func noKeep(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag("--no-keep", take)
  }

  /// No other voice stands in.
  static func strict(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag("--strict", take)
  }

  static func effects(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--dsp PLUGIN", completion: .plugin(kind: "dsp"), isRepeatable: true,
      .plugins(.init(place: place, isList: false, example: "sonic", reach: .thisUse)))
  }

  static func device(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--device PLUGIN[:DEVICE]", completion: .plugin(kind: "device"),
      .plugins(.init(place: place, isList: false, example: "pulse")))
  }

  /// Where a session is played.
  static func devices(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--device PLUGIN[:DEVICE][,…]", completion: .plugin(kind: "device"), isRepeatable: true,
      .plugins(.init(place: place, example: "pulse")))
  }

  /// The source of a person's voice: a file or pipe, or a microphone of a device plugin.
  static func microphone(
    _ place: @escaping Place<[PluginChoice]>, label: String = "--microphone",
    also: ((inout Values, String) -> Void)? = nil
  ) -> Self {
    Self(
      "\(label) [FILE|PLUGIN[:NAME]]", completion: .file, valueIsOptional: true,
      .plugins(
        .init(
          place: place, isList: false, standard: PluginHost.usualDevice, example: "pulse",
          also: also)))
  }

  static func recognizers(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--recognizer PLUGIN[,…]", completion: .plugin(kind: "recognizer"), isRepeatable: true,
      .plugins(.init(place: place, standard: PluginHost.usualRecognizer, example: "pocketsphinx")))
  }

  /// The recognizer that judges the wording afterwards; the last one counts.
  static func secondOpinion(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--second-opinion PLUGIN", completion: .plugin(kind: "recognizer"),
      .plugins(.init(place: place, isList: false, example: "pocketsphinx")))
  }

  static var settings: Self { Self("--set [PLUGIN:]NAME=VALUE", isRepeatable: true, .setting) }

  static func keyDescriptor(
    _ place: @escaping Place<[String: Int32]>
  ) -> Self {
    .value("--key-fd [PLUGIN:]NUMBER", isRepeatable: true) {
      (values: inout Values, text: String) throws(UserError) in
      let (plugin, descriptor) = try OptionValues.keyDescriptor(text)
      place(&values) { $0[plugin] = descriptor }
    }
  }
}
