/// Status and headers of an answer.
package struct AnswerHead: Equatable, Sendable {
  package var status: Int
  /// By lower-case name; of two with one name, the later.
  package var headers: [String: String] = [:]

  package init(status: Int, headers: [String: String] = [:]) {
    self.status = status
    self.headers = headers
  }

  /// Reads the lines after the status line.
  package init(status: Int, lines: some Sequence<UInt8>) {
    self.status = status
    let text = String(decoding: Array(lines), as: UTF8.self)
    // "\r\n" is one character of Swift's, and a newline.
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = trimmed(String(line[line.index(after: colon)...]))
    }
  }

  /// "audio/pcm" of "Audio/PCM; rate=24000".
  package var contentType: String {
    let type = (headers["content-type"] ?? "").prefix { $0 != ";" }
    return trimmed(type.lowercased())
  }
}
