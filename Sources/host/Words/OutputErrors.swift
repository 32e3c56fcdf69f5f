import CueAudio
import CueModel
import CueOutput
import CuePlugins

// Why sound cannot be put out, as the user reads it.

extension UserError {
  /// An error of any library; nil if it is a mistake of ours.
  init?(explaining error: any Error) {
    switch error {
    case let error as UserError: self = error
    case let failure as PluginFailure: self.init(failure)
    case let failure as EffectFailure: self.init(effect: failure.failure)
    case let failure as OutputFailure: self.init(failure)
    case let error as SoundFileError: self.init(error)
    case let error as PluginSetupError: self.init(error)
    case let error as ConfigurationError: self.init(error)
    case let error as CredentialsError: self.init(error)
    default: return nil
    }
  }

  /// What was wrong with a sound file.
  init(_ error: SoundFileError) {
    let status: ExitStatus =
      switch error.kind {
      case .noInput: .noInput
      case .badSound: .badInput
      case .unavailable: .unavailable
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .unfit: .usage
      case .cancelled: .interrupted
      }
    self.init(error.sentence, hint: error.hint, status)
  }

  /// What was wrong with the place where sound goes.
  init(_ failure: OutputFailure) {
    switch failure {
    case .file(let error): self.init(error)
    case .cannotOpen(let path, let errno):
      self.init("\(path) cannot be written: \(Console.describe(errno: errno)).", .cannotCreate)
    case .stream(let path, let errno):
      self.init(
        "\(path ?? "Standard output") takes no more sound: \(Console.describe(errno: errno)).",
        .inputOutput)
    case .encodingNeedsFile:
      self = .usage("A stream has 16-bit samples; --encoding is for files.", "process")
    case .deviceUnavailable(let error):
      self.init(
        "Nothing can be heard: \(UserError(error).sentence)",
        hint: "Install a device plugin, or write a file with -o out.wav.", .unavailable)
    case .device(let failure):
      self.init(
        "Nothing can be heard: \(failure.sentence)",
        hint: "Start a sound server (PulseAudio or PipeWire), or write a file with -o out.wav.",
        .unavailable)
    }
  }

  /// What is noted about an output.
  init(_ note: OutputNote) {
    switch note {
    case .deviceUnavailable(let error): self.init(error)
    case .deviceLost(let failure):
      self.init(
        "Nothing can be heard: \(failure.sentence)", hint: "The sound goes on to the file alone.",
        .unavailable)
    case .rawSound(let format):
      self.init(
        "Raw sound: 16-bit little-endian, \(format.rateHertz) Hz, "
          + "\(format.channels == 1 ? "mono" : "\(format.channels) channels").", .done)
    }
  }
}
