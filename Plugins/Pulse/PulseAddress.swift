import Glibc

/// Where the sound server is: what libpulse will be told by PULSE_SERVER, or else by the user's or the system's client.conf.
///
/// After pulse-client.conf(5) and the section "Server String Format" of PulseAudio's documentation: a list of addresses apart by
/// blanks, of which each may begin with `{MACHINE}`. `unix:PATH` and `/PATH` are sockets of this machine; all else, a bare name
/// too, is reached by TCP.
enum PulseAddress {
  /// The addresses that the user or the system has set; empty where libpulse looks for the server of this session.
  static var configured: String {
    if let named = variable("PULSE_SERVER") { return named }
    let home = variable("HOME") ?? ""
    let folders = [variable("XDG_CONFIG_HOME") ?? home + "/.config", home].enumerated().map {
      $0.offset == 0 ? $0.element + "/pulse" : $0.element + "/.pulse"
    }
    for folder in folders + ["/etc/pulse"] {
      guard let lines = contents(folder + "/client.conf") else { continue }
      return server(in: lines) ?? ""
    }
    return ""
  }

  /// The first of `addresses` that is not a socket of this machine's files; nil where all are.
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

  /// What the text of a client.conf sets as `default-server`; nil where it sets none.
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

  /// Whether this process can open a socket to other machines.
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

  /// The first 64 kB of a file; nil where there is none.
  private static func contents(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
