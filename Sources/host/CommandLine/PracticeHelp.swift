extension Help {
  static let practice = """
    Practise a speech: a voice reads a sentence, leaves as long a pause to repeat it, and goes on.

      host practice SPEECH [OPTIONS]

      SPEECH                      a speech's title or number (see host speech), or a file
      --by sentence|paragraph     what is said at once; sentence
      --rate RATE                 0.1 to 1; 0.5 is the voice's own pace
      --rates RATE,RATE…          each segment at each of these, one after the other
      --pause on|off              whether there is a pause to repeat it; on
      --pause-factor FACTOR       how many times as long as the segment: 0.25 to 3
      --until-quiet               the pause ends when you have spoken and fall silent
      --from N                    begin at that segment, and not where you last stopped
      --loop A-B                  those segments over and over
      --minutes N                 begin no further segment after so long
      --auto-resume               go on by itself after an interruption
      --language TAG              what a file is in: en-US, et, de …; else as its words look
      --markdown, --truncate      as for host speech add
      --voice PLUGIN[:VOICE][,…]  who speaks; else one that speaks the language
      --dsp, --set, --pitch, --volume, --tone, --device, -o, --raw, --key-fd
                                  as for host speak

      --microphone FILE           where you are heard: a sound file with what you repeat, one take
                                  behind the other; a pipe that is live; - is standard input
      --microphone-raw RATE[,CHANNELS[,ENCODING]]
                                  it has no header; ENCODING is u8, s16, s24, s32, f32 or f64
      --listen                    compare what you repeat with the text, and tell at the end
      --recognizer PLUGIN         who listens; pocketsphinx

      --plain                     lines of text also at a terminal, for screen readers
                                  (as where there is none, and with --json, -q and --verbose)
      --bell                      ring at the end, and where something went wrong; at a terminal
                                  also when it is your turn
      --script-speaker FILE       your side comes from a file, and nobody is waited for
      --json                      tell every event as a line of JSON on standard output
      -q, --quiet                 say only what went wrong
      --verbose                   say more, and show what plugins print

      At a terminal: Space pauses and goes on, the arrows and the pedals of a remote (PageUp,
      PageDown) go back and on, Home and End to the first and the last, a number and Enter to that
      one, r says it again, + and - change the rate, ] and [ the pause, q ends; ? shows all keys.

      In line mode each line of standard input is a command: an empty one pauses and goes on;
      play, pause, next, back, first, last, goto N, repeat, restart, quit, rate R, rates R,R,
      faster, slower, voice V, by sentence, by paragraph, pause on, pause off, factor F, longer,
      shorter, loop A-B, loop off. A file for --script-speaker has these, too; a number there lets
      so many seconds pass, and 'segment' waits for the next segment.

      Start slow: --rates 0.4,0.5,0.6 says each sentence slower first. Use the pauses: repeat aloud.
      Practise in chunks: --loop 3-5. Come back often: --minutes 10, and it goes on where you stopped.

      What you set is kept, for the speech and for the next one; 'host speech history SPEECH' tells
      how it went. In cue.conf, 'voice.et = espeak:et' names who speaks a language.

    """
}
