import CSystem
import CueSystem
import Glibc

/// Where keys come from: a descriptor, the environment, systemd, a command, a file only the user
/// can read.
///
/// In that order.
public struct Credentials: Sendable {
  private let environment: UserEnvironment
  private let descriptors: [String: Int32]
  private let commandLimit: Duration

  /// The keys of the user of `environment`.
  ///
  /// - Parameters:
  ///   - environment: where to look
  ///   - descriptors: descriptors that keys are read from, by plugin id; "" is for every plugin
  ///   - commandLimit: how long a command that prints a key may take
  public init(
    _ environment: UserEnvironment, descriptors: [String: Int32] = [:],
    commandLimit: Duration = .seconds(10)
  ) {
    self.environment = environment
    self.descriptors = descriptors
    self.commandLimit = commandLimit
    // Commands and editors that Cue starts must not read a key.
    for descriptor in descriptors.values { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// The secret parameter `name` of the plugin `plugin`; nil if there is none.
  ///
  /// A recognizer that is named after a voice (`openai-recognizer`) uses the key of that voice, unless it has its own.
  ///
  /// - Parameters:
  ///   - plugin: the plugin's id
  ///   - name: the name of the parameter
  ///   - mayHave: whether the plugin may have the keys of the plugin with this id; asked if there is one
  /// - Returns: the secret; nil if there is none that the plugin may have
  /// - Throws: ``CredentialsError`` if the keys cannot be read
  public func secret(
    plugin: String, name: String, mayHave: (_ id: String) -> Bool = { _ in true }
  ) throws(CredentialsError) -> Secret? {
    for id in [plugin, PluginSearch.voice(beside: plugin)].compactMap({ $0 }) {
      if let secret = try own(id, name), mayHave(id) { return secret }
    }
    return nil
  }

  private func own(_ plugin: String, _ name: String) throws(CredentialsError) -> Secret? {
    if let descriptor = descriptors[plugin] ?? descriptors[""] {
      let bytes: [UInt8]
      do throws(TextError) { bytes = try TextInput.bytes(of: descriptor) } catch {
        throw .descriptor(descriptor, error)
      }
      return try Credentials.trimmed(bytes)
    }
    if let value = environment.variable(Credentials.variable(plugin, name)) {
      return Secret(value.utf8)
    }
    if let folder = environment.variable("CREDENTIALS_DIRECTORY") {
      let path = "\(folder)/cue-\(plugin)-\(name)"
      if unsafe access(path, F_OK) == 0 {
        let bytes: [UInt8]
        do throws(TextError) { bytes = try TextInput.bytes(ofFile: path) } catch {
          throw .unreadable(path: path, error)
        }
        return try Credentials.trimmed(bytes)
      }
    }
    if let command = try configuredCommand(plugin, name) {
      return try output(of: command)
    }
    return try stored(plugin, name)
  }

  /// `CUE_ELEVENLABS_KEY` for the key of elevenlabs.
  public static func variable(_ plugin: String, _ name: String) -> String {
    "CUE_" + "\(plugin)_\(name)".uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
  }

  /// The first four and last four characters of a secret; less of a short one.
  public static func masked(_ secret: String) -> String {
    guard secret.count >= 12 else { return String(repeating: "•", count: 8) }
    return secret.prefix(4) + String(repeating: "•", count: 8) + secret.suffix(4)
  }

  /// The first line of `bytes` that is not empty; they are overwritten.
  private static func trimmed(_ bytes: consuming [UInt8]) throws(CredentialsError) -> Secret? {
    defer { bytes.wipe() }
    if let fault = TextInput.fault(in: bytes) { throw .malformed(fault) }
    let key = TextInput.withoutMark(bytes).split(whereSeparator: isLineEnd).first
    return key.map { Secret($0) }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

  // A command, from the configuration: "elevenlabs.key.command = pass show cue/elevenlabs".

  private func configuredCommand(_ plugin: String, _ name: String) throws(CredentialsError)
    -> String?
  {
    do throws(ConfigurationError) {
      return try environment.configured("\(plugin).\(name).command")
    } catch { throw .configuration(error) }
  }

  private func output(of line: String) throws(CredentialsError) -> Secret? {
    var printed = [UInt8](repeating: 0, count: Credentials.longestOutput)
    defer { printed.wipe() }
    var (count, status) = (0, Int32(0))
    let limit = Int32(commandLimit / .milliseconds(1))
    switch unsafe cue_command_output(line, limit, &printed, printed.count, &count, &status) {
    case 0: break
    case ETIMEDOUT: throw .commandHung(limit: commandLimit)
    case EFBIG: throw .commandOutput(.tooLong)
    default: throw .commandNotStarted
    }
    guard status == 0 else {
      let signal = cue_status_signal(status)
      throw signal == 0
        ? .commandFailed(status: cue_status_exit(status)) : .commandEnded(signal: signal)
    }
    return try Credentials.trimmed(Array(printed[..<count]))
  }

  /// No command prints more, in bytes.
  private static let longestOutput = 1 << 16

  // The file: a line "PLUGIN NAME SECRET" each, readable by the user alone.

  /// A key of the file.
  public struct Stored: Equatable, Sendable {
    /// The plugin's id.
    public var plugin: String
    /// The name of its secret parameter.
    public var name: String
    /// The key.
    public var secret: String
  }

  /// The file that keys are stored in.
  public var path: String { environment.configurationFolder + "/credentials" }

  /// The bytes of the file; nil if there is none.
  private func file() throws(CredentialsError) -> [UInt8]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    guard status.st_mode & 0o077 == 0 else { throw .readableByOthers(path: path) }
    do throws(TextError) {
      let bytes = try TextInput.bytes(ofFile: path)
      if let fault = TextInput.fault(in: bytes) { throw fault }
      return bytes
    } catch { throw .unreadable(path: path, error) }
  }

  /// A key of the file, without those of other plugins.
  private func stored(_ plugin: String, _ name: String) throws(CredentialsError) -> Secret? {
    guard var bytes = try file() else { return nil }
    defer { bytes.wipe() }
    let start = Array("\(plugin) \(name) ".utf8)
    let line = bytes.split(whereSeparator: Credentials.isLineEnd).first { $0.starts(with: start) }
    return line.map { Secret($0.dropFirst(start.count)) }
  }

  /// The keys of the file, in its order, to be shown or changed; none if there is no file.
  public func stored() throws(CredentialsError) -> [Stored] {
    guard let bytes = try file() else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3 else { return nil }
      return Stored(plugin: String(parts[0]), name: String(parts[1]), secret: String(parts[2]))
    }
  }

  /// Stores a key in the file, in place of an earlier one.
  public func set(plugin: String, name: String, secret: String) throws(CredentialsError) {
    try change { all in
      all.removeAll { $0.plugin == plugin && $0.name == name }
      all.append(Stored(plugin: plugin, name: name, secret: secret))
    }
  }

  /// Removes a key from the file; false if there was none.
  public func remove(plugin: String, name: String) throws(CredentialsError) -> Bool {
    try change { all in
      let count = all.count
      all.removeAll { $0.plugin == plugin && $0.name == name }
      return all.count != count
    }
  }

  /// Changes the keys of the file, while no other program does.
  private func change<Result>(
    _ change: (inout [Stored]) -> Result
  ) throws(CredentialsError) -> Result {
    try? WholeFile.makeFolder(environment.configurationFolder, permissions: 0o700)
    let path = path
    return try SharedFile.change(
      path, permissions: 0o600,
      refusing: { failure in
        switch failure {
        case .locking(let error), .writing(.cannotCreate(let error)):
          CredentialsError.cannotCreate(path: path, errno: error.errno)
        case .writing(.cannotComplete(let error)):
          CredentialsError.writeFailed(path: path, errno: error.errno)
        }
      }
    ) { () throws(CredentialsError) in
      let before = try stored()
      var all = before
      let result = change(&all)
      guard all != before else { return (result, nil) }
      let text = all.map { "\($0.plugin) \($0.name) \($0.secret)\n" }.joined()
      return (result, Array(text.utf8))
    }
  }
}
