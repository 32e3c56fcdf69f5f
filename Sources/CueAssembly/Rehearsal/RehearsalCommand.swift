import CueRehearsal
import CueText

/// A command to a rehearsal, from keys, a page, a remote control or a program.
public enum RehearsalCommand: Equatable, Sendable {
  /// What the actor wants.
  case actor(ActorCommand)
  /// The direction of the line at that index is changed, and kept in the file beside the script.
  case direct(DirectionEdit, line: Int)
  /// The last change of a direction is taken back.
  case undoDirection

  /// A command in its JSON form, as in `{"command":"goto","number":12}`.
  ///
  /// - Throws: ``CommandFault`` for another text
  public init(json text: String) throws(CommandFault) {
    let given = try GivenCommand(text)
    self =
      switch given.name {
      case "advance": .actor(.advance)
      case "pause": .actor(.pause)
      case "resume": .actor(.resume)
      case "back": .actor(.back)
      case "repeat": .actor(.repeatLine)
      case "stop": .actor(.stop)
      case "prompt": .actor(.prompt)
      case "give": .actor(.give)
      case "goto": .actor(.goto(line: try given.integer("number")))
      case "scene": .actor(.gotoScene(try given.integer("number")))
      case "listening": .actor(.setListening(try given.bool("on")))
      case "strictness": .actor(.judge(try given.value("strictness", of: Strictness.self)))
      case "line-strictness":
        .actor(.setStrictness(try given.value("strictness", of: Strictness.self)))
      case "next-tone": .direct(.nextTone, line: try given.integer("line"))
      case "tones": .direct(.tones(try given.text("tones")), line: try given.integer("line"))
      case "delay":
        .direct(.delay(tenths: try given.integer("tenths")), line: try given.integer("line"))
      case "line-note": .direct(.note(try given.text("note")), line: try given.integer("line"))
      case "next-strictness": .direct(.nextStrictness, line: try given.integer("line"))
      case "undo": .undoDirection
      default: throw .unknown(given.name, known: Self.examples.map(\.name))
      }
  }

  /// Each command once, with what it does.
  package static let examples: [CommandExample] = [
    .init(#"{"command":"advance"}"#, "The actor has said their line."),
    .init(#"{"command":"pause"}"#, "Everything is held."),
    .init(#"{"command":"resume"}"#, "It goes on from there."),
    .init(#"{"command":"back"}"#, "The spoken line before this one is taken again."),
    .init(#"{"command":"repeat"}"#, "This line is taken again."),
    .init(#"{"command":"goto","number":12}"#, "The spoken line of that number comes next."),
    .init(#"{"command":"scene","number":2}"#, "The first line of that scene comes next."),
    .init(#"{"command":"prompt"}"#, "The next words of the actor's line are given."),
    .init(#"{"command":"give"}"#, "All of the actor's line is given."),
    .init(#"{"command":"listening","on":false}"#, "The microphone is used, or not."),
    .init(
      #"{"command":"strictness","strictness":"gist"}"#,
      "The actor's lines are judged like that from the next one on: gist, standard or word-perfect."
    ),
    .init(
      #"{"command":"line-strictness","strictness":"word-perfect"}"#,
      "The actor's line at hand is judged like that."),
    .init(
      #"{"command":"tones","tones":"angry","line":7}"#,
      "The line at that index is said like that from now on; empty for as usual."),
    .init(#"{"command":"next-tone","line":7}"#, "The line gets the next of all tones and manners."),
    .init(
      #"{"command":"delay","tenths":5,"line":7}"#,
      "The silence before the line is that much longer, or shorter, in tenths of a second."),
    .init(#"{"command":"line-note","note":"Softer.","line":7}"#, "The line gets a note."),
    .init(
      #"{"command":"next-strictness","line":8}"#,
      "The actor's line is judged by the next of the three rules."),
    .init(#"{"command":"undo"}"#, "The last change of a direction is taken back."),
    .init(#"{"command":"stop"}"#, "The rehearsal ends."),
  ]
}
