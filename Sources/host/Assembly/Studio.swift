import CueABI
import CueModel
import CuePlugins
import Glibc

/// Puts plugins to work for a command: finds them, sets them up, and opens the places where sound goes.
struct Studio {
  let surroundings: Surroundings
  let manner: Manner
  let credentials: Credentials
  /// What is known of plugin files.
  let registry: PluginRegistry

  init(_ surroundings: Surroundings, _ manner: Manner, keyDescriptors: [String: Int32] = [:]) {
    self.surroundings = surroundings
    self.manner = manner
    credentials = Credentials(surroundings, descriptors: keyDescriptors)
    registry = PluginRegistry(path: surroundings.cacheFolder.map { $0 + "/registry" })
  }

  private var logLevel: Int {
    switch surroundings.variable("CUE_LOG") {
    case "error": 0
    case "warn": 1
    case "info": 2
    case "debug": 3
    default: manner.isVerbose ? 3 : manner.isQuiet ? 0 : 1
    }
  }

  func workerSettings() throws(UserError) -> WorkerSettings {
    var settings = WorkerSettings(workerPath: try surroundings.workerPath())
    settings.showsPluginOutput = manner.isVerbose
    let most = logLevel
    let (registry, quiet) = (registry, settings)
    settings.gaveUp = { file, failure in
      registry.quarantine(
        file,
        because: "it failed in use three times in a row, at last like this: \(failure.sentence) "
          + "It is left alone until its file changes, or until 'host plugins rescan'", quiet)
    }
    settings.log = { plugin, level, line in
      if level <= most { Console.talk("\(plugin): \(line)\n") }
    }
    return settings
  }

  /// The file of a plugin.
  ///
  /// `rescans`: also where it was found to do harm, so that it is tried once more.
  func file(_ reference: PluginReference, rescans: Bool = false) throws(UserError) -> PluginFile {
    if rescans, !reference.isPath {
      registry.forget(
        surroundings.search.allFiles().filter { PluginSearch.stem(of: $0.path) == reference.plugin }
      )
    }
    let settings = try workerSettings()
    do throws(PluginFailure) {
      return try surroundings.search.file(for: reference, registry, settings)
    } catch { throw Studio.userError(error) }
  }

  /// The plugin of `choice`, set up.
  func setup(_ choice: PluginChoice) throws(UserError) -> PluginSetup {
    let settings = try workerSettings()
    do throws(PluginFailure) {
      let file = try surroundings.search.file(for: choice.reference, registry, settings)
      var setup = PluginSetup(file: file, worker: settings)
      setup.parameters = choice.settings.map { ($0.name, $0.value) }
      let credentials = credentials
      setup.secret = { (id, name) throws(PluginFailure) in
        do throws(UserError) { return try credentials.secret(plugin: id, name: name) } catch {
          throw PluginFailure(
            plugin: id, activity: "taking its key", kind: .refused(status: 0),
            reason: error.sentence)
        }
      }
      return setup
    } catch { throw Studio.userError(error) }
  }

  /// The voices of a chain, each with the name the user gave it.
  ///
  /// Those that cannot be found are noted, unless none can.
  func voices(_ choices: [PluginChoice]) throws(UserError) -> [VoiceClient] {
    var voices: [VoiceClient] = []
    var first: UserError?
    for choice in choices.isEmpty ? defaultVoices() : choices {
      do throws(UserError) {
        voices.append(VoiceClient(try setup(choice), voice: choice.reference.part))
      } catch {
        if first == nil { first = error } else { note(error) }
      }
    }
    if let first {
      guard !voices.isEmpty else { throw first }
      note(first)
    }
    return voices
  }

  /// The effects of a chain, each in a worker of its own; nothing where none was asked for.
  ///
  /// They are started, so that a setting that is not allowed is told before anything else is done.
  func effects(_ choices: [PluginChoice], blockFrames: Int) throws -> [EffectClient] {
    var effects: [EffectClient] = []
    do {
      for choice in choices {
        effects.append(EffectClient(try setup(choice), blockFrames: blockFrames))
        try effects[effects.count - 1].start()
      }
    } catch let failure as PluginFailure {
      for effect in effects { effect.quit() }
      throw Studio.effectError(failure)
    }
    return effects
  }

  private func defaultVoices() -> [PluginChoice] {
    PluginReference.list(voicesByDefault).map { PluginChoice(reference: $0) }
  }

  /// The chain of voices where none is asked for.
  var voicesByDefault: String { surroundings.variable("CUE_VOICE") ?? "flite,espeak" }

  /// The recognizer where none is asked for.
  static let defaultRecognizer = "pocketsphinx"

  var recognizerByDefault: String {
    surroundings.variable("CUE_RECOGNIZER") ?? Studio.defaultRecognizer
  }

  func note(_ userError: UserError) {
    if !manner.isQuiet { Console.say(userError.sentence, hint: userError.hint) }
  }

  /// Where the sound of a command goes: the file or stream of `-o`, the device where there is none or one was asked for.
  func output(_ options: SoundOptions) throws(UserError) -> SessionOutput {
    var file: FileOutput?
    var stream: StreamOutput?
    if let path = options.output {
      if path == "-" {
        stream = StreamOutput(
          name: "Standard output", descriptor: STDOUT_FILENO, isRaw: options.isRaw,
          saysFormat: !manner.isQuiet)
      } else if Studio.isSpecial(path) {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
          throw UserError(
            "\(path) cannot be written: \(Console.describe(errno: errno)).", .cannotCreate)
        }
        stream = StreamOutput(
          name: path, descriptor: descriptor, isRaw: options.isRaw, saysFormat: false)
      } else {
        file = try FileOutput(path: path, isRaw: options.isRaw)
      }
    }
    var device: DeviceOutput?
    if options.device != nil || options.output == nil {
      let choice = options.device ?? PluginChoice(reference: PluginReference("pulse"))
      do throws(UserError) {
        device = DeviceOutput(DeviceClient(try setup(choice), device: choice.reference.part))
      } catch {
        guard options.output != nil else {
          throw UserError(
            "Nothing can be heard: \(error.sentence)",
            hint: "Install a device plugin, or write a file with -o out.wav.", .unavailable)
        }
        note(error)
      }
    }
    return SessionOutput(device: device, file: file, stream: stream, note: note)
  }

  /// A pipe, a terminal, a device file: something that cannot be replaced by a whole file.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// A plugin's failure as the user reads it, with what to try.
  static func userError(_ failure: PluginFailure) -> UserError {
    switch failure.kind {
    case .notFound: UserError(failure.sentence, .unavailable)
    case .unusable:
      UserError(
        failure.sentence,
        hint: "'host plugins' lists the plugins that can be used.", .unavailable)
    case .refused(let status):
      refusal(failure, status)
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      UserError(
        failure.sentence,
        hint: "Name a second voice to stand in, as in --voice=\(failure.plugin),espeak.",
        .unavailable)
    }
  }

  /// A failure of an effect as the user reads it; nobody stands in for an effect.
  static func effectError(_ failure: PluginFailure) -> UserError {
    switch failure.kind {
    case .refused(let status) where status == CUE_E_RATE || status == CUE_E_FORMAT:
      UserError(failure.sentence, .badInput)
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      UserError(
        failure.sentence, hint: "Try it with other settings, or without this --dsp.", .unavailable)
    default: userError(failure)
    }
  }

  /// The same of a recognizer, for which no second voice can stand in.
  static func recognizerError(_ failure: PluginFailure) -> UserError {
    switch failure.kind {
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      UserError(
        failure.sentence,
        hint: "Try another recognizer with --recognizer; 'host plugins' lists them.", .unavailable)
    case .refused(CUE_E_FORMAT), .refused(CUE_E_RATE): UserError(failure.sentence, .badInput)
    default: userError(failure)
    }
  }

  private static func refusal(_ failure: PluginFailure, _ status: Int32) -> UserError {
    switch status {
    case CUE_E_INVALID, CUE_E_PERMISSION:
      UserError(
        failure.sentence, hint: "'host plugins \(failure.plugin)' lists what may be set.", .usage)
    case CUE_E_NOT_FOUND where failure.activity == PluginFailure.loading:
      UserError(
        failure.sentence, hint: "'host plugins \(failure.plugin)' lists what may be set.", .usage)
    case CUE_E_VOICE, CUE_E_LANGUAGE:
      UserError(
        failure.sentence, hint: "'host voices \(failure.plugin)' lists its voices.", .unavailable)
    case CUE_E_TEXT_ENCODING, CUE_E_TEXT_MARKUP, CUE_E_TEXT_TOO_LONG:
      UserError(failure.sentence, .badInput)
    case CUE_E_CREDENTIALS:
      UserError(
        failure.sentence, hint: "'host credentials set \(failure.plugin)' stores a key.",
        .permission)
    case CUE_E_RATE_LIMIT, CUE_E_TIMEOUT, CUE_E_NETWORK:
      UserError(failure.sentence, hint: "Try again later.", .temporary)
    default: UserError(failure.sentence, .unavailable)
    }
  }
}
