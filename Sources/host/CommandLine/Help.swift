/// What `--help` shows.
enum Help {
  static let versionNumber = "0.1.0-dev"
  static let version = "cue \(versionNumber), plugin interface 1.0-draft"

  static func text(_ topic: String?) -> String {
    switch topic {
    case "speak": speak
    case "voices": voices
    case "plugins": plugins
    case "plugin": plugin
    case "doctor": doctor
    case "devices": devices
    case "tones": tones
    case "rehearse": rehearse
    case "process": process
    case "listen": listen
    case "credentials": credentials
    case "speech": speech
    case "practice": practice
    case "script": script
    case "cast": cast
    case "generate": generate
    case "jobs": jobs
    case "library": library
    case "audio": audio
    case "conform": conform
    default: overview
    }
  }

  private static let overview = """
    Cue reads the other part. Every voice is a plugin, chosen when it is needed.

      host [--voice=PLUGIN[:VOICE]] [TEXT…]   say words, or standard input
      host speak …                            the same, with all options
      host rehearse SCRIPT --as NAME          play a scene; you have the part of NAME
      host practice SPEECH                    a voice reads a sentence, you repeat it, and so on
      host process IN -o OUT --dsp PLUGIN     send a sound file through effects
      host listen FILE                        say what is heard in a sound file
      host voices [PLUGIN…]                   list voices
      host plugins [PLUGIN…]                  list plugins, and what may be set on them
      host plugin new NAME …                  begin a plugin of your own
      host plugin info PLUGIN                 all that is known of a plugin
      host doctor                             look whether all is well, and say what to do
      host devices                            list where sound can be heard
      host tones                              list the tones of a delivery
      host credentials set|list|remove        keep the keys of plugins
      host speech add|list|show|edit|…        keep the speeches you practise
      host script show|info|convert|items     read a screenplay, and what of it is said
      host cast SCRIPT                        give the characters of a screenplay their voices
      host generate SCRIPT -o OUT             make a cast recording of a screenplay
      host jobs                               recordings that were begun, and can be gone on with
      host audio list|activate|rate|note …    the versions of a script's sound
      host library info|check|clean           look after what is kept
      host conform PLUGIN                     judge a plugin: does it keep to the interface?

    Try:
      host --voice=plugins/libflite.so "Good evening"
      host --voice=espeak:en-us+f3 --tone playful -o hello.wav "There you are."
      host rehearse Examples/the-last-train.fountain --as NORA

    'host COMMAND --help' says more. --version names this version.

    """

  private static let soundOptions = """
      --voice PLUGIN[:VOICE][,…]  who speaks: an id (flite, espeak:en-us+f3) or a path
                                  (plugins/libflite.so:slt); several stand in for each other
      --dsp PLUGIN                an effect that the sound goes through; several make a chain
      --set [PLUGIN:]NAME=VALUE   a setting of the plugin named before, or of PLUGIN
      --rate FACTOR               0.1 to 10; 1 is the voice's own speed
      --pitch SEMITONES           -24 to 24
      --volume GAIN               0 to 4; 1 is the voice's own
      --tone LABEL                may be repeated; 'host tones' lists them
      --language TAG              as in en-GB
      -o, --output FILE           write .wav, .rf64, .w64, .flac, .ogg, .opus or .mp3;
                                  - is standard output, as WAV
      --raw                       16-bit samples without a header
      --device PLUGIN[:DEVICE]    where it is heard: pulse, also beside -o
      --key-fd [PLUGIN:]NUMBER    read a plugin's key from this descriptor
      --json                      tell every event as a line of JSON on standard output
      -q, --quiet                 say only what went wrong
      --verbose                   say more, and show what plugins print

    """

  private static let speak =
    """
    Say a text.

      host speak [OPTIONS] [TEXT…]
      host speak [OPTIONS] -f FILE        paragraphs of a file, - for standard input

      -f, --file FILE             say a file instead of words
      --lines                     each line is a line of speech, not each paragraph
      --ssml                      the text is SSML

    """ + soundOptions + """

        Without -o the sound is heard; with -o it is written, and heard too where --device asks.

      """

  private static let rehearse =
    """
    Rehearse a scene: the host speaks the other parts and waits for yours.

      host rehearse SCRIPT --as NAME [OPTIONS]

      SCRIPT                      Fountain, Final Draft (FDX) or plain text
      --as NAME                   your part; may be repeated
      --cast NAME=PLUGIN[:VOICE]  who speaks a part; the others get different voices
      --from LINE                 begin at that line
      --pause-ms MILLISECONDS     the pause after a line, where no tone says otherwise
      --script-actor FILE         your side comes from a file, and nobody is waited for
      --no-emoji                  plain signs

    """ + soundOptions + """

        Keys: Enter goes on, p pauses, b goes back, r repeats, g LINE goes there, q ends.
        A file for --script-actor has an action a line: next, line, SECONDS, pause, resume, back,
        repeat, goto LINE, scene NUMBER, stop, at SECONDS ACTION. # begins a comment.

      """

  private static let process = """
    Send a sound through effects, as fast as it goes.

      host process IN -o OUT --dsp PLUGIN [--set NAME=VALUE…] [--dsp …]

      IN                          a sound file, - for standard input
      -o, --output OUT            a sound file, its kind told by its ending; - is standard output
      --dsp PLUGIN                an effect: sonic, rubberband, varispeed, dynamics, or a path;
                                  several make a chain, in their order
      --set [PLUGIN:]NAME=VALUE   a setting of the effect named before, or of PLUGIN;
                                  'host plugins PLUGIN' lists them
      --raw-in RATE[,CHANNELS[,ENCODING]]
                                  IN has no header; ENCODING is u8, s16, s24, s32, f32 or f64
      --raw                       OUT has no header
      --encoding s16|s24|f32      how OUT stores samples
      --json                      tell what was done as a line of JSON
      -q, --quiet                 say only what went wrong
      --verbose                   say more, and show what plugins print

      host process talk.wav -o slow.flac --dsp rubberband --set tempo=0.8 --set pitch=+3
      host process take.wav -o take-trimmed.wav --dsp dynamics --set trim=both --set gain=6

    """

  private static let voices = """
    List voices: id, languages, gender, name.

      host voices [--language TAG] [--json] [PLUGIN…]

    """

  private static let plugins = """
    List plugins, and what cannot be used and why. With a name, also what may be set on it.

      host plugins [--json] [PLUGIN…]
      host plugins rescan [PLUGIN…]   ask all or some of them anew

      What a plugin file offers is asked once, and known from then on until the file changes.
      One that crashes or hangs when it is asked, or fails in use again and again, is left
      alone until its file changes or until a rescan.

      Plugins are looked for in CUE_PLUGIN_PATH, beside the program, in ~/.local/lib/cue/plugins
      and in the system's lib/cue/plugins.

    """

  private static let plugin = """
    Begin a plugin of your own, or look at one.

      host plugin new NAME --kind KIND --language LANGUAGE
      host plugin info [--json] PLUGIN

      --kind KIND                 voice, recognizer, dsp (an effect)
      --language LANGUAGE         c, cpp, swift, rust, python

      'new' makes the folder NAME with a small plugin that works, a README and a Makefile; 'make'
      builds it, 'make test' proves it. NAME is what users will type. 'info' shows what the plugin
      says of itself, what may be set, its voices, and how it stood its last 'host conform'.

    """

  private static let doctor = """
    Look whether all is well: the worker, plugins, voices, models, the sound server, keys.

      host doctor [--json]

      Each finding says what to do. The status is 0 where nothing is wrong, and 1 otherwise.

    """

  private static let devices = """
    List where sound can be heard.

      host devices [--json] [PLUGIN…]

    """

  private static let tones = """
    List the tones of a delivery and what they do to an offline voice.

      host tones [--json] [--no-emoji]

    """

  private static let conform = """
    Judge a plugin: a library, or a program that speaks the worker protocol.

      host conform PLUGIN[:ID] [OPTIONS]

      --level N                   1 to 10; 5, where nothing is said, makes a plugin compatible
      --only CHECK[,…]            only these; * stands for anything, as in voice-*
      --skip CHECK[,…]            not these
      --seed N                    another seed for what is made up by chance
      --set NAME=VALUE            a setting of the plugin; keys come from the credentials
      --key-fd NUMBER             read the plugin's key from this descriptor
      --voice PLUGIN[:VOICE]      a voice that speaks to a recognizer, which is then asked for words
      --jobs N                    how many checks are asked at a time
      --timeout SECONDS           how long one check may take: 60, where nothing is said
      --patience N                limits on latency are N times as long, for a busy machine
      --json                      a line of JSON for each result
      --junit FILE                write the results also as JUnit does
      --verbose                   say also what passed or was skipped
      --list [--markdown|--json]  list the checks

      The status is 0 where nothing failed, and 1 where something did.

    """

  private static let credentials = """
    Keep the keys of plugins in a file that only you can read.

      host credentials set PLUGIN [NAME]      asks, or reads standard input; NAME is 'key'
      host credentials list                   what is kept, masked
      host credentials remove PLUGIN [NAME]

      A key is looked for on a descriptor (--key-fd), in the environment (CUE_PLUGIN_NAME, as in
      CUE_ELEVENLABS_KEY), in $CREDENTIALS_DIRECTORY/cue-PLUGIN-NAME, from a command in cue.conf
      (elevenlabs.key.command = pass show elevenlabs), and in this file, in that order.

    """
}
