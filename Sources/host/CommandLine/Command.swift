import CueModel
import CuePlugins

/// What all commands that make sound have in common.
struct SoundOptions: Equatable {
  /// A fallback chain, the best first; empty for the default.
  var voices: [PluginChoice] = []
  /// Effects that the sound goes through, in order.
  var effects: [PluginChoice] = []
  /// Nothing where none was asked for.
  var device: PluginChoice?
  var speed = 1.0
  var pitchSemitones = 0.0
  var volume = 1.0
  var tones: [Tone] = []
  var language = ""
  var isSSML = false
  /// `-` for standard output; nothing for a device.
  var output: String?
  var isRaw = false
  /// Secrets by plugin id, to be read from a descriptor.
  var keyDescriptors: [String: Int32] = [:]
}

/// How much the program says, and in which form.
struct Manner: Equatable {
  var isJSON = false
  var isQuiet = false
  var isVerbose = false
}

/// What the user wants.
enum Command: Equatable {
  /// What is to be said.
  enum Source: Equatable {
    case words(String)
    case file(String)
    case standardInput
  }

  case speak(Source, byLine: Bool, SoundOptions)
  case voices([PluginChoice], language: String)
  /// All or the named ones; asked anew where it `rescans`.
  case plugins([String], rescans: Bool)
  case plugin(PluginAction)
  case doctor
  case tones(showsEmoji: Bool)
  case devices([PluginChoice])
  case rehearse(RehearseOptions, SoundOptions)
  case process(ProcessOptions)
  case listen(ListenOptions)
  case credentials(CredentialsAction)
  case speech(SpeechAction)
  case practice(PracticeOptions, SoundOptions)
  case script(ScriptAction)
  case cast(CastOptions)
  /// With the words behind it, for whoever goes on with the job.
  case generate(GenerateOptions, words: [String])
  case jobs(JobsAction)
  case library(LibraryAction)
  case audio(AudioAction)
  case conform(ConformOptions)
  case checks(isMarkdown: Bool)
  case help(topic: String?)
  /// A command of several verbs was given none.
  case missingVerb(topic: String)
  case helpFile(HelpFormat)
  case version
}

/// A command and how to talk about it.
struct Invocation: Equatable {
  var command: Command
  var manner = Manner()
}
