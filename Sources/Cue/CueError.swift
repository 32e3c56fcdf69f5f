import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CuePractice
import CueRehearsal
import CueScreenplay
import CueStory
import CueSystem
import Glibc

/// Why something that was asked of Cue could not be done.
public enum CueError: Error, Sendable {
  /// A plugin cannot be set up: it is missing, or the worker or the configuration is at fault.
  case setup(PluginSetupError)
  /// A plugin failed, and no other stands in for it.
  case plugin(PluginFailure)
  /// An effect failed.
  case effect(PluginFailure)
  /// The place where sound goes failed.
  case output(OutputFailure)
  /// A file cannot be read, or is not text.
  case unreadable(path: String, TextError)
  /// A script cannot be read as such.
  case script(ScriptError)
  /// The text of a scripted actor cannot be followed.
  case actorScript(ActorScriptError)
  /// The script has no character of that name; `known` are the existing ones.
  case unknownCharacter(String, known: [String])
  /// There is no spoken line of that number.
  case unknownLine(NoSuchLine)
  /// A part of the script has no voice that can be used.
  case uncast(part: String)
  /// The plugin has no voice of that id.
  case unknownVoice(String, plugin: String)
  /// No voice can be used at all.
  case noVoice
  /// There is nothing to say.
  case nothingToSay
  /// This many lines of a recording could not be made, so nothing was written; the first failure.
  case incomplete(missing: Int, because: PluginFailure?)
  /// The user's clips or the files of a recording cannot be read or written, as a sentence explains.
  case storage(String)
  /// The system gives no thread; an `errno` value.
  case noThread(errno: Int32)
  /// There is no microphone or recognizer, or it does not work.
  case listening(ListenFailure)
  /// A clip was played, and the device did not finish it within ``VoiceIOConfig/clipWaitTimeoutSeconds``.
  case clipTimedOut(path: String)
  /// Something cannot be done with a story.
  case story(StoryFailure)
  /// It is under way already.
  case alreadyRunning
  /// The task was cancelled.
  case cancelled
}

extension CueError {
  /// What an error of the parts means here.
  init(_ error: any Error) {
    switch error {
    case let error as CueError: self = error
    case let error as PluginSetupError: self = .setup(error)
    case let error as ConfigurationError: self = .setup(.configuration(error))
    case let failure as PluginFailure: self = .plugin(failure)
    case let failure as CastingFailure: self.init(failure)
    case let failure as EffectFailure: self = .effect(failure.failure)
    case let failure as OutputFailure: self = .output(failure)
    case let error as SoundFileError:
      self = error.kind == .cancelled ? .cancelled : .output(.file(error))
    case let failure as StoryFailure: self = .story(failure)
    case let error as ScriptError: self = .script(error)
    case let error as ActorScriptError: self = .actorScript(error)
    case let error as NoSuchLine: self = .unknownLine(error)
    case let error as ThreadError: self = .noThread(errno: error.errno)
    case let error as PracticeSourceError: self.init(error)
    case let error as RehearsalCastError: self.init(error)
    case let refusal as VoiceRefusal: self = .storage(refusal.sentence)
    case let failure as ListenFailure:
      self = failure.kind == .cancelled ? .cancelled : .listening(failure)
    case .failed(let failure) as ProofError: self.init(failure)
    case is CancellationError: self = .cancelled
    default: self = .storage("\(error)")
    }
  }
}

extension CueError {
  /// What a text that cannot be practised means here.
  init(_ error: PracticeSourceError) {
    switch error {
    case .nothingToSay, .text(.empty), .text(.nothingToSay): self = .nothingToSay
    case .notFound(let path): self = .unreadable(path: path, .unreadable(errno: ENOENT))
    case .text, .store: self = .storage("\(error)")
    }
  }

  /// What a scene that cannot be rehearsed means here.
  init(_ error: RehearsalCastError) {
    switch error {
    case .script(let error): self = .script(error)
    case .casting(let failure): self.init(failure)
    case .unknownRole(let name, let parts):
      self = .unknownCharacter(name, known: parts.map(\.name))
    }
  }

  /// What a file that is not a screenplay means here.
  init(_ failure: ScreenplayFile.Failure, path: String) {
    switch failure {
    case .unreadable(let error): self = .unreadable(path: path, error)
    case .script(let error): self = .script(error)
    }
  }
}
