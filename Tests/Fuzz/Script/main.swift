import CFuzz
import CueScreenplay
import Glibc

/// Fuzzes the readers of screenplays: the input is a file, of each kind in turn.
///
/// Whatever it is, it is read or refused; nothing may trap, what is reported lies within it, and what is written is read
/// again.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  for name in ["a.fountain", "a.txt", "a.fdx"] {
    guard let script = try? ScreenplayReader.read(input, fileName: name) else { continue }
    precondition(
      script.elements.allSatisfy { $0.range.upperBound <= input.count }, "more than the file has")
    for rules in SpeakingRules.allCases { _ = SpeakableItems.items(of: script, rules: rules) }
    _ = try? Script(script)
    let written = Array(FountainWriter.text(of: script).utf8)
    _ = try? ScreenplayReader.read(written, fileName: "a.fountain")
    _ = FinalDraftWriter.text(of: script).utf8.count + PlainTextWriter.text(of: script).utf8.count
  }
  return 0
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
unsafe exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, fuzz))
