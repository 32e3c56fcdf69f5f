import CuePlugins
import Glibc

extension UserEnvironment {
  /// The path of a data file of the program: the one that the variable names, else the installed one, or the one in the build
  /// tree.
  package func sharedFile(_ name: String, or variable: String) -> String {
    if let named = self.variable(variable) { return named }
    let places = ["/../share/cue/", "/share/cue/"].map { programFolder + $0 + name }
    return places.first { unsafe access($0, R_OK) == 0 } ?? places[0]
  }
}
