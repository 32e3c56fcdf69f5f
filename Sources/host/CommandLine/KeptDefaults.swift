import CueListening
import CueModel
import CuePlugins
import CueRehearsal
import CueText

/// The defaults of cue.conf, for options that a command was not given.
///
/// Voices, devices and local-only are not here: `PluginHost` knows them in every program.
struct KeptDefaults {
  private let environment: UserEnvironment

  init(_ environment: UserEnvironment) { self.environment = environment }

  /// `command` with the user's defaults for the options that were not given.
  func applied(to command: Command, given: Set<String>) throws(UserError) -> Command {
    do throws(ConfigurationError) {
      switch command {
      case .speak(let source, let byLine, var sound):
        try take(&sound, given)
        return .speak(source, byLine: byLine, sound)
      case .queue(let options, var sound):
        try take(&sound, given)
        return .queue(options, sound)
      case .rehearse(var rehearse, var sound):
        try take(&sound, given)
        try take(&rehearse, given)
        return .rehearse(rehearse, sound)
      case .practice(var practice, var sound):
        if given.isDisjoint(with: ["--rate", "--rates"]) {
          practice.usualRate = try environment.number(.rate)
        }
        try take(&sound, given)
        return .practice(practice, sound)
      case .generate(var generate, let words):
        let profile = try profile()
        generate.speed = profile.speedFactor
        generate.pitchSemitones = profile.pitchSemitones
        return .generate(generate, words: words)
      default: return command
      }
    } catch { throw UserError(error) }
  }

  private func profile() throws(ConfigurationError) -> VoiceProfile {
    VoiceProfile(
      rate: try environment.number(.rate) ?? 0.5, pitch: try environment.number(.pitch) ?? 1)
  }

  private func take(
    _ sound: inout SoundOptions, _ given: Set<String>
  ) throws(ConfigurationError) {
    let profile = try profile()
    if !given.contains("--rate") { sound.speed = profile.speedFactor }
    if !given.contains("--pitch") { sound.pitchSemitones = profile.pitchSemitones }
  }

  private func take(
    _ rehearse: inout RehearseOptions, _ given: Set<String>
  ) throws(ConfigurationError) {
    if !given.contains("--strictness"), let word = try environment.preference(.strictness),
      let strictness = Strictness(rawValue: word)
    {
      rehearse.listening.rules.strictness = strictness
    }
    if !given.contains("--patience"), let seconds = try environment.number(.patience) {
      rehearse.listening.startSeconds = seconds
    }
    if !given.contains("--snappy"), try environment.isOn(.snappy) {
      rehearse.listening.beSnappy()
    }
    if !given.contains("--gap"), let milliseconds = try environment.number(.gap) {
      rehearse.pauseMilliseconds = Int(milliseconds)
    }
    rehearse.delaySeconds = try environment.number(.responseDelay) ?? 0
    try take(&rehearse.prompter, given)
  }

  private func take(
    _ prompter: inout PrompterSettings, _ given: Set<String>
  ) throws(ConfigurationError) {
    if !given.contains("--size"), let size = try environment.number(.prompterSize) {
      prompter.size = Int(size)
    }
    if given.isDisjoint(with: ["--mirror", "--no-mirror"]),
      try environment.isOn(.prompterMirror)
    {
      prompter.isMirrored = true
    }
    if !given.contains("--hide"), let word = try environment.preference(.prompterHide) {
      prompter.hiding = PrompterSettings.Hiding(word: word)
    }
    if !given.contains("--ease"), let seconds = try environment.number(.prompterEase) {
      prompter.easeSeconds = seconds
    }
  }
}
