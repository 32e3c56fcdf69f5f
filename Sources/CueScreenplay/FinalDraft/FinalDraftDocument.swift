import CExpat
import CueSystem

/// An XML document as a list of what is in it, in order.
struct FinalDraftDocument {
  /// One thing in a document.
  struct Event {
    enum Kind {
      case open, name, value, text, close
    }

    let kind: Kind
    let line: Int
    /// Where it stands in the source.
    let range: Range<Int>
    let text: Range<Int>
  }

  private(set) var events: [Event] = []
  /// The line on which the file breaks off or stops being XML; nil for a complete file.
  private(set) var brokenOffLine: Int?
  /// The XML error of a file that breaks off.
  private(set) var fault: ScriptError?
  private var bytes: [UInt8]

  /// Elements within each other; files of Final Draft have ten.
  private static let maximumDepth: Int32 = 64

  /// Reads a document; where it breaks off for a bare `&`, once more with that as text.
  init(_ source: [UInt8]) throws(ScriptError) {
    guard source.count <= SourceText.maximumBytes else { throw .tooLong(bytes: source.count) }
    var first: FinalDraftDocument?
    var refusal: ScriptError?
    do throws(ScriptError) {
      first = try FinalDraftDocument(asWritten: source)
    } catch {
      refusal = error
    }
    if let first, first.fault == nil {
      self = first
      return
    }
    if let mended = Self.withoutBareAmpersands(source) {
      self = try FinalDraftDocument(asWritten: mended)
      bytes = bytes.map { $0 == Self.ampersand ? UInt8(ascii: "&") : $0 }
      // Keeps the first fault for the case that no content is found.
      fault = fault ?? first?.fault
      return
    }
    guard let first else { throw refusal ?? .empty }
    self = first
  }

  /// A sign of one byte that no script has, so that all places stay.
  private static let ampersand: UInt8 = 0x7F

  /// `source` with a sign for each `&` that begins no reference; nil if there is none.
  private static func withoutBareAmpersands(_ source: [UInt8]) -> [UInt8]? {
    var mended = source
    var isMended = false
    for index in source.indices where source[index] == UInt8(ascii: "&") {
      let name = source[(index + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
      let isReference =
        !name.isEmpty && index + 1 + name.count < source.count
        && source[index + 1 + name.count] == UInt8(ascii: ";")
        && (name.first == UInt8(ascii: "#")
          || ["amp", "lt", "gt", "quot", "apos"].contains(String(decoding: name, as: UTF8.self)))
      guard !isReference else { continue }
      mended[index] = ampersand
      isMended = true
    }
    return isMended ? mended : nil
  }

  private init(asWritten source: [UInt8]) throws(ScriptError) {
    var failure = cue_xml_failure()
    guard
      let document = unsafe cue_xml_read(source, source.count, Self.maximumDepth, &failure)
    else {
      throw .notFinalDraft(line: Int(failure.line), Self.fault(failure))
    }
    if failure.fault != 0 {
      brokenOffLine = Int(failure.line)
      fault = .notFinalDraft(line: Int(failure.line), Self.fault(failure))
    }
    defer { unsafe cue_xml_free(document) }
    let found = unsafe UnsafeBufferPointer(
      start: cue_xml_events(document), count: cue_xml_count(document))
    events.reserveCapacity(found.count)
    var length = 0
    for index in found.indices {
      let event = unsafe found[index]
      let start = Int(event.text)
      length = start + Int(event.length)
      events.append(
        Event(
          kind: Self.kind(event.kind), line: Int(event.line),
          range: Int(event.start)..<max(Int(event.start), Int(event.end)), text: start..<length))
    }
    bytes = unsafe Array(UnsafeBufferPointer(start: cue_xml_text(document), count: length))
  }

  /// The words of an event, in UTF-8.
  func bytes(_ event: Event) -> ArraySlice<UInt8> { bytes[event.text] }
  /// The words of an event.
  func text(_ event: Event) -> String { String(decoding: bytes[event.text], as: UTF8.self) }
  /// Whether these are the words of an event.
  func text(_ event: Event, is text: StaticString) -> Bool {
    unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .elementsEqual(bytes[event.text])
  }

  private static func kind(_ number: Int32) -> Event.Kind {
    switch Int(number) {
    case CUE_XML_OPEN: .open
    case CUE_XML_NAME: .name
    case CUE_XML_VALUE: .value
    case CUE_XML_TEXT: .text
    default: .close
    }
  }

  private static func fault(_ failure: cue_xml_failure) -> ScriptError.FinalDraftFault {
    switch Int(failure.fault) {
    case CUE_XML_TOO_LONG: return .tooLong
    case CUE_XML_NO_MEMORY: return .noMemory
    case CUE_XML_TOO_DEEP: return .tooDeep
    case CUE_XML_DOCUMENT_TYPE: return .documentType
    case CUE_XML_NO_LIBRARY: return .noLibrary
    default: break
    }
    var failure = failure
    let words = unsafe withUnsafeBytes(of: &failure.why) { bytes in
      let text = unsafe bytes.prefix { $0 != 0 }
      return unsafe String(decoding: text, as: UTF8.self)
    }
    return .notXML(words)
  }
}
