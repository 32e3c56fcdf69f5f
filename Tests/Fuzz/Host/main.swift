import CFuzz
import CueABI
import CueModel
import Glibc

@testable import CuePlugins

/// Fuzzes the host's side of the protocol: the input is what a plugin could send, message after message.
///
/// Each message is read as everything that the host reads it as; nothing may trap, and what is believed must hold: sound is
/// whole and granted, marks lie in the text, words do not end before they begin.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  var request = SpeechRequest(text: "Größe “M” is 42 — or\r\nnot.")
  request.wantsMarks = true
  let text = Array(request.text.utf8)
  var reader = UtteranceReader(request: request, granted: 4096)
  var at = 0
  do throws(Misbehaviour) {
    while input.count - at >= WorkerMessage.Header.byteCount {
      let header = try WorkerMessage.Header(input[at...])
      at += WorkerMessage.Header.byteCount
      guard input.count - at >= header.length else { return 0 }
      let message = try WorkerMessage(header, body: input[at..<at + header.length])
      at += header.length
      look(message)
      switch try reader.read(message) {
      case .sound(let sound): precondition(sound.floats.allSatisfy(\.isFinite), "no numbers")
      case .mark(let mark):
        precondition(String(validating: text[mark.textRange], as: UTF8.self) != nil, "half letters")
      default: break
      }
      precondition(reader.frames <= 4096, "more sound than was granted")
    }
  } catch {}
  return 0
}

/// Reads `message` as all that it could be.
private func look(_ message: WorkerMessage) {
  _ = try? PluginDescription(message)
  _ = try? ParameterDescription(message)
  _ = try? VoiceDescription(message)
  _ = try? Shortfall(message)
  if let heard = try? Heard(message) {
    precondition((0...heard.text.utf8.count).contains(heard.stableBytes), "more than there is")
  }
  _ = try? message.i32(CUE_TAG_STATUS)
  _ = try? message.text(CUE_TAG_SENTENCE)
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
unsafe exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, fuzz))
