import CueOptions
import CueSystem

/// All commands: the one place where a command gets its name, its line in the overview and its table.
enum CommandTable {
  /// The formats of scripts, as help names them.
  static let scriptFormats =
    "Fountain, Final Draft (FDX), Fade In, Highland, Trelby, PDF, Word, OpenDocument, RTF, HTML, a play or plain text"

  /// A line of the overview.
  struct Line {
    let name: String
    /// As in `rehearse SCRIPT --as NAME`.
    let form: String
    let summary: String
    /// The command with all its options; made when it is needed.
    let entry: () -> any CommandEntry<CueGrammar>
  }

  static var lines: [Line] {
    [
      Line(
        name: "speak", form: "speak [OPTION]… [TEXT]…",
        summary: "say words, a file or standard input",
        entry: { speak }),
      Line(
        name: "rehearse", form: "rehearse SCRIPT --as NAME",
        summary: "rehearse a scene; you play NAME", entry: { rehearse }),
      Line(
        name: "direct", form: "direct SCRIPT [WHO [KEY=VALUE…]]",
        summary: "say how a script is to be played", entry: { direct }),
      Line(
        name: "takes", form: "takes list|play|compare|…",
        summary: "hear, compare and export recorded rehearsals", entry: { takes }),
      Line(
        name: "practice", form: "practice SPEECH",
        summary: "a voice reads a sentence, you repeat it", entry: { practice }),
      Line(
        name: "story", form: "story new|say|tree|mix|send|…",
        summary: "layer takes with friends, at any speed and pitch", entry: { story }),
      Line(
        name: "queue", form: "queue [FILE]", summary: "play a list of speech, clips and pauses",
        entry: { queue }),
      Line(
        name: "chorus", form: "chorus --voice V,V… TEXT…",
        summary: "say a text with several voices together", entry: { chorus }),
      Line(
        name: "fit", form: "fit --seconds SECONDS TEXT…", summary: "fit speech into a given time",
        entry: { fit }),
      Line(
        name: "profiles", form: "profiles list|show|set|…",
        summary: "keep voices under names of your own", entry: { profiles }),
      Line(
        name: "process", form: "process IN -o OUT --dsp PLUGIN",
        summary: "send a sound file through effects", entry: { process }),
      Line(
        name: "listen", form: "listen [FILE]",
        summary: "recognize what is said in a file, or to you",
        entry: { listen }),
      Line(
        name: "voices", form: "voices [PLUGIN…]", summary: "list voices", entry: { voices }),
      Line(
        name: "plugins", form: "plugins [PLUGIN…]",
        summary: "list plugins and their settings", entry: { plugins }),
      Line(
        name: "plugin", form: "plugin new|info",
        summary: "begin a plugin of your own, or look at one",
        entry: { plugin }),
      Line(
        name: "models", form: "models list|add|remove|check",
        summary: "install models of neural voices and recognizers", entry: { models }),
      Line(
        name: "doctor", form: "doctor", summary: "check the installation, and say what to do",
        entry: { doctor }),
      Line(
        name: "devices", form: "devices", summary: "list outputs and microphones",
        entry: { devices }),
      Line(
        name: "calibrate", form: "calibrate", summary: "measure loudspeaker, room and microphone",
        entry: { calibrate }),
      Line(
        name: "tones", form: "tones", summary: "list the tones of a delivery", entry: { tones }),
      Line(
        name: "credentials", form: "credentials set|list|remove",
        summary: "keep the keys of plugins", entry: { credentials }),
      Line(
        name: "config", form: "config show|set|unset", summary: "keep your defaults in cue.conf",
        entry: { config }),
      Line(
        name: "speech", form: "speech add|list|show|edit|…",
        summary: "keep the speeches you practise", entry: { speech }),
      Line(
        name: "script", form: "script show|info|convert|…",
        summary: "read and convert screenplays, and list what is spoken", entry: { script }),
      Line(
        name: "cast", form: "cast SCRIPT", summary: "give the characters of a screenplay voices",
        entry: { cast }),
      Line(
        name: "generate", form: "generate SCRIPT -o OUT",
        summary: "make a cast recording of a screenplay", entry: { generate }),
      Line(
        name: "jobs", form: "jobs [list|show|cancel|resume|clear]",
        summary: "list recordings, and resume them", entry: { jobs }),
      Line(
        name: "audio", form: "audio list|play|activate|…",
        summary: "choose among the versions of a script's sound", entry: { audio }),
      Line(
        name: "library", form: "library info|check|backup|…",
        summary: "check, back up and clean up what is kept",
        entry: { library }),
      Line(
        name: "conform", form: "conform PLUGIN", summary: "test a plugin against the interface",
        entry: { conform }),
      Line(
        name: "help", form: "help [COMMAND]",
        summary: "show help; make the man page and completions",
        entry: { help }),
    ]
  }

  /// The command of that name.
  static func entry(_ name: String) -> (any CommandEntry<CueGrammar>)? {
    lines.first { $0.name == name }?.entry()
  }
}

/// What the pages say of the program as a whole.
extension CommandTable {
  /// The program, for its pages.
  static var program: ProgramDescription {
    ProgramDescription(
      name: Program.name,
      purpose: "Cue reads the other part. Every voice is a plugin, chosen when it is needed.",
      form: "[--voice=PLUGIN[:VOICE]] TEXT…", summary: "say words",
      examples: [
        "--voice=plugins/libflite.so \"Good evening\"",
        "--voice=espeak:en-us+f3 --tone playful -o hello.wav \"There you are.\"",
        "rehearse Examples/the-last-train.fountain --as NORA",
      ],
      commands: lines.map { line in
        .init(name: line.name, form: line.form, summary: line.summary) {
          line.entry().description
        }
      }, makeManual: manual)
  }

  private static func manual() -> ProgramDescription.Manual {
    let name = Program.name
    return .init(
      date: "2026-11-23", source: "Cue \(ProductVersion.number)",
      summary: "speak, rehearse, practise and record with voices that are plugins",
      paragraphs: [
        "Cue reads the other part. It says words, files or standard input with a voice that a plugin offers; rehearses "
          + "a scene in which it speaks the other parts; practises a speech sentence by sentence; and records screenplays "
          + "with a cast of voices. Every voice, recognizer, effect and sound device is a plugin, chosen when it is needed.",
        "Results go to standard output, messages to standard error.",
      ],
      lists: [
        .init(
          title: "ENVIRONMENT",
          entries: [
            ("CUE_PLUGIN_PATH", "Folders of plugins, separated by colons, before all others."),
            (
              "CUE_VOICE",
              "The voice if none is asked for; hibari and sherpa where they are installed, then flite,espeak by default."
            ),
            ("CUE_RECOGNIZER", "The recognizer if none is asked for; pocketsphinx by default."),
            (
              "CUE_PLUGIN_NAME",
              "A key or another secret of a plugin, as in CUE_ELEVENLABS_KEY; see \(name) credentials."
            ),
            (
              "LC_ALL, LC_MESSAGES, LANG",
              "The language of practice and speeches: Estonian if it is et, else English."
            ),
            ("VISUAL, EDITOR", "The editor of \(name) speech edit."),
            ("CUE_WORKER", "The worker program."),
            ("CUE_CATALOGUE", "The catalogue of \(name) models."),
            ("CUE_SHARE", "The folder share/cue of an installation: models, names and words."),
            ("CUE_SDK", "The SDK with the templates of \(name) plugin new."),
            ("CUE_HOME", "Stands for all of the XDG folders."),
            ("CUE_LOG", "Shows what plugins log, up to error, warn, info or debug."),
          ]),
        .init(
          title: "FILES",
          entries: [
            ("~/.config/cue/cue.conf", "Settings, as in voice.et = espeak:et."),
            ("~/.config/cue/credentials", "Keys; only its owner can read it."),
            ("~/.local/share/cue/library.db", "Speeches, scripts, casts, recordings and stories."),
            ("~/.local/share/cue/stories", "Takes of stories."),
            ("~/.local/share/cue/models", "Models of neural voices and recognizers."),
            ("~/.local/lib/cue/plugins", "Plugins of the user."),
            (
              "~/.cache/cue/registry", "What is known of plugins; it may be removed at any time."
            ), ("~/.cache/cue/conformance", "The results of \(name) conform."),
          ]),
        .init(
          title: "EXIT STATUS",
          entries: [
            ("0", "Done."), ("1", "Done, and the answer is no, or something failed."),
            ("2", "The command line makes no sense."), ("65", "Bad input data."),
            ("66", "The input does not exist."), ("69", "A plugin or service is unavailable."),
            ("70", "Internal error."), ("73", "The output cannot be created."),
            ("74", "Reading or writing failed."), ("75", "Temporary failure; try again."),
            ("77", "Permission denied."), ("78", "Configuration error."), ("130", "Interrupted."),
            ("141", "The reader of standard output is gone."),
          ]),
      ])
  }
}
