import CueModel
import CueSystem

/// What is wrong with the user's configuration or with the installation.
public enum ConfigurationError: Error, Equatable, Sendable {
  /// A configuration file cannot be read, or is not text.
  case unreadable(path: String, TextError)
  /// The value of a key in cue.conf is invalid.
  case invalid(key: String, value: String)
  /// A file of profiles is damaged on that line.
  case damaged(path: String, line: Int)
  /// A configuration file cannot be written; an `errno` value.
  case unwritable(path: String, errno: Int32)
  /// The worker program, which loads plugins, is at none of these paths.
  case workerMissing(candidates: [String])
  /// The SDK for plugin authors is in none of these folders.
  case sdkMissing(candidates: [String])
}

/// Why a plugin's key could not be read or stored.
public enum CredentialsError: Error, Equatable, Sendable {
  /// cue.conf, which may name a command that prints the key.
  case configuration(ConfigurationError)
  /// The descriptor from which the key should come cannot be read.
  case descriptor(Int32, TextError)
  /// A file with keys cannot be read, or is not text.
  case unreadable(path: String, TextError)
  /// What was read is not text.
  case malformed(TextError)
  /// The command that should print the key could not be started.
  case commandNotStarted
  /// What the key's command printed cannot be read.
  case commandOutput(TextError)
  /// The key's command failed with this exit status.
  case commandFailed(status: Int32)
  /// A signal ended the key's command.
  case commandEnded(signal: Int32)
  /// The key's command took longer than it may, and was ended.
  case commandHung(limit: Duration)
  /// Other users can read the file with keys, so none is taken from it.
  case readableByOthers(path: String)
  /// The file for keys cannot be created; an `errno` value.
  case cannotCreate(path: String, errno: Int32)
  /// Writing the file for keys stopped in the middle; an `errno` value.
  case writeFailed(path: String, errno: Int32)
}

/// Why a plugin that was asked for cannot be set up.
public enum PluginSetupError: Error, Equatable, Sendable {
  /// The installation or the configuration is at fault.
  case configuration(ConfigurationError)
  /// The plugin cannot be found or used.
  case plugin(PluginFailure)
  /// An effect did not start; there is no fallback.
  case effect(PluginFailure)
  /// There is no profile of that name; the existing ones.
  case unknownProfile(String, known: [String])
  /// The plugin needs a network, and none may be used (``PluginHost/staysLocal``).
  case needsNetwork(plugin: String)
}
