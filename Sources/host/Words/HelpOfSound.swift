// The help of speaking, listening and recording.
extension HelpTexts {
  static var speak: String {
    """
    Say a text.
    overview: speak [OPTION]… [TEXT]… = say words, a file or standard input
    form: [OPTION]… TEXT… = say words; the first word is not a command
    form: speak [OPTION]… [TEXT…] = say words, or standard input
    form: speak [OPTION]… -f FILE = say the paragraphs of a file
    --lines: each line is a line of speech, instead of each paragraph
    --ssml: the text is SSML
    --stream: say standard input as it comes, and do not wait for its end
    --json: print each event as a line of JSON on standard output
    note: Without -o the sound is heard. With -o it is written, and heard too if --device is given.
    man: With --stream, speech begins with the first words or sentence of standard input, while more is written to it, as by a language model. A voice that takes a text in pieces says the words as they come; any other says each sentence when it is whole. Name the voice (--voice) or the language (--language): it is not guessed from the text.
    man: A text is said paragraph by paragraph. Without text and with a terminal on standard input, help is shown. A first word that is a command is a command; a first word in lower case that is none is refused: '{program} speak WORD' and '{program} -- WORD' say it.
    man: With --json every event is a line on standard output: line, word, sentence, mark, shortfall, stand-in, end, cancelled, failed, done. Times are seconds of the session, offsets are bytes of the input. A file appears under its name only when it is whole.
    example: --voice=plugins/libflite.so "Good evening"
    example: --voice=espeak:en-us+f3 --tone playful -o hello.wav "There you are."
    example: speak -f chapter.txt --rate 1.2 -o chapter.opus
    example: speak --stream --voice=espeak
    """
  }

  static var queue: String {
    """
    Play a list of speech, clips and pauses, in several channels at once.
    overview: queue [FILE] = play a list of speech, clips and pauses
    form: queue [FILE] [OPTION]…
    surplus: A queue has one list, not {count}.
    term: FILE = a list; - is standard input
    --sfx: the clip that [sfx:NAME] plays; may be repeated
    --sfx-folder: where clips are, instead of beside the list
    --voice: who speaks where the list names nobody; of several, each is a fallback
    note: A list has an item on each line. Text is said; [sfx:NAME] in it plays a clip there. '@pause SECONDS' is silence, '@play FILE [DECIBELS]' a clip, '@voice VOICE' says who speaks from here on, '@channel N' where it is heard (0 is the main channel, and all play at once), '@sfx NAME=FILE' names a clip, and # begins a comment.
    note: A list in JSON is an array, or an object on each line: {"speak": TEXT, "voice": V, "rate": R, "pitch": P, "volume": G, "channel": N}, {"sfx": FILE, "gain": DECIBELS}, {"pause": SECONDS}.
    note: A clip is FILE, or NAME with .wav, .flac, .ogg, .opus or .mp3 after it, beside the list. A clip after speech starts with the frame after it. Channels are mixed frame by frame; loud places are turned down.
    man: With --json, the events are status, speaking, prepared, began, word, ended, failed, stand-in, level and pulse (0 to 1, twenty times a second), and done. An item that fails is reported and left out; the exit status is 1 then.
    example: queue show.txt -o show.wav
    example: queue show.json --json --device pulse
    """
  }

  static var chorus: String {
    """
    Say a text with several voices together, each a little different.
    overview: chorus --voice V,V… TEXT… = say a text with several voices together
    form: chorus --voice V,V… [OPTION]… TEXT…
    missing: A chorus needs a text, as in: chorus --voice flite:slt,flite:rms Hurrah
    --onset: how far the beginnings lie apart; 0.06 by default
    --vary-rate: how much faster or slower a voice may be; 0.03 by default
    --vary-pitch: how much higher or lower a voice may be; 0.3 by default
    --seed: chooses the variation; 1 by default
    --seconds: each voice takes about so long, by its rate
    --voice: who speaks: all of these, also one several times
    note: The same voice may be named several times. Without --voice, the profiles sing that have chorus=on.
    note: The variation is by chance, and the same for the same --seed. Together the voices are about as loud as one.
    example: chorus --voice flite:slt,flite:rms,flite:awb "Good evening." -o chorus.wav
    """
  }

  static var fit: String {
    """
    Fit speech into a given time: by the voice's rate, then by an effect.
    overview: fit --seconds SECONDS TEXT… = fit speech into a given time
    form: fit --seconds SECONDS [OPTION]… TEXT… = say words that last so long
    form: fit --times FILE [OPTION]… = say subtitles at their times
    --seconds: how long the words last
    --times: subtitles; each is said at its time
    --fill: with --times: say short texts slower, so that they last
    --no-effect: use the voice's own rate alone
    --voice: who speaks; of several, each is a fallback
    note: The voice says it up to four times, at rates from 0.46 to 2.57. What is left is made up by the effect rubberband or sonic, from half to twice as fast. Within 0.05 s it fits.
    note: FILE is SubRip (.srt) or WebVTT (.vtt); - is standard input. Each text begins at its time and is made faster if it takes longer. The exit status is 1 if something does not fit, or is late for that reason.
    example: fit --seconds 3 -o three.wav "This lasts three seconds, however it is said."
    example: fit --times scene.srt --voice flite:slt -o dubbed.wav
    """
  }

  static var process: String {
    """
    Send a sound file through effects, faster than real time.
    overview: process IN -o OUT --dsp PLUGIN = send a sound file through effects
    form: process IN -o OUT --dsp PLUGIN [--set NAME=VALUE]… [--dsp …]
    missing: There is no sound to process: name a file, or - for standard input.
    surplus: One sound is processed at a time, not {count}.
    term: IN = a sound file; - is standard input
    --output: where the sound goes: the ending says the kind; - is standard output
    --dsp: an effect: sonic, rubberband, varispeed, dynamics, whispering, or a path; several make a chain, in their order
    --set: a setting of the effect named before it, or of PLUGIN
    --raw-in: IN has no header; ENCODING is u8, s16 (the default), s24, s32, f32 or f64
    --raw: write samples without a header
    --encoding: how samples are stored in OUT; s16 by default
    manual --encoding: Sound above full scale is cut off there, and a message says so; f32 keeps it.
    --json: print the result as a line of JSON
    example: process in.wav -o slow.flac --dsp rubberband --set tempo=0.8
    example: process in.wav -o out.wav --dsp dynamics --set trim=both --set gain=6
    """
  }

  static var listen: String {
    """
    Listen to a sound file or a microphone, and print what was heard and why listening ended.
    overview: listen [FILE] = recognize what is said in a file, or to you
    form: listen [FILE] [OPTION]…
    surplus: Listening takes one sound file, not {count}.
    term: FILE = WAV, FLAC, Ogg, Opus, MP3 and others that libsndfile reads; - is standard input; without it, the microphone
    --raw-in: FILE has no header; ENCODING is u8, s16 (the default), s24, s32, f32 or f64
    --microphone: listen to the default microphone, to a device, or to FILE
    --recognizer: the recognizer: an id or a path; by default pocketsphinx where something is expected, else the best installed; of several, each is a fallback
    --set: a setting of the recognizer or the microphone
    --language: the language of the speech, as in en-US
    --pronounce: how a word is spoken; may be repeated
    --expect: what may be said; see below
    --among: the script of the line; its other lines are recognized too
    --strictness: when a line counts as said
    --start: end if no speech has begun by then; 8 by default, 0 is never
    --inactivity: end after so much silence after words; 0.8 by default, 2 near the end of the line, 8 within it; 0 is never
    --stable: end when the words have not changed for so long; 2 by default, 0 is never
    --timeout: end after this time, even in the middle of a word; 60 by default
    --save: keep the sound that was listened to, without the silence around it
    note: EXPECTATION is 'freeform' (anything, the default), 'name:A,B,…' (one of these names), 'number', 'phrase:A|B|…' (one of these phrases) or 'line:TEXT' (that line).
    note: The exit status is 0 if something was heard and it was what was expected, and 1 otherwise.
    man: A name is answered in the spelling of the list, a number in digits, a line with what was missing, changed and added. The reason for ending is timeout (no speech began), endOfSpeech, stable, max, matched or endOfSound.
    example: listen take.wav
    example: listen --microphone=pulse --expect number
    example: listen take.wav --expect "line:A fast train." --among scene.fountain
    example: listen answer.flac --expect number --timeout 12 --inactivity 2
    """
  }

  static var generate: String {
    """
    Make a cast recording of a screenplay.
    overview: generate SCRIPT -o OUT = make a cast recording of a screenplay
    form: generate SCRIPT -o OUT [OPTION]…
    missing: A recording needs a script, as in: {program} generate play.fountain -o play.wav
    surplus: A recording is made of one script, not {count}.
    term: SCRIPT = \(scriptFormats)
    --output: a file whose ending says the kind (.wav .flac .ogg .opus .mp3 .m4b …); a folder with --per scene, line or character
    --voice: only these voices; else the cast, or a proposal
    --seed: other takes of voices that vary at random
    --language: the script's language; else the title page or the words tell
    manual --tone: Several are averaged. Manners go with them: \(manners). NAME= is one character; [[tone: LABEL]] and parentheticals in the script are nearer to the words, and count.
    --alias: another name of a character, as in "YOUNG JOHN=JOHN"; may be repeated
    --scenes: only these scenes, counted from 1
    --characters: only these; NARRATOR is the narrator
    --only-changed: the output has only what was made now
    --redo: make another take of these items; with --proof, it is kept unless more of its words differ
    --per: one file of all, or one for each; whole by default
    --format: the kind of file, if OUT does not say it
    --sample-rate: samples a second; those of the best voice by default
    --bitrate: for .mp3, .opus and .m4b: thousands of bits a second
    --gap: the silence between two speeches; 400 by default; other pauses change in proportion
    --loudness: the loudness of the whole; -18 by default
    --true-peak: the limit of peaks; -1 by default
    --pan: the stereo position of a character, from -1 (left) to 1 (right)
    --chapters: start a chapter at each scene or section
    --subtitles: srt, vtt, lrc, labels, cues (JSON), page (read along)
    --cover: a JPEG or PNG, for .m4b
    --dry-run: print items, characters, length and cost by provider; make nothing
    --proof: let a recognizer read every clip back; list those whose words differ, each with the command that makes it again
    --retakes: with --proof: up to N more takes of each clip whose words differ; the best is kept
    --recognizer: who reads back for --proof: by default the best that is installed
    --jobs: how many clips are made at once: by default one for each core, and with a service as many as it accepts
    --cache: keep clips there, and not in the library
    --shard: with --cache: make only the I-th of N shares of the clips, and no file
    --assemble: with --cache: make the file of clips that all exist; exit status 75 and a list if some are missing
    --json: print each event as a line of JSON on standard output
    note: Voices come from --cast, --voice or '{program} cast'; a part without a voice gets a proposal.
    note: Each clip is stored at once, keyed by text, voice, version and settings. Ctrl-C keeps what is done (exit status 130), and the same command goes on there, whatever ended it; a second Ctrl-C ends at once. Clips that fail are listed at the end with the reason: exit status 1, or 75 if trying again may help.
    note: With --proof, exit status 1 also means that words of some clips differ, and 75 that some could not be read.
    example: generate film.fountain -o film.m4b --chapters scenes --cover poster.jpg
    example: generate film.fountain -o stems/ --per character
    """
  }

  static var audio: String {
    """
    Choose among the versions of each item's sound.
    overview: audio list|play|activate|… = choose among the versions of a script's sound
    verb: list = the items and their versions, or one item
    verb: activate = make this the version that is heard, whatever voice the part has
    verb: rate = how good it is; 'none' removes the rating
    verb: note = keep a note about it; no words remove the note
    verb: play = hear it
    verb: export = copy it into a sound file, of the kind that OUT's ending says
    missing: Sound is listed (list SCRIPT [ITEM]), chosen (activate VERSION), heard (play VERSION), copied (export VERSION OUT), rated (rate VERSION 1…5) or given a note (note VERSION WORDS…).
    term: SCRIPT = its file, its name or its number in the library
    term: ITEM, VERSION = numbers, as 'list' shows them; items are counted from 1 in the script, as for generate --redo
    --device: where 'play' is heard; pulse by default
    --json: print an object for each item
    """
  }

  static var profiles: String {
    """
    Keep voices under names of your own: how they speak, and how much that varies.
    overview: profiles list|show|set|… = keep voices under names of your own
    verb: list = list profiles and hidden voices
    verb: show = show a profile
    verb: set = make a profile, or change it
    verb: remove = forget a profile
    verb: default = who speaks where no voice is named, in a language or in all
    verb: hide = leave a voice out of lists and casts
    verb: unhide = show a hidden voice again
    missing: Which profile? '{program} profiles list' lists them.
    missing list: One language, or all.
    missing hide: Which voice is to be hidden?
    missing unhide: Which voice is to be seen?
    term: KEY=VALUE = voice=PLUGIN:VOICE; language=TAG; rate=0…1 (0.5 is the voice's own); pitch=0.5…2; volume=0…1; rate-variation=0…1 and pitch-variation=0…1, by chance for each line; tuning-volume=0…1; seed=NUMBER; chorus=on|off
    --json: list, show: print an object for each profile
    note: A profile is a voice: --voice=profile:NAME, in every command, cast and queue. The same seed and line give the same sound.
    example: profiles set anna voice=flite:slt rate=0.55 rate-variation=0.05
    example: profiles default anna en
    example: speak --voice=profile:anna "Good evening."
    """
  }
}
