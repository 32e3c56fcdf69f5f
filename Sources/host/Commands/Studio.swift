import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CueOptions
import CueOutput
import CuePlugins

/// The basis of every command: the user's plugins, and how much to say.
///
/// Its errors are sentences.
struct Studio {
  private(set) var plugins: PluginHost
  let manner: OutputManner

  init(
    _ environment: UserEnvironment, _ manner: OutputManner, keyDescriptors: [String: Int32] = [:]
  ) {
    self.manner = manner
    let mostDetail = Studio.logLevel(environment, manner)
    let words = Messages(language: TalkLanguage(environment))
    var plugins = PluginHost(environment, keyDescriptors: keyDescriptors) { note in
      switch note {
      case .log(let plugin, let level, let line):
        if level <= mostDetail { Console.talk("\(plugin): \(line)\n") }
      case .voiceUnavailable(let error): Studio.note(UserError(error, words), manner)
      case .leftOut(let plugin, let what):
        Studio.note(UserError(plugin, leavesOut: what, words), manner)
      case .state(let plugin, let trouble):
        Studio.note(UserError(plugin, trouble), manner)
      case .confined(let plugin, let needs):
        Studio.note(UserError(plugin, isConfined: needs), manner)
      case .foreign(let plugin, let path):
        Studio.note(UserError(plugin, isForeign: path), manner)
      }
    }
    plugins.showsPluginOutput = manner.isVerbose
    plugins.staysLocal = manner.isLocalOnly
    plugins.isUnconfined = manner.isUnconfined
    plugins.allowed = manner.allowed
    plugins.consent = ConsentQuestion.asked
    plugins.reasons.keyUnavailable = { UserError($0).sentence }
    plugins.reasons.unconfinable = { $0.clause }
    self.plugins = plugins
  }

  /// The same for a recording, in which voices may be slow, also while its parts are cast.
  var unhurried: Studio {
    var studio = self
    studio.plugins.isUnhurried = true
    return studio
  }

  private static func logLevel(_ environment: UserEnvironment, _ manner: OutputManner)
    -> PluginLogLevel
  {
    switch environment.variable("CUE_LOG") {
    case "error": .error
    case "warn": .warning
    case "info": .info
    case "debug": .debug
    default: manner.isVerbose ? .debug : manner.isQuiet ? .error : .warning
    }
  }

  var environment: UserEnvironment { plugins.environment }
  /// What is known of plugin files.
  var registry: PluginRegistry { plugins.registry }

  /// The value of `key =` in cue.conf; nil if it is not set.
  func configured(_ key: String) throws(UserError) -> String? {
    do throws(ConfigurationError) { return try environment.configured(key) } catch {
      throw UserError(error)
    }
  }

  /// The folder of the SDK for plugin authors.
  func sdkFolder() throws(UserError) -> String {
    do throws(ConfigurationError) { return try environment.sdkFolder() } catch {
      throw UserError(error)
    }
  }

  func workerSettings() throws(UserError) -> WorkerSettings {
    do throws(ConfigurationError) { return try plugins.workerSettings() } catch {
      throw UserError(error)
    }
  }

  /// The file of a plugin.
  ///
  /// `rescans`: also if it is known to be harmful, so that it is tried once more.
  func file(_ reference: PluginReference, rescans: Bool = false) throws(UserError) -> PluginFile {
    do throws(PluginSetupError) { return try plugins.file(reference, rescans: rescans) } catch {
      throw UserError(error)
    }
  }

  /// The plugin of `choice`, set up.
  func setup(_ choice: PluginChoice) throws(UserError) -> PluginSetup {
    do throws(PluginSetupError) { return try plugins.setup(choice) } catch {
      throw UserError(error)
    }
  }

  /// The voices of a chain, with effects for what they cannot do; those that cannot be found are noted, unless none can be.
  func voices(_ choices: [PluginChoice]) throws(UserError) -> [any ListedVoice] {
    do throws(PluginSetupError) { return try PluginVoices(plugins).chain(choices) } catch {
      throw UserError(error)
    }
  }

  /// The first recognizer of `choices` that `use` accepts, and the result of `use`; the usual one if none is
  /// named.
  ///
  /// `preferences` are values of parameters; see ``PluginSetup/preferences``.
  /// A ``UserError`` of `use` says why a recognizer cannot be used: it is noted if another one can, and thrown otherwise. Any
  /// other error of `use` is thrown.
  ///
  /// With `quietly`, only verbose output says why the first ones cannot be used.
  func firstRecognizer<Value>(
    _ choices: [PluginChoice], preferring preferences: [(name: String, value: String)] = [],
    quietly: Bool = false, _ use: (RecognizerClient) throws -> Value
  ) throws -> (Value, RecognizerClient) {
    try plugins.firstRecognizer(
      choices, preferring: preferences, refusal: { UserError($0, words) },
      note: { if !quietly || manner.isVerbose { note($0) } }, use)
  }

  /// The first recognizer of the chain that can be used.
  func startedRecognizer(
    _ choices: [PluginChoice], preferring preferences: [(name: String, value: String)] = []
  ) throws -> RecognizerClient {
    try firstRecognizer(choices, preferring: preferences) { client in
      do throws(PluginFailure) { _ = try client.parameters() } catch {
        throw UserError(recognizer: error, words)
      }
    }.1
  }

  /// A second recognizer on a thread of its own; nil if none was asked for.
  func secondListener(_ choices: [PluginChoice]) throws -> SecondRecognition? {
    guard let choice = choices.last else { return nil }
    // A recognizer that can listen for anything also notices words that were changed or added.
    let client = try startedRecognizer([choice], preferring: [("witness", "on")])
    return SecondRecognition(client)
  }

  /// Whether there are settings of a plugin that is not set up so far.
  var hasUnusedSettings: Bool { environment.given.unused.contains(where: \.wins) }

  /// Refuses settings of plugins that are not used; to be called when all plugins are set up.
  func checkSettings() throws(UserError) {
    guard let one = environment.given.unused.first(where: \.wins) else { return }
    throw CueGrammar.failure(.settingOfUnused(plugin: one.plugin, name: one.setting.name))
  }

  /// The same when an output is already open: it is discarded if they are refused.
  func checkSettings(discarding output: SessionOutput) throws(UserError) {
    do throws(UserError) { try checkSettings() } catch {
      output.discard()
      throw error
    }
  }

  /// The effects of a chain, started.
  func effects(_ choices: [PluginChoice], blockFrames: Int) throws(UserError) -> [EffectClient] {
    do throws(PluginSetupError) {
      return try plugins.effects(choices, blockFrames: blockFrames)
    } catch { throw UserError(error) }
  }

  func note(_ userError: UserError) { Studio.note(userError, manner) }

  /// Says why something failed: to people in their language, to programs in English.
  var explain: @Sendable (any Error) -> String {
    let words = manner.isJSON ? Messages.forPrograms : self.words
    return { words.reason($0) }
  }

  private static func note(_ userError: UserError, _ manner: OutputManner) {
    if !manner.isQuiet { Console.say(userError.sentence, hint: userError.hint) }
  }

  /// The source of a person's voice.
  ///
  /// - Parameters:
  ///   - source: as the user wrote it: a file, a pipe, `-`, `PLUGIN[:NAME]`; empty for the default microphone
  ///   - choice: the same as a device, with its settings; nil if `source` is a file
  ///   - raw: the format of a file without a header
  ///   - explain: why a file cannot be opened
  /// - Returns: a microphone that is not open yet; if it is unplugged, it is waited for
  /// - Throws: if there is no such file or plugin
  func microphone(
    _ source: String, _ choice: PluginChoice?, raw: RawSound?,
    explain: (SoundFileError) -> UserError = { UserError($0) }
  ) throws(UserError) -> any Microphone {
    let (manner, words) = (manner, words)
    do throws(MicrophoneSourceError) {
      return try MicrophoneSource(source, device: choice, raw: raw).microphone(with: plugins) {
        Studio.note(UserError($0, microphone: $1, words), manner)
      }
    } catch { throw Studio.explained(error, explain) }
  }

  /// The file or pipe that is used as a microphone; nil if `source` names a device.
  ///
  /// As ``microphone(_:_:raw:explain:)``.
  func soundFile(
    _ source: String, _ choice: PluginChoice?, raw: RawSound? = nil
  ) throws(UserError) -> SoundFileMicrophone? {
    do throws(MicrophoneSourceError) {
      return try MicrophoneSource(source, device: choice, raw: raw).soundFile()
    } catch { throw UserError(error) }
  }

  private static func explained(
    _ error: MicrophoneSourceError, _ explain: (SoundFileError) -> UserError
  ) -> UserError {
    if case .file(let error) = error { explain(error) } else { UserError(error) }
  }

  /// Notes that the microphone called `name` is silent or cut off.
  func note(_ fault: MicrophoneFault, of name: String) {
    note(UserError(fault, microphone: name, words))
  }

  /// The sound output of a command; `orNowhere`: in silence, with a note, if nothing can be heard.
  func output(
    _ options: SoundOptions, orNowhere: Bool = false
  ) throws(UserError) -> SessionOutput {
    var destination = SoundDestination(
      options.output.map { $0 == "-" ? .standardOutput : .path($0) }, isRaw: options.isRaw,
      devices: options.devices)
    destination.mayBeSilent = orNowhere
    do throws(OutputFailure) {
      return try destination.open(with: plugins) { note(UserError($0, words)) }
    } catch { throw UserError(error, words) }
  }

  /// Puts out one sound with `options`: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - format: that of the sound
  ///   - options: where it goes
  ///   - cancellation: ends it
  ///   - give: passes the sound on, piece by piece
  /// - Returns: whether it was put out; false if it was cancelled
  /// - Throws: a ``UserError`` if the sound cannot be read or put out
  func put(
    _ format: AudioFormat, _ options: SoundOptions, _ cancellation: Cancellation,
    _ give: (_ write: (AudioBuffer) throws -> Void) throws -> Void
  ) throws -> Bool {
    let output = try output(options)
    do {
      try output.beginLine(format)
      try give { try output.write($0, cancellation: cancellation) }
      guard !cancellation.isCancelled else {
        output.discard()
        return false
      }
      try output.endLine()
      try complete(output, cancellation)
    } catch {
      output.discard()
      throw switch error {
      case let failure as OutputFailure: UserError(failure)
      case let failure as SoundFileError: UserError(failure)
      default: error
      }
    }
    return true
  }

  /// Waits until all was heard or written.
  func complete(_ output: SessionOutput, _ cancellation: Cancellation) throws {
    do {
      try output.complete(cancellation: cancellation)
    } catch let failure as OutputFailure { throw UserError(failure, words) }
  }
}
