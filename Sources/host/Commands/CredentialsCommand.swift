import CuePlugins
import CueSystem
import CueTerminal
import Glibc

/// `host credentials`: keeps the keys of plugins in a file that only the user can read.
struct CredentialsCommand {
  let action: CredentialsAction
  let credentials: Credentials
  let manner: OutputManner

  func run() throws -> ExitStatus {
    switch action {
    case .list:
      for stored in try credentials.stored() {
        if manner.isJSON {
          var json = JSONObject(event: "credential")
          json["plugin"] = .string(stored.plugin)
          json["name"] = .string(stored.name)
          json["masked"] = .string(Credentials.masked(stored.secret))
          try Console.result(json.line)
        } else {
          try Console.result(
            "\(stored.plugin) \(stored.name) \(Credentials.masked(stored.secret))\n")
        }
      }
      return .done
    case .set(let plugin, let name):
      try check(plugin, name)
      let secret = try read(plugin, name)
      try credentials.set(plugin: plugin, name: name, secret: secret)
      if !manner.isQuiet {
        Console.talk("The \(name) of \(plugin) is kept in \(credentials.path).\n")
      }
      return .done
    case .remove(let plugin, let name):
      if try credentials.remove(plugin: plugin, name: name) { return .done }
      Console.say("There is no \(name) of \(plugin) in \(credentials.path).")
      return .answerIsNo
    }
  }

  private func check(_ plugin: String, _ name: String) throws(UserError) {
    for word in [plugin, name] where word.isEmpty || word.contains(where: \.isWhitespace) {
      throw UserError("A plugin's id and a key's name are single words.", .usage)
    }
  }

  /// Asks on a terminal, without showing what is typed; else takes the first line of standard input.
  private func read(_ plugin: String, _ name: String) throws(UserError) -> String {
    let bytes: [UInt8]
    if isatty(STDIN_FILENO) == 1 {
      let line = TerminalQuestion.secret {
        Console.talk("The \(name) of \(plugin) (it is not shown): ")
      }
      bytes = Array((line ?? "").utf8)
      Console.talk("\n")
    } else {
      bytes = try Texts.contents(of: STDIN_FILENO, "Standard input")
    }
    let text = try Texts.checked(bytes, "The key")
    let secret = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard secret.count >= 8, secret.count <= 1024 else {
      throw UserError("A key has 8 to 1024 characters; this one has \(secret.count).", .badInput)
    }
    return secret
  }
}
