extension Help {
  static let library = """
    Look after what is kept: scripts, and the sound that was made of them.

      host library info                       scripts, items, clips and what they take
      host library check                      is all that is kept there, and whole?
      host library clean                      remove sound that nothing refers to

      --cache DIR                 the clips in DIR, which 'host generate --cache DIR' filled:
                                  'check' looks there too, 'clean' and 'info' only there
      --most SIZE                 with 'clean': leave no more than SIZE, as in 500M or 2G; the sound
                                  that was used the longest ago goes first, and is made again
                                  when it is needed
      --dry-run                   with 'clean': say what would go, and remove nothing
      --json                      lines of JSON

      'check' reads every byte: the database's own checks, every clip that an item refers to, and
      every file among the clips. It ends with 1 where something is wrong, and says what to do.
      Sound of the last hour that nothing refers to stays: somebody may be at work. In a folder
      that others fill too, 'clean --cache' removes what --most says, and nothing else.

    """

  static let audio = """
    The sound of a script's items: several versions of each, one of which is heard.

      host audio list SCRIPT [ITEM]           the items and their versions, or one item
      host audio activate VERSION             have this one heard
      host audio rate VERSION 1…5             how good it is; 'none' takes that back
      host audio note VERSION WORDS…          what you think of it; no words take that back

      SCRIPT                      its file, its name or its number in the library
      ITEM, VERSION               numbers, as 'list' shows them
      --json                      a line of JSON for each item

    """
}
