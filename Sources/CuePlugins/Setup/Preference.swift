import CueModel
import CueSystem
import Glibc

/// A default of the user, kept in cue.conf under its raw value: it applies if no option of a command says otherwise.
///
/// It applies in every run, also in those whose sound or events go to a file or program, as all of cue.conf does. What Cue
/// remembers by itself, such as the place in a speech, does not.
public enum Preference: String, CaseIterable, Sendable {
  /// The voices: a fallback chain, as in `flite:slt,espeak`.
  case voice
  /// The recognizer of speech.
  case recognizer
  /// Where sound is heard, as in `pulse:NAME`.
  case device
  /// The microphone, as in `pulse:NAME`.
  case microphone
  /// How fast voices speak, on the scale of ``VoiceProfile/rate``: 0.1…1, 0.5 is the voice's own pace.
  case rate
  /// How high voices speak, as a factor: 0.5…2, 1 is the voice's own pitch.
  case pitch
  /// Whether no plugin that needs a network is started.
  case localOnly = "local-only"
  /// Whether plugins are confined; see ``PluginWall``.
  case sandbox
  /// When an actor's line counts as said.
  case strictness
  /// After this many seconds without a word, an actor is reminded that it is their line: 1…3600.
  case patience
  /// Whether a shorter silence ends an actor's line.
  case snappy
  /// The silence before a partner's line, in seconds: 0…60.
  case responseDelay = "response-delay"
  /// The silence after a line of a rehearsal, in milliseconds: 0…60,000.
  case gap
  /// How large the current line is on the prompter: 1…3.
  case prompterSize = "prompter-size"
  /// Whether the prompter is mirrored, for a pane of glass.
  case prompterMirror = "prompter-mirror"
  /// What the prompter shows of the actor's lines.
  case prompterHide = "prompter-hide"
  /// How long the prompter's text takes to move to the next line, in seconds: 0…2.
  case prompterEase = "prompter-ease"

  /// The type of a value.
  public enum Form: Equatable, Sendable {
    /// `on` or `off`.
    case toggle
    /// One of these words.
    case words([String])
    /// A number in that range.
    case number(ClosedRange<Double>)
    /// A plugin, and a part of it.
    case plugin
    /// Several of them, each for when those before it fail.
    case plugins
  }

  /// The type of its value.
  public var form: Form {
    switch self {
    case .voice: .plugins
    case .recognizer, .device, .microphone: .plugin
    case .rate: .number(0.1...1)
    case .pitch: .number(0.5...2)
    case .localOnly, .sandbox, .snappy: .toggle
    case .strictness: .words(["gist", "standard", "word-perfect"])
    case .patience: .number(1...3600)
    case .responseDelay: .number(0...60)
    case .gap: .number(0...60_000)
    case .prompterSize: .words(["1", "2", "3"])
    case .prompterMirror: .toggle
    case .prompterHide: .words(["full", "3", "2", "1", "blanks", "nothing", "known"])
    case .prompterEase: .number(0...2)
    }
  }

  /// The value if cue.conf has none.
  public var usual: String {
    switch self {
    case .voice: PluginHost.usualVoices
    case .recognizer: PluginHost.usualRecognizer
    case .device, .microphone: PluginHost.usualDevice
    case .rate: "0.5"
    case .pitch: "1"
    case .localOnly, .snappy: "off"
    case .sandbox: "on"
    case .strictness: "standard"
    case .patience: "15"
    case .responseDelay: "0"
    case .gap: "\(VoiceProfile.usualPauseMilliseconds)"
    case .prompterSize: "2"
    case .prompterMirror: "off"
    case .prompterHide: "full"
    case .prompterEase: "0.4"
    }
  }

  /// Whether `text` is a valid value.
  public func accepts(_ text: String) -> Bool {
    switch form {
    case .toggle: text == "on" || text == "off"
    case .words(let words): words.contains(text)
    case .number(let range): Double(text).map(range.contains) ?? false
    case .plugin: Preference.isPlugin(text) && !text.contains(",")
    case .plugins:
      !text.isEmpty
        && text.split(separator: ",", omittingEmptySubsequences: false)
          .allSatisfy(Preference.isPlugin)
    }
  }

  private static func isPlugin(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.contains(where: \.isWhitespace) && !text.hasPrefix(":")
  }
}

// MARK: - cue.conf

/// The lines of cue.conf: `KEY = VALUE`, comments, and whatever else a user has written there.
public struct ConfigurationFile: Equatable, Sendable {
  /// A line that sets a key.
  public struct Entry: Equatable, Sendable {
    /// The key, without blanks.
    public let key: String
    /// What it is set to.
    public let value: String
  }

  private var lines: [String]

  /// The lines of `text`.
  public init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
  }

  /// All settings, in order; of two lines with the same key, the first is valid.
  public var entries: [Entry] { lines.compactMap(ConfigurationFile.entry) }

  /// Its content as a file.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  /// Sets `key`, in the line where it was.
  public mutating func set(_ key: String, to value: String) {
    let line = "\(key) = \(value)"
    guard let place = lines.firstIndex(where: { ConfigurationFile.entry($0)?.key == key }) else {
      return lines.append(line)
    }
    lines[place] = line
    let rest = lines[(place + 1)...].filter { ConfigurationFile.entry($0)?.key != key }
    lines = lines[...place] + rest
  }

  /// Removes `key`; false if it was not set.
  public mutating func unset(_ key: String) -> Bool {
    let count = lines.count
    lines.removeAll { ConfigurationFile.entry($0)?.key == key }
    return lines.count < count
  }

  private static func entry(_ line: String) -> Entry? {
    guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { return nil }
    return Entry(
      key: line[..<equals].filter { $0 != " " && $0 != "\t" },
      value: String(line[line.index(after: equals)...].drop { $0 == " " || $0 == "\t" }))
  }
}

extension UserEnvironment {
  /// Where cue.conf is.
  public var configurationPath: String { configurationFolder + "/cue.conf" }

  /// The content of cue.conf; empty if there is no such file.
  public func configurationFile() throws(ConfigurationError) -> ConfigurationFile {
    let path = configurationPath
    guard unsafe access(path, R_OK) == 0 else { return ConfigurationFile("") }
    do throws(TextError) { return ConfigurationFile(try TextInput.text(ofFile: path)) } catch {
      throw .unreadable(path: path, error)
    }
  }

  /// Changes cue.conf by `change`, while no other Cue process does; a link is followed to the file that is changed.
  ///
  /// - Returns: the result of `change`
  public func changeConfiguration<Result>(
    _ change: (inout ConfigurationFile) -> Result
  ) throws(ConfigurationError) -> Result {
    try replace(configurationPath) { () throws(ConfigurationError) in
      var file = try configurationFile()
      let before = file
      let result = change(&file)
      return (result, file == before ? nil : file.text)
    }
  }

  /// Replaces the file at `path` by the result of `body`, while no other Cue process does; nil does not change it.
  func replace<Result>(
    _ path: String, with body: () throws(ConfigurationError) -> (Result, text: String?)
  ) throws(ConfigurationError) -> Result {
    try? WholeFile.makeFolder(configurationFolder, permissions: 0o700)
    return try SharedFile.change(
      path, permissions: 0o600,
      refusing: { ConfigurationError.unwritable(path: path, errno: $0.system.errno) }
    ) { () throws(ConfigurationError) in
      // A file that cannot be read must not be replaced.
      guard unsafe access(path, F_OK) != 0 || access(path, R_OK) == 0 else {
        throw .unreadable(path: path, .unreadable(errno: errno))
      }
      let (result, text) = try body()
      return (result, text.map { Array($0.utf8) })
    }
  }

  /// The value of `preference` in cue.conf; nil if it has none.
  ///
  /// - Throws: ``ConfigurationError/invalid(key:value:)`` for an invalid value
  public func preference(_ preference: Preference) throws(ConfigurationError) -> String? {
    guard let text = try configured(preference.rawValue) else { return nil }
    var value = text[...]
    while value.last?.isWhitespace == true { value.removeLast() }
    guard preference.accepts(String(value)) else {
      throw .invalid(key: preference.rawValue, value: text)
    }
    return String(value)
  }

  /// Whether a switch is on in cue.conf.
  public func isOn(_ preference: Preference) throws(ConfigurationError) -> Bool {
    try self.preference(preference) == "on"
  }

  /// The number for `preference` in cue.conf; nil if it has none.
  public func number(_ preference: Preference) throws(ConfigurationError) -> Double? {
    try self.preference(preference).flatMap(Double.init)
  }
}
