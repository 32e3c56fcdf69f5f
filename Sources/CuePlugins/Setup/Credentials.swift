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
  private let isReadableByOthers: @Sendable (_ path: String) -> Void

  /// The keys of the user of `environment`.
  ///
  /// - Parameters:
  ///   - environment: where to look
  ///   - descriptors: descriptors that keys are read from, by plugin id; "" is for every plugin
  ///   - isReadableByOthers: is told when other users can read the file of keys
  public init(
    _ environment: UserEnvironment, descriptors: [String: Int32] = [:],
    isReadableByOthers: @escaping @Sendable (_ path: String) -> Void = { _ in }
  ) {
    self.environment = environment
    self.descriptors = descriptors
    self.isReadableByOthers = isReadableByOthers
  }

  /// The secret parameter `name` of the plugin `plugin`; nil if there is none.
  public func secret(plugin: String, name: String) throws(CredentialsError) -> String? {
    if let descriptor = descriptors[plugin] ?? descriptors[""] {
      let bytes: [UInt8]
      do throws(TextError) { bytes = try TextInput.bytes(of: descriptor) } catch {
        throw .descriptor(descriptor, error)
      }
      return try Credentials.trimmed(bytes)
    }
    if let value = environment.variable(Credentials.variable(plugin, name)) { return value }
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
      return try Credentials.output(of: command)
    }
    return try stored().first { $0.plugin == plugin && $0.name == name }?.secret
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

  private static func trimmed(_ bytes: [UInt8]) throws(CredentialsError) -> String? {
    let text: String
    do throws(TextError) { text = try TextInput.text(bytes) } catch { throw .malformed(error) }
    let key = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return key.isEmpty ? nil : key
  }

  // A command, from the configuration: "elevenlabs.key.command = pass show cue/elevenlabs".

  private func configuredCommand(_ plugin: String, _ name: String) throws(CredentialsError)
    -> String?
  {
    do throws(ConfigurationError) {
      return try environment.configured("\(plugin).\(name).command")
    } catch { throw .configuration(error) }
  }

  private static func output(of command: String) throws(CredentialsError) -> String? {
    guard let pipe = unsafe popen(command, "re") else {
      throw .commandNotStarted
    }
    let bytes: [UInt8]
    let output = Result { () throws(TextError) in
      try TextInput.bytes(of: unsafe fileno(pipe))
    }
    let status = unsafe pclose(pipe)
    guard status == 0 else { throw .commandFailed(status: cue_status_exit(status)) }
    do throws(TextError) { bytes = try output.get() } catch { throw .commandOutput(error) }
    return try trimmed(bytes)
  }

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

  /// The keys of the file, in its order.
  public func stored() throws(CredentialsError) -> [Stored] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [] }
    if status.st_mode & 0o077 != 0 { isReadableByOthers(path) }
    let text: String
    do throws(TextError) { text = try TextInput.text(ofFile: path) } catch {
      throw .unreadable(path: path, error)
    }
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3 else { return nil }
      return Stored(plugin: String(parts[0]), name: String(parts[1]), secret: String(parts[2]))
    }
  }

  /// Stores a key in the file, in place of an earlier one.
  public func set(plugin: String, name: String, secret: String) throws(CredentialsError) {
    var all = try stored().filter { $0.plugin != plugin || $0.name != name }
    all.append(Stored(plugin: plugin, name: name, secret: secret))
    try store(all)
  }

  /// Removes a key from the file; false if there was none.
  public func remove(plugin: String, name: String) throws(CredentialsError) -> Bool {
    let all = try stored()
    let rest = all.filter { $0.plugin != plugin || $0.name != name }
    guard rest != all else { return false }
    try store(rest)
    return true
  }

  private func store(_ all: [Stored]) throws(CredentialsError) {
    try? WholeFile.makeFolder(environment.configurationFolder, permissions: 0o700)
    let text = all.map { "\($0.plugin) \($0.name) \($0.secret)\n" }.joined()
    do throws(WholeFile.WriteError) {
      try WholeFile.write(Array(text.utf8), to: path, permissions: 0o600)
    } catch {
      switch error {
      case .cannotCreate(let error): throw .cannotCreate(path: path, errno: error.errno)
      case .cannotComplete(let error): throw .writeFailed(path: path, errno: error.errno)
      }
    }
  }
}
