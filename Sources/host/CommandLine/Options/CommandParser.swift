import CueOptions
import CuePlugins

/// Turns the words behind a command into an ``Invocation``, by the command's table.
///
/// `--name=value`, `--name value`, `-nvalue` and `-n value` are the same, `-ab` is `-a -b` if `-a` takes no value,
/// and behind `--` all is plain. Pure: reads nothing and says nothing.
struct CommandParser<Values> {
  private let definition: CommandDefinition<Values>
  private var rest: ArraySlice<String>
  private var given: Given<Values>
  private var allIsPlain = false
  private var asked: Command?
  /// Where the plugin before a `--set` is.
  private var lastSlot: PluginSlot<Values>?
  /// Settings of plugins by their names, to be placed when all plugins are known.
  private var namedSettings: [(plugin: String, setting: PluginChoice.Setting)] = []

  /// `isImplied`: the command's name was left out.
  init(
    _ definition: CommandDefinition<Values>, _ words: [String], hasInput: Bool, isImplied: Bool
  ) {
    self.definition = definition
    rest = words[...]
    given = Given(values: definition.initial)
    given.hasInput = hasInput
    given.isImplied = isImplied
    given.typed = words
  }

  mutating func parse() throws(UserError) -> Invocation {
    while asked == nil, let word = rest.popFirst() {
      if allIsPlain || !word.hasPrefix("-") || word == "-" {
        given.words.append(word)
      } else if word == "--" {
        allIsPlain = true
      } else if word.hasPrefix("--") {
        try readLong(word)
      } else {
        try readShort(word)
      }
    }
    let topic = given.isImplied ? nil : description.name
    if let asked {
      return Invocation(command: asked == .help(topic: nil) ? .help(topic: topic) : asked)
    }
    guard try takeVerb() else { return Invocation(command: .missingVerb(topic: description.name)) }
    try checkWords()
    if !namedSettings.isEmpty || !given.settings.isEmpty { try placeSettings() }
    return Invocation(
      command: try definition.finish(given), manner: given.manner, options: given.options)
  }

  /// Without its options, which the definition has.
  private var description: CommandDescription { definition.plain }

  // Options.

  private mutating func readLong(_ word: String) throws(UserError) {
    let equals = word.firstIndex(of: "=")
    let name = equals.map { String(word[..<$0]) } ?? word
    let option = try option(name)
    if option.description.placeholder == nil {
      guard equals == nil else { throw .usage("\(name) takes no value.") }
      return try raise(option)
    }
    if equals == nil, option.description.valueIsOptional,
      rest.first.map({ $0.hasPrefix("-") && $0 != "-" }) ?? true
    {
      return try take(option, name, "")
    }
    guard let equals else { return try take(option, name, try following(name)) }
    try take(option, name, String(word[word.index(after: equals)...]))
  }

  /// `-n`, `-nvalue`, or several flags behind one dash.
  private mutating func readShort(_ word: String) throws(UserError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      let option = try option(name)
      guard option.description.placeholder == nil else {
        return try take(option, name, letters.isEmpty ? try following(name) : String(letters))
      }
      guard letters.first != "=" else { throw .usage("\(name) takes no value.") }
      try raise(option)
    }
  }

  private mutating func following(_ name: String) throws(UserError) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(name) needs a value.") }
    return value
  }

  private func option(_ name: String) throws(UserError) -> CommandOption<Values> {
    if let option = definition.option(name) { return option }
    // No page but one lists it, and every command knows it.
    if name == "-V" || name == "--version" {
      return CommandOption("-V, --version", "show the version", .version)
    }
    var error = UserError.usage("There is no option \(name).")
    let near = Suggestions.nearest(to: name, in: definition.description.options.map(\.name))
    if let near { error.hint = "Did you mean \(near)?" }
    throw error
  }

  private mutating func raise(_ option: CommandOption<Values>) throws(UserError) {
    given.options.insert(option.description.name)
    switch option.action {
    case .flag(let take): try take(&given.values)
    case .manner(let take): take(&given.manner)
    case .help: asked = .help(topic: nil)
    case .version: asked = .version
    case .value, .plugins, .setting:
      preconditionFailure("\(option.description.name) needs a placeholder")
    }
  }

  /// `name`: how the user called it.
  private mutating func take(
    _ option: CommandOption<Values>, _ name: String, _ value: String
  ) throws(UserError) {
    do throws(UserError) { try take(option, value) } catch {
      guard option.description.formerNames.contains(name) else { throw error }
      var explained = error
      explained.hint = "\(name) is called \(option.description.name) now."
      throw explained
    }
  }

  private mutating func take(_ option: CommandOption<Values>, _ value: String) throws(UserError) {
    given.options.insert(option.description.name)
    switch option.action {
    case .value(let take): try take(&given.values, value)
    case .setting: try takeSetting(value)
    case .plugins(let slot):
      let references =
        slot.isList
        ? PluginReference.list(value)
        : value.isEmpty && !option.description.valueIsOptional
          ? [] : [PluginReference(value.isEmpty ? slot.standard ?? "" : value)]
      guard !references.isEmpty else {
        throw .usage("\(option.description.name) needs a plugin.")
      }
      slot.place(&given.values) { $0 += references.map { PluginChoice(reference: $0) } }
      slot.also?(&given.values, value)
      lastSlot = slot
    case .flag, .manner, .help, .version:
      preconditionFailure("\(option.description.name) takes no value")
    }
  }

  // Settings.

  /// `NAME=VALUE` for the plugin option before it, `ID:NAME=VALUE` for that plugin.
  private mutating func takeSetting(_ text: String) throws(UserError) {
    let (name, value) = try OptionValues.pair(
      "--set", text, "NAME=VALUE or PLUGIN:NAME=VALUE")
    if let colon = name.lastIndex(of: ":") {
      let setting = PluginChoice.Setting(
        name: String(name[name.index(after: colon)...]), value: value)
      return namedSettings.append((String(name[..<colon]), setting))
    }
    guard let lastSlot else {
      if wordsArePlugins {
        return given.settings.append((nil, .init(name: name, value: value)))
      }
      let options = definition.options.filter { slot(of: $0) != nil }.map(\.description.name)
      throw .usage(
        "--set \(text) comes before any plugin; put it behind \(OptionValues.alternatives(options)), "
          + "or name the plugin as in --set \(slots.first?.example ?? "flite"):\(text).")
    }
    lastSlot.place(&given.values) {
      $0[$0.count - 1].settings.append(.init(name: name, value: value))
    }
  }

  /// Whether plain words name plugins, as in `voices espeak`.
  private var wordsArePlugins: Bool {
    if case .plugin? = description.words?.completions.first { true } else { false }
  }

  private mutating func placeSettings() throws(UserError) {
    if given.words.isEmpty, let (_, setting) = given.settings.first {
      throw .usage("--set \(setting.name)=\(setting.value) needs a plugin that it is set on.")
    }
    for (plugin, setting) in namedSettings {
      var isPlaced = false
      for slot in slots {
        slot.place(&given.values) { choices in
          if choices.isEmpty, slot.standard == plugin {
            choices = [PluginChoice(reference: PluginReference(plugin))]
          }
          for index in choices.indices where choices[index].isNamed(plugin) {
            choices[index].settings.append(setting)
            isPlaced = true
          }
        }
      }
      if wordsArePlugins, given.plugins.contains(where: { $0.isNamed(plugin) }) {
        given.settings.append((plugin, setting))
        isPlaced = true
      }
      guard isPlaced else {
        throw .usage("--set \(plugin):\(setting.name) names a plugin that is not in use.")
      }
    }
  }

  private var slots: [PluginSlot<Values>] { definition.options.compactMap { slot(of: $0) } }

  private func slot(of option: CommandOption<Values>) -> PluginSlot<Values>? {
    guard case .plugins(let slot) = option.action else { return nil }
    return slot
  }

  // Words.

  /// Takes the verb from the words; false if one is needed and there is no word.
  private mutating func takeVerb() throws(UserError) -> Bool {
    guard !description.verbs.isEmpty else { return true }
    guard let word = given.words.first else { return description.words != nil }
    if description.verbs.contains(where: { $0.name == word }) {
      given.verb = word
      given.words.removeFirst()
    } else if (description.words?.count.upperBound ?? 0) == 0 {
      let names = description.verbs.map(\.name)
      var error = UserError.usage(
        "There is no '\(Program.name) \(description.name) \(word)'; there is "
          + names.joined(separator: ", ") + ".")
      if let near = Suggestions.nearest(to: word, in: names) {
        error.hint = "Did you mean '\(Program.name) \(description.name) \(near)'?"
      }
      throw error
    }
    return true
  }

  /// The options suit the verb, and there are as many words as it takes.
  private func checkWords() throws(UserError) {
    for option in definition.options.map(\.description) where given.options.contains(option.name) {
      guard option.verbs.isEmpty || option.verbs.contains(given.verb) else {
        let verbs = option.verbs.map { "'\(Program.name) \(description.name) \($0)'" }
        throw .usage("\(option.name) is for \(OptionValues.alternatives(verbs)).")
      }
    }
    let verb = description.verbs.first { $0.name == given.verb }
    guard let words = verb?.words ?? description.words else { return }
    if given.words.count < words.count.lowerBound { throw .usage(words.missing) }
    if given.words.count > words.count.upperBound {
      throw .usage(words.surplus(given.words.count))
    }
  }
}

extension PluginChoice {
  /// Whether the user means this by `name`: its id, its path, or the name within its path.
  func isNamed(_ name: String) -> Bool {
    reference.plugin == name || PluginSearch.stem(of: reference.plugin) == name
  }
}

/// Words that the user may have meant.
enum Suggestions {
  /// As a hint: "Did you mean off?"; empty if no candidate is near.
  static func hint(for word: String, in candidates: [String]) -> String {
    nearest(to: word.lowercased(), in: candidates).map { "Did you mean \($0)?" } ?? ""
  }

  /// The candidate that `word` begins, or the most similar one.
  ///
  /// At most a third of the letters may differ; of equals, the first is taken.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    let letters = Array(word)
    let beginnings = candidates.filter { letters.count >= 3 && $0.hasPrefix(word) && $0 != word }
    if beginnings.count == 1 { return beginnings[0] }
    let most = max(1, letters.filter { $0 != "-" }.count / 3)
    let distances = candidates.map { (word: $0, distance: distance(letters, Array($0))) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.flatMap { $0.distance <= most && $0.distance > 0 ? $0.word : nil }
  }

  /// How many letters must be put in, taken out, replaced, or swapped with their neighbour (Damerau and Levenshtein).
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
