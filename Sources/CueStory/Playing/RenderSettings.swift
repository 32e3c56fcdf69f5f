/// How far a player renders ahead.
package struct RenderSettings: Equatable, Sendable {
  /// How much is rendered ahead once dials rest, in seconds.
  package var restSeconds = 0.25
  /// How much is rendered ahead while they move, in seconds, after what a turn needs.
  package var movingSeconds = 0.04
  /// How long after the last turn dials rest, in seconds.
  package var calmSeconds = 0.3
  /// How soon a turn is heard, in seconds: as long as it takes to render it, within these bounds.
  package var guardSeconds = 0.03...0.15
  /// How far ahead of its start a take is opened, in seconds, beyond what is rendered ahead.
  package var openSeconds = 0.1

  /// What was measured to work for 24 tracks.
  package init() {}
}
