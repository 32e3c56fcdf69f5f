import CueStory

/// A command to the canvas of a story, without a screen: times are in seconds as the story is heard, takes are numbers.
public enum CanvasCommand: Equatable, Sendable {
  /// What a key does.
  case press(CanvasKey)
  /// The playhead goes there.
  case seek(seconds: Double)
  /// A tap on the timeline: it plays from there, or stops.
  case tap(seconds: Double)
  /// A finger holds there: it aims, or after the marker is set, playing begins there.
  case hold(seconds: Double)
  /// The finger that aims is there now.
  case aim(seconds: Double)
  /// The finger that aims went up: the marker is set there.
  case release(seconds: Double)
  /// The newest take was swiped up and off.
  case swipe(take: Int)
  /// The branch with that take is shown, from its start.
  case show(take: Int)
  /// The dials: speed as a factor, pitch in semitones, and whether speed moves the pitch; nil leaves them as they are.
  case dials(rate: Double?, pitch: Double?, isLinked: Bool?)

  /// The keys that need no screen, by their names.
  private static let keys: [(name: String, key: CanvasKey, meaning: String)] = [
    ("go", .go, "It starts or stops, as a tap does."),
    ("marker", .marker, "The marker goes to the tail under the playhead."),
    ("pre-roll", .preRoll, "Playing begins at the playhead, before the marker."),
    ("cancel", .cancel, "Marks are taken away; a take that is recorded ends."),
    ("delete", .delete, "The own newest take is removed; it asks once."),
    ("undo", .undo, "The last change is taken back."),
    ("previous", .previous, "The playhead goes to the start of the tail before."),
    ("next", .next, "The playhead goes to the start of the tail after."),
    ("home", .home, "The playhead goes to the start."),
    ("end", .end, "The playhead goes to the end."),
    ("slower", .slower, "The speed is one step lower."),
    ("faster", .faster, "The speed is one step higher."),
    ("lower", .lower, "The pitch is one step lower."),
    ("higher", .higher, "The pitch is one step higher."),
    ("fine", .fine, "Dials turn in small steps, or in usual ones again."),
    ("link", .link, "Speed moves the pitch, or does not."),
    ("click", .click, "The click is heard, or is not."),
    ("scrub", .scrub, "The playhead is heard where it is moved, or is not."),
    ("leave", .quit, "Playing and recording end, and the canvas is left."),
  ]

  /// A command in its JSON form, as in `{"command":"seek","seconds":3.2}`.
  ///
  /// - Throws: ``CommandFault`` for another text
  public init(json text: String) throws(CommandFault) {
    let given = try GivenCommand(text)
    if let (_, key, _) = CanvasCommand.keys.first(where: { $0.name == given.name }) {
      self = .press(key)
      return
    }
    self =
      switch given.name {
      case "seek": .seek(seconds: try given.number("seconds"))
      case "tap": .tap(seconds: try given.number("seconds"))
      case "hold": .hold(seconds: try given.number("seconds"))
      case "aim": .aim(seconds: try given.number("seconds"))
      case "release": .release(seconds: try given.number("seconds"))
      case "swipe": .swipe(take: try given.integer("take"))
      case "show": .show(take: try given.integer("take"))
      case "dials": try CanvasCommand.dials(given)
      default: throw .unknown(given.name, known: CanvasCommand.examples.map(\.name))
      }
  }

  private static func dials(_ given: GivenCommand) throws(CommandFault) -> CanvasCommand {
    .dials(
      rate: given.has("rate") ? try given.number("rate") : nil,
      pitch: given.has("pitch") ? try given.number("pitch") : nil,
      isLinked: given.has("linked") ? try given.bool("linked") : nil)
  }

  /// Each command once, with what it does.
  package static let examples: [CommandExample] =
    keys.map { .init(#"{"command":"\#($0.name)"}"#, $0.meaning) } + [
      .init(#"{"command":"seek","seconds":3.2}"#, "The playhead goes there."),
      .init(#"{"command":"tap","seconds":3.2}"#, "It plays from there, or stops."),
      .init(
        #"{"command":"hold","seconds":3.2}"#,
        "It aims there; if the marker is set, playing begins there."),
      .init(#"{"command":"aim","seconds":3.4}"#, "What aims is there now."),
      .init(#"{"command":"release","seconds":3.4}"#, "The marker is set there."),
      .init(#"{"command":"swipe","take":4}"#, "The newest take is removed."),
      .init(
        #"{"command":"show","take":2}"#, "The branch with that take is shown, from its start."),
      .init(
        #"{"command":"dials","rate":0.9,"pitch":-2,"linked":false}"#,
        "The dials are turned; those that are left out stay."),
    ]
}
