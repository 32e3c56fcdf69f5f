import CueModel
import CueOptions
import CuePlugins
import CueSpeaking
import CueSystem

// Why plugins and their environment cannot be used, in words for the user.

extension UserError {
  /// Text that cannot be read; `name` is its source: "The text", "scene.txt".
  init(_ error: TextError, _ name: String) {
    switch error {
    case .unreadable(let errno):
      self.init("\(name) cannot be read: \(Console.describe(errno: errno)).", .noInput)
    case .tooLong: self.init("\(name) is longer than 256 MB.", .badInput)
    case .containsNUL(let offset):
      self.init(
        "\(name) is no text: it has a NUL byte at offset \(offset).",
        hint: "Save it as plain UTF-8 text.", .badInput)
    case .notUTF8(let offset):
      self.init(
        "\(name) is not UTF-8: the first byte that does not fit is at offset \(offset).",
        hint: "Convert it, as in: iconv -f latin1 -t utf-8 OLD > NEW", .badInput)
    case .notText(let offset, let line):
      self.init(
        "\(name) is no text: line \(line) has a control character, at offset \(offset).",
        hint: "Save it as plain text.", .badInput)
    case .notImported(let kind, let fault):
      self.init(
        "\(name) cannot be read: \(Messages(language: .english).why(fault, kind)).", .badInput)
    case .otherKind(let kind):
      self.init(
        "\(name) is \(Messages(language: .english)(Messages.name(kind))), not plain text.",
        hint: kind.advice, .badInput)
    }
  }

  /// What is wrong with the configuration or the installation.
  init(_ error: ConfigurationError) {
    switch error {
    case .unreadable(let path, let error): self.init(error, path)
    case .invalid(let key, let value):
      if let preference = Preference(rawValue: key) {
        self.init(
          "\(key) in cue.conf is \(preference.values), not “\(value)”.",
          hint: preference.hint(for: value), .configuration)
      } else {
        self.init(
          "\(key) in cue.conf is requests a minute, as in 60; not “\(value)”.", .configuration)
      }
    case .damaged(let path, let line):
      self.init(
        "\(path) is damaged: line \(line) is not JSON as Cue writes it.",
        hint: "Correct it, or remove the file; the profiles in it are lost then.", .configuration)
    case .unwritable(let path, let errno):
      self.init("\(path) cannot be written: \(Console.describe(errno: errno)).", .cannotCreate)
    case .workerMissing(let candidates):
      self.init(
        "The worker program that loads plugins is missing: \(candidates.joined(separator: ", ")).",
        hint: "Build or install the whole of Cue, or name the worker in CUE_WORKER.",
        .configuration)
    case .sdkMissing(let candidates):
      self.init(
        "The SDK with the templates for plugins is missing: \(candidates.joined(separator: ", ")).",
        hint: "Install the whole of Cue, or name the SDK in CUE_SDK.", .configuration)
    }
  }

  /// Why there is no key.
  init(_ error: CredentialsError) {
    switch error {
    case .configuration(let error): self.init(error)
    case .descriptor(let descriptor, let error):
      self.init(error, "The key on descriptor \(descriptor)")
    case .unreadable(let path, let error): self.init(error, path)
    case .malformed(let error): self.init(error, "The key")
    case .commandNotStarted:
      self.init("The key's command could not be started.", .configuration)
    case .commandOutput(let error): self.init(error, "What the key's command printed")
    case .commandFailed(let status):
      self.init(
        "The command in cue.conf that should print the key failed with status \(status).",
        .configuration)
    case .commandEnded(let signal):
      self.init(
        "The command in cue.conf that should print the key was ended by signal \(signal).",
        .configuration)
    case .commandHung(let limit):
      self.init(
        "The command in cue.conf that should print the key took more than \(limit.components.seconds) seconds, and was ended.",
        hint: "Run it by hand to see what it waits for.", .configuration)
    case .readableByOthers(let path):
      self.init(
        "Other users can read the keys in \(path), so none is taken from it.",
        hint: "If nobody has copied a key, close the file: chmod 600 '\(path)'", .permission)
    case .cannotCreate(let path, let errno):
      self.init(
        "\(path) cannot be written: \(Console.describe(errno: errno)).", .cannotCreate)
    case .writeFailed(let path, let errno):
      self.init(
        "\(path) could not be written: \(Console.describe(errno: errno)).", .inputOutput)
    }
  }

  /// Why a plugin cannot be set up.
  init(_ error: PluginSetupError, _ words: Messages = .forPrograms) {
    switch error {
    case .configuration(let error): self.init(error)
    case .plugin(let failure): self.init(failure, words)
    case .effect(let failure): self.init(effect: failure, words)
    case .unknownProfile(let name, let known):
      self = .unknown(
        name, in: known,
        name.isEmpty
          ? "There are no profiles; '\(Program.name) profiles set' makes one."
          : "There is no profile “\(name)”; '\(Program.name) profiles list' lists them.")
    case .needsNetwork(let plugin):
      self.init(
        "\(plugin) needs a network, and nothing here may use one (local-only).",
        hint: "Name a plugin that needs none, or leave out --local-only; "
          + Messages.forPrograms.trouble(.showLocalOnly), .unavailable)
    }
  }

  /// A plugin's failure, with what to try.
  init(_ failure: PluginFailure, _ words: Messages = .forPrograms) {
    let sentence = failure.sentence(words)
    switch failure.kind {
    case .notFound: self.init(sentence, .unavailable)
    case .unusable: self.init(sentence, hint: words.trouble(.listPlugins), .unavailable)
    case .refused(let status):
      self = UserError.refusal(failure, status, words)
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      self.init(
        sentence, hint: words.trouble(.nameSecondVoice, ["plugin": failure.plugin]), .unavailable)
    }
  }

  /// A failure of an effect; no other effect stands in for it.
  init(effect failure: PluginFailure, _ words: Messages = .forPrograms) {
    let sentence = failure.sentence(words)
    switch failure.kind {
    case .refused(let status) where status == .rate || status == .format:
      self.init(sentence, .badInput)
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      self.init(sentence, hint: words.trouble(.otherSettings), .unavailable)
    default: self.init(failure, words)
    }
  }

  /// A failure of a recognizer; no second one can stand in.
  init(recognizer failure: PluginFailure, _ words: Messages = .forPrograms) {
    let sentence = failure.sentence(words)
    switch failure.kind {
    case .crashed, .exited, .hung, .misbehaved, .givenUp:
      self.init(sentence, hint: words.trouble(.otherRecognizer), .unavailable)
    case .refused(.format), .refused(.rate): self.init(sentence, .badInput)
    default: self.init(failure, words)
    }
  }

  private static func refusal(
    _ failure: PluginFailure, _ status: PluginStatus, _ words: Messages
  ) -> UserError {
    let sentence = failure.sentence(words)
    let plugin = ["plugin": failure.plugin]
    return switch status {
    case .invalid, .permission:
      UserError(sentence, hint: words.trouble(.listSettings, plugin), .usage)
    case .notFound where failure.activity == .loading:
      UserError(sentence, hint: words.trouble(.listSettings, plugin), .usage)
    case .voice, .language:
      UserError(sentence, hint: words.trouble(.listVoices, plugin), .unavailable)
    case .textEncoding, .textMarkup, .textTooLong: UserError(sentence, .badInput)
    case .credentials:
      UserError(sentence, hint: words.trouble(.storeKey, plugin), .permission)
    case .network where failure.activity == .loading:
      UserError(
        sentence,
        hint: words.trouble(.noLocalOnly, ["where": words.trouble(.showLocalOnly)]), .temporary)
    case .rateLimit, .timeout, .network:
      UserError(sentence, hint: words.trouble(.tryLater), .temporary)
    default: UserError(sentence, .unavailable)
    }
  }
}

// The defaults of cue.conf.

extension Preference {
  /// What it is for, as a fragment of a sentence.
  var summary: String {
    switch self {
    case .voice: "who speaks; of several, each is a fallback"
    case .recognizer: "who recognizes speech"
    case .device: "where sound is heard"
    case .microphone: "where you are heard"
    case .rate: "how fast voices speak; 0.5 is the voice's own pace"
    case .pitch: "how high voices speak; 1 is the voice's own pitch"
    case .localOnly: "start no plugin that needs a network, and let none use one"
    case .sandbox: "confine plugins to what they declare and you allow"
    case .strictness: "when your line counts as said"
    case .patience: "seconds of silence until a note says that it is your line"
    case .snappy: "less silence ends your line: 0.4 s instead of 0.8 s"
    case .responseDelay: "seconds of silence before a partner's line"
    case .gap: "milliseconds of silence after a line of a rehearsal"
    case .prompterSize: "how large the current line is on the prompter"
    case .prompterMirror: "mirror the prompter, for a pane of glass before the screen"
    case .prompterHide: "what the prompter shows of your lines"
    case .prompterEase: "seconds in which the prompter's text moves to the next line"
    }
  }

  /// Its possible values, for a sentence.
  var values: String {
    switch form {
    case .toggle: "on or off"
    case .words(let words): OptionValues.alternatives(words)
    case .number(let range):
      "a number from \(short(range.lowerBound)) to \(short(range.upperBound))"
    case .plugin: "a plugin, as in \(usual) or \(usual):NAME"
    case .plugins: "plugins with commas between, as in \(usual)"
    }
  }

  /// The value that the user may have meant.
  func hint(for value: String) -> String {
    let word = value.lowercased()
    switch form {
    case .toggle:
      if ["yes", "true", "1"].contains(word) { return "Did you mean on?" }
      if ["no", "false", "0"].contains(word) { return "Did you mean off?" }
      return Suggestions.hint(for: word, in: ["on", "off"])
    case .words(let words): return Suggestions.hint(for: word, in: words)
    case .number, .plugin, .plugins: return ""
    }
  }

  private func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}

// Lists of a queue, and texts with times.

extension QueueList.Failure.Reason {
  /// What is wrong, without a period at its end.
  var clause: String {
    switch self {
    case .unknownDirection(let word, let known):
      "“\(word)” is none of \(known.joined(separator: ", "))"
    case .incomplete(let direction, let example):
      "something is missing after \(direction), as in: \(example)"
    case .number(let text, let range):
      "“\(text)” is no number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .json(let reason): "it is not JSON (\(reason))"
    case .noItem: "an item is a text, or an object with speak, sfx or pause"
    case .unknownMember(let name, let known):
      "“\(name)” is none of \(known.joined(separator: ", "))"
    case .memberKind(let name): "\(name) has a value of another kind"
    }
  }
}

extension TimedText.Failure.Reason {
  /// What is wrong, without a period at its end.
  var clause: String {
    switch self {
    case .noTimes(let row): "“\(row)” should be as in 00:00:01,500 --> 00:00:04,000"
    case .endsEarly: "it ends before it begins"
    case .notInOrder: "it begins before the text ahead of it"
    case .empty: "there is no text with times"
    }
  }
}

extension DocumentKind {
  /// How to convert the file to plain text.
  fileprivate var advice: String {
    switch self {
    case .pages: "Open it in Pages and export it as a Word file or as PDF."
    // These can be read; nothing refuses them.
    case .pdf, .richText, .word, .oldWord, .openDocument, .book, .webPage, .celtx: ""
    case .finalDraft:
      "Scripts are rehearsed and recorded; '\(Program.name) script convert FILE NEW.txt' makes plain text of one."
    case .office: "Copy the text into a plain text file."
    case .archive: "Unpack it first."
    case .picture: "Name a file with text in it."
    case .sound: "'\(Program.name) listen' writes down what is said in a sound file."
    }
  }
}
