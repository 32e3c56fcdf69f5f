import CuePractice
import CueText

extension PracticeCommand {
  /// A command in its JSON form, as in `{"command":"jump","number":12}`.
  ///
  /// - Throws: ``CommandFault`` for another text
  public init(json text: String) throws(CommandFault) {
    let given = try GivenCommand(text)
    self =
      switch given.name {
      case "play": .play
      case "pause": .pause
      case "play-or-pause": .playOrPause
      case "next": .next
      case "previous": .previous
      case "first": .first
      case "last": .last
      case "jump": .jump(try given.integer("number"))
      case "repeat": .repeatSegment
      case "play-own": .playOwn
      case "restart": .restart
      case "stop": .stop
      case "rate": .setRate(try given.number("rate"))
      case "change-rate": .changeRate(steps: try given.integer("steps"))
      case "rates": .setRates(try given.numbers("rates"))
      case "voice": .setVoice(try given.text("voice"))
      case "sample": .sample(try given.text("voice"))
      case "by":
        .setGranularity(
          try given.value("by", among: [Segment.Kind.sentence, .paragraph]))
      case "pause-kind": .setPause(try given.value("pause", of: PracticeSettings.Pause.self))
      case "pause-factor": .setPauseFactor(try given.number("factor"))
      case "change-pause-factor": .changePauseFactor(steps: try given.integer("steps"))
      case "loop": .setLoop(try PracticeCommand.loop(given))
      default: throw .unknown(given.name, known: PracticeCommand.examples.map(\.name))
      }
  }

  private static func loop(_ given: GivenCommand) throws(CommandFault) -> ClosedRange<Int>? {
    guard given.has("from") else { return nil }
    let (from, to) = (try given.integer("from"), try given.integer("to"))
    return min(from, to)...max(from, to)
  }

  /// Each command once, with what it does.
  package static let examples: [CommandExample] = [
    .init(#"{"command":"play"}"#, "It begins, or goes on; in a pause, the next segment comes."),
    .init(#"{"command":"pause"}"#, "Everything is held."),
    .init(#"{"command":"play-or-pause"}"#, "It is held while the voice speaks, and else goes on."),
    .init(#"{"command":"next"}"#, "The next segment."),
    .init(#"{"command":"previous"}"#, "The segment before."),
    .init(#"{"command":"first"}"#, "The first segment."),
    .init(#"{"command":"last"}"#, "The last segment."),
    .init(#"{"command":"jump","number":12}"#, "The segment of that number, counted from 1."),
    .init(#"{"command":"repeat"}"#, "This segment again."),
    .init(#"{"command":"play-own"}"#, "What the speaker said of this segment is played."),
    .init(#"{"command":"rate","rate":0.8}"#, "The speed of all that comes."),
    .init(
      #"{"command":"change-rate","steps":-1}"#, "Faster by this many steps; slower if negative."),
    .init(#"{"command":"rates","rates":[0.7,1]}"#, "Each segment is said at these speeds."),
    .init(#"{"command":"voice","voice":"flite:rms"}"#, "Another voice."),
    .init(
      #"{"command":"sample","voice":"flite:rms"}"#, "A sentence in that voice; practice is held."),
    .init(#"{"command":"by","by":"paragraph"}"#, "Segments are sentences or paragraphs."),
    .init(
      #"{"command":"pause-kind","pause":"untilQuiet"}"#,
      "Pauses are off, timed, or end when the speaker is silent (untilQuiet)."),
    .init(#"{"command":"pause-factor","factor":1.5}"#, "The length of pauses, as a factor."),
    .init(
      #"{"command":"change-pause-factor","steps":1}"#,
      "Longer pauses by this many steps; shorter if negative."),
    .init(
      #"{"command":"loop","from":2,"to":4}"#,
      "These segments are said again and again; without numbers, all."),
    .init(#"{"command":"restart"}"#, "It begins again at the first segment."),
    .init(#"{"command":"stop"}"#, "Practice ends."),
  ]
}
