import CueOptions
import CueSystem

// What the pages say of the program as a whole.
extension HelpTexts {
  /// The program with these commands.
  static func program(_ commands: [ProgramDescription.Command]) -> ProgramDescription {
    ProgramDescription(
      name: Program.name,
      purpose: "Cue reads the other part. Every voice is a plugin, chosen when it is needed.",
      form: "[--voice=PLUGIN[:VOICE]] TEXT…", summary: "say words",
      examples: [
        "--voice=plugins/libflite.so \"Good evening\"",
        "--voice=espeak:en-us+f3 --tone playful -o hello.wav \"There you are.\"",
        "rehearse Examples/the-last-train.fountain --as NORA",
      ],
      commands: commands, makeManual: manual)
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
