extension Help {
  static let cast = """
    Give the characters of a screenplay their voices, and keep that in the library.

      host cast SCRIPT [OPTIONS]

      SCRIPT                      Fountain, Final Draft (FDX) or plain text
      --voice LIST                only these: PLUGIN[:VOICE][,…]; a plugin that asks a network, and
                                  may cost money, is used only where it is named here
      --role NAME=VOICE           who plays NAME, and lock that; VOICE as in flite:slt, or as in
                                  flite://slt?pitch=-2&speed=1.05&set.NAME=VALUE
      --narrator VOICE            who reads what is no speech, and lock that
      --fallback NAME=VOICE[,…]   who stands in where that voice fails
      --lock NAME, --unlock NAME  leave a part as it is, or no longer
      --note NAME=WORDS           what you want to remember of a part
      --alias CUE=NAME            a cue that is another name: "REGGIE'S VOICE=REGGIE"; with nothing
                                  behind = it is none any more. 'Alias:' on the title page does
                                  the same
      --again                     cast anew all who are not locked
      --by character|voice        list who plays whom, or whom each voice plays
      --language TAG              the script's language; else the title page or its words tell
      --write FILE                write the cast as JSON, - for standard output
      --cast FILE                 take the cast from such a file, and lock what it locks
      --hear NAME                 say a speech of NAME
      -o, --output FILE           where --hear goes, else it is heard
      --set [PLUGIN:]NAME=VALUE   a setting of the voice plugin named before, or of PLUGIN
      --key-fd [PLUGIN:]NUMBER    read a plugin's key from this descriptor
      --json                      tell the cast as a line of JSON
      -q, --quiet                 say only what went wrong
      --verbose                   say more, and show what plugins print

      NAME is a character in any case, or narrator. Options that name somebody may be repeated.

      Nobody needs an option: the first time, everybody gets a voice that suits the name and
      sounds unlike those who answer, and somebody who stands in. From then on only who is new
      is cast. TOM & DICK is said by Tom, as long as he speaks elsewhere, and BOTH by whoever
      spoke before the last; --role "TOM & DICK=VOICE" makes such a cue a part of its own.

      host cast film.fountain --role NORA=flite:slt --lock OSKAR
      host cast film.fountain --again --voice espeak

    """
}
