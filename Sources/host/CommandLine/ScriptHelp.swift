extension Help {
  static let script = """
    Read a screenplay: Fountain, Final Draft (FDX) or plain text.

      host script show FILE [--json]          its elements in order
      host script info FILE [--json]          scenes, characters, and what is doubtful
      host script convert IN OUT              write it as .fountain, .fdx, .json or .txt
      host script items FILE [OPTIONS]        what is said, and who says it

      FILE, IN                    - for standard input
      --to FORM                   what OUT is: fountain, fdx, json, txt; else its ending tells,
                                  and - is standard output
      --rules NAME                table-read, where nothing is said: headings and action by the
                                  narrator, speeches by their characters;
                                  1.0: with "JOHN says:" once a scene; all-on: all that the page
                                  shows; dialogue-only
      --dual sequence|together    speeches side by side: one after the other, or at once
      --centered                  say centered text, too
      --title                     say title and author first
      --alias CUE=NAME            a cue that is another name; may be repeated
      --lexicon FILE              how words are spoken, a line each: Aoife = EE-fa;
                                  'Lexicon:' on the title page does the same
      --json                      show, info: an object; items: a line of JSON for each

      UTF-8, UTF-16 and Windows' Western letters are told apart; line ends are of any kind.

    """
}
