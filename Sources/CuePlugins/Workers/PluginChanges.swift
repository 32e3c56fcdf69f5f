/// What an instance of a plugin has said that has changed.
struct PluginChanges: Equatable {
  /// Those of `CUE_CHANGED_…`.
  var flags: UInt32 = 0
  /// The latency of an effect, if it has changed.
  var latencyFrames: Int?
  /// Its tail.
  var tailFrames: Int?
}
