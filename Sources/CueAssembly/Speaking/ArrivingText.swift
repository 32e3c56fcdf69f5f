import CueModel
import CueSystem

/// A text that is said as it comes, such as that of a language model: a line of speech for each paragraph, or for each of its lines.
package final class ArrivingText: Sendable {
  /// A line of speech.
  package struct Line: Sendable {
    /// Its text.
    package let text: TextInflow
    /// Where it begins, in bytes.
    package let offset: Int
  }

  private struct State: Sendable {
    var lines: [Line] = []
    /// The line that more text belongs to; nil between two.
    var open: TextInflow?
    /// The first bytes of a character.
    var rest: [UInt8] = []
    /// Ends of line since the last word.
    var breaks = 0
    /// White space from the first of these on; it belongs to the line if a word follows.
    var gap = ""
    /// How many bytes were cut into lines.
    var taken = 0
    var isOver = false
  }

  private let byLine: Bool
  private let state = Monitor(State())

  /// Text without lines yet; if `byLine`, each of its lines is said by itself.
  package init(byLine: Bool) { self.byLine = byLine }

  /// Adds the next bytes; a character may be cut.
  ///
  /// - Throws: ``TextError`` if they are not text in UTF-8
  package func add(_ bytes: some Sequence<UInt8>) throws(TextError) {
    let fault = state.change { state -> TextError? in
      let bytes = state.rest + bytes
      let whole = bytes.count - Self.unfinished(bytes)
      state.rest = Array(bytes[whole...])
      let text: String
      do throws(TextError) { text = try TextInput.text(Array(bytes[..<whole])) } catch {
        return Self.moved(error, by: state.taken)
      }
      Self.add(text, to: &state, byLine: byLine)
      return nil
    }
    if let fault { throw fault }
  }

  /// Says that no more text comes.
  package func end() {
    state.change { state in
      state.open?.end()
      state.open = nil
      state.isOver = true
    }
  }

  /// Waits until the next line begins; nil if there is none, or after a cancel.
  package func nextLine(_ cancellation: Cancellation) -> Line? {
    cancellation.withHandler({ [self] in end() }) {
      state.wait { state -> Line?? in
        if cancellation.isCancelled { return .some(nil) }
        if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
        return state.isOver ? .some(nil) : .none
      }
    }
  }

  private static func add(_ text: String, to state: inout State, byLine: Bool) {
    var piece = ""
    func hand() {
      if !piece.isEmpty { state.open?.add(piece) }
      piece = ""
    }
    for scalar in text.unicodeScalars {
      if !scalar.properties.isWhitespace {
        if state.open != nil { piece += state.gap }
        (state.breaks, state.gap) = (0, "")
        if state.open == nil {
          let line = Line(text: TextInflow(), offset: state.taken)
          state.lines.append(line)
          state.open = line.text
        }
      }
      state.taken += UTF8.width(scalar)
      if scalar == "\n" { state.breaks += 1 }
      if state.breaks > 0 {
        state.gap.unicodeScalars.append(scalar)
      } else if state.open != nil {
        piece.unicodeScalars.append(scalar)
      }
      guard scalar == "\n" else { continue }
      guard byLine || state.breaks > 1 else { continue }
      hand()
      state.open?.end()
      state.open = nil
    }
    hand()
  }

  /// How many bytes at the end of `bytes` are the beginning of a character.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if UTF8.isContinuation(byte) { continue }
      let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }

  private static func moved(_ error: TextError, by offset: Int) -> TextError {
    switch error {
    case .containsNUL(let at): .containsNUL(offset: at + offset)
    case .notUTF8(let at): .notUTF8(offset: at + offset)
    default: error
    }
  }
}
