import CueOptions
import CueRehearsal
import CueScreenplay

struct DirectValues {
  /// `--layout`.
  var layout: ScriptLayout?
}

extension CommandTable {
  static var direct: CommandDefinition<DirectValues> {
    CommandDefinition(
      .init("direct", words: .init("SCRIPT [WHO [KEY=VALUE…]]", 1...40, completing: [.file])),
      DirectValues(),
      options: [
        .layout { $0.layout = $1 }, .json, .quiet,
        .showsHelp,
      ]
    ) { given throws(UserError) in
      var options = DirectOptions(script: given.words[0])
      options.layout = given.values.layout
      guard given.words.count > 1 else { return .direct(options) }
      guard let subject = DirectionFile.subject(given.words[1]) else {
        throw .usage("WHO is a character, a scene or a line, not “\(given.words[1])”.")
      }
      options.subject = subject
      for word in given.words.dropFirst(2) {
        let (name, value) = try OptionValues.pair("A value", word, "KEY=VALUE, as in tones=angry")
        let keys = DirectionFile.Key.of(subject)
        guard let key = keys.first(where: { $0.rawValue == name.lowercased() }) else {
          let known = keys.map(\.rawValue)
          throw .unknown(
            name, in: known,
            "\(given.words[1]) has \(OptionValues.alternatives(known)), not “\(name)”.")
        }
        options.values.append(.init(key: key, text: value))
      }
      return .direct(options)
    }
  }
}
