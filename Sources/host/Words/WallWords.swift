import CuePlugins
import Glibc

// Sentences and clauses about what confines plugins.

extension UserError {
  /// That a plugin does not get what it declares.
  init(_ plugin: String, isConfined needs: [PluginNeed]) {
    let list = needs.map(\.text).joined(separator: ", ")
    let option = needs.first.map { "--allow \(plugin):\($0.option)" } ?? "--no-sandbox"
    self.init(
      "\(plugin) asks for \(list) and does not get it: you have not allowed it.",
      hint:
        "To allow it, start '\(Program.name)' with this plugin at a terminal and answer yes, or use \(option).",
      .done)
  }
}

extension UserError {
  /// That the file `path` offers a plugin under the name of another one.
  init(_ plugin: String, isForeign path: String) {
    self.init(
      "\(path) offers a plugin named \(plugin), but another file has this name: it gets no key and no settings of \(plugin).",
      hint: "If both are wanted, give this plugin an id of its own.", .done)
  }
}

extension PluginNeed {
  /// What the plugin could do with it.
  var meaning: String {
    switch self {
    case .place(let place): place.meaning
    case .read(let path): "read \(path.text)"
    case .write(let path): "read and change \(path.text)"
    case .network: "use the network"
    case .localNetwork: "use the network on this machine"
    case .socket(let path): "talk to the program at \(path.text)"
    case .device(let path): "use the device \(path.text)"
    case .run: "start other programs"
    case .interpreter(let path): "be run by \(path.text)"
    case .memory(let bytes): "use \(Counted.bytes(bytes)) of memory"
    case .watch(let path): "be asked again if \(path.text) changes"
    }
  }

  /// The need as `--allow` takes it, after the plugin and a colon.
  var option: String {
    switch self {
    case .localNetwork: "network=local"
    case .place, .network, .run, .watch: text
    case .read, .write, .socket, .device, .interpreter, .memory:
      text.split(separator: ":", maxSplits: 1).joined(separator: "=")
    }
  }
}

extension NeedPath.Place {
  /// What it is.
  fileprivate var meaning: String {
    switch self {
    case .models: "read the folders of models"
    case .cache: "keep files in a cache folder of its own"
    case .own: "keep files in a folder of its own"
    case .plugin: "read the folder that it is in"
    case .runtime: "use the folder of your sockets"
    case .config: "read the settings of your programs"
    }
  }
}

extension WallFault {
  /// The fault, as a clause.
  var clause: String {
    switch self {
    case .declaration(let error): error.clause
    case .grant(let error):
      error.need.map { "its need “\($0.text)” cannot be granted: \(error.reason.clause)" }
        ?? "it cannot be confined: \(error.reason.clause)"
    case .consent(let error): error.clause
    case .configuration(let error): UserError(error).sentence
    }
  }
}

extension DeclarationError {
  fileprivate var clause: String {
    switch self {
    case .unreadable(let path, let errno):
      "\(path) cannot be read: \(Console.describe(errno: errno))"
    case .needs(let path, let error):
      error.line > 0
        ? "its needs are wrong (\(path), line \(error.line)): \(error.reason.clause)"
        : "its needs are wrong (\(path)): \(error.reason.clause)"
    case .damaged(let path, let fault): "\(path) is no whole library: \(fault.clause)"
    case .contradiction(let one, let other): "\(one) and \(other) declare different needs"
    case .changed(let path): "\(path) was changed while it was read"
    }
  }
}

extension ElfFault {
  fileprivate var clause: String {
    switch self {
    case .truncated: "it ends too early"
    case .malformed: "its headers contradict each other"
    case .tooLarge: "one of its tables is too large"
    case .unreadable(let errno): Console.describe(errno: errno)
    }
  }
}

extension ConsentError {
  fileprivate var clause: String {
    switch self {
    case .unreadable(let path, let errno):
      "your answers in \(path) cannot be read: \(Console.describe(errno: errno))"
    case .damaged(let path, let line): "your answers in \(path) are damaged at line \(line)"
    case .writableByOthers(let path): "\(path) can be changed by other users"
    case .unwritable(let path, let errno):
      "your answer cannot be kept in \(path): \(Console.describe(errno: errno))"
    }
  }
}

extension GrantError.Reason {
  fileprivate var clause: String {
    switch self {
    case .leavesPlace(let path): "a link in it leads to \(path), outside of its place"
    case .pluginHasNoFolder:
      "the plugin is in a folder that holds other things of yours; move it to a folder of its own"
    case .closed(let path): "no plugin may use \(path) in this way"
    case .forbidden(let path, let reason): "it leads to \(path): \(reason.clause)"
    case .notASocket(let path): "\(path) is no socket"
    case .unresolved(let path, let errno): "\(path): \(Console.describe(errno: errno))"
    case .interpreter(let error): "\(error.path): \(error.reason.clause)"
    }
  }
}

extension InterpreterError.Reason {
  fileprivate var clause: String {
    switch self {
    case .unclear: "its first line names no interpreter in a form that Cue reads"
    case .relative(let name): "its first line names “\(name)”, which is no absolute path"
    case .notInPath(let name): "no folder of PATH has the interpreter “\(name)”"
    case .missing(let path, let errno):
      "the interpreter \(path) is missing: \(Console.describe(errno: errno))"
    case .notExecutable(let path): "the interpreter \(path) cannot be executed"
    case .tooDeep: "its interpreter is a script of a script of a script"
    case .environment(let path): "\(path) does not say where its Python is"
    }
  }
}

extension NeedsError.Reason {
  /// What is wrong, as a clause.
  var clause: String {
    switch self {
    case .tooLong: "there are more than \(PluginNeeds.mostBytes) bytes"
    case .tooManyLines: "there are more than \(PluginNeeds.mostLines) lines"
    case .notUTF8: "it is not UTF-8"
    case .controlCharacter(let scalar):
      "it has a character that is not visible (U+\(String(scalar.value, radix: 16, uppercase: true)))"
    case .unknownWord(let word): "there is no need “\(word)”"
    case .unknownPlace(let name): "there is no place “\(name)”"
    case .missingPath: "a path or a number is missing"
    case .needlessValue: "something follows a need that has no value"
    case .relativePath: "a path begins with / or with a place, as in $plugin/data"
    case .wholeSystem: "no plugin gets all files"
    case .climbingPath: "a path may not have “..” in it"
    case .blankAtEnd: "a path may not end with a blank"
    case .pathTooLong: "the path is too long"
    case .processes: "no plugin gets the files of other processes"
    case .device: "a device is asked for with “device:”"
    case .notADevice: "a device is below /dev"
    case .forbiddenDevice: "no plugin gets a terminal or the memory of the machine"
    case .readOnlyPlace(let place): "a plugin may not write in \(place.rawValue)"
    case .unsuitablePlace(let place): "\(place.rawValue) cannot be used here"
    case .notANumber: "the memory is a number of bytes"
    case .memoryOutOfRange:
      "the memory is from \(PluginNeeds.memoryRange.lowerBound) to \(PluginNeeds.memoryRange.upperBound) bytes"
    case .twoMemories: "the memory is given twice"
    }
  }
}

extension ConsentRequest {
  /// What is asked, in lines.
  var text: String {
    var text =
      "The plugin \(plugin) (\(file)) did not come with Cue. It wants to:\n"
    for question in questions {
      let wish = question.need?.meaning ?? "be run by the program that its first line names"
      text += "  \(wish)\n"
      // Where links lead, if that is not what the need says.
      for grant in question.grants where question.need?.text != grant.need {
        text += "      that is: \(grant.need)\n"
      }
    }
    return text
      + "Your answer is kept until the plugin changes; '\(Program.name) plugin forget' forgets it.\n"
  }
}

extension Grant {
  /// The grant in the form of a need.
  fileprivate var need: String { String(argument.dropFirst("--grant=".count)) }
}
