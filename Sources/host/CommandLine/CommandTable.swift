import CueOptions

/// All commands: the one place where a command gets its name and its table; ``HelpTexts`` has its texts.
enum CommandTable {
  /// A command.
  struct Line {
    let name: String
    /// The command with all its options; made when it is needed.
    let entry: () -> any CommandEntry<CueGrammar>
    init(_ name: String, _ entry: @escaping () -> any CommandEntry<CueGrammar>) {
      self.name = name
      self.entry = entry
    }
  }

  /// In the order of the overview.
  static var lines: [Line] {
    [
      Line("speak") { speak },
      Line("rehearse") { rehearse },
      Line("direct") { direct },
      Line("takes") { takes },
      Line("practice") { practice },
      Line("story") { story },
      Line("queue") { queue },
      Line("chorus") { chorus },
      Line("fit") { fit },
      Line("profiles") { profiles },
      Line("process") { process },
      Line("listen") { listen },
      Line("voices") { voices },
      Line("plugins") { plugins },
      Line("plugin") { plugin },
      Line("models") { models },
      Line("doctor") { doctor },
      Line("devices") { devices },
      Line("calibrate") { calibrate },
      Line("tones") { tones },
      Line("credentials") { credentials },
      Line("config") { config },
      Line("speech") { speech },
      Line("script") { script },
      Line("cast") { cast },
      Line("generate") { generate },
      Line("jobs") { jobs },
      Line("audio") { audio },
      Line("library") { library },
      Line("serve") { serve },
      Line("mcp") { mcp },
      Line("conform") { conform },
      Line("help") { help },
    ]
  }

  /// The command of that name.
  static func entry(_ name: String) -> (any CommandEntry<CueGrammar>)? {
    lines.first { $0.name == name }?.entry()
  }

  /// The program, for its pages.
  static var program: ProgramDescription {
    HelpTexts.program(
      lines.map { line in
        let overview = HelpTexts.of(line.name).overview
        return .init(name: line.name, form: overview.words, summary: overview.help) {
          line.entry().description
        }
      })
  }
}
