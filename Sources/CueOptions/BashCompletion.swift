/// The completion for bash: three tables as functions, and one function that reads the line with them.
package enum BashCompletion {
  package static func text(_ program: ProgramDescription) -> String {
    let table = CompletionTable(program)
    return """
      # Completes cue in bash. Made by 'cue help --format bash'.

      # The options of COMMAND VERB.
      _cue_options() {
        case "$1 $2" in
      \(options(table))  esac
      }

      # What the value of COMMAND OPTION is; nothing for a flag.
      _cue_value() {
        case "$1 $2" in
      \(values(table))  esac
      }

      # The kinds of the plain words after COMMAND VERB, one on each line.
      _cue_plain() {
        case "$1 $2" in
      \(plainWords(table))  esac
      }

      # The verbs of COMMAND.
      _cue_verbs() {
        case $1 in
      \(verbs(table))  esac
      }

      _cue_commands='\(table.names.joined(separator: " "))'
      \(reader)
      """
  }

  private static func options(_ table: CompletionTable) -> String {
    var text = ""
    for command in table.commands {
      for verb in [nil] + command.verbs.map({ Optional($0.name) }) {
        let names = command.options.filter { $0.goes(with: verb) }.flatMap(\.names)
        text += "    '\(command.name) \(verb ?? "")') echo '\(names.joined(separator: " "))' ;;\n"
      }
    }
    return text
  }

  private static func values(_ table: CompletionTable) -> String {
    var keywords: [String] = []
    var patterns: [String: [String]] = [:]
    for command in table.commands {
      for option in command.options where option.placeholder != nil {
        let keyword = option.completion.keyword(table.names)
        if patterns[keyword] == nil { keywords.append(keyword) }
        patterns[keyword, default: []] += option.names.map { "'\(command.name) \($0)'" }
      }
    }
    return keywords.map { keyword in
      "    \((patterns[keyword] ?? []).joined(separator: " | "))) echo '\(keyword)' ;;\n"
    }.joined()
  }

  private static func plainWords(_ table: CompletionTable) -> String {
    var text = ""
    for command in table.commands {
      for verb in [nil] + command.verbs.map({ Optional($0.name) }) {
        let kinds = command.completions(verb: verb).map { "'\($0.keyword(table.names))'" }
        guard !kinds.isEmpty else { continue }
        text +=
          "    '\(command.name) \(verb ?? "")') printf '%s\\n' \(kinds.joined(separator: " ")) ;;\n"
      }
    }
    return text
  }

  private static func verbs(_ table: CompletionTable) -> String {
    table.commands.filter { !$0.verbs.isEmpty }.map {
      "    \($0.name)) echo '\($0.verbs.map(\.name).joined(separator: " "))' ;;\n"
    }.joined()
  }

  private static let reader = #"""
    # The ids of plugins of the kind $2, or of all, as the program $1 lists them.
    _cue_plugins() {
      local id kind rest
      "$1" plugins 2>/dev/null | while read -r id kind rest; do
        [[ $id == /* || ( -n $2 && $kind != "$2" ) ]] || echo "$id"
      done
    }

    # Voices as $1 lists them: plugins, and the voices of the one before the colon in $2.
    _cue_voices() {
      local id rest
      if [[ $2 == *:* ]]; then
        "$1" voices "${2%%:*}" 2>/dev/null | while read -r id rest; do echo "$id"; done
      else
        _cue_plugins "$1" voice
      fi
    }

    _cue() {
      local line=${COMP_LINE:0:COMP_POINT} program=${COMP_WORDS[0]/#\~/$HOME}
      local command= verb= option= dashes= value= count=0 word kind typed current prefix= candidate
      local -a words kinds candidates
      COMPREPLY=()
      read -ra words <<<"$line"
      [[ $line == *[[:space:]] ]] && words+=("")
      typed=${words[-1]}
      current=$typed

      for word in "${words[@]:1:${#words[@]}-2}"; do
        if [[ $option ]]; then
          option=
        elif [[ $dashes || $word == - || $word != -* ]]; then
          if [[ ! $command ]]; then
            if [[ " $_cue_commands " == *" $word "* ]]; then command=$word; else command=speak; fi
          elif [[ ! $verb && $count == 0 && " $(_cue_verbs "$command") " == *" $word "* ]]; then
            verb=$word
          else
            count=$((count + 1))
          fi
        else
          : "${command:=speak}"
          if [[ $word == -- ]]; then
            dashes=1
          elif [[ $word != *=* && $(_cue_value "$command" "$word") ]]; then
            option=$word
          fi
        fi
      done

      if [[ $option ]]; then
        kind=$(_cue_value "$command" "$option")
      elif [[ ! $dashes && $current == --*=* ]]; then
        kind=$(_cue_value "${command:-speak}" "${current%%=*}")
        current=${current#*=}
      elif [[ ! $dashes && $current == -* ]]; then
        kind="word $(_cue_options "${command:-speak}" "$verb")"
      elif [[ ! $command ]]; then
        kind="word $_cue_commands"
      else
        mapfile -t kinds < <(_cue_plain "$command" "$verb")
        ((${#kinds[@]} == 0)) || kind=${kinds[count < ${#kinds[@]} ? count : ${#kinds[@]} - 1]}
        [[ $verb || $count != 0 ]] || candidates=($(_cue_verbs "$command"))
      fi

      case ${kind%% *} in
        list | voice) prefix=${current%"${current##*,}"} ;;
      esac
      value=${current#"$prefix"}
      case $kind in
        file) mapfile -t -O "${#candidates[@]}" candidates < <(compgen -f -- "$value"); compopt -o filenames 2>/dev/null ;;
        folder) mapfile -t candidates < <(compgen -d -- "$value"); compopt -o filenames 2>/dev/null ;;
        word\ * | list\ *) candidates+=(${kind#* }) ;;
        plugin*) candidates+=($(_cue_plugins "$program" "${kind#plugin }")) ;;
        voice) candidates+=($(_cue_voices "$program" "$value")) ;;
      esac
      # Readline replaces the word after the last = or :.
      local kept=${typed%"${typed##*[=:]}"} whole
      for candidate in "${candidates[@]}"; do
        [[ $candidate == "$value"* ]] || continue
        whole=${typed%"$current"}$prefix$candidate
        COMPREPLY+=("${whole#"$kept"}")
      done
      if ((${#COMPREPLY[@]} == 1)) && [[ ${kind%% *} == @(list|voice) || ${COMPREPLY[0]} == *: ]]; then
        compopt -o nospace 2>/dev/null
      fi
    }
    complete -F _cue cue

    """#
}

/// What the completions of all shells are made of: the tables, with names cut into words.
struct CompletionTable {
  struct Command {
    let name: String
    let summary: String
    let verbs: [VerbDescription]
    let options: [OptionDescription]
    let words: WordsDescription?

    /// What is completed after the command and its verb, word by word.
    func completions(verb: String?) -> [Completion] {
      (verb.flatMap { name in verbs.first { $0.name == name } }?.words ?? words)?.completions ?? []
    }
  }

  let commands: [Command]

  init(_ program: ProgramDescription) {
    commands = program.commands.map { line in
      let description = line.description()
      return Command(
        name: line.name, summary: line.summary, verbs: description.verbs,
        options: description.options, words: description.words)
    }
  }

  var names: [String] { commands.map(\.name) }
}

extension Completion {
  /// A word for the scripts: what to offer.
  func keyword(_ commands: [String]) -> String {
    switch self {
    case .nothing: "nothing"
    case .file: "file"
    case .folder: "folder"
    case .word(let words, let isList): (isList ? "list " : "word ") + words.joined(separator: " ")
    case .plugin(let kind): "plugin " + kind
    case .voice: "voice"
    case .command: "word " + commands.joined(separator: " ")
    }
  }
}

extension OptionDescription {
  /// The first clause of the help, for lists in a shell.
  var clause: String {
    var clause = help.prefix { $0 != ";" }
    if let colon = clause.firstRange(of: ": ") { clause = clause[..<colon.lowerBound] }
    return String(clause)
  }

  /// Whether the option goes with this verb; nil is none.
  func goes(with verb: String?) -> Bool {
    verb.map { verbs.isEmpty || verbs.contains($0) } ?? verbs.isEmpty
  }
}
