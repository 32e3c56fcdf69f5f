import CueServer
import CueSystem
import Glibc

extension UserError {
  /// Why no server can be started: what the loader says.
  init(serverLibrary why: String) {
    self.init(
      "The server needs libmicrohttpd, which cannot be loaded: \(why).",
      hint: "Install the package libmicrohttpd12, as in: sudo apt install libmicrohttpd12",
      .unavailable)
  }

  static let serverNeedsKey = UserError(
    "Other machines could use this server without a key.",
    hint: "Give --key-file FILE. A file that is not there is made, with a new key.", .usage)

  static let serverNotStarted = UserError(
    "The server was not started: the certificate and its key do not belong together, or are no PEM files.",
    hint: "'openssl x509 -in FILE -noout -text' shows a certificate.", .badInput)

  /// Why the keys in the file at `path` cannot be used.
  init(_ failure: ServerKeys.Failure, _ path: String) {
    switch failure {
    case .file(let error):
      self.init("\(path) cannot be used for keys: \(SystemError.words(error.errno)).", .noInput)
    case .isOpen:
      self.init(
        "Others than you can read the keys in \(path).", hint: "Say: chmod 600 \(path)", .permission
      )
    case .isEmpty:
      self.init(
        "\(path) has no key.", hint: "A key is a line of 16 characters or more.", .badInput)
    }
  }

  /// Why nothing can listen at `address` and `port`.
  init(listening address: String, _ port: Int, _ error: SystemError) {
    self.init(
      "The server cannot listen at \(address), port \(port): \(SystemError.words(error.errno)).",
      hint: error.isAddressInUse
        ? "Another server listens there. Choose another port with --port; 0 is any free one."
        : "--listen takes an address of this machine in numbers, as in 192.168.1.5.", .unavailable)
  }
}

extension SystemError {
  /// Whether something else listens there already.
  var isAddressInUse: Bool { errno == EADDRINUSE }
}
