/// The completion for fish: a line for each command, verb and option, with the condition under which it holds.
enum FishCompletion {
  static var text: String {
    let table = CompletionTable()
    return head(table) + table.commands.map { lines($0, table) }.joined(separator: "\n")
  }

  private static func head(_ table: CompletionTable) -> String {
    """
    # Completes cue in fish. Made by 'cue help --format fish'.

    set -g __cue_commands \(table.names.joined(separator: " "))

    # The command on the line; speak where none is named.
    function __cue_command
        set -l words (commandline -opc)
        if set -q words[2]; and contains -- $words[2] $__cue_commands
            echo $words[2]
        else
            echo speak
        end
    end

    # Whether the line is at the word behind the program.
    function __cue_needs_command
        test (count (commandline -opc)) -eq 1
    end

    # Whether the command is $argv[1] and, if more is given, the verb one of the rest.
    function __cue_is
        test (__cue_command) = $argv[1]; or return 1
        set -q argv[2]; or return 0
        set -l words (commandline -opc)
        for word in $words[3..-1]
            contains -- $word $argv[2..-1]; and return 0
        end
        return 1
    end

    # Whether the command is $argv[1] and none of the rest, its verbs, is there yet.
    function __cue_needs_verb
        test (__cue_command) = $argv[1]; or return 1
        not __cue_is $argv
    end

    function __cue_plugins
        set -l words (commandline -opc)
        command $words[1] plugins 2>/dev/null | while read -l id kind rest
            string match -q '/*' -- $id; and continue
            if not set -q argv[1]; or test "$kind" = $argv[1]
                echo $id
            end
        end
    end

    function __cue_voices
        set -l words (commandline -opc)
        set -l current (commandline -ct | string replace -r '^--[a-z-]+=' '')
        set -l first (string match -r '^.*,' -- $current)
        set -l last (string replace -r '^.*,' '' -- $current)
        if string match -q '*:*' -- $last
            command $words[1] voices (string replace -r ':.*' '' -- $last) 2>/dev/null | while read -l id rest
                echo "$first$id"
            end
        else
            for id in (__cue_plugins voice)
                echo "$first$id"
            end
        end
    end

    # Several of the words, with commas between.
    function __cue_list
        set -l current (commandline -ct | string replace -r '^--[a-z-]+=' '')
        set -l first (string match -r '^.*,' -- $current)
        for word in $argv
            echo "$first$word"
        end
    end

    complete -c cue -f
    \(table.commands.map {
      "complete -c cue -n __cue_needs_command -a \($0.name) -d \(quoted($0.summary))\n"
    }.joined())

    """
  }

  private static func lines(_ command: CompletionTable.Command, _ table: CompletionTable) -> String
  {
    let verbs = command.verbs.map(\.name)
    var text = ""
    for verb in command.verbs {
      let condition = "__cue_needs_verb \(command.name) \(verbs.joined(separator: " "))"
      text += "complete -c cue -n \(quoted(condition)) -a \(verb.name) -d \(quoted(verb.help))\n"
      text += plainWords("__cue_is \(command.name) \(verb.name)", verb.words.completions, table)
    }
    let unsaid =
      verbs.isEmpty
      ? "__cue_is \(command.name)"
      : "__cue_needs_verb \(command.name) \(verbs.joined(separator: " "))"
    text += plainWords(unsaid, command.completions(verb: nil), table)
    for option in command.options {
      let condition = (["__cue_is", command.name] + option.verbs).joined(separator: " ")
      text += "complete -c cue -n \(quoted(condition))"
      if let short = option.short { text += " -s \(short.dropFirst())" }
      text += " -l \(option.name.dropFirst(2))"
      if option.placeholder != nil { text += " -r" + offer(option.completion, table) }
      text += " -d \(quoted(option.clause))\n"
    }
    return text
  }

  /// Fish does not count words: what any of them may be is offered for all.
  private static func plainWords(
    _ condition: String, _ completions: [Completion], _ table: CompletionTable
  ) -> String {
    var text = ""
    for completion in completions where completion != .nothing {
      text += "complete -c cue -n \(quoted(condition))\(offer(completion, table))\n"
    }
    return text
  }

  private static func offer(_ completion: Completion, _ table: CompletionTable) -> String {
    switch completion {
    case .nothing: " -f"
    case .file: " -F"
    case .folder: " -f -a '(__fish_complete_directories (commandline -ct))'"
    case .word(let words, isList: false): " -f -a \(quoted(words.joined(separator: " ")))"
    case .word(let words, isList: true):
      " -f -a \(quoted("(__cue_list \(words.joined(separator: " ")))"))"
    case .plugin(let kind): " -f -a \(quoted("(__cue_plugins\(kind.isEmpty ? "" : " " + kind))"))"
    case .voice: " -f -a '(__cue_voices)'"
    case .command: " -f -a \(quoted(table.names.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
