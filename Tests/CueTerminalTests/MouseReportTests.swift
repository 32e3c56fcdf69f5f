import CueTerminal
import Testing

@Suite struct `The mouse of a terminal` {
  private func inputs(_ text: String) -> [TerminalInput] {
    var decoder = KeyDecoder()
    return decoder.inputs(Array(text.utf8)) + decoder.finish().map { .key($0) }
  }

  @Test(arguments: [
    ("\u{1b}[<0;3;4M", MouseReport(.press, column: 2, row: 3)),
    ("\u{1b}[<0;3;4m", MouseReport(.release, column: 2, row: 3)),
    ("\u{1b}[<32;300;100M", MouseReport(.drag, column: 299, row: 99)),
    ("\u{1b}[<64;1;1M", MouseReport(.wheelUp, column: 0, row: 0)),
    ("\u{1b}[<65;1;1M", MouseReport(.wheelDown, column: 0, row: 0)),
    // With Shift, Alt and Control.
    ("\u{1b}[<4;3;4M", MouseReport(.press, column: 2, row: 3)),
    ("\u{1b}[<28;3;4M", MouseReport(.press, column: 2, row: 3)),
    ("\u{1b}[<81;1;1M", MouseReport(.wheelDown, column: 0, row: 0)),
  ])
  func `is reported, whole or in pieces`(sequence: String, report: MouseReport) {
    #expect(inputs(sequence) == [.mouse(report)])
    #expect(inputs("a" + sequence + "b") == [.key("a"), .mouse(report), .key("b")])
    var decoder = KeyDecoder()
    var found: [TerminalInput] = []
    for byte in sequence.utf8 {
      #expect(found.isEmpty)
      found += decoder.inputs([byte])
    }
    #expect(found == [.mouse(report)] && !decoder.isWaiting)
  }

  /// Other buttons, places that no screen has, and what is cut short.
  @Test(arguments: [
    "\u{1b}[<1;3;4M", "\u{1b}[<2;3;4m", "\u{1b}[<35;3;4M", "\u{1b}[<66;3;4M", "\u{1b}[<0;0;4M",
    "\u{1b}[<0;3;0M", "\u{1b}[<0;3M", "\u{1b}[<0;3;4;5M", "\u{1b}[<;;M", "\u{1b}[<M",
    "\u{1b}[<0;3;4~",
    "\u{1b}[<0;99999999999999999999;1M", "\u{1b}[<-1;3;4M",
  ])
  func `is passed over where it says nothing of use, and is no key`(sequence: String) {
    #expect(inputs(sequence).isEmpty)
    #expect(inputs(sequence + "q") == [.key("q")])
  }
}

extension TerminalInput {
  fileprivate static func key(_ character: Character) -> TerminalInput {
    .key(.character(character))
  }
}
