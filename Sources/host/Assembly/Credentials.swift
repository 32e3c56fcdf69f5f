import CSystem
import Glibc

/// Where keys come from: a descriptor, the environment, systemd, a command, a file only the user
/// can read.
///
/// In that order.
struct Credentials: Sendable {
  private let surroundings: Surroundings
  private let descriptors: [String: Int32]

  init(_ surroundings: Surroundings, descriptors: [String: Int32] = [:]) {
    self.surroundings = surroundings
    self.descriptors = descriptors
  }

  /// The secret parameter `name` of the plugin `plugin`, or nothing.
  func secret(plugin: String, name: String) throws(UserError) -> String? {
    if let descriptor = descriptors[plugin] ?? descriptors[""] {
      return try Credentials.trimmed(
        Texts.contents(of: descriptor, "The key on descriptor \(descriptor)"))
    }
    if let value = surroundings.variable(Credentials.variable(plugin, name)) { return value }
    if let folder = surroundings.variable("CREDENTIALS_DIRECTORY") {
      let path = "\(folder)/cue-\(plugin)-\(name)"
      if unsafe access(path, F_OK) == 0 {
        return try Credentials.trimmed(Texts.contents(ofFile: path))
      }
    }
    if let command = try configuredCommand(plugin, name) {
      return try Credentials.output(of: command)
    }
    return try stored().first { $0.plugin == plugin && $0.name == name }?.secret
  }

  /// `CUE_ELEVENLABS_KEY` for the key of elevenlabs.
  static func variable(_ plugin: String, _ name: String) -> String {
    "CUE_" + "\(plugin)_\(name)".uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
  }

  /// The first four and last four characters of a secret; less of a short one.
  static func masked(_ secret: String) -> String {
    guard secret.count >= 12 else { return String(repeating: "•", count: 8) }
    return secret.prefix(4) + String(repeating: "•", count: 8) + secret.suffix(4)
  }

  private static func trimmed(_ bytes: [UInt8]) throws(UserError) -> String? {
    let text = try Texts.checked(bytes, "The key")
    let key = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return key.isEmpty ? nil : key
  }

  // A command, from the configuration: "elevenlabs.key.command = pass show cue/elevenlabs".

  private func configuredCommand(_ plugin: String, _ name: String) throws(UserError) -> String? {
    try surroundings.configured("\(plugin).\(name).command")
  }

  private static func output(of command: String) throws(UserError) -> String? {
    guard let pipe = unsafe popen(command, "re") else {
      throw UserError("The key's command could not be started.", .configuration)
    }
    let result = Result { () throws(UserError) in
      try Texts.contents(of: unsafe fileno(pipe), "What the key's command printed")
    }
    let status = unsafe pclose(pipe)
    guard status == 0 else {
      throw UserError(
        "The command in cue.conf that should print the key failed with status "
          + "\(cue_status_exit(status)).", .configuration)
    }
    return try trimmed(result.get())
  }

  // The file: a line "PLUGIN NAME SECRET" each, readable by the user alone.

  struct Stored: Equatable {
    var plugin: String
    var name: String
    var secret: String
  }

  var path: String { surroundings.configurationFolder + "/credentials" }

  func stored() throws(UserError) -> [Stored] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [] }
    if status.st_mode & 0o077 != 0 {
      Console.say(
        "Others can read \(path), which holds your keys.", hint: "chmod 600 \(path)")
    }
    let text = try Texts.checked(try Texts.contents(ofFile: path), path)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3 else { return nil }
      return Stored(plugin: String(parts[0]), name: String(parts[1]), secret: String(parts[2]))
    }
  }

  func set(plugin: String, name: String, secret: String) throws(UserError) {
    var all = try stored().filter { $0.plugin != plugin || $0.name != name }
    all.append(Stored(plugin: plugin, name: name, secret: secret))
    try store(all)
  }

  /// Whether there was one.
  func remove(plugin: String, name: String) throws(UserError) -> Bool {
    let all = try stored()
    let rest = all.filter { $0.plugin != plugin || $0.name != name }
    guard rest != all else { return false }
    try store(rest)
    return true
  }

  private func store(_ all: [Stored]) throws(UserError) {
    var folder = ""
    for part in surroundings.configurationFolder.split(separator: "/") {
      folder += "/" + part
      unsafe mkdir(folder, 0o700)
    }
    let text = all.map { "\($0.plugin) \($0.name) \($0.secret)\n" }.joined()
    let partial = path + ".part"
    unsafe unlink(partial)
    let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UserError(
        "\(path) cannot be written: \(Console.describe(errno: errno)).", .cannotCreate)
    }
    let failure = Console.write(Array(text.utf8), to: descriptor)
    close(descriptor)
    guard failure == 0, unsafe rename(partial, path) == 0 else {
      unsafe unlink(partial)
      throw UserError(
        "\(path) could not be written: \(Console.describe(errno: failure)).", .inputOutput)
    }
  }
}
