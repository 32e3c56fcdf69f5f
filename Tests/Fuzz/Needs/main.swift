import CFuzz
import Glibc

@testable import CuePlugins

/// Fuzzes the readers of what a plugin declares: the input is the plugin's file, the text beside it, and its first line in turn.
///
/// Whatever it is, it is read or refused; nothing may trap, only bytes that are there are read, and not too many of them. What is
/// read has one form, which is read as the same again.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  var readCount = 0
  let source = ElfNotes.Source(byteCount: UInt64(input.count)) { offset, count in
    precondition(offset <= UInt64(input.count), "an offset beyond the file")
    precondition(count <= input.count - Int(offset), "bytes beyond the file")
    readCount += count
    return Array(input[Int(offset)..<Int(offset) + count])
  }
  if let text = try? ElfNotes.text(in: source) { look(text) }
  // The headers, two tables, and the notes of each.
  let most = 128 + 2 * (ElfNotes.mostEntries * 64 + Int(ElfNotes.mostNoteBytes))
  precondition(readCount <= most, "too much was read")
  look(input)
  if let programs = try? HashBangLine.interpreters(in: input, searchPath: "/usr/bin:/bin") {
    precondition(programs.allSatisfy { $0.text.utf8.first == 0x2f }, "a relative interpreter")
  }
  return 0
}

/// Reads a text of needs.
private func look(_ text: [UInt8]) {
  guard let needs = try? PluginNeeds(parsing: text) else { return }
  precondition(needs.all.count <= PluginNeeds.mostLines, "more needs than lines")
  let canonical = Array(needs.text.utf8)
  // A path in the one form is never longer than as it was declared, but a place may be.
  precondition(canonical.count <= text.count + 16 * needs.all.count, "it has grown")
  precondition((try? PluginNeeds(parsing: canonical)) == needs, "not the same needs again")
  for need in needs.all {
    precondition(!need.text.unicodeScalars.contains(where: PluginNeeds.isInvisible), "invisible")
    precondition(
      !"/\(need.text)/".utf8.split(separator: 0x2f).contains { $0.elementsEqual("..".utf8) }, "..")
  }
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
unsafe exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, fuzz))
