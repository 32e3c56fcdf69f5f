/// One thing that a worker lets its plugin do; all paths are absolute and have no links.
public enum Grant: Hashable, Sendable {
  /// To read a file, or all in a folder.
  case read(ExactPath)
  /// To read, write, make and remove a file, or all in a folder.
  case write(ExactPath)
  /// To read and execute a file, or all in a folder.
  case execute(ExactPath)
  /// Any network.
  case network
  /// Addresses of this machine.
  case localNetwork
  /// To connect to a socket.
  case socket(ExactPath)
  /// To use a device, or all in a folder of devices.
  case device(ExactPath)
  /// To start programs.
  case run
  /// This much memory, in bytes.
  case memory(Int)

  /// The argument of `cue-worker` for it.
  public var argument: String {
    switch self {
    case .read(let path): "--grant=read:\(path)"
    case .write(let path): "--grant=write:\(path)"
    case .execute(let path): "--grant=execute:\(path)"
    case .network: "--grant=network"
    case .localNetwork: "--grant=network:local"
    case .socket(let path): "--grant=socket:\(path)"
    case .device(let path): "--grant=device:\(path)"
    case .run: "--grant=run"
    case .memory(let bytes): "--grant=memory:\(bytes)"
    }
  }

  /// The path that it is about; nil if it is about none.
  var path: ExactPath? {
    switch self {
    case .read(let path), .write(let path), .execute(let path), .socket(let path),
      .device(let path):
      path
    case .network, .localNetwork, .run, .memory: nil
    }
  }

  /// Whether a plugin with this grant needs no `other`.
  func includes(_ other: Grant) -> Bool {
    switch (self, other) {
    case (.read(let folder), .read(let path)), (.write(let folder), .read(let path)),
      (.write(let folder), .write(let path)), (.execute(let folder), .read(let path)),
      (.execute(let folder), .execute(let path)), (.device(let folder), .device(let path)):
      path.isInside(folder)
    case (.network, .localNetwork): true
    case (.memory(let bytes), .memory(let fewer)): fewer <= bytes
    default: self == other
    }
  }
}

/// Why a need cannot be granted.
public struct GrantError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Equatable, Sendable {
    /// The path leads out of its place by a link: where it leads.
    case leavesPlace(ExactPath)
    /// The plugin's folder is the home folder or such, so that `$plugin` is the file alone and has nothing in it.
    case pluginHasNoFolder
    /// The path leads into a folder that no plugin may use this way, or to one above it: where it leads.
    case closed(ExactPath)
    /// The path leads to something that no plugin gets.
    case forbidden(ExactPath, NeedsError.Reason)
    /// What is at the path is no socket.
    case notASocket(ExactPath)
    /// The path cannot be followed, or its folder not be made; an `errno` value.
    case unresolved(ExactPath, errno: Int32)
    /// The interpreter is not known.
    case interpreter(InterpreterError)
  }

  /// The need; nil for the plugin's file itself and the interpreter that its first line names.
  public let need: PluginNeed?
  /// What is wrong.
  public let reason: Reason
}
