import CueAssembly
import CuePlugins
import CueScreenplay
import CueSystem
import Glibc

// `host script names`: names that are hard to say, and how to say them.
extension ScriptCommand {
  /// Lists names that voices may mispronounce, with proposals, and keeps these beside the script if wanted.
  func names(
    _ path: String, _ screenplay: Screenplay, isKept: Bool
  ) throws(UserError) {
    guard !isKept || path != "-" else {
      throw .usage(
        "--keep needs a script in a file: the pronunciations are kept beside it.", "script")
    }
    var lexicon = Lexicon(of: screenplay)
    lexicon = lexicon.merged(with: try Lexicon(file: nil, beside: path))
    let proposals = KnownNames(UserEnvironment.current()).proposals(
      for: screenplay, besides: lexicon)
    var text = ""
    for proposal in proposals {
      guard manner.isJSON else {
        text += proposal.entry + "\n"
        continue
      }
      var json = JSONObject(event: "name")
      json["name"] = .string(proposal.name)
      json["spoken"] = .string(proposal.spoken)
      text += json.line
    }
    try Console.result(text)
    guard let first = proposals.first else {
      if !manner.isQuiet {
        Console.say("\(name(path)) has no name that Cue knows to be hard to say.")
      }
      return
    }
    let file = Lexicon.path(beside: path)
    guard isKept else {
      guard !manner.isQuiet else { return }
      return Console.say(
        "Nothing is kept yet.",
        hint:
          "Hear one: \(Program.name) \"\(first.spoken)\". Keep all: \(Program.name) script names \(path) --keep"
      )
    }
    var entries = ""
    if unsafe access(file, F_OK) == 0 {
      entries = try Texts.document(file)
      if !entries.isEmpty, !entries.hasSuffix("\n") { entries += "\n" }
    }
    entries += proposals.map { $0.entry + "\n" }.joined()
    try Texts.write(Array(entries.utf8), to: file)
    if !manner.isQuiet {
      Console.say(
        "They are kept in \(file), which you can edit; rehearsals and recordings read it.")
    }
  }
}
