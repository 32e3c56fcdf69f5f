import CuePlugins

/// What the user wants.
enum Command: Equatable {
  /// What is to be said.
  enum Source: Equatable {
    case words(String)
    case file(String)
    case standardInput
    /// Standard input, said as it comes.
    case arriving
  }

  case speak(Source, byLine: Bool, SoundOptions)
  case config(ConfigAction)
  case profiles(ProfilesAction)
  case queue(QueueOptions, SoundOptions)
  case voices([PluginChoice], language: String, showsHidden: Bool = false)
  /// All or the named ones; asked again if it `rescans`.
  case plugins([String], rescans: Bool)
  case plugin(PluginAction)
  case models(ModelsAction)
  case doctor
  case tones(showsEmoji: Bool)
  case devices([PluginChoice], meter: PluginChoice?)
  case calibrate(output: PluginChoice?, microphone: PluginChoice?)
  case rehearse(RehearseOptions, SoundOptions)
  case direct(DirectOptions)
  case takes(TakesAction)
  case process(ProcessOptions)
  case listen(ListenOptions)
  case credentials(CredentialsAction)
  case speech(SpeechAction)
  case practice(PracticeOptions, SoundOptions)
  case script(ScriptAction)
  case cast(CastOptions)
  /// With the words after it, to resume the job.
  case generate(GenerateOptions, words: [String])
  case jobs(JobsAction)
  case library(LibraryAction)
  case audio(AudioAction)
  case story(StoryAction, SoundOptions)
  case serve(ServeOptions)
  case mcp
  case conform(ConformOptions)
  case checks(isMarkdown: Bool)
  case explainCheck(String)
  case help(topic: String?)
  /// A command that needs a verb was given none.
  case missingVerb(topic: String)
  case helpFile(HelpFormat)
  case version

  /// Whether it speaks the user's language, also where it fails.
  var isMode: Bool {
    switch self {
    case .rehearse, .practice, .listen, .generate, .story: true
    default: false
    }
  }

  /// Whether the first Ctrl-C only asks it to end.
  var isCancellable: Bool {
    switch self {
    case .serve, .models, .devices(_, _?), .calibrate, .queue, .takes, .cast, .generate, .audio,
      .story,
      .conform, .speak, .process, .rehearse, .practice, .listen:
      true
    default: false
    }
  }

  /// Secrets by plugin id, to be read from a descriptor.
  var keyDescriptors: [String: Int32] {
    switch self {
    case .queue(_, let sound), .story(_, let sound), .rehearse(_, let sound),
      .practice(_, let sound), .speak(_, _, let sound):
      sound.keyDescriptors
    case .cast(let options): options.keyDescriptors
    case .generate(let options, _): options.keyDescriptors
    case .conform(let options): options.keyDescriptors
    default: [:]
    }
  }
}
