import CSystem
import CueData
import CueModel
import CueOptions
import CuePlugins
import CueSystem
import CueTerminal
import Glibc

/// The program: words in, sentences and an exit status out.
enum Program {
  /// The name by which the program was called, for messages and help: `cue`, or `host`.
  static var name: String { names.value }

  // A task-local value would load the runtime of tasks, at a cost for each start.
  private static let names = ThreadLocal(ProgramWords.calledName())

  /// The result of `body` while the program is called `name`.
  static func called<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    try names.withValue(name, body)
  }

  /// Cancelled by the first Ctrl-C, SIGTERM or SIGHUP.
  static let cancellation = Cancellation()

  static func run(_ words: [[UInt8]]) -> ExitStatus {
    // Keys are in its memory. A developer who looks for a fault can allow core dumps.
    if unsafe getenv("CUE_DUMPABLE").map({ unsafe strcmp($0, "1") }) != 0 {
      cue_keep_memory_private()
    }
    Signs.followLocale()
    // A plugin that ends while the host writes to it, or a reader that goes away, is a normal case.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may not grow any more (ulimit -f).
    signal(SIGXFSZ, SIG_IGN)
    if let userError = tooLittleMemory() {
      Console.say(userError.sentence, hint: userError.hint)
      return userError.status
    }
    let invocation: Invocation
    do throws(UserError) {
      invocation = try Arguments.parse(
        ProgramWords.text(words), hasInput: isatty(STDIN_FILENO) == 0)
    } catch {
      Console.say(error.sentence, hint: error.hint)
      return error.status
    }
    do {
      return try perform(invocation)
    } catch {
      if Console.isReaderGone { return .readerIsGone }
      let words = invocation.command.isMode ? userWords : .forPrograms
      guard let userError = UserError(explaining: error, words) else {
        Console.say("Internal error: \(error).")
        return .internal
      }
      Console.say(userError.sentence, hint: userError.hint)
      return userError.status
    }
  }

  private static var userWords: Messages {
    Messages(language: TalkLanguage(UserEnvironment.current()))
  }

  private static func perform(_ invocation: Invocation) throws -> ExitStatus {
    switch invocation.command {
    case .help(let topic):
      try Console.result(Signs.fitted(HelpPage.text(topic, userWords)))
      return .done
    case .missingVerb(let topic):
      Console.talk(Signs.fitted(HelpPage.text(topic, userWords)))
      return .usage
    case .helpFile(let format):
      try Console.result(format.text)
      return .done
    case .version:
      try Console.result(Help.version + "\n")
      return .done
    default:
      defer { noteMissingFiles() }
      var environment = UserEnvironment.current()
      environment.given = GivenSettings(invocation.settings)
      let command = try KeptDefaults(environment).applied(
        to: invocation.command, given: invocation.options)
      let status = try perform(command, invocation.manner, environment)
      if status == .done, !invocation.manner.isQuiet { noteUnused(environment.given) }
      return status
    }
  }

  /// Notes settings of plugins that were not used.
  private static func noteUnused(_ given: GivenSettings) {
    for one in given.unused where one.wins {
      Console.say(
        "--set \(one.plugin):\(one.setting.name) changed nothing: \(one.plugin) was not used.")
    }
  }

  /// Notes data files that were needed and are missing: the installation is damaged.
  private static func noteMissingFiles() {
    let names = DataFile.missing.map(\.name)
    guard !names.isEmpty else { return }
    Console.say(
      "The installation lacks \(names.joined(separator: ", ")): numbers, directions or the genders of parts may be read wrong.",
      hint: "Install Cue again, or name its folder share/cue in \(DataFile.variable).")
  }

  /// Runs the commands that need to know where plugins, voices and files are.
  private static func perform(
    _ command: Command, _ manner: OutputManner, _ environment: UserEnvironment
  ) throws -> ExitStatus {
    let studio = Studio(environment, manner, keyDescriptors: command.keyDescriptors)
    let lists = ListCommands(studio: studio)
    if command.isCancellable { try listenForSignals() }
    switch command {
    case .help, .missingVerb, .helpFile, .version:
      preconditionFailure("Help and the version need no environment.")
    case .voices(let choices, let language, let showsHidden):
      return try lists.voices(choices, language: language, showsHidden: showsHidden)
    case .plugins(let names, let rescans):
      return try PluginsCommand(studio: studio).run(names, rescans: rescans)
    case .plugin(let action): return try PluginCommand(action: action, studio: studio).run()
    case .models(let action):
      return try ModelsCommand(action: action, studio: studio).run(cancellation)
    case .doctor: return try Doctor(studio: studio).run()
    case .mcp: return try MCPCommand().run()
    case .serve(let options):
      return try ServeCommand(options: options, studio: studio).run(cancellation)
    case .devices(_, let meter?): return try lists.meter(meter, cancellation)
    case .devices(let choices, nil): return try lists.devices(choices)
    case .calibrate(let output, let microphone):
      return try lists.calibrate(output, microphone, cancellation)
    case .tones(let showsEmoji): return try lists.tones(showsEmoji: showsEmoji)
    case .credentials(let action):
      return try CredentialsCommand(
        action: action, credentials: studio.plugins.credentials, manner: manner
      ).run()
    case .config(let action):
      return try ConfigCommand(action: action, environment: environment, manner: manner).run()
    case .profiles(let action): return try ProfilesCommand(action: action, studio: studio).run()
    case .queue(let options, let sound):
      return try QueueCommand(options: options, sound: sound, studio: studio).run(cancellation)
    case .speech(let action):
      return try SpeechCommand(action: action, environment: environment, manner: manner).run()
    case .direct(let options): return try DirectCommand(options: options, manner: manner).run()
    case .takes(let action):
      return try TakesCommand(action: action, studio: studio).run(cancellation)
    case .script(let action): return try ScriptCommand(action: action, manner: manner).run()
    case .cast(let options):
      return try CastCommand(options: options, studio: studio).run(cancellation)
    case .jobs(.resume(let number)):
      return try perform(
        try JobsCommand(action: .resume(number), environment: environment, manner: manner)
          .resumed())
    case .jobs(let action):
      return try JobsCommand(action: action, environment: environment, manner: manner).run()
    case .generate(let options, let words):
      return try GenerateCommand(options: options, words: words, studio: studio).run(cancellation)
    case .library(let action):
      return try LibraryCommand(action: action, environment: environment, manner: manner).run()
    case .audio(let action):
      return try AudioCommand(action: action, environment: environment, manner: manner)
        .run(cancellation)
    case .story(let action, let sound):
      return try StoryCommand(action: action, sound: sound, studio: studio).run(cancellation)
    case .checks(let isMarkdown):
      try ConformCommand.list(isMarkdown: isMarkdown, manner)
      return .done
    case .explainCheck(let id):
      try ConformCommand.explain(id, manner)
      return .done
    case .conform(let options):
      return try ConformCommand(options: options, studio: studio).run(cancellation)
    case .speak(let source, let byLine, let options):
      return try SpeakCommand(source: source, byLine: byLine, options: options, studio: studio)
        .run(cancellation)
    case .process(let options):
      return try ProcessCommand(options: options, studio: studio).run(cancellation)
    case .rehearse(let rehearse, let options):
      return try RehearseCommand(rehearse: rehearse, options: options, studio: studio)
        .run(cancellation)
    case .practice(let options, let sound):
      return try PracticeMode(options: options, sound: sound, studio: studio).run(cancellation)
    case .listen(let options):
      return try ListenCommand(options: options, studio: studio).run(cancellation)
    }
  }

  /// The least memory that a command takes, in addition to the program and its libraries.
  private static let leastMemory: Int64 = 48 << 20

  /// Whether a limit (ulimit -v) leaves too little memory to do anything; from now on, reaching a limit later also ends the
  /// program with a sentence.
  private static func tooLittleMemory() -> UserError? {
    let room = cue_memory_room()
    guard room != Int64.max else { return nil }
    unsafe cue_on_no_memory(
      "\(name): The memory that the limit allows is used up (ulimit -v). What is done is kept.\n",
      ExitStatus.temporary.rawValue)
    guard room < leastMemory else { return nil }
    return UserError(
      "The limit on memory leaves \(room >> 20) MB, and \(leastMemory >> 20) MB are needed.",
      hint: "Raise it: ulimit -v", .temporary)
  }

  /// The first signal cancels, the second ends the program at once.
  static func listenForSignals() throws(UserError) {
    let failure = cue_on_signal { _ in
      if Program.cancellation.isCancelled {
        Terminal.restore()
        _exit(ExitStatus.interrupted.rawValue)
      }
      Program.cancellation.cancel()
    }
    guard failure == 0 else { throw UserError(ThreadError(errno: failure), to: "wait for Ctrl-C") }
  }
}

/// The words after the program's name, as bytes: the standard library would repair what is not UTF-8, and change
/// its meaning.
enum ProgramWords {
  static func behindTheName() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// The name by which the program was called, without folders.
  static func calledName() -> String {
    guard CommandLine.argc > 0, let word = unsafe CommandLine.unsafeArgv[0] else { return "cue" }
    let name = unsafe String(cString: word).split(separator: "/").last
    return name.map(String.init) ?? "cue"
  }

  /// The words as text, or a userError that names the one that is not text.
  static func text(_ words: [[UInt8]]) throws(UserError) -> [String] {
    var text: [String] = []
    for (index, word) in words.enumerated() {
      text.append(try Texts.checked(word, "Word \(index + 1) of the command"))
    }
    return text
  }
}

/// The version.
enum Help {
  static let version =
    "cue \(ProductVersion.number), plugin interface \(PluginInterface.version)"
}
