import Glibc

/// The address of the sound server that libpulse will use: of PULSE_SERVER, or else of the user's or the system's client.conf.
///
/// As in pulse-client.conf(5) and the section "Server String Format" of PulseAudio's documentation, it is a list of addresses separated by
/// blanks, each of which may begin with `{MACHINE}`. `unix:PATH` and `/PATH` are sockets of this machine; all others, also bare names,
/// are reached by TCP.
enum PulseAddress {
  /// The addresses that the user or the system has set; empty if libpulse uses the server of this session.
  static var configured: String {
    if let named = variable("PULSE_SERVER") { return named }
    let home = variable("HOME") ?? ""
    let configuration = variable("XDG_CONFIG_HOME") ?? home + "/.config"
    for folder in [configuration + "/pulse", home + "/.pulse", "/etc/pulse"] {
      guard let lines = contents(folder + "/client.conf") else { continue }
      return server(in: lines) ?? ""
    }
    return ""
  }

  /// The first of `addresses` that is not a socket file of this machine; nil if all are.
  static func elsewhere(_ addresses: String) -> String? {
    for word in addresses.split(whereSeparator: \.isWhitespace) {
      var address = word
      if address.first == "{" {
        guard let end = address.firstIndex(of: "}") else { continue }
        address = address[address.index(after: end)...]
      }
      if !address.isEmpty, !address.hasPrefix("unix:"), !address.hasPrefix("/") {
        return String(address)
      }
    }
    return nil
  }

  /// The `default-server` of the text of a client.conf; nil if it sets none.
  static func server(in text: String) -> String? {
    var server: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.prefix { $0 != "#" && $0 != ";" }
      guard let equals = line.firstIndex(of: "="),
        line[..<equals].filter({ !$0.isWhitespace }) == "default-server"
      else { continue }
      server = line[line.index(after: equals)...].split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    return server.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether this process may open a network socket.
  static var hasNetwork: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return errno != EACCES }
    close(descriptor)
    return true
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The first 64 kB of a file; nil if it cannot be read.
  private static func contents(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
