extension Help {
  static let generate = """
    Make a cast recording of a screenplay.

      host generate SCRIPT -o OUT [OPTIONS]

      SCRIPT                      Fountain, Final Draft (FDX) or plain text
      -o, --output OUT            a file whose ending says what it is (.wav .flac .ogg .opus .mp3
                                  .m4b …); a folder with --per scene, line or character
      --voice PLUGIN[:VOICE][,…]  only these voices; else the cast of 'host cast', or a proposal
      --set [PLUGIN:]NAME=VALUE   a setting of the plugin named before, or of PLUGIN
      --cast FILE                 who plays whom, as 'host cast --write' writes it
      --language TAG              the script's language, for the proposal

    What is said:
      --rules NAME                table-read, 1.0, all-on, dialogue-only
      --dual sequence|together    speeches side by side: one after the other, or at once
      --lexicon FILE, --alias CUE=NAME, --centered, --title
                                  as for 'host script items'
      --scenes 3-7,9              only these scenes, counted from 1
      --characters A,B            only these; NARRATOR is the narrator
      --only-changed              the output has only what was made now
      --redo ITEM[,…]             make these items anew, also where nothing has changed

    The files:
      --per whole|scene|line|character
      --format KIND               where OUT does not say it
      --gap MILLISECONDS          between two speeches (400); other pauses grow alike
      --loudness LUFS|off         of the whole (-18)
      --true-peak DBTP            what no peak goes beyond (-1)
      --pan NAME=WHERE[,…]        where somebody stands, from -1 (left) to 1 (right)
      --chapters scenes|sections|none
      --subtitles KIND[,…]        srt, vtt, lrc, labels, cues (JSON), page (read along)
      --cover PICTURE             a JPEG or PNG, for .m4b

    The work:
      --dry-run                   items, characters, length and cost by provider; nothing is made
      --jobs N                    so many voices at once; else one for each core
      --cache DIR                 keep clips there, and not in the library
      --shard I/N --cache DIR     make only the I-th of N shares of the clips, and no file
      --assemble --cache DIR      make the file of clips that are all there; 75 where some are not
      --key-fd [PLUGIN:]NUMBER    read a plugin's key from this descriptor
      --json                      tell every event as a line of JSON on standard output
      -q, --quiet; --verbose

    Every clip is kept at once under what decides how it sounds. Ctrl-C keeps what is done (130), and
    the same command goes on there, whatever has ended it; a second Ctrl-C ends at once. What failed
    is told at the end with its reason: 1, or 75 where trying again may help.

    """

  static let jobs = """
    The recordings that were begun.

      host jobs [list [SCRIPT]]               all, or those of one script
      host jobs show N                        one, and what can be done
      host jobs cancel N                      stop it; what is made is kept
      host jobs resume N                      go on with one that was stopped or interrupted
      host jobs clear                         forget those that are completed

      --json                                  an object on a line for each

    """
}
