extension Help {
  static let listen = """
    Listen to a sound file, and say what was heard and why listening ended.

      host listen FILE [OPTIONS]

      FILE                        WAV, FLAC, Ogg, Opus, MP3 and what else libsndfile reads; - is
                                  standard input
      --raw-in RATE[,CHANNELS[,ENCODING]]
                                  FILE has no header; ENCODING is u8, s16, s24, s32, f32 or f64

      --recognizer PLUGIN[,…]     who listens: an id or a path; pocketsphinx
      --set [PLUGIN:]NAME=VALUE   a setting of the recognizer
      --language TAG              as in en-US
      --lexicon WORD=IPA          how a word is spoken; may be repeated

      --expect freeform           anything may be said; so it is without --expect
      --expect name:A,B,…         one of these names
      --expect number             a number
      --expect phrase:A|B|…       one of these phrases
      --expect line:TEXT          that line
      --among SCRIPT              the line is one of SCRIPT, and its other lines may be said instead
      --strictness HOW            gist, standard or word-perfect: when a line counts as said

      --start SECONDS             end when nobody has begun to speak by then; 8, 0 is never
      --inactivity SECONDS        end when nobody has spoken for so long after words; 0.8, 0 is never
      --stable SECONDS            end when the words have not changed for so long; 2, 0 is never
      --timeout SECONDS           end then, also in the middle of a word; 60
      --record FILE               keep the sound that was listened to, without the silence around it

      --json                      tell every event as a line of JSON on standard output
      -q, --quiet                 say only what was heard
      --verbose                   say more, and show what plugins print

      The exit status is 0 where something was heard, and it was what was expected; 1 where not.

      Try:
        host listen take.wav
        host listen take.wav --expect "line:There is a fast train." --among scene.fountain
        host listen answer.flac --expect number --timeout 12 --inactivity 2

    """
}
