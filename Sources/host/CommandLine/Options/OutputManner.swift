/// The options of every command: how much the program says, in which form, and whether its plugins may use a network.
struct OutputManner: Equatable {
  var isJSON = false
  var isQuiet = false
  var isVerbose = false
  /// Whether no plugin may use a network.
  var isLocalOnly = false
}
