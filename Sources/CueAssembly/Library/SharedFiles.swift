import CueData
import CuePlugins
import Glibc

extension UserEnvironment {
  /// The path of a data file of the program: the one that the variable names, else the one of ``DataFile``.
  package func sharedFile(_ name: String, or variable: String) -> String {
    if let named = self.variable(variable) { return named }
    let places = DataFile.paths(of: name, programFolder: programFolder)
    return places.first { unsafe access($0, R_OK) == 0 } ?? places[0]
  }
}
