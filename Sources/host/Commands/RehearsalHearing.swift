import CueAssembly
import CueCasting
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay

// The microphone: the actor is heard.
extension RehearseCommand {
  func openedHearing() throws -> RehearsalHearing? {
    guard rehearse.isHeard else { return nil }
    let (microphone, end) = try microphone()
    do {
      let recognizer = try studio.startedRecognizer(rehearse.recognizers)
      do {
        return RehearsalHearing(
          microphone, recognizer, second: try studio.secondListener(rehearse.secondOpinions),
          endMicrophone: end)
      } catch {
        recognizer.quit()
        throw error
      }
    } catch {
      end()
      throw error
    }
  }

  /// The microphone, and a function that ends it.
  private func microphone() throws -> (any Microphone, end: () -> Void) {
    guard let robot = rehearse.robot else {
      let source = rehearse.microphone ?? ""
      let microphone = try studio.microphone(
        source, rehearse.microphones.last, raw: rehearse.microphoneFormat)
      return (microphone, {})
    }
    let engines = try studio.voices([PluginChoice(robot)])
    return (
      RobotMicrophone(Part(voice: CastVoice(engines[0], as: robot))),
      { for engine in engines { engine.quit() } }
    )
  }

  /// The actor, with listening added.
  func heard(
    _ actor: any ActorInput, _ hearing: RehearsalHearing, _ cast: RehearsalCast, _ script: Script,
    _ direction: DirectionFile, _ output: SessionOutput, _ source: Source, _ stage: Stage,
    _ lineMemory: LineMemory?, _ recorder: TakeRecorder?, _ earcons: Earcons?,
    judged: @escaping (SecondOpinion) -> Void, lost: @escaping () -> Void
  ) -> ListeningActor {
    var settings = rehearse.listening
    if !rehearse.hearsCommands { settings.rules.ways.remove(.command) }
    settings.rules.language = options.language.isEmpty ? cast.casting.language : options.language
    let lines = direction.lines(DialogueNumbers(cast.script))
    settings.strictness = lines.compactMapValues(\.strictness)
    settings.cutWords = lines.compactMapValues(\.cutWord)
    if let room = room {
      settings.deafSeconds = min(1, room.latencySeconds + (room.decaySeconds ?? 0))
    }
    settings.hasHand = source.isKeys || rehearse.actorScript != nil
    let name = hearing.microphone.name
    // A live microphone beside a device: time passes for both.
    settings.hearsEarly = hearing.microphone.isLive && output.isHeard
    let passed = hearing.microphone.isLive && output.isHeard ? OutputPlace(output).pass : nil
    let meter = MicrophoneMeter { level in
      stage.prompt { $0.take(level: level) }
      stage.screen?.wake()
    }
    let microphone = WatchedMicrophone(hearing.microphone, by: meter)
    let heard = ListeningActor(
      actor,
      through: recorder.map { WatchedMicrophone(microphone, by: $0) } ?? microphone,
      hearing.recognizer, script: script, roles: cast.roles,
      settings, second: hearing.second?.listener,
      passed: passed, explain: { UserError(microphone: $0).sentence }
    ) { report in
      switch report {
      case .microphoneFault(let fault): studio.note(fault, of: name)
      case .wording(let opinion): judged(opinion)
      case .microphoneLost(.failed), .recognizerFailed(_, .everything): lost()
      default: break
      }
      lineMemory?.take(report)
      recorder?.take(report)
      stage.show(report, settings)
      earcons?.take(report)
    }
    if rehearse.traces {
      let numbers = DialogueNumbers(script)
      heard.traced = { trace in
        let number = numbers.number(at: trace.line).map { "\($0)" } ?? "?"
        studio.note(UserError(trace.sentence(line: number), .done))
      }
    }
    return heard
  }

  /// The measurements by 'calibrate' of the loudspeaker, the room and the microphone; nil without them.
  private var room: Calibration? {
    guard rehearse.robot == nil, let source = rehearse.microphone else { return nil }
    let output = (options.devices.first ?? studio.plugins.deviceByDefault).reference.text
    return Calibrations(studio.environment).measure(
      microphone: source.isEmpty ? studio.plugins.microphoneByDefault.reference.text : source,
      output: output)
  }
}
