/// The completion for zsh: a function for each command, by _arguments.
enum ZshCompletion {
  static var text: String {
    let table = CompletionTable()
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

      \(table.commands.map { function($0, table) }.joined(separator: "\n"))
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

  private static func function(_ command: CompletionTable.Command, _ table: CompletionTable)
    -> String
  {
    var lines = command.options.map { option($0, table) }
    if command.verbs.isEmpty {
      let kinds = command.completions(verb: nil)
      for (index, kind) in kinds.enumerated() {
        let place = index == kinds.count - 1 && command.words?.count.upperBound == Int.max
        lines.append(quoted("\(place ? "*" : "\(index + 1)"):word:\(action(kind, table))"))
      }
    } else {
      lines.append("'1:verb:->verb'")
      lines.append("'*:word:->word'")
    }
    var text = "_cue_command_\(command.name)() {\n"
    text += "  local curcontext=$curcontext state line ret=1\n  typeset -A opt_args\n"
    text += "  _arguments -C -s -S \\\n    " + lines.joined(separator: " \\\n    ") + " && ret=0\n"
    if !command.verbs.isEmpty { text += verbs(command, table) }
    return text + "  return ret\n}\n"
  }

  private static func verbs(_ command: CompletionTable.Command, _ table: CompletionTable) -> String
  {
    var text = "  case $state in\n    verb)\n      local -a verbs\n      verbs=(\n"
    for verb in command.verbs { text += "        \(quoted("\(verb.name):\(verb.help)"))\n" }
    text += "      )\n      _describe -t verbs verb verbs && ret=0\n"
    if let first = command.completions(verb: nil).first {
      text += "      \(call(first, table)) && ret=0\n"
    }
    text += "      ;;\n    word)\n      case $line[1] in\n"
    for verb in command.verbs {
      // The verb is the first word, so that those behind it are counted from 2.
      let kinds = verb.words.completions
      guard let last = kinds.last, kinds.contains(where: { $0 != .nothing }) else { continue }
      text += "        \(verb.name))\n          case $(( CURRENT_WORD )) in\n"
        .replacing("$(( CURRENT_WORD ))", with: "${#line}")
      for (index, kind) in kinds.dropLast().enumerated() {
        text += "            \(index + 2)) \(call(kind, table)) && ret=0 ;;\n"
      }
      text += "            *) \(call(last, table)) && ret=0 ;;\n          esac\n          ;;\n"
    }
    return text + "      esac\n      ;;\n  esac\n"
  }

  private static func option(_ option: OptionDescription, _ table: CompletionTable) -> String {
    let explanation =
      "[" + option.clause.replacing("[", with: "\\[").replacing("]", with: "\\]") + "]"
    let value = option.placeholder.map {
      ":" + $0.replacing(":", with: "\\:") + ":" + action(option.completion, table)
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
  private static func action(_ completion: Completion, _ table: CompletionTable) -> String {
    switch completion {
    case .nothing: " "
    case .word(let words, isList: false):
      "(" + words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ") + ")"
    // Behind a blank, _arguments adds no options of its own.
    case .plugin: " " + call(completion, table)
    default: call(completion, table).replacing(":", with: "\\:")
    }
  }

  /// The command that completes a word.
  private static func call(_ completion: Completion, _ table: CompletionTable) -> String {
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
