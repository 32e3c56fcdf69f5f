import CueStore

/// What makes a canvas heard, and hears.
///
/// One thread asks for all of it. Reports may be asked for many times a second.
package protocol CanvasSound: AnyObject {
  /// What sounds at the moment.
  ///
  /// - Throws: why what was played has stopped
  func report() throws -> CanvasReport
  /// Plays the takes up to the head of `view` from a tick on, also where something sounds already.
  func play(_ view: StoryView, from tick: Int) throws
  /// Plays the takes up to the head of `view` from a tick on, and records an answer to the head from the marker on.
  func record(_ view: StoryView, from tick: Int, marker: Int) throws
  /// Lets the takes up to the head of `view` be heard where the playhead was moved, while nothing plays; it follows the newest
  /// movement.
  func scrub(_ view: StoryView, from old: Int, to new: Int) throws
  /// The playhead is not moved any more: the device is free.
  func endScrub()
  /// Takes that could not be played since playing began, by number, and why.
  var missedTakes: [Int: any Error] { get }
  /// Stops what sounds.
  func stop()
  /// Ends the take that is recorded, and waits until it is kept.
  ///
  /// - Returns: the take
  /// - Throws: why it is not kept
  func end() throws -> StoredTake
  /// Stops, and drops what was recorded.
  func drop()
  /// Turns the dials of what sounds.
  func turn(_ dials: StoryDials)
  /// The click is heard from now on, or is not.
  func set(click isOn: Bool)
}
