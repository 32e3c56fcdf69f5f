import CueInstallation
import CuePlugins

// The help of the commands that list, keep and check.
extension HelpTexts {
  static var voices: String {
    """
    List voices: id, languages, gender, name.
    overview: voices [PLUGIN…] = list voices
    form: voices [OPTION]… [PLUGIN…]
    --language: only voices of this language, as in en-GB or et
    --voice: only voices of these plugins, as for 'speak'
    --all: hidden voices too; see 'profiles hide'
    --json: print an object for each voice
    """
  }

  static var plugins: String {
    """
    List plugins, and which cannot be used and why. With a name, also what may be set on it.
    overview: plugins [PLUGIN…] = list plugins and their settings
    form: plugins [PLUGIN…]
    verb: rescan = ask all or some of them again
    --json: print an object for each plugin
    note: A plugin file is asked once what it offers, and asked again only when it changes. A plugin that crashes or hangs then, or that fails three times in a row in use, is left alone until its file changes or until a rescan. A plugin that is named by its path is always tried.
    note: Plugins are looked for in CUE_PLUGIN_PATH, beside the program, in ~/.local/lib/cue/plugins and in the system's lib/cue/plugins.
    man: A plugin is ok; incompatible, with the reason; crashed or hung, when it was asked; or quarantined, because it failed in use three times in a row.
    """
  }

  static var plugin: String {
    """
    Begin a plugin of your own, or look at one.
    overview: plugin new|info = begin a plugin of your own, or look at one
    verb: new = make the folder NAME with a small plugin that works
    verb: info = what it says of itself and what it needs, its settings and voices, its last '{program} conform'
    verb: forget = what you have answered about its needs; you are asked again
    missing: A plugin can be made (new NAME) or looked at (info PLUGIN).
    missing forget: What you have allowed a plugin is forgotten (forget PLUGIN).
    --kind: what the plugin is; dsp is an effect
    --code: the language it is written in
    --with: a voice that loads a model (in cpp or python), or one around an engine that is a library (in cpp)
    --json: info: print an object
    note: The folder has a README and a Makefile: 'make' builds the plugin, 'make test' tests it, 'make install' puts it where it is found as NAME. NAME is what users will type. Existing files are never overwritten.
    example: plugin new night-owl --kind voice --code c
    """
  }

  static var models: String {
    """
    Install the models of neural voices and recognizers: download, check and remove them.
    overview: models list|add|remove|check = install models of neural voices and recognizers
    verb: list = list the models that are installed, or those that can be downloaded (--available)
    verb: add = install a model
    verb: remove = remove models of yours
    verb: check = read every byte of all models, or of some, and compare it with what was installed
    missing list: '{program} models list' takes no words.
    missing add: A model comes from a file, a folder, an archive, a URL or the catalogue: add SOURCE.
    surplus add: One model is added at a time; --with names more files of the same one.
    missing remove: Which model is to be removed? '{program} models list' names them.
    term: SOURCE = a name of the catalogue; a URL; an archive (tar.gz, tar.bz2, tar.xz, zip); a folder; or a file, of which NAME.onnx and NAME.onnx.json of a Piper voice stand for both
    term: MODEL = its name, as 'list' shows it
    --available: list what the catalogue has
    --type: what the model is, or list only such: \(ModelType.all.prefix(3).joined(separator: ", ")), …
    manual --type: One of: \(ModelType.all.joined(separator: ", ")).
    --language: the languages it speaks or hears, as in en-GB,en; or list only such
    --name: what the model is called here
    --with: another file of the same model, such as the vocoder of a Matcha voice
    --json: print lines of JSON; add: also its progress
    note: What a model is, its files tell; --type and --language help where they do not. A download that was broken off goes on when the same command is run again. 'check' ends with exit status 1 if something is wrong.
    man: Models are in ~/.local/share/cue/models, each in a folder with its description, model.json. The catalogue is share/cue/models.json; entries that nobody has tried with this program are marked as untested.
    man: Before a download, the disk is looked at. A download is tried again a few times, is checked against the length and the SHA-256 that are known, and gets its name when it is whole. A server may not send us from https to http.
    example: models list --available --language de
    example: models add de_DE-thorsten-medium
    example: models add en_GB-cori-high.onnx --name cori
    example: models check
    """
  }

  static var serve: String {
    """
    Let other programs use Cue's voices and recognizers, by the API that OpenAI has for speech.
    overview: serve = let other programs use the voices and recognizers
    form: serve [OPTION]…
    missing: The server takes no words.
    --listen: listen at this address, in numbers; may be repeated; 127.0.0.1 and ::1 by default
    manual --listen: 0.0.0.0 and :: are all addresses of this machine. If other machines can reach the server, --key-file is needed.
    --port: the port; 0 is any free one
    manual --port: 8410 by default.
    --allow-host: a name by which clients call the server, as in home.example or a container's name
    --allow-origin: a page that may use the server, as in https://chat.example
    --key-file: the keys that clients show, one on a line; a file that is not there is made, with a new key
    manual --key-file: Only you may be able to read it. Clients send 'Authorization: Bearer KEY'. Voices that need a network are offered only with a key.
    --wyoming: also serve Wyoming, the protocol of Home Assistant, at this port; 10200 is usual, 0 is any free one
    manual --wyoming: It has no keys: whoever reaches the port may use the voices and recognizers that need no network.
    --certificate: serve by TLS, with this certificate (PEM)
    --certificate-key: the key of the certificate (PEM)
    --voice: the voices that are offered, the default first; all that need no network by default
    --recognizer: the recognizer: an id or a path; pocketsphinx by default
    --jobs: how many requests are served at a time; one for each core by default
    --idle: a voice that is not used for that long ends; 10 by default
    --json: print an object for each request
    note: Clients use http://127.0.0.1:8410/v1 as the address of the API, and any key if the server has none. /health and /metrics are for monitoring.
    man: The server takes /v1/audio/speech (mp3, wav, pcm, flac, opus; also as events), /v1/audio/transcriptions (json, text, srt, vtt, verbose_json), /v1/audio/voices, /v1/audio/models and /v1/models. Any name of a model is accepted. A voice is PLUGIN:VOICE, or one of the names that the API has, such as alloy. Voices stay started between requests. Texts and keys are never logged.
    """
  }

  static var mcp: String {
    """
    Give agents tools, by the Model Context Protocol over standard input and output.
    overview: mcp = give agents tools: speak, listen, cast, record
    form: mcp
    missing: The server for agents takes no words.
    note: The tools are speak, list_voices, listen, script_info, cast, generate and list_speeches. None deletes anything. An agent starts the server: its command is '{program} mcp'.
    """
  }

  static var doctor: String {
    """
    Check the installation: the worker, plugins, voices, models, the sound server, keys.
    overview: doctor = check the installation, and say what to do
    form: doctor [OPTION]…
    missing: The doctor looks at the whole installation.
    --json: print an object for each finding
    note: Each finding says what to do. The exit status is 0 if nothing is wrong, and 1 otherwise.
    man: It looks at the worker, the folders of plugins, every plugin (each voice speaks, each recognizer and effect loads), the sound server, keys, the cache and the SDK.
    """
  }

  static var devices: String {
    """
    List outputs and microphones.
    overview: devices = list outputs and microphones
    form: devices [OPTION]… [PLUGIN…]
    form: devices --meter [PLUGIN[:NAME]]
    --device: only devices of this plugin
    --meter: show the level of a microphone: the default one, or a device
    manual --meter: Without a value it is the default microphone. 'pulse:NAME' is a microphone that '{program} devices' lists; a file or pipe is taken if there is one of that name; - is standard input.
    --json: print an object for each device, or each level
    note: --meter goes on until Ctrl-C, and says so if nothing comes from the microphone or its sound is cut off. At a terminal it is one line that changes.
    """
  }

  static var calibrate: String {
    """
    Measure how late the microphone hears what is played, and how long the room sounds on; both are kept.
    overview: calibrate = measure loudspeaker, room and microphone
    form: calibrate [OPTION]…
    missing: Calibration takes no words.
    --device: where the sweep is heard: pulse if it is not given
    --microphone: what hears it: the default microphone, or a device
    --set: a setting of the device named before it, or of PLUGIN
    --json: print the measure as JSON
    note: Three sweeps of a second are played. Leave loudspeaker and microphone where they are in a rehearsal. The measure is kept for these two devices, in calibration.tsv beside cue.conf.
    """
  }

  static var tones: String {
    """
    List the tones of a delivery, and what they do to an offline voice.
    overview: tones = list the tones of a delivery
    form: tones [OPTION]…
    missing: The list of tones takes no words.
    --no-emoji: show text symbols instead of emoji
    --json: print an object for each tone
    """
  }

  static var credentials: String {
    """
    Keep the keys of plugins in a file that only you can read.
    overview: credentials set|list|remove = keep the keys of plugins
    verb: set = ask for a key, or read it from standard input; NAME is 'key' by default
    verb: list = list the keys, masked
    verb: remove = remove a key
    missing set: '{program} credentials set' needs a plugin: set PLUGIN [NAME].
    surplus set: A key is never given on the command line, where others can read it: it is asked for, or read from standard input.
    missing list: The list of credentials takes no words.
    missing remove: Removing a key needs a plugin: remove PLUGIN [NAME].
    --json: print an object for each key
    note: A key is looked for on a descriptor (--key-fd), in the environment (CUE_PLUGIN_NAME, as in CUE_ELEVENLABS_KEY), in $CREDENTIALS_DIRECTORY/cue-PLUGIN-NAME, from a command in cue.conf (elevenlabs.key.command = pass show elevenlabs), and in this file, in that order.
    """
  }

  static var config: String {
    """
    Keep your defaults: what holds where no option of a command says otherwise.
    overview: config show|set|unset = keep your defaults in cue.conf
    verb: show = list the settings, their values and what they do
    verb: set = keep a setting
    verb: unset = take a setting out
    missing show: One setting is shown, or all.
    missing set: A setting has a name and a value, as in: config set rate 0.6
    missing unset: Which setting is to be taken out?
    --json: show: print an object for each setting
    note: The settings: \(Preference.allCases.map { "\($0.rawValue) (\($0.values))" }.joined(separator: "; ")).
    note: NAME may also be voice.LANGUAGE, price.PLUGIN, rate.PLUGIN, PLUGIN.PARAMETER or PLUGIN.voice.NAME.
    man: They are kept in cue.conf, which you can edit, too, and hold in every run, also with -o and --json. Keys are not kept there: see credentials.
    example: config set voice espeak:en-gb
    example: config set local-only on
    example: config show
    """
  }

  static var speech: String {
    """
    Keep the speeches you practise.
    overview: speech add|list|show|edit|… = keep the speeches you practise
    verb: add = keep the text of a file, or of standard input
    verb: list = list speeches, the last changed first
    verb: search = list those with WORDS in the title or the text
    verb: show = show its details and its text
    verb: edit = change its text in your editor (VISUAL, EDITOR), or replace it by that of FILE
    verb: history = how it was practised, the last time first
    verb: remove = remove speeches
    verb: export = write its text
    surplus add: Adding takes one file, or - for standard input.
    missing list: The list takes no words; --search WORDS finds some.
    missing search: Searching needs words.
    missing show: One speech is shown, by its title or its number.
    missing edit: Editing takes a speech, by its title or its number, and perhaps a file.
    missing history: The history of one speech is shown, by its title or its number.
    missing remove: Removing needs a speech, by its title or its number.
    missing export: One speech is exported, by its title or its number.
    term: SPEECH = its title, in any case, or its number
    --title: its title; else the first heading of Markdown, or the file's name
    --language: its language: en-US, et, de …; else recognized by its words
    --truncate: keep the first 10,000 characters of a longer text
    --markdown: a file is Markdown, whatever its name; its marks are not spoken
    --no-markdown: a file is plain text, also if its name ends in .md
    --search: only those with WORDS in the title or the text
    --chart: a row of blocks for each measure, from the first session to the last
    --output: where the text goes; else standard output
    --json: print an object for each speech
    note: A speech has up to 10,000 characters. Its time assumes 150 words a minute; of Japanese, Chinese and Thai, characters are counted. Speeches are kept in ~/.local/share/cue/library.db.
    man: Without a file, 'edit' opens VISUAL or EDITOR on a copy, and keeps the text only if it is valid.
    """
  }

  static var script: String {
    """
    Read a screenplay: \(scriptFormats).
    overview: script show|info|convert|… = read and convert screenplays, and list what is spoken
    verb: show = list its elements in order
    verb: info = list scenes, characters, what was left out, and what is doubtful
    verb: convert = write it as .fountain, .fdx, .json or .txt
    verb: items = list what is said, and who says it
    verb: import = write a PDF file, a document or a web page as Fountain, as FILE.fountain or OUT, and list the rows that may be wrong
    verb: names = list names that voices may say wrongly, each with a spelling that they say right
    verb: remove = remove it from the library: its cast, items, versions and jobs; the file stays
    missing: A script can be shown (show FILE), summed up (info FILE), converted (convert IN OUT), listed as spoken items (items FILE), imported (import FILE), searched for hard names (names FILE), or removed from the library (remove SCRIPT).
    term: FILE, IN = a script; - for standard input
    term: SCRIPT = its file, its name or its number in the library
    --format: what OUT is, if its ending does not say it; OUT may be - for standard output
    --keep: keep the pronunciations beside the script, in SCRIPT.lexicon
    --review: ask about each row that may be wrong; Enter keeps it, - leaves it out, + takes in what was left out, other words replace it
    --alias: another name of a character, as in "YOUNG JOHN=JOHN"; may be repeated
    --spoken: show the words that voices get: numbers, signs and addresses in words
    --json: show, info: print an object; items: an object for each item
    note: The rules: table-read (the default; headings and action by the narrator, speeches by their characters), 1.0 (with "JOHN says:" once a scene), all-on (all that the page shows), dialogue-only.
    note: UTF-8, UTF-16 and Windows' Western letters are recognized; line ends are of any kind.
    man: With --json, show and info print one object: title_page, scenes, characters and, for show, elements, each with its type, its text and its range, the bytes that it was read from. What is doubtful is reported with its line.
    man: For plain text, layout is how the file was read, and how sure that is (0 to 1). left_out lists what is not part of the play, each with its first line and the line after its last. repairs lists what was mended in a Final Draft file.
    """
  }

  static var cast: String {
    """
    Give the characters of a screenplay their voices, and keep the cast in the library.
    overview: cast SCRIPT = give the characters of a screenplay voices
    form: cast SCRIPT [OPTION]…
    missing: A cast needs a script.
    surplus: A cast has one script.
    term: SCRIPT = \(scriptFormats)
    term: NAME = a character, in any case, or 'narrator'
    term: VOICE = PLUGIN[:VOICE][?OPTIONS] as in flite:slt, or a reference as in flite://slt?pitch=-2&speed=1.05&set.NAME=VALUE
    --voice: only these voices; a plugin that asks a network, and may cost money, is used only if it is named here
    --cast: who plays NAME, as in ALEX=flite:rms, or a file that 'cast --write' wrote; it is kept and locked; may be repeated
    --fallback: who stands in if that voice fails
    --lock: leave a part as it is in proposals
    --unlock: let proposals change a part again
    --again: cast all parts again that are not locked
    --note: a note about a part
    --gender: the gender of a part's voice, if the script does not say it; it is kept
    --language: the script's language; else the title page or the words tell
    --list-by: list by character or by voice
    --write: write the cast as JSON; - is standard output
    --hear: say a speech of NAME
    --output: where --hear goes; else it is heard
    --json: print the cast as a line of JSON
    note: No option is needed: the first time, each character gets a voice that suits the name and differs from those of the characters who answer, and a fallback. From then on only new characters are cast. TOM & DICK is said by Tom if he has other lines. BOTH is said by the last speaker but one; --cast "TOM & DICK=VOICE" makes such a cue a part of its own.
    man: The options of a VOICE, with & between, are lang=TAG, pitch=SEMITONES, speed=FACTOR and set.NAME=VALUE. In a reference, blanks, %, ?, #, & and what is not ASCII are percent-encoded. PLUGIN is an id or a path: plugins/libflite.so://slt.
    man: A cue of several (TOM & DICK, TOM/DICK) is said by the first who is named, as long as that one speaks elsewhere; BOTH, ALL and the like by the character who spoke in the scene before the last speaker, else by the last, else by the next.
    example: cast film.fountain --cast NORA=flite:slt --lock OSKAR
    example: cast film.fountain --again --voice espeak
    """
  }

  static var jobs: String {
    """
    List recordings, and resume them.
    overview: jobs [list|show|cancel|resume|clear] = list recordings, and resume them
    form: jobs = the same as jobs list
    verb: list = all, or those of one script
    verb: show = one, and what can be done
    verb: cancel = stop it; finished clips are kept
    verb: resume = go on with one that was stopped or interrupted
    verb: clear = forget those that are completed
    missing: Jobs can be listed (list), looked at (show N), stopped (cancel N), gone on with (resume N), and forgotten where they are completed (clear).
    --json: print an object for each job
    man: A job whose program has ended counts as interrupted.
    """
  }

  static var library: String {
    """
    Check and clean up the library: scripts and their sound.
    overview: library info|check|backup|… = check, back up and clean up what is kept
    verb: info = count scripts, items and clips, and the space they take
    verb: check = check that everything is there and complete
    verb: clean = remove sound that nothing refers to
    verb: backup = copy the library and its sound into a folder
    verb: rebuild = replace a damaged library: by a backup (--from), or by what can still be read of it
    missing info: '{program} library info' takes no words.
    missing check: '{program} library check' takes no words.
    missing clean: '{program} library clean' takes no words.
    missing backup: A backup goes into a folder, as in: {program} library backup FOLDER
    missing rebuild: '{program} library rebuild' takes no words.
    --cache: clips that '{program} generate --cache DIR' made: 'check' looks there too, 'clean' and 'info' only there
    --most: leave no more than SIZE, as in 500M or 2G: sound that was used the longest ago goes first, and is made again when it is needed
    --from: the folder of the backup to restore
    --dry-run: say what would be removed, and remove nothing
    --json: print lines of JSON
    note: 'check' reads every byte: the database's own checks, every clip that an item refers to, every file among the clips, and every take. Its exit status is 1 if something is wrong, and it says what to do.
    note: 'clean' keeps the sound of the last hour even if nothing refers to it: another program may be at work. With --cache it removes what --most says, and nothing else, because others may fill that folder, too.
    note: 'backup' copies the database, every clip that an item refers to, and all takes; what is in FOLDER already stays. 'rebuild' keeps the former database beside the new one. No other program may use the library during 'rebuild'.
    example: library clean --most 2G --dry-run
    """
  }

  static var conform: String {
    """
    Test a plugin against the interface: a library, or a program that speaks the worker protocol.
    overview: conform PLUGIN = test a plugin against the interface
    form: conform PLUGIN[:ID] [OPTION]… = run the checks
    form: conform --all [OPTION]… = run them on every plugin that is found
    form: conform --list = list the checks
    form: conform --explain CHECK = say what a check does, and why
    --level: 1 to 10; a plugin that passes level 5, the default, is compatible
    --only: only these; * stands for anything, as in voice-*
    --skip: not these
    --seed: another seed for what is generated at random
    --set: a setting of the plugin; keys come from the credentials
    manual --set: 
    --voice: a voice that speaks to a recognizer, which is then tested with words
    manual --voice: 
    --jobs: how many checks run at a time
    --timeout: how long one check may take; 60 by default
    --patience: limits on latency are N times as long, for a busy machine
    --watch: how long level 8 watches a plugin's network calls and files; 60 by default
    --junit: write the results also as JUnit does
    --all: test every plugin that is found
    --record: keep what the plugin gives for some requests
    --against: compare what it gives with what --record has kept
    --list: list the checks
    --explain: say what this check does, and why
    --markdown: print the list as Markdown
    --json: print each result as a line of JSON
    --verbose: print also what passed or was skipped
    note: Each check has a process of its own. The exit status is 0 if nothing failed, and 1 otherwise.
    example: conform ./libnight-owl.so --level 7 --junit report.xml
    """
  }

  static var help: String {
    """
    Show the help of a command, or this program's files.
    overview: help [COMMAND] = show help; make the man page and completions
    form: help [COMMAND] = the same as COMMAND --help
    form: help --format man|bash|zsh|fish|sessions = the man page, the completions of a shell, or the events of --json
    surplus: Help explains one command at a time.
    --format: print the man page (for man1/cue.1), the completions of a shell, or the events and commands of sessions
    """
  }
}
