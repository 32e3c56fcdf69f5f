import CueRehearsal
import CueScreenplay

/// A rehearsal under test: a reducer, its state, and what it asked for last.
struct Rehearsal {
  let reducer: RehearsalReducer
  var state: RehearsalState
  var effects: [RehearsalEffect] = []

  init(_ script: Script, roles: Set<String>, listening: Bool = false) {
    reducer = RehearsalReducer(script: script, roles: roles)
    state = RehearsalState(listening: listening)
  }

  /// Lets `events` happen one after the other; `effects` are those of the last.
  mutating func take(_ events: RehearsalInput...) {
    for event in events { (state, effects) = reducer.reduce(state, event) }
  }

  /// Whether the last event changed nothing and said so.
  var ignoredLast: Bool {
    guard effects.count == 1, case .ignored = effects[0] else { return false }
    return true
  }

  /// The status and line in short: `waitingForUser 3`.
  var place: String { "\(state.status.rawValue) \(state.index)" }
}

extension Script {
  /// Seven lines: heading, ANN, direction, BEN, heading, CY, BEN.
  static func twoScenes() throws -> Script {
    try SceneReader.read(
      Array(
        """
        INT. ROOM

        ANN
        One.

        She sits.

        BEN
        Two.

        INT. HALL

        CY
        Three.

        BEN
        Four.
        """.utf8))
  }

  /// A script of one line for each of `kinds`: a name speaks, `-` is a direction, `#` a heading.
  static func of(_ kinds: String...) -> Script {
    let lines = kinds.enumerated().map { index, kind in
      switch kind {
      case "#": Line(index: index, kind: .sceneHeading, text: "INT. \(index)")
      case "-": Line(index: index, kind: .stageDirection, text: "Pause.")
      case "?": Line(index: index, kind: .dialogue, text: "Who says this?")
      default: Line(index: index, kind: .dialogue, character: kind, text: "Line \(index).")
      }
    }
    let starts = [0] + lines.filter { $0.kind == .sceneHeading && $0.index > 0 }.map(\.index)
    let scenes = starts.enumerated().map { number, start in
      let end = number + 1 < starts.count ? starts[number + 1] : lines.count
      return Scene(index: number, heading: "INT. \(start)", lines: start..<end)
    }
    return Script(title: "Test", scenes: lines.isEmpty ? [] : scenes, lines: lines)
  }
}
