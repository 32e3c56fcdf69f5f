import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CueSystem
import CueText
import Glibc
import Synchronization

/// `host speak --stream`: says standard input as it comes.
extension SpeakCommand {
  func runAsItComes(_ cancellation: Cancellation) throws -> ExitStatus {
    let chosen =
      try options.voices.isEmpty ? kept(forLanguage: options.language) : options.voices
    let clients = try studio.voices(options.isStrict && !chosen.isEmpty ? [chosen[0]] : chosen)
    defer { for client in clients { client.quit() } }
    let effects = try studio.effects(options.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = VoiceChain(effect: effects.isEmpty ? nil : EffectChain(effects))
    let voice = chain.make(of: options.isStrict ? [clients[0]] : clients)
    let output = try studio.output(options)
    try studio.checkSettings(discarding: output)
    let text = ArrivingText(byLine: byLine)
    let fault = try SpeakCommand.read(into: text)
    let speaker = LineSpeaker(voice: voice, output: output)
    var said = 0
    do {
      while let line = text.nextLine(cancellation) {
        var request = options.request([Passage(text: "", offset: 0)], 0, language: options.language)
        request.inflow = line.text
        request.wantsMarks = studio.manner.isJSON
        guard
          try speaker.say(
            request, cancellation: cancellation,
            tell: report(said + 1, offset: line.offset) { line.text.text }) == .finished
        else { break }
        said += 1
      }
    } catch let failure as PluginFailure {
      try keep(output, said)
      throw UserError(failure)
    } catch let failure as EffectFailure {
      try keep(output, said)
      throw UserError(effect: failure.failure)
    } catch let failure as OutputFailure {
      output.discard()
      throw UserError(failure)
    }
    if let error = fault.withLock({ $0 }) {
      try keep(output, said)
      throw UserError(error, "Standard input")
    }
    guard !cancellation.isCancelled else {
      try keep(output, said)
      return .interrupted
    }
    guard said > 0 else {
      output.discard()
      throw SpeakCommand.nothingToSay
    }
    try finish(output, cancellation)
    return cancellation.isCancelled ? .interrupted : .done
  }

  private func keep(_ output: SessionOutput, _ said: Int) throws {
    guard said > 0, options.output.map({ $0 != "-" }) ?? false else { return output.discard() }
    try finish(output, Cancellation())
  }

  /// Why standard input was not read to its end.
  private final class Fault: Sendable {
    let error = Mutex<TextError?>(nil)
    func withLock<Value>(_ body: (inout sending TextError?) -> sending Value) -> Value {
      error.withLock(body)
    }
  }

  /// Reads standard input on a thread of its own.
  private static func read(into text: ArrivingText) throws -> Fault {
    let fault = Fault()
    let read: @Sendable () -> Void = {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      do throws(TextError) {
        while true {
          let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count)
          }
          if count < 0, errno == EINTR { continue }
          guard count >= 0 else { throw .unreadable(errno: errno) }
          guard count > 0 else { break }
          try text.add(bytes[..<count])
        }
      } catch { fault.withLock { $0 = error } }
      text.end()
    }
    do throws(ThreadError) { try Threads.start("cue-input", read) } catch {
      throw UserError(error, to: "read standard input")
    }
    return fault
  }
}
