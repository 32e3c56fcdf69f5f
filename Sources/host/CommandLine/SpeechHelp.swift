extension Help {
  static let speech = """
    Keep the speeches you practise.

      host speech add [FILE]                  from a file, or standard input
      host speech list [--search WORDS]       the last changed first
      host speech search WORDS…               those with WORDS in the title or the text
      host speech show SPEECH                 what is known of it, and its text
      host speech edit SPEECH                 in your editor (VISUAL, EDITOR)
      host speech edit SPEECH FILE            the text of FILE instead of its own
      host speech history SPEECH              how it was practised, the last time first
      host speech remove SPEECH…
      host speech export SPEECH [-o FILE]

      SPEECH                      its title, whatever the case, or its number
      --title TITLE               else the file's first heading, or its name
      --language TAG              what it is in: en-US, et, de …; else what its words look like
      --truncate                  keep the first 10,000 characters of a longer text
      --markdown, --plain         what the text is, whatever the file's name; .md is Markdown,
                                  and its marks are not spoken
      --json                      a line of JSON for each speech

      The time to say a speech is that of 150 words a minute. Speeches are kept in
      ~/.local/share/cue/library.db.

    """
}
