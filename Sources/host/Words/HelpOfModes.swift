import CueKeys
import CueModel
import CueStory

// The help of rehearsals, takes, practice and stories.
extension HelpTexts {
  static var rehearse: String {
    """
    Rehearse a scene: voices speak the other parts and wait for yours.
    overview: rehearse SCRIPT --as NAME = rehearse a scene; you play NAME
    form: rehearse SCRIPT [--as NAME] [OPTION]…
    form: rehearse = choose script, part and scene at the terminal
    form: rehearse SCRIPT --history [--as NAME] = what is known of your lines
    missing: A rehearsal needs a script.
    surplus: A rehearsal has one script.
    term: SCRIPT = \(scriptFormats); - is standard input, and keys come from the terminal, if there is one
    --as: your part; may be repeated; without it, you choose at the terminal
    --from: begin at that line; otherwise where you last stopped
    --to: end after that line
    --scene: only that scene, counted from 1
    --loop: those lines over and over, until you stop
    --repeat: all that is rehearsed over and over, until you stop
    --times: all that is rehearsed N times
    --gap: the silence after a line, unless a tone says otherwise; \(VoiceProfile.usualPauseMilliseconds) by default
    --scripted: take your actions from FILE; the rehearsal does not wait for you
    --microphone: hear your lines: by the default microphone, by a device, or in a file with one take after the other
    --robot: a voice says your lines, and the rehearsal hears it: shows which lines are hard to hear
    --strictness: when your line counts as said
    --advance: what ends your line, besides Enter: match, speech, silence, command, or several with commas; match,speech,command by default
    manual --advance: With match, a line is over a quarter of a second after its last word was heard. With speech, it is over when you have said something to its end and are silent, whatever was understood. With silence, it is over when nobody has spoken for the time of --patience. With command, you can say what the keys do.
    --wait: how long you may be silent within your line: short, some seconds; natural, while more than three words are unsaid; long, while any is
    --patience: after this silence, a note says that it is your line, or you get its next words; 15 by default
    --prompt-after: when you are silent for so long in your line, you are given the next words
    --no-commands: nothing that you say is a command
    --record: record takes: your voice, the partner's, and both together
    manual --record: '{program} takes' lists, plays and compares them. Each scene is a take of its own.
    --snappy: less silence ends your line: 0.4 s instead of 0.8 s, and 0.7 s after a short word
    --barge-in: you may begin your line while your partner still speaks: use headphones
    --follow-jumps: if you say one of your next lines instead, the scene goes on from there
    --adapt: your partners answer as soon as you do: between half and one and a half times the usual time
    --correct: where a line is judged word-perfect, a changed word is given to you at once
    --silent-prompts: the words that you ask for are shown and not spoken
    --trace: print by which rule listening to your lines ended
    --trouble: only the lines that you have trouble with, the worst first
    manual --trouble: A line is a trouble spot if you lately left out or changed words, needed a prompt, or began late.
    --due: only the lines that are due today, the worst first
    manual --due: By the spaced repetition of SM-2. Lines that you never said are due, too.
    --cues-only: of the other parts, only the end of the line before yours
    --shuffle: your lines with the line before each, in random order
    --seed: the same N gives the same order of --shuffle
    --history: show what is known of your lines, and rehearse nothing
    --forget-history: forget what is known of the lines, and rehearse nothing
    --no-history: do not keep how your lines go
    --draft-of: an earlier draft: what is known of lines with the same or similar words is taken over
    manual --tone: Several are averaged. Manners go with them: \(manners). NAME= is one character; [[tone: LABEL]] and parentheticals in the script are nearer to the words, and count.
    --plain: line by line also at a terminal, as for screen readers
    manual --plain: The page is also line by line without a terminal, and with --json, -q and --verbose.
    --hide: what is shown of your lines: all, one to three letters of each word, blanks, nothing, or less the better you know them
    --only-mine: show only your lines
    --mirror: mirror the text, for a pane of glass before the screen
    --no-mirror: do not mirror the text, whatever cue.conf says
    --size: how large the current line is; 2 by default
    --ease: how long the text moves to the next line; 0.4 by default
    --countdown: 3, 2, 1 before the rehearsal begins
    --earcons: short tones: your turn, heard, a prompt
    note: \(RehearsalKey.sentence)
    note: At a terminal, the script is on a prompter: the current line in the middle, words lit as they are spoken, your lines with a bar. --plain prints it line by line. Keys direct the partner's line that is spoken or comes next, and SCRIPT.direction keeps it.
    note: Without --as, the parts are listed at a terminal, and you choose yours. A speech of 'ANNA AND TOM', 'BOTH' or 'ALL' is yours if you play one of them.
    note: A rehearsal goes on where the last one of the same part stopped; --from 1 begins again. With --scene, --to, --loop, --repeat, --times, --trouble, --due, --cues-only, --shuffle, -o, --json or --scripted it begins at its first line, and keeps nothing.
    note: With --scripted or a pipe, --loop and --repeat stop after the last action.
    note: Standard input that is a pipe has an action on each line, as the file of --scripted, and each is waited for when it is your turn. An empty line is 'next'; other words are what you say, and your line is done.
    note: With --microphone, the rehearsal hears you: it goes on when your line was said, waits while you think within it, and tells you what was left out. Say “line please” for the next words, also in the middle of your line; “go back”, “again” and “next line” do what the keys do, and “stop rehearsal”, said twice, ends it.
    note: A file for --scripted has an action on each line; # begins a comment. 'next' says your line in no time, 'line' in about the time that it takes to say, a number in that many seconds; pause, resume, back, repeat, goto LINE, scene NUMBER and stop do what the keys do; 'prompt' asks for the next words, 'give' for all of the line; 'at SECONDS ACTION' does it so far into the next line of another part. After the end of the file, each further line of yours is 'line'.
    example: rehearse Examples/the-last-train.fountain --as NORA
    example: rehearse scene.fountain --as NORA --cast OSKAR=flite:rms -o session.wav
    example: rehearse scene.fountain --as NORA --scene 2 --repeat
    example: rehearse scene.fountain --as NORA --microphone
    """
  }

  static var direct: String {
    """
    Direct a script: how characters, scenes and lines are played, in a file beside it.
    overview: direct SCRIPT [WHO [KEY=VALUE…]] = say how a script is to be played
    form: direct SCRIPT [WHO [KEY=VALUE…]]
    missing: Which script is to be directed?
    surplus: There are more values than can be set at once.
    term: WHO = a character, "scene 2" or "line 12"
    term: KEY=VALUE = of a character: tones, state, objective, notes, delay; of a scene: context; of a line: tones, notes, delay, strictness, cut, recording, reading; nothing after = removes it
    --json: print an object for each subject
    note: The file is SCRIPT.direction, and 'rehearse' reads it. Without WHO it is shown; you can edit it, too: [OSKAR] begins what is said of Oskar.
    note: tones are played by every voice. state, objective, notes and context are given to voices that act by themselves. delay is the silence before a line, in seconds. strictness says when your own line counts as said, and cut names the word on which the next speaker interrupts the line.
    note: recording is a sound file that is heard in place of the line; without it, or if it has no more than 1000 bytes, the voice says the line. reading is a sound file with the line as you want it: it sets the voice's pace (half to double) and pitch (8 semitones at most). Both are named from the script's folder.
    example: direct scene.fountain OSKAR tones=tense delay=0.4
    example: direct scene.fountain "line 12" tones=softly
    """
  }

  static var takes: String {
    """
    Takes of rehearsals: what '{program} rehearse --record' recorded.
    overview: takes list|play|compare|… = hear, compare and export recorded rehearsals
    verb: list = the takes of a script, or all; the best of a scene has a star
    verb: play = hear it
    verb: compare = two takes beside each other: length, loudness, and each of your lines
    verb: best = mark it as the best of its scene
    verb: export = copy it into a sound file, of the kind that OUT's ending says
    verb: remove = remove it; later takes move up
    missing: Takes are listed (list SCRIPT), heard (play SCRIPT TAKE), compared (compare SCRIPT TAKE TAKE), marked (best SCRIPT TAKE), copied (export SCRIPT TAKE OUT) or removed (remove SCRIPT TAKE…).
    term: SCRIPT = the file of the script; if it was moved, the name that 'takes list' shows for it
    term: TAKE = scene and number, as in 2.3; the number alone, if all takes are of one scene
    --track: your voice, the partner's, or both; both by default
    --device: where 'play' is heard; pulse by default
    --json: print an object for each take
    note: A take is a folder with own.wav, partner.wav and mix.wav, which are equally long, and take.json. It survives a rehearsal that is killed, or a full disk.
    example: takes list scene.fountain
    example: takes play scene.fountain 2.3 --track own
    """
  }

  static var practice: String {
    """
    Practise a speech: a voice reads a sentence, leaves a pause of the same length for you to repeat it, and goes on.
    overview: practice SPEECH = a voice reads a sentence, you repeat it
    form: practice [SPEECH] [OPTION]…
    missing: Practice needs a speech: its title, its number, or a file.
    surplus: Practice takes one speech, not {count}; a title of several words is quoted.
    term: SPEECH = the title or the number of a speech that is kept ('{program} speech'), or a file; - is standard input; without it, you choose at the terminal
    --by: what is said at once; sentence by default
    --rate: 0.1 to 1; 0.5 is the voice's own pace
    manual --rate: This scale is the one of practice; the other commands take a factor.
    --rates: say each segment at each of these rates, one after the other
    --pause: the pause to repeat each segment; on by default
    --pause-factor: how many times as long as the segment: 0.25 to 3
    --until-quiet: the pause ends when you have spoken and fall silent
    --from: start at that segment; otherwise where you last stopped
    --loop: those segments over and over
    --minutes: begin no further segment after N minutes
    --auto-resume: go on automatically after an interruption, such as SIGTSTP
    --forget: forget what was set for this speech and where you stopped, then begin again
    manual --forget: Rates, pause, voice and place are remembered for each kept speech. A voice that needs a network is not, and -o and --json neither use nor change what was set.
    --language: the language of a file, as in en-US or et; else it is recognized
    --markdown: a file is Markdown, whatever its name
    --truncate: take the first 10,000 characters of a longer text
    --voice: who speaks, as for 'speak'; else a voice for the language
    --microphone: your voice: the default microphone, a device, or a file with one take after the other
    --listen: compare what you repeat with the text, and report at the end
    --plain: line mode also at a terminal, as for screen readers
    manual --plain: Line mode is also used without a terminal, and with --json, -q and --verbose.
    --bell: ring at the end and after an error; at a terminal also when it is your turn
    --scripted: commands come from a file, and practice does not wait for you
    note: At a terminal, practice has the whole screen. Space pauses and goes on; the arrows, and PageUp and PageDown as foot pedals and remotes send them, go back and on; Home and End go to the first and the last segment, a number and Enter to that one; r repeats, a plays what you said yourself, + and - change the rate, ] and [ the pause, q ends; ? shows all keys. t lists the whole text: choose a place by its words or with the arrows, and press Enter. v lists the voices: Tab plays a sample, Enter takes the voice. A click on the text goes there, too.
    note: In line mode each line of standard input is a command. An empty line pauses and goes on; the others are: play, pause, next, back, first, last, goto N, repeat, a (what you said yourself), restart, quit, rate R, rates R,R, faster, slower, voice V, sample V, voices, by sentence, by paragraph, pause on, pause off, factor F, longer, shorter, loop A-B, loop off. A file for --scripted has these, too; a number there waits for that many seconds, and 'segment' waits for the next segment.
    note: Start slow: --rates 0.4,0.5,0.6 says each sentence slower first. Use the pauses: repeat aloud. Practise in chunks: --loop 3-5. Come back often: --minutes 10, and practice goes on where you stopped.
    note: Settings are kept for each speech, except with -o or --json; '{program} speech history SPEECH' shows how it went. In cue.conf, 'voice.et = espeak:et' sets the voice of a language.
    example: practice wedding --rates 0.4,0.5 --minutes 10
    example: practice wedding --listen --until-quiet --microphone
    example: practice wedding --listen --until-quiet --microphone - --raw-in 16000
    """
  }

  static var story: String {
    """
    Tap Story: takes of friends, layered over each other at any speed and pitch, and sent to and fro.
    overview: story new|say|tree|mix|send|… = layer takes with friends, at any speed and pitch
    verb: new = begin a story
    verb: list = the stories, the last changed first
    verb: show = its dials, its pen, and the takes that are heard
    verb: tree = all its takes, and which answers which
    verb: say = add a take that a voice says
    verb: import = add a sound file, or a take of a rehearsal
    verb: open = its canvas: takes on lanes under a playhead, by keys and mouse ('?' lists them)
    verb: record = record a take while the others are heard
    verb: play = hear it
    verb: dial = turn the dials: how all of it is heard
    verb: track = how one take is mixed
    verb: branch = let the next take answer this one
    verb: undo = take back what was done last
    verb: send = write a bundle, or put it into a shared folder; pass the pen
    verb: receive = take over what is new in bundles
    verb: mix = write it as it is heard, into a sound file
    verb: verify = read every byte of its takes, or of all
    verb: remove = remove your own takes that were not sent, or a story that is yours alone
    missing: Which story? '{program} story list' shows them.
    missing new: A story needs one title.
    missing list: 'list' takes no words.
    missing import: Add a sound file (import STORY FILE), or a take of a rehearsal (import STORY SCRIPT TAKE).
    missing track: Which take of which story? '{program} story show STORY' shows its takes.
    missing branch: Which take of which story? '{program} story show STORY' shows its takes.
    missing receive: What is to be received? Name a bundle or a folder.
    term: STORY = its number or its title
    term: TAKE = its number in the story, or at least four digits of its id
    --player: what you are called in it; your login name by default
    --sample-rate: the rate of all its takes; \(StoryLimits.usualRateHertz) by default
    --lead: silence ahead of the take's sound
    --recorded-at: how fast the story played when the file was recorded; its dial by default
    --part: of a rehearsal: your voice (the default), the partner's, or both
    --speed: 0.25 to 2; 1 is as fast as takes are made
    manual --speed: What is beyond is as far as the dial goes.
    --pitch: -12 to 12 in whole semitones, of the story or of one take; say: of the voice
    --fine: --pitch in cents, as in 0.35
    --link: on: faster is higher, as on a tape; off: the pitch stays
    --click: a click while it plays; it is in no mix
    --bpm: the click's tempo at speed 1, 20 to 400 beats a minute
    --device: where the sound is heard; pulse by default
    --from: begin there
    --microphone: where you are heard; the default microphone without it
    --at: record from there on; from where the take begins by default
    --pre-roll: hear so much ahead of it
    --seconds: end the take then; else Enter ends it
    --latency-ms: how late the microphone hears what is played; as 'calibrate' measured by default
    --label: what the take is about
    --gain: how much louder it is, -200 to 24
    --pan: from -1 (left) to 1 (right)
    --mute: leave it out
    --solo: hear only this one, and others like it
    --output: mix: a sound file, whose ending says the kind (.wav .flac .ogg .opus .mp3 .m4b …); send: the bundle
    --stems: also each take by itself, in its place: OUT-take-1.wav …
    --take: mix, play: up to this take, on its branch; the last by default
    --loudness: the loudness of the whole; else as it is
    --true-peak: the limit of peaks with --loudness; -1 by default
    --encoding: samples of .wav and .flac; s16 by default
    --lanes: how much is worked on at once; what is written is the same
    --stretcher: what keeps the pitch where the story is not linked; rubberband by default
    --to: a folder that you share
    --for: the player who gets the pen; else the first player who receives it
    --pending: send what waits for a folder
    --repair: first repair what needs no backup
    --plain: in whole sentences, for screen readers
    --json: print lines of JSON
    note: A take is kept as it was made, with the speed and pitch that the story had then; nothing is ever rendered into it. Take 2 begins with take 1, and each later take where the last one but one ends; a take must end after the one before it.
    note: The player who has the pen may add takes, turn dials and send. 'send' passes the pen.
    man: Takes are WAV files that nobody may write to, in ~/.local/share/cue/stories; 'verify' reads every byte of them.
    man: 'verify --repair' attaches a take that has lost its place to an earlier take, if no friend can have it, and makes the files of takes read-only again.
    man: A folder that cannot be reached keeps what is to be sent in a queue, and the pen stays: 'send --pending', or the next 'send', goes on, the oldest first.
    example: story new "Two voices"
    example: story say "Two voices" --voice flite:slt "Come to the window."
    example: story dial "Two voices" --speed 0.5 --link off
    example: story mix "Two voices" -o two-voices.flac --loudness -16
    example: story send "Two voices" --to ~/Shared
    """
  }
}
