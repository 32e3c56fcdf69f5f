import CuePlugins

/// Turns the words after a command into a ``CommandInvocation``, by the command's table.
///
/// `--name=value`, `--name value`, `-nvalue` and `-n value` are the same, `-ab` is `-a -b` if `-a` takes no value,
/// and after `--` all words are plain. Pure: reads nothing and prints nothing.
struct CommandParser<Values, Grammar: CommandGrammar> {
  private let definition: CommandDefinition<Values, Grammar>
  private var rest: ArraySlice<String>
  private var given: Given<Values, Grammar>
  private var allIsPlain = false
  private var asked: CommandPage?
  /// Where the plugin before a `--set` is.
  private var lastSlot: PluginSlot<Values, Grammar>?
  /// The plugin before a `--set`, if the option that named it has no slot.
  private var lastPlugin: String?
  /// The settings of plugins; they apply whatever names the plugin.
  private var settings: [GivenSetting] = []
  /// Settings of plugins by their names, to be assigned when all plugins are known.
  private var namedSettings: [(plugin: String, setting: PluginChoice.Setting)] = []

  /// `isImplied`: the command's name was left out.
  init(
    _ definition: CommandDefinition<Values, Grammar>, _ words: [String], hasInput: Bool,
    isImplied: Bool
  ) {
    self.definition = definition
    rest = words[...]
    given = Given(values: definition.initial)
    given.hasInput = hasInput
    given.isImplied = isImplied
    given.typed = words
  }

  mutating func parse() throws(Grammar.Failure) -> CommandInvocation<Grammar> {
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
      return CommandInvocation(
        command: Grammar.command(asked == .help(topic: nil) ? .help(topic: topic) : asked))
    }
    guard try takeVerb() else {
      return CommandInvocation(command: Grammar.command(.missingVerb(topic: description.name)))
    }
    try checkWords()
    if !namedSettings.isEmpty || !given.settings.isEmpty { try placeSettings() }
    return CommandInvocation(
      command: try definition.finish(given), manner: given.manner, options: given.options,
      settings: settings)
  }

  private func wrong(_ mistake: CommandMistake) -> Grammar.Failure { Grammar.failure(mistake) }

  /// Without its texts and options.
  private var description: CommandDescription { definition.plain }

  // Options.

  private mutating func readLong(_ word: String) throws(Grammar.Failure) {
    let equals = word.firstIndex(of: "=")
    let name = equals.map { String(word[..<$0]) } ?? word
    let option = try option(name)
    if option.description.placeholder == nil {
      guard equals == nil else { throw wrong(.takesNoValue(option: name)) }
      return try raise(option)
    }
    if equals == nil, option.description.valueIsOptional,
      rest.first.map({ $0.hasPrefix("-") && $0 != "-" }) ?? true
    {
      return try take(option, "")
    }
    guard let equals else { return try take(option, try following(name)) }
    try take(option, String(word[word.index(after: equals)...]))
  }

  /// `-n`, `-nvalue`, or several flags after one dash.
  private mutating func readShort(_ word: String) throws(Grammar.Failure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      let option = try option(name)
      guard option.description.placeholder == nil else {
        return try take(option, letters.isEmpty ? try following(name) : String(letters))
      }
      guard letters.first != "=" else { throw wrong(.takesNoValue(option: name)) }
      try raise(option)
    }
  }

  private mutating func following(_ name: String) throws(Grammar.Failure) -> String {
    guard let value = rest.popFirst() else { throw wrong(.needsValue(option: name)) }
    return value
  }

  private func option(_ name: String) throws(Grammar.Failure) -> CommandOption<Values, Grammar> {
    if let option = definition.option(name) { return option }
    // Only one page lists it, but every command knows it.
    if name == "-V" || name == "--version" {
      return CommandOption("-V, --version", .version)
    }
    let near = Suggestions.nearest(to: name, in: definition.description.options.map(\.name))
    throw wrong(.noOption(name, nearest: near))
  }

  private mutating func raise(_ option: CommandOption<Values, Grammar>) throws(Grammar.Failure) {
    given.options.insert(option.description.name)
    switch option.action {
    case .flag(let take): try take(&given.values)
    case .manner(let take): take(&given.manner)
    case .help: asked = .help(topic: nil)
    case .version: asked = .version
    case .value, .mannerValue, .voice, .plugins, .setting:
      preconditionFailure("\(option.description.name) needs a placeholder")
    }
  }

  private mutating func take(_ option: CommandOption<Values, Grammar>, _ value: String)
    throws(Grammar.Failure)
  {
    given.options.insert(option.description.name)
    switch option.action {
    case .value(let take): try take(&given.values, value)
    case .mannerValue(let take): try take(&given.manner, value)
    case .voice(let plugin, let take):
      try take(&given.values, value)
      if let plugin = plugin(value) { (lastPlugin, lastSlot) = (plugin, nil) }
    case .setting: try takeSetting(value)
    case .plugins(let slot):
      let references =
        slot.isList
        ? PluginReference.list(value)
        : value.isEmpty && !option.description.valueIsOptional
          ? [] : [PluginReference(value.isEmpty ? slot.standard ?? "" : value)]
      guard !references.isEmpty else {
        throw wrong(.needsPlugin(option: option.description.name))
      }
      slot.place(&given.values) { $0 += references.map { PluginChoice(reference: $0) } }
      slot.also?(&given.values, value)
      (lastSlot, lastPlugin) = (slot, nil)
    case .flag, .manner, .help, .version:
      preconditionFailure("\(option.description.name) takes no value")
    }
  }

  // Settings.

  /// `NAME=VALUE` for the plugin option before it, `ID:NAME=VALUE` for that plugin.
  private mutating func takeSetting(_ text: String) throws(Grammar.Failure) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw wrong(.noSetting(text))
    }
    let (name, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    if let colon = name.lastIndex(of: ":") {
      let setting = PluginChoice.Setting(
        name: String(name[name.index(after: colon)...]), value: value)
      return namedSettings.append((String(name[..<colon]), setting))
    }
    if let lastPlugin {
      return namedSettings.append((lastPlugin, .init(name: name, value: value)))
    }
    guard let lastSlot else {
      if wordsArePlugins {
        return given.settings.append((nil, .init(name: name, value: value)))
      }
      let options = definition.options.filter { slot(of: $0) != nil }.map(\.description.name)
      throw wrong(
        .settingBeforePlugin(text, options: options, example: slots.first?.example ?? ""))
    }
    let setting = PluginChoice.Setting(name: name, value: value)
    var plugin = ""
    lastSlot.place(&given.values) {
      $0[$0.count - 1].settings.append(setting)
      plugin = $0[$0.count - 1].reference.plugin
    }
    if lastSlot.reach == .allUses {
      settings.append(GivenSetting(plugin: plugin, setting, wins: false))
    }
  }

  /// Whether plain words name plugins, as in `voices espeak`.
  private var wordsArePlugins: Bool {
    if case .plugin? = description.words?.completions.first { true } else { false }
  }

  private mutating func placeSettings() throws(Grammar.Failure) {
    if given.words.isEmpty, let (_, setting) = given.settings.first {
      throw wrong(.settingOfNone(name: setting.name, value: setting.value))
    }
    for (plugin, setting) in namedSettings {
      var isPlaced = false
      var isForThisUse = false
      for slot in slots {
        slot.place(&given.values) { choices in
          if choices.isEmpty, slot.standard == plugin {
            choices = [PluginChoice(reference: PluginReference(plugin))]
          }
          for index in choices.indices where choices[index].isNamed(plugin) {
            choices[index].settings.append(setting)
            isPlaced = true
            if slot.reach == .thisUse { isForThisUse = true }
          }
        }
      }
      if wordsArePlugins, given.plugins.contains(where: { $0.isNamed(plugin) }) {
        given.settings.append((plugin, setting))
        isPlaced = true
      }
      // A cast, a default or cue.conf may name the plugin.
      guard isPlaced || slots.contains(where: { $0.reach != .thisUse }) else {
        throw wrong(.settingOfUnused(plugin: plugin, name: setting.name))
      }
      if !isForThisUse, !(wordsArePlugins && isPlaced) {
        settings.append(GivenSetting(plugin: plugin, setting))
      }
    }
  }

  private var slots: [PluginSlot<Values, Grammar>] {
    definition.options.compactMap { slot(of: $0) }
  }

  private func slot(of option: CommandOption<Values, Grammar>) -> PluginSlot<Values, Grammar>? {
    guard case .plugins(let slot) = option.action else { return nil }
    return slot
  }

  // Words.

  /// Takes the verb from the words; false if one is needed and there is no word.
  private mutating func takeVerb() throws(Grammar.Failure) -> Bool {
    guard !description.verbs.isEmpty else { return true }
    guard let word = given.words.first else { return description.words != nil }
    if description.verbs.contains(where: { $0.name == word }) {
      given.verb = word
      given.words.removeFirst()
    } else if (description.words?.count.upperBound ?? 0) == 0 {
      let names = description.verbs.map(\.name)
      throw wrong(
        .noVerb(
          word, command: description.name, verbs: names,
          nearest: Suggestions.nearest(to: word, in: names)))
    }
    return true
  }

  /// Checks that the options suit the verb, and that the number of words is right.
  private func checkWords() throws(Grammar.Failure) {
    // Every command runs this code. Loops need no lookup of this command's generic types at run time, unlike `flatMap`.
    for group in definition.groups {
      for option in group.options where given.options.contains(option.description.name) {
        let (name, verbs) = (option.description.name, option.description.verbs)
        guard verbs.isEmpty || verbs.contains(given.verb) else {
          throw wrong(.otherVerb(option: name, command: description.name, verbs: verbs))
        }
      }
    }
    let verb = description.verbs.first { $0.name == given.verb }
    guard let words = verb?.words ?? description.words else { return }
    let count = given.words.count
    guard !words.count.contains(count) else { return }
    throw wrong(
      .words(
        Grammar.texts(of: description.name).complaint(
          count, isSurplus: count > words.count.upperBound, verb: given.verb)))
  }
}

extension PluginChoice {
  /// Whether the user means this by `name`: its id, its path, or the name within its path.
  package func isNamed(_ name: String) -> Bool {
    reference.plugin == name || PluginSearch.stem(of: reference.plugin) == name
  }
}
