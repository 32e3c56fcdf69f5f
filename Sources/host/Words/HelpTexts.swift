import CueModel
import CueOptions

/// The texts of all commands, in the form of ``CommandTexts``; {program} is the program's name.
enum HelpTexts {
  /// The texts of the command of that name.
  static func of(_ command: String) -> CommandTexts {
    CommandTexts(named(page(of: command)), below: CommandTexts(named(shared)))
  }

  private static func named(_ text: String) -> String {
    text.replacing("{program}", with: Program.name)
  }

  /// The formats of scripts.
  static let scriptFormats =
    "Fountain, Final Draft (FDX), Fade In, Highland, Trelby, PDF, Word, OpenDocument, RTF, HTML, a play or plain text"

  static var manners: String { Manner.allCases.map(\.rawValue).joined(separator: ", ") }

  /// What options say in all commands that say nothing else of them.
  private static var shared: String {
    """
    --file: say a file instead of words; - is standard input
    --voice: who speaks: an id (flite, espeak:en-us+f3) or a path (plugins/libflite.so:slt); of several, each is a fallback for those before it
    manual --voice: A plugin with a slash is a path: as given, then beside the program; a relative plugins/X is then looked for along the plugin path. Without a slash it is an id. If a voice fails, the next one says the line again.
    --strict: let no other voice stand in: end where a voice fails, with an exit status other than 0
    manual --strict: What may pass is still tried again a few times.
    --dsp: an effect that the sound goes through; several make a chain, in their order
    --set: a setting of the plugin named before it, or of PLUGIN
    manual --set: '{program} plugins PLUGIN' lists them. Keys are refused here. With PLUGIN:, the setting counts wherever that plugin is used, also if a cast, cue.conf or a default names it.
    --no-keep: neither keep nor reuse what voices of services say
    manual --no-keep: Without it, the same words are not asked and paid for again. The sound is in the cache folder, readable by you alone.
    --rate: 0.1 to 10; 1 is the voice's own speed
    --pitch: -24 to 24
    --volume: 0 to 4, linear; 1 is the voice's own volume
    --tone: the tone of the delivery; '{program} tones' lists them
    manual --tone: Several are averaged. Manners go with them: \(manners).
    --language: a language tag, as in en-GB
    --output: write a file: .wav, .rf64, .w64, .flac, .ogg, .opus or .mp3; - is standard output, as WAV
    --raw: write 16-bit samples without a header
    --device: where the sound is heard: pulse if neither this nor -o is given; of several, each is a fallback
    --key-fd: read a plugin's key from this file descriptor
    --json: print each event as a line of JSON
    --local-only: start no plugin that needs a network, and let none use one
    manual --local-only: 'local-only = on' in cue.conf does the same for every command.
    --allow: give a plugin more than its own places, as in ID:read=FOLDER or ID:network
    manual --allow: NEED is read=PATH, write=PATH, network, network=local, socket=PATH, device=PATH, run, interpreter=PATH or memory=BYTES. 'ID.allow.read = PATH' in cue.conf does the same for every command.
    --no-sandbox: let plugins do all that you may do
    manual --no-sandbox: 'sandbox = off' in cue.conf does the same for every command.
    --quiet: print errors only
    --verbose: print more, also what plugins print
    --help: show this help
    --version: show the version
    --cast: who plays NAME, as in ALEX=flite:rms, or a file that 'cast --write' wrote; for this run; may be repeated
    --narrator: who reads headings and action
    --alias: another name of a character, as in "YOUNG JOHN=JOHN"; nothing after = removes it; 'Alias:' on the title page does the same
    --layout: how a plain text shows who speaks, if Cue reads it wrongly
    manual --layout: columns and fountain are screenplays; colon is ANNA: words, period ANNA. words, dash ANNA - words, blanks ANNA and two blanks or a tab, capitals ANNA and one blank, table a Markdown table, above a name above its words, spaced a name, a blank line and its words; prose is a novel, in which quotations are speeches. 'script info' shows which layout a file was read in.
    --prose: a novel: give its quotations to those who say them; the same as --layout prose
    --lexicon: pronunciations, one per line, as in Aoife = EE-fa; 'Lexicon:' on the title page does the same
    --raw-in: the microphone has no header; ENCODING is u8, s16 (the default), s24, s32, f32 or f64
    manual --raw-in: Samples are little-endian.
    --recognizer: the recognizer: an id or a path; pocketsphinx by default; of several, each is a fallback
    --second-opinion: a second recognizer, which judges your wording when the line is over
    manual --second-opinion: It gets the recording of each line that is over, on a thread of its own, and nothing waits for it. The report says who judged what. Any recognizer can serve, also the one that hears you.
    --rules: what is said; table-read by default
    --dual: speeches side by side: one after the other, or at once
    --centered: say centered text, too
    --say-title: say title and author first
    manual --microphone: Without a value it is the default microphone. 'pulse:NAME' is a microphone that '{program} devices' lists; a file or pipe is taken if there is one of that name; - is standard input.
    """
  }

  private static func page(of command: String) -> String {
    switch command {
    case "speak": speak
    case "rehearse": rehearse
    case "direct": direct
    case "takes": takes
    case "practice": practice
    case "story": story
    case "queue": queue
    case "chorus": chorus
    case "fit": fit
    case "profiles": profiles
    case "process": process
    case "listen": listen
    case "voices": voices
    case "plugins": plugins
    case "plugin": plugin
    case "models": models
    case "doctor": doctor
    case "devices": devices
    case "calibrate": calibrate
    case "tones": tones
    case "credentials": credentials
    case "config": config
    case "speech": speech
    case "script": script
    case "cast": cast
    case "generate": generate
    case "jobs": jobs
    case "audio": audio
    case "library": library
    case "serve": serve
    case "mcp": mcp
    case "conform": conform
    case "help": help
    default: preconditionFailure("there are no texts for the command \(command)")
    }
  }
}
