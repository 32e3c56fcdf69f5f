/// The completion for zsh: a function for each command, by _arguments.
package enum ZshCompletion {
  package static func text(_ program: ProgramDescription) -> String {
    let table = CompletionTable(program)
    let commands = table.commands.map { "    \(quoted("\($0.name):\($0.summary)"))\n" }.joined()
    return """
      #compdef cue
      # Completes cue in zsh. Made by 'cue help --format zsh'.

      # The ids of plugins of a kind, or of all.
      _cue_ids() {
        $_cue_program plugins 2>/dev/null | while read -r id kind rest; do
          [[ $id == /* || ( -n $1 && $kind != $1 ) ]] || print -r -- $id
        done
      }

      _cue_plugins() {
        compadd -- ${(f)"$(_cue_ids $1)"}
      }

      # Voices: plugins, and the voices of the one before the colon; several with commas between.
      _cue_voices() {
        compset -P '*,'
        if [[ $PREFIX == *:* ]]; then
          compadd -S '' -- ${(f)"$($_cue_program voices ${PREFIX%%:*} 2>/dev/null | while read -r id rest; do
            print -r -- $id
          done)"}
        else
          compadd -S '' -- ${(f)"$(_cue_ids voice)"}
        fi
      }

      _cue_commands() {
        local -a commands
        commands=(
      \(commands)  )
        _describe -t commands command commands
      }

      \(table.commands.map { function($0) }.joined(separator: "\n"))
      _cue() {
        local _cue_program=$words[1] name=$words[2]
        if (( CURRENT == 2 )) && [[ $name != -* ]]; then
          _cue_commands
          return
        fi
        if [[ $name != -* ]] && (( $+functions[_cue_command_$name] )); then
          shift words
          (( CURRENT-- ))
          _cue_command_$name
        else
          _cue_command_speak
        fi
      }

      if [[ $funcstack[1] == _cue ]]; then
        _cue "$@"
      else
        compdef _cue cue
      fi

      """
  }

  private static func function(_ command: CompletionTable.Command) -> String {
    var lines = command.options.map { option($0) }
    if command.verbs.isEmpty {
      let kinds = command.completions(verb: nil)
      for (index, kind) in kinds.enumerated() {
        let place = index == kinds.count - 1 && command.words?.count.upperBound == Int.max
        lines.append(quoted("\(place ? "*" : "\(index + 1)"):word:\(action(kind))"))
      }
    } else {
      lines.append("'1:verb:->verb'")
      lines.append("'*:word:->word'")
    }
    var text = "_cue_command_\(command.name)() {\n"
    text += "  local curcontext=$curcontext state line ret=1\n  typeset -A opt_args\n"
    text += "  _arguments -C -s -S \\\n    " + lines.joined(separator: " \\\n    ") + " && ret=0\n"
    if !command.verbs.isEmpty { text += verbs(command) }
    return text + "  return ret\n}\n"
  }

  private static func verbs(_ command: CompletionTable.Command) -> String {
    var text = "  case $state in\n    verb)\n      local -a verbs\n      verbs=(\n"
    for verb in command.verbs { text += "        \(quoted("\(verb.name):\(verb.help)"))\n" }
    text += "      )\n      _describe -t verbs verb verbs && ret=0\n"
    if let first = command.completions(verb: nil).first {
      text += "      \(call(first)) && ret=0\n"
    }
    text += "      ;;\n    word)\n      case $line[1] in\n"
    for verb in command.verbs {
      // The verb is the first word, so the words after it are counted from 2.
      let kinds = verb.words.completions
      guard let last = kinds.last, kinds.contains(where: { $0 != .nothing }) else { continue }
      text += "        \(verb.name))\n          case $(( CURRENT_WORD )) in\n"
        .replacing("$(( CURRENT_WORD ))", with: "${#line}")
      for (index, kind) in kinds.dropLast().enumerated() {
        text += "            \(index + 2)) \(call(kind)) && ret=0 ;;\n"
      }
      text += "            *) \(call(last)) && ret=0 ;;\n          esac\n          ;;\n"
    }
    return text + "      esac\n      ;;\n  esac\n"
  }

  private static func option(_ option: OptionDescription) -> String {
    let explanation =
      "[" + option.clause.replacing("[", with: "\\[").replacing("]", with: "\\]") + "]"
    let value = option.placeholder.map {
      ":" + $0.replacing(":", with: "\\:") + ":" + action(option.completion)
    }
    let rest = quoted(explanation + (value ?? ""))
    let isFlag = value == nil
    guard let short = option.short else {
      return quoted((option.isRepeatable ? "*" : "") + option.name + (isFlag ? "" : "=")) + rest
    }
    let names = isFlag ? "{\(short),\(option.name)}" : "{\(short)+,\(option.name)=}"
    let exclusion = option.isRepeatable ? "'*'" : "'(\(short) \(option.name))'"
    return exclusion + names + rest
  }

  /// What _arguments does to complete a value.
  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .word(let words, isList: false):
      "(" + words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ") + ")"
    // After a blank, _arguments adds no options of its own.
    case .plugin: " " + call(completion)
    default: call(completion).replacing(":", with: "\\:")
    }
  }

  /// The command that completes a word.
  private static func call(_ completion: Completion) -> String {
    switch completion {
    case .nothing: "_message word"
    case .file: "_files"
    case .folder: "_files -/"
    case .word(let words, let isList):
      isList
        ? "_values -s , word " + words.joined(separator: " ")
        : "compadd -- " + words.joined(separator: " ")
    case .plugin(let kind): "_cue_plugins \(kind)"
    case .voice: "_cue_voices"
    case .command: "_cue_commands"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

/// The completion for fish: a line for each command, verb and option, with the condition under which it holds.
package enum FishCompletion {
  package static func text(_ program: ProgramDescription) -> String {
    let table = CompletionTable(program)
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

    # Whether the line is at the word after the program.
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

  /// Fish does not count words: what fits any of them is offered for all.
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
