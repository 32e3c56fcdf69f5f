/// A mark of an SSML document, as in `<mark name="here"/>`.
public struct SSMLMark: Equatable, Sendable {
  /// The byte of the document at which it stands.
  public let offset: Int
  /// Its name.
  public let name: String

  /// The marks of the document `ssml`, in order.
  public static func all(in ssml: String) -> [SSMLMark] {
    SSMLReader(TextScalars(ssml)).read().marks
  }
}

/// Reads what an SSML document says, for voices that do not read it themselves.
struct SSMLReader {
  private let text: TextScalars

  init(_ text: TextScalars) { self.text = text }

  /// A break of at least this many milliseconds becomes a full stop, a shorter one a comma.
  private static let leastOfPoint = 500

  /// The words in place of tags and references, and the marks.
  func read() -> (found: [SpokenFinder.Found], marks: [SSMLMark]) {
    var found: [SpokenFinder.Found] = []
    var marks: [SSMLMark] = []
    var at = 0
    /// The last character that is said; after a full stop, a break adds none.
    var last: Unicode.Scalar = "."
    while at < text.count {
      let scalar = text.scalars[at]
      if scalar == "<", let tag = tag(at) {
        var end = tag.end
        var words = ""
        switch tag.name {
        case "mark":
          marks.append(SSMLMark(offset: text.offsets[at], name: tag.value("name") ?? ""))
        case "break": words = pause(isLong(tag), after: last)
        case "/p", "/s": words = pause(true, after: last)
        case "sub":
          if let alias = tag.value("alias"), let close = closing("/sub", from: end) {
            words = alias
            end = close
          }
        case "desc", "metadata":
          // Their content is for machines.
          end = closing("/" + tag.name, from: end) ?? end
        default: break
        }
        found.append(SpokenFinder.Found(range: at..<end, words: words))
        if let final = words.unicodeScalars.last(where: { !$0.isBlank }) { last = final }
        at = end
      } else if scalar == "&", let (character, end) = reference(at) {
        found.append(SpokenFinder.Found(range: at..<end, words: character))
        last = "x"
        at = end
      } else {
        if !scalar.isBlank { last = scalar }
        at += 1
      }
    }
    return (found, marks)
  }

  private struct Tag {
    var name: String
    var attributes: String
    var end: Int

    func value(_ attribute: String) -> String? {
      for quote in ["\"", "'"] {
        guard let start = attributes.firstRange(of: "\(attribute)=\(quote)") else { continue }
        return String(attributes[start.upperBound...].prefix { String($0) != quote })
      }
      return nil
    }
  }

  /// The tag, comment or instruction that opens at `at`; nil if `<` is text.
  private func tag(_ at: Int) -> Tag? {
    let next = text[at + 1]
    guard next.isLetter || "/!?".unicodeScalars.contains(next) else { return nil }
    let isComment = text.string(at..<min(text.count, at + 4)) == "<!--"
    var end = at + 1
    var quote: Unicode.Scalar?
    while end < text.count {
      let scalar = text.scalars[end]
      if isComment {
        if scalar == ">", end > at + 5, text[end - 1] == "-", text[end - 2] == "-" { break }
      } else if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        break
      }
      end += 1
    }
    guard end < text.count else { return nil }
    let inner = text.string(at + 1..<end)
    let name = inner.prefix { !$0.isWhitespace && !($0 == "/" && $0 != inner.first) }
    return Tag(
      name: isComment ? "!" : name.lowercased(), attributes: String(inner.dropFirst(name.count)),
      end: end + 1)
  }

  /// The place after the next tag called `name`.
  private func closing(_ name: String, from start: Int) -> Int? {
    var at = start
    while at < text.count {
      if text.scalars[at] == "<", let tag = tag(at) {
        if tag.name == name { return tag.end }
        at = tag.end
      } else {
        at += 1
      }
    }
    return nil
  }

  private func isLong(_ tag: Tag) -> Bool {
    if let time = tag.value("time") {
      let value = Double(time.prefix { $0.isNumber || $0 == "." }) ?? 0
      return (time.hasSuffix("ms") ? value : value * 1000) >= Double(SSMLReader.leastOfPoint)
    }
    return !["none", "x-weak", "weak", "medium"].contains(tag.value("strength") ?? "strong")
  }

  /// The punctuation that makes a voice pause, unless there is some already.
  private func pause(_ isLong: Bool, after last: Unicode.Scalar) -> String {
    if last.isStop || (!isLong && ",;:–—".unicodeScalars.contains(last)) { return " " }
    return isLong ? ". " : ", "
  }

  /// The character of the reference at `at`, and the place after it.
  private func reference(_ at: Int) -> (String, Int)? {
    var end = at + 1
    while end < text.count, end - at < 10, text.scalars[end] != ";" { end += 1 }
    guard text[end] == ";" else { return nil }
    let name = text.string(at + 1..<end)
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
    if let character = named[name] { return (character, end + 1) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let scalar = value.flatMap(Unicode.Scalar.init) else { return nil }
    return (String(scalar), end + 1)
  }
}
