import Cue

/// Layers two voices into a story, half as fast where the second is recorded, and mixes it: `story TITLE FILE [VOICE VOICE]`.
@main struct Tale {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { fatalError("story TITLE FILE [VOICE VOICE]") }
    let story = try await Story.begin(words[0], player: "anna")

    let first = try Speaker(voices: words.count > 2 ? words[2] : "flite:slt")
    try await story.say("Come to the window. The snow has begun.", by: first)

    // What is recorded now plays twice as fast when the dial is turned back.
    var dials = Story.Dials()
    dials.speed = 0.5
    try await story.turn(dials)
    let second = try Speaker(voices: words.count > 3 ? words[3] : "flite:rms")
    try await story.say(
      "I hear it already, from far across the fields, and I am coming.", by: second,
      leadSeconds: 2)
    try await story.turn(Story.Dials())

    for take in try await story.state().takes {
      print("\(take.number) \(take.player) \(take.recordedSpeed) ×: \(take.label)")
    }
    for file in try await story.mix(to: words[1]) { print("\(file.path): \(file.seconds) s") }
  }
}
