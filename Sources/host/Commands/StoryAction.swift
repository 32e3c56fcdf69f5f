import CueAssembly

/// The action of `story`; a story is named by its number or title, a take by its number or the start of its id.
enum StoryAction: Equatable {
  case new(String, player: String?, rateHertz: Int)
  case list
  case show(String, isPlain: Bool)
  case tree(String, isPlain: Bool)
  /// With the silence before it, in seconds.
  case say(String, StoryText, lead: Double)
  case importFile(String, String, lead: Double, recordedAt: Double?)
  /// A take of a rehearsal.
  case importTake(String, script: String, take: String, Take.Track, lead: Double)
  case dial(String, DialWish)
  case track(String, take: String, TrackWish)
  case branch(String, take: String)
  case undo(String)
  case send(String, SendWish)
  /// Sends what waits.
  case sendQueued
  case receive([String], player: String?)
  case mix(String, StoryMixWish)
  case play(String, LiveWish)
  case record(String, LiveWish)
  /// Its canvas.
  case open(String, LiveWish, isPlain: Bool)
  /// One story, or all.
  case verify(String?, repairs: Bool)
  /// A take of it, or all of it if none is named.
  case remove(String, takes: [String])
}
