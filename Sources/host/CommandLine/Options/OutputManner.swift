import CuePlugins

/// The options of every command: how much the program says, in which form, and what its plugins may do.
struct OutputManner: Equatable {
  var isJSON = false
  var isQuiet = false
  var isVerbose = false
  /// Whether no plugin may use a network.
  var isLocalOnly = false
  /// Whether plugins have all rights of the user.
  var isUnconfined = false
  /// What the user gives plugins beyond what they declare.
  var allowed: [AllowedNeed] = []
}
