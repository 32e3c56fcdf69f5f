import CueScreenplay
import Glibc

extension Lexicon {
  /// The file that `rehearse`, `generate` and `script items` read beside a script.
  static func path(beside script: String) -> String { script + ".lexicon" }

  /// Reads the file at `path` and the one beside `script`; if both have a word, the first one counts.
  init(file path: String?, beside script: String) throws(UserError) {
    self.init()
    let kept = Lexicon.path(beside: script)
    if script != "-", unsafe access(kept, F_OK) == 0 { self = try Lexicon(file: kept) }
    if let path { self = merged(with: try Lexicon(file: path)) }
  }

  /// Reads the file at `path`.
  private init(file path: String) throws(UserError) {
    let text = try Texts.document(path)
    do throws(Failure) { try self.init(parsing: text) } catch {
      throw UserError("\(path): \(error.clause).", .badInput)
    }
  }
}
