import CSystem
import CuePlugins
import CueSystem
import Glibc

/// Lets the user edit a text in their own editor, on a copy.
struct SpeechEditor {
  /// Where the copy is.
  let path: String
  private let command: String

  /// Makes the copy; nothing is started yet.
  init(_ text: String, _ environment: UserEnvironment) throws(UserError) {
    let named = environment.variable("VISUAL") ?? environment.variable("EDITOR")
    let usual = ["/usr/bin/editor", "/usr/bin/vi"].first { (path: String) in
      unsafe access(path, X_OK) == 0
    }
    guard let command = named ?? usual else {
      throw UserError(
        "There is no editor: neither VISUAL nor EDITOR names one.",
        hint: "Name one, as in: EDITOR=nano \(Program.name) speech edit …\n"
          + "or give the new text as a file: \(Program.name) speech edit SPEECH FILE",
        .configuration)
    }
    self.command = command
    let folder = environment.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/cue-speech-XXXXXX.txt".utf8CString)
    let descriptor = unsafe mkstemps(&template, 4)
    guard descriptor >= 0 else {
      throw UserError(
        "No copy to edit can be made in \(folder): \(Console.describe(errno: errno)).",
        .cannotCreate)
    }
    defer { close(descriptor) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let failure = Descriptor.write(Array((text + "\n").utf8), to: descriptor)
    guard failure == 0 else {
      unsafe unlink(path)
      throw UserError(
        "\(path) cannot be written: \(Console.describe(errno: failure)).", .inputOutput)
    }
  }

  /// Runs the editor to its end and answers what the copy holds then.
  func run() throws(UserError) -> [UInt8] {
    var status: Int32 = 0
    let failure = unsafe cue_run_in_terminal(command, path, &status)
    guard failure == 0, status == 0 else {
      let why =
        failure != 0
        ? Console.describe(errno: failure)
        : cue_status_signal(status) != 0
          ? "signal \(cue_status_signal(status)) ended it"
          : "it ended with status \(cue_status_exit(status))"
      throw UserError("The editor “\(command)” failed: \(why).", .unavailable)
    }
    return try Texts.contents(ofFile: path)
  }

  /// Removes the copy.
  func discard() { unsafe unlink(path) }
}
